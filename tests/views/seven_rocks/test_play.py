"""Entering a placement or a pass: what a chosen tile shows, what is taken, what is refused."""

from __future__ import annotations

import re

import pytest

from referee.log import Entry
from referee.rules.seven_rocks import Hand, Lead, Partnership, Pass, Ruling, Seat
from referee.store import Key
from referee.tables import Change
from tests.rounds import R0, R1, R2, events_of, place
from tests.views.browser import form_of, where, words
from tests.views.seven_rocks.conftest import Evening

NORTH, EAST, SOUTH, WEST = Seat
LED_BY_NORTH = [Lead(NORTH)]
LONE_SPINNER = [Lead(NORTH), place("north", "5|5")]
W9_AFTER_4 = events_of(R0)[:5]


def placed_without_hands(name: str) -> list[object]:
    return [event for event in events_of(name) if not isinstance(event, Hand)]


def scores(evening: Evening) -> tuple[int, int]:
    found = evening.game.scores
    return found[Partnership.NORTH_SOUTH], found[Partnership.EAST_WEST]


def tile_states(html: str) -> dict[str, str]:
    """Tile -> fit, no or gone, as the tray shows it."""
    found = dict(re.findall(r'<div class="(?:gone)" id="gone-\d-\d"><span>(\d\|\d)()', html))
    states = dict.fromkeys(found, "gone")
    for state, tile in re.findall(r'<label class="(fit|no)"><input [^>]*value="(\d\|\d)"', html):
        states[tile] = state
    return states


def entries(evening: Evening) -> tuple[Entry, ...]:
    return evening.table.state.play.entries()


def is_taken(reply_status: int, evening: Evening) -> bool:
    return reply_status == (200 if evening.is_htmx else 303)


# what a chosen tile shows


def test_no_points_appear_before_a_tile_is_chosen(evening: Evening) -> None:
    north = evening.phone("north")
    evening.enter(W9_AFTER_4)
    page = north.look().text
    assert "Your turn, Ami" in words(page)
    dock = page[page.index('<section class="dock"') :]
    assert "points" not in dock
    assert "=" not in words(dock)


def test_every_tile_of_the_tray_says_whether_it_fits_and_a_placed_one_has_no_input(
    evening: Evening,
) -> None:
    north = evening.phone("north")
    evening.enter(W9_AFTER_4)
    states = tile_states(north.look().text)
    assert len(states) == 28
    assert {tile for tile, state in states.items() if state == "gone"} == {
        "1|4",
        "1|1",
        "4|4",
        "3|4",
    }
    open_pips = "13"
    for tile, state in states.items():
        if state != "gone":
            assert state == ("fit" if set(tile) & set(open_pips) else "no"), tile


def test_the_tray_keeps_every_tile_in_its_column(evening: Evening) -> None:
    north = evening.phone("north")
    evening.enter(LED_BY_NORTH)
    in_order = re.findall(r'name="tile" value="(\d\|\d)"', north.look().text)
    columns = [in_order[start : start + 7] for start in range(0, 28, 7)]
    assert columns == [
        ["0|0", "0|1", "0|2", "0|3", "0|4", "0|5", "0|6"],
        ["6|6", "1|1", "1|2", "1|3", "1|4", "1|5", "1|6"],
        ["5|5", "5|6", "2|2", "2|3", "2|4", "2|5", "2|6"],
        ["4|4", "4|5", "4|6", "3|3", "3|4", "3|5", "3|6"],
    ]


def test_a_preview_counts_the_spinner_until_both_line_sides_are_filled(evening: Evening) -> None:
    """Scenario 3: 3|5 on a lone 5|5 comes to 13, before and after it is placed."""
    east = evening.phone("east")
    evening.enter(LONE_SPINNER)
    seen = east.sees(tile="3|5")
    assert "3 + 10 = 13" in seen
    assert "beside 5|5, line side A" in seen
    assert "Place 3|5 no points" in seen
    east.place("3|5")
    assert evening.game.round is not None
    assert evening.game.round.placements[-1].end_sum == 13
    assert scores(evening) == (10, 0)


def test_a_preview_says_seat_partnership_and_both_scores(evening: Evening) -> None:
    """Scenario 60: R0's third turn from the phone."""
    south = evening.phone("south")
    evening.enter(events_of(R0)[:3])
    seen = south.sees(tile="4|4")
    assert "Your turn, Chie" in seen
    assert "North–South 5 → 15" in seen
    assert "Place 4|4 10 points" in seen
    south.place("4|4")
    assert scores(evening) == (15, 0)


