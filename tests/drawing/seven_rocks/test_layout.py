"""What must hold for every drawn round, whatever its players do."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.drawing.seven_rocks import layout
from referee.drawing.seven_rocks.layout import Drawing, DrawnTile, draw
from referee.drawing.seven_rocks.rectangle import Direction, Rectangle, View, square
from referee.drawing.seven_rocks.table import FOUR_BY_THREE, SIXTEEN_BY_NINE, Table
from referee.rules.seven_rocks.tile import Tile
from tests.drawing.seven_rocks.contact import contact
from tests.drawing.seven_rocks.legal_rounds import (
    PLANS,
    WHEN_DOUBLES,
    Placed,
    bare_sequence,
    legal_round,
    written,
)

TABLES = (SIXTEEN_BY_NINE, FOUR_BY_THREE, SIXTEEN_BY_NINE.turned, FOUR_BY_THREE.turned)

# Found by search: its 19th tile finds nothing legal on the first table.
TRAPPED = written(
    "2|2; 2|5 at 2|2.line-a; 2|3 at 2|2.line-b; 1|2 at 2|2.arm-a; 1|6 at 1|2.low;"
    "2|6 at 1|6.high; 5|6 at 2|5.high; 0|2 at 2|6.low; 0|5 at 0|2.low; 4|5 at 0|5.high;"
    "1|4 at 4|5.low; 0|1 at 1|4.low; 4|6 at 5|6.high; 0|4 at 0|1.low; 4|4 at 0|4.high;"
    "3|3 at 2|3.high; 2|4 at 4|4.line-b; 3|6 at 3|3.line-b; 0|6 at 3|6.high; 0|3 at 0|6.low;"
    "3|4 at 4|6.low; 3|5 at 3|4.low; 1|5 at 3|5.high; 1|3 at 1|5.low"
)

quick = settings(derandomize=True, max_examples=100, deadline=None, database=None)
tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)
legal_rounds = st.builds(
    legal_round, st.sampled_from(sorted(PLANS)), st.sampled_from(sorted(WHEN_DOUBLES)), seeds
)
whole_sets = st.builds(
    legal_round, st.sampled_from(sorted(PLANS)), st.sampled_from(sorted(WHEN_DOUBLES)), seeds,
    st.just(1),
)  # fmt: skip
bare_sequences = st.builds(bare_sequence, seeds)
anything = legal_rounds | whole_sets | bare_sequences


def states(drawing: Drawing, placements: list[Placed]) -> list[Drawing]:
    """The drawing after each placement."""
    after = []
    for tile, at in placements:
        drawing = drawing.place(tile, at)
        after.append(drawing)
    return after


def halves(drawn: DrawnTile) -> list[tuple[int, Rectangle]]:
    """Pips and square of both halves of a drawn tile."""
    x0, y0, x1, y1 = drawn.rectangle
    centre = square((x0 + x1) // 2 - 1, (y0 + y1) // 2 - 1)
    out, back = drawn.low_points, drawn.low_points.opposite
    return [
        (drawn.tile.low, centre.moved(out.dx, out.dy)),
        (drawn.tile.high, centre.moved(back.dx, back.dy)),
    ]


def are_joined(one: DrawnTile, other: DrawnTile) -> bool:
    return any(a.at is not None and a.at.tile is b.tile for a, b in ((one, other), (other, one)))


def check_distances(drawing: Drawing) -> None:
    for one, other in combinations(drawing.tiles, 2):
        if are_joined(one, other):
            assert not one.rectangle.meets(other.rectangle)
            assert contact(one.rectangle, other.rectangle) == 2
        else:
            assert not one.rectangle.grown(1).meets(other.rectangle)


def check_view(drawing: Drawing) -> None:
    view, bbox = drawing.view, drawing.bbox
    everything = [drawn.rectangle for drawn in drawing.tiles]
    everything += [badge.square for badge in drawing.badges]
    assert all(bbox.with_all((one,)) == bbox for one in everything)
    assert view.x - 1e-9 <= bbox.x0
    assert view.y - 1e-9 <= bbox.y0
    assert bbox.x1 <= view.x + view.width + 1e-9
    assert bbox.y1 <= view.y + view.height + 1e-9


@quick
@given(tables, anything)
def test_no_tiles_overlap_and_only_joined_ones_touch(table, placements):
    check_distances(draw(table, placements))


@quick
@given(tables, legal_rounds | whole_sets)
def test_halves_that_face_each_other_show_the_same_pips(table, placements):
    for one, other in combinations(draw(table, placements).tiles, 2):
        if are_joined(one, other):
            facing = [
                (length, a_pips, b_pips)
                for a_pips, a in halves(one)
                for b_pips, b in halves(other)
                if (length := contact(a, b))
            ]
            assert sum(length for length, _, _ in facing) == 2
            assert all(a_pips == b_pips for _, a_pips, b_pips in facing)


@quick
@given(tables, anything)
def test_no_tile_ever_moves_unless_the_round_is_laid_again(table, placements):
    for before, after in pairwise(states(Drawing(table), placements)):
        if (before.enlargement, before.is_straight) == (after.enlargement, after.is_straight):
            assert after.tiles[:-1] == before.tiles


@quick
@given(tables, anything)
def test_everything_lies_in_the_view_which_never_goes_back(table, placements):
    before = Drawing(table)
    for after in states(before, placements):
        check_view(after)
        if before.enlargement == after.enlargement:
            assert after.view.width >= before.view.width
            assert after.view.height >= before.view.height
        before = after


@quick
@given(tables, anything)
def test_a_badge_meets_nothing_unless_it_shrank_onto_its_own_tile(table, placements):
    for drawing in states(Drawing(table), placements):
        lies = {drawn.tile: drawn.rectangle for drawn in drawing.tiles}
        whole = [badge.square for badge in drawing.badges if not badge.is_shrunk]
        assert not any(a.meets(b) for a, b in combinations(whole, 2))
        assert not any(square.meets(tile) for square in whole for tile in lies.values())
        for badge in drawing.badges:
            inside = lies[badge.connection.tile].with_all((badge.square,))
            assert (inside == lies[badge.connection.tile]) is badge.is_shrunk


@quick
@given(tables, legal_rounds)
def test_no_badge_has_to_shrink_while_the_table_is_half_empty(table, placements):
    assert not any(badge.is_shrunk for badge in draw(table, placements[:14]).badges)


@quick
@given(st.sampled_from(TABLES[:2]), anything)
def test_a_turned_table_is_the_lying_one_with_x_and_y_swapped(table, placements):
    lying, turned = draw(table, placements), draw(table.turned, placements)
    for one, other in zip(lying.tiles, turned.tiles, strict=True):
        assert one.rectangle.swapped == other.rectangle
        assert one.low_points.swapped is other.low_points
    assert [badge.square.swapped for badge in lying.badges] == [b.square for b in turned.badges]
    assert lying.view.swapped == turned.view
    assert lying.bbox.swapped == turned.bbox


@quick
@given(tables, anything)
def test_straight_lines_never_fail(table, placements):
    drawing = states(Drawing(table, is_straight=True), placements)[-1]
    assert drawing.is_straight
    check_distances(drawing)
    check_view(drawing)


def test_a_ghost_lies_where_the_tile_will_lie():
    for table in TABLES:
        drawing = Drawing(table)
        for tile, at in legal_round("at random", "any", 5):
            ghost = drawing.ghost(tile, at)
            drawing = drawing.place(tile, at)
            assert drawing.tiles[-1] == ghost


def test_the_placements_decide_and_not_the_way_they_are_handed_over():
    placements = legal_round("switching", "any", 3)
    whole = draw(SIXTEEN_BY_NINE, placements)
    assert states(Drawing(SIXTEEN_BY_NINE), placements)[-1] == whole
    assert draw(SIXTEEN_BY_NINE, iter(placements)) == whole


def test_another_process_with_another_hash_seed_draws_the_same():
    rounds = [legal_round("at random", "any", seed) for seed in range(5)]
    program = (
        "from tests.drawing.seven_rocks.test_layout import *\n"
        "for seed in range(5):\n"
        "    for table in TABLES:\n"
        "        drawing = draw(table, legal_round('at random', 'any', seed))\n"
        "        print(drawing.tiles, drawing.badges, drawing.view)\n"
    )
    expected = [draw(table, placements) for placements in rounds for table in TABLES]
    for hash_seed in ("1", "4711"):
        told = subprocess.run(
            [sys.executable, "-c", program],
            cwd=Path(__file__).parents[3],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert told.splitlines() == [
            f"{drawing.tiles} {drawing.badges} {drawing.view}" for drawing in expected
        ]


def test_a_trapped_round_is_laid_again_on_a_larger_table_and_stays_there():
    after = states(Drawing(FOUR_BY_THREE), TRAPPED)
    assert [drawing.enlargement for drawing in after] == [0] * 18 + [4] * 6
    assert after[17].tiles != after[18].tiles[:-1]
    assert after[18].tiles == after[-1].tiles[:19]
    assert after[18].tiles == states(Drawing(FOUR_BY_THREE, enlargement=4), TRAPPED)[18].tiles
    assert after[18].view.width >= FOUR_BY_THREE.enlarged(4).width
    check_distances(after[-1])


def test_a_ghost_in_a_trapped_round_lies_on_the_larger_table():
    before = draw(FOUR_BY_THREE, TRAPPED[:18])
    assert before.ghost(*TRAPPED[18]) == draw(FOUR_BY_THREE, TRAPPED[:19]).tiles[-1]


def test_a_round_that_no_table_takes_is_laid_in_straight_lines(monkeypatch):
    monkeypatch.setattr(layout, "ENLARGEMENTS", 3)
    after = states(Drawing(FOUR_BY_THREE), TRAPPED)
    assert [drawing.is_straight for drawing in after] == [False] * 18 + [True] * 6
    straight = states(Drawing(FOUR_BY_THREE, is_straight=True), TRAPPED)
    assert after[18:] == straight[18:]
    check_view(after[-1])


@pytest.mark.parametrize(
    ("placed", "rectangle", "low_points"),
    [
        ("1|4", (-2, -1, 2, 1), Direction.LEFT),
        ("4|4", (-1, -2, 1, 2), Direction.UP),
        ("1|4; 4|6 at 1|4.high", (2, -1, 6, 1), Direction.LEFT),
        ("1|4; 2|4 at 1|4.high", (2, -1, 6, 1), Direction.RIGHT),
        ("1|4; 1|2 at 1|4.low", (-6, -1, -2, 1), Direction.RIGHT),
        ("1|4; 4|4 at 1|4.high", (2, -2, 4, 2), Direction.UP),
        ("1|4; 1|1 at 1|4.low", (-4, -2, -2, 2), Direction.DOWN),
    ],
)
def test_the_first_tiles_lie_along_x_and_doubles_across(placed, rectangle, low_points):
    last = draw(SIXTEEN_BY_NINE, written(placed)).tiles[-1]
    assert last.rectangle == rectangle
    assert last.low_points is low_points


def test_a_lead_that_is_a_double_has_all_its_places_at_once():
    drawing = draw(SIXTEEN_BY_NINE, written("5|5"))
    assert {str(badge.connection): badge.square[:2] for badge in drawing.badges} == {
        "5|5.line-a": (-3, -1),
        "5|5.line-b": (1, -1),
        "5|5.arm-a": (-1, -4),
        "5|5.arm-b": (-1, 2),
    }
    for connection in Tile.parse("5|5").connections.values():
        assert drawing.badge(connection).connection is connection


def test_before_the_lead_there_is_only_the_table():
    drawing = draw(Table(22, 42), [])
    assert (drawing.tiles, drawing.badges) == ((), ())
    assert drawing.view == View(-11, -21, 22, 42)
    assert drawing.bbox == Rectangle(0, 0, 0, 0)
