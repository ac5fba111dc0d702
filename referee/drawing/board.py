"""The cribbage board: scores -> holes, pegs and leaps, in units of the picture.

A board has a track for each partnership, its rows read from left to right. Two pegs stand on each
track and leap over each other: the one that did not move last goes to the new score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

MOST_HOLES: Final = 300
"""The most holes of one track; a hole stands for more points where a target needs more."""

STEPS: Final = (1, 5, 10, 20, 50)
"""How many points a hole may stand for: scores are multiples of 5, the longest target is 10,000."""

LENGTHS: Final = ((75, 25), (MOST_HOLES, 50))
"""The most holes of a track, and the holes in one of its rows then."""

GROUP: Final = 5
PITCH: Final = 12
GAP: Final = 7
"""Holes come in groups; from hole to hole, and the room more between two groups."""

ROW: Final = 50
"""From row to row."""

TRACKS: Final = (16, 36)
"""How far below the top of its row each track runs."""

BELOW: Final = (27, 13)
START: Final = (63, 49)
"""Where the two places below 0 and the two at the start are, the one nearer to hole 1 first."""

FIRST: Final = 83
"""Where hole 1 of each row is."""

SHOULDER: Final = 7
"""From the middle of an outer hole to the end of its groove."""

GROOVE: Final = (5, 42)
"""How far below the top of its row a groove begins, and its height."""

ARC: Final = 24
"""How far from the pegs the handle of a leap's curve is; it rises half as much."""

PEG: Final = 20
"""The width of a peg: no curve fits between two that touch."""

DIGIT: Final = 10
"""The width of a digit of a mark, in any font at most."""


class Pegs(NamedTuple):
    """The two pegs of one track: the score, and the score before its last change.

    They are two real pegs, and `leaps` says which one stands in front: the second after an odd
    number of leaps.
    """

    front: int = 0
    back: int = 0
    leaps: int = 0

    def leap(self, score: int) -> Pegs:
        """The pegs after the one behind went to `score`; a score that stays moves none."""
        return self if score == self.front else Pegs(score, self.front, self.leaps + 1)


def pegs(scores: Iterable[int]) -> Pegs:
    """The pegs after these scores, the first of them reached from 0."""
    stand = Pegs()
    for score in scores:
        stand = stand.leap(score)
    return stand


