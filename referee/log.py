"""The fold of a table's log: rows in, the state that every page shows out.

The log has more kinds of rows than a record: who holds which role, names, hands handed in and still
sealed, undo, games that follow each other at one table. What can be undone is a `Play`, a chain of
immutable steps; the rest of a `TableState` stays when a step is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from referee import record
from referee.rules import GAMES
from referee.store import Row

_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the record, and who entered it when; `seq` is its identity for ever.

    `seat` is the seat that it is the turn or the hand of, None for what the table enters.
    """

    seq: int
    command: int
    event: Any
    seat: Any
    role: str
    device: int | None
    time: str
    by_referee: bool


@dataclass(frozen=True, slots=True)
class Sealed:
    """A hand handed in and not yet shown: where it is kept, and whether its seat looks again."""

    id: int
    device: int | None
    """The device that handed it in, the only one it is ever shown on."""
    is_confirmed: bool = True


@dataclass(frozen=True, slots=True)
class Play:
    """What undo walks back over: one step of a table's play, and the play before it.

    `added` are the entries of this step; with `is_whole` they are all entries of the game so far
    (a new game, a round taken out), otherwise the entries before stand in `before`.
    """

    game: Any
    command: int
    kind: str
    added: tuple[Entry, ...] = ()
    is_whole: bool = False
    sealed: Mapping[str, Sealed] = field(default_factory=lambda: _NOTHING)
    finished: tuple[Play, ...] = ()
    is_closed: bool = False
    reason: str | None = None
    before: Play | None = None

    def entries(self) -> tuple[Entry, ...]:
        """All entries of the current game, in order."""
        steps: list[tuple[Entry, ...]] = []
        play: Play | None = self
        while play is not None:
            steps.append(play.added)
            if play.is_whole:
                break
            play = play.before
        return tuple(entry for added in reversed(steps) for entry in added)

    def own_seat(self) -> Any:
        """The seat whose own entry this step is, or None when it is more or something else."""
        own = [entry for entry in self.added if not entry.by_referee]
        return own[0].seat if self.kind == "event" and len(own) == 1 else None


@dataclass(frozen=True, slots=True)
class Roles:
    """Which device holds which role at a table."""

    table: int | None = None
    scorer: int | None = None
    seats: Mapping[str, int] = field(default_factory=lambda: _NOTHING)

    def seats_of(self, device: int | None) -> tuple[str, ...]:
        """The seats that this device took, in seat order."""
        return tuple(seat for seat, holder in self.seats.items() if holder == device)


@dataclass(frozen=True, slots=True)
class Request:
    """A device that asks the table to be let in: for a seat, as scorer or as table device."""

    seq: int
    device: int
    role: str
    seat: str | None
    name: str


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything the pages of one table show, as of its row `seq`.

    `version` counts the commands that changed the game; claims and names do not move it, so that a
    form stays good while somebody sits down.
    """

    game_id: str
    seq: int
    version: int
    versioned_by: int
    play: Play
    options: Any
    entry: str
    language: str
    names: Mapping[str, int]
    roles: Roles = Roles()
    requests: tuple[Request, ...] = ()
    undone: tuple[Play, ...] = ()

    @property
    def game(self) -> Any:
        return self.play.game

    def games(self) -> tuple[Any, ...]:
        """The games played at this table, the current one last."""
        return (*(play.game for play in self.play.finished), self.game)


def fold(rows: Iterable[Row], state: TableState | None = None) -> TableState:
    """The state after `rows`, from nothing (the first row opens the table) or from `state`."""
    for row in rows:
        if state is None:
            state = _opened(row)
        else:
            state = replace(_KINDS[row.kind](state, row), seq=row.seq)
    if state is None:
        raise ValueError("a log starts with the row that opens the table")
    return state


def _opened(row: Row) -> TableState:
    payload = row.payload
    options = record.FORMS[payload["game"]].options_from_json(payload["options"], "options")
    game = GAMES[payload["game"]].new_game(options)
    return TableState(
        game_id=payload["game"],
        seq=row.seq,
        version=0,
        versioned_by=row.command,
        play=Play(game, row.command, "opened", is_whole=True),
        options=options,
        entry=payload["entry"],
        language=payload["language"],
        names=MappingProxyType(dict(payload["names"])),
    )


def _stepped(state: TableState, row: Row, play: Play) -> TableState:
    """`state` with a new play; the version moves once a command."""
    first = row.command != state.versioned_by
    return replace(
        state,
        play=play,
        version=state.version + first,
        versioned_by=row.command,
        undone=() if first else state.undone,
    )


def _event(state: TableState, row: Row) -> TableState:
    rules = GAMES[state.game_id]
    event = record.event_from_json(state.game_id, row.payload["event"])
    entry = Entry(
        row.seq,
        row.command,
        event,
        None if rules.is_for_the_table(event) else event.seat,
        row.role,
        row.device,
        row.time,
        bool(row.payload.get("by_referee")),
    )
    before = state.play
    game = rules.apply(before.game, event)
    sealed = _NOTHING if rules.is_sealed(event) else before.sealed
    if before.command == row.command:
        play = replace(before, game=game, added=(*before.added, entry), sealed=sealed)
    else:
        play = Play(
            game,
            row.command,
            "event",
            (entry,),
            sealed=sealed,
            finished=before.finished,
            before=before,
        )
    return _stepped(state, row, play)


def _sealed(state: TableState, row: Row) -> TableState:
    """A hand handed in: no step of its own, so that undo goes back to before the round's end."""
    sealed = {**state.play.sealed, row.payload["seat"]: Sealed(row.payload["id"], row.device)}
    return replace(state, play=replace(state.play, sealed=MappingProxyType(sealed)))


