"""What a table can do: read its log, try a change on the state, append it, tell the pages.

Every change takes the same way: inside one immediate transaction its key is looked up, then the
version is compared, then the right is checked and the rules are asked; only what passes all of it
is appended. The state is always the fold of the log; the copy kept in memory only saves folding.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from referee import log, record, roles
from referee.live import Hub
from referee.log import TableState
from referee.record import Record
from referee.refusals import (
    BlockQuestioned,
    HandsClash,
    KeyReused,
    NoSuchTable,
    NothingToUndo,
    NotNow,
    SeatTaken,
    ServerBehind,
    TableMoved,
)
from referee.rules import GAMES
from referee.rules.errors import RuleBroken
from referee.store import Author, Key, NewRow, Reader, Store, TableRow, Transaction

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Characters of a table's code: none that two people could read differently."""

CODE_LENGTH: Final = 5
_KEPT_TABLES: Final = 2000
CARRIED_OVER: Final = "carried over"
"""The reason of the rulings that start a game at given scores."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table as a page sees it: its code, the state of its log, the names as text."""

    id: int
    code: str
    state: TableState
    names: Mapping[str, str]

    @property
    def game(self) -> Any:
        return self.state.game


@dataclass(frozen=True, slots=True)
class Change:
    """A request to change a table: by which device, made for which version, under which key."""

    device: int | None
    version: int | None
    key: Key | None = None
    is_host: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """What the page for a new table asks."""

    game: str
    options: Mapping[str, Any]
    names: Mapping[str, str]
    entry: str = "phones"
    language: str = "en"


def record_of(table: Table) -> Record:
    """The record of the game now played at `table`; sealed hands are in it once they are shown."""
    events = tuple(entry.event for entry in table.state.play.entries())
    return Record(table.state.game_id, table.state.options, events, table.names)


def read_table(reader: Reader, code: str) -> Table:
    """The table with this code, as the rows of `reader` tell it. Raises NoSuchTable."""
    row = _row(reader, code)
    return _table(reader, row, log.fold(reader.rows(row.id)))


