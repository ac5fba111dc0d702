"""What has the form of a record and what has not (RECORD.md, fine points)."""

import json

import pytest

from referee import record
from referee.record import NotARecord
from referee.rules.seven_rocks import Lead, Options, Place, Ruling, Seat, Tile

LEAD = {"type": "lead", "seat": "north"}
RULING = {"type": "ruling", "side": "east-west", "points": 5, "reason": "x"}


def data(events=(), **fields):
    """A record as bytes; a field given as None is left out."""
    whole = {"format": "referee-record/1", "game": "seven-rocks", "events": events, **fields}
    return json.dumps({name: value for name, value in whole.items() if value is not None}).encode()


def part_of(content):
    """Why `content` is no record; that it is none is also all that a replay says."""
    with pytest.raises(NotARecord) as caught:
        record.loads(content)
    answer = record.replay_json(record.replay(content))
    message = answer["error"].pop("message")
    assert message
    assert message.isprintable()
    assert answer == {
        "format": "referee-replay/1",
        "game": None,
        "status": "lead",
        "scores": {"north-south": 0, "east-west": 0},
        "winner": None,
        "turn": None,
        "rounds": [],
        "irregularities": [],
        "error": {"event": None, "rule": None, "code": "not-a-record"},
    }
    return caught.value.facts["part"]


def test_the_smallest_record_has_a_format_a_game_and_no_events():
    assert record.loads(data()) == record.Record("seven-rocks", Options(250), ())


@pytest.mark.parametrize(
    "fields",
    [
        {"options": {}},
        {"players": {}},
        {"options": {"target": 5}},
        {"options": {"target": 10_000}},
        {"players": {"south": ""}},
        {"players": {"north": "N" * 80, "west": "\n"}},
        {"players": {"east": "\U0001f600" * 80}},  # counted in code points
        {"players": {"east": "e\u0301"}},  # need not be NFC
    ],
)
def test_options_and_players_may_be_left_out_or_empty(fields):
    loaded = record.loads(data(**fields))
    assert loaded.players == fields.get("players", {})
    assert loaded.options.target == fields.get("options", {}).get("target", 250)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "not-json"),
        (b"{", "not-json"),
        (b"[]", "not-an-object"),
        (b"null", "not-an-object"),
        (b'"referee-record/1"', "not-an-object"),
        (b"{}", "field-missing"),
        (data() + b"{}", "not-json"),
        (data()[:-1] + b",}", "not-json"),
        (b"\xef\xbb\xbf" + data(), "byte-order-mark"),
        (data().decode().encode("utf-16"), "not-utf-8"),
        (data(players={"north": "x"}).replace(b"x", b"\xff"), "not-utf-8"),
        (data(players={"north": "x"}).replace(b"x", b"\xed\xa0\x80"), "not-utf-8"),
        (data(players={"north": "x"}).replace(b"x", b"\\ud800"), "half-a-character"),
        (data(players={"north": "x"}).replace(b"x", b"\\udc00\\ud800"), "half-a-character"),
        (data(players={"north": "x"}).replace(b"x", b"\n"), "not-json"),
        (data(events=None), "field-missing"),
        (data(game=None), "field-missing"),
        (data(format=None), "field-missing"),
        (data(format="referee-record/2"), "format-unknown"),
        (data(format=1), "not-text"),
        (data(game="chess"), "game-unknown"),
        (data(game=["seven-rocks"]), "not-text"),
        (data(note=""), "field-unknown"),
        (data(events={}), "not-a-list"),
        (data(options=[]), "not-an-object"),
        (data(options={"goal": 250}), "field-unknown"),
        (data(options={"target": 4}), "target-out-of-range"),
        (data(options={"target": 10_001}), "target-out-of-range"),
        (data(options={"target": -250}), "target-out-of-range"),
        (data(options={"target": True}), "not-a-whole-number"),
        (data(options={"target": "250"}), "not-a-whole-number"),
        (data(options={"target": 250.0}), "not-a-whole-number"),
        (data(options={"target": 250}).replace(b"250", b"25e1"), "not-a-whole-number"),
        (data(options={"target": 250}).replace(b"250", b"NaN"), "not-a-whole-number"),
        (data(options={"target": 250}).replace(b"250", b"Infinity"), "not-a-whole-number"),
        (data(options={"target": 250}).replace(b"250", b"-Infinity"), "not-a-whole-number"),
        (data(options={"target": 250}).replace(b"250", b"0250"), "not-json"),
        (data(options={"target": 250}).replace(b"250", b"null"), "not-a-whole-number"),
        (
            data(options={"x": 1}).replace(b'"options": {"x": 1}', b'"options": null'),
            "not-an-object",
        ),
        (data(players={"x": 1}).replace(b'{"x": 1}', b"null"), "not-an-object"),
        (data(players={"north": None}), "not-text"),
        (data(players={"north": 7}), "not-text"),
        (data(players={"North": "Ami"}), "field-unknown"),
        (data(players={"north": "N" * 81}), "text-too-long"),
        (data().replace(b'"events"', b'"game": "seven-rocks", "events"'), "field-repeated"),
        (data(options={"target": 1}).replace(b"1}", b'50, "target": 50}'), "field-repeated"),
        (b'{"a": {"b": 1, "b": 1}}', "field-repeated"),
        (b'{"a": 1, "\\u0061": 1}', "field-repeated"),
    ],
)
def test_a_file_that_is_no_record(content, part):
    assert part_of(content) == part


