"""Faults that people had with other score keepers, played at a table of ours.

The numbers are those of docs/scenarios.md; further ones stand with the pages in tests/views and
tests/browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.live import Hub
from referee.rules.seven_rocks import (
    Hand,
    Lead,
    Partnership,
    Pass,
    Place,
    Ruling,
    Seat,
    Status,
    Tile,
    rounded,
)
from referee.rules.seven_rocks.game import BadDraw
from referee.rules.seven_rocks.layout import NoSuchPort
from referee.store import Store
from referee.tables import Change, Opening, Table, Tables
from tests.rounds import R1, R2, events_of, hand, place

DEVICE = 1


class AtATable:
    """One device that enters for everybody; every entry goes through the store."""

    def __init__(self, store: Store) -> None:
        store.write(lambda tx: tx.add_device("device", "now"))
        self.tables = Tables(store, Hub())
        opening = Opening("seven-rocks", {"target": 250}, {}, entry="table")
        self.code = self.tables.open(opening, DEVICE).code

    @property
    def table(self) -> Table:
        return self.tables.find(self.code)

    @property
    def game(self) -> Any:
        return self.table.game

    @property
    def scores(self) -> tuple[int, int]:
        return tuple(self.game.scores[side] for side in Partnership)

    @property
    def results(self) -> list[tuple[int, int]]:
        """End sum and points of every placement of the current round."""
        return [(placed.end_sum, placed.points) for placed in self.game.round.placements]

    def enter(self, *events: Any) -> None:
        for event in events:
            do = self.tables.seal if isinstance(event, Hand) else self.tables.enter
            do(self.table, event, Change(DEVICE, self.table.state.version))


@pytest.fixture
def at_a_table(tmp_path: Path) -> Iterator[AtATable]:
    store = Store(tmp_path / "referee.db")
    yield AtATable(store)
    store.close()


def without_hands(events: Sequence[Any]) -> list[Any]:
    return [event for event in events if not isinstance(event, Hand)]


def test_4_a_covered_double_counts_nothing_and_never_branches(at_a_table: AtATable) -> None:
    at_a_table.enter(
        Lead(Seat.NORTH),
        place("north", "6|6"),
        place("east", "4|6", "6|6.line-a"),
        place("south", "4|4", "4|6.low"),
        place("west", "2|4", "4|4.line-b"),
    )
    assert at_a_table.results == [(12, 0), (16, 0), (20, 20), (14, 0)]
    with pytest.raises(NoSuchPort) as refusal:
        at_a_table.enter(place("north", "1|4", "4|4.arm-a"))
    assert refusal.value.rule == "SR-7"
    assert at_a_table.game.turn is Seat.NORTH


def test_15_a_block_that_nobody_enters_is_announced_with_the_tile_that_proves_it(
    at_a_table: AtATable,
) -> None:
    until_the_tenth = [event for event in events_of(R2) if isinstance(event, Lead | Place)]
    at_a_table.enter(*until_the_tenth)
    assert at_a_table.game.status is Status.HANDS
    assert len(at_a_table.game.round.passes) == 4
    hands = [event for event in events_of(R2) if isinstance(event, Hand)]
    at_a_table.enter(*hands)
    assert at_a_table.scores == (-60, -55)
    assert [entry.event for entry in at_a_table.table.state.play.entries()] == events_of(R2)


def test_19_a_later_tile_proves_the_first_pass_wrong_and_moves_no_points(
    at_a_table: AtATable,
) -> None:
    at_a_table.enter(
        Lead(Seat.NORTH),
        place("north", "6|6"),
        Pass(Seat.EAST),
        place("south", "4|6", "6|6.line-a"),
        place("west", "4|5", "4|6.low"),
        place("north", "1|6", "6|6.line-b"),
        place("east", "1|2", "1|6.low"),
        place("south", "2|2", "1|2.high"),
        place("west", "3|5", "4|5.high"),
        place("north", "0|3", "3|5.low"),
    )
    assert at_a_table.game.irregularities == ()
    before = at_a_table.scores
    at_a_table.enter(place("east", "2|6", "2|2.line-b"))
    (found,) = at_a_table.game.irregularities
    assert (found.seat, found.tiles) == (Seat.EAST, (Tile.parse("2|6"),))
    assert at_a_table.game.round.placements[-1].points == 0
    assert at_a_table.scores == before


def test_21_who_went_out_leads_next_and_after_a_block_those_who_tie_draw_again(
    at_a_table: AtATable,
) -> None:
    at_a_table.enter(*events_of(R1))
    assert (at_a_table.game.status, at_a_table.game.turn) == (Status.PLAYING, Seat.SOUTH)


def test_21_after_a_block_only_the_tied_draw_again(at_a_table: AtATable) -> None:
    at_a_table.enter(*[event for event in events_of(R2) if not isinstance(event, Pass)])
    assert at_a_table.game.status is Status.LEAD
    first = {Seat.NORTH: 2, Seat.EAST: 6, Seat.SOUTH: 3, Seat.WEST: 6}
    everybody_again = ({Seat.NORTH: 1, Seat.EAST: 6, Seat.SOUTH: 3, Seat.WEST: 5},)
    with pytest.raises(BadDraw) as refusal:
        at_a_table.enter(Lead(Seat.EAST, (first, *everybody_again)))
    assert refusal.value.facts["expected"] == (Seat.EAST, Seat.WEST)
    at_a_table.enter(Lead(Seat.EAST, (first, {Seat.EAST: 6, Seat.WEST: 5})))
    assert at_a_table.game.turn is Seat.EAST


@pytest.mark.parametrize(("before", "after"), [(240, 250), (245, 255)])
def test_22_reaching_the_target_exactly_or_passing_it_wins_at_once(
    at_a_table: AtATable, before: int, after: int
) -> None:
    at_a_table.enter(Ruling(Partnership.NORTH_SOUTH, before, "carried over"), Lead(Seat.NORTH))
    at_a_table.enter(place("north", "5|5"))
    assert at_a_table.game.winner is Partnership.NORTH_SOUTH
    assert at_a_table.scores == (after, 0)
    assert at_a_table.game.round.deductions is None


@pytest.mark.parametrize(
    ("pips", "points"), [(0, 0), (2, 0), (3, 5), (7, 5), (8, 10), (12, 10), (13, 15)]
)
def test_27_left_over_pips_are_rounded_to_the_nearest_five(pips: int, points: int) -> None:
    assert rounded(pips) == points


def test_29_the_settlement_is_never_forgotten(at_a_table: AtATable) -> None:
    at_a_table.enter(*without_hands(events_of(R1)))
    assert at_a_table.scores == (45, 60)
    at_a_table.enter(hand("north", "3|3"), hand("east", "1|1", "2|3"), hand("west", "3|6"))
    assert at_a_table.scores == (40, 45)
    (settled,) = at_a_table.game.settled
    assert settled.deductions == {Seat.NORTH: 5, Seat.EAST: 5, Seat.SOUTH: 0, Seat.WEST: 10}
