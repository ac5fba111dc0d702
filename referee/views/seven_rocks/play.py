"""Entering a placement or a pass, and the page on which it is done."""

from __future__ import annotations

from flask import Response, redirect, request, url_for

from referee.app import htmx, services
from referee.refusals import BadForm, NotAllowed, Refused, TableMoved
from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks import Event
from referee.tables import Change, Table
from referee.views import FormIncomplete, change, find_table
from referee.views.seven_rocks import forms
from referee.views.seven_rocks.lots import Lots
from referee.views.seven_rocks.page import Asked, asked_again, missed_since, shown


def entry_page(table: Table) -> Response:
    """The page of this device at the table, with what its address says is chosen."""
    given = request.args
    for name in ("tile", "at", "seat"):
        if len(given.getlist(name)) > 1:
            raise BadForm(field=name)
    seat = forms.seat_from(given["seat"]) if "seat" in given else None
    if seat is not None and seat not in forms.own_seats(table):
        raise NotAllowed(what="enter", seat=seat.value)
    if seat is None and "change" in given:
        seat = next(iter(forms.own_seats(table)), None)
    return shown(
        table,
        Asked(
            tile=forms.tile_from(given["tile"]) if "tile" in given else None,
            at=forms.connection_from(given["at"]) if "at" in given else None,
            seat=seat,
            is_changing="change" in given,
            is_fresh="fresh" in given,
        ),
    )


def place(code: str) -> Response:
    """POST: place a tile."""
    table = find_table(code)
    return entered(table, forms.placement(table), change())


def pass_(code: str) -> Response:
    """POST: pass; the fourth in a row is asked back once while some tile fits."""
    table = find_table(code)
    event = forms.passed(table)
    return entered(table, event, change(), is_confirmed=forms.is_confirmed())


def entered(table: Table, event: Event, asking: Change, *, is_confirmed: bool = False) -> Response:
    """The page after an entry, or the page as it is now with what was refused."""
    try:
        after = services().tables.enter(table, event, asking, is_confirmed=is_confirmed)
    except (RuleBroken, Refused) as refusal:
        return refused_entry(table, refusal, asking, asked_again(request.form))
    return followed(after)


def followed(table: Table) -> Response:
    """The page after an entry that was taken."""
    if htmx:
        return shown(table, Asked(), is_reply=True)
    return redirect(url_for("table.play", code=table.code), 303)  # type: ignore[return-value]


def refused_entry(
    table: Table,
    refusal: RuleBroken | Refused,
    asking: Change,
    kept: Asked,
    *,
    lots: Lots | None = None,
) -> Response:
    """The page as the table is now, with the refusal's sentence and what was chosen."""
    if isinstance(refusal, NotAllowed | BadForm | FormIncomplete):
        raise refusal
    now = services().tables.find(table.code)
    missed = []
    if isinstance(refusal, TableMoved) and asking.version is not None:
        missed = missed_since(now, asking.version)
    return shown(now, kept, refusal, missed=missed, lots=lots)
