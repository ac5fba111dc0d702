"""Who leads a round: the neutral draw, and who went out (SR-3)."""

import pytest

from referee.rules.seven_rocks import Lead, Seat, Status, apply, new_game
from tests.rules.seven_rocks.notation import BLOCKED, OUT, R1_HANDS, SETTLED_BLOCK, code, game


def draws(*texts):
    """`n9 e9 s3 w2` -> one draw."""
    seats = {seat.value[0]: seat for seat in Seat}
    return tuple({seats[each[0]]: int(each[1:]) for each in text.split()} for text in texts)


@pytest.mark.parametrize(
    ("leader", "drawn"),
    [
        ("north", ("n9 e8 s7 w6",)),
        ("west", ("n-4 e-3 s-2 w-1",)),
        ("east", ("n9 e9 s3 w2", "n1 e2")),
        ("south", ("n5 e5 s5 w5", "n1 e3 s3 w3", "e1 s2 w2", "s1 w0")),
    ],
)
def test_the_highest_number_leads_and_those_who_tie_draw_again(leader, drawn):
    """SR-3"""
    started = apply(new_game(), Lead(Seat(leader), draws(*drawn)))
    assert (started.status, started.turn) == (Status.PLAYING, Seat(leader))


@pytest.mark.parametrize(
    ("leader", "drawn"),
    [
        ("north", ()),  # no draw at all
        ("north", ("",)),
        ("north", ("n9 e8 s7",)),  # the first names all four
        ("east", ("n9 e8 s7 w6",)),  # somebody else is highest
        ("north", ("n9 e9 s7 w6",)),  # still tied
        ("north", ("n9 e8 s7 w6", "n1")),  # nobody tied
        ("north", ("n9 e9 s7 w6", "n2 e1 s1 w1")),  # only those who tied
        ("north", ("n9 e9 s7 w6", "n2")),
        ("north", ("n9 e9 s7 w6", "n2 s1")),
        ("north", ("n9 e9 s7 w6", "n2 e2")),
        ("north", ("n9 e9 s7 w6", "n2 e2", "n3 e3")),
        ("east", ("n9 e9 s7 w6", "n2 e1")),
        ("north", ("n9 e9 s7 w6", "", "n2 e1")),
    ],
)
def test_draws_that_do_not_lead_to_the_seat_are_refused(leader, drawn):
    """SR-3"""
    assert code(new_game(), Lead(Seat(leader), draws(*drawn))) == ("bad-draw", "SR-3")


@pytest.mark.parametrize("tile", ["0|0", "6|6", "1|4"])
def test_the_leader_may_lead_any_tile(tile):
    """SR-3"""
    assert game(f"lead south; south {tile}").turn is Seat.WEST


@pytest.mark.parametrize("events", ["", SETTLED_BLOCK])
@pytest.mark.parametrize("tried", ["north 1|4", "north passes", "north holds 1|4"])
def test_a_leader_is_awaited_at_the_start_and_after_a_block(events, tried):
    """SR-3"""
    waiting = game(events)
    assert (waiting.status, waiting.turn, waiting.round) == (Status.LEAD, None, None)
    assert code(waiting, tried) == ("lead-expected", "SR-3")


@pytest.mark.parametrize(
    "events", ["lead north", "lead north; north 1|4", BLOCKED, OUT, f"{OUT} {R1_HANDS}"]
)
def test_no_leader_is_drawn_in_a_round_or_after_a_player_went_out(events):
    """SR-3"""
    assert code(game(events), "lead north") == ("lead-unexpected", "SR-3")


def test_whoever_went_out_leads_the_next_round():
    """SR-3"""
    after = game(f"{OUT} {R1_HANDS}")
    assert (after.status, after.turn, len(after.rounds)) == (Status.PLAYING, Seat.SOUTH, 2)
    assert (after.rounds[1].leader, after.rounds[1].turns) == (Seat.SOUTH, ())


def test_after_a_block_any_seat_may_win_the_draw():
    """SR-3"""
    assert game(f"{SETTLED_BLOCK}; lead west").turn is Seat.WEST
