"""What a chosen tile would do: where it may be joined, what would count, or why it can't be placed.

Nothing here says anything about a tile before it is chosen, except whether it fits, which everybody
at the table sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask_babel import gettext

from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks import (
    TILES,
    Connection,
    Game,
    Layout,
    Place,
    Port,
    Seat,
    Tile,
    apply,
)
from referee.views.seven_rocks import describe, words

_LETTERS: Final = "ABCDEFGH"
_CHIPS: Final = 4


@dataclass(frozen=True)
class Choice:
    """One way to place the chosen tile, and what comes of it; `at` is None for the lead."""

    letter: str
    at: Connection | None
    layout: Layout
    before: int

    @property
    def points(self) -> int:
        return self.layout.points

    @property
    def after(self) -> int:
        return self.before + self.points

    @property
    def sum(self) -> str:
        return words.end_sum(self.layout)

    @property
    def where(self) -> str:
        return gettext("the lead") if self.at is None else describe.beside(self.at)


@dataclass(frozen=True)
class Choosing:
    """The choice as far as it has come: every way to place the tile, the one taken, or none."""

    tile: Tile | None = None
    choices: tuple[Choice, ...] = ()
    chosen: Choice | None = None
    refusal: RuleBroken | None = None
    meant: tuple[Tile, ...] = ()


def choosing(game: Game, seat: Seat, tile: Tile | None, at: Connection | None) -> Choosing:
    """What the page shows of a tile; a place kept from before is taken where it still fits."""
    round_ = game.round
    if tile is None or round_ is None:
        return Choosing()
    layout = round_.layout
    possible: tuple[Connection | None, ...] = layout.distinct_connections(tile)
    if not layout.tiles:
        possible = (None,)
    before = game.scores[seat.partnership]
    choices = tuple(
        Choice(letter, place, layout.place(tile, place), before)
        for letter, place in zip(_LETTERS, possible, strict=False)
    )
    if not choices:
        return Choosing(tile, refusal=_refusal(game, seat, tile), meant=meant(layout, tile))
    wanted = {at, _equal(at, layout)}
    chosen = next((choice for choice in choices if at and choice.at in wanted), None)
    return Choosing(tile, choices, choices[0] if len(choices) == 1 else chosen)


def meant(layout: Layout, tile: Tile) -> tuple[Tile, ...]:
    """Tiles that fit and share a half with one that does not: a slip of the finger, perhaps."""
    near = (other for other in TILES if layout.fits(other) and other is not tile)
    return tuple(other for other in near if other.has(tile.low) or other.has(tile.high))[:_CHIPS]


def tray() -> tuple[Tile, ...]:
    """The 28 tiles in the places that a hand learns, down the columns from the left.

    A column holds one low half, a row one high half; the corner left free above the diagonal takes
    the tiles of 4, 5 and 6.
    """
    by_text = {str(tile): tile for tile in TILES}
    corner = [["6|6"], ["5|5", "5|6"], ["4|4", "4|5", "4|6"]]
    columns = [[f"{low}|{high}" for high in range(low, 7)] for low in range(4)]
    above: list[list[str]] = [[], *corner]
    return tuple(
        by_text[text]
        for free, column in zip(above, columns, strict=True)
        for text in (*free, *column)
    )


def _equal(at: Connection | None, layout: Layout) -> Connection | None:
    """The connection that stands for `at` where two of them come to the same."""
    if at is None or at.port not in (Port.LINE_B, Port.ARM_B) or at.opposite not in layout.open:
        return at
    return at.opposite


def _refusal(game: Game, seat: Seat, tile: Tile) -> RuleBroken | None:
    try:
        apply(game, Place(seat, tile))
    except RuleBroken as refusal:
        return refusal
    return None
