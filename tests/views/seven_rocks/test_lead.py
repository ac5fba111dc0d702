"""Finding the leader: the referee's draw, numbers drawn at the table, or an agreement."""

from __future__ import annotations

import re

import pytest

from referee.rules.seven_rocks import Lead, Pass, Seat
from tests.rounds import R2, events_of, place
from tests.views.browser import form_of, where, words
from tests.views.seven_rocks.conftest import Evening, Phone

NORTH, EAST, SOUTH, WEST = Seat


def last_lead(evening: Evening) -> Lead:
    event = evening.table.state.play.entries()[-1].event
    assert isinstance(event, Lead)
    return event


def numbers(phone: Phone, page: str | None = None, **drawn: str) -> object:
    """Type numbers into the form of the page and send it."""
    url = f"/t/{phone.evening.code}/seven-rocks/lead"
    fields = form_of(page or phone.look().text, url).fields
    return phone.post(url, {**fields, **{name.replace("_", "-"): n for name, n in drawn.items()}})


FIRST = {"north_1": "4", "east_1": "6", "south_1": "1", "west_1": "6"}


def test_a_player_waits_for_the_draw_at_the_table_and_sees_its_result(evening: Evening) -> None:
    north, scorer = evening.phone("north"), evening.phone(is_scorer=True)
    seen = north.sees()
    assert "Who leads round 1?" in seen
    assert "The draw is made at the table." in seen
    assert "Draw now" not in seen
    draws = ({NORTH: 4, EAST: 6, SOUTH: 1, WEST: 6}, {EAST: 2, WEST: 5})
    evening.enter([Lead(WEST, draws)])
    for phone in (north, scorer):
        seen = phone.sees()
        assert "Dan leads" in seen
        assert "Ami 4" in seen
        assert "Bo 2" in seen
    evening.enter([place("west", "5|5")])
    assert "Bo 2" not in north.sees()


def test_the_referee_draws(any_evening: Evening) -> None:
    scorer = any_evening.phone(is_scorer=True)
    reply = scorer.send("seven-rocks/draw")
    assert reply.status_code == (200 if any_evening.is_htmx else 303)
    lead = last_lead(any_evening)
    assert lead.draws is not None
    assert set(lead.draws[0]) == set(Seat)
    assert any_evening.game.turn is lead.seat


def test_the_table_device_draws_on_a_page_of_its_own(any_evening: Evening) -> None:
    device, url = any_evening.table_device, f"/t/{any_evening.code}/seven-rocks/lead"
    page = device.get(url).text
    assert "Draw now" in words(page)
    fields = form_of(page, f"/t/{any_evening.code}/seven-rocks/draw").fields
    reply = device.post(f"/t/{any_evening.code}/seven-rocks/draw", fields)
    assert where(reply) == f"/t/{any_evening.code}/"
    assert any_evening.game.turn is not None
    assert where(device.get(url)) == f"/t/{any_evening.code}/"


def test_a_seat_has_no_page_of_the_draw_and_no_right_to_it(any_evening: Evening) -> None:
    north = any_evening.phone("north")
    assert where(north.get(f"/t/{any_evening.code}/seven-rocks/lead")) == f"/t/{any_evening.code}/"
    fields = north.fields(version="0")
    assert north.post(f"/t/{any_evening.code}/seven-rocks/draw", fields).status_code == 403
    fields = north.fields(version="0", leader="north")
    assert north.post(f"/t/{any_evening.code}/seven-rocks/lead", fields).status_code == 403
    typed = {name.replace("_", "-"): text for name, text in FIRST.items()}
    fields = north.fields(version="0", **typed)
    assert north.post(f"/t/{any_evening.code}/seven-rocks/lead", fields).status_code == 403
    assert any_evening.version == 0


def test_the_leader_can_be_named_by_agreement(any_evening: Evening) -> None:
    scorer = any_evening.phone(is_scorer=True)
    reply = scorer.post(
        f"/t/{any_evening.code}/seven-rocks/lead", scorer.fields(version="0", leader="south")
    )
    assert reply.status_code == (200 if any_evening.is_htmx else 303)
    assert last_lead(any_evening) == Lead(SOUTH)
    assert "Chie leads" in scorer.sees()


