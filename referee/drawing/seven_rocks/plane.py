"""Steps 1 to 3 and 5: the tiles on the unbounded plane, and the legal ways to lay one more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.drawing.seven_rocks.rectangle import Direction, Rectangle, View, square
from referee.drawing.seven_rocks.table import Table
from referee.drawing.seven_rocks.ways import WAYS, Kind, Way, ahead, arms_of
from referee.rules.seven_rocks.tile import Connection, Port, Tile

RUN = 10
"""What 1 g of free run is worth, in hundredths of cost."""

SHORT_RUN, SHORT_RUN_COST = 4, 150
"""A run shorter than this (g) costs extra (hundredths)."""

LEFT_COST = 100
"""First bends to the right make a pinwheel: every connection gets its own quarter."""

ZOOM_COST = 42_000
"""For a bbox twice the table's size, in hundredths."""

CORRIDOR, WIDE_CORRIDOR = 2, 10
"""g kept free beside a lane: room for a double; room for a late spinner's arms."""


class End(NamedTuple):
    """A connection as it is drawn: where the next tile would be joined."""

    connection: Connection
    tile: Rectangle
    """Where its tile lies."""
    square: Rectangle
    """The outer half, the centre square of a double, or the spinner's half at an arm."""
    heading: Direction
    kind: Kind
    is_bent: bool
    """A turn lies between the lead or the spinner and here."""
    badge: Rectangle
    """The 2x2 square straight ahead."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The tiles of one round where they lie, on a lying table. Tiles never move in it."""

    table: Table
    tiles: tuple[Rectangle, ...]
    headings: tuple[Direction, ...]
    """For each tile, where its outer end went; a double lies across it."""
    ends: tuple[End, ...]
    """All connections; those of the spinner's arms from the moment it lies."""
    badges: tuple[Rectangle, ...]
    """The badge squares of `ends`."""
    has_spinner: bool
    extent: Rectangle
    """All tiles."""
    bbox: Rectangle
    """All tiles and all badge squares."""
    view: View

    @staticmethod
    def lead(table: Table, tile: Tile) -> Plane:
        """A round's first tile: an ordinary one along x with its low half left, a double across."""
        if tile.is_double:
            lies = Rectangle(-1, -2, 1, 2)
            centre = square(-1, -1)
            ends = (
                _end(tile, Port.LINE_A, lies, centre, Direction.LEFT, Kind.LINE),
                *_spinner_ends(tile, lies, centre, Direction.RIGHT, is_bent=False),
            )
        else:
            lies = Rectangle(-2, -1, 2, 1)
            ends = (
                _end(tile, Port.LOW, lies, square(-2, -1), Direction.LEFT, Kind.HALF),
                _end(tile, Port.HIGH, lies, square(0, -1), Direction.RIGHT, Kind.HALF),
            )
        badges = tuple(end.badge for end in ends)
        bbox = lies.with_all(badges)
        view = View.round_origin(table.width, table.height).showing(bbox)
        return Plane(
            table, (lies,), (Direction.RIGHT,), ends, badges, tile.is_double, lies, bbox, view
        )

    def successors(self, tile: Tile, at: Connection) -> list[Plane]:
        """The planes with `tile` legally laid at `at`, the easiest to read first; maybe none.

        The view is still the old one: only what is chosen is `shown`.
        """
        end = self.end(at)
        ways = WAYS[end.kind, end.heading, tile.is_double]
        legal = [way for way in ways if self.can_lie(way, end)] or [
            way for way in ways if self.can_lie(way, end, heeds_badges=False)
        ]
        laid = [(self._with(tile, end, way), way) for way in legal]
        laid.sort(key=lambda one: (one[0]._cost(one[1], end), one[0].tiles[-1]))
        return [plane for plane, _ in laid]

    def straight(self, tile: Tile, at: Connection) -> Plane:
        """The plane with `tile` laid straight on, whatever lies there."""
        end = self.end(at)
        return self._with(tile, end, WAYS[end.kind, end.heading, tile.is_double][0])

    def shown(self) -> Plane:
        """The same plane, its view grown and shifted to show it all (step 5)."""
        return replace(self, view=self.view.showing(self.bbox))

    def end(self, at: Connection) -> End:
        """Where the connection `at` is drawn; it must be open, or an arm of the spinner."""
        for end in self.ends:
            if end.connection is at:
                return end
        raise AssertionError(at)

    def can_lie(self, way: Way, end: End, *, heeds_badges: bool = True) -> bool:
        """Step 2: whether a tile laid this way keeps its distance from all but its neighbour.

        Without `heeds_badges` it may cover the place of another connection's badge.
        """
        x, y, _, _ = end.square
        if not _is_clear(way.around, x, y, self.tiles, end.tile):
            return False
        if not heeds_badges:
            return True
        if not _is_clear(way.around, x, y, self.badges, end.badge):
            return False
        return self.has_spinner or all(
            _is_clear(arm, x, y, self.tiles, None) and _is_clear(arm, x, y, self.badges, end.badge)
            for arm in way.around_arms
        )

    def _with(self, tile: Tile, end: End, way: Way) -> Plane:
        """The plane with `tile` laid at `end`, not yet shown."""
        x, y, _, _ = end.square
        lies = way.tile.moved(x, y)
        reached = way.end.moved(x, y)
        is_bent = end.is_bent or way.turn != 0
        new: tuple[End, ...]
        if not tile.is_double:
            outer = Port.LOW if tile.high == end.connection.pips else Port.HIGH
            new = (_end(tile, outer, lies, reached, way.heading, Kind.HALF, is_bent=is_bent),)
        elif self.has_spinner:
            new = (
                _end(tile, Port.LINE_B, lies, reached, way.heading, Kind.DOUBLE, is_bent=is_bent),
            )
        else:
            new = _spinner_ends(tile, lies, reached, way.heading, is_bent=is_bent)
        ends = (*(other for other in self.ends if other is not end), *new)
        badges = tuple([one.badge for one in ends])
        extent = self.extent.with_all((lies,))
        return Plane(
            self.table,
            (*self.tiles, lies),
            (*self.headings, way.heading),
            ends,
            badges,
            self.has_spinner or tile.is_double,
            extent,
            extent.with_all(badges),
            self.view,
        )

    def _cost(self, way: Way, at: End) -> int:
        """Step 3: how hard the last tile, laid this way, is to read, in hundredths."""
        run = self._run(way.heading, way.end.moved(at.square.x0, at.square.y0))
        table, bbox = self.table, self.bbox
        return (
            way.cost
            - RUN * run
            + (SHORT_RUN_COST if run < SHORT_RUN else 0)
            + (LEFT_COST if way.turn < 0 and not at.is_bent else 0)
            + max(
                0,
                ZOOM_COST * (bbox.width - table.width) // table.width,
                ZOOM_COST * (bbox.height - table.height) // table.height,
            )
        )

    def _run(self, heading: Direction, reached: Rectangle) -> int:
        """The free length in g ahead of the new end: to 1 g before a tile, or to the table's edge.

        The table floats: it reaches as far as bbox would still fit on it.
        """
        beside = CORRIDOR if self.has_spinner else WIDE_CORRIDOR
        along, across = (0, 1) if heading.is_horizontal else (1, 0)
        left, right = reached[across] - beside, reached[across + 2] + beside
        lane = [t for t in self.tiles if t[across] < right and t[across + 2] > left]
        low, high = self.bbox[along], self.bbox[along + 2]
        length = max(high - low, self.table.width if along == 0 else self.table.height)
        if heading in (Direction.RIGHT, Direction.DOWN):
            front = reached[along + 2]
            free = [t[along] - 1 - front for t in lane if t[along + 2] > front]
            free.append(low + length - front)
        else:
            front = reached[along]
            free = [front - 1 - t[along + 2] for t in lane if t[along] < front]
            free.append(front - (high - length))
        return max(0, min(free))


