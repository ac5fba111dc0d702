"""Around a table: the way in, its menu, its record, asking to be let in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext
from markupsafe import Markup

from referee import record as records
from referee import roles
from referee.app import htmx, limiter, services
from referee.log import Play
from referee.names import clean_name, clean_reason, shown_name
from referee.refusals import BadForm, BadName, FieldsRefused, Refused
from referee.rules import GAMES
from referee.tables import Table, record_of
from referee.views import (
    change,
    device,
    done,
    find_table,
    is_on_host,
    needed_field,
    one_field,
    page_or_fragment,
    seat_name,
    sentence,
    status_of,
)
from referee.views.faces import FACES

blueprint = Blueprint("table", __name__, url_prefix="/t/<code>")

ENTRIES: Final = ("phones", "scorer", "table")
"""Who may enter: each player's phone, one scorer's phone, the table device for all."""

ROLES: Final = ("seat", "scorer", "table")
_WAITING_AT_MOST: Final = 24
_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_PAGES: Final = {
    "menu": "table.menu",
    "play": "table.play",
    "table": "display.table",
    "watch": "display.watch",
}


@dataclass(frozen=True)
class ShownSeat:
    """A seat as the pages around a table show it."""

    value: str
    seat: Any
    label: str
    name: str
    is_taken: bool
    is_mine: bool


def seats_shown(table: Table) -> list[ShownSeat]:
    """Every seat with its name as it is shown, "" without one, and whether somebody sits there."""
    holders = table.state.roles.seats
    return [
        ShownSeat(
            seat.value,
            seat,
            seat_name(seat.value),
            shown_name(table.names.get(seat.value, "")),
            seat.value in holders,
            seat.value in holders and holders[seat.value] == device(),
        )
        for seat in GAMES[table.state.game_id].Seat
    ]


def chosen_seat(table: Table) -> str:
    """The form's seat. Raises BadForm when it is missing or no seat of this game."""
    seat = needed_field("seat")
    if seat not in [each.value for each in GAMES[table.state.game_id].Seat]:
        raise BadForm(field="seat")
    return seat


# the way in


@blueprint.get("/")
def enter(code: str) -> Response:
    """The page of this device's role; a watcher's for a device without one."""
    table = find_table(code)
    if _plays(table):
        page = "table.play"
    elif _is_table_device(table):
        page = "display.table"
    else:
        page = "display.watch"
    return redirect(url_for(page, code=table.code))  # type: ignore[return-value]


@blueprint.get("/play")
def play(code: str) -> Response:
    """The entry page of a seat or of the scorer, made by the game."""
    table = find_table(code)
    if not _plays(table):
        return make_response(
            _stranger(table, gettext("This device has no seat at this table.")), 403
        )
    return FACES[table.state.game_id].play(table)


@blueprint.get("/history")
def history(code: str) -> str:
    """Every entry of the current game."""
    table = find_table(code)
    face = FACES[table.state.game_id]
    return render_template(
        "table/history.html",
        table=table,
        standing=face.standing(table),
        history=face.history(table),
    )


@blueprint.get("/record.json")
def record(code: str) -> Response:
    """The record of the game, or with `?game=1` of an earlier one; without hands still sealed."""
    table = find_table(code)
    plays = (*table.state.play.finished, table.state.play)
    asked = request.args.get("game", str(len(plays)))
    if asked not in [str(number) for number in range(1, len(plays) + 1)]:
        abort(404)
    events = tuple(entry.event for entry in plays[int(asked) - 1].entries())
    reply = make_response(records.dumps(replace(record_of(table), events=events)))
    reply.mimetype = "application/json"
    name = f"{table.state.game_id}-{table.code}-{asked}.json"
    reply.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return reply


# asking to be let in


@blueprint.get("/ask")
def asked(code: str) -> Response:
    """Wait for the table's answer; the page moves on when it is there."""
    table = find_table(code)
    request_made = _request_of(table)
    if request_made is None and (_plays(table) or _is_table_device(table)):
        return done(url_for("table.enter", code=table.code))
    return page_or_fragment(
        "table/asked.html",
        "table/_asked.html",
        table=table,
        asked=request_made,
        **_asking(table),
    )


