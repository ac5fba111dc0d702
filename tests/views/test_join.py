"""Sitting down: the code of the QR, the seats that are free, a seat that is taken."""

from __future__ import annotations

from typing import Any

import pytest

from referee.app import Services
from referee.roles import JOIN_SECONDS
from referee.views import DEVICE_COOKIE
from tests.views.browser import Browser, form_of, where, words


def scanned(visitor: Browser, code: str, **fields: Any) -> dict[str, Any]:
    """The form on the page with the seats that a scanned code opens."""
    reply = visitor.post("/join", visitor.fields(code=visitor.join_code(code)))
    html = reply.text
    if visitor.is_htmx:
        assert reply.status_code == 200
    return form_of(html, "/join/take").fields | fields


def test_a_scanned_code_shows_the_seats_and_takes_none(
    either: Browser, services: Services, visitor: Browser
) -> None:
    code = either.open_table(north="Ami")
    page = visitor.post("/join", visitor.fields(code=visitor.join_code(code))).text
    assert f"Join table {code}" in words(page)
    assert "North Ami free" in words(page)
    assert page.count('type="radio"') == 4
    assert dict(services.tables.find(code).state.roles.seats) == {}


def test_looking_at_the_page_for_joining_takes_nothing_however_often(visitor: Browser) -> None:
    code = visitor.open_table()
    for agent in ("facebookexternalhit/1.1", "kakaotalk-scrap/1.0", "Mozilla/5.0"):
        url = f"/join?code={visitor.join_code(code)}"
        reply = visitor.client.get(url, headers={"User-Agent": agent})
        assert reply.status_code == 200
        assert visitor.join_code(code) not in reply.text
        assert 'name="robots" content="noindex"' in reply.text
        assert visitor.client.head("/join").status_code == 200
        assert "referee_device" not in str(reply.headers)


def test_the_page_says_how_to_scan_and_what_to_do_without_script(visitor: Browser) -> None:
    page = words(visitor.page("/join"))
    assert "Scan the QR code on the table display" in page
    assert "the same Wi-Fi" in page
    assert "needs JavaScript" in page


def test_a_free_seat_is_taken_with_a_name(
    either: Browser, new_visitor: Any, services: Services
) -> None:
    code = new_visitor().open_table(east="Bo")
    reply = either.post(
        "/join/take", scanned(either, code, seat="east", name=" 지민 ", role="seat")
    )
    assert where(reply) == f"/t/{code}/play"
    table = services.tables.find(code)
    assert list(table.state.roles.seats) == ["east"]
    assert table.names["east"] == "지민"


def test_a_name_that_stands_at_the_seat_is_kept(
    visitor: Browser, new_visitor: Any, services: Services
) -> None:
    code = new_visitor().open_table(east="Bo")
    visitor.post("/join/take", scanned(visitor, code, seat="east", role="seat"))
    assert services.tables.find(code).names["east"] == "Bo"


def test_two_seats_may_share_one_phone(
    visitor: Browser, new_visitor: Any, services: Services
) -> None:
    code = new_visitor().open_table()
    visitor.take(code, "north")
    page = visitor.post("/join", visitor.fields(code=visitor.join_code(code))).text
    assert "North yours" in words(page)
    visitor.take(code, "south")
    table = services.tables.find(code)
    assert list(table.state.roles.seats) == ["north", "south"]
    assert len(set(table.state.roles.seats.values())) == 1


def test_one_phone_keeps_score(either: Browser, new_visitor: Any, services: Services) -> None:
    code = new_visitor().open_table(entry="scorer")
    assert where(either.take(code, None)) == f"/t/{code}/play"
    assert services.tables.find(code).state.roles.scorer is not None


@pytest.mark.parametrize("seat", ["north", None])
def test_a_place_that_is_taken_is_asked_for_at_the_table(
    either: Browser, new_visitor: Any, services: Services, seat: str | None
) -> None:
    code = new_visitor().open_table()
    holder = new_visitor()
    holder.take(code, seat)
    reply = either.take(code, seat, name="Dan")
    assert reply.status_code == 409
    assert "Another device is there already." in words(reply.text)
    assert len(services.tables.find(code).state.requests) == 0
    asked = either.post(f"/t/{code}/ask", form_of(reply.text, f"/t/{code}/ask").fields)
    assert where(asked) == f"/t/{code}/ask"
    [request] = services.tables.find(code).state.requests
    assert (request.role, request.seat, request.name) == ("seat" if seat else "scorer", seat, "Dan")


def test_a_form_that_is_sent_twice_takes_the_seat_once(
    either: Browser, new_visitor: Any, services: Services
) -> None:
    code = new_visitor().open_table()
    form = scanned(either, code, seat="west", role="seat")
    assert where(either.post("/join/take", form)) == where(either.post("/join/take", form))
    rows = services.store.rows(services.tables.find(code).id)
    assert [row.kind for row in rows].count("granted") == 2