def _end(
    tile: Tile,
    port: Port,
    lies: Rectangle,
    at: Rectangle,
    heading: Direction,
    kind: Kind,
    *,
    is_bent: bool = False,
) -> End:
    return End(tile.connections[port], lies, at, heading, kind, is_bent, ahead(at, heading))


def _spinner_ends(
    tile: Tile, lies: Rectangle, centre: Rectangle, heading: Direction, *, is_bent: bool
) -> tuple[End, ...]:
    """Line side B of a spinner and both of its arms, which start unbent."""
    arm_a, arm_b = arms_of(centre, heading)
    return (
        _end(tile, Port.LINE_B, lies, centre, heading, Kind.LINE, is_bent=is_bent),
        _end(tile, Port.ARM_A, lies, arm_a, heading.turned(-1), Kind.ARM),
        _end(tile, Port.ARM_B, lies, arm_b, heading.turned(1), Kind.ARM),
    )


def _is_clear(
    area: Rectangle, dx: int, dy: int, others: Iterable[Rectangle], own: Rectangle | None
) -> bool:
    """Whether `area`, moved by (dx, dy), meets none of the others but `own`."""
    x0, y0, x1, y1 = area
    x0 += dx
    x1 += dx
    y0 += dy
    y1 += dy
    for other in others:
        a0, b0, a1, b1 = other
        if a0 < x1 and x0 < a1 and b0 < y1 and y0 < b1 and other is not own:
            return False
    return True
