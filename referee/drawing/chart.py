"""The race of two scores to the target as a chart of steps, in units of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

WIDTH: Final = 860
HEIGHT: Final = 320

TOP: Final = 24
BOTTOM: Final = 280
"""Between these the scores are; the rounds are named below."""

LEFT: Final = 20
RIGHT: Final = 30
"""The room beside the chart without that for the numbers there."""

DIGIT: Final = 8
LARGE_DIGIT: Final = 12
"""How wide a digit is at most, of a marked score and of one at the end of a line."""

LINES: Final = 8
"""At most so many spaces between marked scores."""

NEAR: Final = 15
"""A marked score so near to the target is not marked: their numbers would touch."""

LABELS: Final = 20
"""The numbers at the ends of the lines keep so far apart."""

WIDE: Final = 16
"""The width of a mark on a line."""

NAME: Final = 68
SHORT: Final = 26
"""The room that a round's name needs, and its number alone."""


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


class Mark(NamedTuple):
    """A score marked at the left, and how high it is."""

    y: float
    score: int


class Line(NamedTuple):
    """One partnership's score: it goes from point to point first along, then up or down.

    `marks` are its points at the end of each round and at the end of the line, where `score` is
    written at the height `label_y`. A chart of very many rounds marks the end of the line only.
    """

    points: tuple[Point, ...]
    marks: tuple[Point, ...]
    score: int
    label_y: float


class RoundName(NamedTuple):
    """Where a round is named: all of `Round 3`, or its number if that is too long."""

    x: float
    number: int
    is_short: bool


class Chart(NamedTuple):
    """A whole chart. `borders` are where a round ends and the next begins."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    marks: tuple[Mark, ...]
    zero_y: float
    goal: Mark
    borders: tuple[float, ...]
    rounds: tuple[RoundName, ...]
    lines: tuple[Line, ...]


class _Scale(NamedTuple):
    """Steps -> how far right, scores -> how high, between the edges of the chart."""

    left: int
    right: int
    steps: int
    lowest: int
    highest: int

    def across(self, step: int) -> float:
        return round(self.left + (self.right - self.left) * step / max(self.steps, 1), 1)

    def up(self, score: int) -> float:
        part = (score - self.lowest) / (self.highest - self.lowest)
        return round(BOTTOM - (BOTTOM - TOP) * part, 1)

    def point(self, step: int, score: int) -> Point:
        return Point(self.across(step), self.up(score))


def chart(target: int, scores: Sequence[Sequence[int]], borders: Sequence[int]) -> Chart:
    """The chart of a game to `target` points.

    `scores` has for each partnership its score before the first step and after each; `borders`
    are the numbers of the steps that settled a round, from 1.
    """
    steps = len(scores[0]) - 1
    lowest = min(0, *map(min, scores))
    highest = max(target, *map(max, scores))
    spacing = _spacing(highest - lowest)
    marked = range(-(-lowest // spacing) * spacing, highest + 1, spacing)
    left = LEFT + DIGIT * _digits(target, *marked)
    right = WIDTH - RIGHT - LARGE_DIGIT * _digits(target, *(line[-1] for line in scores))
    scale = _Scale(left, right, steps, lowest, highest)
    goal = Mark(scale.up(target), target)
    marks = (Mark(scale.up(score), score) for score in marked)
    ends = sorted({*borders, steps})
    # Where rounds are too narrow for marks side by side, only the end of the line has one.
    if any(scale.across(b) - scale.across(a) < WIDE for a, b in pairwise(ends[:-1])):
        ends = [steps]
    labels = _apart([scale.up(line[-1]) for line in scores])
    return Chart(
        WIDTH,
        HEIGHT,
        left,
        right,
        TOP,
        BOTTOM,
        tuple(mark for mark in marks if abs(mark.y - goal.y) >= NEAR),
        scale.up(0),
        goal,
        tuple(scale.across(step) for step in borders if step < steps),
        _rounds([scale.across(step) for step in (0, *borders, steps)]),
        tuple(_line(scale, line, ends, y) for line, y in zip(scores, labels, strict=True)),
    )


def _line(scale: _Scale, scores: Sequence[int], ends: Sequence[int], label_y: float) -> Line:
    """The line of one partnership, marked at the steps `ends`; only its turns are points."""
    turns = (
        scale.point(step, score)
        for step, score in enumerate(scores)
        if step in (0, scale.steps) or score != scores[step - 1]
    )
    marks = (scale.point(step, scores[step]) for step in ends)
    return Line(tuple(turns), tuple(marks), scores[-1], label_y)


def _digits(*scores: int) -> int:
    """How many characters the longest of these scores has."""
    return max(len(str(score)) for score in scores)


def _spacing(span: int) -> int:
    """A round number of points from mark to mark: 1, 2 or 5 and noughts."""
    power = 1
    while True:
        for spacing in (power, 2 * power, 5 * power):
            if span <= spacing * LINES:
                return spacing
        power *= 10


def _apart(heights: Sequence[float]) -> list[float]:
    """Two heights, moved away from each other until their numbers don't touch."""
    one, other = heights
    lacking = max(0, LABELS - abs(one - other)) / 2
    down = lacking if one > other else -lacking
    return [round(one + down, 1), round(other - down, 1)]


def _rounds(borders: Sequence[float]) -> tuple[RoundName, ...]:
    """The rounds between these borders, named where there is room for it."""
    named: list[RoundName] = []
    spans = [(begin, end) for begin, end in pairwise(borders) if begin < end]
    for number, (begin, end) in enumerate(spans, start=1):
        middle = round((begin + end) / 2, 1)
        is_short = end - begin < NAME
        if not is_short or not named or middle - named[-1].x >= SHORT:
            named.append(RoundName(middle, number, is_short))
    return tuple(named)
