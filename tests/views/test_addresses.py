"""Which Host and which Origin are answered; whatever else comes is told so in a sentence."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.views.browser import Browser


@pytest.mark.parametrize("host", ["a" * 300, "a..b", ".", "[", "a b"])
@pytest.mark.parametrize("path", ["/", "/static/referee.css", "/t/ABCDE/play"])
def test_a_host_that_names_nothing_is_no_fault_of_ours(app: Flask, host: str, path: str) -> None:
    for method in ("GET", "PUT"):
        with app.test_client().open(path, method=method, headers={"Host": host}) as reply:
            assert reply.status_code in (200, 400, 404, 405)


@pytest.mark.parametrize("origin", ["null", "http://[", "http://evil.example", "http://", "x"])
def test_a_change_from_another_page_s_origin_is_refused(visitor: Browser, origin: str) -> None:
    code = visitor.open_table()
    form = visitor.form(f"/t/{code}/menu", f"/t/{code}/names") | {"north": "Eve"}
    reply = visitor.client.post(f"/t/{code}/names", data=form, headers={"Origin": origin})
    assert reply.status_code == 403


def test_a_change_from_our_own_page_is_taken(visitor: Browser) -> None:
    code = visitor.open_table()
    form = visitor.form(f"/t/{code}/menu", f"/t/{code}/names") | {"north": "Eve"}
    own = {"Origin": "http://localhost"}
    reply = visitor.client.post(f"/t/{code}/names", data=form, headers=own)
    assert reply.status_code == 303
