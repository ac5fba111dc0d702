"""The text of a drawn layout, which says all that the picture shows."""

from __future__ import annotations

import pytest
from flask import Flask

from referee.rules.seven_rocks import Connection, Layout, Tile
from referee.views.seven_rocks.describe import described, point, points_of, signed
from tests.drawing.seven_rocks.legal_rounds import Placed


@pytest.fixture(autouse=True)
def request_context(app: Flask):
    with app.test_request_context():
        yield


def text_of(*placements: str) -> str:
    placed, layout = [], Layout()
    for text in placements:
        tile, _, at = text.partition(" at ")
        step = Placed(Tile.parse(tile), Connection.parse(at) if at else None)
        layout = layout.place(step.tile, step.at)
        placed.append(step)
    return described(layout, placed)


def test_everything_is_said_in_the_order_in_which_it_matters():
    assert text_of("5|5", "0|5 at 5|5.line-a", "2|5 at 5|5.line-b", "0|2 at 2|5.low") == (
        "End sum: 0 + 0 = 0."
        " Counted ends: 0|2 low half: 0; 0|5 low half: 0."
        " Open connections: 0|2 low half, 0; 0|5 low half, 0; 5|5 side arm A, 5; 5|5 side arm B, 5."
        " Spinner: 5|5."
        " Tiles: 5|5, 0|5, 2|5, 0|2."
        " Joins: 5|5 line side A – 0|5 high half; 5|5 line side B – 2|5 high half;"
        " 2|5 low half – 0|2 high half."
    )


def test_a_lone_double_is_one_counted_end_with_two_open_connections():
    assert text_of("5|5") == (
        "End sum: 10. Counted ends: 5|5: 10."
        " Open connections: 5|5 line side A, 5; 5|5 line side B, 5. Spinner: 5|5. Tiles: 5|5."
    )


def test_a_lone_tile_counts_both_its_halves():
    text = text_of("4|6")
    assert "End sum: 6 + 4 = 10. Counted ends: 4|6 high half: 6; 4|6 low half: 4." in text
    assert "No spinner yet." in text


def test_an_empty_mat_is_said_to_be_empty():
    assert text_of() == "No tile is placed yet."


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("1|4.low", "1|4 low half"),
        ("4|4.line-b", "4|4 line side B"),
        ("4|4.arm-a", "4|4 side arm A"),
    ],
)
def test_a_connection_is_named_by_its_tile(written, said):
    assert point(Connection.parse(written)) == said


def test_points_are_words_and_changes_have_their_sign():
    assert (points_of(15), points_of(0)) == ("15 points", "no points")
    assert (signed(5), signed(-10)) == ("+5", "\u221210")
