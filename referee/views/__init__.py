"""HTTP: a form becomes an event, what comes of it a page or a fragment.

Here is what all views share: the table and the device of a request, the change that a form asks
for, `page_or_fragment()`, and the one place that turns a refusal into a reply.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sqlite3
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from flask import (
    Flask,
    Response,
    abort,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.globals import request_ctx
from flask_babel import get_locale, gettext, pgettext
from flask_wtf.csrf import CSRFError
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from referee import messages, roles
from referee.app import LANGUAGES, htmx, services
from referee.names import shown_name
from referee.refusals import BadForm, Refused
from referee.rules.errors import RuleBroken
from referee.store import Key
from referee.tables import Change, Table, utc_now

DEVICE_COOKIE: Final = "referee_device"
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_VERSION: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_log = logging.getLogger("referee")

STATUS: Final = {
    # forms that can't be read
    "bad-form": 400,
    "bad-tile": 400,
    "bad-connection": 400,
    "bad-seat": 400,
    "form-incomplete": 428,
    # the page is merely behind: the same thing may be right on a fresh page
    "wrong-turn": 409,
    "round-over": 409,
    "game-over": 409,
    "lead-expected": 409,
    "hand-unexpected": 409,
    "lead-unexpected": 409,
    "hand-twice": 409,
    "table-moved": 409,
    "server-behind": 409,
    "seat-taken": 409,
    "not-now": 409,
    "nothing-to-undo": 409,
    # rights and addresses
    "not-allowed": 403,
    "no-such-table": 404,
    "code-unknown": 410,
}
"""Refusal code -> HTTP status; anything else is against a rule: 422."""


def status_of(refusal: RuleBroken | Refused) -> int:
    """The HTTP status of a refusal (RELIABILITY.md, part (d))."""
    return STATUS.get(refusal.code, 422)


class FormIncomplete(Refused):
    """A form without its version or its key."""

    code = "form-incomplete"


def register(app: Flask) -> None:
    """Every blueprint, hook and error handler."""
    from referee.views import display, home, join, live, review, seven_rocks, table

    for blueprint in (
        home.blueprint,
        join.blueprint,
        table.blueprint,
        display.blueprint,
        live.blueprint,
        review.blueprint,
        seven_rocks.blueprint,
    ):
        app.register_blueprint(blueprint)
    app.before_request(_check_address)
    app.after_request(_add_headers)
    app.register_error_handler(RuleBroken, refused)
    app.register_error_handler(Refused, refused)
    app.register_error_handler(CSRFError, _csrf_missing)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(sqlite3.Error, _storage_trouble)
    app.register_error_handler(Exception, _trouble)
    app.context_processor(lambda: {"languages": LANGUAGES, "language": str(get_locale())})
    # Macros that a template imports see no context, but these.
    app.jinja_env.globals.update(
        name_of=name_of, new_key=roles.new_token, seat_name=seat_name, static_url=static_url
    )


# what a request is about


def find_table(code: str) -> Table:
    """The table with this code. Raises NoSuchTable."""
    return services().tables.find(code)


def device() -> int | None:
    """The device that this request's cookie names, or None."""
    if "device" not in g:
        token = request.cookies.get(DEVICE_COOKIE)
        g.device = services().store.device(roles.hashed(token)) if token else None
    return g.device  # type: ignore[no-any-return]


def device_or_new() -> int:
    """The device of this request; a browser that has none yet gets its cookie with the reply."""
    known = device()
    if known is None:
        token = roles.new_token()
        known = services().store.write(lambda tx: tx.add_device(roles.hashed(token), utc_now()))
        g.device, g.new_token = known, token
    return known


def is_on_host() -> bool:
    """Whether the browser runs on the machine that serves, as the peer's address tells."""
    return request.remote_addr in ("127.0.0.1", "::1") and not any(
        header in request.headers for header in ("Forwarded", "X-Forwarded-For", "X-Real-IP")
    )


def change(*, needs_version: bool = True) -> Change:
    """What every form carries: the version it was made for and its own key.

    Raises FormIncomplete when one is missing and BadForm when one can't be read.
    """
    version, key = one_field("version"), one_field("key")
    if key is None or (needs_version and version is None):
        raise FormIncomplete()
    if not _KEY.fullmatch(key):
        raise BadForm(field="key")
    if version is not None and not _VERSION.fullmatch(version):
        raise BadForm(field="version")
    content = [
        request.path,
        *sorted(
            (name, value)
            for name, value in request.form.items(multi=True)
            if name not in ("csrf_token", "version", "key")
        ),
    ]
    digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    at = int(version) if needs_version and version is not None else None
    return Change(device_or_new(), at, Key(key, digest))


def one_field(name: str) -> str | None:
    """The form's field, or None when it is missing. Raises BadForm when it is there twice."""
    values = request.form.getlist(name)
    if len(values) > 1:
        raise BadForm(field=name)
    return values[0] if values else None


def needed_field(name: str) -> str:
    """The form's field. Raises BadForm when it is missing or there twice."""
    value = one_field(name)
    if value is None:
        raise BadForm(field=name)
    return value


# replies


def page_or_fragment(page: str, fragment: str, status: int = 200, **context: Any) -> Response:
    """The fragment alone for a request by htmx, the whole page otherwise.

    A reply that refuses is sent as a partial, which htmx shows whatever the status is.
    """
    if htmx and not htmx.boosted and not htmx.history_restore_request:
        html = render_template(fragment, **context)
        if status >= 400:
            html = partial(context["target"], html, swap="outerMorph")
    else:
        html = render_template(page, **context)
    reply = make_response(html, status)
    reply.vary.add("HX-Request")
    return reply


