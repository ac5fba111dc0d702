"""What the table display and the watchers' page show of a game, as values for their templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask_babel import gettext, ngettext
from markupsafe import Markup

from referee.log import Entry
from referee.rules.seven_rocks import (
    End,
    Game,
    Hand,
    Lead,
    Partnership,
    Passed,
    Place,
    Placement,
    Round,
    Ruling,
    Seat,
    Status,
    Tile,
    deduction,
)
from referee.tables import Table
from referee.views import name_of
from referee.views.seven_rocks.describe import points_of, signed
from referee.views.seven_rocks.drawn import Pictures, pictures
from referee.views.seven_rocks.history import Row, Section, score_before, sections
from referee.views.seven_rocks.pegs import ShownBoard, board
from referee.views.seven_rocks.words import (
    added,
    end_sum,
    listed,
    number,
    pips,
    reason,
    shown_name,
    side_name,
)

LATEST: Final = 4
"""Turns in the list of the latest ones."""

POINTS_A_TICK: Final = 5
TICKS: Final = 7
"""At most, so that a high score does not rattle on."""

MEMBERS: Final = {
    Partnership.NORTH_SOUTH: (Seat.NORTH, Seat.SOUTH),
    Partnership.EAST_WEST: (Seat.EAST, Seat.WEST),
}


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the mat: who sits there, and what there is to say of them now."""

    seat: Seat
    name: str
    notes: tuple[str, ...]
    is_now: bool


@dataclass(frozen=True, slots=True)
class Score:
    """A partnership's score as a panel shows it."""

    side: Partnership
    title: str
    names: tuple[str, str]
    value: str
    is_below: bool
    """Below 0, so that a minus sign stands before it."""
    was: str
    """The score before its last change, "" if there was none."""
    games_won: int


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip below the mat: what happened last. `said` is all of it, sentence by sentence."""

    said: tuple[str, ...]
    kind: str
    """`placement`, `words`, `tiles` or `settlement`."""
    text: str = ""
    more: str = ""
    placement: Placement | None = None
    who: str = ""
    sum: str = ""
    points: str = ""
    tiles: tuple[Tile, ...] = ()
    halves: tuple[tuple[str, str, str], ...] = ()
    """At a settlement, for each side: its value, what its hands cost, its scores."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One hand of a settlement."""

    seat: Seat
    name: str
    tiles: tuple[Tile, ...]
    listed: str
    """The tiles in words."""
    calculation: str
    note: str
    change: str = ""
    """What it takes from its side's score."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw for the lead: a number for each seat, None for those who did not draw again."""

    numbers: tuple[int | None, ...]
    highest: int

    @property
    def drawn(self) -> tuple[tuple[Seat, int], ...]:
        """Who drew what."""
        pairs = zip(Seat, self.numbers, strict=True)
        return tuple((seat, drawn) for seat, drawn in pairs if drawn is not None)


@dataclass(frozen=True, slots=True)
class Shown:
    """One state of the game, for the display's and the watchers' templates."""

    centre: str
    """What lies on the mat: `start`, `draws`, `settlement` or `layout`."""
    over: str
    """What lies on top of it: `won`, `closed` or ""."""
    is_lead_awaited: bool
    round_number: int
    target: int
    chairs: tuple[Chair, ...]
    scores: tuple[Score, ...]
    turn: str
    """Whose turn it is, or what is awaited, in one sentence."""
    turn_seat: Seat | None
    strip: Strip
    pictures: Pictures | None
    hands: tuple[ShownHand, ...]
    draws: tuple[Draw, ...]
    latest: tuple[Row, ...]
    result: str
    undo: str
    """What the last step was, for the button that takes it back; "" before the first."""
    can_put_back: bool
    """Whether the last step was an undo."""
    board: ShownBoard
    entries: int
    ticks: int
    """How often a peg ticks for the last entry, where a screen has its sound on."""


