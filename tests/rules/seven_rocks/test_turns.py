"""Whose turn it is, passing, and the block (SR-4, SR-11, SR-12, SR-C2, SR-C4)."""

import pytest

from referee.rules.seven_rocks import End, Pass, Seat, Status
from tests.rules.seven_rocks.notation import (
    BLOCKED,
    BLOCKED_LAYOUT,
    FOUR_PASSES,
    OUT,
    code,
    game,
    refusal,
    scores,
)


def test_play_goes_clockwise_by_placements_and_passes():
    """SR-4"""
    played = game("lead west; west 6|6; north passes; east 3|6 at 6|6.line-a")
    assert (played.turn, scores(played)) == (Seat.SOUTH, (0, 15))


@pytest.mark.parametrize("tried", ["north 1|4", "south passes", "west 5|6 at 6|6.line-a"])
def test_only_the_seat_to_play_plays(tried):
    """SR-4"""
    assert code(game("lead north; north 6|6"), tried) == ("wrong-turn", "SR-4")


def test_the_leader_cannot_pass():
    """SR-11, SR-C4"""
    assert code(game("lead north"), "north passes") == ("pass-impossible", "SR-11")


def test_a_pass_is_refused_if_the_tiles_that_fit_nowhere_are_fewer_than_those_held():
    """SR-11, SR-C4: 0 to 5 have two places each, so 6|6 alone fits nowhere."""
    # After 1|3 and its neighbours the open ends ask for 3, 3, 1 and 6.
    opened = "lead west; west 3|3; north 3|4 at 3|3.line-b; east 1|3 at 3|3.line-a;"
    played = game(opened + "south 3|6 at 3|3.arm-a")
    fitting_nowhere = [
        tile for tile in played.round.unplaced if not {tile.low, tile.high} & {1, 3, 4, 6}
    ]
    assert (len(fitting_nowhere), played.round.held_by(Seat.WEST)) == (6, 6)
    assert game(opened + "south 3|6 at 3|3.arm-a; west passes").turn is Seat.NORTH
    # One more of them placed, and seat west would hold six of five.
    fewer = played._replace(round=played.round._replace(layout=_with(played, fitting_nowhere[0])))
    broken = refusal(fewer, "west passes")
    assert (broken.code, broken.rule) == ("pass-impossible", "SR-11")
    assert broken.facts["fitting_nowhere"] == tuple(fitting_nowhere[1:])


def _with(played, tile):
    laid = played.round.layout
    return laid._replace(tiles=laid.tiles | tile.bit)


def test_four_passes_in_a_row_block_the_round():
    """SR-12, SR-13"""
    blocked = game(BLOCKED)
    assert (blocked.round.end, blocked.round.out) == (End.BLOCKED, None)
    assert (blocked.status, blocked.turn) == (Status.HANDS, None)


def test_a_placement_breaks_the_row_of_passes():
    """SR-12"""
    three = "lead north; north 6|6; east passes; south passes; west passes;"
    again = three + "north 3|6 at 6|6.line-a; east passes; south passes; west passes"
    assert game(again).status is Status.PLAYING
    assert game(again + "; north passes").round.end is End.BLOCKED


def test_a_ruling_does_not_break_the_row_of_passes():
    """SR-12"""
    row = BLOCKED_LAYOUT + "south passes; west passes; ruling east-west 5 late; north passes;"
    assert game(row + "east passes").round.end is End.BLOCKED


@pytest.mark.parametrize("events", [BLOCKED, OUT])
@pytest.mark.parametrize("tried", ["north passes", "north 0|0", "south 2|3 at 1|1.arm-a"])
def test_nobody_plays_after_the_end_of_a_round(events, tried):
    """SR-13"""
    assert code(game(events), tried) == ("round-over", "SR-13")


def test_the_block_is_proved_when_no_unplaced_tile_fits():
    """SR-C2"""
    before = game(BLOCKED_LAYOUT.rsplit("east 1|3", 1)[0])
    assert (before.round.is_block_proved, before.proved_passes) == (False, ())
    proved = game(BLOCKED_LAYOUT)
    assert proved.round.is_block_proved
    assert proved.proved_passes == tuple(
        Pass(seat) for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
    )


def test_of_a_proved_block_only_the_passes_not_yet_entered_remain():
    """SR-C2"""
    two = game(BLOCKED_LAYOUT + "south passes; west passes")
    assert two.proved_passes == (Pass(Seat.NORTH), Pass(Seat.EAST))
    assert game(BLOCKED_LAYOUT + FOUR_PASSES).proved_passes == ()
    assert game("").proved_passes == game("lead north").proved_passes == ()
