"""The table display and the watchers' page, and what their streams send; read only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, render_template
from markupsafe import Markup

from referee.log import Request
from referee.tables import Table
from referee.views import device, find_table
from referee.views.codes import Codes, codes
from referee.views.faces import FACES
from referee.views.table import request_words, runs, seats_shown

blueprint = Blueprint("display", __name__, url_prefix="/t/<code>")

VIEWS: Final = ("table", "screen", "watch", "play")
"""The table device's display, the same for any other screen, the watchers' page, an entry page."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A display as it is drawn for one kind of device.

    With `may_run` it has the buttons of the table device. A stream is rendered once for all who
    see the same, so with `is_live` its forms leave out what belongs to a single browser.
    """

    may_run: bool
    is_live: bool
    codes: Codes
    asked: Request | None
    """The device that has waited longest to be let in."""
    asked_words: str
    waiting: int
    """How many wait."""

    @property
    def part(self) -> str:
        """What is shown beside the state of the table."""
        return f"{'table' if self.may_run else 'screen'}-{self.codes.period}"


@blueprint.get("/table")
def table(code: str) -> str:
    """The table display: with its buttons for the table device and the scorer, else to look at."""
    found = find_table(code)
    view = "table" if runs(found) else "screen"
    screen = _screen(found, view, is_live=False)
    return render_template(
        "display/table.html",
        view=view,
        seen=f"{found.state.seq}.{screen.part}",
        **_display(found, screen),
    )


@blueprint.get("/watch")
def watch(code: str) -> str:
    """The watchers' page, with the way to ask for a seat."""
    found = find_table(code)
    known = device()
    return render_template(
        "display/watch.html",
        seats=seats_shown(found),
        may_ask=known is None or not found.state.roles.seats_of(known),
        **_watch(found),
    )


def drawn_view(table: Table, view: str) -> tuple[str, Callable[[], str]]:
    """What a stream of `view` sends: a name for all it shows beside the table's state, its HTML.

    Only a device that may run the table is sent the buttons and the codes of the table device.
    """
    if view == "watch":
        return "", lambda: render_template("display/_watch.html", **_watch(table))
    screen = _screen(table, view, is_live=True)
    return screen.part, lambda: render_template("display/_table.html", **_display(table, screen))


def _screen(table: Table, view: str, *, is_live: bool) -> Screen:
    may_run = view == "table" and runs(table)
    requests = table.state.requests if may_run else ()
    asked = requests[0] if requests else None
    return Screen(
        may_run,
        is_live,
        codes(table, may_join=may_run),
        asked,
        request_words(table, asked) if asked else "",
        len(requests),
    )


def _display(table: Table, screen: Screen) -> dict[str, Any]:
    part = Markup(FACES[table.state.game_id].display(table, screen))
    return {"table": table, "screen": screen, "part": part}


def _watch(table: Table) -> dict[str, Any]:
    return {"table": table, "part": Markup(FACES[table.state.game_id].watch(table))}
