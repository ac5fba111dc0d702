"""Directions, rectangles and the view, in g: half the short side of a tile. x right, y down."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Direction(Enum):
    """One of the four ways a line can run; its value counts quarter turns clockwise."""

    RIGHT = 0
    DOWN = 1
    LEFT = 2
    UP = 3

    @property
    def dx(self) -> int:
        """One step along x: -1, 0 or 1."""
        return (1, 0, -1, 0)[self.value]

    @property
    def dy(self) -> int:
        """One step along y: -1, 0 or 1."""
        return (0, 1, 0, -1)[self.value]

    @property
    def is_horizontal(self) -> bool:
        """Along x."""
        return self in (Direction.RIGHT, Direction.LEFT)

    @property
    def opposite(self) -> Direction:
        """Straight back."""
        return self.turned(2)

    def turned(self, quarters: int) -> Direction:
        """Turned clockwise by `quarters`; negative is anticlockwise, to the left."""
        return _DIRECTIONS[(self.value + quarters) % 4]

    @property
    def swapped(self) -> Direction:
        """The same direction once x and y are swapped."""
        return _DIRECTIONS[(1, 0, 3, 2)[self.value]]


_DIRECTIONS = tuple(Direction)


class Rectangle(NamedTuple):
    """From corner (x0, y0) to corner (x1, y1), in whole g."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def x(self) -> int:
        """The left edge."""
        return self.x0

    @property
    def y(self) -> int:
        """The upper edge."""
        return self.y0

    @property
    def width(self) -> int:
        """Along x."""
        return self.x1 - self.x0

    @property
    def height(self) -> int:
        """Along y."""
        return self.y1 - self.y0

    @property
    def swapped(self) -> Rectangle:
        """x and y swapped."""
        return Rectangle(self.y0, self.x0, self.y1, self.x1)

    def moved(self, dx: int, dy: int) -> Rectangle:
        """The same rectangle, further right and down."""
        x0, y0, x1, y1 = self
        return Rectangle(x0 + dx, y0 + dy, x1 + dx, y1 + dy)

    def grown(self, by: int) -> Rectangle:
        """Larger by `by` g on all sides."""
        x0, y0, x1, y1 = self
        return Rectangle(x0 - by, y0 - by, x1 + by, y1 + by)

    def meets(self, other: Rectangle) -> bool:
        """Whether the two share area; touching is not meeting."""
        return (
            self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1
        )

    def with_all(self, others: tuple[Rectangle, ...]) -> Rectangle:
        """The smallest rectangle round this one and the others."""
        x0, y0, x1, y1 = self
        for a0, b0, a1, b1 in others:
            # Plain comparisons: this runs for every way to lay every tile.
            if a0 < x0:
                x0 = a0
            if b0 < y0:
                y0 = b0
            if a1 > x1:
                x1 = a1
            if b1 > y1:
                y1 = b1
        return Rectangle(x0, y0, x1, y1)


def square(x: int, y: int) -> Rectangle:
    """The 2x2 g square of one half whose upper left corner is (x, y)."""
    return Rectangle(x, y, x + 2, y + 2)


class View(NamedTuple):
    """What the screen shows of the plane, in g; may have fractions."""

    x: float
    y: float
    width: float
    height: float

    @staticmethod
    def round_origin(width: int, height: int) -> View:
        """A view of that size with the origin in its centre."""
        return View(-width / 2, -height / 2, width, height)

    def showing(self, box: Rectangle) -> View:
        """This view grown and then shifted as little as possible to show all of `box`.

        It grows round its centre in its own proportions and never shrinks.
        """
        width = max(self.width, box.width, box.height * self.width / self.height)
        height = max(self.height, box.height, box.width * self.height / self.width)
        x = self.x - (width - self.width) / 2
        y = self.y - (height - self.height) / 2
        return View(
            _shifted(x, width, box.x0, box.x1), _shifted(y, height, box.y0, box.y1), width, height
        )

    @property
    def framed(self) -> View:
        """With 1 g all round: what is really drawn."""
        return View(self.x - 1, self.y - 1, self.width + 2, self.height + 2)

    @property
    def swapped(self) -> View:
        """x and y swapped."""
        return View(self.y, self.x, self.height, self.width)

    def scale(self, width: float, height: float) -> float:
        """Pixels per g when the framed view fills a mat of `width` x `height` pixels."""
        return min(width / (self.width + 2), height / (self.height + 2))


def _shifted(start: float, length: float, low: int, high: int) -> float:
    """`start` moved by the least amount that puts low..high inside start..start + length."""
    return min(max(start, high - length), low)
