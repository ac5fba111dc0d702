"""Handing in what is left: counted, sealed, seen by its own seat only, and settled together."""

from __future__ import annotations

import re

import pytest

from referee.rules.seven_rocks import Hand, Lead, Partnership, Pass, Seat, Tile
from referee.tables import Change
from tests.rounds import R1, R2, events_of, hand, place
from tests.views.browser import form_of, words
from tests.views.seven_rocks.conftest import Evening, Phone

NORTH, EAST, SOUTH, WEST = Seat
TURNS = [event for event in events_of(R1) if not isinstance(event, Hand)]
"""R1 up to south's last tile; left are north 3|3, east 1|1 2|3, west 3|6."""
BLOCKED = [event for event in events_of(R2) if not isinstance(event, Hand | Pass)]


def scores(evening: Evening) -> tuple[int, int]:
    found = evening.game.scores
    return found[Partnership.NORTH_SOUTH], found[Partnership.EAST_WEST]


def offered(html: str) -> list[str]:
    return re.findall(r'type="checkbox"[^>]*value="(\d\|\d)"', html)


def picked(html: str) -> list[str]:
    return re.findall(r'type="checkbox"[^>]*value="(\d\|\d)" checked', html)


def pick(phone: Phone, *tiles: str, show: str = "picked", **asked: str) -> str:
    """What the page shows while tiles are picked; nothing is handed in."""
    url = f"/t/{phone.evening.code}/seven-rocks/hand"
    fields = form_of(phone.get(phone.at, query_string=asked).text, url).fields
    reply = phone.post(url, {**fields, "tile": list(tiles), "show": show})
    assert reply.status_code == 200
    return reply.text


def is_in(evening: Evening, seat: str) -> bool:
    return seat in evening.table.state.play.sealed


# picking


def test_the_tiles_to_pick_from_are_those_not_placed(evening: Evening) -> None:
    east = evening.phone("east")
    evening.enter(TURNS)
    page = east.look().text
    assert "Round 1 is over: Chie placed the last tile of a hand." in words(page)
    assert "Bo, which 2 tiles are left in your hand?" in words(page)
    assert "Only you see this until all hands are in." in words(page)
    assert offered(page) == ["1|1", "2|3", "3|3", "3|6"]
    assert picked(page) == []


def test_picking_counts_down_and_adds_up(any_evening: Evening) -> None:
    east = any_evening.phone("east")
    any_evening.enter(TURNS)
    assert "Choose 2 more tiles" in east.sees()
    assert "Choose 1 more tile" in words(pick(east, "1|1"))
    seen = words(pick(east, "1|1", "2|3"))
    assert "2 + 5 = 7 → 5" in seen
    assert "7 rounds to 5 · East–West 60 → 55" in seen
    assert "Confirm my hand" in seen
    assert "Take 1 tile away" in words(pick(east, "1|1", "2|3", "3|3"))
    assert not is_in(any_evening, "east")


