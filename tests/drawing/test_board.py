"""The cribbage board: holes for every target, and pegs that leap over each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.drawing.board import Board, Pegs, drawn, pegs

TARGETS = st.integers(5, 10_000)
CHANGES = st.lists(st.integers(-60, 60) | st.integers(-10_000, 10_000), max_size=40)


def scores_after(changes):
    """The score after each of these changes, from 0."""
    score, scores = 0, []
    for change in changes:
        score += change
        scores.append(score)
    return scores


# the pegs


@pytest.mark.parametrize(
    ("scores", "front", "back"),
    [
        ([], 0, 0),
        ([5], 5, 0),
        ([5, 20], 20, 5),
        ([5, 20, 35], 35, 20),
        ([5, 20, 20], 20, 5),  # a change of 0 moves nothing
        ([20, 10], 10, 20),  # a deduction is a leap too: the other peg stands ahead
        ([20, -15], -15, 20),
        ([10, 15, 10], 10, 15),  # the score came back: the peg stands there already
        ([0], 0, 0),
    ],
)
def test_the_peg_that_did_not_move_last_goes_to_the_new_score(scores, front, back):
    assert pegs(scores)[:2] == (front, back)


@given(CHANGES)
def test_the_front_peg_is_the_score_and_each_change_is_one_leap(changes):
    scores = scores_after(changes)
    stand = pegs(scores)
    assert stand.front == (scores[-1] if scores else 0)
    assert stand.leaps == sum(change != 0 for change in changes)
    assert stand.leaps == 0 or stand.front != stand.back


@given(CHANGES, st.integers(-200, 200))
def test_a_leap_leaves_one_of_the_two_pegs_where_it_was(changes, score):
    """Drawn in the same order before and after, so that a page moves one peg only."""
    before = pegs(scores_after(changes))
    after = before.leap(score)
    pairs = [(each.front, each.back)[:: -1 if each.leaps % 2 else 1] for each in (before, after)]
    moved = [was for was, now in zip(*pairs, strict=True) if was != now]
    assert len(moved) <= 1
    if after.leaps > before.leaps:
        assert after.back == before.front


# the holes


@pytest.mark.parametrize(
    ("target", "step", "rows"),
    [
        (5, 1, (5,)),
        (7, 1, (7,)),
        (25, 1, (25,)),
        (60, 1, (25, 25, 10)),
        (75, 1, (25, 25, 25)),
        (100, 1, (50, 50)),
        (101, 1, (50, 50, 1)),
        (250, 1, (50, 50, 50, 50, 50)),
        (255, 1, (50, 50, 50, 50, 50, 5)),
        (301, 5, (25, 25, 11)),
        (1_000, 5, (50, 50, 50, 50)),
        (9_999, 50, (50, 50, 50, 50)),
        (10_000, 50, (50, 50, 50, 50)),
    ],
)
def test_a_track_has_its_holes_in_rows(target, step, rows):
    board = Board(target)
    assert (board.step, board.rows) == (step, rows)


def test_the_rows_of_a_game_to_250_are_marked_50_to_250():
    picture = drawn(Board(250), (Pegs(), Pegs()))
    assert [row.mark for row in picture.rows] == [50, 100, 150, 200, 250]
    assert sum(row.holes for row in picture.rows) == 250
    assert len(picture.tracks) == 2


@given(TARGETS)
def test_every_target_has_a_board_of_at_most_six_rows_that_ends_with_it(target):
    board = Board(target)
    picture = drawn(board, (Pegs(), Pegs()))
    assert sum(board.rows) == board.holes <= 300
    assert 1 <= len(board.rows) <= 6
    assert picture.rows[-1].mark == target
    assert 2.5 < picture.width / picture.height < 8
    for row in picture.rows:
        assert row.mark_x < picture.width
        assert row.groove.y + row.groove.height < picture.height


@given(TARGETS)
def test_each_hole_stands_for_more_points_than_the_one_before(target):
    board = Board(target)
    points = [board.points_at(hole) for hole in range(board.holes + 1)]
    assert points[0] == 0
    assert points[-1] == target
    assert points == sorted(set(points))
    assert [board.hole(each) for each in points] == list(range(board.holes + 1))


@given(TARGETS, st.integers(-300, 20_000))
def test_only_a_score_at_the_target_stands_in_the_last_hole(target, score):
    board = Board(target)
    hole = board.hole(score)
    assert (hole == board.holes) == (score >= target)
    assert (hole == -1) == (score < 0)


# where the pegs stand


@pytest.mark.parametrize(
    ("target", "score", "x", "y"),
    [
        (250, 1, 83, 16),
        (250, 5, 131, 16),
        (250, 6, 150, 16),
        (250, 50, 734, 16),
        (250, 51, 83, 66),
        (250, 250, 734, 216),
        (250, 275, 734, 216),  # past the target the last hole is the place
        (1_000, 5, 83, 16),
        (1_000, 9, 83, 16),  # no multiple of the step: the last hole reached
        (250, -5, 27, 16),
    ],
)
def test_a_score_has_its_hole(target, score, x, y):
    track, _ = drawn(Board(target), (pegs([score]), Pegs())).tracks
    (front,) = [peg for peg in track.pegs if peg.is_front]
    assert (front.x, front.y) == (x, y)


@given(TARGETS, CHANGES)
def test_no_two_pegs_stand_in_the_same_hole(target, changes):
    stand = pegs(scores_after(changes))
    picture = drawn(Board(target), (stand, stand))
    spots = [(peg.x, peg.y) for track in picture.tracks for peg in track.pegs]
    assert len(set(spots)) == 4
    for x, y in spots:
        assert 10 <= x <= picture.width - 10
        assert 10 <= y <= picture.height - 10


@pytest.mark.parametrize(
    ("stand", "is_front_ahead"),
    [
        (Pegs(0, 0, 0), True),
        (Pegs(-5, -20, 3), True),
        (Pegs(-20, -5, 3), False),
        (Pegs(270, 260, 3), True),
        (Pegs(30, 0, 1), True),
    ],
)
def test_pegs_at_the_same_place_stand_in_the_order_of_their_scores(stand, is_front_ahead):
    track, _ = drawn(Board(250), (stand, Pegs())).tracks
    front, back = sorted(track.pegs, key=lambda peg: not peg.is_front)
    assert (front.x > back.x) == is_front_ahead


def test_where_a_hole_stands_for_many_points_the_back_peg_takes_the_hole_beside():
    board = Board(10_000)
    assert [spot.hole for spot in board.spots(Pegs(130, 105, 2))] == [2, 1]
    assert [spot.hole for spot in board.spots(Pegs(105, 130, 2))] == [2, 3]
    assert [spot.hole for spot in board.spots(Pegs(60, 55, 2))] == [1, 0]
    assert [spot.hole for spot in board.spots(Pegs(10_005, 10_020, 2))] == [200, 199]


def test_a_leap_within_a_row_has_an_arc_outwards():
    north_south, east_west = drawn(Board(250), (Pegs(120, 105, 3), Pegs(150, 135, 4))).tracks
    assert (north_south.arc.y, north_south.arc.handle_y) == (116, 92)
    assert (east_west.arc.y, east_west.arc.handle_y) == (136, 160)
    assert north_south.arc.x0 < north_south.arc.handle_x < north_south.arc.x1


def test_a_leap_to_another_row_or_to_the_next_hole_has_none():
    other_row, next_hole = drawn(Board(1_000), (Pegs(255, 245, 3), Pegs(20, 15, 2))).tracks
    assert other_row.arc is None
    assert next_hole.arc is None


def test_a_score_below_0_is_told_how_far():
    north_south, east_west = drawn(Board(250), (Pegs(-10, 0, 1), Pegs(5, -10, 2))).tracks
    assert (north_south.below, east_west.below) == (-10, None)
