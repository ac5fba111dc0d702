"""Why a placement scores: each counted end, each open connection that adds nothing, the points."""

from __future__ import annotations

from collections import Counter

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.rules.seven_rocks import Layout
from referee.views.seven_rocks.why import Why, why
from tests.drawing.seven_rocks.legal_rounds import PLANS, WHEN_DOUBLES, legal_round, written


@pytest.fixture(autouse=True)
def request_context(app: Flask):
    with app.test_request_context():
        yield


def layout_of(text: str) -> Layout:
    layout = Layout()
    for step in written(text):
        layout = layout.place(step.tile, step.at)
    return layout


def sentences(found: Why) -> list[str]:
    return [reason.sentence for reason in (*found.counted, *found.uncounted)] + [found.points]


@pytest.mark.parametrize(
    ("placed", "told"),
    [
        ("1|4", [
            "1|4 lies alone, so both its halves count: the high half adds 4.",
            "1|4 lies alone, so both its halves count: the low half adds 1.",
            "5 is a multiple of 5: 5 points.",
        ]),
        ("2|2", [
            "2|2 lies alone, so its two halves count once: it adds 4.",
            "2|2 line side B is open too and adds nothing, since the double is counted already.",
            "4 is not a multiple of 5, so no points.",
        ]),
        ("5|5; 0|5 at 5|5.line-a", [
            "The low half of 0|5 is an outer end: it adds 0.",
            "The spinner 5|5 is an end while a line side is open: both halves add 10.",
            "10 is a multiple of 5: 10 points.",
        ]),
        ("5|5; 0|5 at 5|5.line-a; 4|5 at 5|5.line-b", [
            "The low half of 0|5 is an outer end: it adds 0.",
            "The low half of 4|5 is an outer end: it adds 4.",
            "Side arm A of 5|5 is not started: it adds 0.",
            "Side arm B of 5|5 is not started: it adds 0.",
            "The spinner 5|5 counts nothing, since both its line sides are filled.",
            "4 is not a multiple of 5, so no points.",
        ]),
        ("0|0; 0|1 at 0|0.line-a; 0|2 at 0|0.line-b; 1|1 at 0|1.high; 2|2 at 0|2.high", [
            "The double 1|1 lies across at an end, so both halves count: it adds 2.",
            "The double 2|2 lies across at an end, so both halves count: it adds 4.",
            "Side arm A of 0|0 is not started: it adds 0.",
            "Side arm B of 0|0 is not started: it adds 0.",
            "The spinner 0|0 counts nothing, since both its line sides are filled.",
            "6 is not a multiple of 5, so no points.",
        ]),
    ],
)  # fmt: skip
def test_each_end_is_told_with_its_reason(placed: str, told: list[str]):
    assert sentences(why(layout_of(placed))) == told


def test_a_double_that_is_no_end_any_more_is_named():
    layout = layout_of("6|6; 1|6 at 6|6.line-a; 1|1 at 1|6.low; 1|2 at 1|1.line-b")
    assert "A double with a tile joined beyond it counts nothing: 1|1." in sentences(why(layout))


def test_a_started_arm_counts_its_outer_end_and_only_the_other_adds_0():
    layout = layout_of("5|5; 0|5 at 5|5.line-a; 4|5 at 5|5.line-b; 1|5 at 5|5.arm-b")
    told = sentences(why(layout))
    assert "The low half of 1|5 is an outer end: it adds 1." in told
    assert "Side arm A of 5|5 is not started: it adds 0." in told
    assert not any("Side arm B" in sentence for sentence in told)


def test_an_end_sum_of_0_scores_nothing():
    assert why(layout_of("0|0")).points == "The end sum is 0, so no points."


@given(
    plan=st.sampled_from(sorted(PLANS)),
    doubles=st.sampled_from(sorted(WHEN_DOUBLES)),
    seed=st.integers(0, 10_000),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_what_counts_adds_up_and_every_open_connection_is_named_once(
    plan: str, doubles: str, seed: int
):
    layout = Layout()
    for step in legal_round(plan, doubles, seed):
        layout = layout.place(step.tile, step.at)
        found = why(layout)
        assert sum(reason.value or 0 for reason in found.counted) == layout.end_sum
        assert all(reason.value is None for reason in found.uncounted)
        reasons = (*found.counted, *found.uncounted)
        named = Counter(reason.open for reason in reasons if reason.open is not None)
        assert named == Counter(layout.open_connections)
        assert all(str(reason.open.tile) in reason.sentence for reason in reasons if reason.open)
