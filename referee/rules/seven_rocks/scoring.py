"""Points for an end sum, and what a hand costs at the end of a round (SR-10, SR-14)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules.seven_rocks.tile import Tile


def points(end_sum: int) -> int:
    """The points a placement scores for its end sum: the sum itself if a multiple of 5 (SR-10)."""
    return 0 if end_sum % 5 else end_sum


def pips_in(hand: Iterable[Tile]) -> int:
    """The pips of all tiles of one hand, added up."""
    return sum(tile.pips for tile in hand)


def rounded(pips: int) -> int:
    """Pips left in one hand to the nearest 5 points: 2 -> 0, 3 -> 5 (SR-14).

    Per hand: partners holding 3 and 3 cost 5 + 5 = 10, not the 5 their 6 pips would give.
    """
    return (pips + 2) // 5 * 5


def deduction(hand: Iterable[Tile]) -> int:
    """What a hand costs its partnership at the settlement: 0 or a multiple of 5 points (SR-14)."""
    return rounded(pips_in(hand))
