"""The layout of a round in words.

A drawn layout is an image to a screen reader: this text says all of it, the end sum first and how
every tile is joined last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from flask_babel import get_locale, gettext, ngettext

from referee.drawing.seven_rocks.layout import Placement
from referee.messages import place_of
from referee.rules.seven_rocks import Connection, Layout, Tile
from referee.rules.seven_rocks.layout import CountedEnd
from referee.views.seven_rocks.words import end_sum, listed, number


def described(layout: Layout, placements: Sequence[Placement]) -> str:
    """The whole text of a drawn layout.

    In this order: end sum, counted ends, open connections, spinner, tiles, joins.
    """
    return _described(str(get_locale()), layout, tuple(placements))


@lru_cache(maxsize=1024)
def _described(language: str, layout: Layout, placements: tuple[Placement, ...]) -> str:
    """The same for one language, made once for all pages that show this layout."""
    if not placements:
        return gettext("No tile is placed yet.")
    parts = [
        gettext("End sum: %(sum)s.", sum=end_sum(layout)),
        gettext("Counted ends: %(ends)s.", ends=_listed(map(counted_end, layout.counted_ends))),
        gettext(
            "Open connections: %(connections)s.",
            connections=_listed(map(_open_connection, layout.open_connections)),
        ),
        gettext("No spinner yet.")
        if layout.spinner is None
        else gettext("Spinner: %(tile)s.", tile=layout.spinner),
        gettext("Tiles: %(tiles)s.", tiles=listed(each.tile for each in placements)),
    ]
    joins = [_join(each.tile, each.at) for each in placements if each.at is not None]
    if joins:
        parts.append(gettext("Joins: %(joins)s.", joins=_listed(joins)))
    return " ".join(parts)


def points_of(value: int) -> str:
    """What a placement scores, in words."""
    if not value:
        return gettext("no points")
    return ngettext("%(num)s point", "%(num)s points", value)


def signed(value: int) -> str:
    """A change of a score, always with its sign: "+5", "−10"."""
    return f"+{value}" if value > 0 else number(value)


def counted_end(end: CountedEnd) -> str:
    """A counted end and what it adds: "1|4 low half: 1", "5|5: 10"."""
    if end.which == "low":
        return gettext("%(tile)s low half: %(value)s", tile=end.tile, value=end.value)
    if end.which == "high":
        return gettext("%(tile)s high half: %(value)s", tile=end.tile, value=end.value)
    return gettext("%(tile)s: %(value)s", tile=end.tile, value=end.value)


def point(connection: Connection) -> str:
    """A connection point in words, by its own tile: "6|6 side arm B"."""
    words = {
        "low": gettext("%(tile)s low half"),
        "high": gettext("%(tile)s high half"),
        "line-a": gettext("%(tile)s line side A"),
        "line-b": gettext("%(tile)s line side B"),
        "arm-a": gettext("%(tile)s side arm A"),
        "arm-b": gettext("%(tile)s side arm B"),
    }
    return words[connection.port.value] % {"tile": connection.tile}


def _open_connection(connection: Connection) -> str:
    return gettext("%(connection)s, %(pips)s", connection=point(connection), pips=connection.pips)


def beside(connection: Connection) -> str:
    """Where a tile is joined, by its neighbour: "beside 6|6, side arm B"."""
    return place_of(connection, gettext)


def _join(tile: Tile, at: Connection) -> str:
    return gettext(
        "%(neighbour)s – %(own)s", neighbour=point(at), own=point(tile.joined_by(at.pips))
    )


def _listed(parts: Iterable[str]) -> str:
    return gettext("; ").join(parts)
