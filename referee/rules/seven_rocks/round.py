"""One round: its turns, how it ends, and the hands that settle it (SR-4, SR-11 to SR-14)."""

from __future__ import annotations

from enum import Enum
from operator import attrgetter
from typing import Final, NamedTuple

from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks import proof
from referee.rules.seven_rocks.layout import EMPTY, Layout, TileAlreadyPlaced
from referee.rules.seven_rocks.scoring import deduction, points
from referee.rules.seven_rocks.seats import SEATS, Partnership, Seat
from referee.rules.seven_rocks.tile import Connection, Tile, bits_of, tiles_of
from referee.rules.seven_rocks.turns import Passed, Placement, ShownHand, Turn

HAND_SIZE: Final = 7
"""Tiles dealt to each player (SR-2)."""

_new: Final = tuple.__new__
# Half the time of the constructor that NamedTuple makes, where every turn needs it.

_order: Final = attrgetter("bit")
"""The order of tiles, for sorting."""

_TURNS_BEFORE_OUT: Final = 4 * (HAND_SIZE - 1)
"""Nobody can place a last tile before as many turns: everyone has had six."""


class End(Enum):
    """How a round ended (SR-13, SR-15)."""

    OUT = "out"
    BLOCKED = "blocked"
    WON = "won"


class GameOver(RuleBroken):
    """An event after the game was won."""

    code, rule = "game-over", "SR-15"

    def __init__(self, winner: Partnership) -> None:
        super().__init__(winner=winner)


class RoundOver(RuleBroken):
    """A placement or a pass after the round has ended. `awaited` are the seats to show hands."""

    code, rule = "round-over", "SR-13"

    def __init__(self, out: Seat | None, awaited: tuple[Seat, ...]) -> None:
        super().__init__(out=out, awaited=awaited)


class WrongTurn(RuleBroken):
    """Another seat is to play: `turn`."""

    code, rule = "wrong-turn", "SR-4"

    def __init__(self, seat: Seat, turn: Seat) -> None:
        super().__init__(seat=seat, turn=turn)


class HandUnexpected(RuleBroken):
    """A hand while the round is still played, or of the seat that went `out`."""

    code, rule = "hand-unexpected", "SR-14"

    def __init__(self, seat: Seat, out: Seat | None) -> None:
        super().__init__(seat=seat, out=out)


class HandTwice(RuleBroken):
    """The hand of this seat is known already. `awaited` are the seats still to show theirs."""

    code, rule = "hand-twice", "SR-14"

    def __init__(self, seat: Seat, awaited: tuple[Seat, ...]) -> None:
        super().__init__(seat=seat, awaited=awaited)


class HandSize(RuleBroken):
    """The hand has `given` tiles, but the seat holds `held`: 7 without those it placed."""

    code, rule = "hand-size", "SR-C3"

    def __init__(self, seat: Seat, given: int, held: int) -> None:
        super().__init__(seat=seat, given=given, held=held)


class HandTileTwice(RuleBroken):
    """A tile stands twice in the hand, or in the hand of the seat `other` too."""

    code, rule = "hand-tile-twice", "SR-C3"

    def __init__(self, seat: Seat, tile: Tile, other: Seat | None) -> None:
        super().__init__(seat=seat, tile=tile, other=other)


class HandTilePlaced(RuleBroken):
    """A tile of the hand lies on the table, placed as the round's `number`-th by the seat `by`."""

    code, rule = "hand-tile-placed", "SR-C3"

    def __init__(self, seat: Seat, tile: Tile, by: Seat, number: int) -> None:
        super().__init__(seat=seat, tile=tile, by=by, number=number)


