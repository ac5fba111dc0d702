"""Looking back at a game: its score sheet, and any round placement by placement.

Plain pages that anyone may read and that change nothing; they show what the record holds, so never
a hand still sealed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Blueprint, abort, render_template, request, url_for

from referee.log import Play
from referee.tables import Table
from referee.views import find_table
from referee.views.faces import FACES, Face

blueprint = Blueprint("review", __name__, url_prefix="/t/<code>")

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Review:
    """A game that is looked back at: `table` is the table as it was at the end of that game.

    `number` counts the games of the table from 1; `plays` are all of them, the current one last.
    """

    table: Table
    number: int
    plays: tuple[Play, ...]

    @property
    def is_current(self) -> bool:
        """Whether this is the game now played, or played last, at the table."""
        return self.number == len(self.plays)

    def url(self, endpoint: str, **given: Any) -> str:
        """The address of a page about this same game."""
        game = None if self.is_current else self.number
        return url_for(endpoint, code=self.table.code, game=game, **given)


@blueprint.get("/sheet")
def sheet(code: str) -> str:
    """The score sheet of the game, or with `?game=1` of an earlier one."""
    review = _review(find_table(code))
    shown = _face(review).sheet(review)
    return render_template("review/sheet.html", table=review.table, review=review, shown=shown)


@blueprint.get("/round/<round_>/<placement>")
def placement(code: str, round_: str, placement: str) -> str:
    """A round as it lay after one of its placements; 0 is the empty mat."""
    review = _review(find_table(code))
    found = _face(review).look_back(review, _number(round_), _number(placement))
    if found is None:
        abort(404)
    title, shown = found
    return render_template("review/placement.html", table=review.table, title=title, shown=shown)


def _face(review: Review) -> Face:
    return FACES[review.table.state.game_id]


def _review(table: Table) -> Review:
    """The game that the address asks for, of all at `table`; 404 if there is no such game."""
    plays = (*table.state.play.finished, table.state.play)
    number = _number(request.args.get("game", str(len(plays))))
    if not 1 <= number <= len(plays):
        abort(404)
    then = replace(table, state=replace(table.state, play=plays[number - 1]))
    return Review(then, number, plays)


def _number(text: str) -> int:
    """A whole number in ASCII digits as addresses write it; 404 for anything else."""
    if not _NUMBER.fullmatch(text):
        abort(404)
    return int(text)
