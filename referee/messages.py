"""A refusal -> one sentence: what cannot be, the rule in plain words, what is possible instead.

A refusal carries typed facts and no words; these are the words, English ones as the keys of the
catalogues. Each sentence is whole, with named fields. Text out of a record is shown cleaned, so
that no line break and nothing invisible ever comes out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

from referee.refusals import Refused
from referee.rules import RuleBroken

Gettext: TypeAlias = Callable[[str], str]
"""Translates a sentence: gettext of the reader's language."""

Name: TypeAlias = Callable[[Any], str]
"""How a seat is shown: the player's name, or the seat itself."""

_Facts: TypeAlias = Mapping[str, Any]

_SHOWN: Final = 40
"""How many characters of a text out of a record are shown."""


def sentence(
    refusal: RuleBroken | Refused, gettext: Gettext = str, name: Name | None = None
) -> str:
    """What a player is told about a refusal, as one sentence without line breaks."""
    if isinstance(refusal, Refused):
        return _TABLE_WORDS[refusal.code](refusal.facts, gettext)
    words = _WORDS[refusal.code]
    return words(refusal.facts, gettext, name or _seat_value)


def cleaned(text: str, limit: int = _SHOWN) -> str:
    """Text out of a record, safe in one line: shortened, what is not printable as an escape."""
    shown = text if len(text) <= limit else text[:limit] + "…"
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in shown
    )


def place_of(connection: Any, gettext: Gettext = str) -> str:
    """A connection point in words, by its neighbour: "beside 6|6, side arm B"."""
    words = {
        "low": gettext("beside %(tile)s, low half"),
        "high": gettext("beside %(tile)s, high half"),
        "line-a": gettext("beside %(tile)s, line side A"),
        "line-b": gettext("beside %(tile)s, line side B"),
        "arm-a": gettext("beside %(tile)s, side arm A"),
        "arm-b": gettext("beside %(tile)s, side arm B"),
    }
    return words[connection.port.value] % {"tile": connection.tile}


def _seat_value(seat: Any) -> str:
    value: str = seat.value
    return value


def _listed(things: Iterable[object], gettext: Gettext) -> str:
    return gettext(", ").join(str(thing) for thing in things)


def _named(seats: Iterable[Any], gettext: Gettext, name: Name) -> str:
    return _listed((name(seat) for seat in seats), gettext)


def _places(connections: Iterable[Any], gettext: Gettext) -> str:
    return gettext("; ").join(place_of(connection, gettext) for connection in connections)


# --- the file -------------------------------------------------------------------------------------


def _not_a_record(facts: _Facts, gettext: Gettext, name: Name) -> str:
    words = {
        "file-too-large": gettext("This is no game record: a record has at most 1 MiB."),
        "byte-order-mark": gettext(
            "This is no game record: a record starts with {, not with a byte-order mark."
        ),
        "not-utf-8": gettext("This is no game record: its text is not UTF-8."),
        "not-json": gettext("This is no game record: it cannot be read as JSON."),
        "not-an-object": gettext("This is no game record: %(where)s has to be an object in { }."),
        "not-a-list": gettext("This is no game record: %(where)s has to be a list in [ ]."),
        "not-text": gettext("This is no game record: %(where)s has to be text in quotation marks."),
        "half-a-character": gettext(
            "This is no game record: the text of %(where)s holds half of a surrogate pair."
        ),
        "text-too-long": gettext("This is no game record: the text of %(where)s is too long."),
        "not-a-whole-number": gettext(
            "This is no game record: all its numbers have to be whole and written in digits only,"
            " %(where)s too."
        ),
        "number-too-long": gettext(
            "This is no game record: a number in it has more than 4,300 digits."
        ),
        "field-repeated": gettext("This is no game record: a field in it is named twice."),
        "field-unknown": gettext("This is no game record: no field is called %(where)s."),
        "field-missing": gettext("This is no game record: the field %(where)s is missing."),
        "format-unknown": gettext(
            "This is no game record that this referee reads: its format has to be referee-record/1."
        ),
        "game-unknown": gettext(
            "This is no game record that this referee reads: it does not know the game."
        ),
        "target-out-of-range": gettext(
            "This is no game record: the target has to be from 5 to 10,000 points."
        ),
        "too-many-events": gettext("This is no game record: a record has at most 10,000 events."),
        "event-type-unknown": gettext(
            "This is no game record: %(where)s names no kind of event of this game."
        ),
    }
    where = cleaned(facts["where"]) or gettext("the file")
    return words[facts["part"]] % {"where": where}


