"""What only a Seven Rocks record has: its options, its events, and what `replay` prints of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, assert_never

from referee.record import form
from referee.record.errors import BadConnection, BadSeat, BadText, BadTile, NotARecord
from referee.record.seven_rocks_account import account
from referee.rules.seven_rocks import (
    Connection,
    Event,
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
    Tile,
)

__all__ = [
    "REASON_LIMIT",
    "SEATS",
    "TARGETS",
    "account",
    "check_event",
    "event_to_json",
    "game_to_json",
    "options_from_json",
    "options_to_json",
    "read_event",
]

TARGETS: Final = range(5, 10_001)
"""What the target may be, in points."""

REASON_LIMIT: Final = 400
"""The longest reason of a ruling, in code points."""

SEATS: Final = tuple(seat.value for seat in Seat)
"""The names of the seats, clockwise."""

_FIELDS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "lead": (("type", "seat"), ("draws",)),
    "place": (("type", "seat", "tile"), ("at",)),
    "pass": (("type", "seat"), ()),
    "hand": (("type", "seat", "tiles"), ()),
    "ruling": (("type", "side", "points", "reason"), ()),
}
"""Event type -> the fields it must have, and those it may have."""

_Value = TypeVar("_Value")


def options_from_json(value: Any, where: str) -> Options:
    """The options of a game. Raises NotARecord."""
    options = form.fields(value, where, (), ("target",))
    if "target" not in options:
        return Options()
    target = form.whole_number(options["target"], form.path(where, "target"))
    if target not in TARGETS:
        raise NotARecord("target-out-of-range", form.path(where, "target"))
    return Options(target)


def options_to_json(options: Options) -> dict[str, Any]:
    """The options as a record writes them."""
    return {"target": options.target}


def check_event(value: Any, where: str) -> dict[str, Any]:
    """An event that has the form of one; its texts may still name nothing. Raises NotARecord."""
    kind = form.mapping(value, where).get("type")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise NotARecord("event-type-unknown", form.path(where, "type"))
    event = form.fields(value, where, *_FIELDS[kind])
    for name, content in event.items():
        _check_field(name, content, form.path(where, name))
    return event


def _check_field(name: str, content: Any, where: str) -> None:
    match name:
        case "points":
            form.whole_number(content, where)
        case "reason":
            form.text(content, where, REASON_LIMIT)
        case "tiles":
            for number, tile in enumerate(form.items(content, where)):
                form.text(tile, form.path(where, number))
        case "draws":
            for number, draw in enumerate(form.items(content, where)):
                entry = form.path(where, number)
                for drawn in form.mapping(draw, entry).values():
                    form.whole_number(drawn, entry)
        case _:
            form.text(content, where)


def read_event(event: Mapping[str, Any]) -> Event:
    """The event of an object that `check_event` has let pass.

    Raises BadSeat, BadTile or BadConnection, checked in this order.
    """
    kind = event["type"]
    if kind == "ruling":
        side = event["side"]
        known = next((each for each in Partnership if each.value == side), None)
        return Ruling(known or side, event["points"], event["reason"])
    seat = _named(Seat, event["seat"], BadSeat)
    if kind == "lead":
        draws = None
        if "draws" in event:
            draws = tuple(_draw(draw) for draw in event["draws"])
        return Lead(seat, draws)
    if kind == "place":
        tile = _named(Tile.parse, event["tile"], BadTile)
        at = _named(Connection.parse, event["at"], BadConnection) if "at" in event else None
        return Place(seat, tile, at)
    if kind == "hand":
        return Hand(seat, tuple(_named(Tile.parse, tile, BadTile) for tile in event["tiles"]))
    return Pass(seat)


def _draw(draw: Mapping[str, int]) -> dict[Seat, int]:
    return {_named(Seat, seat, BadSeat): drawn for seat, drawn in draw.items()}


def _named(parse: Callable[[str], _Value], text: str, refusal: type[BadText]) -> _Value:
    """What `text` names. Raises the refusal if it names nothing."""
    try:
        return parse(text)
    except ValueError:
        raise refusal(text) from None


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as a record writes it, its fields in a fixed order."""
    match event:
        case Lead(seat, draws):
            written: dict[str, Any] = {"type": "lead", "seat": seat.value}
            if draws is not None:
                written["draws"] = [_seats(draw) for draw in draws]
            return written
        case Place(seat, tile, at):
            written = {"type": "place", "seat": seat.value, "tile": str(tile)}
            if at is not None:
                written["at"] = str(at)
            return written
        case Pass(seat):
            return {"type": "pass", "seat": seat.value}
        case Hand(seat, tiles):
            return {"type": "hand", "seat": seat.value, "tiles": _texts(tiles)}
        case Ruling(side, points, reason):
            name = side.value if isinstance(side, Partnership) else side
            return {"type": "ruling", "side": name, "points": points, "reason": reason}
        case _:
            assert_never(event)


def _seats(values: Mapping[Seat, _Value]) -> dict[str, _Value]:
    """A map from seats as JSON, in the order of the seats."""
    return {seat.value: values[seat] for seat in Seat if seat in values}


def _texts(tiles: tuple[Tile, ...]) -> list[str]:
    return [str(tile) for tile in tiles]


def game_to_json(game: Game) -> dict[str, Any]:
    """What `replay` prints of a game: all between `game` and `error`."""
    return {
        "status": game.status.value,
        "scores": {side.value: score for side, score in game.scores.items()},
        "winner": game.winner and game.winner.value,
        "turn": game.turn and game.turn.value,
        "rounds": [_round_to_json(round_) for round_ in game.rounds],
        "irregularities": [
            {
                "kind": "false-pass",
                "event": false_pass.event,
                "seat": false_pass.seat.value,
                "tiles": _texts(false_pass.tiles),
                "proved_by": false_pass.proved_by,
            }
            for false_pass in game.irregularities
        ],
    }


def _round_to_json(round_: Round) -> dict[str, Any]:
    remaining, deductions = round_.remaining, round_.deductions
    return {
        "leader": round_.leader.value,
        "end": round_.end and round_.end.value,
        "out": round_.out and round_.out.value,
        "spinner": round_.spinner and str(round_.spinner),
        "remaining": remaining and {seat.value: _texts(hand) for seat, hand in remaining.items()},
        "deductions": deductions and _seats(deductions),
        "placements": [_placement_to_json(placement) for placement in round_.placements],
    }


def _placement_to_json(placement: Placement) -> dict[str, Any]:
    layout = placement.layout
    return {
        "event": placement.event,
        "seat": placement.seat.value,
        "tile": str(placement.tile),
        "at": placement.at and str(placement.at),
        "end_sum": layout.end_sum,
        "points": placement.points,
        "counted": [[str(end.tile), end.which, end.value] for end in layout.counted_ends],
        "open": [[str(at.tile), at.port.value, at.pips] for at in layout.open_connections],
    }
