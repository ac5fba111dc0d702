"""Who sits where, who plays with whom, and whose turn comes next (SR-1, SR-4)."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Partnership(Enum):
    """Two partners who face each other and share one score (SR-1)."""

    NORTH_SOUTH = "north-south"
    EAST_WEST = "east-west"

    __hash__ = object.__hash__  # members are single; the hash of Enum is a slow call in Python

    @property
    def other(self) -> Partnership:
        """The partnership they play against."""
        if self is Partnership.NORTH_SOUTH:
            return Partnership.EAST_WEST
        return Partnership.NORTH_SOUTH


class Seat(Enum):
    """One of the four seats, in clockwise order (SR-1).

    `next` is the seat that plays after it, clockwise (SR-4), `position` how many seats it comes
    after north (0 to 3), `partnership` the one it belongs to.
    """

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    next: Seat
    position: int
    partnership: Partnership

    __hash__ = object.__hash__


SEATS: Final[tuple[Seat, ...]] = tuple(Seat)
"""The four seats, clockwise from north."""

# Plain attributes, not properties: they are asked on every turn.
for _position, _seat in enumerate(SEATS):
    _seat.position = _position
    _seat.next = SEATS[(_position + 1) % 4]
for _seat in (Seat.NORTH, Seat.SOUTH):
    _seat.partnership = Partnership.NORTH_SOUTH
for _seat in (Seat.EAST, Seat.WEST):
    _seat.partnership = Partnership.EAST_WEST
