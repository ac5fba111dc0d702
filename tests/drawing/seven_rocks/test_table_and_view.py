"""The proportions of the table, and what the screen shows of the plane."""

import pytest

from referee.drawing.seven_rocks.rectangle import Rectangle, View
from referee.drawing.seven_rocks.table import (
    FOUR_BY_THREE,
    SIXTEEN_BY_NINE,
    Table,
    nearest_table,
)


@pytest.mark.parametrize(
    ("mat", "table"),
    [
        ((1920, 1080), SIXTEEN_BY_NINE),
        ((1080, 1920), SIXTEEN_BY_NINE.turned),
        ((1024, 768), FOUR_BY_THREE),
        ((768, 1024), FOUR_BY_THREE.turned),
        ((1280, 800), SIXTEEN_BY_NINE),
        ((1500, 1000), FOUR_BY_THREE),
        ((390, 844), SIXTEEN_BY_NINE.turned),
        ((3440, 1440), SIXTEEN_BY_NINE),
        ((1, 1), FOUR_BY_THREE),
    ],
)
def test_a_mat_takes_the_table_that_shows_the_largest_tiles(mat, table):
    assert nearest_table(*mat) == table


def test_a_table_is_turned_by_swapping_its_sides():
    assert SIXTEEN_BY_NINE.turned == Table(22, 42)
    assert SIXTEEN_BY_NINE.turned.is_turned
    assert SIXTEEN_BY_NINE.turned.lying == SIXTEEN_BY_NINE.lying == Table(42, 22)


def test_an_enlarged_table_is_rounded_to_whole_g():
    assert FOUR_BY_THREE.enlarged(0) == FOUR_BY_THREE
    assert [FOUR_BY_THREE.enlarged(times).width for times in (1, 2, 11)] == [39, 44, 122]


VIEW = View.round_origin(40, 20)


@pytest.mark.parametrize(
    ("box", "view"),
    [
        (Rectangle(-20, -10, 20, 10), (-20, -10, 40, 20)),  # fits as it is
        (Rectangle(0, 0, 23, 2), (-17, -10, 40, 20)),  # panned by the least amount
        (Rectangle(0, -12, 2, 0), (-20, -12, 40, 20)),
        (Rectangle(-40, -10, 40, 10), (-40, -20, 80, 40)),  # grown round its centre
        (Rectangle(0, 0, 60, 10), (0, -15, 60, 30)),  # grown, then panned
    ],
)
def test_the_view_grows_in_its_proportions_and_then_pans(box, view):
    assert VIEW.showing(box) == view


def test_pixels_are_counted_with_1_g_all_round():
    assert VIEW.framed == (-21, -11, 42, 22)
    assert VIEW.scale(420, 440) == 10