def utc_now() -> str:
    """The time that a row is stamped with; never used to order anything."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Tables:
    """All tables of one store."""

    def __init__(self, store: Store, hub: Hub, now: Callable[[], str] = utc_now) -> None:
        self._store = store
        self._hub = hub
        self._now = now
        self._known: OrderedDict[str, Table] = OrderedDict()

    # reading

    def find(self, code: str) -> Table:
        """The table with this code. Raises NoSuchTable."""
        known = self._known.get(code)
        if known is not None:
            return known
        row = _row(self._store, code)
        return self._kept(row, log.fold(self._store.rows(row.id)))

    def of_device(self, device: int) -> list[Table]:
        """The tables at which this device has held a role, the newest first."""
        return [self.find(row.code) for row in self._store.tables_of(device)]

    def all(self) -> list[Table]:
        """Every table, in the order they were opened."""
        return [self.find(row.code) for row in self._store.tables()]

    def sealed_event(self, table: Table, seat: str) -> Any:
        """What this seat has handed in and not yet shown.

        To be shown on nothing but the device that handed it in.
        """
        held = table.state.play.sealed[seat]
        return record.event_from_json(table.state.game_id, self._store.sealed(held.id))

    # opening

    def open(
        self,
        opening: Opening,
        device: int | None,
        events: Sequence[Any] = (),
        *,
        host: bool = False,
        key: Key | None = None,
    ) -> Table:
        """A new table, opened by `device`, which becomes the table device.

        `events` come first in its record: an imported game, or carried-over scores and a leader.
        Raises RuleBroken when they are not legal; then no table is opened. The same key again gives
        the table that was opened with it; with another content it raises KeyReused.
        """
        author = Author("host" if host else "table", None, device)

        def opened(tx: Transaction) -> tuple[TableRow, TableState]:
            if key is not None and device is not None:
                known = tx.opened_with(device, key.text)
                if known is not None:
                    if known[1] != key.digest:
                        raise KeyReused()
                    return known[0], log.fold(tx.rows(known[0].id))
            code = _new_code(tx)
            row = tx.add_table(code, opening.game, self._now())
            names = {
                seat: tx.add_name(row.id, text) for seat, text in opening.names.items() if text
            }
            first = NewRow(
                "opened",
                {
                    "game": opening.game,
                    "options": dict(opening.options),
                    "names": names,
                    "entry": opening.entry,
                    "language": opening.language,
                },
            )
            rows = [first, *(_event_row(opening.game, event) for event in events)]
            if device is not None:
                rows.append(NewRow("granted", {"role": "table", "device": device}))
                if opening.entry == "table":
                    rows.append(NewRow("granted", {"role": "scorer", "device": device}))
                tx.add_visit(device, row.id)
            return row, log.fold(tx.append(row.id, rows, author, self._now(), key))

        return self._kept(*self._store.write(opened))

    # playing

    def enter(
        self, table: Table, event: Any, change: Change, *, is_confirmed: bool = False
    ) -> Table:
        """Add `event` to the record, with what the referee enters after it by itself (SR-C2).

        Raises RuleBroken, BlockQuestioned, or what every change raises.
        """
        rules = GAMES[table.state.game_id]

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            if rules.is_for_the_table(event):
                author = roles.may_run(state, change)
            else:
                author = roles.may_enter(state, change, event.seat.value)
            _is_open(state)
            after = rules.apply(state.game, event)
            if not is_confirmed and rules.is_doubtful(state.game, event):
                raise BlockQuestioned()
            follow_up = rules.follow_up(after)
            return [
                _event_row(state.game_id, event),
                *(_event_row(state.game_id, entered, by_referee=True) for entered in follow_up),
            ], author

        return self._change(table, change, act)

    def seal(self, table: Table, event: Any, change: Change) -> Table:
        """Hand in a hand; it stays sealed until the last one is in, then all are entered together.

        Raises RuleBroken for what this hand alone shows to be wrong, and HandsClash, after marking
        both entries as not confirmed, when another sealed hand holds one of its tiles.
        """
        rules = GAMES[table.state.game_id]
        clashed: list[str] = []

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            seat = event.seat.value
            author = roles.may_enter(state, change, seat)
            _is_open(state)
            rules.apply(state.game, event)
            others = {
                other: record.event_from_json(state.game_id, tx.sealed(held.id))
                for other, held in state.play.sealed.items()
                if other != seat
            }
            clashed.extend(
                other
                for other, held in others.items()
                if not _are_legal_together(rules, state, [held, event])
            )
            confirmed = all(state.play.sealed[other].is_confirmed for other in others)
            awaited = {awaiting.value for awaiting in rules.awaited(state.game)}
            if not clashed and confirmed and awaited == {seat, *others}:
                every = [
                    others.get(each, event) for each in sorted(awaited, key=_seat_order(rules))
                ]
                return [_event_row(state.game_id, each) for each in every], author
            sealed = tx.add_sealed(table.id, record.event_to_json(state.game_id, event))
            rows = [NewRow("sealed", {"seat": seat, "id": sealed})]
            if clashed:
                rows.append(NewRow("clash", {"seats": [seat, *clashed]}))
            return rows, author

        changed = self._change(table, change, act)
        sealed = changed.state.play.sealed.get(event.seat.value)
        if sealed is not None and not sealed.is_confirmed:
            raise HandsClash()
        return changed

    def undo(self, table: Table, change: Change) -> Table:
        """Take back the last step: a seat its own entry while it is the last, the table any."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            author = roles.may_undo(state, change)
            if state.play.before is None:
                raise NothingToUndo()
            return [NewRow("undo", {"command": state.play.command})], author

        return self._change(table, change, act)

    def redo(self, table: Table, change: Change) -> Table:
        """Put back the step that was undone last, as long as nothing else was entered since."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            if not state.undone:
                raise NothingToUndo()
            author = roles.may_redo(state, change)
            return [NewRow("redo", {"command": state.undone[-1].command})], author

        return self._change(table, change, act)

    def deal_again(self, table: Table, reason: str, change: Change) -> Table:
        """Take the current round out of the record: it is dealt again and did not count."""
        rules = GAMES[table.state.game_id]

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            author = roles.may_run(state, change)
            _is_open(state)
            if not rules.has_round_to_deal_again(state.game):
                raise NotNow(what="again")
            return [NewRow("again", {"reason": reason})], author

        return self._change(table, change, act)

    def close(self, table: Table, change: Change) -> Table:
        """Stop here: the table ends without a winner and keeps its standing."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            author = roles.may_run(state, change)
            _is_open(state)
            return [NewRow("closed", {})], author

        return self._change(table, change, act)

    def new_game(self, table: Table, change: Change) -> Table:
        """The same players once more, everybody still seated; the game won stays counted."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            author = roles.may_run(state, change)
            _is_open(state)
            if state.game.winner is None:
                raise NotNow(what="new-game")
            return [NewRow("new-game", {})], author

        return self._change(table, change, act)

    # people

    def name(self, table: Table, names: Mapping[str, str], change: Change) -> Table:
        """Give names to seats; an empty text takes a name away, so that the seat is shown."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            author = roles.may_name(state, change, names)
            ids = {seat: tx.add_name(table.id, text) for seat, text in names.items()}
            return [NewRow("named", {"names": ids})], author

        return self._change(table, change, act)

    def take(self, table: Table, role: str, seat: str | None, name: str, change: Change) -> Table:
        """Take a free seat, or the scorer's place. Raises SeatTaken when another device holds it.

        The caller has checked the join code.
        """

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            assert change.device is not None
            holder = state.roles.scorer if role == "scorer" else state.roles.seats.get(seat or "")
            if holder is not None and holder != change.device:
                raise SeatTaken(role=role, seat=seat)
            rows = _granted(role, seat, change.device)
            if name and seat is not None:
                rows.append(NewRow("named", {"names": {seat: tx.add_name(table.id, name)}}))
            tx.add_visit(change.device, table.id)
            return rows, Author(role, seat, change.device)

        return self._change(table, change, act)

    def ask(self, table: Table, role: str, seat: str | None, name: str, change: Change) -> Table:
        """Ask the people at the table to be let in; the table device grants it or not."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            payload = {"role": role, "seat": seat, "name": name}
            return [NewRow("asked", payload)], Author("watcher", None, change.device)

        return self._change(table, change, act)

    def answer(self, table: Table, request_seq: int, *, is_granted: bool, change: Change) -> Table:
        """Let a waiting device in, or not; the device that held the seat before loses it."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            author = roles.may_run(state, change)
            asked = next((each for each in state.requests if each.seq == request_seq), None)
            if asked is None:
                raise NotNow(what="answer")
            rows = [NewRow("answered", {"request": asked.seq, "granted": is_granted})]
            if is_granted:
                rows += _granted(asked.role, asked.seat, asked.device)
                if asked.role == "table" and state.entry == "table":
                    rows += _granted("scorer", None, asked.device)
                if asked.name and asked.seat:
                    named = {asked.seat: tx.add_name(table.id, asked.name)}
                    rows.append(NewRow("named", {"names": named}))
                tx.add_visit(asked.device, table.id)
            return rows, author

        return self._change(table, change, act)

    def free(self, table: Table, role: str, seat: str | None, change: Change) -> Table:
        """Take a seat or the scorer's place away from the device that holds it."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            author = roles.may_free(state, change, role, seat)
            return [NewRow("revoked", {"role": role, "seat": seat})], author

        return self._change(table, change, act)

    def let_enter(self, table: Table, entry: str, change: Change) -> Table:
        """Change who enters: each player's phone, a scorer's phone, or the table device."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            author = roles.may_run(state, change)
            rows = [NewRow("entry", {"entry": entry})]
            if entry == "table" and state.roles.table is not None:
                rows += _granted("scorer", None, state.roles.table)
            elif state.roles.scorer is not None and (
                entry == "phones" or state.roles.scorer == state.roles.table
            ):
                rows.append(NewRow("revoked", {"role": "scorer"}))
            return rows, author

        return self._change(table, change, act)

    def take_over(self, table: Table, change: Change) -> Table:
        """The host, on the machine itself, makes this browser the table device."""

        def act(state: TableState, tx: Transaction) -> tuple[list[NewRow], Author]:
            author = roles.may_take_over(change)
            assert change.device is not None
            tx.add_visit(change.device, table.id)
            rows = _granted("table", None, change.device)
            if state.entry == "table":
                rows += _granted("scorer", None, change.device)
            return rows, author

        return self._change(table, change, act)

    # the one way of a change

    def _change(
        self,
        table: Table,
        change: Change,
        act: Callable[[TableState, Transaction], tuple[list[NewRow], Author]],
    ) -> Table:
        """Try `act` on the newest state and append its rows.

        The same key again changes nothing and gives the table as it is now. Raises KeyReused,
        TableMoved, ServerBehind, and whatever `act` raises; then nothing is changed.
        """

        def changed(tx: Transaction) -> TableState:
            known = self._known.get(table.code, table).state
            state = log.fold(tx.rows(table.id, known.seq), known)
            if change.key is not None:
                used_for = tx.command_of(table.id, change.device, change.key.text)
                if used_for is not None:
                    if used_for[1] != change.key.digest:
                        raise KeyReused()
                    return state
            if change.version is not None and change.version != state.version:
                behind = change.version > state.version
                raise (ServerBehind if behind else TableMoved)(version=state.version)
            rows, author = act(state, tx)
            return log.fold(tx.append(table.id, rows, author, self._now(), change.key), state)

        state = self._store.write(changed)
        kept = self._kept(TableRow(table.id, table.code, state.game_id), state)
        self._hub.publish(table.id)
        return kept

    def _kept(self, row: TableRow, state: TableState) -> Table:
        """The table at `state`, kept in memory unless a newer state is there already."""
        known = self._known.get(row.code)
        if known is None or known.state.seq < state.seq:
            known = self._known[row.code] = _table(self._store, row, state)
        self._known.move_to_end(row.code)
        while len(self._known) > _KEPT_TABLES:
            self._known.popitem(last=False)
        return known


