"""The table display, the watchers' page and the history in every state of a game."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from referee import record
from referee.rules.seven_rocks import Hand, Lead, Partnership, Pass, Ruling, Seat, replay
from referee.tables import Change
from tests.rounds import R0, R1, R2, events_of, hand, place
from tests.views.browser import words
from tests.views.seven_rocks.conftest import Evening, Phone

NORTH_SOUTH, EAST_WEST = Partnership


def table_sees(evening: Evening) -> str:
    """The words of the table display on the table device."""
    return words(evening.table_device.page(f"/t/{evening.code}/table"))


def watcher_sees(evening: Evening, page: str = "watch") -> str:
    return words(evening.phone().page(f"/t/{evening.code}/{page}"))


def case(number: str, request: pytest.FixtureRequest) -> list:
    folder = request.config.rootpath / "tests" / "records" / "seven_rocks"
    (path,) = folder.glob(f"{number}-*.record.json")
    return list(record.loads(path.read_bytes()).events)


def before_hands(events: list) -> list:
    """The events of a blocked round; the passes of a proved block enter themselves."""
    return [event for event in events if not isinstance(event, Hand | Pass)]


def test_before_the_lead_the_table_asks_who_leads_and_offers_to_draw(evening):
    sees = table_sees(evening)
    assert "Who leads? The highest number leads." in sees
    assert "Draw now" in sees
    assert "We drew at the table" in sees


def test_another_screen_shows_the_same_without_the_buttons(evening):
    screen = watcher_sees(evening, "table")
    assert "Who leads?" in screen
    assert "Draw now" not in screen
    assert "Menu" not in screen


def test_who_has_sat_down_and_which_seats_are_free_is_seen(evening):
    evening.phone("north", "west")
    sees = table_sees(evening)
    assert "Ami here" in sees
    assert "Bo free" in sees
    assert "2 seats are free." in sees


def test_every_screen_shows_the_numbers_drawn_and_who_drew_again(evening):
    draws = (
        {Seat.NORTH: 6, Seat.EAST: 2, Seat.SOUTH: 6, Seat.WEST: 1},
        {Seat.NORTH: 3, Seat.SOUTH: 5},
    )
    evening.enter([Lead(Seat.SOUTH, draws)])
    for sees in (table_sees(evening), watcher_sees(evening, "table"), watcher_sees(evening)):
        assert "Draw for the lead: the highest number leads" in sees
        assert re.search(r"1 6 2 6 1 (Draw )?2 3 – 5 –", sees.replace("Draw 1", "1")), sees
        assert "Chie leads" in sees


def test_a_placement_is_told_with_its_sum_points_and_score(evening):
    evening.enter(events_of(R1)[:4])
    sees = table_sees(evening)
    assert "Chie placed 0|5: 5 + 5 = 10, 10 points. North–South: 10." in sees
    assert "was 0" in sees
    assert "Dan plays now" in sees
    assert "Round 1 First to 250" in sees


def test_the_reading_order_is_scores_then_turn_then_layout_then_last_placement(evening):
    evening.enter(events_of(R1)[:4])
    html = evening.table_device.page(f"/t/{evening.code}/table")
    order = [
        'id="score-north-south"',
        'id="score-east-west"',
        'id="mat"',
        'role="img"',
        'id="side"',
    ]
    places = [html.index(each) for each in [*order[:4], "Chie</bdi> placed 0|5", order[4]]]
    assert all(first < second for first, second in pairwise(places))
    assert html.count("<h1") == 1


def test_each_seat_shows_the_tiles_it_holds_and_who_passed(evening, request):
    evening.enter([Lead(Seat.NORTH), place("north", "6|6"), Pass(Seat.EAST), Pass(Seat.SOUTH)])
    sees = table_sees(evening)
    assert "Ami 6 tiles" in sees
    assert "Bo passed 7 tiles" in sees
    assert "Chie passed" in sees
    assert "2 passes in a row · four block the round" in sees


def test_a_false_pass_is_told_at_once(evening):
    evening.enter([Lead(Seat.NORTH), place("north", "6|6"), Pass(Seat.EAST)])
    evening.enter([place("south", "5|6", "6|6.line-a"), place("west", "3|6", "6|6.line-b")])
    evening.enter([place("north", "0|3", "3|6.low"), place("east", "4|6", "6|6.arm-a")])
    told = "The pass of Bo was wrong, since a tile fitted: 4|6."
    assert told in table_sees(evening)
    assert told in watcher_sees(evening, "history")


def test_a_proved_block_shows_the_tiles_that_are_left(evening, request):
    evening.enter(before_hands(case("007", request)))
    sees = table_sees(evening)
    assert "Blocked: no tile not yet placed fits" in sees
    assert "Not placed: 0|0, 0|1" in sees
    assert "Ami not yet handed in 5 tiles" in sees


def test_of_a_sealed_hand_only_that_it_is_there_is_seen(evening, request):
    events = case("007", request)
    evening.enter(before_hands(events))
    before = table_sees(evening)
    first = next(event for event in events if isinstance(event, Hand))
    evening.enter([first])
    seat = {"north": "Ami", "east": "Bo", "south": "Chie", "west": "Dan"}[first.seat.value]
    held = len(first.tiles)
    after = table_sees(evening)
    assert f"{seat} handed in" in after
    assert after == before.replace(f"{seat} not yet handed in {held} tiles", f"{seat} handed in")
    assert "held at the end" not in watcher_sees(evening, "history")


def test_two_hands_that_clash_are_told_without_a_name_or_a_tile(evening, request):
    events = case("007", request)
    evening.enter(before_hands(events))
    one, other, *_ = [event for event in events if isinstance(event, Hand)]
    evening.enter([one])
    held = evening.game.round.held_by(other.seat)
    clashing = Hand(other.seat, (one.tiles[0], *other.tiles[: held - 1]))
    with pytest.raises(Exception, match="hands-clash"):
        evening.enter([clashing])
    sees = watcher_sees(evening)
    told = "Two entries clash Compare the hands at the table, then enter them again."
    assert told in sees
    strip = sees[sees.index(told) : sees.index("Latest turns")]
    assert strip.strip() == told
    assert table_sees(evening).count("not yet handed in") == 2


def test_a_settlement_shows_each_hand_rounded_on_its_own_and_who_leads_next(evening):
    evening.enter(events_of(R1))
    for sees in (table_sees(evening), watcher_sees(evening)):
        assert "2 + 5 = 7 → 5 pips, then rounded" in sees
        assert "East–West \u22125" in sees
        assert "North–South, each hand on its own: 5 + 0 = 5. Score 45 → 40." in sees
        assert "leads round 2" in sees


def test_the_settlement_stays_until_the_first_placement_of_the_next_round(evening):
    evening.enter(events_of(R1))
    assert "pips, then rounded" in table_sees(evening)
    evening.enter([place("south", "6|6")])
    sees = table_sees(evening)
    assert "pips, then rounded" not in sees
    assert "Round 2" in sees


def test_after_a_block_the_draw_comes_with_the_settlement(evening, request):
    events = case("007", request)
    evening.enter(before_hands(events))
    evening.enter(event for event in events if isinstance(event, Hand))
    sees = table_sees(evening)
    assert "pips, then rounded" in sees
    assert "Draw now" in sees


def test_a_score_below_zero_has_a_minus_sign(evening, request):
    evening.enter([Lead(Seat.NORTH), Ruling(Partnership.EAST_WEST, -15, "Exposed a tile")])
    for page in ("table", "watch", "history"):
        sees = watcher_sees(evening, page)
        assert "\u221215" in sees
        assert "-15" not in sees
        assert "Exposed a tile" in sees


def test_a_won_game_shows_the_result_and_a_way_on(evening):
    evening.enter([Lead(Seat.NORTH), Ruling(Partnership.NORTH_SOUTH, 240, "carried over")])
    evening.enter([place("north", "5|5")])
    sees = table_sees(evening)
    assert "North–South win, 250 to 0" in sees
    assert "Same players, new game" in sees
    assert "Undo 5|5" in sees
    assert "Save the record" in sees
    screen = watcher_sees(evening, "table")
    assert "North–South win, 250 to 0" in screen
    assert "Undo" not in screen


def test_games_won_are_counted_once_there_is_one(evening):
    assert "Games won" not in table_sees(evening)
    evening.enter([Lead(Seat.NORTH), Ruling(Partnership.NORTH_SOUTH, 240, "carried over")])
    evening.enter([place("north", "5|5")])
    evening.table_device.submit(f"/t/{evening.code}/table", f"/t/{evening.code}/new-game")
    assert "Games won 1 : 0" in table_sees(evening)
    assert "1 game won" in watcher_sees(evening)


def test_the_last_step_is_undone_on_the_display_after_a_win(evening):
    evening.enter([Lead(Seat.NORTH), Ruling(Partnership.NORTH_SOUTH, 240, "carried over")])
    evening.enter([place("north", "5|5")])
    evening.table_device.submit(f"/t/{evening.code}/table", f"/t/{evening.code}/undo")
    assert "Ami leads now" in table_sees(evening)


def undone_step(evening: Evening) -> str | None:
    """What the button on the display takes back, or None where it has none."""
    html = evening.table_device.page(f"/t/{evening.code}/table")
    found = re.search(r'class="t-undo.*?<span>(.*?)</span>', html, re.DOTALL)
    return found and found[1]


def test_the_display_undoes_the_last_step_and_puts_it_back(evening):
    assert undone_step(evening) is None
    evening.enter(events_of(R0)[:3])
    assert undone_step(evening) == f"Undo {evening.game.rounds[-1].placements[-1].tile}"
    before = evening.game
    evening.table_device.submit(f"/t/{evening.code}/table", f"/t/{evening.code}/undo")
    assert evening.game == replay(events_of(R0)[:2])
    assert "Put it back" in table_sees(evening)
    evening.table_device.submit(f"/t/{evening.code}/table", f"/t/{evening.code}/redo")
    assert evening.game == before
    assert "Put it back" not in table_sees(evening)


def test_a_screen_without_rights_undoes_nothing(evening):
    evening.enter(events_of(R0)[:3])
    assert "Undo" not in watcher_sees(evening, "table")


@pytest.mark.parametrize("page", ["table", "watch"])
def test_the_cribbage_board_says_what_the_real_pegs_do(evening, page):
    evening.enter(event for event in events_of(R1) if not isinstance(event, Hand))
    before = evening.game.scores
    evening.enter(event for event in events_of(R1) if isinstance(event, Hand))
    after = evening.game.scores
    sees = watcher_sees(evening, page)
    for side, name in ((NORTH_SOUTH, "North–South"), (EAST_WEST, "East–West")):
        words_of = f"{name}: peg from {before[side]} to {after[side]}".replace("-", "−")
        assert words_of in sees


def test_a_peg_ticks_for_every_five_points_of_a_placement_only(evening):
    def ticks() -> str:
        html = evening.table_device.page(f"/t/{evening.code}/table")
        return re.search(r'data-ticks="(\d+)"', html)[1]

    for event in before_hands(events_of(R0)):
        evening.enter([event])
        last = evening.game.rounds[-1].turns[-1:]
        points = getattr(last[0], "points", 0) if last else 0
        assert ticks() == str(min(7, points // 5))
    evening.enter([Ruling(Partnership.EAST_WEST, 10, "A tile was shown")])
    assert ticks() == "0"


def test_a_table_that_was_stopped_says_so(evening):
    evening.enter(events_of(R1)[:4])
    change = Change(evening.table_device.device, evening.version)
    evening.services.tables.close(evening.table, change)
    for sees in (table_sees(evening), watcher_sees(evening)):
        assert "Stopped here. The standing is kept." in sees


def test_drawing_on_the_display_enters_the_leader(evening):
    evening.table_device.submit(f"/t/{evening.code}/table", f"/t/{evening.code}/seven-rocks/draw")
    assert evening.game.round is not None
    assert "Draw for the lead" in table_sees(evening)


def test_a_record_of_any_names_is_shown_as_text(evening):
    names = {"north": "<script>alert(1)</script>", "south": "O'Neil & \u202e"}
    change = Change(evening.table_device.device, None)
    evening.services.tables.name(evening.table, names, change)
    evening.enter(events_of(R0)[:3])
    for page in ("table", "watch", "history"):
        html = evening.phone().page(f"/t/{evening.code}/{page}")
        assert "<script>alert" not in html
        assert "&lt;script&gt;" in html
        assert "\u202e" not in html


@pytest.mark.parametrize("name", [R0, R1, R2])
def test_the_history_tells_every_entry_with_its_place_sum_and_points(evening, name):
    # The block of R2 is proved, so that the referee enters its four passes.
    events = events_of(name)
    evening.enter(
        before_hands(events) + [each for each in events if isinstance(each, Hand)]
        if name == R2
        else events
    )
    html = evening.phone().page(f"/t/{evening.code}/history")
    sees = words(html)
    for round_ in evening.game.rounds:
        for number, placement in enumerate(round_.placements, start=1):
            assert f"{number} {evening.table.names[placement.seat.value]}" in sees
            assert str(placement.tile) in sees
    entries = evening.table.state.play.entries()
    assert all(f'id="entry-{entry.seq}"' in html for entry in entries)
    assert ("Settled, each hand on its own:" in sees) is bool(evening.game.settled)


def test_the_history_names_the_connection_by_its_neighbour(evening):
    evening.enter(events_of(R1)[:4])
    assert "Bo 0|1 beside 1|5, low half 0 + 5 = 5 +5" in watcher_sees(evening, "history")


def test_passes_that_the_referee_entered_are_marked(evening, request):
    evening.enter(before_hands(case("007", request)))
    sees = watcher_sees(evening, "history")
    assert sees.count("passed (entered by the referee, since no tile fits)") == 4


def test_the_list_of_tables_says_the_score_and_the_round(evening: Evening):
    evening.enter([*events_of(R1), hand("north")][:4])
    phone: Phone = evening.table_device
    assert "10 : 5 · round 1" in words(phone.page("/"))


def test_pages_hold_no_style_attribute_and_no_script_of_their_own(evening):
    evening.enter(events_of(R1))
    for page in ("table", "watch", "history"):
        html = evening.table_device.page(f"/t/{evening.code}/{page}")
        assert not re.search(r"\sstyle=|\son\w+=|<script>|javascript:", html)
