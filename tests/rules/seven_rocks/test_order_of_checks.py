"""An event that breaks several rules is refused by the first in RECORD.md's table."""

import pytest

from referee.rules.seven_rocks import Lead, Ruling, Seat, apply
from tests.rules.seven_rocks.notation import BLOCKED, OUT, SETTLED_BLOCK, code, event, game

SPINNER_ON_ONE_SIDE = "lead north; north 4|4; east 4|5 at 4|4.line-a"
WON = "ruling north-south 240; lead north; north 5|5"


@pytest.mark.parametrize(
    ("events", "tried", "expected"),
    [
        (WON, Ruling("nobody", 0, ""), "game-over"),  # before bad-ruling
        (WON, Lead(Seat.NORTH, ()), "game-over"),  # before lead-unexpected, bad-draw
        (WON, "north 5|5", "game-over"),  # before round-over, wrong-turn, tile-already-placed
        (WON, "north holds 5|5, 5|5", "game-over"),
        ("lead north", Lead(Seat.NORTH, ()), "lead-unexpected"),  # before bad-draw
        (SETTLED_BLOCK, "north 1|4 at 4|4.low", "lead-expected"),
        (SETTLED_BLOCK, "north holds 1|4, 1|4", "lead-expected"),  # before hand-unexpected
        (OUT, "east 1|5 at 1|5.arm-a", "round-over"),  # before wrong-turn
        ("lead north; north 1|4", "north holds 1|4, 1|4", "hand-unexpected"),  # before hand-size
        (OUT, "south holds 2|2, 2|2", "hand-unexpected"),
        (BLOCKED + "north holds 0|2, 0|5, 3|3, 6|6", "north holds 1|1", "hand-twice"),
        (BLOCKED, "north holds 1|1, 1|1", "hand-size"),  # before the tiles
        (BLOCKED, "north holds 1|1, 1|1, 0|2, 0|5", "hand-tile-twice"),  # before placed
        (BLOCKED, "north holds 1|1, 0|2, 0|5, 0|5", "hand-tile-twice"),  # in whatever order
        ("lead north; north 1|4", "north 1|4 at 4|4.low", "wrong-turn"),
        ("lead north", "east passes", "wrong-turn"),  # before pass-impossible
        ("lead north; north 1|4", "east 1|4", "tile-already-placed"),  # before missing
        ("lead north; north 1|4", "east 1|4 at 1|4.arm-a", "tile-already-placed"),
        ("lead north", "north 1|4 at 1|4.arm-a", "connection-unexpected"),  # before not-on-table
        ("lead north; north 1|4", "east 2|3", "connection-missing"),  # fits nowhere
        ("lead north; north 1|4", "east 2|3 at 5|6.arm-a", "not-on-table"),  # before the port
        ("lead north; north 1|4", "east 2|3 at 1|4.arm-a", "no-such-port"),  # before the pips
        (
            SPINNER_ON_ONE_SIDE,
            "south 2|3 at 4|5.low",
            "connection-taken",
        ),
        (SPINNER_ON_ONE_SIDE, "south 2|3 at 4|4.arm-a", "arm-closed"),
    ],
)
def test_the_first_check_that_fits_is_reported(events, tried, expected):
    assert code(game(events), tried)[0] == expected


def test_a_legal_event_passes_all_checks():
    assert apply(game("lead north; north 1|4"), event("east 4|4 at 1|4.high")).events == 3
