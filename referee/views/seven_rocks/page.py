"""The page of a device at the table: one of a few states, always drawn from the whole state.

Whatever was just sent, the reply is this page as the table is now, with what the person has chosen
kept; a refusal is the same page with its sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Response, url_for
from flask_babel import gettext

from referee import log, roles
from referee.app import htmx, services
from referee.refusals import BlockQuestioned, NotAllowed, Refused
from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks import (
    Connection,
    End,
    Game,
    Hand,
    Lead,
    Partnership,
    Pass,
    Passed,
    Place,
    Placement,
    Round,
    Ruling,
    Seat,
    Status,
    Tile,
)
from referee.tables import Change, Table
from referee.views import device, name_of, page_or_fragment, partial, sentence, status_of
from referee.views.seven_rocks import choosing, describe, words
from referee.views.seven_rocks.drawn import Pictures, pictures
from referee.views.seven_rocks.forms import own_seats
from referee.views.seven_rocks.handing_in import handing_in
from referee.views.seven_rocks.lots import Lots, last_draw
from referee.views.seven_rocks.steps import step

_LATEST: Final = 4
"""How many of the latest turns the waiting page lists."""

_TOLD_STEPS: Final = 3
"""How many of the entries that a stale page has missed are told."""

_MOVES_VERSION: Final = frozenset({"event", "undo", "redo", "again", "closed", "new-game"})


@dataclass(frozen=True)
class Asked:
    """What a person has chosen on the page so far; it is kept whatever else changes."""

    tile: Tile | None = None
    at: Connection | None = None
    seat: Seat | None = None
    picked: tuple[Tile, ...] | None = None
    is_changing: bool = False
    is_fresh: bool = False
    """Whether the focus goes to the tray, as the choice was made elsewhere."""


def shown(
    table: Table,
    asked: Asked,
    refusal: RuleBroken | Refused | None = None,
    *,
    missed: Sequence[str] = (),
    lots: Lots | None = None,
    is_reply: bool = False,
) -> Response:
    """The page of this device. `missed` tells what happened since a stale page was made.

    `is_reply` is for what comes back after an entry: the focus then goes to the new heading.
    """
    lots = lots or Lots()
    status = 422 if lots.is_unreadable else 200
    if refusal is not None:
        status = _status(refusal)
    context = _context(table, asked)
    context |= {
        "refusal": None if refusal is None else sentence(refusal, table),
        "rule": getattr(refusal, "rule", None),
        "is_question": isinstance(refusal, BlockQuestioned),
        "is_pass_refused": refusal is not None and refusal.code == "pass-impossible",
        "missed": missed,
        "lots": lots,
        "is_reply": is_reply,
        "target": "#play",
    }
    reply = page_or_fragment("seven_rocks/play.html", "seven_rocks/_play.html", status, **context)
    if htmx and status < 400:
        # What was told above the page before is done with.
        reply.set_data(reply.get_data(as_text=True) + str(partial("#notice", "")))
    return reply


def missed_since(table: Table, version: int) -> list[str]:
    """What happened at the table since `version`, the latest last, as sentences."""
    commands: dict[int, list[Any]] = {}
    for row in services().store.rows(table.id):
        if row.kind in _MOVES_VERSION:
            commands.setdefault(row.command, []).append(row)
    count = min(table.state.version - version, _TOLD_STEPS)
    steps = {play.command: play for play in log.steps(table.state.play)}
    told = []
    for command, rows in list(commands.items())[len(commands) - count :]:
        play = steps.get(command)
        told.append(_step(table, rows[0].kind, play))
    return told


def _step(table: Table, kind: str, play: log.Play | None) -> str:
    if kind == "undo" or play is None:
        return gettext("The last entry was undone.")
    if kind == "event":
        return step(table, [entry.event for entry in play.added])
    return {
        "redo": gettext("An undone entry was put back."),
        "again": gettext("The round is dealt again."),
        "closed": gettext("The table was closed."),
        "new-game": gettext("A new game has begun."),
    }[kind]


def _status(refusal: RuleBroken | Refused) -> int:
    """A seat without tiles has no hand, which no fresher page would change."""
    if refusal.code == "hand-unexpected" and refusal.facts.get("out") is not None:
        return 422
    return status_of(refusal)


def _context(table: Table, asked: Asked) -> dict[str, Any]:
    game: Game = table.game
    own = own_seats(table)
    state = _state(table, own)
    round_ = game.round
    turn = game.turn
    seat = turn if state == "turn" else None
    choice = (
        choosing.choosing(game, seat, asked.tile, asked.at)
        if seat is not None
        else choosing.Choosing()
    )
    hands = (
        handing_in(table, own, asked.seat, asked.picked, is_changing=asked.is_changing)
        if state == "hands"
        else None
    )
    return {
        "table": table,
        "game": game,
        "state": state,
        "own": own,
        "own_sides": {seat.partnership for seat in own},
        "is_shared": len(own) > 1,
        "asked": asked,
        "round": round_,
        "round_number": len(game.rounds),
        "turn": turn,
        "choice": choice,
        "hands": hands,
        "tray": choosing.tray(),
        "fitting": _fitting(round_),
        "turns": _latest(round_),
        "order": _before(turn, own),
        "settled": _settled(game),
        "taken": _taken(_settled(game)),
        "drawn": last_draw(table),
        "false_passes": [
            found for found in game.irregularities if found.proved_by == game.events - 1
        ],
        "undo": _undo_label(table),
        "redo": _redo_label(table),
        "may_run": _may(roles.may_run, table),
        "why_over": _why_over(table),
        "sides": tuple(Partnership),
        "words": words,
        "points_of": describe.points_of,
        "name": lambda seat: words.shown_name(table, seat),
        "named": lambda seats: words.listed(words.shown_name(table, seat) for seat in seats),
        "latest": latest_sentence(table),
        "sentence": lambda refusal: sentence(refusal, table),
        "plain_name": lambda seat: name_of(table, seat),
        "map": _map(round_, choice),
        "seats": tuple(Seat),
        "url": url_for("table.play" if own else "seven-rocks.lead_page", code=table.code),
    }


def _state(table: Table, own: tuple[Seat, ...]) -> str:
    """Which part the page shows: `turn` where this device may enter now, else what is awaited."""
    game: Game = table.game
    if table.state.play.is_closed:
        return "closed"
    if game.status is Status.PLAYING:
        return "turn" if game.turn in own else "wait"
    waits_for: str = game.status.value
    return waits_for


def _map(round_: Round | None, choice: choosing.Choosing) -> Pictures | None:
    """The layout with what is chosen drawn in, or None before the lead of a round."""
    if round_ is None:
        return None
    chosen, tile = choice.chosen, choice.tile
    if not round_.turns and chosen is None:
        return None
    several = choice.choices if len(choice.choices) > 1 else ()
    return pictures(
        round_.placements,
        round_.layout,
        is_small=True,
        ghost=None if chosen is None or tile is None else (tile, chosen.at),
        choices={each.at: each.letter for each in several if each.at is not None},
        chosen=chosen.at if chosen is not None and several else None,
    )


def _fitting(round_: Round | None) -> frozenset[Tile]:
    if round_ is None:
        return frozenset()
    layout = round_.layout
    return frozenset(tile for tile in round_.unplaced if layout.fits(tile))


def _latest(round_: Round | None) -> list[Placement | Passed]:
    return list(reversed(round_.turns))[:_LATEST] if round_ is not None else []


def latest_sentence(table: Table) -> str:
    """The last turn of the round as one sentence, for those who listen."""
    round_: Round | None = table.game.round
    if round_ is None:
        return ""
    if not round_.turns:
        return gettext("%(name)s leads.", name=name_of(table, round_.leader))
    last = round_.turns[-1]
    name = name_of(table, last.seat)
    if isinstance(last, Passed):
        return gettext("%(name)s passed.", name=name)
    if not last.points:
        return gettext("%(name)s placed %(tile)s, no points.", name=name, tile=last.tile)
    return gettext(
        "%(name)s placed %(tile)s, %(points)s, %(side)s %(score)s.",
        name=name,
        tile=last.tile,
        points=describe.points_of(last.points),
        side=words.side_name(last.seat.partnership),
        score=words.number(last.score),
    )


def _before(turn: Seat | None, own: tuple[Seat, ...]) -> list[Seat]:
    """Who plays before this device's next turn, in order."""
    order: list[Seat] = []
    seat = turn
    while seat is not None and own and seat not in own:
        order.append(seat)
        seat = seat.next
    return order


