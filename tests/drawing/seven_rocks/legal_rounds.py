"""Legal rounds of Seven Rocks for the tests of their drawing: random deals, players with a plan."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from referee.rules.seven_rocks.tile import TILES, Connection, Port, Tile


class Placed(NamedTuple):
    """One placement."""

    tile: Tile
    at: Connection | None


# What the players would rather extend: (branch, tiles laid so far) -> whether it pleases them.
# A branch is one side of the lead (`first`, `second`) or one side arm.
PLANS: dict[str, Callable[[str, int], bool]] = {
    "at random": lambda branch, laid: True,
    "all on one end": lambda branch, laid: branch == "first",
    "both ends": lambda branch, laid: branch in ("first", "second"),
    "one arm": lambda branch, laid: branch == "arm-a",
    "both arms": lambda branch, laid: branch in ("arm-a", "arm-b"),
    "switching": lambda branch, laid: (
        branch == ("first", "arm-a", "second", "arm-b")[laid // 4 % 4]
    ),
}
WHEN_DOUBLES = {"any": 0, "early": -1, "late": 1}


def legal_round(plan: str, doubles: str, seed: int, hands: int = 4) -> list[Placed]:
    """A whole round of `hands` players among whom the set is dealt out, blocked or not."""
    chance = random.Random(seed)
    tiles = list(TILES)
    chance.shuffle(tiles)
    held = [tiles[player::hands] for player in range(hands)]
    table = _Table()
    player = passes = 0
    while passes < hands and all(held):
        ways = [(tile, at) for tile in held[player] for at in table.where(tile)]
        passes = 0 if ways else passes + 1
        if ways:
            ranked = [
                (
                    tile.is_double * WHEN_DOUBLES[doubles],
                    not PLANS[plan](table.branch(at), len(table.placed)),
                    chance.random(),
                    (tile, at),
                )
                for tile, at in ways
            ]
            tile, at = min(ranked)[-1]
            table.place(tile, at)
            held[player].remove(tile)
        player = (player + 1) % hands
    return table.placed


def bare_sequence(seed: int) -> list[Placed]:
    """Up to 28 tiles laid anywhere, matching or not, but no double on a double."""
    chance = random.Random(seed)
    tiles = list(TILES)
    chance.shuffle(tiles)
    table = _Table()
    for tile in tiles:
        where = [at for at in table.open if not (tile.is_double and at.tile.is_double)]
        if where or not table.placed:
            table.place(tile, chance.choice(where) if where else None)
    return table.placed


def written(text: str) -> list[Placed]:
    """The placements written `5|5; 0|5 at 5|5.line-a; ...`."""
    placed = []
    for words in text.split(";"):
        tile, _, at = words.strip().partition(" at ")
        joined, _, port = at.partition(".")
        connection = Tile.parse(joined).connections[Port(port)] if at else None
        placed.append(Placed(Tile.parse(tile), connection))
    return placed


class _Table:
    """What lies on the table and where a tile may be joined: just enough of the rules."""

    def __init__(self) -> None:
        self.placed: list[Placed] = []
        self.open: list[Connection] = []
        self._branches: dict[Connection, str] = {}
        self._spinner: Tile | None = None

    def where(self, tile: Tile) -> list[Connection | None]:
        if not self.placed:
            return [None]
        return [at for at in self.open if tile.has(at.pips)]

    def branch(self, at: Connection | None) -> str:
        return "first" if at is None else self._branches[at]

    def place(self, tile: Tile, at: Connection | None) -> None:
        low, high = (Port.LINE_A, Port.LINE_B) if tile.is_double else (Port.LOW, Port.HIGH)
        if at is None:
            self._opens(tile.connections[low], "first")
            self._opens(tile.connections[high], "second")
        else:
            self.open.remove(at)
            outer = low if tile.high == at.pips and not tile.is_double else high
            self._opens(tile.connections[outer], self._branches[at])
        if self._spinner is None and tile.is_double:
            self._spinner = tile
        self._open_arms(self._spinner)
        self.placed.append(Placed(tile, at))

    def _open_arms(self, spinner: Tile | None) -> None:
        if spinner is None or spinner.connections[Port.ARM_A] in self._branches:
            return
        if not any(at.tile is spinner for at in self.open):
            for port in (Port.ARM_A, Port.ARM_B):
                self._opens(spinner.connections[port], port.value)

    def _opens(self, connection: Connection, branch: str) -> None:
        self.open.append(connection)
        self._branches[connection] = branch
