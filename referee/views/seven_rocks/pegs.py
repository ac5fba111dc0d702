"""The cribbage board of a game: its events -> the pegs, drawn and in words.

Nothing but the events counts: after an undo or a correction the pegs stand where the game as it is
now has brought them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import gettext

from referee.drawing.board import Board, DrawnBoard, DrawnTrack, Pegs, drawn, pegs
from referee.rules.seven_rocks import Event, Partnership
from referee.views.seven_rocks.race import steps
from referee.views.seven_rocks.words import number, side_name


@dataclass(frozen=True, slots=True)
class ShownTrack:
    """One partnership's track: `side` is `ns` or `ew`, `below` a score below 0 as written or ""."""

    side: str
    drawn: DrawnTrack
    below: str


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """The board for its template. `moves` tell what each partnership's last leap was."""

    picture: DrawnBoard
    tracks: tuple[ShownTrack, ...]
    text: str
    moves: tuple[str, ...]


def stands(events: Iterable[Event], target: int) -> dict[Partnership, Pegs]:
    """The pegs of both partnerships after a legal game."""
    run = steps(events, target)
    return {side: pegs(step.scores[side] for step in run) for side in Partnership}


def board(events: Iterable[Event], target: int) -> ShownBoard:
    """The board after a legal game, drawn and in words."""
    stand = stands(events, target)
    picture = drawn(Board(target), tuple(stand.values()))
    return ShownBoard(
        picture,
        tuple(
            ShownTrack(name, track, "" if track.below is None else number(track.below))
            for name, track in zip(("ns", "ew"), picture.tracks, strict=True)
        ),
        described(stand, picture.step),
        moves(stand),
    )


def described(stand: dict[Partnership, Pegs], step: int) -> str:
    """Where the pegs are, and what a hole stands for if that is more than a point."""
    one, other = stand[Partnership.NORTH_SOUTH], stand[Partnership.EAST_WEST]
    text = gettext(
        "Cribbage board. North–South: front peg %(ns_front)s, back peg %(ns_back)s. "
        "East–West: front peg %(ew_front)s, back peg %(ew_back)s.",
        ns_front=number(one.front),
        ns_back=number(one.back),
        ew_front=number(other.front),
        ew_back=number(other.back),
    )
    if step == 1:
        return text
    hole = gettext("A hole stands for %(points)s points.", points=step)
    return f"{text} {hole}"


def moves(stand: dict[Partnership, Pegs]) -> tuple[str, ...]:
    """What to do on the real board for each partnership's last leap; nothing before its first."""
    return tuple(
        gettext(
            "%(side)s: peg from %(before)s to %(after)s",
            side=side_name(side),
            before=number(each.back),
            after=number(each.front),
        )
        for side, each in stand.items()
        if each.leaps
    )
