"""Around a table: who is let in where, the menu, asking, the record."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from referee import record
from referee.app import Services
from referee.rules.seven_rocks import Hand, Lead, Seat
from referee.tables import Change, Table, record_of
from tests.rounds import R0, RECORDS, events_of, place
from tests.views.browser import Browser, form_of, where, words

Make = Callable[..., Browser]

ACTIONS = {
    "undo": {},
    "redo": {},
    "again": {"reason": "Misdeal"},
    "close": {},
    "new-game": {},
    "names": {"north": "Eve"},
    "free": {"role": "seat", "seat": "north"},
    "answer": {"request": "1", "granted": "yes"},
    "entry": {"entry": "scorer"},
    "take-over": {},
}


@pytest.fixture
def host(app: Any) -> Browser:
    """The browser that opens the table; it is the table device."""
    return Browser(app)


def state_of(services: Services, code: str) -> Any:
    return services.tables.find(code).state


def enter(services: Services, code: str, *events: Any) -> Table:
    """Enter events as the host does."""
    table = services.tables.find(code)
    for event in events:
        table = services.tables.enter(table, event, Change(None, None, is_host=True))
    return table


def begun(services: Services, host: Browser, **fields: Any) -> str:
    """A table at which Ami has placed 1|4."""
    code = host.open_table(north="Ami", east="Bo", **fields)
    enter(services, code, Lead(Seat.NORTH), place("north", "1|4"))
    return code


def menu_form(visitor: Browser, code: str, action: str, **given: str) -> dict[str, str]:
    return visitor.form(f"/t/{code}/menu", f"/t/{code}/{action}", **given)


def act(visitor: Browser, code: str, action: str, **fields: Any) -> Any:
    """Send the menu's form for `action`."""
    return visitor.submit(f"/t/{code}/menu", f"/t/{code}/{action}", fields)


# the way in


def test_every_device_gets_the_page_of_its_role(
    host: Browser, new_visitor: Make, services: Services
) -> None:
    code = host.open_table()
    player, scorer, watcher = new_visitor(), new_visitor(), new_visitor()
    player.take(code, "west")
    scorer.take(code, None)
    pages = [where_to(each, code) for each in (host, player, scorer, watcher)]
    assert pages == ["table", "play", "play", "watch"]


def where_to(visitor: Browser, code: str) -> str:
    return visitor.get(f"/t/{code}/").headers["Location"].removeprefix(f"/t/{code}/")


def test_a_table_device_that_keeps_score_enters_first(host: Browser) -> None:
    code = host.open_table(entry="table")
    assert where_to(host, code) == "play"
    assert f'href="/t/{code}/play"' in host.page(f"/t/{code}/menu")


def test_a_device_without_a_seat_is_told_how_to_get_one(either: Browser, host: Browser) -> None:
    code = host.open_table()
    reply = either.get(f"/t/{code}/play")
    assert reply.status_code == 403
    assert "has no seat at this table" in words(reply.text)
    assert form_of(reply.text, f"/t/{code}/ask")


@pytest.mark.parametrize("code", ["ZZZZZ", "１２", "٣", "9" * 23, "..%2f..", "%00", "a;b"])
def test_an_unknown_table_is_not_found_on_any_page(either: Browser, code: str) -> None:
    token = either.fields(version="0")
    for page in ("", "play", "menu", "history", "ask", "record.json"):
        assert either.get(f"/t/{code}/{page}").status_code == 404
    for action, fields in ACTIONS.items():
        assert either.post(f"/t/{code}/{action}", token | fields).status_code == 404


def test_only_the_table_device_and_the_scorer_have_the_menu(
    host: Browser, new_visitor: Make
) -> None:
    code = host.open_table()
    player, scorer = new_visitor(), new_visitor()
    player.take(code, "west")
    scorer.take(code, None)
    menus = [each.get(f"/t/{code}/menu").status_code for each in (host, scorer, player)]
    assert menus == [200, 200, 403]
    assert new_visitor().get(f"/t/{code}/menu").status_code == 403


