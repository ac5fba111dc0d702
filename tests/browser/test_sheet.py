"""The score sheet and looking back, in a real browser: on paper, on small screens, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.rounds import RECORDS

SHORT = "whole-game"
"""Four rounds, one of them blocked."""

LONG = "059-game-playing"
"""Five rounds with rulings, still played."""

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def open_record(page: Page, name: str) -> str:
    """Open a record under tests/records as a table; its code."""
    (path,) = RECORDS.parent.glob(f"*/{name}*.record.json")
    page.goto("/import")
    page.locator("input[type=file]").set_input_files(path)
    page.locator("#import button[type=submit]").click()
    page.wait_for_url("**/t/*/table")
    return page.url.split("/t/")[1].split("/")[0]


def pages_in(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("name", "pages"), [(SHORT, 1), (LONG, 2)])
def test_a_sheet_prints_on_few_pages(
    device: Callable[..., Page], tmp_path: Path, name: str, pages: int, paper: str
) -> None:
    page = device()
    code = open_record(page, name)
    page.goto(f"/t/{code}/sheet")
    assert pages_in(page.pdf(format=paper, path=tmp_path / "sheet.pdf")) == pages


def test_on_paper_there_is_nothing_to_press(device: Callable[..., Page]) -> None:
    page = device({"width": 688, "height": 1000})
    code = open_record(page, SHORT)
    page.goto(f"/t/{code}/sheet")
    page.emulate_media(media="print")
    for pressed in page.locator(".btn, button, select").all():
        expect(pressed).to_be_hidden()
    expect(page.locator(".sheet table")).to_be_visible()
    expect(page.locator(".sheet .chart").last).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1024])
def test_the_pages_fit_and_are_accessible(
    device: Callable[..., Page], width: int, scheme: str
) -> None:
    page = device({"width": width, "height": 720}, color_scheme=scheme)
    code = open_record(page, SHORT)
    for path in ("sheet", "round/1/0", "round/2/10", "history"):
        page.goto(f"/t/{code}/{path}")
        page.evaluate("document.querySelectorAll('details').forEach((e, n) => (e.open = n < 3))")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        found = Axe().run(page, options={"runOnly": {"type": "tag", "values": WCAG}})
        assert found.violations_count == 0, found.generate_report()


def test_a_round_is_stepped_through_by_keyboard_while_the_table_goes_on(
    device: Callable[..., Page],
) -> None:
    page = device()
    code = open_record(page, SHORT)
    live = page.context.new_page()
    live.goto(f"/t/{code}/table")
    page.goto(f"/t/{code}/round/1/0")
    forward = page.get_by_role("link", name="Forward")
    for number in (1, 2, 3):
        forward.focus()
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text(f"Round 1, placement {number}")
    page.get_by_role("link", name="Last", exact=True).click()
    expect(forward).to_have_attribute("aria-disabled", "true")
    page.get_by_role("link", name="First").click()
    expect(page.locator("h1")).to_have_text("Round 1, before the lead")
    expect(live.locator(".won")).to_be_visible()


def test_an_entry_of_the_list_explains_itself_and_leads_to_its_layout(
    device: Callable[..., Page],
) -> None:
    page = device()
    code = open_record(page, SHORT)
    page.goto(f"/t/{code}/history")
    first = page.locator("details.why-of").first
    first.locator("summary").click()
    expect(first).to_contain_text("5 is a multiple of 5: 5 points.")
    first.get_by_role("link").click()
    expect(page.locator("h1")).to_have_text("Round 1, placement 1")