class Spot(NamedTuple):
    """Where a peg stands: the hole (0 the start, -1 below 0), and whether another is nearer."""

    hole: int
    is_second: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """The holes of a track up to a target of 5 to 10,000 points."""

    target: int

    @property
    def step(self) -> int:
        """The points that a hole stands for."""
        return next(step for step in STEPS if -(-self.target // step) <= MOST_HOLES)

    @property
    def holes(self) -> int:
        """The holes of a track. The last is the target, even if it is no multiple of the step."""
        return -(-self.target // self.step)

    @property
    def length(self) -> int:
        """The holes in a full row."""
        return next(length for most, length in LENGTHS if self.holes <= most)

    @property
    def rows(self) -> tuple[int, ...]:
        """The holes of each row; the last may have fewer."""
        full, rest = divmod(self.holes, self.length)
        return (self.length,) * full + (rest,) * bool(rest)

    def points_at(self, hole: int) -> int:
        """The score that a hole stands for."""
        return min(hole * self.step, self.target)

    def hole(self, score: int) -> int:
        """The last hole that a score has reached: 0 is the start, -1 the place below 0.

        A score past the target stays in the last hole, which no score below the target reaches.
        """
        if score < 0:
            return -1
        return self.holes if score >= self.target else score // self.step

    def spots(self, stand: Pegs) -> tuple[Spot, Spot]:
        """Where front and back peg stand, never in the same hole.

        Where both scores reach the same hole, the back peg stands one hole beside it, on the side
        that its score is on.
        """
        front, back = self.hole(stand.front), self.hole(stand.back)
        if front != back:
            return Spot(front), Spot(back)
        is_ahead = stand.back > stand.front
        if front <= 0:
            return Spot(front, is_second=is_ahead), Spot(back, is_second=not is_ahead)
        return Spot(front), Spot(front + 1 if is_ahead and front < self.holes else front - 1)


class Groove(NamedTuple):
    """The shallow rectangle around some holes of both tracks."""

    x: int
    y: int
    width: int
    height: int


class DrawnRow(NamedTuple):
    """One row of both tracks: its groove, its holes, and the score marked at its end.

    The holes begin at `first` and reach `reach` to the right; the mark ends at `mark_x`.
    """

    holes: int
    groove: Groove
    first: int
    reach: int
    mark: int
    mark_x: int
    mark_y: int


class DrawnPeg(NamedTuple):
    """One peg, by its middle."""

    x: int
    y: int
    is_front: bool


class Arc(NamedTuple):
    """The last leap, from the back peg to the front peg of the same row, by a curve's handle."""

    x0: int
    x1: int
    y: int
    handle_y: int

    @property
    def handle_x(self) -> float:
        """Halfway."""
        return (self.x0 + self.x1) / 2


class DrawnTrack(NamedTuple):
    """What stands on one track: the same two pegs in the same order, wherever they are.

    `below` is the score while it is below 0.
    """

    y: int
    pegs: tuple[DrawnPeg, DrawnPeg]
    arc: Arc | None
    below: int | None


class DrawnBoard(NamedTuple):
    """A whole board. `step` is the points a hole stands for, `dashes` a row of holes as dots.

    `start` and `below` are the places at 0 and below 0, the same on both tracks.
    """

    width: int
    height: int
    step: int
    dashes: str
    rows: tuple[DrawnRow, ...]
    tracks: tuple[DrawnTrack, ...]
    start: tuple[int, int] = START
    below: tuple[int, int] = BELOW
    start_groove: Groove = Groove(START[1] - 9, GROOVE[0], START[0] - START[1] + 18, GROOVE[1])
    below_groove: Groove = Groove(BELOW[1] - 9, GROOVE[0], BELOW[0] - BELOW[1] + 18, GROOVE[1])


def drawn(board: Board, stands: Sequence[Pegs]) -> DrawnBoard:
    """The board with a pair of pegs on each of its two tracks."""
    mark = 8 + DIGIT * len(str(board.target))
    rows, last = [], 0
    for number, holes in enumerate(board.rows):
        last += holes
        rows.append(_row(board, number, holes, last, mark))
    return DrawnBoard(
        FIRST + _along(board.length) + SHOULDER + mark + 8,
        # What is written below the start needs the room of a second row.
        max(len(rows), 2) * ROW + 2,
        board.step,
        # Dots of no length with round caps; the last of a group is followed by the gap.
        " ".join([f"0 {PITCH}"] * (GROUP - 1) + [f"0 {PITCH + GAP}"]),
        tuple(rows),
        tuple(
            _track(board, stand, y, up=number == 0)
            for number, (stand, y) in enumerate(zip(stands, TRACKS, strict=True))
        ),
    )


def _row(board: Board, number: int, holes: int, last: int, mark: int) -> DrawnRow:
    reach = _along(holes)
    top, height = GROOVE
    groove = Groove(FIRST - SHOULDER, number * ROW + top, reach + 2 * SHOULDER, height)
    mark_x = groove.x + groove.width + mark
    middle = groove.y + height // 2
    return DrawnRow(holes, groove, FIRST, reach, board.points_at(last), mark_x, middle)


def _track(board: Board, stand: Pegs, y: int, *, up: bool) -> DrawnTrack:
    front, back = (_peg(board, spot, y) for spot in board.spots(stand))
    drawn_front, drawn_back = DrawnPeg(*front, is_front=True), DrawnPeg(*back, is_front=False)
    arc = None
    if front[1] == back[1] and abs(front[0] - back[0]) > PEG:
        arc = Arc(back[0], front[0], front[1], front[1] + (-ARC if up else ARC))
    return DrawnTrack(
        y,
        (drawn_back, drawn_front) if stand.leaps % 2 else (drawn_front, drawn_back),
        arc,
        stand.front if stand.front < 0 else None,
    )


def _peg(board: Board, spot: Spot, y: int) -> tuple[int, int]:
    """The middle of the hole at `spot`, on a track that runs through `y` in the first row."""
    if spot.hole <= 0:
        return (START if spot.hole == 0 else BELOW)[spot.is_second], y
    row, along = divmod(spot.hole - 1, board.length)
    return FIRST + _along(along + 1), row * ROW + y


def _along(holes: int) -> int:
    """From the first hole of a row to the last of so many."""
    return (holes - 1) * PITCH + (holes - 1) // GROUP * GAP