def test_a_tile_that_fits_in_several_places_is_asked_where(any_evening: Evening) -> None:
    """Scenario 7: 0|5 on 0|3 3|5 is worth 10 on one end and nothing on the other."""
    south = any_evening.phone("south")
    any_evening.enter([Lead(NORTH), place("north", "0|3"), place("east", "3|5", "0|3.high")])
    seen = south.sees(tile="0|5")
    assert "0|5 fits in 2 places. Where did you join it?" in seen
    assert "beside 0|3, low half 5 + 5 = 10 10 points" in seen
    assert "beside 3|5, high half 0 + 0 = 0 no points" in seen
    reply = south.place("0|5")
    assert reply.status_code == 422
    assert "beside 0|3, low half" in words(reply.text)
    assert "beside 3|5, high half" in words(reply.text)
    assert is_taken(south.place("0|5", "0|3.low").status_code, any_evening)
    assert scores(any_evening) == (10, 5)


def test_the_chosen_place_is_kept_and_named_on_the_button(evening: Evening) -> None:
    south = evening.phone("south")
    evening.enter([Lead(NORTH), place("north", "0|3"), place("east", "3|5", "0|3.high")])
    page = south.look(tile="0|5", at="0|3.low").text
    assert "Place 0|5 10 points" in words(page)
    assert re.search(r'value="0\|3\.low" checked', page)


def test_equal_connections_are_one_choice(evening: Evening) -> None:
    """Both sides of a lone double come to the same, so two taps are enough."""
    east = evening.phone("east")
    evening.enter(LONE_SPINNER)
    assert "fits in" not in east.sees(tile="0|5")
    east.place("0|5", None)
    assert entries(evening)[-1].event == place("east", "0|5", "5|5.line-a")


def test_a_tile_that_fits_nowhere_is_refused_with_tiles_that_were_perhaps_meant(
    evening: Evening,
) -> None:
    north = evening.phone("north")
    evening.enter(W9_AFTER_4)
    reply = north.look(tile="2|6")
    assert reply.status_code == 200
    seen = words(reply.text)
    assert "Not accepted · rule SR-5 2|6 can’t be joined: the open ends show 1, 3." in seen
    assert re.findall(r'class="chip" href="[^"]*tile=(\d\|\d)"', reply.text) == [
        "1|2",
        "1|6",
        "2|3",
        "3|6",
    ]
    assert "An earlier entry is wrong" in seen
    assert 'id="place"' not in reply.text


def test_choosing_a_tile_needs_no_script(evening: Evening) -> None:
    north = evening.phone("north")
    evening.enter(LED_BY_NORTH)
    page = north.look().text
    assert form_of(page, north.at)
    assert re.search(r"<noscript><button[^>]*>Show</button></noscript>", page)


