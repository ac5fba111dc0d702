"""Where each tile of a Seven Rocks round is drawn: a pure function of table and placements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from referee.drawing.seven_rocks.plane import Plane
from referee.drawing.seven_rocks.rectangle import Direction, Rectangle, View
from referee.drawing.seven_rocks.room import roomiest
from referee.drawing.seven_rocks.table import Table
from referee.rules.seven_rocks.tile import Connection, Tile

ENLARGEMENTS = 11
"""How often the table may be enlarged before a round is laid in straight lines."""


class Placement(Protocol):
    """A tile laid in a round: anything that knows its tile and where it was joined."""

    @property
    def tile(self) -> Tile:
        """The tile."""

    @property
    def at(self) -> Connection | None:
        """What it was joined to; None for the lead of the round."""


class Step(NamedTuple):
    """A placement, reduced to what is drawn."""

    tile: Tile
    at: Connection | None


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile where it is drawn."""

    tile: Tile
    at: Connection | None
    """What it is joined to; None for the lead."""
    rectangle: Rectangle
    low_points: Direction
    """Which way its low half lies from its middle; of a double, one of the two ways it runs."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The place of a connection's mark."""

    connection: Connection
    square: Rectangle
    """2x2 g: straight ahead of the tile, or on the tile if it had to shrink."""
    is_shrunk: bool
    """There is no room ahead, so it is drawn smaller on the tile's own half."""


@dataclass(frozen=True)
class Drawing:
    """A round as it is drawn so far. Legal placements are taken for granted."""

    table: Table
    """The table that the round was begun on, as the screen is held."""
    placements: tuple[Step, ...] = ()
    enlargement: int = 0
    """How often the table was enlarged because the round had to be laid again; seldom not 0."""
    is_straight: bool = False
    """No table was large enough, so that everything lies in straight lines."""
    _plane: Plane | None = None
    """On the lying table, before x and y are swapped for a turned one; None before the lead."""

    def place(self, tile: Tile, at: Connection | None) -> Drawing:
        """The drawing with one more tile.

        Every other tile stays where it is, unless nothing was legal on this table: then the whole
        round is laid again on a larger one, and `enlargement` or `is_straight` differs.
        """
        step = Step(tile, at)
        placements = (*self.placements, step)
        if self.is_straight:
            plane = _laid_straight(self._plane, self.table.lying, step)
            return Drawing(self.table, placements, 0, is_straight=True, _plane=plane)
        table = self.table.lying.enlarged(self.enlargement)
        laid = _laid(self._plane, table, step)
        if laid is not None:
            return Drawing(self.table, placements, self.enlargement, _plane=laid)
        return _laid_again(self.table, placements, self.enlargement + 1)

    def ghost(self, tile: Tile, at: Connection | None) -> DrawnTile:
        """The tile where it would lie, before it is placed.

        If `place` would lay the round again, that is where it would lie then.
        """
        return self.place(tile, at).tiles[-1]

    @cached_property
    def tiles(self) -> tuple[DrawnTile, ...]:
        """The tiles in the order of their placement."""
        if self._plane is None:
            return ()
        return tuple(
            self._drawn(step, lies, heading)
            for step, lies, heading in zip(
                self.placements, self._plane.tiles, self._plane.headings, strict=True
            )
        )

    @cached_property
    def badges(self) -> tuple[Badge, ...]:
        """The places of all marks: of every connection not joined, the oldest first.

        The spinner's arms have theirs from the moment it lies, though they open later (SR-8).
        """
        if self._plane is None:
            return ()
        taken = list(self._plane.tiles)
        badges = []
        # The oldest connections first: of two that want the same place, the newer one shrinks.
        for end in self._plane.ends:
            is_shrunk = any(end.badge.meets(other) for other in taken)
            if not is_shrunk:
                taken.append(end.badge)
            square = end.square if is_shrunk else end.badge
            badges.append(Badge(end.connection, self._on_screen(square), is_shrunk))
        return tuple(badges)

    def badge(self, connection: Connection) -> Badge:
        """The place of this connection's mark; it must not be joined to anything yet."""
        return next(badge for badge in self.badges if badge.connection is connection)

    @property
    def view(self) -> View:
        """What the screen shows, without the 1 g all round: at least the table, and all of bbox."""
        if self._plane is None:
            return View.round_origin(self.table.width, self.table.height)
        return self._plane.view.swapped if self.table.is_turned else self._plane.view

    @property
    def bbox(self) -> Rectangle:
        """The smallest rectangle round all tiles and all places of marks; empty before the lead."""
        if self._plane is None:
            return Rectangle(0, 0, 0, 0)
        return self._on_screen(self._plane.bbox)

    def _drawn(self, step: Step, lies: Rectangle, heading: Direction) -> DrawnTile:
        if step.tile.is_double:
            low_points = heading.turned(-1)
        elif step.at is not None and step.at.pips == step.tile.high:
            low_points = heading
        else:
            low_points = heading.opposite
        if self.table.is_turned:
            low_points = low_points.swapped
        return DrawnTile(step.tile, step.at, self._on_screen(lies), low_points)

    def _on_screen(self, rectangle: Rectangle) -> Rectangle:
        return rectangle.swapped if self.table.is_turned else rectangle


def draw(table: Table, placements: Iterable[Placement]) -> Drawing:
    """The drawing of a round, of which `placements` are the first so many.

    Remembers what it drew last, so that one more placement costs one more step.
    """
    return _draw(table, tuple(Step(placement.tile, placement.at) for placement in placements))


@lru_cache(maxsize=2048)
def _draw(table: Table, placements: tuple[Step, ...]) -> Drawing:
    if not placements:
        return Drawing(table)
    return _draw(table, placements[:-1]).place(*placements[-1])


def _laid_again(table: Table, placements: tuple[Step, ...], enlargement: int) -> Drawing:
    """Step 6: the whole round on the first larger table that takes it, or in straight lines."""
    for times in range(enlargement, ENLARGEMENTS + 1):
        larger = table.lying.enlarged(times)
        plane = None
        for step in placements:
            plane = _laid(plane, larger, step)
            if plane is None:
                break
        else:
            return Drawing(table, placements, times, _plane=plane)
    plane = None
    for step in placements:
        plane = _laid_straight(plane, table.lying, step)
    return Drawing(table, placements, 0, is_straight=True, _plane=plane)


def _laid(plane: Plane | None, table: Table, step: Step) -> Plane | None:
    """The plane after this step, or None if nothing is legal."""
    if plane is None:
        return Plane.lead(table, step.tile)
    assert step.at is not None, step
    planes = plane.successors(step.tile, step.at)
    return roomiest(planes).shown() if planes else None


def _laid_straight(plane: Plane | None, table: Table, step: Step) -> Plane:
    """The plane after this step in straight lines, which can't fail."""
    if plane is None:
        return Plane.lead(table, step.tile)
    assert step.at is not None, step
    return plane.straight(step.tile, step.at).shown()
