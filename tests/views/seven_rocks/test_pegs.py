"""The cribbage board of a game: where its events bring the pegs, and what the page says of it."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import render_template_string

from referee import record
from referee.rules.seven_rocks import Partnership, Ruling
from referee.views.seven_rocks import pegs
from tests.rounds import R0, R1, R2, events_of

NORTH_SOUTH, EAST_WEST = Partnership
RECORDS = Path(__file__).parents[2] / "records"


@pytest.fixture(autouse=True)
def in_english(app):
    with app.test_request_context():
        yield


def stand(events, target=250):
    """Front and back peg of both partnerships."""
    return [each[:2] for each in pegs.stands(events, target).values()]


def markup(drawn):
    """The board's SVG as a tree."""
    page = render_template_string(
        '{% from "seven_rocks/_board.html" import board %}{{ board(drawn) }}', drawn=drawn
    )
    return ElementTree.fromstring(page)


def of_class(tree, *names):
    return [each for each in tree.iter() if set(names) <= set(each.get("class", "").split())]


def test_points_are_pegged_by_the_side_that_scored():
    assert stand(events_of(R0)) == [(35, 20), (20, 15)]


def test_a_settlement_is_one_leap_a_partnership():
    events = events_of(R1)
    assert stand(events[:-1]) == [(45, 35), (60, 50)]  # some hands are known, nothing is pegged
    assert stand(events) == [(40, 45), (45, 60)]
    before, after = (pegs.stands(each, 250) for each in (events[:-1], events))
    assert [after[side].leaps - before[side].leaps for side in Partnership] == [1, 1]


def test_a_settlement_can_bring_a_peg_below_0():
    board = pegs.board(events_of(R2), 250)
    assert [track.below for track in board.tracks] == ["−60", "−55"]
    assert board.moves == ("North–South: peg from 0 to −60", "East–West: peg from 5 to −55")


def test_a_ruling_is_pegged_too():
    events = [*events_of(R0), Ruling(EAST_WEST, -7, "The tile was shown")]
    assert stand(events) == [(35, 20), (13, 20)]


def test_every_prefix_stands_as_a_game_of_its_own():
    """What an undo leaves, or a correction: the pegs of the shorter game, never of what went."""
    events = events_of(R0)
    scores = [
        record.play(record.Record("seven-rocks", None, tuple(events[:n]))).game.scores
        for n in range(len(events) + 1)
    ]
    for count, score in enumerate(scores):
        stands = pegs.stands(events[:count], 250)
        for side in Partnership:
            run = [each[side] for each in scores[: count + 1]]
            different = [each for each in run if each != run[-1]]
            assert stands[side].front == score[side]
            assert stands[side].back == (different[-1] if different else 0)


def test_the_text_names_both_pegs_of_both_sides():
    assert pegs.board(events_of(R0), 250).text == (
        "Cribbage board. North–South: front peg 35, back peg 20. "
        "East–West: front peg 20, back peg 15."
    )


def test_the_text_says_when_a_hole_is_more_than_a_point():
    assert pegs.board(events_of(R0), 1_000).text.endswith(" A hole stands for 5 points.")


def test_the_moves_are_those_of_the_last_leaps():
    assert pegs.board(events_of(R0), 250).moves == (
        "North–South: peg from 20 to 35",
        "East–West: peg from 15 to 20",
    )
    assert pegs.board(events_of(R0)[:2], 250).moves == ("North–South: peg from 0 to 5",)
    assert pegs.board([], 250).moves == ()


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*/*.record.json")), ids=lambda p: p.stem)
def test_every_record_has_a_board(path):
    played = record.replay(path.read_bytes())
    if played.record is None or played.game_id != "seven-rocks":
        return
    board = pegs.board(played.record.events[: played.event], played.game.target)
    stands = pegs.stands(played.record.events[: played.event], played.game.target)
    assert {side: each.front for side, each in stands.items()} == played.game.scores
    tree = markup(board)
    assert len(of_class(tree, "peg")) == 4
    assert tree.get("viewBox").startswith("0 0 ")


def test_pegs_differ_by_shape_and_stand_by_transform():
    tree = markup(pegs.board(events_of(R0), 250))
    for side, shape in (("ns", "circle"), ("ew", "path")):
        (front,) = of_class(tree, "peg", side, "front")
        (back,) = of_class(tree, "peg", side, "back")
        assert [each.tag for each in front] == [shape]
        assert [each.get("class") for each in back] == [None, "hollow"]
        assert front.get("transform") != back.get("transform")
    assert [bool(each.get("d")) for each in of_class(tree, "leap")] == [True, True]


def test_a_placement_moves_one_peg_and_leaves_the_rest_of_the_picture():
    events = events_of(R0)
    before, after = (
        [peg.get("transform") for peg in of_class(markup(pegs.board(each, 250)), "peg")]
        for each in (events[:-1], events[:-2])
    )
    assert sum(was != now for was, now in zip(before, after, strict=True)) == 1


def test_the_board_has_no_size_and_no_style_of_its_own():
    tree = markup(pegs.board(events_of(R0), 250))
    assert not {"width", "height"} & set(tree.keys())
    assert not any(each.get("style") for each in tree.iter())
    assert tree.get("role") == "img"
    assert tree.get("aria-label").startswith("Cribbage board. ")