def test_a_fragment_for_htmx_is_the_page_without_its_frame(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    reply = north.look(tile="1|4")
    assert ("<html" in reply.text) is not any_evening.is_htmx
    assert "1 + 4 = 5" in words(reply.text) or "4 + 1 = 5" in words(reply.text)
    assert "HX-Request" in reply.headers["Vary"]


@pytest.mark.parametrize(
    "asked",
    [
        {"tile": "7|3"},
        {"tile": "4|1"},
        {"tile": ["1|4", "1|5"]},
        {"tile": "1|4", "at": "1|4.middle"},
        {"seat": "centre"},
    ],
)
def test_a_page_asked_for_what_names_nothing_is_not_made(
    evening: Evening, asked: dict[str, object]
) -> None:
    north = evening.phone("north")
    evening.enter(LED_BY_NORTH)
    assert north.look(**asked).status_code == 400


# placing


def test_a_placement_leads_back_to_the_page(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    reply = north.place("1|4")
    if any_evening.is_htmx:
        assert reply.status_code == 200
        assert "Turn of Bo" in words(reply.text)
        assert 'hx-target="#notice"' in reply.text
    else:
        assert reply.status_code == 303
        assert where(reply) == north.at
    assert "Turn of Bo" in north.sees()


def test_the_lead_of_a_round_is_any_tile_and_joined_to_nothing(evening: Evening) -> None:
    north = evening.phone("north")
    evening.enter(LED_BY_NORTH)
    assert set(tile_states(north.look().text).values()) == {"fit"}
    assert "the lead" in north.sees(tile="5|5")
    assert north.place("5|5").status_code == 303
    assert scores(evening) == (10, 0)


def test_a_side_arm_is_refused_until_both_line_sides_are_filled(any_evening: Evening) -> None:
    """Scenario 5, and what is possible instead."""
    south = any_evening.phone("south")
    any_evening.enter([*LONE_SPINNER, place("east", "4|5", "5|5.line-a")])
    reply = south.place("5|6", "5|5.arm-a")
    assert reply.status_code == 422
    seen = words(reply.text)
    assert "rule SR-8" in seen
    assert "beside 5|5, line side B" in seen
    assert any_evening.game.turn is SOUTH
    assert is_taken(south.place("5|6", "5|5.line-b").status_code, any_evening)
    assert scores(any_evening)[0] == 20


def test_a_tile_that_does_not_match_is_refused_and_nothing_changes(any_evening: Evening) -> None:
    """Scenario 10."""
    east = any_evening.phone("east")
    any_evening.enter([Lead(NORTH), place("north", "1|4")])
    before = any_evening.version
    assert east.place("2|3").status_code == 422
    assert east.place("1|2", "1|4.high").status_code == 422
    assert any_evening.version == before
    assert any_evening.game.turn is EAST
    assert scores(any_evening) == (5, 0)


@pytest.mark.parametrize(
    ("tile", "at", "status"),
    [
        ("7|3", None, 400),
        ("", None, 400),
        ("3", None, 400),
        ("3|", None, 400),
        ("3|4|5", None, 400),
        ("3–4", None, 400),
        ("３|４", None, 400),
        ("٣|٤", None, 400),
        (" 3|4 ", None, 400),
        ("+3|4", None, 400),
        ("4|3", None, 400),
        ("1|2", "", 400),
        ("1|2", "the left end", 400),
        ("1|1", None, 422),
        ("1|2", "3|4.low", 422),
        ("1|5", "1|1.arm-a", 422),
        ("4|6", "4|4.arm-a", 422),
        ("1|3", "1|4.low", 422),
        ("1|2", "0|0.line-a", 422),
        ("1|2", "1|2.low", 422),
        ("1|3", None, 422),
    ],
)
def test_what_cannot_be_placed_is_refused_with_its_status(
    any_evening: Evening, tile: str, at: str | None, status: int
) -> None:
    north = any_evening.phone("north")
    any_evening.enter(W9_AFTER_4)
    before = any_evening.version
    reply = north.place(tile, at)
    assert reply.status_code == status
    assert "Not accepted" in words(reply.text)
    assert any_evening.version == before


def test_a_refusal_comes_as_the_page_again_and_as_a_partial_for_htmx(
    any_evening: Evening,
) -> None:
    north = any_evening.phone("north")
    any_evening.enter(W9_AFTER_4)
    reply = north.place("1|2", "3|4.low")
    assert ('<hx-partial hx-target="#play"' in reply.text) is any_evening.is_htmx
    assert 'role="alert"' in reply.text
    assert "Your turn, Ami" in words(reply.text)
    assert re.search(r'value="1\|2" checked', reply.text)


def test_points_that_are_sent_along_count_for_nothing(evening: Evening) -> None:
    north = evening.phone("north")
    evening.enter(LED_BY_NORTH)
    assert north.place("1|4", points="35").status_code == 303
    assert scores(evening) == (5, 0)


def test_a_seat_enters_only_for_itself(evening: Evening) -> None:
    east = evening.phone("east")
    north = evening.phone("north")
    evening.enter(LED_BY_NORTH)
    fields = form_of(north.look().text, north.at.replace("play", "seven-rocks/place")).fields
    token = east.token()
    reply = east.post(
        north.at.replace("play", "seven-rocks/place"),
        {**fields, "csrf_token": token, "tile": "1|4", "seat": "north"},
    )
    assert reply.status_code == 403
    assert len(entries(evening)) == 1


@pytest.mark.parametrize("seat", ["Q", "n", "North", ""])
def test_a_text_that_names_no_seat_is_no_entry(evening: Evening, seat: str) -> None:
    scorer = evening.phone(is_scorer=True)
    evening.enter(LED_BY_NORTH)
    assert scorer.place("1|4", seat=seat).status_code == 400


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"seat": ["north", "north"]}, 400),
        ({"tile": ["1|4", "1|4"]}, 400),
        ({"unknown": "1"}, 400),
        ({"version": None}, 428),
        ({"key": None}, 428),
        ({"version": "-1"}, 400),
        ({"version": "1e3"}, 400),
        ({"version": "9223372036854775808"}, 400),
        ({"version": ["1", "1"]}, 400),
        ({"key": ""}, 400),
        ({"key": "a" * 10_000}, 400),
        ({"key": "tab\tin it"}, 400),
        ({"tile": None}, 400),
        ({"version": "99"}, 409),
    ],
)
def test_a_form_that_cannot_be_read_enters_nothing(
    any_evening: Evening, fields: dict[str, object], status: int
) -> None:
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    reply = north.send("seven-rocks/place", **{"tile": "1|4", **fields})
    assert reply.status_code == status
    assert len(entries(any_evening)) == 1


