"""The table display and the watchers' page as a browser draws them: sizes, pegs, nothing moves."""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from referee import record
from referee.rules.seven_rocks import (
    TILES,
    Event,
    Game,
    Hand,
    Lead,
    Options,
    Partnership,
    Pass,
    Place,
    Seat,
    apply,
    new_game,
    replay,
)
from tests.browser.conftest import PHONE, TV
from tests.browser.people import (
    hand_in,
    join_url,
    keep_score,
    open_table,
    place,
    scores_on,
    watched_scores,
    written,
)
from tests.rounds import R2, events_of
from tests.serving import Server

NAMES = {"north": "Ami", "east": "Bo", "south": "Chie", "west": "Dan"}
TABLET = {"width": 1024, "height": 768}
UPRIGHT = {"width": 768, "height": 1024}
LANGUAGES = {"en": "en-US", "ko": "ko-KR", "ja": "ja-JP"}

WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = entry.sources.map(({node}) => node?.parentElement?.outerHTML.slice(0, 90));
      window.shifts.push([entry.value, moved]);
    }
  }).observe({type: "layout-shift", buffered: false});
}"""
SHORT_SIDE = """() => {
  const shown = [...document.querySelectorAll(".t-mat .layout")].find((each) => each.clientWidth);
  return 40 * shown.querySelector("use[href='#th'], use[href='#tv']").getScreenCTM().a;
}"""
CAP_HEIGHT = """(element) => {
  const style = getComputedStyle(element);
  const context = document.createElement("canvas").getContext("2d");
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return context.measureText("H").actualBoundingBoxAscent;
}"""
OVERFLOW = """() => {
  const {scrollWidth, scrollHeight} = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""


def test_a_round_is_entered_and_nothing_on_the_displays_moves(
    server: Server, device: Callable[..., Page]
) -> None:
    """Three displays follow a round, its settlement and an undo; each keeps its shape."""
    table, scorer = device(TV), device()
    code = open_table(table, names=NAMES, entry="scorer")
    keep_score(scorer, join_url(server, code))
    screens = [device(TABLET), device(UPRIGHT)]
    events = events_of(R2)
    game = new_game()
    lead = events[0]
    assert isinstance(lead, Lead)
    scorer.goto(f"/t/{code}/seven-rocks/lead")
    scorer.locator("#agreed summary").click()
    scorer.locator(f"#agreed button[value={lead.seat.value}]").click()
    game = apply(game, Lead(lead.seat))
    for screen in (table, *screens):
        screen.goto(f"/t/{code}/table")
        expect(screen.locator(".lay-box")).to_be_visible()
        screen.evaluate(WATCH_SHIFTS)

    scorer.goto(f"/t/{code}/play")
    for event in events[1:]:
        if isinstance(event, Place):
            expect(scorer.locator("h1")).to_contain_text(NAMES[event.seat.value])
            place(scorer, event.tile, event.at)
            game = apply(game, event)
            if not game.proved_passes:
                the_numbers_add_up(table, game)
            if game.events == 2:
                letters_are_high(table, scores=156, last_sum=48, names=15)
                letters_are_high(screens[0], scores=106, last_sum=25, names=15)
    for screen in (table, *screens):
        expect(scores_on(screen)).to_have_text(scores_of(game))
        assert screen.evaluate("shifts") == []
        assert screen.evaluate(OVERFLOW) == [0, 0]

    # The last tile blocks, so that the referee enters the passes.
    for entered in game.proved_passes:
        game = apply(game, entered)
    before = game
    hands = {event.seat: event for event in events if isinstance(event, Hand)}
    for seat in Seat:
        scorer.get_by_role("button", name=f"I am {NAMES[seat.value]}").click()
        hand_in(scorer, hands[seat].tiles)
        game = apply(game, hands[seat])
    assert scores_of(game) == ["−60", "−55"]
    for screen in (table, *screens):
        the_pegs_stand(screen, game)
        assert screen.evaluate(OVERFLOW) == [0, 0]

    table.locator(".t-undo button").click()
    the_pegs_stand(table, before)
    expect(screens[0].locator(".t-undo")).to_have_count(0)
    table.locator(".t-redo button").click()
    for screen in (table, *screens):
        the_pegs_stand(screen, game)


def the_numbers_add_up(display: Page, game: Game) -> None:
    """The discs at the counted ends make up the sum in the strip."""
    layout = game.rounds[-1].layout
    expect(display.locator(".t-last .sum")).to_contain_text(str(layout.end_sum))
    expect(display.locator(".t-last .who")).to_contain_text(
        NAMES[game.rounds[-1].placements[-1].seat.value]
    )
    numbers = display.locator(".t-mat .layout:visible .b-num text").all_text_contents()
    assert sum(map(int, numbers)) == layout.end_sum


def letters_are_high(screen: Page, *, scores: int, last_sum: int, names: int) -> None:
    """Cap heights of at least so many pixels, as the design asks for."""
    for selector, height in ((".big", scores), (".t-last .sum", last_sum), (".name", names)):
        expect(screen.locator(selector).first).to_be_visible()
        assert screen.locator(selector).first.evaluate(CAP_HEIGHT) >= height, selector


def the_pegs_stand(screen: Page, game: Game) -> None:
    """The board's front pegs, in words, stand at the scores; so do the scores."""
    expect(scores_on(screen)).to_have_text(scores_of(game))
    said = screen.locator(".board").get_attribute("aria-label") or ""
    for name, score in zip(("North–South", "East–West"), scores_of(game), strict=True):
        assert f"{name}: front peg {score}," in said


def scores_of(game: Game) -> list[str]:
    return [written(game.scores[side]) for side in Partnership]


def test_tiles_can_be_read_at_the_end_of_a_round(device: Callable[..., Page]) -> None:
    """The short side of a tile, in the median of a few rounds."""
    display = device(TV)
    sides: dict[int, list[float]] = {1920: [], 1024: [], 768: []}
    for seed in range(3):
        opened(display, record_of_round(seed))
        for viewport in (TV, TABLET, UPRIGHT):
            display.set_viewport_size(viewport)  # type: ignore[arg-type]
            sides[viewport["width"]].append(display.evaluate(SHORT_SIDE))
            assert display.evaluate(OVERFLOW) == [0, 0]
    assert median(sides[1920]) >= 55
    assert median(sides[1024]) >= 30
    assert median(sides[768]) >= 30


def test_watchers_read_the_scores_from_afar(device: Callable[..., Page]) -> None:
    """Scenario 71: large, with contrast, told apart without colour, no sideways scrolling."""
    code = opened(device(), record_of_round(2))
    for language, locale in LANGUAGES.items():
        watcher = device(TV, locale=locale)
        watcher.goto(f"/t/{code}/watch")
        expect(watcher.locator("html")).to_have_attribute("lang", language)
        for viewport, least in ((TV, 156), (PHONE, 40)):
            watcher.set_viewport_size(viewport)  # type: ignore[arg-type]
            for score in watched_scores(watcher).all():
                assert score.evaluate(CAP_HEIGHT) >= least
            assert watcher.evaluate(OVERFLOW)[0] == 0
            assert findings(watcher, "color-contrast") == []
        marks = watcher.locator(".bigscore .seat").evaluate_all(
            "marks => marks.map((each) => each.innerHTML)"
        )
        assert len(set(marks)) == 2


def test_the_display_has_no_findings_in_either_theme(device: Callable[..., Page]) -> None:
    display = device(TABLET)
    opened(display, record_of_round(1))
    display.locator(".t-device summary").click()
    expect(display.locator("#settings")).to_be_visible()
    assert findings(display) == []
    display.keyboard.press("Escape")
    display.emulate_media(color_scheme="dark")
    assert findings(display) == []


def test_a_screen_remembers_its_own_settings(device: Callable[..., Page]) -> None:
    display = device(TABLET)
    code = opened(display, record_of_round(1))
    html, summary = display.locator("html"), display.locator(".t-device summary")
    summary.click()
    expect(display.locator("#awake")).to_be_checked()
    expect(display.locator("#sound")).not_to_be_checked()
    display.locator("label:has(#theme-dark)").click()
    expect(html).to_have_attribute("data-theme", "dark")
    display.locator("label:has(#sound)").click()
    # As at any address that is not secure: there the browser has no wake lock.
    display.add_init_script("delete Navigator.prototype.wakeLock")
    display.reload()
    expect(html).to_have_attribute("data-theme", "dark")
    expect(display.locator("#sound")).to_be_checked()
    summary.click()
    said = display.locator("[data-awake]:visible")
    expect(said.first).to_contain_text("Set the screen timeout of this device to “never”.")
    display.locator("label:has(#awake)").click()
    expect(said).to_have_count(0)
    display.locator("label:has(#theme-auto)").click()
    expect(html).not_to_have_attribute("data-theme", "dark")
    display.locator("#language").select_option("ja")
    expect(html).to_have_attribute("lang", "ja")
    assert display.url.endswith(f"/t/{code}/table")


def record_of_round(seed: int) -> str:
    """A game whose first round was played to its end at random, its hands not yet handed in."""
    chance = random.Random(seed)
    tiles = list(TILES)
    chance.shuffle(tiles)
    held = dict(zip(Seat, (tiles[first::4] for first in range(4)), strict=True))
    options = Options(1000)
    events: list[Event] = [Lead(chance.choice(tuple(Seat)))]
    game = replay(events, options)
    while (seat := game.turn) is not None:
        layout = game.rounds[-1].layout
        ways = [(tile, at) for tile in held[seat] for at in layout.connections_for(tile)]
        if not game.rounds[-1].turns:
            ways = [(tile, None) for tile in held[seat]]
        if ways:
            tile, at = chance.choice(ways)
            held[seat].remove(tile)
            events.append(Place(seat, tile, at))
        else:
            events.append(Pass(seat))
        game = apply(game, events[-1])
        if game.proved_passes:
            events.extend(game.proved_passes)
            break
    return record.dumps(record.Record("seven-rocks", options, tuple(events), NAMES))


def opened(page: Page, text: str) -> str:
    """Open a record as a table; this device becomes its table device."""
    page.goto("/import")
    page.locator("#text").fill(text)
    page.locator("form:has(#text) button[type=submit]").click()
    page.wait_for_url("**/t/*/**")
    return page.url.split("/t/")[1].split("/")[0]


def findings(page: Page, *rules: str) -> list[str]:
    """What axe finds against these rules; against all, WCAG 2.2 AA and good practice, if none."""
    options = {"runOnly": list(rules)} if rules else {}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found]
