"""A tile is laid so that no end is trapped."""

from dataclasses import replace

from referee.drawing.seven_rocks.layout import draw
from referee.drawing.seven_rocks.plane import Plane
from referee.drawing.seven_rocks.room import Room, roomiest
from referee.drawing.seven_rocks.table import FOUR_BY_THREE, SIXTEEN_BY_NINE
from tests.drawing.seven_rocks.legal_rounds import legal_round, written


def plane_after(placed: str) -> Plane:
    (tile, _), *others = written(placed)
    plane = Plane.lead(SIXTEEN_BY_NINE, tile)
    for tile, at in others:
        plane = plane.straight(tile, at)
    return plane


def test_a_lone_tile_has_all_the_room_at_both_ends():
    plane = plane_after("1|4")
    room = Room(plane, 27)
    assert [room.score(end) for end in plane.ends] == [room.full, room.full]


def test_a_spinner_has_room_at_its_four_places():
    plane = plane_after("5|5")
    room = Room(plane, 27)
    assert [room.score(end) for end in plane.ends] == [room.full] * 4


def test_an_end_that_no_tile_can_follow_has_no_room():
    plane = plane_after("1|4; 4|4 at 1|4.high; 1|6 at 1|4.low; 6|6 at 1|6.high")
    end = plane.ends[-1]
    walled = replace(plane, tiles=(*plane.tiles, end.badge.grown(3)))
    assert Room(walled, 24).score(end) == 0


def test_the_first_of_several_ways_is_taken_if_it_traps_nobody():
    (tile, _), (second, at) = written("1|4; 2|4 at 1|4.high")
    planes = Plane.lead(SIXTEEN_BY_NINE, tile).successors(second, at)
    assert len(planes) == 5
    assert roomiest(planes) is planes[0]


def test_the_last_tile_of_the_set_is_laid_where_it_reads_best():
    placements = legal_round("at random", "any", 1, hands=1)
    planes = []
    plane = Plane.lead(FOUR_BY_THREE, placements[0].tile)
    for tile, at in placements[1:]:
        planes = plane.successors(tile, at)
        plane = roomiest(planes)
    assert len(plane.tiles) == 28
    assert plane is planes[0]


def test_a_way_that_leads_out_is_taken_before_one_that_reads_better():
    chosen_otherwise = 0
    for seed in range(20):
        placements = legal_round("all on one end", "any", seed)
        for count in range(1, len(placements)):
            before = draw(SIXTEEN_BY_NINE, placements[:count])
            tile, at = placements[count]
            first = before._plane.successors(tile, at)[0]
            chosen_otherwise += before.ghost(tile, at).rectangle != first.tiles[-1]
    assert chosen_otherwise > 0
