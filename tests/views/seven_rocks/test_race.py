"""The race of a game: its steps, and the chart with its words."""

from xml.etree import ElementTree

import pytest
from flask import render_template_string

from referee.rules.seven_rocks import Partnership, Place, Ruling
from referee.views.seven_rocks.race import race, steps
from tests.rounds import R0, R1, R2, events_of

NORTH_SOUTH, EAST_WEST = Partnership


@pytest.fixture(autouse=True)
def in_english(app):
    with app.test_request_context():
        yield


def markup(drawn):
    """The chart's SVG as a tree."""
    page = render_template_string(
        '{% from "seven_rocks/_chart.html" import chart %}{{ chart(drawn) }}', drawn=drawn
    )
    return ElementTree.fromstring(page)


def of_class(tree, *names):
    return [each for each in tree.iter() if set(names) <= set(each.get("class", "").split())]


def test_each_placement_is_a_step_and_a_pass_is_none():
    events = events_of(R1)
    run = steps(events, 250)
    placed = [number for number, event in enumerate(events) if isinstance(event, Place)]
    assert [step.event for step in run if not step.is_settlement] == placed


def test_all_hands_of_a_round_are_one_step():
    *_, before, last = steps(events_of(R1), 250)
    assert (before.is_settlement, last.is_settlement) == (False, True)
    assert last.scores == {NORTH_SOUTH: 40, EAST_WEST: 45}
    assert last.event == len(events_of(R1)) - 1


def test_a_ruling_is_a_step():
    *_, last = steps([*events_of(R0), Ruling(EAST_WEST, -5, "Late")], 250)
    assert last.scores == {NORTH_SOUTH: 35, EAST_WEST: 15}


def test_the_chart_ends_with_the_scores():
    drawn = race(events_of(R1), 250)
    assert drawn.ends == ("40", "45")
    assert drawn.rounds == ("Round 1",)
    assert drawn.text == (
        "Race to 250. North–South 40, East–West 45. The table below has the numbers of every round."
    )


def test_scores_below_0_have_a_true_minus_sign():
    drawn = race(events_of(R2), 250)
    assert drawn.ends == ("−60", "−55")
    assert "−50" in drawn.marks
    assert "-" not in "".join((*drawn.marks, *drawn.ends))


def test_lines_and_marks_differ_by_more_than_colour():
    tree = markup(race(events_of(R1), 250))
    assert [each.get("class") for each in of_class(tree, "l")] == ["l ns", "l ew"]
    assert {each.tag for each in of_class(tree, "m", "ns")} == {"circle"}
    assert {each.tag for each in of_class(tree, "m", "ew")} == {"path"}
    assert [each.text for each in of_class(tree, "lab")] == ["40", "45"]


def test_the_chart_has_no_size_and_no_style_of_its_own():
    tree = markup(race([], 250))
    assert not {"width", "height"} & set(tree.keys())
    assert not any(each.get("style") for each in tree.iter())
    assert (tree.get("role"), tree.get("viewBox")) == ("img", "0 0 860 320")


def test_the_key_names_both_lines():
    page = render_template_string(
        '{% from "seven_rocks/_chart.html" import chart_key %}{{ chart_key() }}'
    )
    assert "North–South" in page
    assert "East–West" in page