@pytest.mark.parametrize("action", ACTIONS)
def test_a_watcher_changes_nothing(
    either: Browser, host: Browser, services: Services, action: str
) -> None:
    code = begun(services, host)
    host.take(code, "north")
    act(host, code, "undo")
    before = state_of(services, code)
    fields = either.fields(version=str(before.version)) | ACTIONS[action]
    reply = either.post(f"/t/{code}/{action}", fields)
    assert reply.status_code == 403
    assert "This device may not" in words(reply.text)
    assert state_of(services, code) == before


@pytest.mark.parametrize("action", ["close", "again", "new-game", "entry", "take-over"])
def test_a_seat_does_not_run_the_table(
    visitor: Browser, host: Browser, services: Services, action: str
) -> None:
    code = begun(services, host)
    visitor.take(code, "north")
    version = str(state_of(services, code).version)
    fields = visitor.fields(version=version) | ACTIONS[action]
    assert visitor.post(f"/t/{code}/{action}", fields).status_code == 403


@pytest.mark.parametrize("action", ACTIONS)
def test_a_role_at_one_table_counts_nothing_at_another(
    host: Browser, new_visitor: Make, services: Services, action: str
) -> None:
    host.open_table()
    other = begun(services, new_visitor())
    before = state_of(services, other)
    fields = host.fields(version=str(before.version)) | ACTIONS[action]
    assert host.post(f"/t/{other}/{action}", fields).status_code in (403, 409)
    assert state_of(services, other) == before


@pytest.mark.parametrize("action", ACTIONS)
def test_a_change_is_a_post(host: Browser, action: str) -> None:
    code = host.open_table()
    reply = host.get(f"/t/{code}/{action}")
    assert reply.status_code == 405
    assert "POST" in reply.headers["Allow"]


@pytest.mark.parametrize("action", ACTIONS)
def test_a_change_needs_its_key_its_version_and_its_token(
    host: Browser, services: Services, action: str
) -> None:
    code = begun(services, host)
    whole = host.fields(version=str(state_of(services, code).version)) | ACTIONS[action]
    before = state_of(services, code)
    url = f"/t/{code}/{action}"
    assert host.post(url, {k: v for k, v in whole.items() if k != "key"}).status_code == 428
    assert host.post(url, {**whole, "key": "\x00" * 9}).status_code == 400
    assert host.post(url, {**whole, "csrf_token": "x"}).status_code == 403
    if action in ("undo", "redo", "again", "close", "new-game"):
        without = {k: v for k, v in whole.items() if k != "version"}
        assert host.post(url, without).status_code == 428
        for version in ("-1", "1e3", "٣", "NaN", "9" * 20, ""):
            assert host.post(url, {**whole, "version": version}).status_code == 400
        assert host.post(url, {**whole, "version": "0"}).status_code == 409
        assert host.post(url, {**whole, "version": "99"}).status_code == 409
    assert state_of(services, code) == before


# names


def test_the_table_names_any_seat_and_a_field_that_was_not_touched_stays(
    host: Browser, services: Services
) -> None:
    code = host.open_table(north="Ami")
    act(host, code, "names", south=" Chie ")
    table = services.tables.find(code)
    assert dict(table.names) == {"north": "Ami", "south": "Chie"}
    rows = services.store.rows(table.id)
    assert rows[-1].kind == "named"
    assert list(rows[-1].payload["names"]) == ["south"]


def test_a_name_is_taken_away_by_emptying_its_field(host: Browser, services: Services) -> None:
    code = host.open_table(north="Ami")
    act(host, code, "names", north="")
    assert dict(services.tables.find(code).names) == {}


