"""How the scores ran: the events of a game -> its steps, and the chart of the race."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask_babel import gettext

from referee.drawing.chart import Chart, chart
from referee.rules.seven_rocks import (
    Event,
    Hand,
    Options,
    Partnership,
    Place,
    Ruling,
    apply,
    new_game,
)
from referee.views.seven_rocks.words import number


@dataclass(frozen=True, slots=True)
class Step:
    """A placement, a ruling or a settlement: what may change a score, and the scores after it.

    `event` is its index in the record; a settlement has that of the last hand it needed.
    """

    event: int
    scores: Mapping[Partnership, int]
    is_settlement: bool


@dataclass(frozen=True, slots=True)
class Race:
    """The chart of a game for its template; `text` says what it shows.

    `marks`, `rounds` and `ends` are written at the picture's marks, rounds and ends of lines.
    """

    picture: Chart
    text: str
    marks: tuple[str, ...]
    rounds: tuple[str, ...]
    ends: tuple[str, ...]


def steps(events: Iterable[Event], target: int) -> tuple[Step, ...]:
    """The steps of a legal game in order.

    Placements without points are among them. A settlement is one step for all hands of its round.
    """
    found = []
    game = new_game(Options(target))
    for event in events:
        before, game = game, apply(game, event)
        is_settlement = isinstance(event, Hand) and len(game.settled) > len(before.settled)
        if is_settlement or isinstance(event, Place | Ruling):
            found.append(Step(before.events, game.scores, is_settlement))
    return tuple(found)


def race(events: Iterable[Event], target: int) -> Race:
    """The race to the target, drawn."""
    run = steps(events, target)
    picture = chart(
        target,
        [[0, *(step.scores[side] for step in run)] for side in Partnership],
        [index for index, step in enumerate(run, start=1) if step.is_settlement],
    )
    ends = tuple(number(line.score) for line in picture.lines)
    return Race(
        picture,
        gettext(
            "Race to %(target)s. North–South %(north_south)s, East–West %(east_west)s. "
            "The table below has the numbers of every round.",
            target=target,
            north_south=ends[0],
            east_west=ends[1],
        ),
        tuple(number(mark.score) for mark in picture.marks),
        tuple(
            str(each.number) if each.is_short else gettext("Round %(number)s", number=each.number)
            for each in picture.rounds
        ),
        ends,
    )