@blueprint.post("/ask")
@limiter.limit("20 per minute")
def ask(code: str) -> Response:
    """Ask for a seat, for the scorer's place, or to become the table device."""
    table = find_table(code)
    made = change(needs_version=False)
    role = needed_field("role")
    if role not in ROLES:
        raise BadForm(field="role")
    if role == "seat" and one_field("seat") is None:
        return _ask_again(table, 422, choose=gettext("Choose where you sit first."))
    seat = chosen_seat(table) if role == "seat" else None
    try:
        name = clean_name(one_field("name") or "")
    except BadName as refusal:
        return _ask_again(table, 422, problem=sentence(refusal))
    others = [each for each in table.state.requests if each.device != made.device]
    if len(others) >= _WAITING_AT_MOST:
        text = gettext("Too many devices are waiting at this table. Ask the people there.")
        return _ask_again(table, 429, problem=text)
    services().tables.ask(table, role, seat, name, made)
    return done(url_for("table.asked", code=table.code))


def _ask_again(table: Table, status: int, **problems: str) -> Response:
    return page_or_fragment(
        "table/asked.html",
        "table/_asked.html",
        status,
        target="#asked",
        table=table,
        asked=None,
        **_asking(table),
        **problems,
    )


def _asking(table: Table) -> dict[str, Any]:
    return {
        "seats": seats_shown(table),
        "chosen": request.form.get("seat"),
        "name": request.form.get("name", ""),
    }


def _request_of(table: Table) -> Any:
    known = device()
    return next((each for each in table.state.requests if each.device == known), None)


# the menu


@blueprint.get("/menu")
def menu(code: str) -> Response:
    """What the table device and the scorer can do beside entering."""
    table = find_table(code)
    if not runs(table):
        text = gettext("Only the table device and the scorer have this menu.")
        return make_response(_stranger(table, text), 403)
    if htmx and not htmx.boosted and not htmx.history_restore_request:
        return make_response(
            render_template("table/_moved.html", table=table, seen=request.args.get("seen"))
        )
    return make_response(_menu(table))


@blueprint.post("/undo")
def undo(code: str) -> Response:
    """Undo the last step."""
    return _changed(code, lambda table: services().tables.undo(table, change()))


@blueprint.post("/redo")
def redo(code: str) -> Response:
    """Put back the step that was undone last."""
    return _changed(code, lambda table: services().tables.redo(table, change()))


@blueprint.post("/again")
def again(code: str) -> Response:
    """Deal the round again: what was entered of it doesn't count."""

    def act(table: Table) -> None:
        made = change()
        roles.may_run(table.state, made)
        services().tables.deal_again(table, clean_reason(one_field("reason") or ""), made)

    return _changed(code, act)


@blueprint.post("/close")
def close(code: str) -> Response:
    """Stop here; the standing is kept."""
    return _changed(code, lambda table: services().tables.close(table, change()))


@blueprint.post("/new-game")
def new_game(code: str) -> Response:
    """The same players once more."""
    return _changed(code, lambda table: services().tables.new_game(table, change()))


@blueprint.post("/names")
def names(code: str) -> Response:
    """Give names to the seats whose fields are there; one that was not touched stays as it is."""

    def act(table: Table) -> None:
        made = change(needs_version=False)
        fields = [seat.value for seat in GAMES[table.state.game_id].Seat]
        there = [field for field in fields if field in request.form]
        if not there:
            raise BadForm(field="names")
        roles.may_name(table.state, made, there)
        given = _names_given(table, there)
        if given:
            services().tables.name(table, given, made)

    return _changed(code, act)


@blueprint.post("/free")
def free(code: str) -> Response:
    """Take a seat or the scorer's place from the device that holds it."""

    def act(table: Table) -> None:
        made = change(needs_version=False)
        role = needed_field("role")
        if role not in ("seat", "scorer"):
            raise BadForm(field="role")
        seat = chosen_seat(table) if role == "seat" else None
        services().tables.free(table, role, seat, made)

    return _changed(code, act)


@blueprint.post("/answer")
def answer(code: str) -> Response:
    """Let a device in that asked, or don't."""

    def act(table: Table) -> None:
        made = change(needs_version=False)
        number, granted = needed_field("request"), needed_field("granted")
        if granted not in ("yes", "no"):
            raise BadForm(field="granted")
        if not _NUMBER.fullmatch(number):
            raise BadForm(field="request")
        services().tables.answer(table, int(number), is_granted=granted == "yes", change=made)

    return _changed(code, act)


@blueprint.post("/entry")
def entry(code: str) -> Response:
    """Change who enters, also in the middle of a game."""

    def act(table: Table) -> None:
        made = change(needs_version=False)
        chosen = needed_field("entry")
        if chosen not in ENTRIES:
            raise BadForm(field="entry")
        services().tables.let_enter(table, chosen, made)

    return _changed(code, act)


@blueprint.post("/take-over")
def take_over(code: str) -> Response:
    """Make this browser the table device; only on the computer that runs the server."""

    def act(table: Table) -> None:
        made = replace(change(needs_version=False), is_host=is_on_host())
        services().tables.take_over(table, made)

    return _changed(code, act)