def test_with_script_no_more_tiles_than_held_can_be_chosen(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    any_evening.enter(TURNS)
    page = pick(north, "3|3")
    assert page.count(" disabled") == (3 if any_evening.is_htmx else 0)


def test_no_address_ever_holds_a_hand(evening: Evening) -> None:
    east = evening.phone("east")
    evening.enter(TURNS)
    page = east.look().text
    root = re.search(r'<main id="play"[^>]*>', page)
    assert root is not None
    assert "hx-get" not in root[0]
    assert 'hx-history="false"' in root[0]
    news = re.search(r'<div id="news"[^>]*>', page)
    assert news is not None
    assert 'hx-include="#entry, #hand"' in news[0]
    assert 'method="get"' not in page
    assert east.look().headers["Cache-Control"] == "no-store"


def test_what_was_picked_stays_when_somebody_else_hands_in(any_evening: Evening) -> None:
    east = any_evening.phone("east")
    any_evening.enter([*TURNS, hand("north", "3|3")])
    assert picked(pick(east, "1|1", show="moved")) == ["1|1"]


# handing in


def test_a_hand_is_handed_in_and_stays_closed(any_evening: Evening) -> None:
    east = any_evening.phone("east")
    any_evening.enter(TURNS)
    reply = east.hand_in("2|3", "1|1")
    assert reply.status_code == (200 if any_evening.is_htmx else 303)
    seen = east.sees()
    assert "Waiting for 2 players" in seen
    assert "2|3" not in seen
    assert any_evening.table.state.version == len(TURNS)
    assert scores(any_evening) == (45, 60)


def test_the_last_hand_settles_the_round_hand_by_hand(any_evening: Evening) -> None:
    """R1 (scenario 29): each hand's pips and what they cost, until the next placement."""
    north, south = any_evening.phone("north"), any_evening.phone("south")
    any_evening.enter([*TURNS, hand("east", "1|1", "2|3"), hand("west", "3|6")])
    north.hand_in("3|3")
    assert scores(any_evening) == (40, 45)
    for phone in (north, south):
        seen = phone.sees()
        assert "Ami 6 → 5" in seen
        assert "Bo 2 + 5 = 7 → 5" in seen
        assert "Chie no tile left" in seen
        assert "Dan 9 → 10" in seen
        assert "North–South −5" in seen
        assert "East–West −15" in seen
    assert "Your turn, Chie" in south.sees()
    any_evening.enter([place("south", "5|5")])
    assert "rounds to" not in north.sees()
    assert "Dan 9 → 10" not in north.sees()


def test_a_hand_may_be_changed_until_the_last_is_in(any_evening: Evening) -> None:
    """D41: taken as a new entry; the own one is shown to change it."""
    east = any_evening.phone("east")
    any_evening.enter(TURNS)
    east.hand_in("1|1", "3|6")
    assert "Change my hand" in east.sees()
    page = east.look(change="1").text
    assert picked(page) == ["1|1", "3|6"]
    url = f"/t/{any_evening.code}/seven-rocks/hand"
    east.post(url, {**form_of(page, url).fields, "tile": ["1|1", "2|3"]})
    any_evening.enter([hand("north", "3|3"), hand("west", "3|6")])
    assert scores(any_evening) == (40, 45)


def test_the_last_awaited_hand_fills_itself_in_for_its_own_seat(any_evening: Evening) -> None:
    east, south = any_evening.phone("east"), any_evening.phone("south")
    any_evening.enter([*TURNS, hand("north", "3|3"), hand("west", "3|6")])
    page = east.look().text
    assert picked(page) == ["1|1", "2|3"]
    assert "these are the tiles left for you" in words(page)
    assert picked(south.look().text) == []
    east.hand_in("1|1", "2|3")
    assert scores(any_evening) == (40, 45)


def test_a_hand_filled_in_while_its_page_is_open_comes_with_the_news(evening: Evening) -> None:
    east = evening.phone("east")
    evening.enter([*TURNS, hand("north", "3|3")])
    assert picked(pick(east, show="moved")) == []
    evening.enter([hand("west", "3|6")])
    assert picked(pick(east, show="moved")) == ["1|1", "2|3"]
    assert picked(pick(east, "1|1", show="moved")) == ["1|1"]


@pytest.mark.parametrize(
    ("seat", "tiles", "status", "told"),
    [
        ("east", ["1|1"], 422, "The hand of Bo cannot have this many tiles (1)"),
        ("east", [], 422, "The hand of Bo cannot have this many tiles (0)"),
        ("east", ["1|1", "3|6", "2|3"], 422, "cannot have this many tiles (3)"),
        ("west", [], 422, "The hand of Dan cannot have this many tiles (0)"),
        ("east", ["1|1", "5|5"], 422, "5|5 cannot be in the hand of Bo"),
        ("east", ["1|1", "1|1"], 422, "1|1 cannot be twice in the hand of Bo"),
        ("east", ["1|1", "7|7"], 400, "names no tile"),
        ("east", ["1|1", "3|2"], 400, "names no tile"),
        ("south", ["1|1"], 422, "Chie has no hand to enter"),
    ],
)
def test_what_no_hand_can_be_is_refused_and_kept(
    any_evening: Evening, seat: str, tiles: list[str], status: int, told: str
) -> None:
    """Scenario 31 and D34, D35, D37, D39."""
    scorer = any_evening.phone(is_scorer=True)
    any_evening.enter(TURNS)
    url = f"/t/{any_evening.code}/seven-rocks/hand"
    fields = form_of(scorer.look(seat="east").text, url).fields
    reply = scorer.post(url, {**fields, "seat": seat, "tile": tiles})
    assert reply.status_code == status
    assert told in words(reply.text)
    assert not any_evening.table.state.play.sealed


def test_a_whole_set_is_no_hand(evening: Evening) -> None:
    """D42."""
    east = evening.phone("east")
    evening.enter(TURNS)
    every = [f"{low}|{high}" for low in range(7) for high in range(low, 7)]
    assert east.hand_in(*every).status_code == 422
    assert east.hand_in(*(every * 400)).status_code == 413


def test_a_hand_before_the_end_is_merely_early(evening: Evening) -> None:
    """D40."""
    north = evening.phone("north")
    evening.enter(TURNS[:-1])
    fields = north.fields(version=str(evening.version), seat="north", tile=["3|3"])
    assert north.post(f"/t/{evening.code}/seven-rocks/hand", fields).status_code == 409


def test_a_hand_of_another_seat_is_not_taken(any_evening: Evening) -> None:
    """D38."""
    west = any_evening.phone("west")
    any_evening.enter(TURNS)
    assert west.send("seven-rocks/hand", tile="3|3", seat="north").status_code == 403
    assert not any_evening.table.state.play.sealed


def test_a_hand_after_the_settlement_comes_too_late(evening: Evening) -> None:
    east = evening.phone("east")
    evening.enter(TURNS)
    url = f"/t/{evening.code}/seven-rocks/hand"
    stale = form_of(east.look().text, url).fields
    evening.enter([hand("north", "3|3"), hand("east", "1|1", "2|3"), hand("west", "3|6")])
    reply = east.post(url, {**stale, "tile": ["1|1", "3|6"]})
    assert reply.status_code == 409
    assert scores(evening) == (40, 45)


# clash


def test_hands_that_clash_name_no_tile_and_no_seat_and_both_are_asked_again(
    any_evening: Evening,
) -> None:
    """D36."""
    north, east, south = (any_evening.phone(seat) for seat in ("north", "east", "south"))
    any_evening.enter(TURNS)
    north.hand_in("1|1")
    reply = east.hand_in("1|1", "2|3")
    assert reply.status_code == 422
    alerts = re.findall(r'role="alert">(.*?)</div>', reply.text, re.DOTALL)
    told = words(" ".join(alerts))
    assert "The hands of two players clash" in told
    assert not re.search(r"\d\|\d|Ami|Bo|north|east", told)
    assert picked(reply.text) == ["1|1", "2|3"]
    assert picked(north.look().text) == ["1|1"]
    assert "Waiting for 3 players" in south.sees()
    assert "clash" not in south.sees()
    north.hand_in("3|3")
    east.hand_in("1|1", "2|3")
    any_evening.phone("west").hand_in("3|6")
    assert scores(any_evening) == (40, 45)


# several seats on one device


def test_one_phone_for_all_asks_for_each_hand_behind_a_curtain(any_evening: Evening) -> None:
    scorer = any_evening.phone(is_scorer=True)
    any_evening.enter(TURNS)
    for name, seat, tiles in [
        ("Ami", "north", ["3|3"]),
        ("Bo", "east", ["1|1", "2|3"]),
        ("Dan", "west", ["3|6"]),
    ]:
        page = scorer.look().text
        assert f"Hand the phone to {name}" in words(page)
        assert f"I am {name}" in words(page)
        assert offered(page) == []
        assert f"{name}, which" in words(scorer.look(seat=seat).text)
        scorer.hand_in(*tiles, seat=seat)
    assert scores(any_evening) == (40, 45)


def test_nothing_handed_in_is_shown_again_on_a_phone_for_several(any_evening: Evening) -> None:
    both = any_evening.phone("north", "east")
    any_evening.enter(BLOCKED)
    both.hand_in("0|2", "0|5", "3|3", "6|6", seat="north")
    both.hand_in("2|3", "3|4", "3|6", "4|6", seat="east")
    page = both.look().text
    assert "Change the hand of Ami" in words(page)
    assert picked(both.look(seat="north", change="1").text) == []
    assert picked(both.look(seat="north").text) == []


def test_a_clash_on_a_phone_for_several_brings_the_curtain_back(any_evening: Evening) -> None:
    scorer = any_evening.phone(is_scorer=True)
    any_evening.enter(TURNS)
    scorer.hand_in("1|1", seat="north")
    reply = scorer.hand_in("1|1", "2|3", seat="east")
    assert reply.status_code == 422
    assert "Hand the phone to Ami" in words(reply.text)
    assert "clash" in words(reply.text)
    assert offered(reply.text) == []


# secrecy


def test_no_byte_for_anybody_else_holds_a_sealed_hand(any_evening: Evening) -> None:
    """Every tile not placed may stand on a page, but none of them as somebody's."""
    phones = {seat.value: any_evening.phone(seat.value) for seat in Seat}
    any_evening.enter(BLOCKED)
    addresses = [
        f"/t/{any_evening.code}/{page}"
        for page in ("play", "watch", "table", "history", "record.json", "menu")
    ]
    readers = [any_evening.phone(), any_evening.table_device, phones["south"], phones["west"]]

    def everything() -> list[str]:
        texts = []
        for reader in readers:
            for address in addresses:
                text = reader.get(address).text
                text = re.sub(r'name="(csrf_token|key)" value="[^"]*"', "", text)
                text = re.sub(r'"X-CSRFToken": "[^"]*"', "", text)
                text = re.sub(r"(seen=|dock-|data-seq=\")[\w.-]+", "", text)
                texts.append(re.sub(r"[A-Z0-9]{5}\.[\w-]{22}|<svg class=\"qr.*?</svg>", "", text))
        return texts

    any_evening.enter([hand("north", "0|2", "0|5", "3|3", "6|6")])
    honest = everything()
    by_host = Change(None, any_evening.version, is_host=True)
    other = Hand(NORTH, tuple(Tile.parse(text) for text in ("0|0", "0|4", "2|2", "2|5")))
    any_evening.services.tables.seal(any_evening.table, other, by_host)
    assert everything() == honest
    assert any(texts for texts in honest)


def test_the_news_of_a_sealed_hand_names_no_tile(evening: Evening) -> None:
    south = evening.phone("south")
    evening.enter([*TURNS, hand("north", "3|3")])
    seen = south.sees()
    assert "Waiting for 2 players" in seen
    assert "Ami" not in seen.split("Waiting", 2)[-1]


# the end of the round without hands, and undo


def test_the_block_is_announced_and_a_new_leader_is_drawn_for(evening: Evening) -> None:
    """R2 (scenario 21)."""
    north, scorer = evening.phone("north"), evening.phone(is_scorer=True)
    evening.enter([event for event in events_of(R2) if not isinstance(event, Pass)])
    assert scores(evening) == (-60, -55)
    seen = north.sees()
    assert "Who leads round 2?" in seen
    assert "Round 1 is blocked: no tile that is left fits an open end." in seen
    assert "North–South −60" in seen
    assert "Draw now" in scorer.sees()
    assert "Draw now" not in seen


def test_whoever_went_out_can_undo_it_while_hands_are_awaited(evening: Evening) -> None:
    south = evening.phone("south")
    evening.enter([*TURNS[:-1]])
    last = TURNS[-1]
    south.place(str(last.tile), str(last.at))
    assert "You placed all seven tiles." in south.sees()
    south.send("undo")
    assert evening.game.turn is SOUTH
    assert isinstance(evening.table.state.play.entries()[0].event, Lead)


def test_a_hand_is_not_shown_to_another_phone_that_takes_the_seat(evening: Evening) -> None:
    east = evening.phone("east")
    evening.enter(TURNS)
    east.hand_in("1|1", "2|3")
    assert picked(east.look(change=1).text) == ["1|1", "2|3"]
    host = Change(None, None, is_host=True)
    evening.services.tables.free(evening.table, "seat", "east", host)
    page = evening.phone("east").look(change=1).text
    assert offered(page) == ["1|1", "2|3", "3|3", "3|6"]
    assert picked(page) == []