def _bad_seat(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext("“%(text)s” names no seat: the seats are north, east, south and west.") % {
        "text": cleaned(facts["text"])
    }


def _bad_tile(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "“%(text)s” names no tile: a tile has two numbers from 0 to 6 and is written low half"
        " first, 1|4."
    ) % {"text": cleaned(facts["text"])}


def _bad_connection(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "“%(text)s” names no place to join to: that is a tile, a full stop and a side of it,"
        " 1|4.low or 4|4.line-a."
    ) % {"text": cleaned(facts["text"])}


# --- the game -------------------------------------------------------------------------------------


def _game_over(facts: _Facts, gettext: Gettext, name: Name) -> str:
    words = {
        "north-south": gettext(
            "The game is over: north-south reached the target, so nothing more can be entered."
        ),
        "east-west": gettext(
            "The game is over: east-west reached the target, so nothing more can be entered."
        ),
    }
    return words[facts["winner"].value]


def _bad_ruling(facts: _Facts, gettext: Gettext, name: Name) -> str:
    words = {
        "side": gettext(
            "This ruling names no partnership: it changes the score of north-south or of east-west."
        ),
        "points": gettext(
            "A ruling cannot give these points: it gives or takes from 1 to 10,000 points."
        ),
        "reason": gettext("A ruling cannot stand without a reason: say what the table decided."),
    }
    return words[facts["part"]]


def _lead_unexpected(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "No leader is drawn now, since %(leader)s leads this round: a draw comes before the first"
        " round and after a block."
    ) % {"leader": name(facts["leader"])}


def _bad_draw(facts: _Facts, gettext: Gettext, name: Name) -> str:
    fields = {"seat": name(facts["seat"]), "seats": _named(facts["expected"], gettext, name)}
    if len(facts["expected"]) == 1:
        return (
            gettext(
                "This draw does not make %(seat)s the leader: the highest number was drawn by"
                " %(seats)s alone, who leads, and nobody draws again."
            )
            % fields
        )
    return (
        gettext(
            "This draw does not make %(seat)s the leader: first all four seats draw, then exactly"
            " those who tied for the highest number, and now it would be %(seats)s."
        )
        % fields
    )


def _lead_expected(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "The round has no leader yet: a draw finds the leader, who then places any tile."
    )


# --- the turn -------------------------------------------------------------------------------------


def _round_over(facts: _Facts, gettext: Gettext, name: Name) -> str:
    awaited = _named(facts["awaited"], gettext, name)
    if facts["out"] is None:
        return gettext(
            "The round is over, since all four passed: the hands of %(awaited)s are entered now."
        ) % {"awaited": awaited}
    return gettext(
        "The round is over, since %(out)s placed the last tile of a hand: the hands of %(awaited)s"
        " are entered now."
    ) % {"out": name(facts["out"]), "awaited": awaited}


def _wrong_turn(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "%(seat)s cannot play yet: play goes clockwise, and it is the turn of %(turn)s."
    ) % {"seat": name(facts["seat"]), "turn": name(facts["turn"])}


def _pass_impossible(facts: _Facts, gettext: Gettext, name: Name) -> str:
    fields = {
        "seat": name(facts["seat"]),
        "held": facts["held"],
        "tiles": _listed(facts["fitting_nowhere"], gettext),
    }
    if not facts["fitting_nowhere"]:
        return (
            gettext(
                "%(seat)s cannot pass: whoever can place must, and every tile that is not on the"
                " table fits now."
            )
            % fields
        )
    return (
        gettext(
            "%(seat)s cannot pass: whoever can place must, and of the tiles held (%(held)s) one has"
            " to fit, since all that fit nowhere are: %(tiles)s."
        )
        % fields
    )


def _tile_already_placed(facts: _Facts, gettext: Gettext, name: Name) -> str:
    if facts["by"] is None:
        return gettext(
            "%(tile)s cannot be placed: every tile is there once, and this one is on the table."
        ) % {"tile": facts["tile"]}
    return gettext(
        "%(tile)s cannot be placed: every tile is there once, and %(by)s placed it as tile"
        " %(number)s of this round."
    ) % {"tile": facts["tile"], "by": name(facts["by"]), "number": facts["number"]}


def _connection_unexpected(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "%(tile)s cannot be joined to anything: it is the lead, and nothing is on the table yet."
    ) % {"tile": facts["tile"]}


def _connection_missing(facts: _Facts, gettext: Gettext, name: Name) -> str:
    fields = {"tile": facts["tile"], "places": _places(facts["possible"], gettext)}
    if not facts["possible"]:
        return gettext("%(tile)s cannot be placed: it fits no open end.") % fields
    return (
        gettext("It is not said where %(tile)s is joined: choose a place that fits (%(places)s).")
        % fields
    )


def _not_on_table(facts: _Facts, gettext: Gettext, name: Name) -> str:
    fields = {
        "tile": facts["tile"],
        "neighbour": facts["at"].tile,
        "places": _places(facts["possible"], gettext),
    }
    if not facts["possible"]:
        return (
            gettext(
                "%(tile)s cannot be joined to %(neighbour)s: that tile is not on the table, and"
                " %(tile)s fits no open end."
            )
            % fields
        )
    return (
        gettext(
            "%(tile)s cannot be joined to %(neighbour)s: that tile is not on the table; it fits in"
            " these places: %(places)s."
        )
        % fields
    )


def _no_such_port(facts: _Facts, gettext: Gettext, name: Name) -> str:
    at, spinner = facts["at"], facts["spinner"]
    fields = {"tile": facts["tile"], "neighbour": at.tile, "spinner": spinner}
    if at.port.is_arm and spinner is None:
        return (
            gettext(
                "%(tile)s cannot start a side arm of %(neighbour)s: only the first double of the"
                " round has side arms, and no double is on the table yet."
            )
            % fields
        )
    if at.port.is_arm:
        return (
            gettext(
                "%(tile)s cannot start a side arm of %(neighbour)s: only the first double of the"
                " round has side arms, and that is %(spinner)s."
            )
            % fields
        )
    if at.tile.is_double:
        return (
            gettext(
                "%(tile)s cannot be joined to a half of %(neighbour)s: a double lies crosswise and"
                " is joined at its line sides A and B."
            )
            % fields
        )
    return (
        gettext(
            "%(tile)s cannot be joined to a line side of %(neighbour)s: only a double has line"
            " sides; this tile is joined at its low or its high half."
        )
        % fields
    )


def _connection_taken(facts: _Facts, gettext: Gettext, name: Name) -> str:
    fields = {
        "tile": facts["tile"],
        "place": place_of(facts["at"], gettext),
        "places": _places(facts["possible"], gettext),
    }
    if not facts["possible"]:
        return (
            gettext(
                "%(tile)s cannot be joined there (%(place)s): that end is no longer open, and"
                " %(tile)s fits no other."
            )
            % fields
        )
    return (
        gettext(
            "%(tile)s cannot be joined there (%(place)s): that end is no longer open; it fits in"
            " these places: %(places)s."
        )
        % fields
    )


def _arm_closed(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "%(tile)s cannot start a side arm of %(spinner)s yet: the arms open when both line sides"
        " are filled, and still free is: %(missing)s."
    ) % {
        "tile": facts["tile"],
        "spinner": facts["at"].tile,
        "missing": _places(facts["missing"], gettext),
    }


def _pips_differ(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "%(tile)s cannot be joined there (%(place)s): no half of it shows %(wanted)s, and the open"
        " ends show: %(pips)s."
    ) % {
        "tile": facts["tile"],
        "place": place_of(facts["at"], gettext),
        "wanted": facts["at"].pips,
        "pips": _listed(facts["pips"], gettext),
    }


# --- the hands ------------------------------------------------------------------------------------


def _hand_unexpected(facts: _Facts, gettext: Gettext, name: Name) -> str:
    fields = {"seat": name(facts["seat"])}
    if facts["out"] is None:
        return (
            gettext(
                "The hand of %(seat)s cannot be entered yet: hands are shown when the round is"
                " over, after a last tile or four passes in a row."
            )
            % fields
        )
    return gettext("%(seat)s has no hand to enter: this player placed all seven tiles.") % fields


def _hand_twice(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "The hand of %(seat)s is entered already: still to come are those of %(awaited)s."
    ) % {"seat": name(facts["seat"]), "awaited": _named(facts["awaited"], gettext, name)}


def _hand_size(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "The hand of %(seat)s cannot have this many tiles (%(given)s): seven were dealt, and"
        " without those placed the number is %(held)s."
    ) % {"seat": name(facts["seat"]), "given": facts["given"], "held": facts["held"]}


def _hand_tile_twice(facts: _Facts, gettext: Gettext, name: Name) -> str:
    fields = {"seat": name(facts["seat"]), "tile": facts["tile"]}
    if facts["other"] is None:
        return (
            gettext(
                "%(tile)s cannot be twice in the hand of %(seat)s: every tile is there once, so"
                " name another."
            )
            % fields
        )
    # Neither the tile nor the other player: until the settlement hands are private.
    return gettext(
        "The hands of two players clash: every tile is there once, so compare them at the table."
    )


def _hand_tile_placed(facts: _Facts, gettext: Gettext, name: Name) -> str:
    return gettext(
        "%(tile)s cannot be in the hand of %(seat)s: it is on the table, placed by %(by)s as tile"
        " %(number)s of this round."
    ) % {
        "tile": facts["tile"],
        "seat": name(facts["seat"]),
        "by": name(facts["by"]),
        "number": facts["number"],
    }


_WORDS: Final[dict[str, Callable[[_Facts, Gettext, Name], str]]] = {
    "not-a-record": _not_a_record,
    "bad-seat": _bad_seat,
    "bad-tile": _bad_tile,
    "bad-connection": _bad_connection,
    "game-over": _game_over,
    "bad-ruling": _bad_ruling,
    "lead-unexpected": _lead_unexpected,
    "bad-draw": _bad_draw,
    "lead-expected": _lead_expected,
    "round-over": _round_over,
    "hand-unexpected": _hand_unexpected,
    "hand-twice": _hand_twice,
    "hand-size": _hand_size,
    "hand-tile-twice": _hand_tile_twice,
    "hand-tile-placed": _hand_tile_placed,
    "wrong-turn": _wrong_turn,
    "pass-impossible": _pass_impossible,
    "tile-already-placed": _tile_already_placed,
    "connection-unexpected": _connection_unexpected,
    "connection-missing": _connection_missing,
    "not-on-table": _not_on_table,
    "no-such-port": _no_such_port,
    "connection-taken": _connection_taken,
    "arm-closed": _arm_closed,
    "pips-differ": _pips_differ,
}


# --- the table: rights, stale pages, keys, what was typed -----------------------------------------


def _not_allowed(facts: _Facts, gettext: Gettext) -> str:
    words = {
        "enter": gettext(
            "This device may not enter for that seat: the phone of the seat or the scorer does."
        ),
        "run": gettext("This device may not do that: the table device and the scorer may."),
        "undo": gettext(
            "This device may not undo that: a seat undoes its own entry while it is the last one,"
            " the table device and the scorer any."
        ),
        "take-over": gettext(
            "This device may not take the table over: that can be done on the computer that runs"
            " the server, or the table device lets you in."
        ),
    }
    return words[facts["what"]]


def _not_now(facts: _Facts, gettext: Gettext) -> str:
    words = {
        "closed": gettext("This table was stopped, so nothing more can be entered."),
        "again": gettext("There is no round now that could be dealt again."),
        "new-game": gettext("The next game can begin only when this one is won."),
        "answer": gettext("This request is no longer waiting for an answer."),
    }
    return words[facts["what"]]


def _bad_name(facts: _Facts, gettext: Gettext) -> str:
    words = {
        "blank": gettext(
            "A name can't be of blanks alone. Leave the field empty to show the seat instead."
        ),
        "long": gettext("This name is too long: a name has at most 40 characters."),
        "marks": gettext("This name has too many marks on one letter: at most 4 can be shown."),
        "unseen": gettext("This name holds characters that can't be seen. Type it once more."),
    }
    return words[facts["why"]]


def _whole_number(number: int) -> str:
    return str(number).replace("-", "\u2212")


def _bad_score(facts: _Facts, gettext: Gettext) -> str:
    return gettext(
        "A score to go on from has to be a whole number from %(low)s to %(high)s: below the target,"
        " since the game would be won otherwise."
    ) % {"low": _whole_number(facts["low"]), "high": _whole_number(facts["high"])}


def _same(words: Callable[[Gettext], str]) -> Callable[[_Facts, Gettext], str]:
    """A sentence that needs no facts."""
    return lambda facts, gettext: words(gettext)


_TABLE_WORDS: Final[dict[str, Callable[[_Facts, Gettext], str]]] = {
    "no-such-table": _same(
        lambda gettext: gettext("No table has this code. Look at the table display once more.")
    ),
    "code-unknown": _same(
        lambda gettext: gettext(
            "This code is not good, or no longer. Ask at the table for a new QR code and scan it."
        )
    ),
    "not-allowed": _not_allowed,
    "not-now": _not_now,
    "seat-taken": _same(
        lambda gettext: gettext("Another device is there already. The table can let you in.")
    ),
    "table-moved": _same(
        lambda gettext: gettext(
            "The table has moved on since this page was shown. Look at it as it is now, then repeat"
            " the entry if it still holds."
        )
    ),
    "server-behind": _same(
        lambda gettext: gettext(
            "This page knows more than the server does: entries are missing there. Tell the host"
            " before anything else is entered."
        )
    ),
    "key-reused": _same(
        lambda gettext: gettext(
            "This form was sent before with something else in it. Load the page again, then repeat"
            " the entry."
        )
    ),
    "nothing-to-undo": _same(
        lambda gettext: gettext("There is nothing that could be undone or put back now.")
    ),
    "block-questioned": _same(
        lambda gettext: gettext(
            "Some tile that is not on the table fits, so one of the four passes was wrong. Is it a"
            " block all the same?"
        )
    ),
    "hands-clash": _same(
        lambda gettext: gettext(
            "The hands of two players clash: every tile is there once, so compare them at the"
            " table."
        )
    ),
    "form-incomplete": _same(
        lambda gettext: gettext(
            "This form came without its own mark, so it was not used. Load the page again, then"
            " repeat the entry."
        )
    ),
    "bad-form": _same(
        lambda gettext: gettext(
            "This form could not be read, so nothing was changed. Load the page again, then repeat"
            " the entry."
        )
    ),
    "fields-refused": _same(
        lambda gettext: gettext("Nothing was saved yet: look at the fields that are marked.")
    ),
    "bad-name": _bad_name,
    "bad-reason": _same(
        lambda gettext: gettext(
            "This needs a reason: from 1 to 400 characters, all of them visible, on one line."
        )
    ),
    "bad-target": _same(
        lambda gettext: gettext("The target has to be a whole number from 5 to 10,000.")
    ),
    "bad-score": _bad_score,
}