def shown(table: Table, *, shapes: Sequence[str], is_small: bool = False) -> Shown:
    """The state of the game at `table`, with the layout drawn for `shapes`."""
    game: Game = table.game
    rounds = sections(table)
    centre = _centre(game, rounds)
    round_ = _round_shown(game)
    entries = table.state.play.entries()
    return Shown(
        centre=centre,
        over="closed" if table.state.play.is_closed else "won" if game.winner else "",
        is_lead_awaited=game.status is Status.LEAD and not table.state.play.is_closed,
        round_number=_number_shown(game, centre),
        target=game.target,
        chairs=tuple(_chair(table, seat) for seat in Seat),
        scores=tuple(_score(table, rounds, side) for side in Partnership),
        turn=turn_words(table),
        turn_seat=game.turn,
        strip=_strip(table, rounds, centre),
        pictures=pictures(round_.placements, round_.layout, shapes=shapes, is_small=is_small)
        if centre == "layout" and round_ is not None
        else None,
        hands=_hands(table) if centre == "settlement" else (),
        draws=_draws(rounds) if centre == "draws" else (),
        latest=_latest(rounds),
        result=_result(table),
        undo=_undo(table) if table.state.play.before is not None else "",
        can_put_back=bool(table.state.undone),
        board=board([entry.event for entry in entries], game.target),
        entries=len(entries),
        ticks=_ticks(game, entries),
    )


def summary(table: Table) -> str:
    """One line for lists of tables: "120 : 150 · round 3"."""
    game: Game = table.game
    scores = {side.name.lower(): number(game.scores[side]) for side in Partnership}
    if game.winner is not None:
        return gettext("%(north_south)s : %(east_west)s · won", **scores)
    if table.state.play.is_closed:
        return gettext("%(north_south)s : %(east_west)s · stopped", **scores)
    return gettext(
        "%(north_south)s : %(east_west)s · round %(number)s",
        **scores,
        number=_number_shown(game, _centre(game, ())),
    )


# which part of the game is shown


def _centre(game: Game, rounds: Sequence[Section]) -> str:
    """What lies on the mat. A settlement stays until the next round's first placement."""
    is_fresh = game.round is None or not game.round.turns
    if is_fresh and rounds and _draws(rounds):
        return "draws"
    if is_fresh and game.settled:
        return "settlement"
    return "start" if game.round is None else "layout"


def _round_shown(game: Game) -> Round | None:
    return game.round or (game.settled[-1] if game.settled else None)


def _number_shown(game: Game, centre: str) -> int:
    """The round that the page is about: at a settlement the settled one."""
    if centre == "settlement":
        return len(game.settled)
    return len(game.settled) + 1


def _draws(rounds: Sequence[Section]) -> tuple[Draw, ...]:
    """The draws that found the leader of the current round, if it was drawn by numbers."""
    leads = [row.entry.event for row in rounds[-1].rows if row.kind == "lead"]
    if not leads or leads[-1].draws is None:
        return ()
    return draws_of(leads[-1])


def draws_of(lead: Lead) -> tuple[Draw, ...]:
    """The numbers drawn, one row a draw; those who did not tie before have none."""
    return tuple(
        Draw(tuple(draw.get(seat) for seat in Seat), max(draw.values()))
        for draw in lead.draws or ()
    )


def _latest(rounds: Sequence[Section]) -> tuple[Row, ...]:
    """The last turns of the round that is shown, the newest first."""
    turns = next((section.turns for section in reversed(rounds) if section.turns), ())
    return turns[: -LATEST - 1 : -1]


# people and scores


def _chair(table: Table, seat: Seat) -> Chair:
    game: Game = table.game
    return Chair(seat, name_of(table, seat), _notes(table, game, seat), game.turn is seat)


def _notes(table: Table, game: Game, seat: Seat) -> tuple[str, ...]:
    round_ = game.round
    if round_ is None:
        if table.state.entry != "phones":
            return ()
        is_here = seat.value in table.state.roles.seats
        return (gettext("here") if is_here else gettext("free"),)
    held = ngettext("%(num)s tile", "%(num)s tiles", round_.held_by(seat))
    if game.status is Status.HANDS:
        if seat is round_.out:
            return (gettext("went out"),)
        if seat.value in table.state.play.sealed or round_.hand_of(seat) is not None:
            return (gettext("handed in"),)
        return (gettext("not yet handed in"), held)
    if game.turn is seat:
        return (gettext("plays now") if round_.turns else gettext("leads now"), held)
    if game.status is Status.PLAYING and _has_just_passed(round_, seat):
        return (gettext("passed"), held)
    return (held,)


