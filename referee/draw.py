"""The referee's own neutral draw: a number for each seat, those who tie drawing again (SR-3).

The only randomness of the product that decides something in a game, so it comes from `secrets`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

HIGHEST: Final = 6
"""Numbers drawn go from 1 to this, as on a die."""

Seat = TypeVar("Seat")


def drawing_next(seats: Sequence[Seat], draws: Sequence[Mapping[Seat, int]]) -> tuple[Seat, ...]:
    """Who draws after these draws: all seats first, then exactly those who tied for the highest.

    A single seat has won the draw.
    """
    drawing = tuple(seats)
    for draw in draws:
        highest = max(draw.values())
        drawing = tuple(seat for seat in drawing if draw.get(seat) == highest)
    return drawing


def draw_lots(
    seats: Sequence[Seat], number: Callable[[], int] | None = None
) -> tuple[Seat, tuple[dict[Seat, int], ...]]:
    """Draws until one seat alone has the highest number: the seat, and every draw on the way."""
    number = number or (lambda: secrets.randbelow(HIGHEST) + 1)
    draws: list[dict[Seat, int]] = []
    drawing = drawing_next(seats, draws)
    while len(drawing) > 1:
        draws.append({seat: number() for seat in drawing})
        drawing = drawing_next(seats, draws)
    return drawing[0], tuple(draws)
