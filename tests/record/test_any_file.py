"""Whatever a file holds, the answer is an answer: a refusal or a game, never a failure."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import record
from referee.messages import sentence
from referee.record import BadText, NotARecord
from referee.rules.seven_rocks import TILES, Port, Seat

NAMES = ["north", "west", "1|4", "1|4.low", "north-south", "lead", "place", "", "\n", "\u2028"]
TEXTS = st.sampled_from([*NAMES, *(str(tile) for tile in TILES)]) | st.text(max_size=5)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
)
SEATS = st.sampled_from([seat.value for seat in Seat]) | TEXTS
TILE_TEXTS = st.sampled_from([str(tile) for tile in TILES]) | TEXTS
AT_TEXTS = st.builds("{}.{}".format, TILE_TEXTS, st.sampled_from([port.value for port in Port]))


def event_of(kind, **fields):
    return st.fixed_dictionaries({"type": st.just(kind), **fields})


EVENTS = st.one_of(
    event_of("lead", seat=SEATS),
    event_of("lead", seat=SEATS, draws=st.lists(st.dictionaries(SEATS, st.integers()), max_size=3)),
    event_of("place", seat=SEATS, tile=TILE_TEXTS),
    event_of("place", seat=SEATS, tile=TILE_TEXTS, at=AT_TEXTS | TEXTS),
    event_of("pass", seat=SEATS),
    event_of("hand", seat=SEATS, tiles=st.lists(TILE_TEXTS, max_size=8)),
    event_of("ruling", side=TEXTS, points=st.integers(), reason=TEXTS),
)
RECORDS = st.fixed_dictionaries(
    {
        "format": st.just("referee-record/1"),
        "game": st.just("seven-rocks"),
        "events": st.lists(EVENTS, max_size=6),
    },
    optional={"options": VALUES, "players": VALUES, "more": VALUES},
)


def answered(content):
    """Replays the content and checks the form of the answer."""
    played = record.replay(content)
    answer = json.loads(json.dumps(record.replay_json(played), allow_nan=False))
    assert isinstance(record.account(played), str)
    if played.refusal is not None:
        assert answer["error"]["message"] == sentence(played.refusal)
        assert answer["error"]["message"].isprintable()
    return played


@given(st.binary(max_size=200))
def test_any_bytes(content):
    assert answered(content).game_id is None


@given(VALUES)
def test_any_json(value):
    assert isinstance(answered(json.dumps(value).encode()).refusal, NotARecord)


@given(RECORDS)
def test_anything_like_a_record(value):
    content = json.dumps(value).encode()
    played = answered(content)
    if played.record is None:
        with pytest.raises((NotARecord, BadText)) as caught:
            record.loads(content)
        assert played.refusal.code == caught.value.code
    else:
        assert played.record == record.loads(content)
        assert record.loads(record.dumps(played.record).encode()) == played.record


@given(st.data())
def test_a_legal_record_with_any_one_value_exchanged(data):
    value = {
        "format": "referee-record/1",
        "game": "seven-rocks",
        "options": {"target": 250},
        "players": {"north": "Ami"},
        "events": [
            {"type": "lead", "seat": "north", "draws": [{seat.value: 9 for seat in Seat}]},
            {"type": "place", "seat": "north", "tile": "1|4"},
            {"type": "place", "seat": "east", "tile": "4|4", "at": "1|4.high"},
            {"type": "hand", "seat": "east", "tiles": ["1|1"]},
            {"type": "ruling", "side": "north-south", "points": 5, "reason": "x"},
        ],
    }
    inner = value
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(inner[key], dict | list) or data.draw(st.booleans()):
            inner[key] = data.draw(VALUES)
            break
        inner = inner[key]
    answered(json.dumps(value).encode())
