"""A game of Seven Rocks as a fold over its events: `apply` one, or `replay` them all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import chain
from typing import Final, NamedTuple, assert_never

from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks.events import Event, Hand, Lead, Pass, Place, Ruling
from referee.rules.seven_rocks.proof import FalsePass
from referee.rules.seven_rocks.round import End, Round, new_round
from referee.rules.seven_rocks.seats import Partnership, Seat

RULING_LIMIT: Final = 10_000
"""The most points that a ruling may give or take."""


class Options(NamedTuple):
    """What a table may choose: the `target` score, 5 to 10,000 points (SR-15)."""

    target: int = 250


class Status(Enum):
    """What the game waits for: a turn, hands, a leader, or nothing more."""

    PLAYING = "playing"
    HANDS = "hands"
    LEAD = "lead"
    WON = "won"


class BadRuling(RuleBroken):
    """A ruling with an unknown side, impossible points or no reason; `part` says which of them."""

    code = "bad-ruling"

    def __init__(self, part: str) -> None:
        super().__init__(part=part)


class LeadUnexpected(RuleBroken):
    """A leader although none is awaited: `leader` leads this round."""

    code, rule = "lead-unexpected", "SR-3"

    def __init__(self, leader: Seat) -> None:
        super().__init__(leader=leader)


class BadDraw(RuleBroken):
    """The draws do not lead to this seat.

    `expected` are the seats that had to draw, or that are still to draw again; a single one has
    won the draw already.
    """

    code, rule = "bad-draw", "SR-3"

    def __init__(self, seat: Seat, expected: tuple[Seat, ...]) -> None:
        super().__init__(seat=seat, expected=expected)


class LeadExpected(RuleBroken):
    """A placement, a pass or a hand while a leader is awaited."""

    code, rule = "lead-expected", "SR-3"


class Game(NamedTuple):
    """A game after some events.

    `settled` are the finished rounds, `round` the one being played or settled, or won; it is None
    while a leader is awaited. `events` counts the events so far, rulings included.
    """

    target: int
    scores: Mapping[Partnership, int]
    settled: tuple[Round, ...]
    round: Round | None
    events: int

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds whose leader is known."""
        return self.settled if self.round is None else (*self.settled, self.round)

    @property
    def status(self) -> Status:
        """What the game waits for."""
        if self.round is None:
            return Status.LEAD
        if self.round.end is None:
            return Status.PLAYING
        return Status.WON if self.round.end is End.WON else Status.HANDS

    @property
    def turn(self) -> Seat | None:
        """The seat to play, while a round is played."""
        if self.round is None or self.round.end is not None:
            return None
        return self.round.to_play

    @property
    def winner(self) -> Partnership | None:
        """The partnership that won the game (SR-15)."""
        if self.round is None or self.round.end is not End.WON:
            return None
        return self.round.turns[-1].seat.partnership

    @property
    def irregularities(self) -> tuple[FalsePass, ...]:
        """The passes that are proved wrong so far, in order (SR-C1)."""
        return tuple(chain.from_iterable(round_.false_passes for round_ in self.rounds))

    @property
    def proved_passes(self) -> tuple[Pass, ...]:
        """The passes still to be entered once the block is proved, else none (SR-C2)."""
        if self.round is None or not self.round.is_block_proved:
            return ()
        passes, seat = [], self.round.to_play
        for _ in range(len(Seat) - self.round.passes_in_row):
            passes.append(Pass(seat))
            seat = seat.next
        return tuple(passes)


_new: Final = tuple.__new__
# Half the time of the constructor that NamedTuple makes, where every event needs it.


def new_game(options: Options | None = None) -> Game:
    """A game before its first event, where the first leader is awaited."""
    target = (options or Options()).target
    return Game(target, dict.fromkeys(Partnership, 0), (), None, 0)


def apply(game: Game, event: Event) -> Game:
    """The game after `event`. Raises RuleBroken, leaving `game` as it was."""
    match event:
        case Place():
            return _place(game, event)
        case Pass():
            return _pass(game, event)
        case Hand():
            return _show(game, event)
        case Lead():
            return _lead(game, event)
        case Ruling():
            return _rule(game, event)
        case _:
            assert_never(event)


def replay(events: Iterable[Event], options: Options | None = None) -> Game:
    """The game after all `events`. Raises RuleBroken for the first that a rule does not allow."""
    game = new_game(options)
    for event in events:
        game = apply(game, event)
    return game


def _current_round(game: Game) -> Round:
    """The round that an event goes on with. Raises LeadExpected if there is none."""
    if game.round is None:
        raise LeadExpected
    return game.round


def _place(game: Game, event: Place) -> Game:
    """One placement; its points may win the game (SR-15)."""
    target, scores, settled, round_, events = game
    if round_ is None:
        raise LeadExpected
    seat = event.seat
    side = seat.partnership
    score = scores[side]
    round_ = round_.place(events, seat, event.tile, event.at, score)
    scored = round_.layout.points
    if scored:
        score += scored
        scores = {**scores, side: score}
        if score >= target:
            round_ = round_._replace(end=End.WON)
    return _new(Game, (target, scores, settled, round_, events + 1))


def _pass(game: Game, event: Pass) -> Game:
    """One pass."""
    round_ = _current_round(game).pass_turn(game.events, event.seat)
    return _with_round(game, round_)


def _show(game: Game, event: Hand) -> Game:
    """One hand; the last that is needed settles the round (SR-14)."""
    round_ = _current_round(game).show(game.events, event.seat, event.tiles)
    deductions = round_.deductions
    if deductions is None:
        return _with_round(game, round_)
    scores = dict(game.scores)
    for seat, deducted in deductions.items():
        scores[seat.partnership] -= deducted
    following = None if round_.out is None else new_round(round_.out)
    return Game(game.target, scores, (*game.settled, round_), following, game.events + 1)


def _lead(game: Game, event: Lead) -> Game:
    """The leader of the first round, or of the one after a block (SR-3)."""
    if game.round is not None:
        game.round.check_not_won()
        raise LeadUnexpected(game.round.leader)
    if event.draws is not None:
        _check_draws(event.seat, event.draws)
    return _with_round(game, new_round(event.seat))


def _with_round(game: Game, round_: Round) -> Game:
    """The game with one event more, which changed only the round."""
    target, scores, settled, _, events = game
    return _new(Game, (target, scores, settled, round_, events + 1))


def _check_draws(seat: Seat, draws: Iterable[Mapping[Seat, int]]) -> None:
    """Raises BadDraw unless the draws find `seat`: those who tie draw again, and only they."""
    expected = tuple(Seat)
    for draw in draws:
        if len(expected) == 1 or set(draw) != set(expected):
            raise BadDraw(seat, expected)
        highest = max(draw.values())
        expected = tuple(drawer for drawer in expected if draw[drawer] == highest)
    if expected != (seat,):
        raise BadDraw(seat, expected)


def _rule(game: Game, event: Ruling) -> Game:
    """A decision of the table: it changes a score and never wins a game."""
    if game.round is not None:
        game.round.check_not_won()
    if not isinstance(event.side, Partnership):
        raise BadRuling("side")
    if event.points == 0 or abs(event.points) > RULING_LIMIT:
        raise BadRuling("points")
    if not event.reason:
        raise BadRuling("reason")
    scores = {**game.scores, event.side: game.scores[event.side] + event.points}
    return game._replace(scores=scores, events=game.events + 1)
