"""The start page, a new table, a record opened as a table, the language, the server's own check."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_babel import get_locale, gettext

from referee import messages, record
from referee.app import FORM_BYTES, IMPORT_BYTES, LANGUAGES, limiter, services
from referee.names import clean_name
from referee.record import BadText, NotARecord, Record
from referee.refusals import BadForm, BadName, FieldsRefused, NoSuchTable, Refused
from referee.rules import GAMES
from referee.tables import Opening, Table, record_of
from referee.views import (
    change,
    device,
    device_or_new,
    done,
    find_table,
    is_on_host,
    name_in,
    name_of,
    needed_field,
    one_field,
    page_or_fragment,
    sentence,
)
from referee.views.faces import FACES
from referee.views.table import ENTRIES

blueprint = Blueprint("home", __name__)

_TABLES_SHOWN: Final = 20
_OWN_PATH: Final = re.compile(r"/(?![/\\])[^\\\x00-\x20\x7f]*")
_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")

_tables_an_hour: Final = limiter.shared_limit(
    lambda: f"{current_app.config['TABLES_PER_HOUR']} per hour",
    scope="tables",
    exempt_when=lambda: request.method != "POST",
    deduct_when=lambda reply: reply.status_code < 400,
)


@blueprint.url_value_preprocessor
def _expect_a_record(endpoint: str | None, values: object) -> None:
    """Only a record may be larger than a form; said before anything reads the form."""
    if endpoint == "home.open_record":
        request.max_content_length = IMPORT_BYTES + FORM_BYTES
        request.max_form_memory_size = IMPORT_BYTES + FORM_BYTES


# the start page


@blueprint.get("/")
def home() -> Response:
    """What this is, a new table, watching, and the tables of this device."""
    return make_response(_home())


@blueprint.get("/watch")
@limiter.limit("30 per minute", deduct_when=lambda reply: reply.status_code == 404)
def watch() -> Response:
    """The watchers' page of the table whose short code was typed, as people type it."""
    typed = request.args.get("code", "")
    code = "".join(character for character in typed.upper() if character.isalnum())
    try:
        table = find_table(code)
    except NoSuchTable as refusal:
        return make_response(_home(typed, sentence(refusal)), 404)
    return redirect(url_for("display.watch", code=table.code))  # type: ignore[return-value]


@blueprint.post("/language")
def language() -> Response:
    """Choose the language of this browser and go back to the page it was chosen on."""
    chosen = needed_field("language")
    if chosen not in LANGUAGES:
        raise BadForm(field="language")
    _remember_language(chosen)
    back = one_field("back") or ""
    return done(back if _OWN_PATH.fullmatch(back) else url_for("home.home"))


@blueprint.get("/healthz")
def healthz() -> Response:
    """Whether the database answers, how many pages watch, how many tables there are."""
    if not is_on_host():
        abort(404)
    tables = len(services().store.tables())
    return jsonify(status="ok", streams=services().hub.streams(), tables=tables)


def _home(typed: str = "", problem: str | None = None) -> str:
    known = device()
    tables = services().tables.of_device(known)[:_TABLES_SHOWN] if known is not None else []
    return render_template(
        "home.html",
        tables=[_listed(table) for table in tables],
        typed=typed,
        problem=problem,
        is_loopback=request.host.rpartition(":")[0] in _LOOPBACK or request.host in _LOOPBACK,
        addresses=services().addresses(),
    )


@dataclass(frozen=True)
class _Listed:
    """A table as a line of a list."""

    code: str
    names: tuple[str, ...]
    summary: str
    is_won: bool
    is_closed: bool


def _listed(table: Table) -> _Listed:
    seats = GAMES[table.state.game_id].Seat
    return _Listed(
        table.code,
        tuple(name_of(table, seat) for seat in seats if seat.value in table.names),
        FACES[table.state.game_id].summary(table),
        table.game.winner is not None,
        table.state.play.is_closed,
    )


def _remember_language(chosen: str) -> None:
    session["language"] = chosen
    session.permanent = True


# a new table


@blueprint.route("/new", methods=["GET", "POST"])
@_tables_an_hour
def new() -> Response:
    """Open a table; this browser becomes its table device."""
    if request.method != "POST":
        device_or_new()  # known from here on: a form that comes twice opens one table
        return _new_page(_game_id(request.args.get("game", next(iter(GAMES)))), {})
    game_id = _game_id(needed_field("game"))
    made = change(needs_version=False)
    for field in request.form:
        one_field(field)
    try:
        opening, events = _asked_for(game_id)
    except FieldsRefused as refusal:
        return _new_page(game_id, refusal.fields, 422)
    table = services().tables.open(opening, made.device, events, key=made.key)
    _remember_language(opening.language)
    return done(url_for("display.table", code=table.code))


