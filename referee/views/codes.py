"""The codes that a table display shows: where to join, where to watch, as QR and as text."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

import qrcode
from flask import request, url_for
from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathFillImage

from referee.app import services
from referee.rules import GAMES
from referee.tables import Table

LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Code:
    """One QR code: what it holds, its picture, and what is typed instead of scanning it."""

    picture: Markup
    address: str


@dataclass(frozen=True, slots=True)
class Codes:
    """What one table display shows; `join` is None while nobody is wanted.

    `others` are the codes for the machine's further addresses, in the place of `join` or `watch`.
    `is_unreachable` warns that no phone can reach the address in them.
    """

    watch: Code
    join: Code | None
    others: tuple[Code, ...]
    free: tuple[str, ...]
    """The seats that are still free, and `scorer` where one is wanted."""
    is_loopback: bool
    is_unreachable: bool
    period: str
    """Changes when any of these codes does."""


def codes(table: Table, *, may_join: bool) -> Codes:
    """The codes of `table` for the display that asks; those to join only if it may show them."""
    asked_at = request.host_url.rstrip("/")
    is_loopback = urlsplit(asked_at).hostname in LOOPBACK
    reachable = services().addresses() or [asked_at]
    if asked_at in reachable:
        # The display itself was reached there, so its neighbours can reach it too.
        reachable = [asked_at, *(each for each in reachable if each != asked_at)]
    wanted = _wanted(table) if may_join else ()
    join = None
    if wanted:
        join = services().join_codes.current(table.id, services().seconds())
    watch_path = url_for("display.watch", code=table.code)
    join_path = f"{url_for('join.join')}#{table.code}.{join}" if join else ""
    return Codes(
        Code(qr(reachable[0] + watch_path), reachable[0] + watch_path),
        Code(qr(reachable[0] + join_path), reachable[0]) if join else None,
        tuple(Code(qr(each + (join_path or watch_path)), each) for each in reachable[1:]),
        wanted,
        is_loopback,
        all(urlsplit(each).hostname in LOOPBACK for each in reachable),
        hashlib.sha256(f"{reachable} {join} {is_loopback}".encode()).hexdigest()[:8],
    )


def _wanted(table: Table) -> tuple[str, ...]:
    """Who is still wanted: the free seats where each player enters, or the scorer."""
    held = table.state.roles
    if table.state.entry == "phones":
        seats = (seat.value for seat in GAMES[table.state.game_id].Seat)
        return tuple(seat for seat in seats if seat not in held.seats)
    return ("scorer",) if table.state.entry == "scorer" and held.scorer is None else ()


@lru_cache(maxsize=512)
def qr(url: str) -> Markup:
    """The QR code of `url` as SVG, dark on white in either theme, with its quiet zone."""
    made = qrcode.make(
        url, image_factory=SvgPathFillImage, error_correction=ERROR_CORRECT_M, box_size=10, border=4
    )
    # htmx 4 makes an HTML element of an <svg> that it inserts if anything in it has an id.
    return Markup(made.to_string(encoding="unicode").replace(' id="qr-path"', ""))
