"""A game of Seven Rocks told in plain text, a line for each event: what `referee replay` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from referee.messages import cleaned, place_of
from referee.rules.seven_rocks import (
    End,
    Event,
    FalsePass,
    Game,
    Hand,
    Lead,
    Options,
    Partnership,
    Pass,
    Place,
    Placement,
    Round,
    Ruling,
    Seat,
    Status,
    Tile,
    apply,
    new_game,
    pips_in,
    rounded,
)

_SHOWN: Final = 400
"""How much is shown of a name or a reason, in characters: all of it."""


def account(events: Iterable[Event], options: Options, players: Mapping[str, str]) -> Iterator[str]:
    """The lines of the account of a legal game. Numbers at the left are those of the events."""
    yield f"Seven Rocks, target {options.target}"
    for side in Partnership:
        yield f"  {side.value}: {_pair(side, players)}"

    games = [new_game(options)]
    events = tuple(events)
    for event in events:
        games.append(apply(games[-1], event))
    wrong = {false_pass.event: false_pass for false_pass in games[-1].irregularities}

    for before, event, after in zip(games, events, games[1:], strict=False):
        if isinstance(event, Lead):
            yield from _round_heading(after)
        yield f"{before.events:5}  {_event_line(event, before, after, wrong)}"
        yield from _what_follows(before, after)

    yield ""
    yield f"Score: {_score(games[-1])}"
    yield _waiting_for(games[-1])


def _pair(side: Partnership, players: Mapping[str, str]) -> str:
    seats = (seat.value for seat in Seat if seat.partnership is side)
    return ", ".join(
        f"{cleaned(players[seat], _SHOWN)} ({seat})" if players.get(seat) else seat
        for seat in seats
    )


def _event_line(event: Event, before: Game, after: Game, wrong: Mapping[int, FalsePass]) -> str:
    match event:
        case Lead(seat, draws):
            return f"{seat.value:5}  leads{_draws(draws)}"
        case Place():
            assert after.round is not None
            placement = after.round.turns[-1]
            assert isinstance(placement, Placement)
            return _placement_line(placement)
        case Pass(seat):
            return f"{seat.value:5}  passes{_wrong_because(wrong.get(before.events))}"
        case Hand(seat, tiles):
            return _hand_line(seat, tiles)
        case Ruling(side, points, reason):
            assert isinstance(side, Partnership)
            return (
                f"ruling: {_signed(points)} for {side.value} ({cleaned(reason, _SHOWN)}),"
                f" now {_number(after.scores[side])}"
            )


def _draws(draws: Iterable[Mapping[Seat, int]] | None) -> str:
    """The numbers drawn, one draw after the other."""
    if draws is None:
        return ""
    told = (
        ", ".join(f"{seat.value} {cleaned(str(draw[seat]))}" for seat in Seat if seat in draw)
        for draw in draws
    )
    return f"; drawn: {'; again: '.join(told)}"


def _placement_line(placement: Placement) -> str:
    seat, layout = placement.seat, placement.layout
    values = [str(end.value) for end in layout.counted_ends]
    end_sum = " + ".join(values) + (f" = {layout.end_sum}" if len(values) > 1 else "")
    joined = "" if placement.at is None else f"  {place_of(placement.at)}"
    line = f"{seat.value:5}  {placement.tile}{joined}"
    if not placement.points:
        return f"{line}:  {end_sum}, no points"
    return f"{line}:  {end_sum}, {placement.points} points, {_of(seat)} {_number(placement.score)}"


def _of(seat: Seat) -> str:
    return seat.partnership.value


def _wrong_because(false_pass: FalsePass | None) -> str:
    if false_pass is None:
        return ""
    tiles = ", ".join(str(tile) for tile in false_pass.tiles)
    return f"  (false pass: {tiles} fitted, as event {false_pass.proved_by} shows)"


def _hand_line(seat: Seat, tiles: Iterable[Tile]) -> str:
    hand = sorted(tiles)
    pips = pips_in(hand)
    counted = "1 pip" if pips == 1 else f"{pips} pips"
    shown = ", ".join(str(tile) for tile in hand)
    return f"{seat.value:5}  shows {shown}:  {counted}, {_signed(-rounded(pips))} for {_of(seat)}"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else _number(points)


def _number(points: int) -> str:
    return str(points) if points >= 0 else f"−{-points}"


def _round_heading(game: Game) -> Iterator[str]:
    assert game.round is not None
    yield ""
    yield f"Round {len(game.rounds)}: {game.round.leader.value} leads"


def _what_follows(before: Game, after: Game) -> Iterator[str]:
    """What an event brings with it: the end of the round, its settlement, the next, the win."""
    was_open = before.round is not None and before.round.end is None
    if was_open and after.round is not None and after.round.end is not None:
        yield f"       {_end_of(after.round)}"
    if len(after.settled) > len(before.settled):
        yield f"       settled: {_score(after)}"
        if after.round is not None:
            yield from _round_heading(after)


def _end_of(round_: Round) -> str:
    last = round_.turns[-1].seat
    if round_.end is End.WON:
        return f"{_of(last)} reaches the target and wins the game"
    if round_.out is not None:
        return f"{round_.out.value} is out, the round is over"
    return "four passes in a row, the round is blocked"


def _score(game: Game) -> str:
    return ", ".join(f"{side.value} {_number(score)}" for side, score in game.scores.items())


def _waiting_for(game: Game) -> str:
    if game.turn is not None:
        return f"It is the turn of {game.turn.value}."
    if game.winner is not None:
        return f"{game.winner.value} wins."
    if game.status is Status.HANDS and game.round is not None:
        awaited = ", ".join(seat.value for seat in game.round.awaited)
        return f"Hands are awaited: {awaited}."
    return "A leader is awaited."
