"""The codes on the table display, who may see them, and who asks to be let in."""

from __future__ import annotations

import re

import pytest

from referee.app import Services
from referee.views.display import drawn_view
from tests.views.browser import Browser, words

HOME = "http://192.168.1.5:8000"


@pytest.fixture
def app(make_app):
    return make_app(addresses=lambda: [HOME, "http://10.0.0.7:8000"])


def display(browser: Browser, code: str) -> str:
    return browser.page(f"/t/{code}/table")


def test_the_table_device_shows_a_code_to_join_and_one_to_watch(visitor, new_visitor):
    code = visitor.open_table()
    html = display(visitor, code)
    assert 'aria-label="QR code to join this table"' in html
    assert f"{HOME}/t/{code}/watch" in words(html)
    screen = words(display(new_visitor(), code))
    assert "Phones need the same Wi-Fi as this screen." in screen


def test_the_join_code_is_on_no_other_screen(visitor, new_visitor):
    code = visitor.open_table()
    html = display(new_visitor(), code)
    assert "QR code to join" not in html
    assert "QR code to watch" in html


def test_the_join_code_goes_when_every_seat_is_taken(visitor, new_visitor):
    code = visitor.open_table()
    for seat in ("north", "east", "south", "west"):
        new_visitor().take(code, seat)
    html = display(visitor, code)
    assert "QR code to join" not in html
    assert "QR code to watch" in html


def test_a_scorer_is_wanted_where_one_phone_enters_for_all(visitor, new_visitor):
    code = visitor.open_table(entry="scorer")
    assert "The scorer’s place is free." in words(display(visitor, code))
    new_visitor().take(code, None)
    assert "QR code to join" not in display(visitor, code)


def test_further_addresses_of_the_computer_can_be_tried(visitor):
    sees = words(display(visitor, visitor.open_table()))
    assert "This computer has more addresses. Try these: http://10.0.0.7:8000" in sees


def test_a_screen_at_a_loopback_address_says_that_phones_need_another(app):
    browser = Browser(app, address="127.0.0.1")
    code = browser.open_table()
    assert "Phones need the address above." in words(display(browser, code))


def test_without_any_address_the_display_says_that_no_phone_can_come(make_app):
    browser = Browser(make_app())
    code = browser.open_table()
    assert "No phone can reach this computer now." in words(display(browser, code))


def test_a_new_period_renews_what_the_open_display_shows(app, services: Services):
    browser = Browser(app)
    code = browser.open_table()
    table = services.tables.find(code)
    shown = []
    for seconds in (0.0, 599.0, 600.0):
        object.__setattr__(services, "seconds", lambda at=seconds: at)
        with app.test_request_context(headers=cookie(browser)):
            part, _ = drawn_view(table, "table")
        shown.append(part)
    assert shown[0] == shown[1] != shown[2]


def cookie(browser: Browser) -> dict[str, str]:
    token = browser.client.get_cookie("referee_device")
    assert token is not None
    return {"Cookie": f"referee_device={token.value}"}


def test_a_stream_gives_the_buttons_to_the_table_device_only(app, services: Services):
    browser = Browser(app)
    table = services.tables.find(browser.open_table())
    with app.test_request_context(headers=cookie(browser)):
        part, render = drawn_view(table, "table")
        assert "Draw now" in render()
    with app.test_request_context():
        other_part, other_render = drawn_view(table, "table")
        assert "Draw now" not in other_render()
        assert "QR code to join" not in other_render()
    assert part != other_part


def test_what_a_stream_sends_holds_no_token_of_one_browser(app, services: Services):
    browser = Browser(app)
    table = services.tables.find(browser.open_table())
    assert 'name="csrf_token"' in display(browser, table.code)
    with app.test_request_context(headers=cookie(browser)):
        _, render = drawn_view(table, "table")
        assert "csrf_token" not in render()


def test_the_stream_begins_with_what_the_page_shows_already(app, services: Services):
    browser = Browser(app)
    table = services.tables.find(browser.open_table())
    html = display(browser, table.code)
    with app.test_request_context(headers=cookie(browser)):
        part, _ = drawn_view(table, "table")
    assert f"/live/table?seen={table.state.seq}.{part}" in html


@pytest.mark.parametrize(("answer", "is_in"), [("yes", True), ("no", False)])
def test_who_asks_to_be_let_in_is_answered_on_the_display(
    visitor, new_visitor, services, answer, is_in
):
    code = visitor.open_table()
    waiting = new_visitor()
    waiting.get(f"/t/{code}/watch")
    asking = waiting.fields(role="seat", seat="south", name="Chie")
    assert waiting.post(f"/t/{code}/ask", asking).status_code == 303
    assert "Chie wants to sit at South." in words(display(visitor, code))
    assert "Chie wants" not in words(display(new_visitor(), code))
    visitor.submit(f"/t/{code}/table", f"/t/{code}/answer", {"granted": answer})
    assert ("south" in services.tables.find(code).state.roles.seats) is is_in
    assert "Chie wants" not in words(display(visitor, code))


def test_a_watcher_can_ask_for_a_seat_and_a_player_is_not_asked(visitor, new_visitor):
    code = visitor.open_table()
    assert "Ask for this seat" in words(new_visitor().page(f"/t/{code}/watch"))
    player = new_visitor()
    player.take(code, "north")
    assert "Ask for this seat" not in words(player.page(f"/t/{code}/watch"))


def test_the_scorer_has_the_buttons_too(visitor, new_visitor, services):
    code = visitor.open_table(entry="scorer")
    scorer = new_visitor()
    scorer.take(code, None)
    assert "Draw now" in words(display(scorer, code))


def test_a_code_that_no_table_has_is_not_found(visitor):
    for page in ("table", "watch"):
        assert visitor.get(f"/t/ZZZZZ/{page}").status_code == 404


def test_the_version_stands_on_every_display(visitor, new_visitor):
    code = visitor.open_table()
    assert "Version 0" in words(display(visitor, code))
    assert "Version 0" in words(new_visitor().page(f"/t/{code}/watch"))


def test_a_device_has_its_language_and_settings_on_both_pages(visitor):
    code = visitor.open_table()
    for page in ("table", "watch"):
        html = visitor.page(f"/t/{code}/{page}")
        assert 'action="/language"' in html
        assert html.count("display.js") == 1
        assert "A peg ticks for every 5 points, at most 7 times." in words(html)
    assert "display.js" not in visitor.page(f"/t/{code}/menu")


def test_only_a_display_is_kept_on_and_where_that_may_work_is_said(app):
    browser = Browser(app, address="127.0.0.1")
    code = browser.open_table()
    assert "Keep this screen on" in words(display(browser, code))
    assert "opening http://127.0.0.1" in words(display(browser, code))
    assert "Keep this screen on" not in words(browser.page(f"/t/{code}/watch"))


def test_no_picture_of_a_live_page_has_an_id_in_it(visitor):
    """htmx 4 would insert such an <svg> as an HTML element, which shows nothing."""
    code = visitor.open_table()
    for html in (display(visitor, code), visitor.page(f"/t/{code}/watch")):
        pictures = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
        live = [picture for picture in pictures if 'class="defs"' not in picture]
        assert live
        assert not [picture for picture in live if re.search(r"\bid=", picture)]