def test_a_seat_names_itself_and_no_other(
    visitor: Browser, host: Browser, services: Services
) -> None:
    code = host.open_table(east="Bo")
    visitor.take(code, "north")
    url = f"/t/{code}/names"
    assert where(visitor.post(url, visitor.fields(north="Eve", back="play"))) == f"/t/{code}/play"
    assert visitor.post(url, visitor.fields(east="Eve")).status_code == 403
    assert visitor.post(url, visitor.fields(north="\u202e")).status_code == 422
    assert dict(services.tables.find(code).names) == {"north": "Eve", "east": "Bo"}


@pytest.mark.parametrize("is_htmx", [False, True])
def test_a_refused_name_stands_in_its_field_with_what_is_wrong(
    host: Browser, services: Services, is_htmx: bool
) -> None:
    code = host.open_table(north="Ami")
    form = menu_form(host, code, "names") | {"west": "x" * 41, "north": "Eve"}
    host.is_htmx = is_htmx
    reply = host.post(f"/t/{code}/names", form)
    assert reply.status_code == 422
    assert "at most 40 characters" in words(reply.text)
    assert f'value="{"x" * 41}"' in reply.text
    assert 'value="Eve"' in reply.text
    assert dict(services.tables.find(code).names) == {"north": "Ami"}


# steps


def test_the_last_step_is_named_undone_and_put_back(host: Browser, services: Services) -> None:
    code = begun(services, host)
    assert "Ami placed 1|4." in words(host.page(f"/t/{code}/menu"))
    assert where(act(host, code, "undo")) == f"/t/{code}/menu"
    page = words(host.page(f"/t/{code}/menu"))
    assert "Undone: Ami placed 1|4." in page
    assert "Ami leads." in page
    act(host, code, "redo")
    assert len(record_of(services.tables.find(code)).events) == 2


@pytest.mark.parametrize("is_htmx", [False, True])
def test_a_menu_that_is_behind_is_shown_again_with_what_was_typed(
    host: Browser, services: Services, is_htmx: bool
) -> None:
    code = begun(services, host)
    form = menu_form(host, code, "again", reason="") | {"reason": "two tiles fell over"}
    enter(services, code, place("east", "1|1", "1|4.low"))
    host.is_htmx = is_htmx
    reply = host.post(f"/t/{code}/again", form)
    assert reply.status_code == 409
    assert "has moved on" in words(reply.text)
    assert 'value="two tiles fell over"' in reply.text
    assert len(record_of(services.tables.find(code)).events) == 3


def test_a_seat_undoes_its_own_entry_while_it_is_the_last(
    visitor: Browser, host: Browser, services: Services
) -> None:
    code = begun(services, host)
    visitor.take(code, "north")
    version = str(state_of(services, code).version)
    reply = visitor.post(f"/t/{code}/undo", visitor.fields(version=version))
    assert where(reply) == f"/t/{code}/"
    version = str(state_of(services, code).version)
    assert visitor.post(f"/t/{code}/undo", visitor.fields(version=version)).status_code == 403


def test_nothing_is_left_to_undo_at_a_table_just_opened(host: Browser) -> None:
    code = host.open_table()
    reply = host.post(f"/t/{code}/undo", host.fields(version="0", back="menu"))
    assert reply.status_code == 409
    assert "nothing that could be undone" in words(reply.text)


def test_a_round_is_dealt_again_for_a_reason(host: Browser, services: Services) -> None:
    code = begun(services, host)
    form = menu_form(host, code, "again")
    host.post(f"/t/{code}/again", form | {"reason": "Exposed tile"})
    assert record_of(services.tables.find(code)).events == (Lead(Seat.NORTH),)
    assert state_of(services, code).play.reason == "Exposed tile"
    assert "The round was dealt again." in words(host.page(f"/t/{code}/menu"))


