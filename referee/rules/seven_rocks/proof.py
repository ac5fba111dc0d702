"""What follows from every tile being dealt and none drawn (SR-C1 to SR-C4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks.layout import Layout
from referee.rules.seven_rocks.seats import Seat
from referee.rules.seven_rocks.tile import Tile, bits_of, tiles_of
from referee.rules.seven_rocks.turns import Placement, ShownHand, Turn


class PassImpossible(RuleBroken):
    """A player passed who certainly can place: the leader, or one who holds too many tiles.

    `held` is how many tiles the seat holds, `fitting_nowhere` all the unplaced tiles that fit no
    open connection; they are none before the lead.
    """

    code, rule = "pass-impossible", "SR-11"

    def __init__(self, seat: Seat, held: int, fitting_nowhere: tuple[Tile, ...]) -> None:
        super().__init__(seat=seat, held=held, fitting_nowhere=fitting_nowhere)


def check_pass(layout: Layout, seat: Seat, held: int) -> None:
    """Raises PassImpossible if a player who holds `held` tiles must hold one that fits (SR-C4)."""
    fitting_nowhere = layout.unplaced & ~layout.fitting
    if fitting_nowhere.bit_count() < held:
        raise PassImpossible(seat, held, tiles_of(fitting_nowhere))


def is_block_proved(layout: Layout) -> bool:
    """Whether no unplaced tile fits any open connection, so that all four must pass (SR-C2)."""
    return not layout.fitting


def last_hand(layout: Layout, hands: Iterable[ShownHand]) -> tuple[Tile, ...]:
    """The one hand not shown yet: the unplaced tiles that are in none of the others (SR-C3)."""
    shown = bits_of(tile for hand in hands for tile in hand.tiles)
    return tiles_of(layout.unplaced & ~shown)


class FalsePass(NamedTuple):
    """A pass that the record proves wrong (SR-C1).

    `tiles` are all the tiles known to have fitted when the seat passed, sorted; `event` is the
    index of the pass, `proved_by` that of the first event that proves it.
    """

    event: int
    seat: Seat
    tiles: tuple[Tile, ...]
    proved_by: int


def false_passes(turns: tuple[Turn, ...], hands: tuple[ShownHand, ...]) -> tuple[FalsePass, ...]:
    """The passes of a round that are proved wrong so far, in order.

    Proof is a tile that the seat itself placed later in the round, or showed at its end, and that
    fitted an open connection when the seat passed.
    """
    found = []
    # From the last turn back, so that what each seat held is known when its pass is reached.
    held: dict[Seat, list[tuple[int, Tile]]] = {seat: [] for seat in Seat}
    for hand in hands:
        held[hand.seat] += ((hand.event, tile) for tile in hand.tiles)
    for turn in reversed(turns):
        if isinstance(turn, Placement):
            held[turn.seat].append((turn.event, turn.tile))
            continue
        fitted = [(event, tile) for event, tile in held[turn.seat] if turn.layout.fits(tile)]
        if fitted:
            tiles = tuple(sorted(tile for _, tile in fitted))
            found.append(FalsePass(turn.event, turn.seat, tiles, min(event for event, _ in fitted)))
    return tuple(reversed(found))
