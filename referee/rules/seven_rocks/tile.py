"""The double-six set: tiles, their connection points, and how both are written (RECORD.md)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import Final


class Port(Enum):
    """A place on a tile where another tile can be joined; its value is the written form."""

    LOW = "low"
    HIGH = "high"
    LINE_A = "line-a"
    LINE_B = "line-b"
    ARM_A = "arm-a"
    ARM_B = "arm-b"

    # Members are single, so identity serves; the hash of Enum is a slow call in Python.
    __hash__ = object.__hash__

    @property
    def is_arm(self) -> bool:
        """Whether this is a side arm: only the spinner has them (SR-8)."""
        return self in (Port.ARM_A, Port.ARM_B)


class Tile:
    """One tile of the double-six set.

    There are exactly 28, made once: compare them with `is` or `==`, take them from `TILES` or from
    `Tile.parse`. `low` and `high` are the pips of its halves (0 to 6), `pips` is their sum, and
    `bit` stands for the tile in a set of tiles written as bits. `connections` holds its own
    connection points; those of a double include the arms it has when it is the spinner.
    """

    __slots__ = ("_text", "bit", "connections", "high", "is_double", "low", "outer", "pips")

    low: int
    high: int
    pips: int
    is_double: bool
    bit: int
    connections: dict[Port, Connection]
    outer: tuple[Connection | None, ...]
    """By pips 0 to 6: the connection left at its outer side when it is joined to a tile that
    shows them, or None if neither half matches. A double is joined by its `line-a`."""

    def __init__(self, low: int, high: int, bit: int) -> None:
        self.low = low
        self.high = high
        self.pips = low + high
        self.is_double = low == high
        self.bit = bit
        self._text = f"{low}|{high}"
        ports = (
            (Port.LINE_A, Port.LINE_B, Port.ARM_A, Port.ARM_B)
            if self.is_double
            else (Port.LOW, Port.HIGH)
        )
        self.connections = {port: Connection(self, port) for port in ports}
        joined_by = self.joined_by
        self.outer = tuple(
            joined_by(pips).opposite if self.has(pips) else None for pips in range(7)
        )

    @staticmethod
    def parse(text: str) -> Tile:
        """The tile written `low|high` with ASCII digits, low half first.

        Raises ValueError for anything else; `4|1` is no synonym of `1|4`.
        """
        try:
            return _TILE_BY_TEXT[text]
        except KeyError:
            raise ValueError(text) from None

    def has(self, pips: int) -> bool:
        """Whether one of its halves shows `pips`."""
        return pips in (self.low, self.high)

    def joined_by(self, pips: int) -> Connection:
        """Its own connection point that is used when it is joined to a tile showing `pips`."""
        assert self.has(pips)
        if self.is_double:
            return self.connections[Port.LINE_A]
        return self.connections[Port.LOW if pips == self.low else Port.HIGH]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{self._text}>"

    def __lt__(self, other: Tile) -> bool:
        return self.bit < other.bit

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Tile.parse, (self._text,))


class Connection:
    """A connection point, `tile.port`: `1|4.low`, `5|5.arm-a`.

    Made once each. `pips` is what a tile joined here must show, `matching` the seven tiles with a
    half that shows them, as bits; `contribution` is what it adds to the end sum while it is a
    counted end: its pips, both halves for a line side of a double, nothing for an arm (SR-9).

    A text may also name a port that the tile has not, `1|4.arm-a`: such a connection point stands
    in no layout.
    """

    __slots__ = ("_text", "contribution", "matching", "pips", "port", "tile")

    tile: Tile
    port: Port
    pips: int
    contribution: int
    matching: int

    def __init__(self, tile: Tile, port: Port) -> None:
        self.tile = tile
        self.port = port
        self.pips = tile.high if port is Port.HIGH else tile.low
        if port.is_arm:
            self.contribution = 0
        else:
            self.contribution = tile.pips if tile.is_double else self.pips
        self._text = f"{tile}.{port.value}"

    @staticmethod
    def parse(text: str) -> Connection:
        """The connection point written as a tile, a full stop and one of the six ports.

        Raises ValueError for anything else, but not where the tile has no such port.
        """
        try:
            return _CONNECTION_BY_TEXT[text]
        except KeyError:
            raise ValueError(text) from None

    @property
    def opposite(self) -> Connection:
        """The connection point at the other end of the tile: low and high, A and B."""
        return self.tile.connections[_OPPOSITE[self.port]]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{self._text}>"

    def __lt__(self, other: Connection) -> bool:
        return self._text < other._text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (Connection.parse, (self._text,))


_OPPOSITE: Final = {
    Port.LOW: Port.HIGH,
    Port.HIGH: Port.LOW,
    Port.LINE_A: Port.LINE_B,
    Port.LINE_B: Port.LINE_A,
    Port.ARM_A: Port.ARM_B,
    Port.ARM_B: Port.ARM_A,
}

TILES: Final[tuple[Tile, ...]] = tuple(
    Tile(low, high, 1 << number)
    for number, (low, high) in enumerate((low, high) for low in range(7) for high in range(low, 7))
)
"""The 28 tiles, 0|0, 0|1 … 6|6."""

_TILE_BY_TEXT: Final = {str(tile): tile for tile in TILES}

_CONNECTION_BY_TEXT: Final = {
    f"{tile}.{port.value}": tile.connections.get(port) or Connection(tile, port)
    for tile in TILES
    for port in Port
}

# Sets of tiles are whole numbers with the bits of their tiles: a layout is asked on every turn
# which tiles fit, and `&` and `|` answer that without a loop.


def bits_of(tiles: Iterable[Tile]) -> int:
    """The set of `tiles` as bits."""
    bits = 0
    for tile in tiles:
        bits |= tile.bit
    return bits


@lru_cache(maxsize=4096)
def tiles_of(bits: int) -> tuple[Tile, ...]:
    """The tiles of a set, sorted."""
    return tuple(tile for tile in TILES if tile.bit & bits)


ALL_TILES: Final = bits_of(TILES)
"""The whole set as bits."""

for _connection in _CONNECTION_BY_TEXT.values():
    _connection.matching = bits_of(tile for tile in TILES if tile.has(_connection.pips))
