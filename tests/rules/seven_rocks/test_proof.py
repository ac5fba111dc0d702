"""What later events prove about a pass (SR-C1)."""

import json
from pathlib import Path

import pytest

from referee import record
from referee.rules.seven_rocks import Hand, Pass, Place, Seat
from tests.rules.seven_rocks.notation import BLOCKED, HANDS, OUT, R1_HANDS, game, tiles

RECORDS = Path(__file__).parents[2] / "records"

PASSED = "lead north; north 6|6; east passes; south 4|6 at 6|6.line-a; west 4|5 at 4|6.low;"
LATER = "north 1|6 at 6|6.line-b; east 1|2 at 1|6.low; south passes; west passes; north passes;"


def test_a_placement_proves_an_earlier_pass_wrong():
    """SR-C1, SR-11"""
    assert game(PASSED + LATER).irregularities == ()
    (false_pass,) = game(f"{PASSED} {LATER} east 2|6 at 1|2.high").irregularities
    assert (false_pass.event, false_pass.seat) == (2, Seat.EAST)
    assert (false_pass.tiles, false_pass.proved_by) == (tiles("2|6"), 10)


def test_a_hand_proves_passes_wrong_at_once_and_of_its_seat_only():
    """SR-C1"""
    blocked = "lead north; north 1|2; east passes; south passes; west passes; north passes;"
    assert game(blocked).irregularities == ()
    shown = game(blocked + "west holds 0|0, 0|3, 0|4, 0|5, 0|6, 2|2, 1|1")
    assert [(each.event, each.tiles, each.proved_by) for each in shown.irregularities] == [
        (4, tiles("1|1, 2|2"), 6)
    ]


def test_an_honest_block_proves_nothing():
    """SR-C1"""
    assert game(BLOCKED + ";".join(HANDS.values())).irregularities == ()


def test_a_tile_of_the_next_round_proves_nothing():
    """SR-C1: in R1 north passes on open fives; what it holds after the next deal is new."""
    fives = "south 5|5; west 2|5 at 5|5.line-a; north 4|5 at 5|5.line-b"
    assert game(f"{OUT} {R1_HANDS}; {fives}").irregularities == ()


def naive_false_passes(played):
    """The same from scratch: for each pass, try every tile the seat had on that layout."""
    found = []
    for round_ in played.rounds:
        for passed in round_.passes:
            shown = {}
            for turn in round_.placements:
                if turn.seat is passed.seat and turn.event > passed.event:
                    shown[turn.tile] = turn.event
            for hand in round_.hands:
                if hand.seat is passed.seat:
                    shown.update(dict.fromkeys(hand.tiles, hand.event))
            ends = {at.pips for at in passed.layout.open_connections}
            fitted = sorted(tile for tile in shown if {tile.low, tile.high} & ends)
            if fitted:
                first = min(shown[tile] for tile in fitted)
                found.append((passed.event, passed.seat, tuple(fitted), first))
    return found


@pytest.mark.parametrize(
    "path", sorted(RECORDS.glob("*/*.record.json")), ids=lambda path: path.name.split(".")[0]
)
def test_irregularities_agree_with_a_second_reckoning(path):
    """SR-C1"""
    played = record.replay(path.read_bytes()).game
    assert [tuple(each) for each in played.irregularities] == naive_false_passes(played)


def test_a_false_pass_is_proved_as_soon_as_the_event_stands_in_the_record():
    """SR-C1: and never by an event before the one it names."""
    path = RECORDS / "seven_rocks" / "047-irregular.record.json"
    events = record.loads(path.read_bytes()).events
    expected = json.loads(path.with_name("047-irregular.replay.json").read_text("utf-8"))
    for false_pass in expected["irregularities"]:
        proof = false_pass["proved_by"]
        assert isinstance(events[false_pass["event"]], Pass)
        assert isinstance(events[proof], Place | Hand)
        before = record.play(record.Record("seven-rocks", None, events[:proof])).game
        after = record.play(record.Record("seven-rocks", None, events[: proof + 1])).game
        assert false_pass["event"] not in {each.event for each in before.irregularities}
        assert false_pass["event"] in {each.event for each in after.irregularities}
