"""The reference rounds, and short ways to write events in tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee import record
from referee.rules.seven_rocks import Connection, Hand, Place, Seat, Tile

RECORDS = Path(__file__).parent / "records" / "rounds"
R0, R1, R2 = "R0", "R1", "R2"


def events_of(name: str) -> list[Any]:
    """The events of a reference round."""
    return list(record.loads((RECORDS / f"{name}.record.json").read_bytes()).events)


def place(seat: str, tile: str, at: str | None = None) -> Place:
    """`place("east", "1|1", "1|4.low")`"""
    return Place(Seat(seat), Tile.parse(tile), Connection.parse(at) if at else None)


def hand(seat: str, *tiles: str) -> Hand:
    """`hand("east", "1|1", "2|3")`"""
    return Hand(Seat(seat), tuple(Tile.parse(tile) for tile in tiles))