def _changed(code: str, act: Callable[[Table], object]) -> Response:
    """Change the table and go back; a refusal shows the menu again, if the form came from there."""
    table = find_table(code)
    try:
        act(table)
    except Refused as refusal:
        table = find_table(code)
        if one_field("back") != "menu" or not runs(table):
            raise
        problems = (
            {field: sentence(each) for field, each in refusal.fields.items()}
            if isinstance(refusal, FieldsRefused)
            else {_FIELD_OF.get(refusal.code, "menu"): sentence(refusal, table)}
        )
        return page_or_fragment(
            "table/menu.html",
            "table/_menu.html",
            status_of(refusal),
            target="#menu",
            **_menu_context(table, problems),
        )
    page = _PAGES.get(one_field("back") or "", "table.enter")
    return done(url_for(page, code=table.code))


_FIELD_OF: Final = {"bad-reason": "reason"}
"""Refusal code -> the field it is told beside; any other is told above."""


def _names_given(table: Table, fields: Sequence[str]) -> dict[str, str]:
    """The names that differ from what the page showed. Raises FieldsRefused."""
    given: dict[str, str] = {}
    refused: dict[str, Refused] = {}
    for seat in fields:
        text = needed_field(seat)
        if text == shown_name(table.names.get(seat, "")):
            continue
        try:
            given[seat] = clean_name(text)
        except BadName as refusal:
            refused[seat] = refusal
    if refused:
        raise FieldsRefused(refused)
    return given


def _menu(table: Table) -> str:
    return render_template("table/menu.html", **_menu_context(table, {}))


def _menu_context(table: Table, problems: Mapping[str, str]) -> dict[str, Any]:
    state = table.state
    rules = GAMES[state.game_id]
    return {
        "standing": FACES[state.game_id].standing(table),
        "table": table,
        "problems": problems,
        "typed": request.form,
        "seats": seats_shown(table),
        "entries": ENTRIES,
        "requests": state.requests,
        "request_words": {each.seq: request_words(table, each) for each in state.requests},
        "undo_words": _step_words(table, state.play) if state.play.before is not None else None,
        "redo_words": _step_words(table, state.undone[-1]) if state.undone else None,
        "can_deal_again": not state.play.is_closed and rules.has_round_to_deal_again(state.game),
        "is_table_device": _is_table_device(table),
        "is_scorer": state.roles.scorer is not None and state.roles.scorer == device(),
        "can_take_over": is_on_host() and not _is_table_device(table),
        "games": len(state.play.finished) + 1,
    }


def request_words(table: Table, asked: Any) -> Markup:
    """What a waiting device asks for, in one sentence."""
    if asked.role == "table":
        return Markup(gettext("A screen wants to become the table device."))
    if asked.role == "scorer":
        return Markup(gettext("A phone wants to keep score."))
    sentences = {
        "new": gettext("%(name)s wants to sit at %(seat)s."),
        "known": gettext("A phone wants the seat of %(name)s at %(seat)s."),
        "unnamed": gettext("A phone wants to sit at %(seat)s."),
    }
    asking, sitting = shown_name(asked.name), shown_name(table.names.get(asked.seat, ""))
    kind = "new" if asking else "known" if sitting else "unnamed"
    name = Markup("<bdi>{}</bdi>").format(asking or sitting)
    return Markup(sentences[kind]) % {"name": name, "seat": seat_name(asked.seat)}


def _step_words(table: Table, play: Play) -> str:
    """A step that can be undone or put back, in one sentence, as HTML."""
    if play.kind == "again":
        return gettext("The round was dealt again.")
    if play.kind == "closed":
        return gettext("The table was stopped.")
    if play.kind == "new-game":
        return gettext("A new game was begun.")
    own = [entry.event for entry in play.added if not entry.by_referee]
    return FACES[table.state.game_id].step(table, own)


def _stranger(table: Table, text: str) -> str:
    """The page for a device that may not be where it went, with the ways it can go instead."""
    return render_template(
        "table/stranger.html", table=table, text=text, can_take_over=is_on_host(), **_asking(table)
    )


def _plays(table: Table) -> bool:
    known, held = device(), table.state.roles
    return known is not None and (held.scorer == known or bool(held.seats_of(known)))


def _is_table_device(table: Table) -> bool:
    known = device()
    return known is not None and table.state.roles.table == known


def runs(table: Table) -> bool:
    """Whether this device may run the table: the table device and the scorer."""
    known = device()
    return _is_table_device(table) or (known is not None and table.state.roles.scorer == known)
