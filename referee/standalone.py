"""A round of a record drawn as an SVG file of its own, or as plain numbers; without the web."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader

from referee.drawing.seven_rocks.geometry import geometry_lines
from referee.drawing.seven_rocks.picture import Picture, picture
from referee.drawing.seven_rocks.table import nearest_table
from referee.rules.seven_rocks import Game, Layout, Placement
from referee.rules.seven_rocks.layout import EMPTY

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True
)


class NotThere(Exception):
    """A round or a placement that the game does not have; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the template of a layout takes: one picture, and what it shows in words."""

    pictures: tuple[Picture, ...]
    text: str


def svg(
    game: Game, screen: tuple[int, int], round_: int | None = None, placement: int | None = None
) -> str:
    """The layout after a placement, counted from 1 as rounds are; 0 is the empty mat.

    Without `round_` it is the last round, without `placement` its last placement. `screen` is
    width and height in pixels. Raises NotThere.
    """
    placements = _chosen(game, round_, placement)
    layout: Layout = placements[-1].layout if placements else EMPTY
    number = round_ or len(game.rounds)
    text = f"Round {number}, placement {len(placements)}" if placements else "No tile is placed."
    drawn = Drawn((picture("mat", nearest_table(*screen), placements, layout),), text)
    width, height = screen
    return _TEMPLATES.get_template("seven_rocks/standalone.svg").render(
        drawn=drawn, width=width, height=height
    )


def geometry(game: Game, screen: tuple[int, int]) -> Iterator[str]:
    """What is drawn after each placement of all rounds, one line of JSON each, with its end."""
    rounds = (round_.placements for round_ in game.rounds)
    for line in geometry_lines(nearest_table(*screen), rounds):
        yield json.dumps(line, separators=(",", ":")) + "\n"


def _chosen(game: Game, round_: int | None, placement: int | None) -> tuple[Placement, ...]:
    """The placements up to the one that is asked for. Raises NotThere."""
    rounds = game.rounds
    if round_ is not None and round_ > len(rounds):
        raise NotThere(
            f"There is no round {round_}: the game has {_counted(len(rounds), 'round')}."
        )
    placements = rounds[(round_ or len(rounds)) - 1].placements if rounds else ()
    if placement is not None and placement > len(placements):
        has = _counted(len(placements), "placement")
        raise NotThere(f"There is no placement {placement}: the round has {has}.")
    return placements[:placement]


def _counted(count: int, thing: str) -> str:
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"
