"""Drawn rounds as numbers, for a check from outside."""

import json

from referee.drawing.seven_rocks.geometry import geometry_lines
from referee.drawing.seven_rocks.table import SIXTEEN_BY_NINE
from tests.drawing.seven_rocks.legal_rounds import legal_round, written


def test_there_is_one_line_a_placement_and_each_round_begins_anew():
    rounds = [legal_round("at random", "any", seed) for seed in (1, 2)]
    lines = list(geometry_lines(SIXTEEN_BY_NINE, rounds))
    counts = [len(line["tiles"]) for line in lines]
    assert counts == [n + 1 for placements in rounds for n in range(len(placements))]


def test_a_line_names_where_each_tile_lies_and_what_is_joined_to_it():
    *_, line = geometry_lines(SIXTEEN_BY_NINE, [written("5|5; 2|5 at 5|5.line-b")])
    assert json.loads(json.dumps(line)) == {
        "tiles": [
            {"tile": "5|5", "x": -1, "y": -2, "w": 2, "h": 4, "joined": ["2|5"]},
            {"tile": "2|5", "x": 1, "y": -1, "w": 4, "h": 2, "joined": ["5|5"]},
        ],
        "badges": [
            {"x": -3, "y": -1, "w": 2, "h": 2},
            {"x": -1, "y": -4, "w": 2, "h": 2},
            {"x": -1, "y": 2, "w": 2, "h": 2},
            {"x": 5, "y": -1, "w": 2, "h": 2},
        ],
    }


def test_a_badge_without_room_is_left_out():
    rounds = [legal_round("at random", "any", seed, hands=1) for seed in range(40)]
    lines = list(geometry_lines(SIXTEEN_BY_NINE, rounds))
    for line in lines:
        for box in line["badges"]:
            for tile in line["tiles"]:
                across = min(box["x"] + 2, tile["x"] + tile["w"]) - max(box["x"], tile["x"])
                along = min(box["y"] + 2, tile["y"] + tile["h"]) - max(box["y"], tile["y"])
                assert min(across, along) <= 0
