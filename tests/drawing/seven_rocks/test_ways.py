"""The ways to join a tile, as data."""

import pytest

from referee.drawing.seven_rocks.rectangle import Direction, Rectangle, square
from referee.drawing.seven_rocks.ways import WAYS, Kind, ahead
from tests.drawing.seven_rocks.contact import contact

SQUARE = square(0, 0)


def neighbour(kind: Kind, heading: Direction) -> Rectangle:
    """The tile whose end's square is `SQUARE`."""
    if kind in (Kind.HALF, Kind.ARM):
        back = heading.opposite
        return SQUARE.with_all((ahead(SQUARE, back),))
    side = heading.turned(1)
    return SQUARE.with_all(
        (SQUARE.moved(side.dx, side.dy), SQUARE.moved(-side.dx, -side.dy)),
    )


ALL = [
    pytest.param(kind, heading, way, id=f"{kind.name} {heading.name} {number}")
    for (kind, heading, _), ways in WAYS.items()
    for number, way in enumerate(ways)
]


@pytest.mark.parametrize(("kind", "heading", "way"), ALL)
def test_every_way_joins_along_exactly_one_short_side(kind, heading, way):
    assert contact(neighbour(kind, heading), way.tile) == 2


@pytest.mark.parametrize(("kind", "heading", "way"), ALL)
def test_every_tile_is_four_by_two_and_holds_its_end(kind, heading, way):
    assert sorted((way.tile.width, way.tile.height)) == [2, 4]
    assert way.tile.with_all((way.end,)) == way.tile
    assert not way.tile.meets(way.badge)
    assert contact(way.tile, way.badge) == 2


@pytest.mark.parametrize(("kind", "heading", "way"), ALL)
def test_only_a_double_lies_across_and_it_alone_has_arms(kind, heading, way):
    lies_along = (way.tile.width == 4) is way.heading.is_horizontal
    assert lies_along is not bool(way.arms)


@pytest.mark.parametrize(
    ("kind", "is_double", "costs"),
    [
        (Kind.HALF, False, [0, 100, 100, 115, 115]),
        (Kind.HALF, True, [0, 130, 130]),
        (Kind.DOUBLE, False, [0, 130, 130, 180, 180]),
        (Kind.DOUBLE, True, []),
        (Kind.LINE, False, [0]),
        (Kind.LINE, True, []),
        (Kind.ARM, False, [0, 100, 100]),
        (Kind.ARM, True, []),
    ],
)
def test_each_kind_of_end_has_its_ways_the_straight_one_first(kind, is_double, costs):
    for heading in Direction:
        assert [way.cost for way in WAYS[kind, heading, is_double]] == costs


def test_a_right_turn_is_clockwise_as_seen_on_the_screen():
    turns = {way.turn: way.heading for way in WAYS[Kind.HALF, Direction.RIGHT, False]}
    assert turns == {0: Direction.RIGHT, 1: Direction.DOWN, -1: Direction.UP}
