"""The main job: four people play a recorded game to the win, everybody sees the same at once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from referee import record
from referee.rules.seven_rocks import (
    Game,
    Hand,
    Lead,
    Partnership,
    Pass,
    Place,
    Seat,
    Status,
    apply,
    new_game,
)
from tests.browser.conftest import TV
from tests.browser.people import (
    enter_draws,
    hand_in,
    join_url,
    open_table,
    pass_turn,
    phone_scores,
    place,
    record_of,
    scores_on,
    sit_down,
    watched_scores,
    written,
)
from tests.serving import Server

GAMES = Path(__file__).parents[1] / "records" / "games"


def test_a_whole_game_is_played_to_the_win_on_four_phones(
    server: Server, device: Callable[..., Page]
) -> None:
    """At every placement the scores and the turn of all six pages are those of the replay."""
    file = GAMES / "whole-game.record.json"
    played = record.loads(file.read_bytes())
    display, watcher = device(TV), device()
    code = open_table(display, names=dict(played.players))
    phones = {seat: device() for seat in Seat}
    for seat, phone in phones.items():
        sit_down(phone, join_url(server, code), seat.value)
    watcher.goto(f"/t/{code}/watch")

    game = new_game(played.options)
    for number, event in enumerate(played.events):
        if number < game.events:
            continue  # a pass of a proved block, entered by the referee already
        match event:
            case Lead(draws=draws):
                enter_draws(display, code, draws or ())
                display.goto(f"/t/{code}/table")
            case Place(seat=seat, tile=tile, at=at):
                place(phones[seat], tile, at)
            case Pass(seat=seat):
                pass_turn(phones[seat])
            case Hand(seat=seat, tiles=tiles):
                hand_in(phones[seat], tiles)
        game = apply(game, event)
        for entered in game.proved_passes:
            game = apply(game, entered)
        if game.status is not Status.HANDS:
            everyone_sees(display, watcher, phones, game)

    expect(display.locator(".won .t")).to_contain_text("255")
    won_on = re.compile("East–West")
    for page in (watcher, *phones.values()):
        expect(page.locator("h1, h2, .t").filter(has_text=won_on).first).to_be_visible()
    assert record_of(watcher, code) == json.loads(file.read_text())
    replayed = record.replay_json(record.replay(file.read_bytes()))
    assert replayed == json.loads((GAMES / "whole-game.replay.json").read_text())


def everyone_sees(display: Page, watcher: Page, phones: dict[Seat, Page], game: Game) -> None:
    """Wait until every page shows the scores of `game`, and its turn."""
    scores = [written(game.scores[side]) for side in Partnership]
    expect(scores_on(display)).to_have_text(scores)
    expect(watched_scores(watcher)).to_have_text(scores)
    for seat, phone in phones.items():
        expect(phone_scores(phone)).to_have_text([re.compile(f"{score}$") for score in scores])
        if game.turn is seat:
            expect(phone.locator("#tray")).to_be_visible()
        elif game.turn is not None:
            expect(phone.locator("#tray")).to_have_count(0)
    if game.turn is not None and game.round.turns:
        expect(display.locator(f".chair.{game.turn.value[0]}.now")).to_be_visible()
