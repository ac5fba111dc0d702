"""Where a tile may be joined, and why not (SR-2, SR-5, SR-6, SR-7, SR-8)."""

import pytest

from referee.rules import RuleBroken
from referee.rules.seven_rocks import TILES, Connection, Port, Tile
from tests.rules.seven_rocks.notation import layout, placement

CROSS = "4|4; 4|6 at 4|4.line-a; 3|4 at 4|4.line-b"


def refused(placed, tried):
    with pytest.raises(RuleBroken) as caught:
        layout(placed).place(*placement(tried))
    return caught.value


@pytest.mark.parametrize(
    ("placed", "tried", "code", "rule"),
    [
        ("4|6", "4|6 at 4|6.low", "tile-already-placed", "SR-2"),
        ("", "4|6 at 5|5.line-a", "connection-unexpected", "SR-5"),
        ("", "4|6 at 4|6.low", "connection-unexpected", "SR-5"),
        ("4|6", "4|4", "connection-missing", "SR-5"),
        ("4|6", "1|2", "connection-missing", "SR-5"),
        ("4|6", "4|4 at 4|5.low", "not-on-table", "SR-5"),
        ("4|6", "4|4 at 4|4.line-a", "not-on-table", "SR-5"),  # the tile being placed
        ("4|6", "4|4 at 4|6.line-a", "no-such-port", "SR-5"),
        ("4|4", "4|6 at 4|4.low", "no-such-port", "SR-5"),
        ("4|4", "4|6 at 4|4.high", "no-such-port", "SR-5"),
        ("4|6", "4|4 at 4|6.arm-a", "no-such-port", "SR-7"),
        ("4|4; 4|6 at 4|4.line-a; 6|6 at 4|6.high", "5|6 at 6|6.arm-a", "no-such-port", "SR-7"),
        ("4|6; 4|4 at 4|6.low", "3|4 at 4|6.low", "connection-taken", "SR-5"),
        ("4|6; 4|4 at 4|6.low", "3|4 at 4|4.line-a", "connection-taken", "SR-5"),
        (CROSS + "; 1|4 at 4|4.arm-a", "2|4 at 4|4.arm-a", "connection-taken", "SR-5"),
        (CROSS, "4|5 at 4|6.low", "connection-taken", "SR-5"),  # the half it was joined by
        ("4|4", "4|6 at 4|4.arm-a", "arm-closed", "SR-8"),
        ("4|4; 4|6 at 4|4.line-a", "3|4 at 4|4.arm-b", "arm-closed", "SR-8"),
        ("4|6; 4|4 at 4|6.low", "3|4 at 4|4.arm-a", "arm-closed", "SR-8"),
        ("4|4; 4|6 at 4|4.line-a", "1|2 at 4|4.arm-b", "arm-closed", "SR-8"),  # before its pips
        ("4|6", "1|2 at 4|6.low", "pips-differ", "SR-5"),
        ("4|6", "3|4 at 4|6.high", "pips-differ", "SR-5"),
        (CROSS, "1|2 at 4|4.arm-a", "pips-differ", "SR-5"),
    ],
)
def test_a_placement_that_cannot_be_names_its_rule(placed, tried, code, rule):
    """SR-2, SR-5, SR-7, SR-8"""
    broken = refused(placed, tried)
    assert (broken.code, broken.rule) == (code, rule)


@pytest.mark.parametrize(
    ("placed", "open_"),
    [
        ("1|4", "1|4.high 1|4.low"),
        ("4|4", "4|4.line-a 4|4.line-b"),
        ("4|4; 0|4 at 4|4.line-b", "0|4.low 4|4.line-a"),
        (CROSS, "3|4.low 4|4.arm-a 4|4.arm-b 4|6.high"),
        (CROSS + "; 1|4 at 4|4.arm-b", "1|4.low 3|4.low 4|4.arm-a 4|6.high"),
        ("4|4; 4|6 at 4|4.line-a; 6|6 at 4|6.high", "4|4.line-b 6|6.line-b"),
        (
            "4|4; 4|6 at 4|4.line-a; 6|6 at 4|6.high; 5|6 at 6|6.line-b",
            "4|4.line-b 5|6.low",
        ),
    ],
)
def test_open_connections_after_a_placement(placed, open_):
    """SR-5, SR-7, SR-8"""
    assert " ".join(map(str, layout(placed).open_connections)) == open_