@pytest.mark.parametrize("reason", ["", "   ", "x" * 401, "a\x00b", "a\u202eb"])
def test_a_reason_is_needed_to_deal_again(host: Browser, services: Services, reason: str) -> None:
    code = begun(services, host)
    reply = act(host, code, "again", reason=reason)
    assert reply.status_code == 422
    assert "needs a reason" in words(reply.text)
    assert len(record_of(services.tables.find(code)).events) == 2


def test_a_table_is_stopped_and_can_be_opened_again_by_undo(
    host: Browser, services: Services
) -> None:
    code = begun(services, host)
    act(host, code, "close")
    page = words(host.page(f"/t/{code}/menu"))
    assert "This table was stopped" in page
    assert "Yes, stop this table" not in page
    assert "Stopped" in words(host.page("/"))
    act(host, code, "undo")
    assert not state_of(services, code).play.is_closed


def test_the_same_players_begin_anew_once_a_game_is_won(host: Browser, services: Services) -> None:
    code = host.open_table(north="Ami", target="5")
    version = host.fields(version="0", back="menu")
    assert host.post(f"/t/{code}/new-game", version).status_code == 409
    enter(services, code, Lead(Seat.NORTH), place("north", "1|4"))
    assert "This game is won." in words(host.page(f"/t/{code}/menu"))
    act(host, code, "new-game")
    table = services.tables.find(code)
    assert (record_of(table).events, table.names["north"]) == ((), "Ami")
    first = json.loads(host.get(f"/t/{code}/record.json?game=1").data)
    assert [event["type"] for event in first["events"]] == ["lead", "place"]
    assert json.loads(host.get(f"/t/{code}/record.json").data)["events"] == []


# people


def test_who_enters_can_change_in_the_middle_of_a_game(host: Browser, services: Services) -> None:
    code = begun(services, host)
    act(host, code, "entry", entry="table")
    assert state_of(services, code).roles.scorer == state_of(services, code).roles.table
    act(host, code, "entry", entry="phones")
    assert state_of(services, code).roles.scorer is None
    assert act(host, code, "entry", entry="everyone").status_code == 400


def test_the_menu_says_who_is_connected_and_frees_a_seat(
    visitor: Browser, host: Browser, services: Services
) -> None:
    code = host.open_table()
    visitor.take(code, "west", "Dan")
    assert "West Dan a phone Free" in words(host.page(f"/t/{code}/menu"))
    act(host, code, "free", role="seat", seat="west")
    assert dict(state_of(services, code).roles.seats) == {}
    assert visitor.get(f"/t/{code}/play").status_code == 403


def test_a_phone_leaves_its_own_seat(visitor: Browser, host: Browser, services: Services) -> None:
    code = host.open_table()
    visitor.take(code, "west")
    fields = visitor.fields(role="seat", seat="west")
    assert where(visitor.post(f"/t/{code}/free", fields)) == f"/t/{code}/"
    assert where_to(visitor, code) == "watch"


def test_a_watcher_asks_for_a_seat_and_is_let_in(
    either: Browser, host: Browser, services: Services
) -> None:
    code = host.open_table()
    assert form_of(either.page(f"/t/{code}/watch"), f"/t/{code}/ask")
    asked = either.submit(
        f"/t/{code}/watch", f"/t/{code}/ask", {"role": "seat", "seat": "south", "name": "Chie"}
    )
    assert where(asked) == f"/t/{code}/ask"
    assert "The table decides." in words(either.get(f"/t/{code}/ask").text)
    assert either.get(f"/t/{code}/play").status_code == 403
    assert "Chie wants to sit at South." in words(host.page(f"/t/{code}/menu"))
    act(host, code, "answer", granted="yes")
    assert where(either.get(f"/t/{code}/ask")) == f"/t/{code}/"
    assert where_to(either, code) == "play"
    assert services.tables.find(code).names["south"] == "Chie"