def test_numbers_drawn_at_the_table_are_typed(any_evening: Evening) -> None:
    scorer = any_evening.phone(is_scorer=True)
    numbers(scorer, north_1="3", east_1="12", south_1="9", west_1="0")
    assert last_lead(any_evening) == Lead(EAST, ({NORTH: 3, EAST: 12, SOUTH: 9, WEST: 0},))


def test_those_who_tie_are_asked_again_and_only_they(any_evening: Evening) -> None:
    """Scenario 21."""
    scorer = any_evening.phone(is_scorer=True)
    reply = numbers(scorer, **FIRST)
    assert reply.status_code == 200  # type: ignore[attr-defined]
    page = reply.text  # type: ignore[attr-defined]
    assert "draw again: Bo , Dan" in words(page)
    assert re.findall(r'name="(\w+-2)"', page) == ["east-2", "west-2"]
    assert any_evening.version == 0
    reply = numbers(scorer, page, east_2="2", west_2="2")
    page = reply.text  # type: ignore[attr-defined]
    assert re.findall(r'name="(\w+-3)"', page) == ["east-3", "west-3"]
    numbers(scorer, page, east_3="1", west_3="5")
    lead = last_lead(any_evening)
    assert lead.seat is WEST
    assert lead.draws is not None
    assert [set(draw) for draw in lead.draws] == [set(Seat), {EAST, WEST}, {EAST, WEST}]


@pytest.mark.parametrize(
    "drawn",
    [
        {**FIRST, "north_2": "1", "west_2": "2"},
        {**FIRST, "east_2": "1"},
        {"north_1": "4", "east_1": "6"},
        {**FIRST, "east_2": "1", "west_2": "2", "east_3": "3", "west_3": "4"},
    ],
)
def test_draws_of_the_wrong_players_are_refused_and_kept(
    any_evening: Evening, drawn: dict[str, str]
) -> None:
    """D47."""
    scorer = any_evening.phone(is_scorer=True)
    typed = {name.replace("_", "-"): text for name, text in drawn.items()}
    reply = scorer.post(
        f"/t/{any_evening.code}/seven-rocks/lead", scorer.fields(version="0", **typed)
    )
    assert reply.status_code == 422
    assert "rule SR-3" in words(reply.text)
    assert 'value="6"' in reply.text or ">6<" in reply.text
    assert any_evening.version == 0


@pytest.mark.parametrize("number", ["", "six", "-1", "1.5", "٣", "12345", "1e3"])
def test_what_is_no_number_is_asked_for_again_and_kept(any_evening: Evening, number: str) -> None:
    scorer = any_evening.phone(is_scorer=True)
    reply = numbers(scorer, **{**FIRST, "north_1": number})
    assert reply.status_code == 422  # type: ignore[attr-defined]
    page = reply.text  # type: ignore[attr-defined]
    assert "Each of these players needs the number drawn" in words(page)
    assert f'value="{number}"' in page
    assert 'value="6"' in page


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"leader": "centre"},
        {"leader": "north", "north-1": "4"},
        {"leader": ["north", "east"]},
        {"north-2": "1", "east-2": "2"},
        {"north-1": ["1", "2"]},
        {"middle-1": "4"},
    ],
)
def test_a_form_that_names_no_leader_is_no_entry(
    any_evening: Evening, fields: dict[str, object]
) -> None:
    scorer = any_evening.phone(is_scorer=True)
    sent = scorer.fields(version="0", **fields)
    reply = scorer.post(f"/t/{any_evening.code}/seven-rocks/lead", sent)
    assert reply.status_code == 400
    assert any_evening.version == 0


def test_no_leader_is_drawn_while_a_round_is_played(any_evening: Evening) -> None:
    scorer = any_evening.phone(is_scorer=True)
    any_evening.enter([Lead(NORTH)])
    sent = scorer.fields(version="1")
    reply = scorer.post(f"/t/{any_evening.code}/seven-rocks/draw", sent)
    assert reply.status_code == 409
    assert "Enter for Ami" in words(reply.text)


def test_after_a_block_a_placement_waits_for_the_draw(any_evening: Evening) -> None:
    scorer = any_evening.phone(is_scorer=True)
    any_evening.enter([event for event in events_of(R2) if not isinstance(event, Pass)])
    sent = scorer.fields(version=str(any_evening.version), seat="north", tile="5|5")
    reply = scorer.post(f"/t/{any_evening.code}/seven-rocks/place", sent)
    assert reply.status_code == 409
    assert "Who leads round 2?" in words(reply.text)