def test_a_double_is_joined_by_its_line_a_and_an_ordinary_tile_by_the_half_that_matches():
    """SR-5, SR-6"""
    laid = layout("1|4; 4|4 at 1|4.high; 1|3 at 1|4.low")
    assert [str(at) for at in laid.open_connections] == ["1|3.high", "4|4.line-b"]


@pytest.mark.parametrize("arms", [("arm-a", "arm-b"), ("arm-b", "arm-a")])
def test_either_arm_may_be_started_first_and_the_other_stays_open(arms):
    """SR-8"""
    first, second = arms
    laid = layout(f"{CROSS}; 1|4 at 4|4.{first}; 1|1 at 1|4.low; 3|3 at 3|4.low")
    assert Connection.parse(f"4|4.{second}") in laid.open_connections
    assert laid.place(*placement(f"2|4 at 4|4.{second}")).end_sum == 6 + 6 + 2 + 2


@pytest.mark.parametrize("placed", ["1|4", "4|4", CROSS, "4|6; 4|4 at 4|6.low", ""])
def test_exactly_the_listed_connections_can_be_joined_to(placed):
    """SR-5: the list and the referee never disagree."""
    laid = layout(placed)
    ports = [Connection.parse(f"{tile}.{port.value}") for tile in TILES for port in Port]
    for tile in TILES:
        possible = []
        for at in ports:
            try:
                laid.place(tile, at)
            except RuleBroken:
                continue
            possible.append(at)
        assert tuple(sorted(possible)) == laid.connections_for(tile)
        assert laid.fits(tile) == (bool(possible) or not laid.tiles)
        found = [at for each, at in laid.legal_placements(tile.bit & laid.unplaced)]
        assert sorted(found) == sorted(possible)


@pytest.mark.parametrize(
    ("placed", "tile", "all_", "distinct"),
    [
        ("4|4", "3|4", "4|4.line-a 4|4.line-b", "4|4.line-a"),
        (CROSS, "1|4", "4|4.arm-a 4|4.arm-b", "4|4.arm-a"),
        (CROSS + "; 1|4 at 4|4.arm-a", "2|4", "4|4.arm-b", "4|4.arm-b"),
        ("4|4; 4|6 at 4|4.line-a", "3|4", "4|4.line-b", "4|4.line-b"),
        ("1|4", "1|1", "1|4.low", "1|4.low"),
        ("1|4; 1|1 at 1|4.low; 4|5 at 1|4.high", "1|5", "1|1.line-b 4|5.high", None),
        ("1|4", "1|4", "", ""),
        (CROSS, "4|5", "4|4.arm-a 4|4.arm-b", "4|4.arm-a"),
    ],
)
def test_equal_connections_are_merged_into_one_choice(placed, tile, all_, distinct):
    laid = layout(placed)
    assert " ".join(map(str, laid.connections_for(Tile.parse(tile)))) == all_
    merged = " ".join(map(str, laid.distinct_connections(Tile.parse(tile))))
    assert merged == (all_ if distinct is None else distinct)


def test_a_refusal_holds_what_is_possible_instead():
    arm = refused("4|4; 4|6 at 4|4.line-a", "3|4 at 4|4.arm-a")
    assert arm.facts["missing"] == (Connection.parse("4|4.line-b"),)
    missing = refused("1|1; 1|4 at 1|1.line-a", "1|3")
    assert missing.facts["possible"] == (Connection.parse("1|1.line-b"),)
    assert refused("1|4", "2|3 at 1|4.low").facts["pips"] == (1, 4)
    assert refused("1|4; 4|4 at 1|4.high", "1|3 at 4|4.arm-a").code == "arm-closed"
