"""Drawn rounds as plain numbers, for a check from outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypedDict

from referee.drawing.seven_rocks.layout import Drawing, Placement
from referee.drawing.seven_rocks.rectangle import Rectangle
from referee.drawing.seven_rocks.table import Table


class Box(TypedDict):
    """A rectangle by its upper left corner and its size, in g."""

    x: int
    y: int
    w: int
    h: int


class JoinedTile(Box):
    """A tile as written, where it lies, and the tiles joined to it."""

    tile: str
    joined: list[str]


class GeometryLine(TypedDict):
    """All that is drawn after one placement."""

    tiles: list[JoinedTile]
    badges: list[Box]


def geometry_lines(table: Table, rounds: Iterable[Iterable[Placement]]) -> Iterator[GeometryLine]:
    """What is drawn after each placement of each round, one value a placement.

    Tiles touch exactly, as the hairline between them is a matter of drawing. A badge that shrank
    onto its tile is left out, since it lies within that tile.
    """
    for placements in rounds:
        drawing = Drawing(table)
        for placement in placements:
            drawing = drawing.place(placement.tile, placement.at)
            yield geometry_line(drawing)


def geometry_line(drawing: Drawing) -> GeometryLine:
    """What this drawing shows."""
    joined: dict[str, list[str]] = {str(drawn.tile): [] for drawn in drawing.tiles}
    for drawn in drawing.tiles:
        if drawn.at is not None:
            joined[str(drawn.tile)].append(str(drawn.at.tile))
            joined[str(drawn.at.tile)].append(str(drawn.tile))
    return {
        "tiles": [
            {"tile": str(drawn.tile), **_box(drawn.rectangle), "joined": joined[str(drawn.tile)]}
            for drawn in drawing.tiles
        ],
        "badges": [_box(badge.square) for badge in drawing.badges if not badge.is_shrunk],
    }


def _box(rectangle: Rectangle) -> Box:
    x0, y0, x1, y1 = rectangle
    return {"x": x0, "y": y0, "w": x1 - x0, "h": y1 - y0}
