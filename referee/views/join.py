"""Sitting down: the join code of the QR, the seats that are free, taking one."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for
from flask_babel import gettext

from referee.app import limiter, services
from referee.names import clean_name, shown_name
from referee.refusals import BadForm, BadName, CodeUnknown, NoSuchTable, SeatTaken
from referee.rules import GAMES
from referee.tables import Table
from referee.views import (
    change,
    device_or_new,
    done,
    find_table,
    needed_field,
    one_field,
    page_or_fragment,
    sentence,
)
from referee.views.table import chosen_seat, seats_shown

blueprint = Blueprint("join", __name__)

_codes_a_minute = limiter.shared_limit(
    "30 per minute", scope="codes", deduct_when=lambda reply: reply.status_code == 410
)


@blueprint.route("/join", methods=["GET", "POST"])
@_codes_a_minute
def join() -> Response:
    """Show the seats of the table whose code was scanned. Nothing is taken by looking."""
    if request.method != "POST":
        return make_response(render_template("join/join.html"))
    table = _table_of(needed_field("code"))
    device_or_new()  # known from here on: whoever asks again is the same device
    return _seats_page(table)


@blueprint.post("/join/take")
@_codes_a_minute
def take() -> Response:
    """Take a free seat or the scorer's place; one that is taken is asked for at the table."""
    table = _table_of(needed_field("code"))
    made = change(needs_version=False)
    role = needed_field("role")
    if role not in ("seat", "scorer"):
        raise BadForm(field="role")
    if role == "seat" and one_field("seat") is None:
        return _seats_page(table, 422, choose=gettext("Choose where you sit first."))
    seat = chosen_seat(table) if role == "seat" else None
    try:
        name = clean_name(one_field("name") or "")
    except BadName as refusal:
        return _seats_page(table, 422, problem=sentence(refusal))
    if seat is not None and name == shown_name(table.names.get(seat, "")):
        name = ""
    try:
        services().tables.take(table, role, seat, name, made)
    except SeatTaken as refusal:
        return page_or_fragment(
            "join/taken.html",
            "join/_taken.html",
            409,
            target="#join",
            table=find_table(table.code),
            role=role,
            seat=next(
                (each for each in GAMES[table.state.game_id].Seat if each.value == seat), None
            ),
            name=name,
            problem=sentence(refusal),
        )
    return done(url_for("table.play", code=table.code))


def _table_of(code: str) -> Table:
    """The table that a scanned code opens. Raises CodeUnknown, whatever is wrong with the code."""
    short, _, secret = code.strip().partition(".")
    try:
        table = find_table(short)
    except NoSuchTable:
        raise CodeUnknown() from None
    if not services().join_codes.is_good(table.id, secret, services().seconds()):
        raise CodeUnknown()
    return table


def _seats_page(table: Table, status: int = 200, **problems: Any) -> Response:
    return page_or_fragment(
        "join/seats.html",
        "join/_seats.html",
        status,
        target="#join",
        table=table,
        code=needed_field("code"),
        seats=seats_shown(table),
        chosen=one_field("seat"),
        name=one_field("name") or "",
        has_scorer=table.state.roles.scorer is not None,
        **problems,
    )
