"""What the shared pages show of Seven Rocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from flask import Response, render_template
from flask_babel import gettext
from markupsafe import Markup

from referee.tables import Table
from referee.views.seven_rocks import display, look_back, opening, page, play, sheet, steps
from referee.views.seven_rocks.describe import beside, points_of, signed
from referee.views.seven_rocks.history import sections
from referee.views.seven_rocks.why import why
from referee.views.seven_rocks.words import end_sum, number, reason, side_name

if TYPE_CHECKING:
    from referee.views.display import Screen
    from referee.views.review import Review

_WORDS: Final[dict[str, Callable[..., object]]] = {
    "beside": beside,
    "points_of": points_of,
    "signed": signed,
    "end_sum": end_sum,
    "number": number,
    "side_name": side_name,
    "reason": reason,
    "draws_of": display.draws_of,
    "false_pass_words": display.false_pass_words,
    "hand_words": display.hand_words,
    "ruling_words": display.ruling_words,
    "members": display.MEMBERS.__getitem__,
    "why": why,
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

    def sheet(self, review: Review) -> str:
        """The result, every round, the race, false passes and rulings."""
        return render_template(
            "seven_rocks/_sheet.html",
            table=review.table,
            review=review,
            sheet=sheet.sheet(review),
            words=_WORDS,
        )

    def look_back(self, review: Review, round_number: int, placed: int) -> tuple[str, str] | None:
        """What lay on the table then, what the placement scored and why."""
        moment = look_back.moment(review, round_number, placed)
        if moment is None:
            return None
        html = render_template(
            "seven_rocks/_look_back.html", table=review.table, review=review, moment=moment
        )
        return moment.title, html

    def standing(self, table: Table) -> str:
        """Scores, turn and last placement, above whatever else a page shows."""
        return render_template(
            "seven_rocks/_standing.html",
            table=table,
            turn=display.turn_words(table),
            latest=page.latest_sentence(table),
            words=_WORDS,
        )

    def summary(self, table: Table) -> str:
        """The scores and the round: "120 : 150 · round 3"."""
        return display.summary(table)

    def step(self, table: Table, events: Sequence[Any]) -> Markup:
        """What was entered together."""
        return steps.step(table, events)
