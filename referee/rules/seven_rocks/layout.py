"""The tiles laid in a round: where a tile may be joined, what counts, the end sum (SR-5 to SR-9).

Tiles are joined port to port, so nothing is rebuilt when the first double turns up late. A layout
holds only what the next placement needs; how it came about is in the turns of its round.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks.scoring import points
from referee.rules.seven_rocks.seats import Seat
from referee.rules.seven_rocks.tile import (
    ALL_TILES,
    Connection,
    Port,
    Tile,
    tiles_of,
)


class TileAlreadyPlaced(RuleBroken):
    """The tile lies on the table: placed as the round's `number`-th by the seat `by`.

    A layout does not know by whom; its round does.
    """

    code, rule = "tile-already-placed", "SR-2"

    def __init__(self, tile: Tile, by: Seat | None = None, number: int | None = None) -> None:
        super().__init__(tile=tile, by=by, number=number)


class ConnectionUnexpected(RuleBroken):
    """The lead of a round was joined to something."""

    code, rule = "connection-unexpected", "SR-5"

    def __init__(self, tile: Tile, at: Connection) -> None:
        super().__init__(tile=tile, at=at)


class ConnectionMissing(RuleBroken):
    """It was not said where the tile is joined. `possible` lists where it could be."""

    code, rule = "connection-missing", "SR-5"

    def __init__(self, tile: Tile, possible: tuple[Connection, ...]) -> None:
        super().__init__(tile=tile, possible=possible)


class NotOnTable(RuleBroken):
    """The tile to join to has not been placed in this round."""

    code, rule = "not-on-table", "SR-5"

    def __init__(self, tile: Tile, at: Connection, possible: tuple[Connection, ...]) -> None:
        super().__init__(tile=tile, at=at, possible=possible)


class NoSuchPort(RuleBroken):
    """The tile to join to has no such port; for an arm that is since it is not the spinner."""

    code, rule = "no-such-port", "SR-5"

    def __init__(self, tile: Tile, at: Connection, spinner: Tile | None) -> None:
        super().__init__(tile=tile, at=at, spinner=spinner)
        if at.port.is_arm:
            self.rule = "SR-7"


class ConnectionTaken(RuleBroken):
    """Something is joined there already."""

    code, rule = "connection-taken", "SR-5"

    def __init__(self, tile: Tile, at: Connection, possible: tuple[Connection, ...]) -> None:
        super().__init__(tile=tile, at=at, possible=possible)


class ArmClosed(RuleBroken):
    """A side arm was started before both line sides were filled. `missing` are those still open."""

    code, rule = "arm-closed", "SR-8"

    def __init__(self, tile: Tile, at: Connection, missing: tuple[Connection, ...]) -> None:
        super().__init__(tile=tile, at=at, missing=missing)


class PipsDiffer(RuleBroken):
    """Neither half of the tile matches the connection. `pips` are those of all open ends."""

    code, rule = "pips-differ", "SR-5"

    def __init__(self, tile: Tile, at: Connection, pips: tuple[int, ...]) -> None:
        super().__init__(tile=tile, at=at, pips=pips)


class CountedEnd(NamedTuple):
    """An end that counts: `which` is `low`, `high` or `double`, `value` what it adds (SR-9)."""

    tile: Tile
    which: str
    value: int


class Layout(NamedTuple):
    """The tiles laid so far in a round.

    `tiles` is the set of them as bits, `open` the open connections in no particular order,
    `end_sum` the sum of the counted ends in pips (0 to 36, 0 before the lead) and `spinner` the
    first double, if there is one.
    """

    tiles: int = 0
    open: tuple[Connection, ...] = ()
    end_sum: int = 0
    spinner: Tile | None = None

    def place(self, tile: Tile, at: Connection | None = None) -> Layout:
        """The layout after `tile` is joined to `at`; the lead of a round is joined to nothing.

        Raises TileAlreadyPlaced, ConnectionUnexpected, ConnectionMissing, NotOnTable, NoSuchPort,
        ConnectionTaken, ArmClosed or PipsDiffer, checked in this order (SR-5 to SR-8).
        """
        tiles, open_, end_sum, spinner = self
        if tiles & tile.bit:
            raise TileAlreadyPlaced(tile)
        if at is None:
            if tiles:
                raise ConnectionMissing(tile, self.connections_for(tile))
            return _lead(tile)
        ends = list(open_)
        try:
            ends.remove(at)
        except ValueError:
            raise self._refusal(tile, at) from None
        outer = tile.outer[at.pips]
        if outer is None:
            raise PipsDiffer(tile, at, self.open_pips)

        ends.append(outer)
        end_sum += outer.contribution
        if not at.tile.is_double:
            end_sum -= at.contribution
        elif not at.port.is_arm and at.opposite not in ends:
            # Both line sides are filled: the double is interior, and a spinner opens its arms.
            end_sum -= at.contribution
            if at.tile is spinner:
                ends += (at.tile.connections[Port.ARM_A], at.tile.connections[Port.ARM_B])
        if spinner is None and tile.is_double:
            spinner = tile
        return _new(Layout, (tiles | tile.bit, tuple(ends), end_sum, spinner))

    def _refusal(self, tile: Tile, at: Connection) -> RuleBroken:
        """Why nothing can be joined to `at`, which is no open connection."""
        if not self.tiles:
            return ConnectionUnexpected(tile, at)
        if not self.has(at.tile):
            return NotOnTable(tile, at, self.connections_for(tile))
        if at.port not in at.tile.connections or (at.port.is_arm and at.tile is not self.spinner):
            return NoSuchPort(tile, at, self.spinner)
        lines = (at.tile.connections.get(Port.LINE_A), at.tile.connections.get(Port.LINE_B))
        missing = tuple(line for line in lines if line in self.open and line is not None)
        if at.port.is_arm and missing:
            return ArmClosed(tile, at, missing)
        return ConnectionTaken(tile, at, self.connections_for(tile))

    def has(self, tile: Tile) -> bool:
        """Whether the tile lies on the table."""
        return bool(self.tiles & tile.bit)

    @property
    def points(self) -> int:
        """The points that the placement which led to this layout scores (SR-10)."""
        return points(self.end_sum)

    @property
    def unplaced(self) -> int:
        """The tiles not yet placed in this round, as bits."""
        return ALL_TILES & ~self.tiles

    @property
    def fitting(self) -> int:
        """The unplaced tiles that fit an open connection, as bits; before the lead all 28."""
        if not self.tiles:
            return ALL_TILES
        matching = 0
        for connection in self.open:
            matching |= connection.matching
        return matching & ~self.tiles

    def fits(self, tile: Tile) -> bool:
        """Whether the tile can be placed now."""
        return bool(self.fitting & tile.bit)

    def connections_for(self, tile: Tile) -> tuple[Connection, ...]:
        """The open connections where the tile may be joined, sorted; none before the lead."""
        if self.has(tile):
            return ()
        return tuple(sorted(at for at in self.open if tile.outer[at.pips] is not None))

    def distinct_connections(self, tile: Tile) -> tuple[Connection, ...]:
        """The same with equal ones merged: of two that give the same game only port A is named.

        Equal are the two unused arms of the spinner, and the two line sides of a double that lies
        alone.
        """
        return tuple(
            at
            for at in self.connections_for(tile)
            if at.port not in (Port.LINE_B, Port.ARM_B) or at.opposite not in self.open
        )

    def legal_placements(self, hand: int) -> list[tuple[Tile, Connection]]:
        """Every way to place a tile of `hand`, a set of unplaced tiles as bits, after the lead."""
        return [
            (tile, at)
            for at in self.open
            if (matching := hand & at.matching)
            for tile in tiles_of(matching)
        ]

    @property
    def open_connections(self) -> tuple[Connection, ...]:
        """Where a tile may be joined next, sorted by tile, then port."""
        return tuple(sorted(self.open))

    @property
    def open_pips(self) -> tuple[int, ...]:
        """The pips that the open connections ask for, each once, ascending."""
        return tuple(sorted({connection.pips for connection in self.open}))

    @property
    def counted_ends(self) -> tuple[CountedEnd, ...]:
        """What adds to the end sum, sorted by tile, then `which` (SR-9).

        A double counts once, although both its line sides are open while it lies alone; an unused
        arm is an open connection, but no counted end.
        """
        ends = {
            CountedEnd(at.tile, "double" if at.tile.is_double else at.port.value, at.contribution)
            for at in self.open
            if not at.port.is_arm
        }
        return tuple(sorted(ends, key=lambda end: (end.tile, end.which)))


_new: Final = tuple.__new__
# Half the time of the constructor that NamedTuple makes, where every placement needs it.

EMPTY: Final = Layout()
"""The layout before the lead of a round."""


def _lead(tile: Tile) -> Layout:
    """The layout of a single tile: both its halves count, a double's once (SR-9)."""
    first, second, *_ = tile.connections.values()
    return Layout(tile.bit, (first, second), tile.pips, tile if tile.is_double else None)
