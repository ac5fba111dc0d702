"""The score sheet of a game: its result, every round, the race, false passes and rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask_babel import gettext
from markupsafe import Markup

from referee.rules.seven_rocks import Game, Partnership, Placement, Round, Ruling, Seat, deduction
from referee.tables import Table
from referee.views.review import Review
from referee.views.seven_rocks.describe import points_of, signed
from referee.views.seven_rocks.display import MEMBERS, false_pass_words, ruling_words
from referee.views.seven_rocks.history import Section, sections
from referee.views.seven_rocks.look_back import end_words
from referee.views.seven_rocks.race import Race, race
from referee.views.seven_rocks.words import (
    end_sum,
    listed,
    number,
    pips,
    reason,
    shown_name,
    side_name,
)


@dataclass(frozen=True, slots=True)
class SideOfRound:
    """What a round brought one partnership, as written."""

    side: Partnership
    points: str
    rulings: tuple[str, ...]
    deductions: str
    """Both hands apart, −(5 + 5); "" where the round is not settled."""
    score: str
    """After the round, or so far."""


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand at the end of a round: its tiles, and its pips with what they are rounded to."""

    seat: Seat
    tiles: str
    calculation: str


@dataclass(frozen=True, slots=True)
class SheetRound:
    """A round's line and its hands; without a leader nothing of it can be looked back at yet."""

    number: int
    has_leader: bool
    note: Markup | str
    sides: tuple[SideOfRound, ...]
    hands: tuple[SheetHand, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A false pass or a ruling, with the round it belongs to."""

    round: int
    sentence: Markup | str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GameOfTable:
    """One of the games played at the table, and how it stands."""

    number: int
    result: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """All of a score sheet, in reading order."""

    result: str
    winner: Partnership | None
    is_over: bool
    target: int
    rounds: tuple[SheetRound, ...]
    race: Race
    totals: tuple[str, ...]
    last: Markup | str
    """The last placement of the game in a sentence, "" without one."""
    last_at: tuple[int, int] | None
    """Its round and its number."""
    false_passes: tuple[Remark, ...]
    rulings: tuple[Remark, ...]
    games_won: dict[Partnership, int]
    games: tuple[GameOfTable, ...]


def sheet(review: Review) -> Sheet:
    """The score sheet of the game that `review` is about, finished or not."""
    table = review.table
    game: Game = table.game
    found = [each for each in sections(table) if each.rows or each.round]
    is_closed = table.state.play.is_closed
    last, last_at = _last(table, found)
    return Sheet(
        result=result(game, is_closed=is_closed),
        winner=game.winner,
        is_over=game.winner is not None or is_closed,
        target=game.target,
        rounds=tuple(_round(table, section) for section in found),
        race=race([entry.event for entry in table.state.play.entries()], game.target),
        totals=tuple(number(game.scores[side]) for side in Partnership),
        last=last,
        last_at=last_at,
        false_passes=tuple(_false_passes(table, found)),
        rulings=tuple(_rulings(found)),
        games_won={
            side: sum(play.game.winner is side for play in review.plays) for side in Partnership
        },
        games=tuple(
            GameOfTable(count, result(play.game, is_closed=play.is_closed))
            for count, play in enumerate(review.plays, start=1)
        ),
    )


def result(game: Game, *, is_closed: bool) -> str:
    """How the game ended, or how it stands, in one sentence."""
    if game.winner is not None:
        own, other = number(game.scores[game.winner]), number(game.scores[game.winner.other])
        if game.winner is Partnership.NORTH_SOUTH:
            return gettext("North–South win, %(own)s to %(other)s", own=own, other=other)
        return gettext("East–West win, %(own)s to %(other)s", own=own, other=other)
    scores = {side.name.lower(): number(game.scores[side]) for side in Partnership}
    if is_closed:
        return gettext("Stopped at North–South %(north_south)s, East–West %(east_west)s", **scores)
    return gettext("So far North–South %(north_south)s, East–West %(east_west)s", **scores)


def _round(table: Table, section: Section) -> SheetRound:
    round_ = section.round
    return SheetRound(
        section.number,
        round_ is not None,
        _note(table, round_),
        tuple(_side(table, section, side) for side in Partnership),
        _hands(round_) if round_ is not None and round_.is_settled else (),
    )


def _note(table: Table, round_: Round | None) -> Markup | str:
    """How the round ended, or that it has not."""
    if round_ is None:
        return gettext("Not yet led.")
    ended = end_words(table, round_)
    if not ended:
        return gettext("Not played to its end.")
    return ended[0]


def _side(table: Table, section: Section, side: Partnership) -> SideOfRound:
    placed = [row.placement for row in section.turns if row.placement is not None]
    scored = sum(each.points for each in placed if each.seat.partnership is side)
    rulings = [
        row.entry.event.points
        for row in section.rows
        if row.kind == "ruling" and Partnership(row.entry.event.side) is side
    ]
    costs = section.settlement.deductions if section.settlement else None
    scores = section.rows[-1].scores if section.rows else table.game.scores
    return SideOfRound(
        side,
        signed(scored) if scored else "0",
        tuple(map(signed, rulings)),
        "" if costs is None else _both(costs[seat] for seat in MEMBERS[side]),
        number(scores[side]),
    )


def _both(costs: Iterator[int]) -> str:
    """What both hands of a partnership cost, not added up: −(10 + 5)."""
    return f"\u2212({' + '.join(map(str, costs))})"


def _hands(round_: Round) -> tuple[SheetHand, ...]:
    return tuple(_hand(round_, seat) for seat in Seat)


def _hand(round_: Round, seat: Seat) -> SheetHand:
    held = round_.hand_of(seat)
    if not held:
        return SheetHand(seat, gettext("went out"), "0")
    calculation = gettext("%(pips)s → %(rounded)s", pips=pips(held), rounded=deduction(held))
    return SheetHand(seat, listed(held), calculation)


def _last(table: Table, found: Sequence[Section]) -> tuple[Markup | str, tuple[int, int] | None]:
    """The last placement of the game, in a sentence, and where it is looked back at."""
    for section in reversed(found):
        if section.round is not None and section.round.placements:
            placements = section.round.placements
            return _placed(table, placements[-1]), (section.number, len(placements))
    return "", None


def _placed(table: Table, placement: Placement) -> Markup:
    said = Markup(gettext("%(name)s placed %(tile)s: %(sum)s, %(points)s. %(side)s: %(score)s."))
    return said % {
        "name": shown_name(table, placement.seat),
        "tile": placement.tile,
        "sum": end_sum(placement.layout),
        "points": points_of(placement.points),
        "side": side_name(placement.seat.partnership),
        "score": number(placement.score),
    }


def _false_passes(table: Table, found: Sequence[Section]) -> Iterator[Remark]:
    for section in found:
        for row in section.rows:
            if row.false_pass is not None:
                wrong = row.false_pass
                yield Remark(section.number, false_pass_words(table, wrong.seat, wrong.tiles))


def _rulings(found: Sequence[Section]) -> Iterator[Remark]:
    for section in found:
        for row in section.rows:
            event = row.entry.event
            if isinstance(event, Ruling):
                yield Remark(section.number, ruling_words(event), reason(event))
