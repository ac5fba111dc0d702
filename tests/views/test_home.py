"""The start page, a new table, a record opened as a table, the language."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from referee import record
from referee.app import Services
from referee.rules.seven_rocks import Lead, Partnership, Ruling, Seat
from referee.tables import record_of
from tests.rounds import R0, RECORDS
from tests.views.browser import Browser, where, words

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><b>",
    "javascript:alert(1)",
    "' OR 1=1 --",
    '"); DROP TABLE events;--',
    "{{7*7}}",
    "{0.__class__}",
    "%s%n",
    "$(reboot)",
    "=HYPERLINK(1)",
]


def written(**fields: Any) -> bytes:
    """A record as a file holds it."""
    head = {"format": "referee-record/1", "game": "seven-rocks", "events": []}
    return json.dumps(head | fields, ensure_ascii=False).encode()


def opened(services: Services, code: str) -> record.Record:
    return record_of(services.tables.find(code))


# the start page


def test_the_start_page_says_what_this_is_and_offers_a_table(visitor: Browser) -> None:
    page = visitor.page("/")
    assert "The counting is done here." in words(page)
    assert 'href="/new"' in page
    assert "anyone on this Wi-Fi could read along" in words(page)


def test_a_visitor_on_the_servers_own_address_is_shown_one_that_phones_reach(
    make_app: Callable[..., Flask],
) -> None:
    visitor = Browser(make_app(addresses=lambda: ["http://192.168.1.5:5000"]), address="127.0.0.1")
    assert "http://192.168.1.5:5000" in visitor.page("http://127.0.0.1:5000/")
    assert "http://192.168.1.5:5000" in visitor.page("http://[::1]:5000/")
    assert "only this computer knows" not in words(visitor.page("http://192.168.1.5:5000/"))


def test_a_device_finds_its_tables_again(visitor: Browser, new_visitor: Any) -> None:
    code = visitor.open_table(north="Ami")
    page = visitor.page("/")
    assert f'href="/t/{code}/"' in page
    assert "Ami" in words(page)
    assert "Go on" in words(page)
    assert code not in new_visitor().page("/")


@pytest.mark.parametrize("typed", ["{code}", " {code} ", "{lower}", "{code:.2} {code:.0}{rest}"])
def test_a_watcher_types_the_code_as_people_do(visitor: Browser, typed: str) -> None:
    code = visitor.open_table()
    text = typed.format(code=code, lower=code.lower(), rest=code[2:])
    reply = visitor.get("/watch", query_string={"code": text})
    assert reply.headers["Location"] == f"/t/{code}/watch"


@pytest.mark.parametrize("code", ["", "ZZZZZ", "../x", "１２", "٣", "9" * 400, "\x00", '"><b>'])
def test_an_unknown_code_is_told_beside_its_field(either: Browser, code: str) -> None:
    reply = either.get("/watch", query_string={"code": code})
    assert reply.status_code == 404
    assert "No table has this code." in words(reply.text)
    assert "<b>" not in reply.text.split('id="code"')[1].split(">")[0]


def test_watching_codes_cannot_be_tried_in_thousands(visitor: Browser) -> None:
    replies = [visitor.get("/watch?code=AAAAA").status_code for _ in range(31)]
    assert replies == [404] * 30 + [429]


# the language


@pytest.mark.parametrize("language", ["ko", "ja", "en"])
def test_a_language_is_chosen_for_this_browser_and_kept(either: Browser, language: str) -> None:
    fields = either.fields(language=language, back="/new")
    assert where(either.post("/language", fields)) == "/new"
    assert f'<html lang="{language}">' in either.page("/")


@pytest.mark.parametrize(
    "back",
    ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:x", "", "/ x"],
)
def test_choosing_a_language_never_leads_to_another_server(visitor: Browser, back: str) -> None:
    assert where(visitor.post("/language", visitor.fields(language="ko", back=back))) == "/"


@pytest.mark.parametrize("language", ["xx", "", "../ko", "en\r\nSet-Cookie: a=b"])
def test_an_unknown_language_is_not_taken(visitor: Browser, language: str) -> None:
    assert visitor.post("/language", visitor.fields(language=language)).status_code == 400


# a new table


def test_a_new_table_needs_nothing_to_be_typed(either: Browser, services: Services) -> None:
    code = either.open_table()
    table = services.tables.find(code)
    assert (table.game.target, table.state.entry, dict(table.names)) == (250, "phones", {})
    assert table.state.roles.table is not None


def test_a_table_is_opened_as_it_was_asked_for(either: Browser, services: Services) -> None:
    code = either.open_table(north=" Ami ", west="지민", target="60", entry="table", language="ja")
    table = services.tables.find(code)
    assert dict(table.names) == {"north": "Ami", "west": "지민"}
    assert (table.game.target, table.state.language) == (60, "ja")
    assert table.state.roles.scorer == table.state.roles.table
    assert '<html lang="ja">' in either.page("/")


def test_a_game_goes_on_from_a_score(either: Browser, services: Services) -> None:
    code = either.open_table(
        **{"score-north-south": "-123", "score-east-west": "47", "leader": "south"}
    )
    assert opened(services, code).events == (
        Ruling(Partnership.NORTH_SOUTH, -123, "carried over"),
        Ruling(Partnership.EAST_WEST, 47, "carried over"),
        Lead(Seat.SOUTH),
    )


def test_a_score_of_0_needs_no_ruling(visitor: Browser, services: Services) -> None:
    code = visitor.open_table(**{"score-north-south": "0", "score-east-west": "\u22125"})
    assert opened(services, code).events == (Ruling(Partnership.EAST_WEST, -5, "carried over"),)


@pytest.mark.parametrize(
    "target", ["4", "10001", "-250", "2e2", "２５０", "250.0", "NaN", "9" * 99]
)
def test_a_target_out_of_range_is_told_beside_its_field(either: Browser, target: str) -> None:
    reply = either.submit("/new", fields={"target": target, "north": "Ami", "entry": "scorer"})
    assert reply.status_code == 422
    assert "from 5 to 10,000" in words(reply.text)
    assert f'value="{target}"' in reply.text
    assert 'value="Ami"' in reply.text
    assert 'value="scorer" checked' in reply.text


@pytest.mark.parametrize("score", ["250", "10000", "-10001", "1,5", "x", "--5", "1_0"])
def test_a_score_has_to_be_a_whole_number_below_the_target(either: Browser, score: str) -> None:
    reply = either.submit("/new", fields={"score-east-west": score, "leader": "east"})
    assert reply.status_code == 422
    assert "below the target" in words(reply.text)
    assert f'value="{score}"' in reply.text
    assert '<details class="card" open>' in reply.text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("   ", "blanks alone"),
        ("\u3164", "blanks alone"),
        ("a" * 41, "at most 40 characters"),
        ("a" * 10_000, "at most 40 characters"),
        ("A\u202eb", "can't be seen"),
        ("A\x00b", "can't be seen"),
        ("q" + "\u0302" * 9, "too many marks"),
    ],
)
def test_a_name_that_cannot_be_taken_is_told_beside_its_seat(
    either: Browser, services: Services, name: str, sentence: str
) -> None:
    reply = either.submit("/new", fields={"south": name, "target": "60"})
    assert reply.status_code == 422
    assert sentence in words(reply.text)
    assert 'value="60"' in reply.text
    assert services.tables.all() == []


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_literally_and_nothing_of_it_is_run(
    visitor: Browser, services: Services, name: str
) -> None:
    code = visitor.open_table(east=name)
    for page in ("/", f"/t/{code}/menu"):
        html = visitor.page(page)
        assert "<script>alert" not in html
        assert "<img" not in html
        assert name in words(html) or name in visitor.form(page, f"/t/{code}/names").values()
    assert opened(services, code).players == {"east": name}


@pytest.mark.parametrize(
    "wrong",
    [
        {"entry": "everyone"},
        {"language": "xx"},
        {"leader": "up"},
        {"game": "go"},
        {"game": None},
        {"north": ["Ami", "Bo"]},
        {"target": ["5", "6"]},
        {"key": "short"},
    ],
)
def test_a_form_that_no_page_makes_is_refused(
    either: Browser, services: Services, wrong: dict[str, Any]
) -> None:
    reply = either.submit("/new", fields=wrong)
    assert reply.status_code == 400
    assert services.tables.all() == []


def test_a_form_without_its_key_or_its_token_opens_nothing(
    either: Browser, services: Services
) -> None:
    assert either.submit("/new", fields={"key": None}).status_code == 428
    assert either.submit("/new", fields={"csrf_token": None}).status_code == 403
    assert services.tables.all() == []


def test_a_form_that_is_sent_twice_opens_one_table(either: Browser, services: Services) -> None:
    either.open_table()
    fields = either.form("/new", "/new")
    first, second = either.post("/new", fields), either.post("/new", fields)
    assert where(first) == where(second)
    assert len(services.tables.all()) == 2


def test_an_address_opens_so_many_tables_an_hour(make_app: Callable[..., Flask]) -> None:
    app = make_app(config={"TABLES_PER_HOUR": 2})
    visitor = Browser(app)
    visitor.open_table()
    visitor.submit("/new", fields={"target": "1"})
    visitor.open_table()
    reply = visitor.submit("/new")
    assert reply.status_code == 429
    assert int(reply.headers["Retry-After"]) > 0
    assert "Too many requests" in words(reply.text)
    assert visitor.submit("/import", fields={"text": written().decode()}).status_code == 429
    assert visitor.get("/new").status_code == 200
    Browser(app, address="192.168.1.21").open_table()


# a record


def sent(visitor: Browser, data: bytes, **fields: Any) -> TestResponse:
    """Upload a file."""
    form = visitor.form("/import", "/import") | fields
    file = FileStorage(BytesIO(data), filename="a.json")
    boundary, body = encode_multipart({**form, "record": file})
    return visitor.post("/import", body, content_type=f"multipart/form-data; boundary={boundary}")


@pytest.mark.parametrize("is_pasted", [True, False])
def test_a_record_is_opened_as_a_table(
    either: Browser, services: Services, is_pasted: bool
) -> None:
    data = (RECORDS / f"{R0}.record.json").read_bytes()
    reply = (
        either.submit("/import", fields={"text": data.decode()})
        if is_pasted
        else sent(either, data)
    )
    code = str(where(reply)).split("/")[2]
    assert record.replay_json(record.play(opened(services, code))) == record.replay_json(
        record.replay(data)
    )


def test_names_of_a_record_stay_as_they_are_written_and_are_shown_cleaned(
    visitor: Browser, services: Services
) -> None:
    names = {"north": "e\u0301\u202e" + "x" * 70, "east": "A\x00\nb", "west": "\u200b"}
    code = str(where(sent(visitor, written(players=names)))).split("/")[2]
    exported = json.loads(visitor.get(f"/t/{code}/record.json").data)
    assert exported["players"] == names
    menu = visitor.page(f"/t/{code}/menu")
    assert "\u202e" not in menu
    assert "\x00" not in menu
    unchanged = visitor.submit(f"/t/{code}/menu", f"/t/{code}/names")
    assert unchanged.status_code == 303
    assert opened(services, code).players == names


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 422),
        (b"   ", 422),
        (b"hello", 400),
        (b"<html>", 400),
        (b"\xef\xbb\xbf{}", 400),
        ("{}".encode("utf-16"), 400),
        (b"\x1f\x8b\x08\x00", 400),
        (b"PK\x03\x04", 400),
        (b"SQLite format 3\x00", 400),
        (b"{}", 422),
        (b"[]", 422),
        (b"null", 422),
        (b'{"format":"referee-record/2","game":"seven-rocks","events":[]}', 422),
        (written(game="go"), 422),
        (written(extra=1), 422),
        (written(__proto__={}), 422),
        (written(device="x"), 422),
        (
            b'{"format":"referee-record/1","game":"seven-rocks","game":"seven-rocks","events":[]}',
            422,
        ),
        (written(options={"target": 4}), 422),
        (written(options={"target": True}), 422),
        (written(options={"target": 250.0}), 422),
        (
            b'{"format":"referee-record/1","game":"seven-rocks","options":{"target":1e400},"events":[]}',
            422,
        ),
        (
            b'{"format":"referee-record/1","game":"seven-rocks","options":{"target":NaN},"events":[]}',
            422,
        ),
        (written(players={"up": "x"}), 422),
        (written(players={"north": "x" * 81}), 422),
        (written(events=[{"type": "pass", "seat": "north"}] * 10_001), 422),
    ],
)
def test_what_is_no_record_opens_no_table(
    either: Browser, services: Services, data: bytes, status: int
) -> None:
    reply = sent(either, data)
    assert reply.status_code == status
    assert "Not accepted" in words(reply.text)
    assert services.tables.all() == []


@pytest.mark.parametrize(
    "data",
    [b"[" * 100_000, b'{"a":' * 50_000, b'{"events":' + b"9" * 5_000 + b"}"],
    ids=["brackets", "objects", "digits"],
)
def test_a_record_that_would_hurt_its_reader_is_refused_at_once(
    visitor: Browser, services: Services, data: bytes
) -> None:
    begin = time.monotonic()
    assert sent(visitor, data).status_code in (400, 422)
    assert time.monotonic() - begin < 10
    assert services.tables.all() == []


def test_a_file_of_more_than_1_mib_is_too_large(either: Browser, services: Services) -> None:
    assert sent(either, b" " * (1 << 20) + b"{}").status_code == 413
    assert sent(either, b"x" * (2 << 20)).status_code == 413
    assert either.submit("/import", fields={"text": "x" * (2 << 20)}).status_code == 413
    assert services.tables.all() == []


def test_no_other_form_may_be_as_large_as_a_record(visitor: Browser) -> None:
    assert visitor.submit("/new", fields={"north": "x" * 20_000}).status_code == 413


def test_a_record_of_exactly_1_mib_is_read(visitor: Browser) -> None:
    data = written()
    assert where(sent(visitor, data + b" " * ((1 << 20) - len(data))))


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([{"type": "lead", "seat": "up"}], ["event 0", "names no seat"]),
        (
            [{"type": "lead", "seat": "north"}, {"type": "place", "seat": "north", "tile": "4|1"}],
            ["event 1", "names no tile"],
        ),
        (
            [{"type": "lead", "seat": "north"}, {"type": "place", "seat": "east", "tile": "1|4"}],
            ["event 1", "SR-4", "Ami"],
        ),
        (
            [
                {"type": "lead", "seat": "north"},
                {"type": "place", "seat": "north", "tile": "1|4"},
                {"type": "place", "seat": "east", "tile": "2|3", "at": "1|4.low"},
            ],
            ["event 2", "SR-5"],
        ),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_with_its_event_and_rule(
    either: Browser, services: Services, events: list[Any], told: list[str]
) -> None:
    reply = sent(either, written(events=events, players={"north": "Ami"}))
    assert reply.status_code == 422
    assert all(each in words(reply.text) for each in told), words(reply.text)
    assert services.tables.all() == []


def test_a_pasted_record_is_still_there_after_a_refusal(either: Browser) -> None:
    reply = either.submit("/import", fields={"text": '{"format": "</textarea><script>"'})
    assert reply.status_code == 400
    assert '<script>"' not in reply.text
    assert "&lt;/textarea&gt;&lt;script&gt;" in reply.text


def test_the_same_record_twice_offers_the_table_that_is_here(
    visitor: Browser, new_visitor: Any, services: Services
) -> None:
    data = (RECORDS / f"{R0}.record.json").read_bytes()
    code = str(where(sent(visitor, data))).split("/")[2]
    reply = sent(visitor, data)
    assert reply.status_code == 409
    assert "Already here" in words(reply.text)
    assert f'href="/t/{code}/"' in reply.text
    assert len(services.tables.all()) == 1
    assert where(sent(visitor, data, again="yes"))
    assert where(sent(new_visitor(), data))
    assert len(services.tables.all()) == 3


def test_an_import_gives_this_browser_the_table_and_nobody_a_seat(
    visitor: Browser, services: Services
) -> None:
    code = str(where(sent(visitor, written()))).split("/")[2]
    roles = services.tables.find(code).state.roles
    assert roles.table is not None
    assert (roles.scorer, dict(roles.seats)) == (None, {})


# the server's own check


def test_only_this_computer_is_told_how_the_server_does(visitor: Browser, new_visitor: Any) -> None:
    assert visitor.get("/healthz").status_code == 404
    visitor.open_table()
    told = new_visitor(address="127.0.0.1").get("/healthz")
    assert told.get_json() == {"status": "ok", "streams": 0, "tables": 1}


@pytest.mark.parametrize("url", ["/", "/new", "/import", "/join"])
def test_a_preview_that_asks_for_the_head_of_a_page_gets_it(visitor: Browser, url: str) -> None:
    assert visitor.client.head(url).status_code == 200


@pytest.mark.parametrize("url", ["/language", "/healthz", "/new", "/import", "/"])
def test_an_address_says_which_methods_it_takes(visitor: Browser, url: str) -> None:
    reply = visitor.client.open(url, method="PUT")
    assert reply.status_code in (403, 405)
    assert visitor.client.open(url, method="TRACE").status_code == 405
