"""The drawn layout as a page shows it: pictures for several boxes, and the same in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.drawing.seven_rocks.layout import Placement
from referee.drawing.seven_rocks.picture import NO_CHOICES, Ghost, Picture, picture
from referee.drawing.seven_rocks.table import FOUR_BY_THREE, SIXTEEN_BY_NINE, Table
from referee.rules.seven_rocks import Connection, Layout
from referee.views.seven_rocks.describe import described

LARGER: Final = 1.3
"""How much larger the marks are on phones; the disc still fits into its 2x2 g square."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """The layout for one place on a page: pictures of the same, of which CSS shows one."""

    pictures: tuple[Picture, ...]
    text: str
    """The whole layout in words."""


SHAPES: Final[dict[str, Table]] = {"wide": SIXTEEN_BY_NINE, "square": FOUR_BY_THREE}


def pictures(
    placements: Iterable[Placement],
    layout: Layout,
    *,
    shapes: Sequence[str] = ("wide", "square"),
    is_small: bool = False,
    ghost: Ghost | None = None,
    choices: Mapping[Connection, str] | None = None,
    chosen: Connection | None = None,
) -> Pictures:
    """The layout drawn, with its text; `layout` is the one after `placements`.

    With a `ghost` it is drawn as it would be with that tile placed, numbers included; the text
    stays that of the layout as it is. `choices` puts a letter on each connection in question,
    `chosen` is the one picked of them. `is_small` is for phones: larger marks.
    """
    placed = tuple(placements)
    return Pictures(
        tuple(
            picture(
                shape,
                SHAPES[shape],
                placed,
                layout,
                scale=LARGER if is_small else 1.0,
                ghost=ghost,
                choices=choices or NO_CHOICES,
                chosen=chosen,
            )
            for shape in shapes
        ),
        described(layout, placed),
    )
