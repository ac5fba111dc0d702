"""Table device, scorer, seat, watcher: who holds what, and what each may do.

Rights follow from the folded log alone and are denied unless a line here grants them. A browser is
known by a random token in a cookie, stored hashed. A watcher needs no role: the table's short code
is enough to read what everyone may see.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from referee.refusals import NotAllowed
from referee.store import Author

if TYPE_CHECKING:
    from referee.log import TableState
    from referee.tables import Change

TOKEN_BYTES: Final = 16
JOIN_SECONDS: Final = 600
"""A join code is made new after this time; the one before it stays good as long again."""


def new_token() -> str:
    """A capability of 128 random bits, safe in a cookie and in a URL's fragment."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What is stored of a token; at 128 random bits a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class JoinCodes:
    """The code behind a table's join QR: 128 bits that follow from a secret and the time.

    Nothing of it is stored, so a copied database opens no seat, and a restarted server still knows
    the code that hangs on the screen.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def current(self, table_id: int, seconds: float) -> str:
        """The code to show now; `seconds` is the time of a clock that all calls share."""
        return self._code(table_id, int(seconds // JOIN_SECONDS))

    def is_good(self, table_id: int, code: str, seconds: float) -> bool:
        """Whether `code` is the current code or the one before it."""
        period = int(seconds // JOIN_SECONDS)
        current, before = (self._code(table_id, period - age).encode() for age in (0, 1))
        given = code.encode()
        return hmac.compare_digest(given, current) | hmac.compare_digest(given, before)

    def _code(self, table_id: int, period: int) -> str:
        text = f"join:{table_id}:{period}".encode()
        digest = hmac.digest(self._secret, text, "sha256")[:TOKEN_BYTES]
        return urlsafe_b64encode(digest).rstrip(b"=").decode()


def may_enter(state: TableState, change: Change, seat: str) -> Author:
    """Enter a placement, a pass or a hand for `seat`: its own device, or the scorer."""
    if change.is_host:
        return Author("host")
    if change.device is not None:
        if state.roles.seats.get(seat) == change.device:
            return Author("seat", seat, change.device)
        if state.roles.scorer == change.device:
            return Author("scorer", seat, change.device)
    raise NotAllowed(what="enter", seat=seat)


def may_run(state: TableState, change: Change) -> Author:
    """Run the table: draw, lead, rulings, dealing again, closing, letting people in."""
    if change.is_host:
        return Author("host")
    if change.device is not None:
        if state.roles.table == change.device:
            return Author("table", None, change.device)
        if state.roles.scorer == change.device:
            return Author("scorer", None, change.device)
    raise NotAllowed(what="run")


def may_undo(state: TableState, change: Change) -> Author:
    """Take back the last step: the table and the scorer any, a seat its own entry only."""
    return _may_take_back(state, change, state.play)


def may_redo(state: TableState, change: Change) -> Author:
    """Put back what was undone: whoever could have taken it back."""
    return _may_take_back(state, change, state.undone[-1])


def may_name(state: TableState, change: Change, seats: Iterable[str]) -> Author:
    """Name seats: the table any, a seat itself."""
    own = state.roles.seats_of(change.device)
    if change.device is not None and all(seat in own for seat in seats):
        return Author("seat", None, change.device)
    return may_run(state, change)


def may_free(state: TableState, change: Change, role: str, seat: str | None) -> Author:
    """Give a seat or the scorer's place up, or take it away: its own device, or the table."""
    holder = state.roles.scorer if role == "scorer" else state.roles.seats.get(seat or "")
    if change.device is not None and holder == change.device:
        return Author(role, seat, change.device)
    return may_run(state, change)


def may_take_over(change: Change) -> Author:
    """Become the table device without being asked: only from the machine the server runs on."""
    if not change.is_host:
        raise NotAllowed(what="take-over")
    return Author("host", None, change.device)


def _may_take_back(state: TableState, change: Change, play: object) -> Author:
    own = play.own_seat()  # type: ignore[attr-defined]
    if own is not None and state.roles.seats.get(own.value) == change.device:
        return Author("seat", own.value, change.device)
    try:
        return may_run(state, change)
    except NotAllowed:
        raise NotAllowed(what="undo") from None
