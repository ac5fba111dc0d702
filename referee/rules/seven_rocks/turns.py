"""What a round remembers: its turns and the hands shown at its end, each with its event."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from referee.rules.seven_rocks.layout import Layout
from referee.rules.seven_rocks.seats import Seat
from referee.rules.seven_rocks.tile import Connection, Tile


class Placement(NamedTuple):
    """One tile laid. `layout` is the layout right after it.

    `event` is the index of its event in the game, `points` what it scored and `score` the score of
    the seat's partnership right after it.
    """

    event: int
    seat: Seat
    tile: Tile
    at: Connection | None
    layout: Layout
    points: int
    score: int

    @property
    def end_sum(self) -> int:
        """The sum of the counted ends after the placement, in pips (SR-9)."""
        return self.layout.end_sum


class Passed(NamedTuple):
    """One pass. `layout` is the layout that the seat passed on."""

    event: int
    seat: Seat
    layout: Layout


Turn: TypeAlias = Placement | Passed


class ShownHand(NamedTuple):
    """The tiles that a seat held when the round ended, sorted."""

    event: int
    seat: Seat
    tiles: tuple[Tile, ...]