def _clash(state: TableState, row: Row) -> TableState:
    sealed = {
        seat: replace(held, is_confirmed=held.is_confirmed and seat not in row.payload["seats"])
        for seat, held in state.play.sealed.items()
    }
    return replace(state, play=replace(state.play, sealed=MappingProxyType(sealed)))


def _undo(state: TableState, row: Row) -> TableState:
    before = state.play.before
    assert before is not None, "undo is refused when nothing is left to undo"
    undone = (*state.undone, state.play)
    return replace(_stepped(state, row, before), undone=undone)


def _redo(state: TableState, row: Row) -> TableState:
    undone, play = state.undone[:-1], state.undone[-1]
    return replace(_stepped(state, row, play), undone=undone)


def _again(state: TableState, row: Row) -> TableState:
    rules = GAMES[state.game_id]
    entries = state.play.entries()
    kept = rules.without_current_round([entry.event for entry in entries], state.options)
    remaining = tuple(entries[index] for index in kept)
    game = rules.replay([entry.event for entry in remaining], state.options)
    play = Play(
        game,
        row.command,
        "again",
        remaining,
        is_whole=True,
        finished=state.play.finished,
        reason=row.payload["reason"],
        before=state.play,
    )
    return _stepped(state, row, play)


def _closed(state: TableState, row: Row) -> TableState:
    play = replace(
        state.play,
        command=row.command,
        kind="closed",
        added=(),
        is_whole=False,
        is_closed=True,
        before=state.play,
    )
    return _stepped(state, row, play)


def _new_game(state: TableState, row: Row) -> TableState:
    game = GAMES[state.game_id].new_game(state.options)
    play = Play(
        game,
        row.command,
        "new-game",
        is_whole=True,
        finished=(*state.play.finished, state.play),
        before=state.play,
    )
    return _stepped(state, row, play)


def _named(state: TableState, row: Row) -> TableState:
    return replace(state, names=MappingProxyType({**state.names, **row.payload["names"]}))


def _granted(state: TableState, row: Row) -> TableState:
    role, seat, device = row.payload["role"], row.payload.get("seat"), row.payload["device"]
    roles = state.roles
    if role == "seat":
        roles = replace(roles, seats=MappingProxyType({**roles.seats, seat: device}))
    elif role == "scorer":
        roles = replace(roles, scorer=device)
    else:
        roles = replace(roles, table=device)
    return replace(state, roles=roles)


def _revoked(state: TableState, row: Row) -> TableState:
    role, seat = row.payload["role"], row.payload.get("seat")
    if role == "scorer":
        return replace(state, roles=replace(state.roles, scorer=None))
    seats = {held: device for held, device in state.roles.seats.items() if held != seat}
    return replace(state, roles=replace(state.roles, seats=MappingProxyType(seats)))


def _asked(state: TableState, row: Row) -> TableState:
    payload = row.payload
    assert row.device is not None
    request = Request(row.seq, row.device, payload["role"], payload["seat"], payload["name"])
    others = tuple(asked for asked in state.requests if asked.device != row.device)
    return replace(state, requests=(*others, request))


def _answered(state: TableState, row: Row) -> TableState:
    left = tuple(asked for asked in state.requests if asked.seq != row.payload["request"])
    return replace(state, requests=left)


def _entry(state: TableState, row: Row) -> TableState:
    return replace(state, entry=row.payload["entry"])


_KINDS: Final[Mapping[str, Callable[[TableState, Row], TableState]]] = {
    "event": _event,
    "sealed": _sealed,
    "clash": _clash,
    "undo": _undo,
    "redo": _redo,
    "again": _again,
    "closed": _closed,
    "new-game": _new_game,
    "named": _named,
    "granted": _granted,
    "revoked": _revoked,
    "asked": _asked,
    "answered": _answered,
    "entry": _entry,
}


def steps(play: Play) -> Iterator[Play]:
    """This step and those before it, the newest first."""
    current: Play | None = play
    while current is not None:
        yield current
        current = current.before
