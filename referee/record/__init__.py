"""The game record (RECORD.md): JSON text <-> events, the form only; and what `replay` prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final

from referee.messages import sentence
from referee.record import form, seven_rocks
from referee.record.errors import BadConnection, BadSeat, BadText, BadTile, NotARecord
from referee.rules import GAMES, RuleBroken

FORMAT: Final = "referee-record/1"
REPLAY_FORMAT: Final = "referee-replay/1"

MAX_BYTES: Final = 1 << 20
"""The largest record: 1 MiB."""

MAX_EVENTS: Final = 10_000
"""The most events of a record."""

NAME_LIMIT: Final = 80
"""The longest name of a player, in code points."""

FORMS: Final[dict[str, ModuleType]] = {"seven-rocks": seven_rocks}
"""Game id -> the module with what only this game's record has."""

_NO_GAME: Final = "seven-rocks"
"""The answer to a file that is no record is that of this game, whatever the file names."""

__all__ = [
    "FORMAT",
    "FORMS",
    "MAX_BYTES",
    "MAX_EVENTS",
    "NAME_LIMIT",
    "BadConnection",
    "BadSeat",
    "BadText",
    "BadTile",
    "NotARecord",
    "Record",
    "Replay",
    "account",
    "dumps",
    "event_from_json",
    "event_to_json",
    "loads",
    "play",
    "replay",
    "replay_json",
]


@dataclass(frozen=True, slots=True)
class Record:
    """One game as a record tells it: `events` of the rules package of `game`, in order.

    `options` are that game's Options; `players` maps the name of a seat to who sits there.
    """

    game: str
    options: Any
    events: tuple[Any, ...]
    players: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a record goes: the `game` before the first event that breaks a rule.

    `refusal` says why that event does, `event` is its index; both are None for a legal record. A
    file that is no record has neither game id nor event, and its game is one without events.
    `record` is what was played; it is None if a text in it names nothing.
    """

    game_id: str | None
    game: Any
    record: Record | None = None
    refusal: RuleBroken | None = None
    event: int | None = None


@dataclass(frozen=True, slots=True)
class _Unread:
    """A file that has the form of a record; the texts of its events may still name nothing."""

    game: str
    options: Any
    events: tuple[dict[str, Any], ...]
    players: dict[str, str]


def _checked(data: bytes) -> _Unread:
    """The form of a whole file. Raises NotARecord."""
    if len(data) > MAX_BYTES:
        raise NotARecord("file-too-large")
    found = form.fields(form.parse(data), "", ("format", "game", "events"), ("options", "players"))
    if form.text(found["format"], "format") != FORMAT:
        raise NotARecord("format-unknown", "format")
    game = form.text(found["game"], "game")
    if game not in FORMS:
        raise NotARecord("game-unknown", "game")
    game_form = FORMS[game]
    options = game_form.options_from_json(found.get("options", {}), "options")
    players = _players(found.get("players", {}), game_form.SEATS)
    written = form.items(found["events"], "events")
    if len(written) > MAX_EVENTS:
        raise NotARecord("too-many-events", "events")
    events = (
        game_form.check_event(event, form.path("events", index))
        for index, event in enumerate(written)
    )
    return _Unread(game, options, tuple(events), players)


def _read(unread: _Unread) -> Record:
    """The events of a file. Raises BadText with the index of the first that has one."""
    game_form = FORMS[unread.game]
    events = []
    for index, event in enumerate(unread.events):
        try:
            events.append(game_form.read_event(event))
        except BadText as refusal:
            refusal.event = index
            raise
    return Record(unread.game, unread.options, tuple(events), unread.players)


def loads(data: bytes) -> Record:
    """The record that the bytes of a file hold.

    Raises NotARecord; or BadSeat, BadTile or BadConnection with `event` set, once the whole file
    has the form of a record. No event is played.
    """
    return _read(_checked(data))


def _players(value: Any, seats: tuple[str, ...]) -> dict[str, str]:
    players = form.fields(value, "players", (), seats)
    for seat, name in players.items():
        form.text(name, form.path("players", seat), NAME_LIMIT)
    return players


def event_from_json(game: str, value: Any) -> Any:
    """One event of `game` from its JSON value. Raises NotARecord, or what names nothing."""
    return FORMS[game].read_event(FORMS[game].check_event(value, "event"))


def event_to_json(game: str, event: Any) -> dict[str, Any]:
    """The JSON value of one event of `game`, as a record writes it."""
    written: dict[str, Any] = FORMS[game].event_to_json(event)
    return written


def dumps(record: Record) -> str:
    """The record as text to read: one event a line, always in the same order of fields."""
    game_form = FORMS[record.game]
    head = {
        "format": FORMAT,
        "game": record.game,
        "options": game_form.options_to_json(record.options),
    }
    if record.players:
        head["players"] = {
            seat: record.players[seat] for seat in game_form.SEATS if seat in record.players
        }
    lines = [f"  {_json(name)}: {_json(value)}" for name, value in head.items()]
    events = [f"    {_json(game_form.event_to_json(event))}" for event in record.events]
    lines.append(
        '  "events": [' + "".join(("\n", ",\n".join(events), "\n  ") if events else "") + "]"
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def replay(data: bytes) -> Replay:
    """Plays the record that the bytes of a file hold, up to the first event that breaks a rule."""
    try:
        unread = _checked(data)
    except NotARecord as refusal:
        return Replay(None, GAMES[_NO_GAME].new_game(), refusal=refusal)
    try:
        record = _read(unread)
    except BadText as refusal:
        game = GAMES[unread.game].new_game(unread.options)
        return Replay(unread.game, game, refusal=refusal, event=refusal.event)
    return play(record)


def play(record: Record) -> Replay:
    """Plays a record up to the first event that breaks a rule."""
    rules = GAMES[record.game]
    game = rules.new_game(record.options)
    for index, event in enumerate(record.events):
        try:
            game = rules.apply(game, event)
        except RuleBroken as refusal:
            return Replay(record.game, game, record, refusal, index)
    return Replay(record.game, game, record)


def account(replay: Replay) -> str:
    """What `referee replay` prints: the game in plain text up to where it is legal."""
    if replay.record is None:
        return ""
    record = replay.record
    played = record.events[: replay.event]
    lines = FORMS[record.game].account(played, record.options, record.players)
    return "".join(f"{line}\n" for line in lines)


def replay_json(replay: Replay) -> dict[str, Any]:
    """What `referee replay --json` prints, ready to be written as JSON."""
    game_form = FORMS[replay.game_id or _NO_GAME]
    error = None
    if replay.refusal is not None:
        error = {
            "event": replay.event,
            "rule": replay.refusal.rule,
            "code": replay.refusal.code,
            "message": sentence(replay.refusal),
        }
    return {
        "format": REPLAY_FORMAT,
        "game": replay.game_id,
        **game_form.game_to_json(replay.game),
        "error": error,
    }
