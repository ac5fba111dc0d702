"""A record written out is the record that was read, in lines that people can read."""

import json
from pathlib import Path

import pytest

from referee import record
from referee.rules.seven_rocks import Hand, Lead, Options, Pass, Place, Seat, Tile

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*/*.record.json"))
READABLE = [path for path in RECORDS if record.replay(path.read_bytes()).record is not None]


def test_a_record_is_written_with_one_event_a_line():
    written = record.dumps(
        record.Record(
            "seven-rocks",
            Options(100),
            (
                Lead(Seat.EAST, ({Seat.EAST: 9, Seat.NORTH: 2},)),
                Place(Seat.EAST, Tile.parse("1|4")),
                Pass(Seat.SOUTH),
                Hand(Seat.WEST, (Tile.parse("2|2"), Tile.parse("0|1"))),
            ),
            {"west": "Dan", "north": "수진"},
        )
    )
    assert (
        written
        == """{
  "format": "referee-record/1",
  "game": "seven-rocks",
  "options": {"target": 100},
  "players": {"north": "수진", "west": "Dan"},
  "events": [
    {"type": "lead", "seat": "east", "draws": [{"north": 2, "east": 9}]},
    {"type": "place", "seat": "east", "tile": "1|4"},
    {"type": "pass", "seat": "south"},
    {"type": "hand", "seat": "west", "tiles": ["2|2", "0|1"]}
  ]
}
"""
    )


def test_a_record_without_events_is_written_too():
    written = record.dumps(record.Record("seven-rocks", Options(), ()))
    assert json.loads(written)["events"] == []
    assert record.loads(written.encode()).events == ()


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.name.split(".")[0])
def test_writing_and_reading_give_the_same_record(path):
    loaded = record.loads(path.read_bytes())
    written = record.dumps(loaded)
    assert record.loads(written.encode()) == loaded
    assert record.dumps(record.loads(written.encode())) == written


@pytest.mark.parametrize("path", READABLE, ids=lambda path: path.name.split(".")[0])
def test_each_event_goes_through_json_alone(path):
    for event in record.loads(path.read_bytes()).events:
        value = record.event_to_json("seven-rocks", event)
        assert record.event_from_json("seven-rocks", json.loads(json.dumps(value))) == event
