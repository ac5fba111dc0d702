"""Who sits where, who plays with whom, and whose turn comes next (SR-1, SR-4)."""

from __future__ import annotations

from enum import Enum


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

    `next` is the seat that plays after it, clockwise (SR-4); `partnership` the one it belongs to.
    """

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    next: Seat
    partnership: Partnership

    __hash__ = object.__hash__


# Plain attributes, not properties: both are asked on every turn.
for _seat, _following in zip(Seat, (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH), strict=True):
    _seat.next = _following
for _seat in (Seat.NORTH, Seat.SOUTH):
    _seat.partnership = Partnership.NORTH_SOUTH
for _seat in (Seat.EAST, Seat.WEST):
    _seat.partnership = Partnership.EAST_WEST
