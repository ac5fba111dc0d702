"""Phones that sleep, a server that is killed, a language that changes: the pages tell the truth."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from referee.rules.seven_rocks import Lead, Place, Seat, Tile
from tests.browser.conftest import TV
from tests.browser.people import (
    choose,
    join_url,
    open_table,
    phone_scores,
    place,
    scores_on,
    sit_down,
    watched_scores,
)
from tests.rounds import R0, events_of
from tests.serving import Server

HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
  Object.defineProperty(
    document, 'visibilityState', {value: hidden ? 'hidden' : 'visible', configurable: true});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def name_leader(page: Page, code: str, seat: Seat) -> None:
    """The table agrees who leads."""
    page.goto(f"/t/{code}/seven-rocks/lead")
    page.locator("#agreed summary").click()
    page.locator(f"#agreed button[value={seat.value}]").click()
    expect(page.locator("#agreed")).to_have_count(0)


def play(page: Page, count: int) -> None:
    """The first `count` placements of R0, entered on one device for everybody."""
    for event in [event for event in events_of(R0) if isinstance(event, Place)][:count]:
        place(page, event.tile, event.at)


def open_for_all(page: Page) -> str:
    """A table whose device enters for everybody, with north in the lead."""
    code = open_table(page, entry="table")
    (lead,) = [event for event in events_of(R0) if isinstance(event, Lead)]
    name_leader(page, code, lead.seat)
    page.goto(f"/t/{code}/play")
    return code


def test_63_a_watcher_who_wakes_sees_the_table_as_it_is_now(device: Callable[..., Page]) -> None:
    scorer, watcher = device(), device()
    code = open_for_all(scorer)
    watcher.goto(f"/t/{code}/watch")
    play(scorer, 1)
    expect(watched_scores(watcher)).to_have_text(["5", "0"])
    watcher.evaluate(HIDE, True)
    for event in [event for event in events_of(R0) if isinstance(event, Place)][1:4]:
        place(scorer, event.tile, event.at)
    expect(phone_scores(scorer).last).to_contain_text("5")
    assert watched_scores(watcher).all_inner_texts() == ["5", "0"]
    watcher.evaluate(HIDE, False)
    expect(watched_scores(watcher)).to_have_text(["15", "5"])


def test_69_a_killed_server_comes_back_with_everything_and_no_page_needs_a_tap(
    server: Server, device: Callable[..., Page]
) -> None:
    """R0 after turn 5: sum 5, 20 to 5, east on turn; also what scenario 68 asks of the display."""
    display, watcher = device(TV), device()
    code = open_table(display)
    phones = {seat: device() for seat in Seat}
    for seat, phone in phones.items():
        sit_down(phone, join_url(server, code), seat.value)
    name_leader(display, code, Seat.NORTH)
    display.goto(f"/t/{code}/table")
    watcher.goto(f"/t/{code}/watch")
    for event in [event for event in events_of(R0) if isinstance(event, Place)][:5]:
        place(phones[event.seat], event.tile, event.at)
    expect(scores_on(display)).to_have_text(["20", "5"])

    server.kill()
    for page in (display, watcher, phones[Seat.EAST]):
        expect(page.locator("#offline")).to_be_visible()
    server.restart()
    for page in (display, watcher, phones[Seat.EAST]):
        expect(page.locator("#offline")).to_be_hidden(timeout=20_000)
    expect(scores_on(display)).to_have_text(["20", "5"])
    expect(display.locator(".chair.e.now")).to_be_visible()

    sixth = [event for event in events_of(R0) if isinstance(event, Place)][5]
    place(phones[Seat.EAST], sixth.tile, sixth.at)
    expect(scores_on(display)).to_have_text(["20", "15"])
    expect(watched_scores(watcher)).to_have_text(["20", "15"])


def test_68_another_screen_is_let_in_by_the_table_itself(
    server: Server, device: Callable[..., Page]
) -> None:
    display, other = device(TV), device()
    code = open_table(display)
    sit_down(device(), join_url(server, code), "north")
    other.goto(f"/t/{code}/watch")
    other.locator("#ask summary").click()
    other.locator("form[action$='/ask'] input[name=seat][value=north]").check()
    other.locator("form[action$='/ask'] button[type=submit]").first.click()
    display.locator(".t-asks button[value=yes]").click()
    other.wait_for_url("**/play")
    expect(other.locator("#play")).to_be_visible()


def test_74_one_phone_changes_its_language_in_the_middle_of_a_game(
    server: Server, device: Callable[..., Page]
) -> None:
    scorer, watcher = device(locale="ko-KR"), device(locale="ko-KR")
    code = open_for_all(scorer)
    watcher.goto(f"/t/{code}/watch")
    play(scorer, 2)
    scorer.goto("/")
    scorer.locator("select[name=language]").first.select_option("ja")
    expect(scorer.locator("html")).to_have_attribute("lang", "ja")

    scorer.goto(f"/t/{code}/play")
    choose(scorer, Tile.parse("2|3"))
    refusal = scorer.locator(".dock [role=alert]")
    expect(refusal).to_be_visible()
    assert_no_korean(scorer)
    scorer.goto(f"/t/{code}/history")
    assert_no_korean(scorer)
    expect(watcher.locator("html")).to_have_attribute("lang", "ko")


def assert_no_korean(page: Page) -> None:
    """Neither in what is seen nor in what is read out; the names of the languages are their own."""
    said = page.locator("main").evaluate(
        """main => [main.innerText, ...[...main.querySelectorAll('[aria-label]')]
            .map(each => each.getAttribute('aria-label'))].join(' ')"""
    )
    words = said.replace("한국어", "")
    assert not [letter for letter in words if "가" <= letter <= "힣"]
    assert any("ぁ" <= letter <= "ヶ" for letter in words)
