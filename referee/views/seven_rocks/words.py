"""Sums, scores and lists as they are written on every page of Seven Rocks."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext
from markupsafe import Markup

from referee.names import shown_name as shown_text
from referee.rules.seven_rocks import Layout, Partnership, Ruling, Seat, Tile
from referee.tables import CARRIED_OVER, Table
from referee.views import name_of


def side_name(side: Partnership) -> str:
    """A partnership in the reader's language."""
    return {
        Partnership.NORTH_SOUTH: gettext("North–South"),
        Partnership.EAST_WEST: gettext("East–West"),
    }[side]


def shown_name(table: Table, seat: Seat) -> Markup:
    """A person's name, kept apart from the direction in which the text around it runs."""
    return Markup("<bdi>{}</bdi>").format(name_of(table, seat))


def listed(things: Iterable[object]) -> Markup:
    """Names or tiles in a row, as the reader's language writes them."""
    return Markup(gettext(", ")).join(things)  # type: ignore[arg-type]


def number(value: int) -> str:
    """A whole number with a true minus sign: −10."""
    return str(value).replace("-", "\u2212")


def added(values: Iterable[int]) -> str:
    """An addition spelled out: `0 + 1 + 4 + 10 = 15`; of a single value only the value."""
    terms = list(values)
    total = number(sum(terms))
    return f"{' + '.join(map(number, terms))} = {total}" if len(terms) > 1 else total


def end_sum(layout: Layout) -> str:
    """The counted ends added up, in the order of the record."""
    return added(end.value for end in layout.counted_ends)


def pips(hand: Iterable[Tile]) -> str:
    """The pips of a hand added up, tile by tile."""
    return added(tile.pips for tile in hand)


def reason(ruling: Ruling) -> str:
    """Why the table ruled so, as it was written; what the referee itself wrote is translated."""
    if ruling.reason == CARRIED_OVER:
        return gettext("carried over")
    return shown_text(ruling.reason)