class Round(NamedTuple):
    """A round whose leader is known.

    `to_play` is the seat whose turn it is, while the round is played. `layout` is what lies on the
    table, `turns` are the placements and passes so far, and `hands` the hands shown after the end.
    """

    leader: Seat
    to_play: Seat
    layout: Layout
    turns: tuple[Turn, ...]
    end: End | None
    hands: tuple[ShownHand, ...]

    def place(self, event: int, seat: Seat, tile: Tile, at: Connection | None, score: int) -> Round:
        """The round after a placement by a partnership that had `score` points before it.

        Raises GameOver, RoundOver, WrongTurn or what `Layout.place` raises, checked in this order.
        """
        leader, to_play, layout, turns, end, hands = self
        if end is not None or seat is not to_play:
            raise self._out_of_turn(seat)
        try:
            layout = layout.place(tile, at)
        except TileAlreadyPlaced:
            raise TileAlreadyPlaced(tile, *self._whereabouts(tile)) from None
        scored = points(layout.end_sum)
        placement = _new(Placement, (event, seat, tile, at, layout, scored, score + scored))
        if len(turns) >= _TURNS_BEFORE_OUT and self.held_by(seat) == 1:
            end = End.OUT
        return _new(Round, (leader, seat.next, layout, (*turns, placement), end, hands))

    def pass_turn(self, event: int, seat: Seat) -> Round:
        """The round after a pass; the fourth in a row blocks it (SR-12).

        Raises GameOver, RoundOver, WrongTurn or PassImpossible, checked in this order.
        """
        leader, to_play, layout, turns, end, hands = self
        if end is not None or seat is not to_play:
            raise self._out_of_turn(seat)
        proof.check_pass(layout, seat, self.held_by(seat))
        if self.passes_in_row == 3:
            end = End.BLOCKED
        passed = _new(Passed, (event, seat, layout))
        return _new(Round, (leader, seat.next, layout, (*turns, passed), end, hands))

    def show(self, event: int, seat: Seat, tiles: tuple[Tile, ...]) -> Round:
        """The round after `seat` showed the tiles it held at the end.

        Raises GameOver, HandUnexpected, HandTwice, HandSize, HandTileTwice or HandTilePlaced,
        checked in this order (SR-14, SR-C3).
        """
        leader, to_play, layout, turns, end, hands = self
        self.check_not_won()
        held = self.held_by(seat)
        if end is None or not held:
            raise HandUnexpected(seat, self.out)
        shown = 0
        for hand in hands:
            if hand.seat is seat:
                raise HandTwice(seat, self.awaited)
            shown |= bits_of(hand.tiles)
        if len(tiles) != held:
            raise HandSize(seat, len(tiles), held)
        bits = bits_of(tiles)
        if bits.bit_count() != held or bits & (layout.tiles | shown):
            raise self._wrong_hand(seat, tiles)
        hand = ShownHand(event, seat, tuple(sorted(tiles, key=_order)))
        return _new(Round, (leader, to_play, layout, turns, end, (*hands, hand)))

    def check_not_won(self) -> None:
        """Raises GameOver if the game was won in this round."""
        if self.end is End.WON:
            raise GameOver(self.turns[-1].seat.partnership)

    def _out_of_turn(self, seat: Seat) -> RuleBroken:
        """Why `seat` has no turn now."""
        self.check_not_won()
        if self.end is not None:
            return RoundOver(self.out, self.awaited)
        return WrongTurn(seat, self.to_play)

    def _wrong_hand(self, seat: Seat, tiles: tuple[Tile, ...]) -> RuleBroken:
        """Which tile cannot be in the hand of `seat`."""
        known = {tile: hand.seat for hand in self.hands for tile in hand.tiles}
        seen: set[Tile] = set()
        for tile in tiles:
            if tile in seen or tile in known:
                return HandTileTwice(seat, tile, known.get(tile))
            seen.add(tile)
        placed = next(tile for tile in tiles if self.layout.has(tile))
        return HandTilePlaced(seat, placed, *self._whereabouts(placed))

    def _whereabouts(self, tile: Tile) -> tuple[Seat, int]:
        """Who placed a tile that lies on the table, and as which of the round, from 1."""
        return next(
            (placement.seat, number)
            for number, placement in enumerate(self.placements, start=1)
            if placement.tile is tile
        )

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The tiles laid, in order."""
        return tuple(turn for turn in self.turns if isinstance(turn, Placement))

    @property
    def passes(self) -> tuple[Passed, ...]:
        """The passes, in order."""
        return tuple(turn for turn in self.turns if isinstance(turn, Passed))

    @property
    def passes_in_row(self) -> int:
        """How many passes the last turns are, without a placement between (SR-12)."""
        count = 0
        for turn in reversed(self.turns):
            if isinstance(turn, Placement):
                break
            count += 1
        return count

    @property
    def spinner(self) -> Tile | None:
        """The first double placed in the round (SR-7)."""
        return self.layout.spinner

    @property
    def unplaced(self) -> tuple[Tile, ...]:
        """The tiles not yet placed, sorted."""
        return tiles_of(self.layout.unplaced)

    def held_by(self, seat: Seat) -> int:
        """How many tiles the seat holds: 7 without those it placed (SR-C3)."""
        placed = 0
        # Turns go clockwise without a gap, so every fourth is the seat's.
        for turn in self.turns[(seat.position - self.leader.position) % 4 :: 4]:
            if isinstance(turn, Placement):
                placed += 1
        return HAND_SIZE - placed

    @property
    def out(self) -> Seat | None:
        """The seat that placed its last tile, a winning one included (SR-13)."""
        if self.end is None or self.end is End.BLOCKED:
            return None
        last = self.turns[-1].seat
        return None if self.held_by(last) else last

    def hand_of(self, seat: Seat) -> tuple[Tile, ...] | None:
        """The tiles that the seat held at the end, if that is known; none for who went out."""
        for hand in self.hands:
            if hand.seat is seat:
                return hand.tiles
        return () if seat is self.out else None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose hands the settlement still needs; none while the round is played."""
        if self.end in (None, End.WON):
            return ()
        return tuple(seat for seat in SEATS if self.hand_of(seat) is None)

    @property
    def last_hand(self) -> tuple[Tile, ...] | None:
        """The hand of the only seat awaited, which follows from the others (SR-C3), or None."""
        return proof.last_hand(self.layout, self.hands) if len(self.awaited) == 1 else None

    @property
    def is_block_proved(self) -> bool:
        """Whether the round is still played, and no unplaced tile fits anywhere (SR-C2)."""
        return self.end is None and proof.is_block_proved(self.layout)

    @property
    def false_passes(self) -> tuple[proof.FalsePass, ...]:
        """The passes proved wrong so far, in order (SR-C1)."""
        return proof.false_passes(self.turns, self.hands)

    @property
    def is_settled(self) -> bool:
        """Whether every hand that the settlement needs is known (SR-14)."""
        if self.end is None or self.end is End.WON:
            return False
        return len(self.hands) == (4 if self.end is End.BLOCKED else 3)

    @property
    def remaining(self) -> dict[Seat, tuple[Tile, ...]] | None:
        """The tiles that each seat held at the end, once the round is settled."""
        if not self.is_settled:
            return None
        hands = {hand.seat: hand.tiles for hand in self.hands}
        return {seat: hands.get(seat, ()) for seat in SEATS}

    @property
    def deductions(self) -> dict[Seat, int] | None:
        """What each hand cost its partnership in points, once the round is settled (SR-14)."""
        remaining = self.remaining
        if remaining is None:
            return None
        return {seat: deduction(hand) for seat, hand in remaining.items()}


def new_round(leader: Seat) -> Round:
    """A round that `leader` is about to lead."""
    return Round(leader, leader, EMPTY, (), None, ())
