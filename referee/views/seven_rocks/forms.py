"""Form fields -> the events of Seven Rocks, or a refusal of what can't be read.

A field that is not known, or there twice, makes a form unreadable: whoever wrote it meant something
else. Points are never read from a form, since they follow from the layout.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from flask import request

from referee.record.errors import BadConnection, BadSeat, BadTile
from referee.refusals import BadForm, NotAllowed
from referee.rules.seven_rocks import Connection, Hand, Pass, Place, Seat, Tile
from referee.tables import Table
from referee.views import device, needed_field, one_field

_EVERY_FORM: Final = frozenset({"csrf_token", "key", "version"})
_DRAWN: Final = re.compile(r"(north|east|south|west)-([1-9])", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]{1,4}", re.ASCII)


def own_seats(table: Table) -> tuple[Seat, ...]:
    """The seats that this device enters for: those it took, or all four for the scorer."""
    asking = device()
    if asking is None:
        return ()
    if table.state.roles.scorer == asking:
        return tuple(Seat)
    taken = table.state.roles.seats_of(asking)
    return tuple(seat for seat in Seat if seat.value in taken)


def check_fields(*known: str, repeated: str | None = None) -> None:
    """Raises BadForm for a field that this form has not, or that is there twice."""
    for name, values in request.form.lists():
        if name not in _EVERY_FORM and name not in known:
            raise BadForm(field=name)
        if len(values) > 1 and name != repeated:
            raise BadForm(field=name)


def seat_from(text: str) -> Seat:
    """Raises BadSeat for a text that names no seat."""
    try:
        return Seat(text)
    except ValueError:
        raise BadSeat(text) from None


def tile_from(text: str) -> Tile:
    """Raises BadTile for a text that names no tile."""
    try:
        return Tile.parse(text)
    except ValueError:
        raise BadTile(text) from None


def connection_from(text: str) -> Connection:
    """Raises BadConnection for a text that names no connection point."""
    try:
        return Connection.parse(text)
    except ValueError:
        raise BadConnection(text) from None


def entered_seat(table: Table) -> Seat:
    """The seat that the form is for; a device with one seat need not name it.

    Raises BadForm when it has to be named, BadSeat, or NotAllowed for a seat that is not this
    device's.
    """
    text, own = one_field("seat"), own_seats(table)
    if text is None:
        if len(own) > 1:
            raise BadForm(field="seat")
        if not own:
            raise NotAllowed(what="enter", seat=None)
        return own[0]
    seat = seat_from(text)
    if seat not in own:
        raise NotAllowed(what="enter", seat=text)
    return seat


def placement(table: Table) -> Place:
    """The placement that the form asks for; where a tile fits once it need not be said where."""
    check_fields("seat", "tile", "at", "points")
    tile, at = tile_from(needed_field("tile")), one_field("at")
    seat = entered_seat(table)
    if at is not None:
        return Place(seat, tile, connection_from(at))
    round_ = table.game.round
    possible: tuple[Connection, ...] = ()
    if round_ is not None:
        possible = round_.layout.distinct_connections(tile)
    return Place(seat, tile, possible[0] if len(possible) == 1 else None)


def passed(table: Table) -> Pass:
    """The pass that the form asks for."""
    check_fields("seat", "tile", "at", "confirmed")
    return Pass(entered_seat(table))


def is_confirmed() -> bool:
    """Whether the form answers the question that was asked back. Raises BadForm."""
    confirmed = one_field("confirmed")
    if confirmed not in (None, "1"):
        raise BadForm(field="confirmed")
    return confirmed is not None


def shown_hand(table: Table) -> Hand:
    """The hand that the form hands in, with as many tiles as it names."""
    check_fields("seat", "tile", "show", repeated="tile")
    tiles = tuple(tile_from(text) for text in request.form.getlist("tile"))
    return Hand(entered_seat(table), tiles)


def typed_draws() -> list[dict[Seat, str]]:
    """The numbers typed so far, one map for each draw: `north-1` is north's in the first.

    Raises BadForm for a draw that is left out.
    """
    typed: dict[int, dict[Seat, str]] = {}
    for name, text in request.form.items():
        drawn = _DRAWN.fullmatch(name)
        if drawn:
            seat, number = drawn.groups()
            typed.setdefault(int(number), {})[Seat(seat)] = text.strip()
    if sorted(typed) != list(range(1, len(typed) + 1)):
        raise BadForm(field="draws")
    return [typed[number] for number in sorted(typed)]


def draw_fields() -> Sequence[str]:
    """The names of the fields with numbers drawn, as far as this form has them."""
    return [name for name in request.form if _DRAWN.fullmatch(name)]


def number_drawn(text: str) -> int | None:
    """A number as it was typed, or None for anything but a whole number of up to four digits."""
    return int(text) if _NUMBER.fullmatch(text) else None