def _settled(game: Game) -> Round | None:
    """The round settled last, until the first placement of the next one."""
    if not game.settled or (game.round is not None and game.round.turns):
        return None
    return game.settled[-1]


def _taken(round_: Round | None) -> dict[Partnership, int]:
    """What the settlement took from each partnership, in points."""
    taken = dict.fromkeys(Partnership, 0)
    if round_ is not None:
        for seat, points in (round_.deductions or {}).items():
            taken[seat.partnership] += points
    return taken


def _why_over(table: Table) -> str:
    """How the last round ended, in a sentence; empty while one is played."""
    game: Game = table.game
    round_ = game.round if game.status is Status.HANDS else _settled(game)
    if round_ is None:
        return ""
    number = game.rounds.index(round_) + 1
    if round_.end is End.OUT and round_.out is not None:
        return gettext(
            "Round %(number)s is over: %(name)s placed the last tile of a hand.",
            number=number,
            name=name_of(table, round_.out),
        )
    if not round_.layout.fitting:
        return gettext(
            "Round %(number)s is blocked: no tile that is left fits an open end.", number=number
        )
    return gettext("Round %(number)s is blocked: all four players passed.", number=number)


def _may(right: Any, table: Table) -> bool:
    try:
        right(table.state, Change(device(), None))
    except NotAllowed:
        return False
    return True


def _undo_label(table: Table) -> str | None:
    """What the undo button says, or None where this device may not take the last step back."""
    play = table.state.play
    if play.before is None or not _may(roles.may_undo, table):
        return None
    match play.kind, play.added[0].event if play.added else None:
        case "event", Place(_, tile):
            return gettext("Undo %(tile)s", tile=tile)
        case "event", Pass():
            return gettext("Undo pass")
        case "event", Lead():
            return gettext("Undo the draw")
        case "event", Hand():
            return gettext("Undo the settlement")
        case "event", Ruling():
            return gettext("Undo the ruling")
        case "closed", _:
            return gettext("Open the table again")
    return gettext("Undo")


def _redo_label(table: Table) -> str | None:
    """What the button to put back says, or None where nothing can be put back from here."""
    if not table.state.undone or not _may(roles.may_redo, table):
        return None
    play = table.state.undone[-1]
    match play.kind, play.added[0].event if play.added else None:
        case "event", Place(_, tile):
            return gettext("Put %(tile)s back", tile=tile)
        case "event", Pass():
            return gettext("Put the pass back")
    return gettext("Put it back")


def asked_again(fields: Mapping[str, str]) -> Asked:
    """What a refused form had chosen, as far as it names something."""
    return Asked(tile=_tile(fields.get("tile")), at=_connection(fields.get("at")))


def _tile(text: str | None) -> Tile | None:
    try:
        return None if text is None else Tile.parse(text)
    except ValueError:
        return None


def _connection(text: str | None) -> Connection | None:
    try:
        return None if text is None else Connection.parse(text)
    except ValueError:
        return None
