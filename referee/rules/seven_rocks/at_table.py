"""What keeping a table asks of the rules, beside applying one event after another.

Every game answers the same questions under the same names, so that tables know no game.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.seven_rocks.events import Event, Hand, Lead, Pass, Place, Ruling
from referee.rules.seven_rocks.game import Game, Options, Status, apply, new_game
from referee.rules.seven_rocks.seats import Seat


def is_sealed(event: Event) -> bool:
    """Whether it is handed in privately and enters the record together with its like (SR-14)."""
    return isinstance(event, Hand)


def is_for_the_table(event: Event) -> bool:
    """Whether the table enters it and no single seat: a leader, a ruling."""
    return isinstance(event, Lead | Ruling)


def awaited(game: Game) -> tuple[Seat, ...]:
    """The seats that have to hand something in before the game goes on."""
    return game.round.awaited if game.round is not None else ()


def follow_up(game: Game) -> tuple[Event, ...]:
    """What the referee enters by itself now: the passes of a proved block (SR-C2)."""
    return game.proved_passes


def is_doubtful(game: Game, event: Event) -> bool:
    """Whether to ask once more before entering `event`.

    That is the fourth pass in a row while some unplaced tile fits: one of the four passes was
    certainly wrong, though nobody can say whose (SR-12, SR-11).
    """
    round_ = game.round
    return (
        isinstance(event, Pass)
        and round_ is not None
        and round_.passes_in_row == len(Seat) - 1
        and bool(round_.layout.fitting)
    )


def has_round_to_deal_again(game: Game) -> bool:
    """Whether a round has been begun that can be dealt again."""
    return game.status in (Status.PLAYING, Status.HANDS) and bool(game.round and game.round.turns)


def without_current_round(events: Sequence[Event], options: Options) -> list[int]:
    """The indexes of `events` that stay when the current round is dealt again.

    Its turns and hands go; its leader stays, and so does what the table ruled meanwhile.
    """
    game, begin = new_game(options), 0
    for index, event in enumerate(events):
        settled = len(game.settled)
        game = apply(game, event)
        if len(game.settled) > settled:
            begin = index + 1
    return [
        index
        for index, event in enumerate(events)
        if index < begin or not isinstance(event, Place | Pass | Hand)
    ]