def _asked_for(game_id: str) -> tuple[Opening, Sequence[Any]]:
    """What the form asks to open. Raises FieldsRefused with all that can't be taken, or BadForm."""
    refused: dict[str, Refused] = {}
    names = {}
    for seat in GAMES[game_id].Seat:
        try:
            names[seat.value] = clean_name(one_field(seat.value) or "")
        except BadName as refusal:
            refused[seat.value] = refusal
    options: Mapping[str, Any] = {}
    events: Sequence[Any] = ()
    try:
        options, events = FACES[game_id].opening(request.form)
    except FieldsRefused as refusal:
        refused.update(refusal.fields)
    entry = one_field("entry") or ENTRIES[0]
    spoken = one_field("language") or str(get_locale())
    if entry not in ENTRIES:
        raise BadForm(field="entry")
    if spoken not in LANGUAGES:
        raise BadForm(field="language")
    if refused:
        raise FieldsRefused(refused)
    return Opening(game_id, options, names, entry, spoken), events


def _new_page(game_id: str, refused: Mapping[str, Refused], status: int = 200) -> Response:
    return page_or_fragment(
        "join/new.html",
        "join/_new.html",
        status,
        target="#new",
        game_id=game_id,
        seats=list(GAMES[game_id].Seat),
        fields_template=FACES[game_id].new_table_fields,
        typed=request.form,
        problems={field: sentence(refusal) for field, refusal in refused.items()},
        entries=ENTRIES,
    )


def _game_id(text: str) -> str:
    if text not in FACES:
        raise BadForm(field="game")
    return text


# a record


@blueprint.route("/import", methods=["GET", "POST"])
@limiter.limit("30 per minute", exempt_when=lambda: request.method != "POST")
@_tables_an_hour
def open_record() -> Response:
    """Open a record as a new table, after it has been played through by the rules."""
    if request.method != "POST":
        return make_response(render_template("join/import.html", text=""))
    made = change(needs_version=False)
    data = _sent_record()
    if not data.strip():
        return _import_refused(gettext("Choose a record file, or paste a record."), 422)
    try:
        found = record.loads(data)
    except NotARecord as refusal:
        return _import_refused(
            sentence(refusal), _STATUS_OF_FILE.get(str(refusal.facts["part"]), 422)
        )
    except BadText as refusal:
        return _import_refused(sentence(refusal), 422, refusal.event, refusal.rule)
    played = record.play(found)
    if played.refusal is not None:
        text = messages.sentence(played.refusal, gettext, lambda seat: name_in(found.players, seat))
        return _import_refused(text, 422, played.event, played.refusal.rule)
    known = _tables_with(found)
    if known and one_field("again") is None:
        return _already_here(known, found)
    options = record.FORMS[found.game].options_to_json(found.options)
    opening = Opening(found.game, options, found.players, ENTRIES[0], str(get_locale()))
    table = services().tables.open(opening, made.device, found.events, key=made.key)
    return done(url_for("display.table", code=table.code))


_STATUS_OF_FILE: Final = {
    "not-json": 400,
    "not-utf-8": 400,
    "byte-order-mark": 400,
    "file-too-large": 413,
}
"""A file that holds no JSON can't be read; what is JSON and no record is refused like a rule."""


def _sent_record() -> bytes:
    """The uploaded file, or else what was pasted."""
    files = request.files.getlist("record")
    if len(files) > 1:
        raise BadForm(field="record")
    data = files[0].read() if files else b""
    return data or (one_field("text") or "").encode("utf-8")


def _import_refused(
    text: str, status: int, event: int | None = None, rule: str | None = None
) -> Response:
    return page_or_fragment(
        "join/import.html",
        "join/_import.html",
        status,
        target="#import",
        text=one_field("text") or "",
        problem=text,
        event=event,
        rule=rule,
    )


def _tables_with(found: Record) -> list[Table]:
    """This device's tables whose game is this record, or began with it and went on."""
    known = device()
    if known is None:
        return []
    return [table for table in services().tables.of_device(known) if _began_with(table, found)]


def _began_with(table: Table, found: Record) -> bool:
    here = record_of(table)
    players = {seat: name for seat, name in found.players.items() if name}
    if (here.game, here.options, dict(here.players)) != (found.game, found.options, players):
        return False
    if not found.events:
        return not here.events
    return here.events[: len(found.events)] == found.events


def _already_here(known: Sequence[Table], found: Record) -> Response:
    return page_or_fragment(
        "join/import.html",
        "join/_import.html",
        409,
        target="#import",
        text=record.dumps(found),
        known=[_listed(table) for table in known],
    )
