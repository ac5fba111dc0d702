"""The double-six set, how it is written, and who sits where (SR-1, SR-2)."""

import pickle
import re

import pytest

from referee.rules.seven_rocks import TILES, Connection, Partnership, Port, Seat, Tile, new_game
from referee.rules.seven_rocks.tile import ALL_TILES, bits_of, tiles_of
from tests.rules.seven_rocks.notation import tiles


def test_the_set_has_28_different_tiles_and_168_pips():
    """SR-2"""
    assert len({str(tile) for tile in TILES}) == 28
    assert sum(tile.pips for tile in TILES) == 168
    assert sum(tile.is_double for tile in TILES) == 7


@pytest.mark.parametrize("pips", range(7))
def test_each_number_is_on_seven_tiles(pips):
    """SR-2"""
    matching = tiles_of(Connection.parse(f"{pips}|{pips}.line-a").matching)
    assert len(matching) == 7
    assert all(tile.has(pips) for tile in matching)


@pytest.mark.parametrize(
    "text",
    ["", "1", "4|1", "1-4", "1|7", "-1|4", "1|4 ", " 1|4", "1|4\n", "01|4", "１|4", "٣|٤", "1||4"],
)
def test_a_tile_has_one_spelling(text):
    """SR-2"""
    with pytest.raises(ValueError, match=f"^{re.escape(text)}\\Z"):
        Tile.parse(text)


@pytest.mark.parametrize(
    "text", ["", "1|4", "1|4.", "1|4.Low", "1|4.left", "6|4.high", "1|4low", "1|4.low.", ".low"]
)
def test_a_connection_point_is_a_tile_a_full_stop_and_a_port(text):
    with pytest.raises(ValueError, match=f"^{re.escape(text)}\\Z"):
        Connection.parse(text)


@pytest.mark.parametrize("port", Port)
@pytest.mark.parametrize("tile", ["1|4", "4|4"])
def test_any_tile_with_any_port_names_a_connection_point(tile, port):
    at = Connection.parse(f"{tile}.{port.value}")
    assert (str(at.tile), at.port, str(at)) == (tile, port, f"{tile}.{port.value}")


def test_an_ordinary_tile_has_two_connection_points_and_a_double_four():
    ports = {str(tile): [port.value for port in tile.connections] for tile in tiles("1|4, 4|4")}
    assert ports == {"1|4": ["low", "high"], "4|4": ["line-a", "line-b", "arm-a", "arm-b"]}


def test_tiles_and_connection_points_are_made_once_even_when_copied():
    for single in (Tile.parse("1|4"), Connection.parse("1|4.low"), Connection.parse("1|4.arm-a")):
        assert pickle.loads(pickle.dumps(single)) is single


def test_sets_of_tiles_come_back_sorted():
    assert tiles_of(bits_of(tiles("5|5, 0|1, 3|4"))) == tiles("0|1, 3|4, 5|5")
    assert tiles_of(ALL_TILES) == TILES


def test_seats_follow_clockwise_and_partners_face_each_other():
    """SR-1, SR-4"""
    assert [seat.value for seat in Seat] == ["north", "east", "south", "west"]
    for seat in Seat:
        assert seat.next.next.partnership is seat.partnership
        assert seat.next.partnership is seat.partnership.other
    assert Seat.WEST.next is Seat.NORTH
    assert Seat.NORTH.partnership is Partnership.NORTH_SOUTH


def test_both_scores_start_at_0():
    """SR-1"""
    assert new_game().scores == {Partnership.NORTH_SOUTH: 0, Partnership.EAST_WEST: 0}