def test_a_device_that_is_refused_is_told_so(either: Browser, host: Browser) -> None:
    code = host.open_table()
    fields = {"role": "scorer", "seat": None}
    either.submit(f"/t/{code}/watch", f"/t/{code}/ask", fields)
    assert "A phone wants to keep score." in words(host.page(f"/t/{code}/menu"))
    act(host, code, "answer", granted="no")
    assert "you were not let in" in words(either.get(f"/t/{code}/ask").text)


def test_another_screen_becomes_the_table_device(
    visitor: Browser, host: Browser, services: Services
) -> None:
    code = host.open_table()
    visitor.submit(f"/t/{code}/watch", f"/t/{code}/ask", {"role": "table"})
    assert "A screen wants to become the table device." in words(host.page(f"/t/{code}/menu"))
    act(host, code, "answer", granted="yes")
    assert where_to(visitor, code) == "table"
    assert where_to(host, code) == "watch"


def test_an_answer_is_given_once(visitor: Browser, host: Browser, services: Services) -> None:
    code = host.open_table()
    visitor.submit(f"/t/{code}/watch", f"/t/{code}/ask", {"role": "seat", "seat": "east"})
    form = menu_form(host, code, "answer") | {"granted": "yes"}
    host.post(f"/t/{code}/answer", form)
    assert where(host.post(f"/t/{code}/answer", form)) is not None
    reply = host.post(f"/t/{code}/answer", form | host.fields())
    assert reply.status_code == 409
    assert "no longer waiting" in words(reply.text)


@pytest.mark.parametrize(
    ("fields", "status", "told"),
    [
        ({"role": "seat"}, 422, "Choose where you sit first."),
        ({"role": "seat", "seat": "up"}, 400, "could not be read"),
        ({"role": "host"}, 400, "could not be read"),
        ({}, 400, "could not be read"),
        ({"role": "seat", "seat": "east", "name": "x" * 41}, 422, "at most 40 characters"),
    ],
)
def test_a_request_that_cannot_be_read_is_not_passed_on(
    either: Browser,
    host: Browser,
    services: Services,
    fields: dict[str, str],
    status: int,
    told: str,
) -> None:
    code = host.open_table()
    reply = either.post(f"/t/{code}/ask", either.fields(**fields))
    assert reply.status_code == status
    assert told in words(reply.text)
    assert state_of(services, code).requests == ()


def test_a_hostile_name_of_a_waiting_device_is_shown_literally(
    visitor: Browser, host: Browser
) -> None:
    code = host.open_table()
    fields = {"role": "seat", "seat": "east", "name": "<img src=x>{{7*7}}%s"}
    visitor.submit(f"/t/{code}/watch", f"/t/{code}/ask", fields)
    page = host.page(f"/t/{code}/menu")
    assert "<img" not in page
    assert "<img src=x>{{7*7}}%s wants to sit at East." in words(page)


def test_only_a_browser_on_the_servers_own_computer_takes_a_table_over(
    host: Browser, new_visitor: Make, services: Services
) -> None:
    code = host.open_table()
    url = f"/t/{code}/take-over"
    local = new_visitor(address="127.0.0.1")
    assert "Take the table over" not in words(new_visitor().get(f"/t/{code}/menu").text)
    assert "Take the table over" in words(local.get(f"/t/{code}/menu").text)
    forged = local.client.post(
        url, data=local.fields(), headers={"X-Forwarded-For": "127.0.0.1"}, **local._from()
    )
    assert forged.status_code == 403
    local.post(url, local.fields(back="menu"))
    assert where_to(local, code) == "table"
    assert where_to(host, code) == "watch"


def test_the_menu_tells_that_the_table_changed_without_moving_its_buttons(
    host: Browser, visitor: Browser
) -> None:
    code = host.open_table()
    menu = host.page(f"/t/{code}/menu")
    seen = menu.split("/menu?seen=")[1].split('"')[0]
    host.is_htmx = True
    assert words(host.get(f"/t/{code}/menu?seen={seen}").text) == ""
    visitor.take(code, "north")
    assert "Something changed" in words(host.get(f"/t/{code}/menu?seen={seen}").text)


