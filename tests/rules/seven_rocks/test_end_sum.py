"""What counts after a placement, and what it scores (SR-6, SR-7, SR-9, SR-10)."""

import json
from pathlib import Path

import pytest

from referee import record
from referee.rules.seven_rocks import Seat, points
from tests.rules.seven_rocks.notation import layout

FIGURES = json.loads(
    (Path(__file__).parents[2] / "records" / "figures.json").read_text(encoding="utf-8")
)["figures"]


def figures(kind):
    return [pytest.param(each, id=each["id"]) for each in FIGURES if each["kind"] == kind]


@pytest.mark.parametrize(
    ("placed", "end_sum", "scored"),
    [
        ("4|6", 10, 10),  # alone: both halves
        ("0|0", 0, 0),
        ("6|6", 12, 0),  # alone: its two halves once, not once a side
        ("5|5", 10, 10),
        ("5|5; 0|5 at 5|5.line-a", 10, 10),  # the spinner is still an end
        ("5|5; 0|5 at 5|5.line-b", 10, 10),  # whichever side is filled first
        ("5|5; 0|5 at 5|5.line-a; 2|5 at 5|5.line-b", 2, 0),  # now it counts nothing
        ("5|5; 3|5 at 5|5.line-a", 13, 0),
        ("4|4; 4|6 at 4|4.line-a; 3|4 at 4|4.line-b", 9, 0),
        ("4|4; 4|6 at 4|4.line-a; 3|4 at 4|4.line-b; 1|4 at 4|4.arm-a", 10, 10),
        ("4|4; 4|6 at 4|4.line-b; 3|4 at 4|4.line-a; 1|4 at 4|4.arm-b", 10, 10),
        ("1|4; 1|1 at 1|4.low", 6, 0),  # a spinner that comes late is a terminal double
        ("1|4; 1|1 at 1|4.low; 1|2 at 1|1.line-b", 6, 0),
        ("1|4; 1|1 at 1|4.low; 1|2 at 1|1.line-b; 1|5 at 1|1.arm-b", 11, 0),
        ("6|6; 4|6 at 6|6.line-a; 4|4 at 4|6.low", 20, 20),
        ("6|6; 4|6 at 6|6.line-a; 4|4 at 4|6.low; 2|4 at 4|4.line-b", 14, 0),  # interior
        ("0|3; 3|5 at 0|3.high; 0|5 at 0|3.low", 10, 10),
        ("0|3; 3|5 at 0|3.high; 0|5 at 3|5.high", 0, 0),  # 0 is no positive multiple
    ],
)
def test_a_placement_scores_its_end_sum_if_a_multiple_of_five(placed, end_sum, scored):
    """SR-6, SR-9, SR-10"""
    laid = layout(placed)
    assert (laid.end_sum, laid.points) == (end_sum, scored)
    assert sum(end.value for end in laid.counted_ends) == end_sum


@pytest.mark.parametrize("end_sum", range(37))
def test_exactly_the_positive_multiples_of_five_score(end_sum):
    """SR-10"""
    assert points(end_sum) == (end_sum if end_sum in {5, 10, 15, 20, 25, 30, 35} else 0)


@pytest.mark.parametrize(
    ("placed", "counted"),
    [
        ("1|4", [("1|4", "high", 4), ("1|4", "low", 1)]),
        ("4|4", [("4|4", "double", 8)]),
        ("4|4; 0|4 at 4|4.line-a", [("0|4", "low", 0), ("4|4", "double", 8)]),
        (
            "4|4; 0|4 at 4|4.line-a; 3|4 at 4|4.line-b",
            [("0|4", "low", 0), ("3|4", "low", 3)],
        ),
    ],
)
def test_counted_ends_are_sorted_by_tile_then_half(placed, counted):
    """SR-9"""
    assert [(str(tile), which, value) for tile, which, value in layout(placed).counted_ends] == (
        counted
    )


def test_the_first_double_is_the_spinner_and_stays_it():
    """SR-7"""
    assert layout("1|4").spinner is None
    assert str(layout("1|4; 4|4 at 1|4.high; 1|1 at 1|4.low").spinner) == "4|4"
    assert str(layout("6|6; 4|6 at 6|6.line-a; 4|4 at 4|6.low").spinner) == "6|6"


@pytest.mark.parametrize("figure", figures("layout"))
def test_a_worked_figure_of_a_layout(figure):
    """SR-5, SR-6, SR-7, SR-8, SR-9, SR-10"""
    loaded = record.loads(json.dumps(figure["record"]).encode())
    game = record.play(loaded).game
    placements = game.round.placements
    last = placements[-1]
    assert [str(each.tile) for each in placements] == figure["placed"]
    assert (last.event, str(last.tile)) == (figure["event"], figure["last"])
    assert (last.end_sum, last.points) == (figure["end_sum"], figure["points"])
    assert game.round.spinner is None or str(game.round.spinner) == figure["spinner"]
    assert [[str(end.tile), end.which, end.value] for end in last.layout.counted_ends] == (
        figure["counted"]
    )
    assert [[str(at.tile), at.port.value, at.pips] for at in last.layout.open_connections] == (
        figure["open"]
    )
    joined = {
        frozenset({str(each.at), str(each.tile.joined_by(each.at.pips))})
        for each in placements
        if each.at
    }
    assert joined == {
        frozenset(f"{tile}.{port}" for tile, port in pair) for pair in figure["connections"]
    }


@pytest.mark.parametrize("figure", figures("settlement"))
def test_a_worked_figure_of_a_settlement(figure):
    """SR-14"""
    game = record.play(record.loads(json.dumps(figure["record"]).encode())).game
    settled = game.rounds[figure["round"]]
    total = 0
    for name, hand in figure["hands"].items():
        seat = Seat(name)
        assert [str(tile) for tile in settled.remaining[seat]] == hand
        assert sum(tile.pips for tile in settled.remaining[seat]) == figure["hand_sums"][name]
        assert settled.deductions[seat] == figure["deductions"][name]
        total += settled.deductions[seat]
    assert total == figure["total"]