def _has_just_passed(round_: Round, seat: Seat) -> bool:
    """Whether the seat passed since the last placement."""
    row = round_.passes_in_row
    return row > 0 and any(turn.seat is seat for turn in round_.turns[-row:])


def _score(table: Table, rounds: tuple[Section, ...], side: Partnership) -> Score:
    before = score_before(rounds, side)
    one, other = MEMBERS[side]
    return Score(
        side,
        side_name(side),
        (name_of(table, one), name_of(table, other)),
        number(table.game.scores[side]),
        table.game.scores[side] < 0,
        "" if before is None else gettext("was %(score)s", score=number(before)),
        sum(game.winner is side for game in table.state.games()),
    )


def turn_words(table: Table) -> str:
    """Whose turn it is, or what the game waits for."""
    game: Game = table.game
    if table.state.play.is_closed:
        return gettext("The game was stopped here.")
    if game.turn is not None and game.round is not None:
        fields = {"name": shown_name(table, game.turn)}
        if not game.round.turns:
            return Markup(gettext("%(name)s leads now")) % fields
        return Markup(gettext("%(name)s plays now")) % fields
    return {
        Status.LEAD: gettext("The draw for the lead comes next"),
        Status.HANDS: gettext("The hands are handed in now"),
        Status.WON: gettext("The game is won"),
    }[game.status]


# the strip


def _strip(table: Table, rounds: tuple[Section, ...], centre: str) -> Strip:
    game: Game = table.game
    entries = table.state.play.entries()
    last = entries[-1].event if entries else None
    if isinstance(last, Ruling):
        return _words(ruling_words(last), reason(last))
    if centre == "settlement":
        return _settlement(rounds)
    if game.status is Status.HANDS and game.round is not None:
        return _awaiting_hands(table, game.round)
    if game.status is Status.LEAD or game.round is None:
        return _words(
            gettext("Who leads?"),
            gettext("The highest number leads. Those who tie draw again, and only they."),
        )
    if not game.round.turns:
        return _words(
            Markup(gettext("%(name)s leads")) % {"name": shown_name(table, game.round.leader)},
            gettext("Any tile may be led."),
        )
    turn = game.round.turns[-1]
    more = _false_pass(table, game)
    if isinstance(turn, Passed):
        return _passed(table, game.round, turn, more)
    return _placed(table, turn, more)


def _placed(table: Table, placement: Placement, more: str) -> Strip:
    said = Markup(gettext("%(name)s placed %(tile)s: %(sum)s, %(points)s. %(side)s: %(score)s."))
    points = points_of(placement.points)
    sentence = said % {
        "name": shown_name(table, placement.seat),
        "tile": placement.tile,
        "sum": end_sum(placement.layout),
        "points": points,
        "side": side_name(placement.seat.partnership),
        "score": number(placement.score),
    }
    return Strip(
        (sentence, more) if more else (sentence,),
        "placement",
        more=more,
        placement=placement,
        who=Markup(gettext("%(name)s placed")) % {"name": shown_name(table, placement.seat)},
        sum=end_sum(placement.layout),
        points=points,
    )


def _passed(table: Table, round_: Round, turn: Passed, more: str) -> Strip:
    text = Markup(gettext("%(name)s passed")) % {"name": shown_name(table, turn.seat)}
    count = round_.passes_in_row
    if not more and count > 1:
        more = gettext("%(count)s passes in a row · four block the round", count=count)
    return _words(text, more)


def _false_pass(table: Table, game: Game) -> str:
    """A pass that the last event proves wrong, in a sentence; "" otherwise."""
    found = [each for each in game.irregularities if each.proved_by == game.events - 1]
    if not found:
        return ""
    return false_pass_words(table, found[-1].seat, found[-1].tiles)


def false_pass_words(table: Table, seat: Seat, fitted: Sequence[Tile]) -> Markup:
    """A pass that is proved wrong, with the tiles that fitted."""
    return Markup(gettext("The pass of %(name)s was wrong, since a tile fitted: %(tiles)s.")) % {
        "name": shown_name(table, seat),
        "tiles": listed(fitted),
    }