# the record


def test_anyone_at_the_table_saves_the_record(
    either: Browser, host: Browser, services: Services
) -> None:
    data = (RECORDS / f"{R0}.record.json").read_text()
    code = str(where(host.submit("/import", fields={"text": data}))).split("/")[2]
    reply = either.get(f"/t/{code}/record.json")
    assert (reply.status_code, reply.mimetype) == (200, "application/json")
    assert record.loads(reply.data) == record.loads(data.encode())
    name = f'attachment; filename="seven-rocks-{code}-1.json"'
    assert reply.headers["Content-Disposition"] == name


@pytest.mark.parametrize("name", ["../../../etc/passwd", "CON", "%0d%0aSet-Cookie:a=b", "葵" * 99])
def test_nothing_that_was_typed_is_in_the_name_of_a_record_file(
    host: Browser, visitor: Browser, name: str
) -> None:
    code = host.open_table(north=name[:40])
    reply = visitor.get(f"/t/{code}/record.json?name={name}&filename={name}&include=hands")
    assert reply.status_code == 200
    assert reply.headers["Content-Disposition"].endswith(f'"seven-rocks-{code}-1.json"')
    assert "Set-Cookie" not in str(reply.headers)


@pytest.mark.parametrize("game", ["0", "2", "-1", "x", "", "１", "9" * 400])
def test_there_is_no_record_of_a_game_that_was_not_played(host: Browser, game: str) -> None:
    code = host.open_table()
    assert host.get(f"/t/{code}/record.json?game={game}").status_code == 404


def test_a_hand_that_is_still_sealed_is_not_in_the_record_or_on_the_menu(
    host: Browser, visitor: Browser, services: Services
) -> None:
    code = host.open_table()
    blocked = [event for event in events_of("R1") if not isinstance(event, Hand)]
    table = enter_all(services, code, blocked)
    first = next(event for event in events_of("R1") if isinstance(event, Hand))
    services.tables.seal(table, first, Change(None, None, is_host=True))
    exported = visitor.get(f"/t/{code}/record.json").text
    assert '"hand"' not in exported
    kept = {str(tile) for tile in first.tiles}
    page = host.page(f"/t/{code}/menu") + host.page("/")
    assert not any(tile in page for tile in kept if tile not in exported)


def enter_all(services: Services, code: str, events: list[Any]) -> Table:
    """Enter a whole round; what the referee enters by itself is left to it."""
    table = services.tables.find(code)
    for index, event in enumerate(events):
        if len(record_of(table).events) > index:
            continue
        change = Change(None, None, is_host=True)
        table = services.tables.enter(table, event, change, is_confirmed=True)
    return table


def test_the_entries_are_listed_for_anyone(
    either: Browser, host: Browser, services: Services
) -> None:
    code = begun(services, host)
    page = words(either.page(f"/t/{code}/history"))
    assert "1|4" in page
    assert "Ami" in page


def test_a_refusal_on_a_page_of_its_own_leads_back_to_the_table(
    visitor: Browser, host: Browser
) -> None:
    code = host.open_table()
    reply = visitor.post(f"/t/{code}/close", visitor.fields(version="0"))
    assert f'href="/t/{code}/"' in reply.text
    unknown = visitor.post("/t/ZZZZZ/close", visitor.fields(version="0"))
    assert "/t/ZZZZZ/" not in unknown.text


@pytest.mark.parametrize("page", ["menu", "history"])
def test_scores_turn_and_last_placement_stand_on_pages_about_something_else_too(
    host: Browser, services: Services, page: str
) -> None:
    code = begun(services, host)
    seen = words(host.get(f"/t/{code}/{page}").text)
    assert "Bo plays now" in seen
    assert "Ami placed 1|4, 5 points, North–South 5." in seen
