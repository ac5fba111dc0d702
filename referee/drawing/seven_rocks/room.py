"""Step 4: of several ways to lay a tile, take the first that traps no end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.drawing.seven_rocks.plane import End, Plane
from referee.drawing.seven_rocks.rectangle import Rectangle
from referee.drawing.seven_rocks.ways import WAYS, Kind

SET = 28
"""Tiles of the double-six set."""

MARGIN = 6
"""g of empty plane round the bbox: wide enough for the start after any way."""

CLEAR = 2
"""g between a wide square and any tile or badge square: room for a double and the gap."""

SQUARES_A_TILE = 6
"""Wide squares that an end should reach for each tile not yet laid."""

# Scores are counted in tenths of a wide square, so that they are whole numbers.
TENTHS = 10
NO_DOUBLE = 3
"""Tenths of a full score that an end can have at most when no double can follow."""


def roomiest(planes: Sequence[Plane]) -> Plane:
    """The first plane in which every end has all the room that the round may still need.

    Otherwise the one whose worst end has most, the first of equals. There must be at least one.
    """
    best, most = planes[0], -1
    left = SET - len(best.tiles)
    if left == 0 or len(planes) == 1:
        return best
    for plane in planes:
        room = Room(plane, left)
        worst = room.full
        for end in plane.ends:
            worst = min(worst, room.score(end))
            if worst <= most:
                break
        if worst == room.full:
            return plane
        if worst > most:
            best, most = plane, worst
    return best


class Room:
    """The wide squares round the tiles of a plane, as one int: a bit for the corner of each.

    A row of bits for each y, with a 0 bit between rows that keeps a flood from running over.
    """

    def __init__(self, plane: Plane, left: int) -> None:
        """`left` is how many tiles of the set are not yet laid."""
        self.plane = plane
        self.full = SQUARES_A_TILE * TENTHS * left
        bbox = plane.bbox
        self._x = bbox.x0 - MARGIN
        self._y = bbox.y0 - MARGIN
        columns = bbox.width + 2 * MARGIN - 1
        rows = bbox.height + 2 * MARGIN - 1
        self._stride = columns + 1
        row = (1 << columns) - 1
        everything = row * _column(rows, self._stride)
        # A square meets an obstacle grown by CLEAR from 3 g before it to 1 g before its far edge.
        before = CLEAR + 1
        taken = 0
        for x0, y0, x1, y1 in (*plane.tiles, *plane.badges):
            bits = (1 << (x1 - x0 + before + CLEAR)) - 1
            taken |= (bits * _column(y1 - y0 + before + CLEAR, self._stride)) << (
                (x0 - before - self._x) + (y0 - before - self._y) * self._stride
            )
        self._wide = everything & ~taken
        rim = row | row << (self._stride * (rows - 1))
        rim |= (1 | 1 << (columns - 1)) * _column(rows, self._stride)
        self._outside = self._flood(rim)

    def score(self, end: End) -> int:
        """How much room the end has: 0 for none, `full` for enough, at most 0.3 without a double.

        An end's starts are the badge squares that each ordinary tile legal here would leave.
        """
        score = self._reach(end)
        if end.kind is Kind.HALF and not self._can_take_double(end):
            return min(score, self.full * NO_DOUBLE // TENTHS)
        return score

    def _reach(self, end: End) -> int:
        x, y, _, _ = end.square
        starts = 0
        for way in WAYS[end.kind, end.heading, False]:
            if self.plane.can_lie(way, end):
                start = self._bit(way.badge, x, y)
                if start & self._outside:
                    return self.full
                starts |= start
        return min(self.full, TENTHS * self._flood(starts & self._wide).bit_count())

    def _can_take_double(self, end: End) -> bool:
        return any(self.plane.can_lie(way, end) for way in WAYS[end.kind, end.heading, True])

    def _bit(self, square: Rectangle, dx: int, dy: int) -> int:
        return 1 << (square.x0 + dx - self._x + (square.y0 + dy - self._y) * self._stride)

    def _flood(self, reached: int) -> int:
        """All wide squares connected with those of `reached`."""
        wide, stride = self._wide, self._stride
        before = 0
        while reached != before:
            before = reached
            reached |= (reached << 1 | reached >> 1 | reached << stride | reached >> stride) & wide
        return reached


@lru_cache(maxsize=1024)
def _column(rows: int, stride: int) -> int:
    """The lowest bit of each of `rows` rows."""
    return sum(1 << (row * stride) for row in range(rows))
