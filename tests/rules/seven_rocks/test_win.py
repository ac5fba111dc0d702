"""Reaching the target, and decisions of the table (SR-15)."""

import pytest

from referee.rules.seven_rocks import End, Partnership, Ruling, Seat, Status
from tests.rules.seven_rocks.notation import (
    BEFORE_OUT,
    BLOCKED,
    HANDS,
    LAST_TURN,
    OUT,
    R1_HANDS,
    code,
    game,
    scores,
)

NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST


@pytest.mark.parametrize(("before", "won"), [(235, False), (240, True), (245, True), (400, True)])
def test_the_first_side_to_reach_or_pass_the_target_wins_at_once(before, won):
    """SR-15"""
    played = game(f"ruling north-south {before}; lead north; north 5|5")
    assert scores(played) == (before + 10, 0)
    assert (played.status is Status.WON, played.winner) == (won, NS if won else None)
    assert (played.round.end, played.turn) == ((End.WON, None) if won else (None, Seat.EAST))


@pytest.mark.parametrize("side", ["north-south", "east-west"])
def test_a_ruling_never_wins_a_game(side):
    """SR-15"""
    assert game(f"ruling {side} 300; lead north; north 1|2").winner is None


def test_only_the_side_that_scored_is_checked():
    """SR-15"""
    played = game("ruling east-west 300; lead north; north 5|5")
    assert played.winner is None
    assert game("ruling east-west 300; lead east; east 5|5").winner is EW


def test_a_winning_last_tile_goes_out_and_is_not_settled():
    """SR-15, SR-13"""
    won = game("ruling north-south 205;" + OUT)
    assert (won.round.end, won.round.out, won.round.awaited) == (End.WON, Seat.SOUTH, ())
    assert (won.round.deductions, won.rounds) == (None, (won.round,))
    assert (won.winner, scores(won)) == (NS, (250, 60))


def test_a_settlement_never_wins_a_game():
    """SR-15"""
    settled = game(f"ruling north-south 900; {BLOCKED} {';'.join(HANDS.values())}")
    assert (settled.winner, scores(settled)) == (None, (840, -55))


@pytest.mark.parametrize(
    "tried",
    ["lead north", "east passes", "east 0|5 at 5|5.line-a", "east holds 1|2", "ruling east-west 5"],
)
def test_nothing_follows_a_win(tried):
    """SR-15"""
    assert code(game("lead north; north 5|5", target=10), tried) == ("game-over", "SR-15")


@pytest.mark.parametrize(
    "ruling",
    [
        Ruling(NS, 0, "x"),
        Ruling(NS, 10_001, "x"),
        Ruling(EW, -10_001, "x"),
        Ruling(EW, 5, ""),
        Ruling("north", 5, "x"),
        Ruling("", 5, "x"),
    ],
)
def test_a_ruling_has_a_side_points_and_a_reason(ruling):
    assert code(game(""), ruling) == ("bad-ruling", None)


@pytest.mark.parametrize("points", [1, -1, 10_000, -10_000])
@pytest.mark.parametrize(
    "events", ["", "lead north", "lead north; north 1|2", BLOCKED, OUT, OUT + R1_HANDS]
)
def test_a_ruling_changes_one_score_at_any_moment_and_nothing_else(events, points):
    before = game(events)
    after = game(f"{events}; ruling east-west {points}  ")
    assert scores(after) == (scores(before)[0], scores(before)[1] + points)
    assert (after.rounds, after.status, after.turn) == (before.rounds, before.status, before.turn)


def test_a_score_below_zero_stays_below_zero():
    """SR-1"""
    assert scores(game("ruling north-south -7; lead north; north 5|5")) == (3, 0)


def test_a_placement_remembers_the_score_after_it():
    played = game("ruling north-south 7; lead north; north 5|5; east 0|5 at 5|5.line-a")
    assert [placement.score for placement in played.round.placements] == [17, 10]
    assert game(BEFORE_OUT + LAST_TURN).round.placements[-1].score == 45
