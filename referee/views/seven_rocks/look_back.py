"""A round placement by placement: what lay on the table then, what it scored and why."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext
from markupsafe import Markup

from referee.rules.seven_rocks import (
    End,
    Partnership,
    Passed,
    Placement,
    Round,
    Seat,
)
from referee.rules.seven_rocks.layout import EMPTY
from referee.tables import Table
from referee.views.review import Review
from referee.views.seven_rocks.describe import beside, points_of
from referee.views.seven_rocks.drawn import Pictures, pictures
from referee.views.seven_rocks.history import Row, Section, sections
from referee.views.seven_rocks.why import Why, why
from referee.views.seven_rocks.words import end_sum, listed, number, shown_name, side_name


@dataclass(frozen=True, slots=True)
class ShownScore:
    """A partnership's score at that moment; `was` is the score before, "" if it did not change."""

    side: Partnership
    name: str
    value: str
    was: str


@dataclass(frozen=True, slots=True)
class Moment:
    """One placement of one round; `placement` is 0 before the lead, where the mat is empty."""

    round: int
    placement: int
    last: int
    """The number of the round's last placement so far."""
    rounds: int
    """How many rounds of the game can be looked back at."""
    title: str
    seat: Seat
    who: Markup
    """Who placed what beside what, in a sentence."""
    notes: tuple[Markup | str, ...]
    """Passes before it, and what it brought about, a sentence each."""
    pictures: Pictures
    sum: str
    points: str
    scores: tuple[ShownScore, ...]
    why: Why | None
    entry: int | None
    """The placement's place in the list of entries."""


def moment(review: Review, round_number: int, placed: int) -> Moment | None:
    """What there is to show of the placement `placed` of a round; None if there is none such."""
    table = review.table
    rounds = [section for section in sections(table) if section.round is not None]
    if not 1 <= round_number <= len(rounds):
        return None
    section = rounds[round_number - 1]
    rows = [row for row in section.rows if row.placement is not None]
    if placed > len(rows) or section.round is None:
        return None
    row = rows[placed - 1] if placed else None
    layout = row.placement.layout if row and row.placement else EMPTY
    return Moment(
        round=round_number,
        placement=placed,
        last=len(rows),
        rounds=len(rounds),
        title=_title(round_number, placed),
        seat=_seat(section.round, row),
        who=_who(table, section.round, row),
        notes=_notes(table, section, placed, len(rows)),
        pictures=pictures(section.round.placements[:placed], layout, is_small=True),
        sum=end_sum(layout),
        points=points_of(layout.points),
        scores=_scores(table, section, rows, placed),
        why=why(layout) if row else None,
        entry=row.entry.seq if row else None,
    )


def _title(round_number: int, placed: int) -> str:
    if not placed:
        return gettext("Round %(round)s, before the lead", round=round_number)
    return gettext("Round %(round)s, placement %(placement)s", round=round_number, placement=placed)


def _seat(round_: Round, row: Row | None) -> Seat:
    """Whose placement it is; before the lead the leader."""
    return row.placement.seat if row and row.placement else round_.leader


def _who(table: Table, round_: Round, row: Row | None) -> Markup:
    if row is None or row.placement is None:
        return Markup(gettext("%(name)s leads")) % {"name": shown_name(table, round_.leader)}
    placement = row.placement
    fields = {"name": shown_name(table, placement.seat), "tile": placement.tile}
    if placement.at is None:
        return Markup(gettext("%(name)s led %(tile)s.")) % fields
    fields["place"] = beside(placement.at)
    return Markup(gettext("%(name)s placed %(tile)s %(place)s.")) % fields


def _notes(table: Table, section: Section, placed: int, last: int) -> tuple[Markup | str, ...]:
    """The passes between this placement and the one before, and what came after the last one."""
    assert section.round is not None
    turns = section.round.turns
    laid = [index for index, turn in enumerate(turns) if isinstance(turn, Placement)]
    notes: list[Markup | str] = []
    if placed > 1:
        between = turns[laid[placed - 2] + 1 : laid[placed - 1]]
        if between:
            text = Markup(gettext("Passed before this placement: %(names)s."))
            notes.append(text % {"names": _names(table, between)})
    if placed and placed == last:
        after = turns[laid[-1] + 1 :]
        if after:
            text = Markup(gettext("Passed after this placement: %(names)s."))
            notes.append(text % {"names": _names(table, after)})
        notes.extend(end_words(table, section.round))
    return tuple(notes)


def _names(table: Table, turns: tuple[Placement | Passed, ...]) -> Markup:
    return listed(shown_name(table, turn.seat) for turn in turns)


def end_words(table: Table, round_: Round) -> tuple[Markup | str, ...]:
    """How the round ended, in a sentence; nothing while it is played."""
    if round_.end is None:
        return ()
    last = round_.placements[-1]
    fields = {"name": shown_name(table, last.seat), "tile": last.tile}
    if round_.end is End.WON:
        return (Markup(gettext("%(name)s won the game with %(tile)s.")) % fields,)
    if round_.end is End.OUT:
        return (Markup(gettext("%(name)s went out with %(tile)s.")) % fields,)
    if round_.layout.fitting:
        return (gettext("Blocked: four passes in a row."),)
    return (gettext("Blocked: no tile not yet placed fits."),)


def _scores(table: Table, section: Section, rows: list[Row], placed: int) -> tuple[ShownScore, ...]:
    if rows:
        row = rows[max(placed - 1, 0)]
        before, after = row.before, row.scores if placed else row.before
    else:
        before = after = table.game.scores
    return tuple(
        ShownScore(
            side,
            side_name(side),
            number(after[side]),
            ""
            if before[side] == after[side]
            else gettext("was %(score)s", score=number(before[side])),
        )
        for side in Partnership
    )
