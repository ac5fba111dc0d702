"""What was entered round by round, and what came of it: the rows of every list of turns."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from referee.log import Entry
from referee.rules.seven_rocks import (
    FalsePass,
    Game,
    Partnership,
    Passed,
    Placement,
    Round,
    Ruling,
    Seat,
)
from referee.tables import Table

Scores: TypeAlias = Mapping[Partnership, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One entry: what it was, and the scores before and after it.

    `number` counts the placements of a round from 1; `false_pass` is there once a pass is proved
    wrong; `deductions` belong to the entry that settled the round.
    """

    entry: Entry
    kind: str
    """`lead`, `placement`, `pass`, `hand` or `ruling`."""
    before: Scores
    scores: Scores
    number: int | None = None
    placement: Placement | None = None
    false_pass: FalsePass | None = None
    deductions: Mapping[Seat, int] | None = None

    @property
    def seat(self) -> Seat | None:
        """Whose turn, hand or lead it is; None for a ruling."""
        seat: Seat | None = getattr(self.entry.event, "seat", None)
        return seat


@dataclass(frozen=True, slots=True)
class Section:
    """A round with its rows; `round` is None where only its leader is still awaited."""

    number: int
    round: Round | None
    rows: tuple[Row, ...]

    @property
    def turns(self) -> tuple[Row, ...]:
        """Its placements and passes."""
        return tuple(row for row in self.rows if row.kind in ("placement", "pass"))

    @property
    def settlement(self) -> Row | None:
        """The entry that settled it."""
        return next((row for row in self.rows if row.deductions is not None), None)


def sections(table: Table) -> tuple[Section, ...]:
    """The rounds of the game now played at `table`, in order."""
    game: Game = table.game
    entries = table.state.play.entries()
    ends = [max(hand.event for hand in round_.hands) for round_ in game.settled]
    turns = {turn.event: turn for round_ in game.rounds for turn in round_.turns}
    false_passes = {each.event: each for each in game.irregularities}
    found: list[list[Row]] = [[] for _ in range(max(len(game.rounds), len(ends) + 1))]
    scores: Scores = dict.fromkeys(Partnership, 0)
    for index, entry in enumerate(entries):
        before, turn, number, deductions = scores, turns.get(index), None, None
        section = bisect_left(ends, index)
        if isinstance(turn, Placement):
            number = 1 + sum(row.number is not None for row in found[section])
            scores = _changed(scores, turn.seat.partnership, turn.points)
        elif isinstance(entry.event, Ruling):
            scores = _changed(scores, Partnership(entry.event.side), entry.event.points)
        elif index in ends:
            deductions = game.settled[section].deductions or {}
            for seat, deducted in deductions.items():
                scores = _changed(scores, seat.partnership, -deducted)
        kind = "pass" if isinstance(turn, Passed) else type(entry.event).__name__.lower()
        row = Row(
            entry,
            "placement" if kind == "place" else kind,
            before,
            scores,
            number,
            turn if isinstance(turn, Placement) else None,
            false_passes.get(index),
            deductions,
        )
        found[section].append(row)
    return tuple(
        Section(number + 1, game.rounds[number] if number < len(game.rounds) else None, tuple(rows))
        for number, rows in enumerate(found)
    )


def score_before(rounds: tuple[Section, ...], side: Partnership) -> int | None:
    """The score that `side` had before it last changed; None if it never did."""
    for section in reversed(rounds):
        for row in reversed(section.rows):
            if row.before[side] != row.scores[side]:
                return row.before[side]
    return None


def _changed(scores: Scores, side: Partnership, points: int) -> Scores:
    return {**scores, side: scores[side] + points}