def test_without_its_token_a_form_is_refused(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    assert north.place("1|4", csrf_token=None).status_code == 403
    assert len(entries(any_evening)) == 1


def test_the_one_seat_of_a_phone_need_not_be_named(evening: Evening) -> None:
    north = evening.phone("north")
    evening.enter(LED_BY_NORTH)
    assert north.place("1|4", seat=None).status_code == 303
    both = evening.phone("east", "west")
    assert both.place("1|1", seat=None).status_code == 400


def test_before_the_draw_and_after_the_end_the_page_is_merely_behind(
    any_evening: Evening,
) -> None:
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    fields = form_of(north.look().text, f"/t/{any_evening.code}/seven-rocks/place").fields
    any_evening.enter(placed_without_hands(R1)[1:])
    reply = north.post(
        f"/t/{any_evening.code}/seven-rocks/place",
        {**fields, "tile": "3|3", "version": str(any_evening.version)},
    )
    assert reply.status_code == 409
    assert "which tile is left in your hand?" in words(reply.text)


def test_out_of_turn_is_told_whose_turn_it_is(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    fields = form_of(north.look().text, f"/t/{any_evening.code}/seven-rocks/place").fields
    any_evening.enter([place("north", "1|4")])
    reply = north.post(
        f"/t/{any_evening.code}/seven-rocks/place",
        {**fields, "tile": "1|1", "at": "1|4.low", "version": str(any_evening.version)},
    )
    assert reply.status_code == 409
    assert "it is the turn of Bo" in words(reply.text)
    assert "1|1 stays chosen for your turn." in words(reply.text)


# stale pages, double taps


def test_a_stale_page_is_told_what_happened_and_keeps_the_tile(any_evening: Evening) -> None:
    """R25: one more tap sends it again if it is still legal."""
    north, scorer = any_evening.phone("north"), any_evening.phone(is_scorer=True)
    any_evening.enter([Lead(NORTH), place("north", "1|4"), place("east", "1|1", "1|4.low")])
    page = scorer.look(tile="4|4").text
    stale = form_of(page, f"/t/{any_evening.code}/seven-rocks/place").fields
    any_evening.enter([place("south", "4|6", "1|4.high"), Pass(WEST)])
    reply = scorer.post(f"/t/{any_evening.code}/seven-rocks/place", stale)
    assert reply.status_code == 409
    seen = words(reply.text)
    assert "The table has moved on" in seen
    assert "Chie placed 4|6" in seen
    assert "Dan passed" in seen
    assert "4|4" in seen
    assert north.sees()


def test_a_stale_tile_that_still_fits_is_sent_with_one_more_tap(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    any_evening.enter(W9_AFTER_4)
    stale = form_of(north.look(tile="1|2").text, f"/t/{any_evening.code}/seven-rocks/place").fields
    state = any_evening.table.state
    by_host = Change(None, state.version, is_host=True)
    undone = any_evening.services.tables.undo(any_evening.table, by_host)
    any_evening.services.tables.enter(
        undone,
        place("west", "2|4", "4|4.line-b"),
        Change(None, undone.state.version, Key("another-key", "x"), is_host=True),
    )
    reply = north.post(f"/t/{any_evening.code}/seven-rocks/place", stale)
    assert reply.status_code == 409
    seen = words(reply.text)
    assert "The last entry was undone." in seen
    assert "Dan placed 2|4" in seen
    assert "1|2 fits in 2 places" in seen
    assert re.search(r'value="1\|2" checked', reply.text)


def test_the_same_form_twice_is_one_placement(any_evening: Evening) -> None:
    """Scenarios 54 and 58: a double tap, or a repeat after a timeout."""
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    sent = form_of(north.look(tile="1|4").text, f"/t/{any_evening.code}/seven-rocks/place").fields
    url = f"/t/{any_evening.code}/seven-rocks/place"
    assert is_taken(north.post(url, sent).status_code, any_evening)
    again = north.post(url, sent)
    assert is_taken(again.status_code, any_evening)
    assert any_evening.game.turn is EAST
    assert len(entries(any_evening)) == 2
    if any_evening.is_htmx:
        assert "Turn of Bo" in words(again.text)


def test_back_and_sent_again_is_no_second_placement(any_evening: Evening) -> None:
    """Scenario 56: the old page with another tile is a stale page."""
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    url = f"/t/{any_evening.code}/seven-rocks/place"
    sent = form_of(north.look(tile="1|4").text, url).fields
    north.post(url, sent)
    reply = north.post(url, {**sent, "tile": "1|5"})
    assert reply.status_code == 422  # the key was used for another entry
    assert len(entries(any_evening)) == 2


def test_where_place_was_nothing_can_be_taken_back(evening: Evening) -> None:
    """Scenario 58: after a placement the place of its button holds a sentence, no button."""
    north = evening.phone("north")
    evening.enter(LED_BY_NORTH)
    north.place("1|4")
    page = north.look().text
    dock = page[page.index('<section class="dock"') :]
    assert re.search(r'id="undo".*1\|4 entered, 5 points', dock, re.DOTALL)
    assert 'class="btn big' not in dock


def test_each_version_brings_a_dock_of_its_own(evening: Evening) -> None:
    """The style sheet lets a new dock rest for a moment, so a second tap hits nothing."""
    scorer = evening.phone(is_scorer=True)
    evening.enter(LED_BY_NORTH)
    docks = {re.search(r'id="(dock-[\w-]+)"', scorer.look().text)[1]}  # type: ignore[index]
    scorer.place("1|4")
    docks.add(re.search(r'id="(dock-[\w-]+)"', scorer.look().text)[1])  # type: ignore[index]
    assert len(docks) == 2


# passing


def test_a_pass_hands_the_turn_on(any_evening: Evening) -> None:
    """Scenario 17: the next seat, one line more, the same scores."""
    east = any_evening.phone("east")
    any_evening.enter([Lead(NORTH), place("north", "6|6")])
    assert is_taken(east.pass_().status_code, any_evening)
    assert any_evening.game.turn is SOUTH
    assert len(entries(any_evening)) == 3
    assert scores(any_evening) == (0, 0)
    assert "Pass entered" in east.sees()


def test_the_leader_cannot_pass(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    reply = north.pass_()
    assert reply.status_code == 422
    assert "rule SR-11" in words(reply.text)
    assert "Choose a tile" in words(reply.text)


def test_a_pass_that_is_impossible_is_refused_with_public_numbers_only(
    any_evening: Evening,
) -> None:
    """SR-C4: south holds six tiles and only five unplaced ones fit nowhere (scenario 37)."""
    south = any_evening.phone("south")
    any_evening.enter(events_of(R0)[:7])
    reply = south.pass_(tile="2|5")
    assert reply.status_code == 422
    seen = words(reply.text)
    assert "0|0, 0|4, 0|6, 4|6, 6|6" in seen
    assert "rule SR-11" in seen
    assert re.search(r'value="2\|5" checked', reply.text)


def test_the_fourth_pass_is_asked_back_once_and_then_taken(any_evening: Evening) -> None:
    """D31: only what everybody sees is said."""
    north = any_evening.phone("north")
    any_evening.enter([Lead(NORTH), place("north", "6|6"), Pass(EAST), Pass(SOUTH), Pass(WEST)])
    reply = north.pass_()
    assert reply.status_code == 422
    assert "Some tile that is not on the table fits" in words(reply.text)
    assert any_evening.game.turn is NORTH
    url = f"/t/{any_evening.code}/seven-rocks/pass"
    again = form_of(reply.text, url, confirmed="1").fields
    assert is_taken(north.post(url, again).status_code, any_evening)
    assert "Round 1 is blocked: all four players passed." in north.sees()


def test_a_confirmation_has_one_spelling(evening: Evening) -> None:
    north = evening.phone("north")
    evening.enter([Lead(NORTH), place("north", "6|6"), Pass(EAST), Pass(SOUTH), Pass(WEST)])
    assert north.pass_(confirmed="yes").status_code == 400


def test_three_passes_are_no_block_and_a_placement_ends_their_row(evening: Evening) -> None:
    """Scenario 13."""
    scorer = evening.phone(is_scorer=True)
    evening.enter([Lead(NORTH), place("north", "6|6")])
    for _ in range(3):
        assert scorer.pass_().status_code == 303
    assert scorer.place("3|6").status_code == 303
    assert scores(evening) == (15, 0)
    for _ in range(3):
        assert scorer.pass_().status_code == 303
    assert evening.game.turn is NORTH


def test_a_proved_block_needs_no_pass(any_evening: Evening) -> None:
    """R2: the tenth tile blocks, and the page says why."""
    east = any_evening.phone("east")
    events = [event for event in events_of(R2) if not isinstance(event, Hand | Pass)]
    any_evening.enter(events[:-1])
    assert is_taken(east.place("1|3", str(events[-1].at)).status_code, any_evening)
    assert "Round 1 is blocked: no tile that is left fits an open end." in east.sees()


def test_a_pass_that_a_later_placement_proves_wrong_is_shown_at_once(
    any_evening: Evening,
) -> None:
    """D32: taken, as the tile lies on the table, and never silent."""
    east, south = any_evening.phone("east"), any_evening.phone("south")
    any_evening.enter(
        [
            Lead(NORTH),
            place("north", "6|6"),
            Pass(EAST),
            place("south", "4|6", "6|6.line-a"),
            place("west", "4|5", "4|6.low"),
            place("north", "1|6", "6|6.line-b"),
        ]
    )
    assert is_taken(east.place("2|6", "6|6.arm-a").status_code, any_evening)
    told = "False pass: Bo passed although 2|6 fitted."
    assert told in east.sees()
    assert told in south.sees()


# undo


def test_the_own_last_entry_is_undone_and_put_back(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    north.place("1|4")
    assert "Undo 1|4" in north.sees()
    north.send("undo")
    assert any_evening.game.turn is NORTH
    page = north.look().text
    assert "Put 1|4 back" in page
    north.send("redo")
    assert any_evening.game.turn is EAST
    assert scores(any_evening) == (5, 0)


def test_an_undone_pass_is_named(evening: Evening) -> None:
    east = evening.phone("east")
    evening.enter([Lead(NORTH), place("north", "6|6")])
    east.pass_()
    assert "Undo pass" in east.sees()
    east.send("undo")
    assert "Put the pass back" in east.look().text


def test_what_others_entered_is_not_offered_to_undo(evening: Evening) -> None:
    north, south = evening.phone("north"), evening.phone("south")
    evening.enter([Lead(NORTH), place("north", "1|4"), place("east", "1|1", "1|4.low")])
    for phone in (north, south):
        assert 'id="undo"' not in phone.look().text


def test_the_scorer_undoes_anything(evening: Evening) -> None:
    scorer = evening.phone(is_scorer=True)
    evening.enter([Lead(NORTH), place("north", "1|4")])
    assert 'aria-label="Undo 1|4"' in scorer.look().text
    scorer.send("undo")
    assert 'aria-label="Undo the draw"' in scorer.look().text


# several seats, waiting, the end


def test_the_seats_of_one_phone_follow_the_turn_by_themselves(any_evening: Evening) -> None:
    both = any_evening.phone("north", "east")
    any_evening.enter(LED_BY_NORTH)
    assert "Enter for Ami" in both.sees()
    both.place("1|4")
    assert "Enter for Bo" in both.sees()
    both.place("1|1", "1|4.low")
    seen = both.sees()
    assert "Turn of Chie" in seen
    assert "Next here: Ami" in seen


def test_the_scorer_enters_r0_for_everybody(any_evening: Evening) -> None:
    """Scenario 12, on the page: the same scores as the record gives."""
    scorer = any_evening.phone(is_scorer=True)
    any_evening.enter(LED_BY_NORTH)
    for event in events_of(R0)[1:]:
        at = None if event.at is None else str(event.at)
        assert is_taken(scorer.place(str(event.tile), at).status_code, any_evening)
    assert scores(any_evening) == (35, 20)


def test_the_first_scenario_is_entered_with_the_scores_it_should_have(evening: Evening) -> None:
    """Scenario 1: the spinner counts once, and nothing once both line sides are filled."""
    scorer = evening.phone(is_scorer=True)
    evening.enter(LED_BY_NORTH)
    sums = []
    for tile, at in [
        ("5|5", None),
        ("0|5", "5|5.line-a"),
        ("2|5", "5|5.line-b"),
        ("3|5", "5|5.arm-a"),
        ("5|6", "5|5.arm-b"),
    ]:
        scorer.place(tile, at)
        assert evening.game.round is not None
        sums.append(evening.game.round.placements[-1].end_sum)
    assert sums == [10, 10, 2, 5, 11]
    assert scores(evening) == (10, 15)
    assert "North–South 10" in scorer.sees()


def test_whoever_waits_sees_whose_turn_it_is_and_who_comes_before(evening: Evening) -> None:
    west = evening.phone("west")
    evening.enter([Lead(NORTH), place("north", "1|4")])
    seen = west.sees()
    assert "Turn of Bo" in seen
    assert "You play after Bo , Chie" in seen
    assert "Ami placed 1|4, 5 points, North–South 5." in seen


def test_a_choice_survives_while_somebody_else_is_to_play_again(evening: Evening) -> None:
    east = evening.phone("east")
    evening.enter([Lead(NORTH), place("north", "1|4")])
    assert "Place 1|1" in east.sees(tile="1|1")
    undone = evening.services.tables.undo(
        evening.table, Change(None, evening.version, is_host=True)
    )
    assert undone.game.turn is NORTH
    page = east.look(tile="1|1").text
    assert "1|1 stays chosen for your turn." in words(page)
    assert re.search(r'id="choose"[^>]*><input type="hidden" name="tile" value="1\|1"', page)


def test_a_won_game_shows_its_result_and_who_goes_on(evening: Evening) -> None:
    north, scorer = evening.phone("north"), evening.phone(is_scorer=True)
    won(evening)
    assert "North–South wins" in north.sees()
    assert "A new game is begun at the table." in north.sees()
    assert "Same players, new game" in scorer.sees()
    scorer.send("new-game")
    assert "Who leads round 1?" in north.sees()


def test_nothing_is_entered_after_the_win(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    any_evening.enter(LED_BY_NORTH)
    url = f"/t/{any_evening.code}/seven-rocks/place"
    fields = form_of(north.look().text, url).fields
    won(any_evening)
    reply = north.post(url, {**fields, "tile": "3|3", "version": str(any_evening.version)})
    assert reply.status_code == 409
    assert "The game is over" in words(reply.text)


def test_a_stopped_table_keeps_its_standing(evening: Evening) -> None:
    north = evening.phone("north")
    evening.enter([Lead(NORTH), place("north", "1|4")])
    evening.services.tables.close(evening.table, Change(None, evening.version, is_host=True))
    seen = north.sees()
    assert "The table was stopped" in seen
    assert "North–South 5" in seen


def test_a_phone_without_a_seat_enters_nothing(evening: Evening) -> None:
    stranger = evening.phone()
    evening.enter(LED_BY_NORTH)
    assert stranger.look().status_code == 403
    fields = stranger.fields(version=str(evening.version), tile="1|4", seat="north")
    assert stranger.post(f"/t/{evening.code}/seven-rocks/place", fields).status_code == 403
    fields = stranger.fields(version=str(evening.version), tile="1|4")
    assert stranger.post(f"/t/{evening.code}/seven-rocks/place", fields).status_code == 403


def test_the_page_listens_and_keeps_what_is_chosen(evening: Evening) -> None:
    north = evening.phone("north")
    evening.enter(LED_BY_NORTH)
    page = north.look(tile="1|4").text
    assert f'hx-sse:connect="/t/{evening.code}/live/play?seen=' in page
    root = re.search(r'<main id="play"[^>]*>', page)
    assert root is not None
    assert 'hx-trigger="moved from:body, refresh"' in root[0]
    assert 'hx-include="#choose, #ats"' in root[0]
    assert page.count("<h1") == 1


def won(evening: Evening) -> None:
    """North–South, at 245 by a ruling, leads 5|5."""
    if evening.game.round is None:
        evening.enter(LED_BY_NORTH)
    evening.enter([Ruling(Partnership.NORTH_SOUTH, 245, "agreed"), place("north", "5|5")])
