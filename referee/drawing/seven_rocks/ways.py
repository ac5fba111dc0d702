"""Step 1: the ways in which a tile can be joined to an end, as data."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from referee.drawing.seven_rocks.rectangle import Direction, Rectangle, square


class Kind(Enum):
    """What an end looks like; decides the ways open to it."""

    HALF = "the outer half of an ordinary tile"
    DOUBLE = "the side of a double that is not the spinner"
    LINE = "a line side of the spinner"
    ARM = "a side arm of the spinner"


class Way(NamedTuple):
    """One way to join a tile; rectangles are relative to the corner of the end's square."""

    cost: int
    """What it costs to read, in hundredths."""
    turn: int
    """Quarter turns clockwise: 0 straight on, 1 right, -1 left."""
    heading: Direction
    """Where the new end goes."""
    tile: Rectangle
    """Where the tile lies."""
    around: Rectangle
    """The tile grown by 1 g."""
    end: Rectangle
    """The square of the new end."""
    badge: Rectangle
    """The badge square of the new end."""
    arms: tuple[Rectangle, ...]
    """For a double: the squares of its side arms A and B, should it be the spinner."""
    around_arms: tuple[Rectangle, ...]
    """The badge squares of those arms grown by 1 g."""


Offset: TypeAlias = tuple[int, int]
"""g along the end's direction, g to the side that the line turns to."""

# (kind, whether the tile is a double) -> cost, whether it turns, its first and its second half.
_TABLE: Final[dict[tuple[Kind, bool], tuple[tuple[int, bool, Offset, Offset], ...]]] = {
    (Kind.HALF, False): (
        (0, False, (2, 0), (4, 0)),
        (100, True, (2, 0), (2, 2)),
        (115, True, (0, 2), (0, 4)),
    ),
    (Kind.HALF, True): (
        (0, False, (2, -1), (2, 1)),
        (130, True, (0, 2), (2, 2)),
    ),
    (Kind.DOUBLE, False): (
        (0, False, (2, 0), (4, 0)),
        (130, True, (2, 1), (2, 3)),
        (180, True, (0, 3), (0, 5)),
    ),
    (Kind.LINE, False): ((0, False, (2, 0), (4, 0)),),
    (Kind.ARM, False): (
        (0, False, (2, 0), (4, 0)),
        (100, True, (2, 0), (2, 2)),
    ),
}


def ahead(of: Rectangle, heading: Direction) -> Rectangle:
    """The 2x2 square straight ahead of a 2x2 square."""
    return of.moved(2 * heading.dx, 2 * heading.dy)


def arms_of(end: Rectangle, heading: Direction) -> tuple[Rectangle, Rectangle]:
    """The halves of a double that carry arms A and B; `heading` is line side B's direction."""
    left, right = heading.turned(-1), heading.turned(1)
    return end.moved(left.dx, left.dy), end.moved(right.dx, right.dy)


def _way(
    direction: Direction, turn: int, cost: int, halves: tuple[Offset, Offset], *, is_double: bool
) -> Way:
    """One row of the table for an end that goes in `direction`, turned left or right."""
    heading = direction.turned(turn)
    side = direction.turned(turn or 1)
    first, second = (
        square(along * direction.dx + out * side.dx, along * direction.dy + out * side.dy)
        for along, out in halves
    )
    tile = first.with_all((second,))
    end = second
    arms: tuple[Rectangle, ...] = ()
    if is_double:
        end = square((first.x0 + second.x0) // 2, (first.y0 + second.y0) // 2)
        arms = arms_of(end, heading)
    return Way(
        cost,
        turn,
        heading,
        tile,
        tile.grown(1),
        end,
        ahead(end, heading),
        arms,
        tuple(
            ahead(arm, heading.turned(turn)).grown(1)
            for arm, turn in zip(arms, (-1, 1), strict=False)
        ),
    )


def _ways(kind: Kind, direction: Direction, *, is_double: bool) -> tuple[Way, ...]:
    """All rows of the table for one end, each turn once to the right and once to the left."""
    return tuple(
        _way(direction, turn, cost, (first, second), is_double=is_double)
        for cost, turns, first, second in _TABLE.get((kind, is_double), ())
        for turn in ((1, -1) if turns else (0,))
    )


WAYS: Final = {
    (kind, direction, is_double): _ways(kind, direction, is_double=is_double)
    for kind in Kind
    for direction in Direction
    for is_double in (False, True)
}
"""(kind of the end, its direction, whether the tile is a double) -> at most five ways.

Straight on comes first. No way for a double on a double: they never match.
"""
