"""The referee's own draw: numbers like a die's, and only those who tie draw again (SR-3)."""

from __future__ import annotations

from collections.abc import Callable

from referee.draw import HIGHEST, draw_lots, drawing_next
from referee.rules.seven_rocks import Lead, Seat, apply, new_game

NORTH, EAST, SOUTH, WEST = Seat


def drawn_in_turn(*numbers: int) -> Callable[[], int]:
    return iter(numbers).__next__


def test_the_highest_number_leads() -> None:
    leader, draws = draw_lots(tuple(Seat), drawn_in_turn(3, 6, 1, 2))
    assert leader is EAST
    assert draws == ({NORTH: 3, EAST: 6, SOUTH: 1, WEST: 2},)


def test_those_who_tie_draw_again_and_only_they() -> None:
    leader, draws = draw_lots(tuple(Seat), drawn_in_turn(2, 6, 1, 6, 5, 5, 1, 4))
    assert leader is WEST
    assert [set(draw) for draw in draws] == [set(Seat), {EAST, WEST}, {EAST, WEST}]


def test_a_lower_number_never_comes_back_into_the_draw() -> None:
    draws = [{NORTH: 5, EAST: 6, SOUTH: 5, WEST: 6}, {EAST: 1, WEST: 1}]
    assert drawing_next(tuple(Seat), draws) == (EAST, WEST)


def test_what_the_referee_draws_is_a_legal_lead() -> None:
    for _ in range(200):
        leader, draws = draw_lots(tuple(Seat))
        game = apply(new_game(), Lead(leader, draws))
        assert game.turn is leader
        assert all(1 <= number <= HIGHEST for draw in draws for number in draw.values())