@pytest.mark.parametrize(
    "spoiled",
    [
        "",
        ".",
        "ZZZZZ.abc",
        "{code}",
        "{code}.",
        "{code}.{secret}x",
        "{code}.{short}",
        "{code}.{swapped}",
        "{code}%2E{secret}",
        "{other}.{secret}",
        "{code}.가",
        "\x00.{secret}",
    ],
)
def test_a_code_that_is_not_good_tells_only_where_to_get_another(
    either: Browser, new_visitor: Any, services: Services, spoiled: str
) -> None:
    host = new_visitor()
    code, other = host.open_table(), host.open_table()
    secret = host.join_code(code).split(".")[1]
    sent = spoiled.format(
        code=code, other=other, secret=secret, short=secret[:-1], swapped=secret.swapcase()
    )
    for url in ("/join", "/join/take"):
        reply = either.post(url, either.fields(code=sent, role="seat", seat="north"))
        assert reply.status_code == 410
        assert "Ask at the table for a new QR code" in words(reply.text)
        assert code not in reply.text
    assert dict(services.tables.find(code).state.roles.seats) == {}


def test_a_code_runs_out(visitor: Browser, services: Services) -> None:
    code = visitor.open_table()
    old = visitor.join_code(code)
    later = services.seconds() + 2 * JOIN_SECONDS
    object.__setattr__(services, "seconds", lambda: later)
    assert visitor.post("/join", visitor.fields(code=old)).status_code == 410
    assert visitor.post("/join", visitor.fields(code=visitor.join_code(code))).status_code == 200


def test_codes_cannot_be_tried_in_thousands(visitor: Browser, new_visitor: Any) -> None:
    code = visitor.open_table()
    fields = visitor.fields(code=f"{code}.wrong")
    replies = [visitor.post("/join", fields) for _ in range(31)]
    assert [reply.status_code for reply in replies] == [410] * 30 + [429]
    assert int(replies[-1].headers["Retry-After"]) > 0
    other = new_visitor(address="192.168.1.99")
    assert other.post("/join", other.fields(code=other.join_code(code))).status_code == 200


@pytest.mark.parametrize(
    ("fields", "status", "told"),
    [
        ({"seat": None}, 422, "Choose where you sit first."),
        ({"seat": "up"}, 400, "could not be read"),
        ({"seat": ""}, 400, "could not be read"),
        ({"seat": ["north", "east"]}, 400, "could not be read"),
        ({"role": "table"}, 400, "could not be read"),
        ({"role": None}, 400, "could not be read"),
        ({"name": "a" * 41}, 422, "at most 40 characters"),
        ({"name": "\u3000"}, 422, "blanks alone"),
        ({"code": None}, 400, "could not be read"),
        ({"key": None}, 428, "Load the page again"),
        ({"key": "x" * 10_000}, 400, "could not be read"),
        ({"csrf_token": None}, 403, "too old"),
        ({"csrf_token": "x"}, 403, "too old"),
    ],
)
def test_a_wrong_field_takes_no_seat(
    either: Browser,
    new_visitor: Any,
    services: Services,
    fields: dict[str, Any],
    status: int,
    told: str,
) -> None:
    code = new_visitor().open_table()
    form = scanned(either, code, role="seat", seat="north", name="Dan") | fields
    reply = either.post("/join/take", {k: v for k, v in form.items() if v is not None})
    assert reply.status_code == status
    assert told in words(reply.text)
    assert dict(services.tables.find(code).state.roles.seats) == {}
    if status == 422:
        kept = form_of(reply.text, "/join/take").fields
        assert kept["name"] == form["name"]
        assert kept.get("seat") == form["seat"]


def test_a_foreign_origin_takes_no_seat(visitor: Browser, new_visitor: Any) -> None:
    code = new_visitor().open_table()
    form = scanned(visitor, code, role="seat", seat="north")
    for origin in ("null", "http://evil.example", "http://localhost.evil.example"):
        reply = visitor.client.post("/join/take", data=form, headers={"Origin": origin})
        assert reply.status_code == 403


def test_choosing_a_language_on_the_seats_page_brings_the_code_back(visitor: Browser) -> None:
    code = visitor.open_table()
    joined = visitor.join_code(code)
    page = visitor.post("/join", visitor.fields(code=joined)).text
    fields = form_of(page, "/language").fields | {"language": "ko"}
    assert where(visitor.post("/language", fields)) == f"/join#{joined}"


def test_a_phone_is_known_before_it_takes_a_seat(visitor: Browser, services: Services) -> None:
    """So a seat whose reply got lost is the same phone's when it asks again."""
    code = visitor.open_table()
    phone = Browser(visitor.app)
    seats = phone.post("/join", phone.fields(code=phone.join_code(code)))
    assert DEVICE_COOKIE in str(seats.headers.getlist("Set-Cookie"))
    form = form_of(seats.text, "/join/take").fields | {"role": "seat", "seat": "north"}
    first, again = (phone.post("/join/take", form) for _ in range(2))
    assert DEVICE_COOKIE not in str(first.headers.getlist("Set-Cookie"))
    assert (first.status_code, again.status_code) == (303, 303)
    assert list(services.tables.find(code).state.roles.seats) == ["north"]