@pytest.mark.parametrize(
    ("event", "part"),
    [
        (None, "not-an-object"),
        ("lead", "not-an-object"),
        ([LEAD], "not-an-object"),
        ({}, "event-type-unknown"),
        ({"seat": "north"}, "event-type-unknown"),
        ({"type": "Lead", "seat": "north"}, "event-type-unknown"),
        ({"type": None, "seat": "north"}, "event-type-unknown"),
        ({"type": ["lead"], "seat": "north"}, "event-type-unknown"),
        ({"type": "lead"}, "field-missing"),
        ({"type": "lead", "seat": None}, "not-text"),
        ({"type": "lead", "seat": 0}, "not-text"),
        ({"type": "lead", "seat": "north", "tile": "1|4"}, "field-unknown"),
        ({"type": "lead", "seat": "north", "draws": None}, "not-a-list"),
        ({"type": "lead", "seat": "north", "draws": {}}, "not-a-list"),
        ({"type": "lead", "seat": "north", "draws": [[]]}, "not-an-object"),
        ({"type": "lead", "seat": "north", "draws": [{"north": "9"}]}, "not-a-whole-number"),
        ({"type": "lead", "seat": "north", "draws": [{"north": True}]}, "not-a-whole-number"),
        ({"type": "lead", "seat": "north", "draws": [{"north": 9.5}]}, "not-a-whole-number"),
        ({"type": "lead", "seat": "north", "draws": [{"x": None}]}, "not-a-whole-number"),
        ({"type": "lead", "seat": "north", "draws": [{"\ud800": 1}]}, "half-a-character"),
        ({"type": "place", "seat": "north"}, "field-missing"),
        ({"type": "place", "tile": "1|4"}, "field-missing"),
        ({"type": "place", "seat": "north", "tile": 14}, "not-text"),
        ({"type": "place", "seat": "north", "tile": "1|4", "at": None}, "not-text"),
        ({"type": "place", "seat": "north", "tile": "1|4", "points": 5}, "field-unknown"),
        ({"type": "pass"}, "field-missing"),
        ({"type": "pass", "seat": "north", "reason": "x"}, "field-unknown"),
        ({"type": "pass", "seat": "\ud800"}, "half-a-character"),
        ({"type": "hand", "seat": "north"}, "field-missing"),
        ({"type": "hand", "seat": "north", "tiles": "1|4"}, "not-a-list"),
        ({"type": "hand", "seat": "north", "tiles": [["1|4"]]}, "not-text"),
        ({"type": "hand", "seat": "north", "tiles": [None]}, "not-text"),
        ({"type": "ruling", "side": "east-west", "points": 5}, "field-missing"),
        ({**RULING, "side": None}, "not-text"),
        ({**RULING, "points": "5"}, "not-a-whole-number"),
        ({**RULING, "points": True}, "not-a-whole-number"),
        ({**RULING, "reason": None}, "not-text"),
        ({**RULING, "reason": "x" * 401}, "text-too-long"),
        ({**RULING, "seat": "north"}, "field-unknown"),
    ],
)
def test_an_event_that_has_not_the_form_of_one(event, part):
    """Wherever it stands, and even behind an event that no rule allows."""
    bad = {"type": "place", "seat": "nobody", "tile": "9|9"}
    assert part_of(data([bad, LEAD, event])) == part
    with pytest.raises(NotARecord):
        record.event_from_json("seven-rocks", event)


