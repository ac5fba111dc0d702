"""Each refusal is one sentence in plain words, in any language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from referee import messages
from referee.messages import cleaned, place_of, sentence
from referee.record.errors import BadConnection, BadSeat, BadTile, NotARecord
from referee.rules import RuleBroken
from referee.rules.seven_rocks import Connection, Lead, Partnership, Ruling, Seat, new_game
from referee.rules.seven_rocks.proof import PassImpossible
from tests.rules.seven_rocks.notation import BLOCKED, HANDS, OUT, event, game, refusal, tiles

SOURCE = Path(messages.__file__).read_text(encoding="utf-8")
CROSS = "lead north; north 4|4; east 4|6 at 4|4.line-a; south 3|4 at 4|4.line-b"
NAMES = {Seat.NORTH: "Ami", Seat.EAST: "Bo", Seat.SOUTH: "Chie", Seat.WEST: "Dan"}


def draw(seat, *numbers):
    return Lead(seat, (dict(zip(Seat, numbers, strict=True)),))


TOLD = [
    (
        "ruling north-south 240; lead north; north 5|5",
        "east passes",
        "The game is over: north-south reached the target, so nothing more can be entered.",
    ),
    (
        "ruling east-west 240; lead west; west 5|5",
        "lead north",
        "The game is over: east-west reached the target, so nothing more can be entered.",
    ),
    (
        "",
        Ruling("nobody", 5, "x"),
        "This ruling names no partnership: it changes the score of north-south or of east-west.",
    ),
    (
        "",
        Ruling(Partnership.EAST_WEST, 0, "x"),
        "A ruling cannot give these points: it gives or takes from 1 to 10,000 points.",
    ),
    (
        "",
        Ruling(Partnership.EAST_WEST, 5, ""),
        "A ruling cannot stand without a reason: say what the table decided.",
    ),
    (
        "lead east",
        "lead north",
        (
            "No leader is drawn now, since Bo leads this round: a draw comes before the"
            " first round and after a block."
        ),
    ),
    (
        "",
        draw(Seat.NORTH, 1, 9, 3, 4),
        (
            "This draw does not make Ami the leader: the highest number was drawn by Bo"
            " alone, who leads, and nobody draws again."
        ),
    ),
    (
        "",
        draw(Seat.NORTH, 9, 9, 3, 4),
        (
            "This draw does not make Ami the leader: first all four seats draw, then"
            " exactly those who tied for the highest number, and now it would be Ami, Bo."
        ),
    ),
    (
        "",
        "north 1|4",
        "The round has no leader yet: a draw finds the leader, who then places any tile.",
    ),
    (
        BLOCKED + HANDS["north"],
        "north passes",
        "The round is over, since all four passed: the hands of Bo, Chie, Dan are entered now.",
    ),
    (
        OUT,
        "north 3|3 at 0|3.high",
        (
            "The round is over, since Chie placed the last tile of a hand: the hands of"
            " Ami, Bo, Dan are entered now."
        ),
    ),
    (
        "lead north; north 1|4",
        "east holds 1|1",
        (
            "The hand of Bo cannot be entered yet: hands are shown when the round is over,"
            " after a last tile or four passes in a row."
        ),
    ),
    (
        OUT,
        "south holds 3|3",
        "Chie has no hand to enter: this player placed all seven tiles.",
    ),
    (
        BLOCKED + HANDS["north"],
        HANDS["north"],
        "The hand of Ami is entered already: still to come are those of Bo, Chie, Dan.",
    ),
    (
        BLOCKED,
        "north holds 0|2",
        (
            "The hand of Ami cannot have this many tiles (1): seven were dealt, and without"
            " those placed the number is 4."
        ),
    ),
    (
        BLOCKED,
        "north holds 0|2, 0|2, 3|3, 6|6",
        "0|2 cannot be twice in the hand of Ami: every tile is there once, so name another.",
    ),
    (
        BLOCKED + HANDS["north"],
        "east holds 0|2, 2|3, 3|4, 3|6",
        "The hands of two players clash: every tile is there once, so compare them at the table.",
    ),
    (
        BLOCKED,
        "north holds 0|2, 0|5, 3|3, 2|4",
        (
            "2|4 cannot be in the hand of Ami: it is on the table, placed by Chie as tile 3"
            " of this round."
        ),
    ),
    (
        "lead north; north 1|4",
        "west 4|4 at 1|4.high",
        "Dan cannot play yet: play goes clockwise, and it is the turn of Bo.",
    ),
    (
        "lead north",
        "north passes",
        (
            "Ami cannot pass: whoever can place must, and every tile that is not on the"
            " table fits now."
        ),
    ),
    (
        "lead north; north 1|4",
        "east 1|4 at 1|4.low",
        (
            "1|4 cannot be placed: every tile is there once, and Ami placed it as tile 1 of"
            " this round."
        ),
    ),
    (
        "lead north",
        "north 1|4 at 4|4.line-a",
        "1|4 cannot be joined to anything: it is the lead, and nothing is on the table yet.",
    ),
    (
        "lead north; north 1|4",
        "east 2|3",
        "2|3 cannot be placed: it fits no open end.",
    ),
    (
        CROSS,
        "west 3|6",
        (
            "It is not said where 3|6 is joined: choose a place that fits (beside 3|4, low"
            " half; beside 4|6, high half)."
        ),
    ),
    (
        "lead north; north 1|4",
        "east 2|4 at 4|6.low",
        (
            "2|4 cannot be joined to 4|6: that tile is not on the table; it fits in these places:"
            " beside 1|4, high half."
        ),
    ),
    (
        "lead north; north 1|4",
        "east 2|3 at 3|6.low",
        "2|3 cannot be joined to 3|6: that tile is not on the table, and 2|3 fits no open end.",
    ),
    (
        "lead north; north 1|4",
        "east 4|4 at 1|4.arm-a",
        (
            "4|4 cannot start a side arm of 1|4: only the first double of the round has"
            " side arms, and no double is on the table yet."
        ),
    ),
    (
        CROSS + "; west 6|6 at 4|6.high",
        "north 5|6 at 6|6.arm-b",
        (
            "5|6 cannot start a side arm of 6|6: only the first double of the round has"
            " side arms, and that is 4|4."
        ),
    ),
    (
        "lead north; north 4|4",
        "east 4|5 at 4|4.low",
        (
            "4|5 cannot be joined to a half of 4|4: a double lies crosswise and is joined"
            " at its line sides A and B."
        ),
    ),
    (
        "lead north; north 1|4",
        "east 4|5 at 1|4.line-b",
        (
            "4|5 cannot be joined to a line side of 1|4: only a double has line sides; this"
            " tile is joined at its low or its high half."
        ),
    ),
    (
        CROSS,
        "west 4|5 at 4|4.line-b",
        (
            "4|5 cannot be joined there (beside 4|4, line side B): that end is no longer"
            " open; it fits in these places: beside 4|4, side arm A; beside 4|4, side arm B."
        ),
    ),
    (
        CROSS,
        "west 1|2 at 4|4.line-b",
        (
            "1|2 cannot be joined there (beside 4|4, line side B): that end is no longer"
            " open, and 1|2 fits no other."
        ),
    ),
    (
        "lead north; north 4|4; east 4|6 at 4|4.line-a",
        "south 4|5 at 4|4.arm-b",
        (
            "4|5 cannot start a side arm of 4|4 yet: the arms open when both line sides are"
            " filled, and still free is: beside 4|4, line side B."
        ),
    ),
    (
        CROSS,
        "west 1|2 at 4|6.high",
        (
            "1|2 cannot be joined there (beside 4|6, high half): no half of it shows 6, and"
            " the open ends show: 3, 4, 6."
        ),
    ),
]


@pytest.mark.parametrize(("events", "tried", "told"), TOLD)
def test_what_is_said(events, tried, told):
    broken = refusal(game(events), tried)
    assert sentence(broken, name=NAMES.__getitem__) == told


def test_a_refused_pass_names_the_tiles_that_fit_nowhere():
    """As on the page: what is held, what fits nowhere, and so what must be there."""
    broken = PassImpossible(Seat.WEST, 3, tiles("0|0, 0|4"))
    assert sentence(broken) == (
        "west cannot pass: whoever can place must, and of the tiles held (3) one has to"
        " fit, since all that fit nowhere are: 0|0, 0|4."
    )


def test_a_layout_without_its_round_does_not_say_who_placed_a_tile():
    laid = game("lead north; north 1|4").round.layout
    with pytest.raises(RuleBroken) as caught:
        laid.place(event("east 1|4").tile)
    assert sentence(caught.value) == (
        "1|4 cannot be placed: every tile is there once, and this one is on the table."
    )


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        (BadSeat("N\n"), "“N\\n” names no seat: the seats are north, east, south and west."),
        (
            BadTile("4|1"),
            (
                "“4|1” names no tile: a tile has two numbers from 0 to 6 and is written low"
                " half first, 1|4."
            ),
        ),
        (
            BadConnection("x" * 90),
            (
                f"“{'x' * 40}…” names no place to join to: that is a tile, a full stop and a side"
                " of it, 1|4.low or 4|4.line-a."
            ),
        ),
        (
            NotARecord("not-text", "events[2].at"),
            "This is no game record: events[2].at has to be text in quotation marks.",
        ),
        (
            NotARecord("not-an-object"),
            "This is no game record: the file has to be an object in { }.",
        ),
    ],
)
def test_what_is_said_of_a_file(refused, told):
    assert sentence(refused) == told


PARTS = sorted(
    {
        node.args[0].value
        for path in (Path(messages.__file__).parent / "record").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "NotARecord"
    }
)


@pytest.mark.parametrize("part", PARTS)
def test_each_way_to_be_no_record_has_its_sentence(part):
    told = sentence(NotARecord(part, "events[0].x\u2028"))
    assert told.startswith("This is no game record")
    assert told.isprintable()


def kinds(parent=RuleBroken):
    for child in parent.__subclasses__():
        yield from kinds(child)
        if child.__module__.startswith("referee.") and hasattr(child, "code"):
            yield child


def test_each_refusal_has_its_sentence_and_no_sentence_is_left_over():
    assert {kind.code for kind in kinds()} == set(messages._WORDS)


@pytest.mark.parametrize(("events", "tried", "told"), TOLD)
def test_every_sentence_is_translated_whole(events, tried, told):
    """It comes out of the catalogue in one piece: nothing is glued before or behind."""
    translated = sentence(refusal(game(events), tried), lambda text: f"[{text}]")
    assert (translated[0], translated[-1]) == ("[", "]")


def literals():
    """The literal sentences that pybabel finds, in calls of `gettext`."""
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "gettext":
            (argument,) = node.args
            assert isinstance(argument, ast.Constant), ast.dump(argument)
            yield argument.value


def test_sentences_are_literal_with_named_fields_and_friendly():
    for text in literals():
        assert not re.search(r"%(?!\(\w+\)s)", text), text
        assert not re.search(r"\b(error|invalid|oops|illegal)\b|!|\n", text, re.IGNORECASE), text
        if len(text) > 45:
            assert text.endswith((".", "?")), text


def test_names_may_hold_anything():
    refused = refusal(new_game(), "north 1|4")
    assert sentence(refused, name=lambda seat: "100 %(x)s")
    turn = refusal(game("lead north"), "east 1|4")
    assert "%(seat)s" in sentence(turn, name=lambda seat: "%(seat)s")


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("6|6.arm-b", "beside 6|6, side arm B"),
        ("6|6.line-a", "beside 6|6, line side A"),
        ("1|4.low", "beside 1|4, low half"),
        ("1|4.high", "beside 1|4, high half"),
    ],
)
def test_a_connection_point_is_named_by_its_neighbour(at, words):
    assert place_of(Connection.parse(at)) == words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("수진 a", "수진 a"),
        ("a\nb\r\u2028\x1b", "a\\nb\\r\\u2028\\x1b"),
        ("\u202ex", "\\u202ex"),
        ("x" * 41, "x" * 40 + "…"),
        ("\U000e0001", "\\U000e0001"),
    ],
)
def test_text_of_a_record_is_shown_in_one_line(text, shown):
    assert cleaned(text) == shown
