"""What the people around a table do on their devices, in the words of the rules."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from referee.roles import JoinCodes
from referee.rules.seven_rocks import Connection, Seat, Tile
from tests.serving import Server


def open_table(
    page: Page,
    *,
    names: dict[str, str] | None = None,
    target: int = 250,
    entry: str = "phones",
    language: str | None = None,
) -> str:
    """Open a table on this device, which becomes its table device; returns the table's code."""
    page.goto("/new")
    for seat, name in (names or {}).items():
        page.locator(f"input[name={seat}]").fill(name)
    page.locator("input[name=target]").fill(str(target))
    page.locator(f"input[name=entry][value={entry}]").check()
    if language:
        page.locator("#table-language").select_option(language)
    page.locator("#new button[type=submit]").click()
    page.wait_for_url("**/t/*/**")
    return page.url.split("/t/")[1].split("/")[0]


def join_url(server: Server, code: str) -> str:
    """What the join QR on the table device holds (a camera would read it)."""
    with sqlite3.connect(f"file:{server.instance}/referee.db?mode=ro", uri=True) as db:
        (table_id,) = db.execute("SELECT id FROM tables WHERE code = ?", (code,)).fetchone()
    db.close()
    secret = (server.instance / "secret").read_text().strip()
    join = JoinCodes(secret.encode()).current(table_id, time.time())
    return f"{server.url}/join#{code}.{join}"


def sit_down(page: Page, url: str, seat: str) -> None:
    """Scan the join code with a phone and take a seat."""
    page.goto(url)
    page.locator(f"input[name=seat][value={seat}]").check()
    page.locator("button[name=role][value=seat]").click()
    page.wait_for_url("**/play")


def keep_score(page: Page, url: str) -> None:
    """Scan the join code with a phone and take the scorer's place."""
    page.goto(url)
    page.locator("button[name=role][value=scorer]").click()
    page.wait_for_url("**/play")


def tile_id(tile: Tile) -> str:
    return f"{tile.low}-{tile.high}"


def choose(page: Page, tile: Tile) -> None:
    """Tap a tile in the tray."""
    page.locator(f"label:has(#tile-{tile_id(tile)})").click()


def place(page: Page, tile: Tile, at: Connection | None) -> None:
    """Tap a tile, its connection if there are several, and Place."""
    choose(page, tile)
    button = page.locator("#place")
    expect(button).to_contain_text(str(tile))
    connections = page.locator("#ats input[name=at]")
    if connections.count():
        page.locator(f"#ats label:has(input[value='{at}'])").click()
    expect(button.locator("small")).to_be_visible()
    button.click()
    expect(page.locator(f"#tile-{tile_id(tile)}")).to_have_count(0)


def pass_turn(page: Page) -> None:
    page.locator("#pass-button").click()


def enter_draws(page: Page, code: str, draws: Sequence[dict[Seat, int]]) -> None:
    """Type the numbers drawn at the table, and again for those who tied."""
    page.goto(f"/t/{code}/seven-rocks/lead")
    if page.locator("#numbers[open]").count() == 0:
        page.locator("#numbers summary").click()
    for number, draw in enumerate(draws, start=1):
        for seat, drawn in draw.items():
            page.locator(f"#drawn-{seat.value}-{number}").fill(str(drawn))
        page.locator("#numbers button").click()
    expect(page.locator("#numbers")).to_have_count(0)


def hand_in(page: Page, tiles: Sequence[Tile]) -> None:
    """Pick the tiles that are left, as many as are asked for, and confirm.

    The last hand is filled in by the referee, perhaps just now: then a tap has taken a tile out
    again, and like a person one looks once more.
    """
    expect(page.locator("#hand")).to_be_visible()
    confirm = page.locator("#confirm:not([aria-disabled])")
    for _ in range(3):
        for tile in tiles:
            box = page.locator(f"input[name=tile][value='{tile}']")
            if not box.is_checked():
                page.locator(f"label:has(input[name=tile][value='{tile}'])").click()
        with suppress(Error):
            confirm.click(timeout=5000)
            return
    raise AssertionError(f"{tiles} can't be confirmed")


def scores_on(display: Page) -> Locator:
    """The two large scores of a table display."""
    return display.locator(".t-score .big")


def watched_scores(page: Page) -> Locator:
    """The two large scores of the watchers' page."""
    return page.locator(".bigscore .v")


def phone_scores(page: Page) -> Locator:
    """The two scores on top of an entry page."""
    return page.locator(".duo > div")


def written(score: int) -> str:
    """A score as pages write it: with a minus sign, not a hyphen."""
    return str(score).replace("-", "−")


def record_of(page: Page, code: str) -> Any:
    """The record as anyone can download it."""
    return page.request.get(f"/t/{code}/record.json").json()