def _awaiting_hands(table: Table, round_: Round) -> Strip:
    if not all(held.is_confirmed for held in table.state.play.sealed.values()):
        return _words(
            gettext("Two entries clash"),
            gettext("Compare the hands at the table, then enter them again."),
        )
    if round_.end is End.BLOCKED:
        if not round_.layout.fitting:
            text = gettext("Blocked: no tile not yet placed fits")
            said = gettext(
                "The round is blocked: no tile not yet placed fits. Not placed: %(tiles)s.",
                tiles=listed(round_.unplaced),
            )
            return Strip((said,), "tiles", text, tiles=round_.unplaced)
        return _words(
            gettext("Blocked: four passes in a row"),
            gettext("Everyone hands in the tiles they hold."),
        )
    last = round_.placements[-1]
    out = Markup(gettext("%(name)s went out. The others hand in what they hold."))
    return _placed(table, last, out % {"name": shown_name(table, last.seat)})


def _words(text: str, more: str) -> Strip:
    return Strip((text, more) if more else (text,), "words", text, more)


def ruling_words(ruling: Ruling) -> str:
    """What a ruling changes, without its reason."""
    return gettext(
        "Ruling: %(side)s %(points)s",
        side=side_name(Partnership(ruling.side)),
        points=signed(ruling.points),
    )


def hand_words(hand: Hand) -> str:
    """What a seat held at the end of a round."""
    return gettext("held at the end: %(tiles)s", tiles=listed(sorted(hand.tiles)))


def _settlement(rounds: tuple[Section, ...]) -> Strip:
    row = next(section.settlement for section in reversed(rounds) if section.settlement)
    deductions = row.deductions or {}
    halves, said = [], []
    for side in Partnership:
        cost = added(deductions[seat] for seat in MEMBERS[side])
        scores = gettext(
            "%(before)s → %(after)s",
            before=number(row.before[side]),
            after=number(row.scores[side]),
        )
        halves.append((side.value, cost, scores))
        said.append(
            gettext(
                "%(side)s, each hand on its own: %(cost)s. Score %(scores)s.",
                side=side_name(side),
                cost=cost,
                scores=scores,
            )
        )
    return Strip(tuple(said), "settlement", halves=tuple(halves))


# settlement and result


def _hands(table: Table) -> tuple[ShownHand, ...]:
    game: Game = table.game
    settled = game.settled[-1]
    return tuple(_hand(table, settled, seat) for seat in Seat)


def _hand(table: Table, settled: Round, seat: Seat) -> ShownHand:
    held = settled.hand_of(seat) or ()
    side = side_name(seat.partnership)
    if not held:
        return ShownHand(
            seat,
            name_of(table, seat),
            (),
            gettext("went out"),
            "0",
            gettext("leads round %(number)s", number=len(table.game.settled) + 1),
        )
    cost = deduction(held)
    return ShownHand(
        seat,
        name_of(table, seat),
        held,
        listed(held),
        gettext("%(pips)s → %(rounded)s", pips=pips(held), rounded=cost),
        gettext("pips, then rounded"),
        gettext("%(side)s %(points)s", side=side, points=signed(-cost)),
    )


def _result(table: Table) -> str:
    """How the game ended, in one sentence; "" while it is played."""
    game: Game = table.game
    if game.winner is not None:
        own, other = number(game.scores[game.winner]), number(game.scores[game.winner.other])
        if game.winner is Partnership.NORTH_SOUTH:
            return gettext("North–South win, %(own)s to %(other)s", own=own, other=other)
        return gettext("East–West win, %(own)s to %(other)s", own=own, other=other)
    if table.state.play.is_closed:
        return gettext("Stopped here. The standing is kept.")
    return ""


def _ticks(game: Game, entries: Sequence[Entry]) -> int:
    """A tick for every five points of a placement; none for any other entry."""
    own = [entry.event for entry in entries if not entry.by_referee]
    if not own or not isinstance(own[-1], Place):
        return 0
    return min(TICKS, game.rounds[-1].placements[-1].points // POINTS_A_TICK)


def _undo(table: Table) -> str:
    """What taking back the last step takes back."""
    play = table.state.play
    own: list[Any] = [entry.event for entry in play.added if not entry.by_referee]
    tile = getattr(own[0], "tile", None) if len(own) == 1 else None
    return gettext("Undo %(tile)s", tile=tile) if tile else gettext("Undo the last step")