def test_a_record_has_at_most_1_mib():
    padded = data().ljust(record.MAX_BYTES)
    assert len(padded) == 1_048_576
    assert record.loads(padded).events == ()
    assert part_of(padded + b" ") == "file-too-large"


def test_a_record_has_at_most_10_000_events():
    assert len(record.loads(data([LEAD] * 10_000)).events) == 10_000
    assert part_of(data([LEAD] * 10_001)) == "too-many-events"


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_whole_number_has_at_most_4_300_digits(sign):
    drawn = data([{**LEAD, "draws": [{"north": 77}]}])
    longest = drawn.replace(b"77", (sign + "7" * 4_300).encode())
    (lead,) = record.loads(longest).events
    assert abs(lead.draws[0][Seat.NORTH]) == int("7" * 4_300)
    assert record.replay_json(record.replay(longest))["error"]["code"] == "bad-draw"
    assert part_of(longest.replace(b"7" * 4_300, b"7" * 4_301)) == "number-too-long"


@pytest.mark.parametrize(("opening", "ending"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
def test_nesting_however_deep_is_no_failure(opening, ending):
    assert part_of((opening * record.MAX_BYTES)[: record.MAX_BYTES].encode()) == "not-json"
    count = record.MAX_BYTES // len(opening + ending) - 1
    assert part_of((opening * count + "1" + ending * count).encode()) == "not-json"


def test_a_reason_may_have_400_characters_and_may_be_blank():
    longest = {**RULING, "reason": "\U0001f600" * 400}
    blank = {**RULING, "reason": " "}
    assert record.replay(data([longest, blank])).refusal is None


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"type": "pass", "seat": "North"}, "bad-seat"),
        ({"type": "pass", "seat": ""}, "bad-seat"),
        ({"type": "lead", "seat": "north", "draws": [{"nobody": 1}]}, "bad-seat"),
        ({"type": "lead", "seat": "x", "draws": [{"north": 1}]}, "bad-seat"),
        ({"type": "place", "seat": "x", "tile": "9|9", "at": "x"}, "bad-seat"),
        ({"type": "place", "seat": "north", "tile": "4|1", "at": "x"}, "bad-tile"),
        ({"type": "place", "seat": "north", "tile": "1|7"}, "bad-tile"),
        ({"type": "place", "seat": "north", "tile": "１|４"}, "bad-tile"),
        ({"type": "hand", "seat": "north", "tiles": ["1|4", "7|7"]}, "bad-tile"),
        ({"type": "place", "seat": "north", "tile": "1|4", "at": "6|4.high"}, "bad-connection"),
        ({"type": "place", "seat": "north", "tile": "1|4", "at": "4|6"}, "bad-connection"),
        ({"type": "place", "seat": "north", "tile": "1|4", "at": ""}, "bad-connection"),
    ],
)
def test_a_text_that_names_nothing_is_found_before_any_event_is_played(event, code):
    """Though the first event breaks a rule; the event named is the first that has such a text."""
    illegal = {"type": "pass", "seat": "north"}
    later = {"type": "pass", "seat": "somebody"}
    played = record.replay(data([illegal, event, later], options={"target": 50}))
    answer = record.replay_json(played)
    assert (answer["game"], answer["status"], answer["rounds"]) == ("seven-rocks", "lead", [])
    assert answer["error"]["event"] == 1
    assert (answer["error"]["code"], answer["error"]["rule"]) == (code, None)


def test_no_record_is_found_before_a_text_that_names_nothing():
    """ "not-a-record" stands first in the table."""
    assert part_of(data([{"type": "pass", "seat": "nobody"}, {"type": "pass"}])) == "field-missing"


def test_an_unknown_side_of_a_ruling_is_found_when_it_is_played():
    loaded = record.loads(data([LEAD, {**RULING, "side": "north"}]))
    assert loaded.events == (Lead(Seat.NORTH), Ruling("north", 5, "x"))
    played = record.play(loaded)
    assert (played.event, played.refusal.code) == (1, "bad-ruling")
    assert played.game.turn is Seat.NORTH


def test_connection_points_that_do_not_fit_are_legal_text():
    place = {"type": "place", "seat": "north", "tile": "1|4", "at": "1|4.arm-a"}
    (event,) = record.loads(data([place])).events
    assert event == Place(Seat.NORTH, Tile.parse("1|4"), event.at)
    assert str(event.at) == "1|4.arm-a"
