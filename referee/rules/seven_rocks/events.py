"""What people did, one class for each kind of event. What follows from it is never stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from referee.rules.seven_rocks.seats import Partnership, Seat
from referee.rules.seven_rocks.tile import Connection, Tile


@dataclass(frozen=True, slots=True)
class Lead:
    """The neutral draw found the leader of a round (SR-3).

    `draws` holds the number that each seat drew, one map for each draw, or is None if only the
    outcome was entered.
    """

    seat: Seat
    draws: tuple[Mapping[Seat, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A seat placed a tile, joined to a connection point; the lead of a round has none (SR-5)."""

    seat: Seat
    tile: Tile
    at: Connection | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat passed (SR-11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat showed the tiles it held when the round ended (SR-14), in any order."""

    seat: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The table decided on something that no rule covers; it changes a score by `points`.

    `side` is a text where it names no partnership: that is refused when the event is applied.
    """

    side: Partnership | str
    points: int
    reason: str


Event: TypeAlias = Lead | Place | Pass | Hand | Ruling
