"""The streams: every open page of a table is told when the table changes.

Display and watchers get what they show, rendered once for all who see the same. The page of a seat
is only told that the table moved and fetches itself again, since what was chosen on it is its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from flask import Blueprint, Response, abort, request, stream_with_context
from flask_babel import get_locale

from referee.app import services
from referee.live import TooManyStreams
from referee.tables import Table
from referee.views import find_table
from referee.views.display import VIEWS, drawn_view

blueprint = Blueprint("live", __name__)

HEARTBEAT = "event: hb\ndata:\n\n"


@blueprint.get("/t/<code>/live/<view>")
def stream(code: str, view: str) -> Response:
    """An event stream of one view of the table: `table`, `screen`, `watch` or `play`."""
    if view not in VIEWS:
        abort(404)
    table = find_table(code)
    hub = services().hub
    try:
        watcher = hub.watch(table.id, request.remote_addr or "")
    except TooManyStreams:
        abort(429)
    seen = request.headers.get("Last-Event-ID") or request.args.get("seen")

    def messages() -> Iterator[str]:
        last = seen
        while not hub.is_stopping:
            watcher.wait()
            name, text = _message(find_table(code), view)
            yield HEARTBEAT if name == last else text
            last = name

    reply = Response(stream_with_context(messages()), mimetype="text/event-stream")
    reply.call_on_close(lambda: hub.leave(watcher))
    reply.headers["X-Accel-Buffering"] = "no"
    return reply


def _message(table: Table, view: str) -> tuple[str, str]:
    """The name of what the view shows now, and the message that shows it."""
    name = str(table.state.seq)
    if view == "play":
        data = f"event: moved\ndata: {name}"
    else:
        part, html = drawn_view(table, view)
        name = f"{name}.{part}" if part else name
        key = (table.id, name, view, str(get_locale()))
        data = services().hub.rendered(key, lambda: _as_data(html()))
    # A page that wakes waits this long, and 30 % more at most, before it connects again: it has to
    # be up to date within five seconds, and a thousand pages must not come back all at once.
    return name, f"id: {name}\nretry: {random.randint(1000, 3000)}\n{data}\n\n"


def _as_data(html: str) -> str:
    return "\n".join(f"data: {line}" for line in html.splitlines())
