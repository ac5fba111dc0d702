"""Looking back at a game: which addresses there are, for whom, and what they never tell."""

from __future__ import annotations

import pytest

from referee.rules.seven_rocks import Hand, Partnership, Ruling
from referee.tables import Change
from tests.rounds import R0, R1, events_of
from tests.views.browser import words
from tests.views.seven_rocks.conftest import Evening


@pytest.fixture
def evening(app) -> Evening:
    return Evening(app)


def won(evening: Evening) -> None:
    """A game that North–South win with the next points, 255 to 5."""
    evening.enter([Ruling(Partnership.NORTH_SOUTH, 245, "Carried over"), *events_of(R1)[:4]])
    assert evening.game.winner is Partnership.NORTH_SOUTH


def begin_again(evening: Evening) -> None:
    change = Change(None, evening.version, is_host=True)
    evening.services.tables.new_game(evening.table, change)


def status(evening: Evening, page: str, **query: str) -> int:
    return evening.phone().get(f"/t/{evening.code}/{page}", query_string=query).status_code


@pytest.mark.parametrize("page", ["sheet", "round/1/0", "round/1/1"])
def test_anyone_may_look_back_while_the_game_goes_on(evening, page):
    evening.enter(events_of(R0))
    assert status(evening, page) == 200


@pytest.mark.parametrize(
    "where",
    ["0/1", "-1/1", "999/1", "one/1", "١/1", "1/-1", "1/999", "1/one", "1/١", "1/1.0", "1/01",
     "1/99999999999999999999", "2/0", "1/ 1"],
)  # fmt: skip
def test_there_is_no_page_for_a_round_or_placement_that_is_none(evening, where):
    evening.enter(events_of(R0))
    reply = evening.phone().get(f"/t/{evening.code}/round/{where}")
    assert reply.status_code == 404
    assert "There is no such page here." in words(reply.text)


@pytest.mark.parametrize("game", ["0", "2", "-1", "one", "١", "01", ""])
def test_there_is_no_sheet_of_a_game_that_was_not_played(evening, game):
    assert status(evening, "sheet", game=game) == 404
    assert status(evening, "round/1/0", game=game) == 404


def test_a_table_without_any_entry_has_a_sheet_and_no_round(evening):
    assert status(evening, "sheet") == 200
    assert status(evening, "round/1/0") == 404


def test_a_table_that_is_not_there_has_no_sheet(evening):
    assert evening.phone().get("/t/ZZZZZ/sheet").status_code == 404


def test_an_earlier_game_keeps_its_sheet_its_rounds_and_its_record(evening):
    won(evening)
    begin_again(evening)
    evening.enter(events_of(R0)[:2])
    page = f"/t/{evening.code}/sheet"
    earlier = evening.phone().page(f"{page}?game=1")
    assert "North–South win, 255 to 5" in words(earlier)
    assert f"/t/{evening.code}/record.json?game=1" in earlier
    assert f"/t/{evening.code}/round/1/0?game=1" in earlier
    assert f"/t/{evening.code}/history" not in earlier
    step = evening.phone().page(f"/t/{evening.code}/round/1/2?game=1")
    assert f"/t/{evening.code}/round/1/1?game=1" in step
    current = evening.phone().page(page)
    assert "So far North–South" in words(current)
    assert f"{page}?game=1" in current
    assert "Game 1 North–South win, 255 to 5 Game 2 So far" in words(current)


def test_hands_still_sealed_are_on_no_page(evening):
    events = events_of(R1)
    evening.enter([event for event in events if not isinstance(event, Hand)])
    shown = [event for event in events if isinstance(event, Hand)]
    before = {page: evening.phone().page(page) for page in pages(evening)}
    evening.enter(shown[:1])
    assert evening.table.state.play.sealed
    for page, text in before.items():
        assert words(evening.phone().page(page)) == words(text)
    assert str(shown[0].tiles[0]) not in words(before[f"/t/{evening.code}/sheet"])


def pages(evening: Evening) -> list[str]:
    placed = len(evening.game.rounds[0].placements)
    steps = [f"/t/{evening.code}/round/1/{number}" for number in range(placed + 1)]
    return [f"/t/{evening.code}/sheet", *steps]


def test_stepping_goes_from_the_empty_mat_to_the_last_placement_and_back(evening):
    evening.enter(events_of(R1)[:4])
    at = f"/t/{evening.code}/round/1/"
    seen, page = [], f"{at}0"
    while page:
        text = evening.phone().page(page)
        seen.append(page)
        page = link(text, "next")
    assert seen == [f"{at}{number}" for number in range(len(evening.game.rounds[0].placements) + 1)]
    assert link(evening.phone().page(f"{at}2"), "prev") == f"{at}1"
    assert link(evening.phone().page(f"{at}0"), "prev") == ""


def link(page: str, rel: str) -> str:
    """Where the link with this relation leads, "" where there is none."""
    before, found, _ = page.partition(f' rel="{rel}"')
    return before.rpartition('href="')[2].rstrip('"') if found else ""


def test_the_history_leads_to_the_sheet_to_each_round_and_each_placement(evening):
    evening.enter(events_of(R1)[:4])
    history = evening.phone().page(f"/t/{evening.code}/history")
    for page in ("sheet", "round/1/0", "round/1/1", "round/1/3"):
        assert f'href="/t/{evening.code}/{page}"' in history
    assert words(history).count("Why ") == 3


def test_a_won_game_leads_to_its_sheet_from_every_page(evening):
    player = evening.phone("north")
    won(evening)
    link = f'href="/t/{evening.code}/sheet"'
    assert link in evening.table_device.page(f"/t/{evening.code}/table")
    assert link in player.page(player.at)
    assert link in evening.table_device.page("/")


def test_a_game_still_played_has_no_link_to_its_sheet_on_the_start_page(evening):
    evening.enter(events_of(R0))
    assert "/sheet" not in evening.table_device.page("/")


def test_a_sheet_says_where_a_stopped_game_stood(evening):
    evening.enter(events_of(R0)[:2])
    evening.services.tables.close(evening.table, Change(None, evening.version, is_host=True))
    sheet = words(evening.phone().page(f"/t/{evening.code}/sheet"))
    assert "Stopped at North–South" in sheet
    assert "Final score" in sheet


def test_a_game_stopped_after_a_won_one_is_listed_as_stopped(evening):
    won(evening)
    begin_again(evening)
    evening.services.tables.close(evening.table, Change(None, evening.version, is_host=True))
    earlier = words(evening.phone().page(f"/t/{evening.code}/sheet?game=1"))
    assert "Game 2 Stopped at North–South 0, East–West 0" in earlier
    assert "North–South 1 East–West 0" in earlier


def test_a_hand_that_is_shown_is_on_the_sheet_once_the_round_is_settled(evening):
    evening.enter(events_of(R1))
    sheet = words(evening.phone().page(f"/t/{evening.code}/sheet"))
    for event in events_of(R1):
        if isinstance(event, Hand):
            assert ", ".join(map(str, sorted(event.tiles))) in sheet
