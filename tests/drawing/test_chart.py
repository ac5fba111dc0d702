"""The chart of the race: steps to the right, scores upwards."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.drawing.chart import Chart, chart

TARGETS = st.integers(5, 10_000)


CHANGES = st.sampled_from([-10_000, -20, -5, -1, 0, 0, 5, 15, 35, 10_000])
STEPS = st.lists(st.tuples(CHANGES, CHANGES, st.booleans()), max_size=30)


@st.composite
def races(draw):
    """A target, two scores that run side by side, and the steps that settle a round."""
    steps = draw(STEPS)
    scores = [list(accumulate((step[side] for step in steps), initial=0)) for side in (0, 1)]
    borders = [number for number, (_, _, is_border) in enumerate(steps, start=1) if is_border]
    return draw(TARGETS), scores, borders


@given(races())
def test_lines_run_to_the_right_and_stay_in_the_picture(race):
    picture = chart(*race)
    for line in picture.lines:
        across = [point.x for point in line.points]
        assert across == sorted(set(across))
        assert across[0] == picture.left
        for point in (*line.points, *line.marks):
            assert picture.left <= point.x <= picture.right
            assert picture.top <= point.y <= picture.bottom


@given(races())
def test_a_line_ends_at_its_score_and_turns_where_it_changes(race):
    _, scores, _ = race
    picture = chart(*race)
    for line, score in zip(picture.lines, scores, strict=True):
        assert line.score == score[-1]
        changes = sum(now != before for before, now in pairwise(score))
        assert changes <= len(line.points) - 1 <= changes + 1
        assert line.marks[-1] == line.points[-1]


@given(races())
def test_a_higher_score_is_drawn_higher(race):
    target, scores, _ = race
    picture = chart(*race)
    assert picture.goal.y <= picture.zero_y
    for line, score in zip(picture.lines, scores, strict=True):
        assert (line.points[-1].y <= picture.goal.y) == (score[-1] >= target) or abs(
            line.points[-1].y - picture.goal.y
        ) < 0.2
        if score[-1] < 0:
            assert line.points[-1].y >= picture.zero_y


@given(races())
def test_no_numbers_touch(race):
    picture = chart(*race)
    one, other = (line.label_y for line in picture.lines)
    assert abs(one - other) >= 19.9
    for mark in picture.marks:
        assert abs(mark.y - picture.goal.y) >= 15
    assert len(picture.marks) <= 8
    names = [each for each in picture.rounds if each.is_short]
    assert all(b.x - a.x >= 26 for a, b in pairwise(names))


def whole(target: int = 250) -> Chart:
    """Two rounds and a bit of the third."""
    return chart(target, [[0, 5, 10, 0, 0, 20, 10], [0, 0, 15, 5, 10, -10, -5]], [3, 5])


def test_a_round_ends_with_a_border_and_a_mark_on_each_line():
    picture = whole()
    north_south, east_west = picture.lines
    assert [mark.x for mark in north_south.marks] == [*picture.borders, picture.right]
    assert [mark.x for mark in east_west.marks] == [*picture.borders, picture.right]
    assert [each.number for each in picture.rounds] == [1, 2, 3]


def test_a_line_below_0_lies_below_the_axis():
    picture = whole()
    assert min(mark.score for mark in picture.marks) == 0
    _, east_west = picture.lines
    assert east_west.points[-1].y > picture.zero_y
    assert picture.zero_y < picture.bottom


@pytest.mark.parametrize(
    ("target", "scores"),
    [
        (250, [0, 50, 100, 150, 200]),
        (5, [0, 5, 10, 15, 20]),
        (1_000, [0, 200, 400, 600, 800]),
        (255, [0, 50, 100, 150, 200]),
    ],
)
def test_round_scores_are_marked_beside_the_target(target, scores):
    picture = chart(target, [[0, 20], [0, 10]], [])
    assert [mark.score for mark in picture.marks if mark.score != target] == [
        score for score in scores if score != target
    ]


def test_a_game_of_very_many_rounds_marks_the_ends_only():
    scores = list(range(0, 505, 5))
    picture = chart(500, [scores, scores], list(range(1, 100)))
    assert [len(line.marks) for line in picture.lines] == [1, 1]
    assert len(picture.rounds) < 40


def test_a_game_without_a_step_shows_the_target():
    picture = chart(250, [[0], [0]], [])
    assert [line.points for line in picture.lines] == [((picture.left, picture.zero_y),)] * 2
    assert picture.rounds == picture.borders == ()
