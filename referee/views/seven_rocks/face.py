"""What the shared pages show of Seven Rocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from flask import Response, render_template
from flask_babel import gettext
from markupsafe import Markup

from referee.tables import Table
from referee.views.seven_rocks import display, opening, play, steps
from referee.views.seven_rocks.describe import beside, points_of, signed
from referee.views.seven_rocks.history import sections
from referee.views.seven_rocks.words import end_sum, number, side_name

if TYPE_CHECKING:
    from referee.views.display import Screen

_WORDS: Final[dict[str, Callable[..., object]]] = {
    "beside": beside,
    "points_of": points_of,
    "signed": signed,
    "end_sum": end_sum,
    "number": number,
    "side_name": side_name,
    "draws_of": display.draws_of,
    "false_pass_words": display.false_pass_words,
    "hand_words": display.hand_words,
    "ruling_words": display.ruling_words,
}
"""What the templates of lists call."""


class SevenRocksFace:
    """Seven Rocks on the pages that all games share."""

    new_table_fields = opening.new_table_fields

    @property
    def title(self) -> str:
        """The game's name in the reader's language."""
        return gettext("Seven Rocks")

    def opening(self, form: Mapping[str, str]) -> tuple[Mapping[str, Any], Sequence[Any]]:
        """The options and the first events of a new table."""
        return opening.opening(form)

    def display(self, table: Table, screen: Screen) -> str:
        """The mat with its chairs, the strip below it and the scores."""
        shown = display.shown(table, shapes=("wide", "square"))
        return render_template("seven_rocks/_display.html", table=table, screen=screen, shown=shown)

    def watch(self, table: Table) -> str:
        """Scores, turn, layout and the latest placements, for a phone."""
        shown = display.shown(table, shapes=("square",), is_small=True)
        return render_template("seven_rocks/_watch.html", table=table, shown=shown, words=_WORDS)

    def play(self, table: Table) -> Response:
        """The entry page of this device."""
        return play.entry_page(table)

    def history(self, table: Table) -> str:
        """Every entry, round by round."""
        return render_template(
            "seven_rocks/_history.html", table=table, sections=sections(table), words=_WORDS
        )

    def summary(self, table: Table) -> str:
        """The scores and the round: "120 : 150 · round 3"."""
        return display.summary(table)

    def step(self, table: Table, events: Sequence[Any]) -> Markup:
        """What was entered together."""
        return steps.step(table, events)