def partial(target: str, html: str, swap: str = "innerMorph") -> Markup:
    """`html` for the element `target`, which htmx finds by itself in any reply."""
    return Markup('<hx-partial hx-target="{}" hx-swap="{}">{}</hx-partial>').format(
        target, swap, Markup(html)
    )


def done(url: str) -> Response:
    """Where to go after a form: by redirect, for htmx as for a browser without script."""
    if htmx:
        reply = make_response("", 200)
        reply.headers["HX-Redirect"] = url
        return reply
    return redirect(url, 303)  # type: ignore[return-value]


@lru_cache
def _content_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def static_url(filename: str) -> str:
    """The address of a static file; it changes with the content, so browsers may keep it."""
    path = Path(current_app.static_folder or "") / filename
    return url_for("static", filename=filename, v=_content_hash(path))


def name_of(table: Table, seat: Any) -> str:
    """How a person is called: the name, or the seat where none was given."""
    return name_in(table.names, seat)


def name_in(names: Mapping[str, str], seat: Any) -> str:
    """How the person at `seat` is called by these names, cleaned here and nowhere else.

    Somebody without a name is called by the seat; in some languages not by its bare word.
    """
    return (
        shown_name(names.get(seat.value, ""))
        or {
            "north": pgettext("player", "North"),
            "east": pgettext("player", "East"),
            "south": pgettext("player", "South"),
            "west": pgettext("player", "West"),
        }[seat.value]
    )


def seat_name(seat: str) -> str:
    """A seat in the reader's language."""
    return {
        "north": gettext("North"),
        "east": gettext("East"),
        "south": gettext("South"),
        "west": gettext("West"),
    }[seat]


def sentence(refusal: RuleBroken | Refused, table: Table | None = None) -> str:
    """What to say about a refusal, in the reader's language, with the players' names."""
    names = table.names if table is not None else {}
    return messages.sentence(refusal, gettext, lambda seat: name_in(names, seat))


def refused(refusal: RuleBroken | Refused) -> Response:
    """A refusal as a reply: its status, and its sentence in the place kept for it."""
    return told(sentence(refusal), status_of(refusal), rule=getattr(refusal, "rule", None))


def told(text: str, status: int, rule: str | None = None) -> Response:
    """A sentence with a status: beside the form for htmx, as a page otherwise.

    A Host that names nothing leaves no way to link to anything: then it is the bare sentence.
    """
    if request_ctx.url_adapter is None:
        return Response(text, status, mimetype="text/plain")
    if htmx:
        html = render_template("_notice.html", text=text, rule=rule)
        return make_response(partial("#notice", html), status)
    return make_response(
        render_template("refused.html", text=text, rule=rule, status=status), status
    )


def _check_address() -> Response | None:
    """Only this server's own names as Host, and only its own pages as Origin of a change."""
    host = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
    if not services().allowed_hosts(host.strip("[]")):
        abort(400)
    origin = request.headers.get("Origin")
    if request.method not in ("GET", "HEAD", "OPTIONS") and origin is not None:
        own = (f"http://{request.host}", f"https://{request.host}")
        if origin not in own and origin not in services().addresses():
            return _csrf_missing(CSRFError())
    return None


def _add_headers(reply: Response) -> Response:
    token = g.get("new_token")
    if token:
        reply.set_cookie(
            DEVICE_COOKIE, token, max_age=365 * 24 * 3600, httponly=True, samesite="Lax"
        )
    reply.headers["Content-Security-Policy"] = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; "
        "frame-ancestors 'none'; media-src 'self'; manifest-src 'self'"
    )
    reply.headers["X-Content-Type-Options"] = "nosniff"
    reply.headers["Referrer-Policy"] = "no-referrer"
    reply.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    reply.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if request.endpoint != "static":
        reply.headers["Cache-Control"] = "no-store"
    return reply


def _csrf_missing(error: CSRFError) -> Response:
    return told(
        gettext("This page is too old to change anything. Load it again and repeat the entry."), 403
    )


def _http_error(error: HTTPException) -> Response:
    """What can't be read or found, said in a sentence; the status is the error's own."""
    status = error.code or 400
    texts = {
        400: gettext("This request could not be read. Nothing was changed."),
        404: gettext("There is no such page here. The table may have another code."),
        405: gettext("This address can't be used that way. Go back to the table."),
        413: gettext("That is too large. A record file holds at most 1 MiB, a form much less."),
        415: gettext("This kind of content can't be read here. Nothing was changed."),
        429: gettext("Too many requests from this device. Wait a moment and try again."),
    }
    reply = told(texts.get(status, texts[400]), status)
    for name, value in error.get_headers():
        if name.lower() in ("allow", "retry-after"):
            reply.headers[name] = value
    return reply


def _storage_trouble(error: sqlite3.Error) -> Response:
    _log.error("storage trouble: %s", error)
    reply = told(
        gettext("Not saved: the server can't write at the moment. Nothing was changed; try again."),
        503,
    )
    reply.headers["Retry-After"] = "2"
    return reply


def _trouble(error: Exception) -> Response:
    """A fault of ours: told in a sentence, kept in the log, and nothing was changed by it."""
    _log.exception("a request failed")
    return told(
        gettext("Not saved: something went wrong on the server. Nothing was changed; try again."),
        503,
    )