def _row(reader: Reader, code: str) -> TableRow:
    row = reader.table(code)
    if row is None:
        raise NoSuchTable(code=code)
    return row


def _table(reader: Reader, row: TableRow, state: TableState) -> Table:
    texts = reader.names(row.id)
    names = {seat: texts[name] for seat, name in state.names.items() if texts[name]}
    return Table(row.id, row.code, state, names)


def _event_row(game_id: str, event: Any, *, by_referee: bool = False) -> NewRow:
    payload: dict[str, Any] = {"event": record.event_to_json(game_id, event)}
    if by_referee:
        payload["by_referee"] = True
    return NewRow("event", payload)


def _granted(role: str, seat: str | None, device: int) -> list[NewRow]:
    return [NewRow("granted", {"role": role, "seat": seat, "device": device})]


def _are_legal_together(rules: Any, state: TableState, events: Sequence[Any]) -> bool:
    game = state.game
    try:
        for event in events:
            game = rules.apply(game, event)
    except RuleBroken:
        return False
    return True


def _seat_order(rules: Any) -> Callable[[str], int]:
    order = [seat.value for seat in rules.Seat]
    return order.index


def _is_open(state: TableState) -> None:
    if state.play.is_closed:
        raise NotNow(what="closed")


def _new_code(tx: Transaction) -> str:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not tx.has_code(code):
            return code
