"""A browser for the pages: a Flask test client that reads forms and fills them in."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from referee.app import Services

_keys = itertools.count(1)


@dataclass
class Form:
    """A form of a page: where it goes and what it sends if nobody touches it."""

    action: str
    id: str | None
    fields: dict[str, str] = field(default_factory=dict)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.texts: list[str] = []
        self._open: Form | None = None
        self._select: str | None = None
        self._area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name"), given.get("value") or ""
        if tag == "form":
            self._open = Form(given.get("action") or "", given.get("id"))
            self.forms.append(self._open)
        elif self._open is None:
            return
        elif tag == "input" and name:
            is_box = given.get("type") in ("radio", "checkbox")
            if given.get("type") not in ("submit", "file") and (not is_box or "checked" in given):
                self._open.fields[name] = value
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in given or self._select not in self._open.fields:
                self._open.fields[self._select] = value
        elif tag == "textarea" and name:
            self._area = name
            self._open.fields[name] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self._open is not None and self._area is not None:
            self._open.fields[self._area] += data


def forms(html: str) -> list[Form]:
    """Every form of a page, in order."""
    reader = _Forms()
    reader.feed(html)
    return reader.forms


def words(html: str) -> str:
    """What a page says, without its markup and with single spaces."""
    reader = _Forms()
    reader.feed(html)
    return " ".join(" ".join(reader.texts).split())


def form_of(html: str, action: str, **given: str) -> Form:
    """The first form of a page that goes to `action` and holds the fields `given` as they are."""
    for form in forms(html):
        if form.action == action and given.items() <= form.fields.items():
            return form
    raise AssertionError(f"no form to {action} with {given}")


class Browser:
    """One browser with its own cookies; `is_htmx` sends what htmx sends.

    `address` is where its requests come from; the default is another machine than the server.
    """

    def __init__(self, app: Flask, *, address: str = "192.168.1.20", is_htmx: bool = False) -> None:
        self.app = app
        self.client = app.test_client()
        self.address = address
        self.is_htmx = is_htmx

    def get(self, url: str, **given: Any) -> TestResponse:
        return self.client.get(url, headers=self._headers(), **self._from(), **given)

    def post(self, url: str, data: dict[str, Any] | bytes, **given: Any) -> TestResponse:
        """Send these fields as they are."""
        return self.client.post(url, data=data, headers=self._headers(), **self._from(), **given)

    def page(self, url: str) -> str:
        """A page, which has to be there."""
        reply = self.client.get(url, **self._from(), follow_redirects=True)
        assert reply.status_code == 200, reply.text
        return reply.text

    def form(self, page: str, action: str, **given: str) -> dict[str, str]:
        """The fields of the form to `action` on the page at `page`: csrf, key, version, values."""
        return form_of(self.page(page), action, **given).fields

    def submit(
        self,
        page: str,
        action: str | None = None,
        fields: dict[str, Any] | None = None,
        **given: Any,
    ) -> TestResponse:
        """Fill in `fields` in the form of `page` that goes to `action`, and send it.

        A field given as None is not sent.
        """
        action = action or page
        sent = {**self.form(page, action), **(fields or {})}
        return self.post(action, {k: v for k, v in sent.items() if v is not None}, **given)

    def token(self) -> str:
        """This browser's CSRF token."""
        return next(form for form in forms(self.page("/")) if "csrf_token" in form.fields).fields[
            "csrf_token"
        ]

    def fields(self, **given: Any) -> dict[str, Any]:
        """What a form of this browser carries besides what it asks: csrf token and a fresh key."""
        return {"csrf_token": self.token(), "key": f"test-key-{next(_keys)}", **given}

    def open_table(self, **fields: Any) -> str:
        """Open a table from the page for it; its code."""
        reply = self.submit("/new", fields=fields)
        where = reply.headers.get("HX-Redirect") or reply.headers.get("Location") or ""
        found = re.fullmatch(r"/t/(\w+)/table", where)
        assert found, (reply.status_code, reply.text)
        return found[1]

    def take(self, code: str, seat: str | None = "north", name: str = "") -> TestResponse:
        """Scan the join code and take a seat, or the scorer's place for None."""
        joined = self.join_code(code)
        asked = self.fields(code=joined, role="seat" if seat else "scorer", name=name)
        return self.post("/join/take", asked | ({"seat": seat} if seat else {}))

    def join_code(self, code: str) -> str:
        """What the join QR of a table carries behind the #."""
        services: Services = self.app.extensions["referee"]
        table = services.tables.find(code)
        return f"{code}.{services.join_codes.current(table.id, services.seconds())}"

    def _headers(self) -> dict[str, str]:
        return {"HX-Request": "true"} if self.is_htmx else {}

    def _from(self) -> dict[str, Any]:
        return {"environ_base": {"REMOTE_ADDR": self.address}}


def where(reply: TestResponse) -> str | None:
    """Where a reply sends the browser, by redirect or by htmx."""
    if reply.status_code == 303:
        return reply.headers["Location"]
    return reply.headers.get("HX-Redirect")
