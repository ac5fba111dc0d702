"""Placements -> the numbers that the template of the layout prints, and nothing else.

A unit of the picture is 1/20 g, so that a tile is 80 x 40 and its symbol fits as it is. The marks
follow the rules: a number where an end counts, a hollow dot where a connection is open and does
not count, so the numbers always add up to the end sum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from referee.drawing.seven_rocks.layout import Drawing, DrawnTile, Placement, draw
from referee.drawing.seven_rocks.rectangle import Direction, Rectangle, View
from referee.drawing.seven_rocks.table import Table
from referee.rules.seven_rocks import Connection, Layout, Tile

G: Final = 20
"""Units of a picture in one g."""

DISC: Final = 15.0
DOT: Final = 9.0
"""Radius of a counted end's disc (1.5 g across) and of a hollow dot (0.9 g)."""

SMALLER: Final = 0.72
"""How much smaller a mark is that had to move onto its tile's own half."""

NO_CHOICES: Final[Mapping[Connection, str]] = MappingProxyType({})
"""No connection is in question."""

Ghost: TypeAlias = tuple[Tile, Connection | None]
"""A tile and where it would be joined."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One tile: its middle, whether it stands upright, and how its halves are turned.

    `angle` turns both halves' pips, in degrees clockwise, from lying with the low half on the left.
    """

    tile: Tile
    x: int
    y: int
    is_upright: bool
    angle: int
    is_spinner: bool = False
    is_last: bool = False
    is_ghost: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A disc or a dot at a connection. `kind` is `counted`, `open`, `letter` or `chosen`."""

    kind: str
    connection: Connection
    x: float
    y: float
    radius: float
    text: str = ""
    size: int = 0
    """Of the text, in units."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One drawing of the layout; `shape` is the box it is for: `wide` (16:9) or `square` (4:3)."""

    shape: str
    box: str
    """What the picture shows, as an SVG viewBox."""
    size: tuple[int, int]
    """Width and height of a frame that stays the same while the view pans and zooms."""
    view: str
    """The transform that brings what `box` shows into the middle of that frame."""
    tiles: tuple[Shape, ...]
    marks: tuple[Mark, ...]


def picture(
    shape: str,
    table: Table,
    placed: Sequence[Placement],
    layout: Layout,
    *,
    scale: float = 1.0,
    ghost: Ghost | None = None,
    choices: Mapping[Connection, str] = NO_CHOICES,
    chosen: Connection | None = None,
) -> Picture:
    """The layout drawn on `table`; `layout` is the one after `placed`.

    With a `ghost` it is drawn as it would be with that tile placed, numbers included. `choices`
    puts a letter on each connection in question, `chosen` is the one picked of them; `scale` is
    the size of the marks.
    """
    before = draw(table, placed)
    after = before
    if ghost is not None:
        after = before.place(*ghost)
        layout = layout.place(*ghost)
    last = len(placed) - 1
    shapes = tuple(
        _shape(
            drawn,
            is_spinner=drawn.tile is layout.spinner,
            is_last=number == last and ghost is None,
            is_ghost=number > last,
        )
        for number, drawn in enumerate(after.tiles)
    )
    box = " ".join(f"{length * G:g}" for length in after.view.framed)
    size = ((table.width + 2) * G, (table.height + 2) * G)
    marks = _marks(after, layout, scale, choices, chosen)
    if chosen is not None and chosen in choices and ghost is not None:
        marks = (*marks, _letter(before, chosen, scale, choices, chosen))
    # From the upper tiles to the lower ones, so that each lies on the edge of the one above.
    tiles = tuple(sorted(shapes, key=lambda each: (each.y, each.x)))
    return Picture(shape, box, size, _transform(after.view.framed, size), tiles, marks)


def _transform(view: View, size: tuple[int, int]) -> str:
    """Always a translation and a scale, so that one view can glide into the next."""
    width, height = size
    scale = min(width / (view.width * G), height / (view.height * G))
    x = width / 2 - scale * (view.x + view.width / 2) * G
    y = height / 2 - scale * (view.y + view.height / 2) * G
    return f"translate({x:.6g} {y:.6g}) scale({scale:.6g})"


def _shape(drawn: DrawnTile, *, is_spinner: bool, is_last: bool, is_ghost: bool) -> Shape:
    x, y = _middle(drawn.rectangle)
    quarters = drawn.low_points.value - Direction.LEFT.value
    return Shape(
        drawn.tile,
        int(x),
        int(y),
        drawn.rectangle.height > drawn.rectangle.width,
        quarters % 4 * 90,
        is_spinner,
        is_last,
        is_ghost,
    )


def _marks(
    drawing: Drawing,
    layout: Layout,
    scale: float,
    choices: Mapping[Connection, str],
    chosen: Connection | None,
) -> tuple[Mark, ...]:
    marks = []
    shown_doubles: set[Tile] = set()
    for at in layout.open_connections:
        if at in choices:
            marks.append(_letter(drawing, at, scale, choices, chosen))
            shown_doubles.add(at.tile)
            continue
        # A lone double is one counted end with two open sides: its value stands there once.
        is_counted = not at.port.is_arm and at.tile not in shown_doubles
        if at.tile.is_double and is_counted:
            shown_doubles.add(at.tile)
        x, y, size = _place(drawing, at, scale)
        if is_counted:
            text = str(at.contribution)
            marks.append(Mark("counted", at, x, y, round(DISC * size, 1), text, _size(text, size)))
        else:
            marks.append(Mark("open", at, x, y, round(DOT * size, 1)))
    return tuple(marks)


def _letter(
    drawing: Drawing,
    at: Connection,
    scale: float,
    choices: Mapping[Connection, str],
    chosen: Connection | None,
) -> Mark:
    x, y, size = _place(drawing, at, scale)
    kind = "chosen" if at is chosen else "letter"
    return Mark(kind, at, x, y, round(DISC * size, 1), choices[at], _size(choices[at], size))


def _size(text: str, scale: float) -> int:
    """The size of a text that fits into its disc, in units."""
    return round((20 if len(text) == 1 else 17) * scale)


def _place(drawing: Drawing, at: Connection, scale: float) -> tuple[float, float, float]:
    """The middle of a connection's mark, and how large it is drawn."""
    badge = drawing.badge(at)
    x, y = _middle(badge.square)
    return x, y, SMALLER if badge.is_shrunk else scale


def _middle(rectangle: Rectangle) -> tuple[float, float]:
    return (rectangle.x0 + rectangle.x1) * G / 2, (rectangle.y0 + rectangle.y1) * G / 2
