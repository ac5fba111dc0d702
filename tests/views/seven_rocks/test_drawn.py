"""What stands in the picture of a layout: numbers that add up, dots, outlines, letters, a ghost."""

from __future__ import annotations

import pytest
from flask import Flask

from referee import record
from referee.drawing.seven_rocks.picture import Picture
from referee.rules.seven_rocks import Connection, Layout, Tile, replay
from referee.rules.seven_rocks.round import Round
from referee.views.seven_rocks.drawn import pictures
from tests.drawing.seven_rocks.legal_rounds import PLANS, Placed, legal_round
from tests.rounds import R0, R1, R2, events_of


@pytest.fixture(autouse=True)
def request_context(app: Flask):
    with app.test_request_context():
        yield


def laid(*placements: str) -> tuple[list[Placed], Layout]:
    """`laid("5|5", "0|5 at 5|5.line-a")`"""
    placed, layout = [], Layout()
    for text in placements:
        tile, _, at = text.partition(" at ")
        step = Placed(Tile.parse(tile), Connection.parse(at) if at else None)
        layout = layout.place(step.tile, step.at)
        placed.append(step)
    return placed, layout


def picture(*placements: str, **asked) -> Picture:
    return pictures(*laid(*placements), shapes=("wide",), **asked).pictures[0]


def numbers(drawn: Picture) -> list[int]:
    return [int(mark.text) for mark in drawn.marks if mark.kind == "counted"]


def dots(drawn: Picture) -> list[str]:
    return [str(mark.connection) for mark in drawn.marks if mark.kind == "open"]


@pytest.mark.parametrize("name", [R0, R1, R2])
def test_the_numbers_add_up_to_the_end_sum_after_every_placement_of_the_worked_rounds(name):
    for round_ in replay(events_of(name)).rounds:
        check_numbers(round_)


def check_numbers(round_: Round) -> None:
    placements = round_.placements
    for count, placement in enumerate(placements, start=1):
        for drawn in pictures(placements[:count], placement.layout).pictures:
            assert sum(numbers(drawn)) == placement.end_sum
            assert len(drawn.marks) == len(placement.layout.open_connections)


@pytest.mark.parametrize("plan", PLANS)
def test_the_numbers_add_up_to_the_end_sum_in_any_round(plan):
    for seed in range(4):
        layout = Layout()
        placed: list[Placed] = []
        for step in legal_round(plan, "any", seed):
            layout = layout.place(step.tile, step.at)
            placed.append(step)
            (drawn,) = pictures(placed, layout, shapes=("square",)).pictures
            assert sum(numbers(drawn)) == layout.end_sum


@pytest.mark.parametrize(
    ("placed", "counted", "hollow"),
    [
        (["4|6"], [6, 4], []),
        (["5|5"], [10], ["5|5.line-b"]),
        (["5|5", "0|5 at 5|5.line-a"], [0, 10], []),
        (
            ["5|5", "0|5 at 5|5.line-a", "2|5 at 5|5.line-b"],
            [0, 2],
            ["5|5.arm-a", "5|5.arm-b"],
        ),
    ],
)
def test_a_number_stands_at_counted_ends_and_a_hollow_dot_at_other_open_connections(
    placed, counted, hollow
):
    drawn = picture(*placed)
    assert numbers(drawn) == counted
    assert dots(drawn) == hollow


def test_the_spinner_and_the_last_placement_are_outlined():
    drawn = picture("0|5", "5|5 at 0|5.high", "2|5 at 5|5.line-b")
    assert [str(shape.tile) for shape in drawn.tiles if shape.is_spinner] == ["5|5"]
    assert [str(shape.tile) for shape in drawn.tiles if shape.is_last] == ["2|5"]


def test_a_double_lies_crosswise_and_halves_that_meet_show_the_same_pips():
    drawn = picture("0|5", "5|5 at 0|5.high")
    ordinary, double = sorted(drawn.tiles, key=lambda shape: shape.x)
    assert (ordinary.is_upright, ordinary.angle) == (False, 0)
    assert double.is_upright
    assert double.x - ordinary.x == 60


def test_a_ghost_shows_the_numbers_that_the_placement_would_leave():
    ghost = (Tile.parse("0|6"), Connection.parse("1|6.high"))
    drawn = picture("1|6", ghost=ghost)
    assert [str(shape.tile) for shape in drawn.tiles if shape.is_ghost] == ["0|6"]
    assert not any(shape.is_last for shape in drawn.tiles)
    assert sum(numbers(drawn)) == 1


def test_the_other_tiles_stay_where_they_are_under_a_ghost():
    before = picture("1|6", "6|6 at 1|6.high")
    ghost = (Tile.parse("0|6"), Connection.parse("6|6.line-b"))
    after = picture("1|6", "6|6 at 1|6.high", ghost=ghost)

    def places(drawn: Picture) -> set[tuple[str, int, int]]:
        return {(str(shape.tile), shape.x, shape.y) for shape in drawn.tiles}

    assert places(before) < places(after)


def test_connections_in_question_carry_letters_instead_of_numbers():
    low, high = Connection.parse("1|4.low"), Connection.parse("1|4.high")
    drawn = picture("1|4", choices={low: "A", high: "B"}, chosen=high)
    assert [(mark.kind, mark.text) for mark in drawn.marks] == [("chosen", "B"), ("letter", "A")]


def test_marks_are_larger_on_phones_and_never_leave_their_square():
    small, large = picture("1|4"), picture("1|4", is_small=True)
    assert small.marks[0].radius == 15
    assert small.marks[0].radius < large.marks[0].radius <= 20


def test_an_empty_mat_has_a_picture_too():
    drawn = picture()
    assert drawn.tiles == drawn.marks == ()
    assert drawn.box == "-440 -240 880 480"


@pytest.mark.parametrize("number", ["012", "013", "005"])
def test_no_picture_repeats_a_tile(number, request):
    folder = request.config.rootpath / "tests" / "records" / "seven_rocks"
    (path,) = folder.glob(f"{number}-*.record.json")
    game = record.replay(path.read_bytes()).game
    for round_ in game.rounds:
        for drawn in pictures(round_.placements, round_.layout).pictures:
            assert len({shape.tile for shape in drawn.tiles}) == len(round_.placements)
