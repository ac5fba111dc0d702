"""An evening at one table: four named players, and a phone for whoever needs one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.test import TestResponse

from referee.app import Services
from referee.roles import hashed, new_token
from referee.rules.seven_rocks import Event, Game, Hand
from referee.tables import Change, Opening, Table
from referee.views import DEVICE_COOKIE
from tests.views.browser import Browser, form_of, words

NAMES = {"north": "Ami", "east": "Bo", "south": "Chie", "west": "Dan"}


class Phone(Browser):
    """A device at the table, which looks at its own page and fills in the forms on it."""

    def __init__(self, evening: Evening, device: int, token: str, *, is_htmx: bool) -> None:
        super().__init__(evening.app, is_htmx=is_htmx)
        self.evening = evening
        self.device = device
        self.client.set_cookie(DEVICE_COOKIE, token)

    @property
    def at(self) -> str:
        """The address of its entry page."""
        return f"/t/{self.evening.code}/play"

    def look(self, **asked: Any) -> TestResponse:
        """Its entry page, with what is chosen on it."""
        return self.get(self.at, query_string=asked)

    def sees(self, **asked: Any) -> str:
        """The words of its entry page."""
        reply = self.look(**asked)
        assert reply.status_code == 200, reply.text
        return words(reply.text)

    def send(self, to: str, *, asked: dict[str, str] | None = None, **fields: Any) -> TestResponse:
        """Fill in the form of its page that goes to `to`; a field given as None is not sent."""
        page = self.get(self.at, query_string=asked or {}).text
        form = form_of(page, f"/t/{self.evening.code}/{to}").fields
        sent = {**form, **fields}
        return self.post(
            f"/t/{self.evening.code}/{to}", {k: v for k, v in sent.items() if v is not None}
        )

    def place(self, tile: str, at: str | None = None, **fields: Any) -> TestResponse:
        return self.send("seven-rocks/place", tile=tile, at=at, **fields)

    def pass_(self, **fields: Any) -> TestResponse:
        return self.send("seven-rocks/pass", **fields)

    def hand_in(self, *tiles: str, **fields: Any) -> TestResponse:
        asked = {"seat": fields["seat"]} if "seat" in fields else None
        return self.send("seven-rocks/hand", asked=asked, tile=list(tiles), **fields)


class Evening:
    """One table, and ways to bring it into any state."""

    def __init__(self, app: Flask, *, is_htmx: bool = False) -> None:
        self.app = app
        self.is_htmx = is_htmx
        self.services: Services = app.extensions["referee"]
        self.table_device = self.phone()
        with app.app_context():
            opened = self.services.tables.open(
                Opening("seven-rocks", {"target": 250}, NAMES), self.table_device.device
            )
        self.code = opened.code

    @property
    def table(self) -> Table:
        return self.services.tables.find(self.code)

    @property
    def game(self) -> Game:
        game: Game = self.table.game
        return game

    @property
    def version(self) -> int:
        return self.table.state.version

    def phone(self, *seats: str, is_scorer: bool = False) -> Phone:
        """A new device that holds these seats, or keeps the score for all."""
        token = new_token()
        device = self.services.store.write(lambda tx: tx.add_device(hashed(token), "now"))
        phone = Phone(self, device, token, is_htmx=self.is_htmx)
        for seat in seats:
            self.services.tables.take(self.table, "seat", seat, "", Change(device, None))
        if is_scorer:
            self.services.tables.take(self.table, "scorer", None, "", Change(device, None))
        return phone

    def enter(self, events: Iterable[Event]) -> None:
        """What others entered meanwhile."""
        for event in events:
            do = self.services.tables.seal if isinstance(event, Hand) else self.enter_one
            do(self.table, event, Change(None, self.version, is_host=True))

    def enter_one(self, table: Table, event: Event, change: Change) -> Table:
        return self.services.tables.enter(table, event, change, is_confirmed=True)


class Compiled(BytecodeCache):
    """Templates compiled once for all tests: every app would compile them anew."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


_COMPILED = Compiled()


@pytest.fixture(autouse=True)
def compiled(app: Flask) -> None:
    app.jinja_env.bytecode_cache = _COMPILED


@pytest.fixture
def evening(app: Flask) -> Evening:
    """Phones without script."""
    return Evening(app)


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def any_evening(request: pytest.FixtureRequest, app: Flask) -> Evening:
    """Once with phones without script, once with phones that run htmx."""
    return Evening(app, is_htmx=request.param)
