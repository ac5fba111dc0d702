"""One person enters for all, in Korean: a tied draw, a block, hands behind a curtain."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from referee.rules.seven_rocks import Hand, Pass, Place, Seat
from tests.browser.conftest import TV
from tests.browser.people import (
    enter_draws,
    hand_in,
    join_url,
    keep_score,
    open_table,
    phone_scores,
    place,
    record_of,
    scores_on,
)
from tests.rounds import R2, events_of
from tests.serving import Server

NAMES = {"north": "지민", "east": "도윤", "south": "하은", "west": "서준"}
DRAWS = (
    {Seat.NORTH: 6, Seat.EAST: 2, Seat.SOUTH: 6, Seat.WEST: 1},
    {Seat.NORTH: 5, Seat.SOUTH: 3},
)
KOREAN = {"locale": "ko-KR"}


def test_a_scorer_enters_a_round_that_is_blocked(
    server: Server, device: Callable[..., Page]
) -> None:
    display, scorer = device(TV, **KOREAN), device(**KOREAN)
    code = open_table(display, names=NAMES, entry="scorer", language="ko")
    expect(display.locator("html")).to_have_attribute("lang", "ko")
    keep_score(scorer, join_url(server, code))

    enter_draws(scorer, code, DRAWS)
    scorer.goto(f"/t/{code}/play")
    for event in events_of(R2):
        if isinstance(event, Place):
            expect(scorer.locator("h1")).to_contain_text(NAMES[event.seat.value])
            place(scorer, event.tile, event.at)

    # The tenth tile blocks: nobody enters a pass.
    expect(display.locator("#live")).to_contain_text("막힘")
    hands = {event.seat: event.tiles for event in events_of(R2) if isinstance(event, Hand)}
    for seat in Seat:
        curtain = scorer.get_by_role("button").filter(has_text=NAMES[seat.value])
        expect(curtain).to_be_visible()
        expect(scorer.locator("#hand")).to_have_count(0)
        curtain.click()
        hand_in(scorer, hands[seat])
    expect(scores_on(display)).to_have_text(["−60", "−55"])
    expect(phone_scores(scorer).first).to_contain_text("−60")
    expect(display.locator("#live")).to_contain_text("25 → 25")

    events = record_of(display, code)["events"]
    assert events[0]["draws"] == [
        {seat.value: number for seat, number in draw.items()} for draw in DRAWS
    ]
    passes = [event for event in events if event["type"] == "pass"]
    assert len(passes) == sum(isinstance(event, Pass) for event in events_of(R2)) == 4

    enter_draws(scorer, code, DRAWS)
    scorer.goto(f"/t/{code}/play")
    expect(scorer.locator("h1")).to_contain_text(NAMES["north"])
    expect(scorer.locator("#tray")).to_be_visible()
