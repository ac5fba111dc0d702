"""The hands at the end of a round, as one device sees them: its own, and only one at a time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from referee.app import services
from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks import Game, Round, Seat, Tile, apply, pips_in, rounded
from referee.tables import Table
from referee.views import device
from referee.views.seven_rocks import words


@dataclass(frozen=True)
class HandingIn:
    """Whose hand is asked for on this device, and what was picked so far.

    `seat` is None when this device has nothing to enter. With `is_curtained` the phone is first
    handed to that player, since another one has just used it.
    """

    table: Table
    seat: Seat | None
    is_curtained: bool = False
    picked: tuple[Tile, ...] = ()
    is_prefilled: bool = False
    waiting: int = 0
    can_change: bool = False

    @property
    def _round(self) -> Round:
        round_: Round | None = self.table.game.round
        assert round_ is not None, "hands are awaited after a round"
        return round_

    @cached_property
    def held(self) -> int:
        """How many tiles the seat has left."""
        assert self.seat is not None
        return self._round.held_by(self.seat)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles to pick from: those not placed, whoever holds them."""
        return self._round.unplaced

    @property
    def missing(self) -> int:
        """How many tiles are still to be picked; below 0 when there are too many."""
        return self.held - len(self.picked)

    @property
    def sum(self) -> str:
        return words.pips(self.picked)

    @property
    def pips(self) -> int:
        return pips_in(self.picked)

    @property
    def cost(self) -> int:
        return rounded(self.pips)

    @property
    def before(self) -> int:
        assert self.seat is not None
        score: int = self.table.game.scores[self.seat.partnership]
        return score

    @property
    def after(self) -> int:
        return self.before - self.cost


def handing_in(
    table: Table,
    own: tuple[Seat, ...],
    seat: Seat | None = None,
    picked: tuple[Tile, ...] | None = None,
    *,
    is_changing: bool = False,
) -> HandingIn:
    """What to ask this device for.

    `seat` is the player who says to hold the phone, `picked` what was picked on the page before.
    On a phone that serves several seats nothing handed in is ever shown again.
    """
    awaited: tuple[Seat, ...] = table.game.round.awaited
    sealed = table.state.play.sealed
    to_enter = [each for each in awaited if not _is_in(table, each)]
    mine = [each for each in own if each in awaited]
    asked = [each for each in mine if each in to_enter]
    is_shared = len(own) > 1
    waiting = len(to_enter)
    if seat in mine and (seat in asked or is_changing):
        before = sealed.get(seat.value)
        prefilled = () if before is not None else _last_hand(table, seat)
        if picked is None and before is not None and before.device == device() and not is_shared:
            picked = services().tables.sealed_event(table, seat.value).tiles
        is_prefilled = bool(prefilled) and picked in (None, prefilled)
        tiles = tuple(sorted(prefilled if picked is None else picked))
        return HandingIn(table, seat, picked=tiles, is_prefilled=is_prefilled, waiting=waiting)
    if not asked:
        return HandingIn(table, None, waiting=waiting, can_change=bool(mine))
    if is_shared:
        return HandingIn(table, asked[0], is_curtained=True, waiting=waiting)
    return handing_in(table, own, asked[0], picked)


def _is_in(table: Table, seat: Seat) -> bool:
    held = table.state.play.sealed.get(seat.value)
    return held is not None and held.is_confirmed


def _last_hand(table: Table, seat: Seat) -> tuple[Tile, ...]:
    """The hand that follows from the others when all of them are in (SR-C3), else nothing."""
    game: Game = table.game
    assert game.round is not None
    others = [other for other in game.round.awaited if other is not seat]
    if not all(_is_in(table, other) for other in others):
        return ()
    try:
        for other in others:
            game = apply(game, services().tables.sealed_event(table, other.value))
    except RuleBroken:
        return ()
    assert game.round is not None
    return game.round.last_hand or ()
