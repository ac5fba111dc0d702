"""The end of a round: hands, rounding and settlement (SR-13, SR-14, SR-C3)."""

import itertools

import pytest

from referee.rules.seven_rocks import End, Seat, Status, deduction, rounded
from tests.rules.seven_rocks.notation import (
    BEFORE_OUT,
    BLOCKED,
    HANDS,
    OUT,
    R1_HANDS,
    code,
    game,
    refusal,
    scores,
    tiles,
)


@pytest.mark.parametrize(
    ("pips", "value"),
    [
        *[(0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (6, 5), (7, 5), (8, 10), (9, 10)],
        *[(12, 10), (13, 15), (22, 20), (23, 25), (31, 30), (34, 35), (57, 55), (58, 60)],
    ],
)
def test_pips_are_rounded_to_the_nearest_five(pips, value):
    """SR-14"""
    assert rounded(pips) == value


def test_partners_hands_are_rounded_each_on_their_own():
    """SR-14"""
    assert deduction(tiles("0|1, 1|1")) + deduction(tiles("1|2")) == 10


def test_going_out_ends_the_round_without_a_bonus():
    """SR-13"""
    assert game(BEFORE_OUT).round.end is None
    out = game(OUT)
    assert (out.round.end, out.round.out, out.status) == (End.OUT, Seat.SOUTH, Status.HANDS)
    assert scores(out) == (45, 60)
    assert out.round.awaited == (Seat.NORTH, Seat.EAST, Seat.WEST)


def test_the_settlement_comes_with_the_last_hand_it_needs():
    """SR-14"""
    two_hands = game(OUT + R1_HANDS.rpartition(";")[0])
    assert (two_hands.round.remaining, two_hands.round.deductions) == (None, None)
    settled = game(OUT + R1_HANDS)
    assert scores(settled) == (40, 45)
    first = settled.rounds[0]
    assert first.remaining == {
        Seat.NORTH: tiles("3|3"),
        Seat.EAST: tiles("1|1, 2|3"),
        Seat.SOUTH: (),
        Seat.WEST: tiles("3|6"),
    }
    assert first.deductions == {Seat.NORTH: 5, Seat.EAST: 5, Seat.SOUTH: 0, Seat.WEST: 10}


@pytest.mark.parametrize("order", list(itertools.permutations(HANDS)))
def test_hands_come_in_any_order_of_seats(order):
    """SR-14"""
    settled = game(BLOCKED + ";".join(HANDS[seat] for seat in order))
    assert (scores(settled), settled.status) == ((-60, -55), Status.LEAD)


@pytest.mark.parametrize(
    ("events", "tried", "expected"),
    [
        ("lead north; north 1|4", "north holds 1|2", ("hand-unexpected", "SR-14")),
        (OUT, "south holds", ("hand-unexpected", "SR-14")),
        (OUT, "south holds 0|0", ("hand-unexpected", "SR-14")),
        (BLOCKED + HANDS["north"], HANDS["north"], ("hand-twice", "SR-14")),
        (BLOCKED + HANDS["north"], "north holds 1|1", ("hand-twice", "SR-14")),
        (BLOCKED, "north holds 0|2, 0|5, 3|3", ("hand-size", "SR-C3")),
        (BLOCKED, "north holds", ("hand-size", "SR-C3")),
        (BLOCKED, "south holds 0|6, 2|2, 2|5, 2|6", ("hand-size", "SR-C3")),
        (BLOCKED, "north holds 0|2, 0|5, 3|3, 3|3, 6|6", ("hand-size", "SR-C3")),
        (BLOCKED, "north holds 0|2, 0|5, 3|3, 3|3", ("hand-tile-twice", "SR-C3")),
        (BLOCKED, "north holds 1|1, 0|5, 3|3, 3|3", ("hand-tile-twice", "SR-C3")),
        (BLOCKED + HANDS["north"], "east holds 2|3, 3|4, 3|6, 0|2", ("hand-tile-twice", "SR-C3")),
        (BLOCKED + HANDS["north"], "east holds 1|1, 3|4, 3|6, 0|2", ("hand-tile-twice", "SR-C3")),
        (BLOCKED, "north holds 0|2, 0|5, 3|3, 1|1", ("hand-tile-placed", "SR-C3")),
    ],
)
def test_a_hand_that_cannot_be_is_refused(events, tried, expected):
    """SR-14, SR-C3"""
    assert code(game(events), tried) == expected


def test_a_refused_hand_says_who_placed_the_tile():
    """SR-C3"""
    broken = refusal(game(BLOCKED), "north holds 0|2, 0|5, 3|3, 2|4")
    assert (broken.facts["by"], broken.facts["number"]) == (Seat.SOUTH, 3)


def test_the_last_hand_follows_from_the_others():
    """SR-C3"""
    shown = BLOCKED
    for seat in ("west", "north", "east"):
        assert game(shown).round.last_hand is None
        shown += HANDS[seat] + ";"
    assert game(shown).round.last_hand == tiles("0|6, 2|2, 2|5, 2|6, 4|5")


def test_each_seat_holds_seven_tiles_without_those_placed():
    """SR-C3"""
    blocked = game(BLOCKED).round
    assert [blocked.held_by(seat) for seat in Seat] == [4, 4, 5, 5]
    assert len(blocked.unplaced) == 18
