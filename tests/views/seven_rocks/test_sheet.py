"""The score sheet and the pages on which a round is stepped through."""

from __future__ import annotations

import json

from referee import record
from referee.rules.seven_rocks import Partnership, Ruling
from referee.tables import Opening
from referee.views.review import Review
from referee.views.seven_rocks.sheet import sheet
from tests.rounds import R1, RECORDS, events_of
from tests.views.browser import words
from tests.views.seven_rocks.conftest import NAMES, Evening


def open_game(evening: Evening, name: str) -> None:
    """Let the evening's table be one with the game of a record under tests/records."""
    (path,) = RECORDS.parent.glob(f"*/{name}*.record.json")
    found = record.loads(path.read_bytes())
    options = record.FORMS[found.game].options_to_json(found.options)
    opening = Opening(found.game, options, NAMES)
    evening.code = evening.services.tables.open(opening, None, found.events, host=True).code


def sheet_of(evening: Evening) -> str:
    return words(evening.phone().page(f"/t/{evening.code}/sheet"))


def step_of(evening: Evening, round_: int, placement: int) -> str:
    return words(evening.phone().page(f"/t/{evening.code}/round/{round_}/{placement}"))


def test_a_won_game_is_told_round_by_round(evening):
    open_game(evening, "whole-game")
    told = sheet_of(evening)
    assert "East–West win, 255 to 10" in told
    assert "Table " + evening.code in told
    assert "4 rounds" in told
    assert "Round 1 Bo went out with 1|3. +40 −(15 + 5) 20 +75 −(0 + 5) 70" in told
    assert (
        "Round 2 Blocked: no tile not yet placed fits. 0 −(30 + 25) −35 +85 −(20 + 15) 120" in told
    )
    assert (
        "Round 4 Dan won the game with 3|4. +25 not settled 10 +65 not settled 255"
        " Final score 10 255" in told
    )
    assert "North–South 0 East–West 1" in told


def test_each_hand_is_told_with_its_pips_and_what_they_are_rounded_to(evening):
    open_game(evening, "015")
    told = sheet_of(evening)
    assert "−(30 + 30)" in told
    assert told.count("= 28 → 30") == 2


def test_the_tiles_of_a_hand_are_named(evening):
    open_game(evening, "R2")
    (round_,) = evening.game.settled
    for tiles in round_.remaining.values():
        assert ", ".join(map(str, tiles)) in sheet_of(evening)


def test_the_points_of_a_round_with_its_rulings_and_deductions_make_its_score(
    app, evening, request
):
    open_game(evening, "059")
    with app.test_request_context():
        shown = sheet(Review(evening.table, 1, (evening.table.state.play,)))
    scores = dict.fromkeys(Partnership, 0)
    for round_ in shown.rounds:
        for side in round_.sides:
            changes = [side.points, *side.rulings]
            taken = (
                sum(map(int, side.deductions.strip("−()").split(" + "))) if side.deductions else 0
            )
            scores[side.side] += sum(int(each.replace("−", "-")) for each in changes) - taken
            assert side.score == str(scores[side.side]).replace("-", "−")
    assert scores == evening.game.scores


def test_a_game_that_goes_on_shows_how_it_stands(evening):
    evening.enter(events_of(R1)[:4])
    told = sheet_of(evening)
    assert "So far North–South 10, East–West 5" in told
    assert "Not played to its end." in told
    assert "Score so far 10 5" in told
    assert "What the hands cost" not in told


def test_before_the_lead_there_is_no_round(evening):
    told = sheet_of(evening)
    assert "So far North–South 0, East–West 0" in told
    assert "0 rounds" in told
    assert "The last placement" not in told


def test_a_ruling_is_told_with_its_reason_which_is_no_markup(evening):
    evening.enter([Ruling(Partnership.EAST_WEST, -10, "Talk <b>in</b> a round")])
    page = evening.phone().page(f"/t/{evening.code}/sheet")
    assert "Round 1 Ruling: East–West −10 Talk <b>in</b> a round" in words(page)
    assert "<b>in</b>" not in page
    assert "Not yet led." in words(page)
    assert "ruling −10" in words(page)


def test_a_pass_that_was_proved_wrong_is_told(evening):
    open_game(evening, "016")
    assert evening.game.irregularities
    told = sheet_of(evening)
    assert "False passes" in told
    for wrong in evening.game.irregularities:
        tiles = ", ".join(map(str, wrong.tiles))
        name = {"north": "Ami", "east": "Bo", "south": "Chie", "west": "Dan"}[wrong.seat.value]
        assert f"The pass of {name} was wrong, since a tile fitted: {tiles}." in told


def test_the_record_of_the_sheet_is_the_record_of_the_game(evening):
    evening.enter(events_of(R1))
    page = evening.phone().page(f"/t/{evening.code}/sheet")
    (address,) = {
        part.partition('"')[0] for part in page.split('href="') if "record.json" in part[:60]
    }
    assert len(json.loads(evening.phone().page(address))["events"]) == len(events_of(R1))


def test_before_the_lead_the_mat_is_empty(evening):
    evening.enter(events_of(R1)[:4])
    told = step_of(evening, 1, 0)
    assert "Round 1, before the lead" in told
    assert "leads" in told
    assert "→" not in told
    assert "0 of 3" in told


def test_a_placement_is_shown_as_it_lay_then(evening):
    evening.enter(events_of(R1))
    page = evening.phone().page(f"/t/{evening.code}/round/1/3")
    placement = evening.game.settled[0].placements[2]
    told = words(page)
    assert "Round 1, placement 3" in told
    assert f"Chie placed {placement.tile} beside" in told
    assert "5 + 5 = 10 → 10 points" in told
    assert "North–South 10 was 0" in told
    assert "East–West 5 unchanged" in told
    assert "10 is a multiple of 5: 10 points." in told
    tiles = ", ".join(str(each.tile) for each in evening.game.settled[0].placements[:3])
    assert f"Tiles: {tiles}." in page


def test_the_scores_of_a_placement_are_those_of_its_moment(evening):
    open_game(evening, "whole-game")
    for number, round_ in enumerate(evening.game.rounds, start=1):
        last = round_.placements[-1]
        score = str(last.score).replace("-", "−")
        assert f" {score} " in step_of(evening, number, len(round_.placements))


def test_passes_and_the_end_of_a_round_are_told_where_they_happened(evening):
    open_game(evening, "R2")
    (round_,) = evening.game.settled
    last = len(round_.placements)
    told = step_of(evening, 1, last)
    assert "Passed after this placement: " in told
    assert "Blocked: no tile not yet placed fits." in told
    assert "Blocked" not in step_of(evening, 1, last - 1)


def test_the_history_explains_every_placement(evening):
    evening.enter(events_of(R1)[:4])
    told = words(evening.phone().page(f"/t/{evening.code}/history"))
    assert "Why 10 points" in told
    assert "Why no points" in told
    assert "10 is a multiple of 5: 10 points. Layout after placement 3" in told
