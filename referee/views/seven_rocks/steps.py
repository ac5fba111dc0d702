"""What was entered in one step, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext
from markupsafe import Markup

from referee.rules.seven_rocks import Event, Hand, Lead, Partnership, Pass, Place, Ruling
from referee.tables import Table
from referee.views.seven_rocks.words import shown_name


def step(table: Table, events: Sequence[Any]) -> Markup:
    """The events that were entered together, by the first of them: "Ami placed 0|6."."""
    event: Event = events[0]
    match event:
        case Place(seat, tile):
            placed = Markup(gettext("%(name)s placed %(tile)s."))
            return placed % {"name": shown_name(table, seat), "tile": tile}
        case Pass(seat):
            return Markup(gettext("%(name)s passed.")) % {"name": shown_name(table, seat)}
        case Lead(seat):
            return Markup(gettext("%(name)s leads.")) % {"name": shown_name(table, seat)}
        case Hand():
            return Markup(gettext("The hands of the round were entered."))
        case Ruling():
            return _ruling(event)


def _ruling(ruling: Ruling) -> Markup:
    sentences = {
        Partnership.NORTH_SOUTH: gettext("Ruling: %(points)s points for North–South."),
        Partnership.EAST_WEST: gettext("Ruling: %(points)s points for East–West."),
    }
    points = f"{ruling.points:+d}".replace("-", "\u2212")
    return Markup(sentences[Partnership(ruling.side)]) % {"points": points}
