"""What can be wrong with the text of a record, before any rule is asked."""

from __future__ import annotations

from referee.rules.errors import RuleBroken


class NotARecord(RuleBroken):
    """The file or one of its fields has not the form of a record.

    `part` is what is wrong, one of the words that `messages` knows; `where` is the place in the
    file ("events[3].at"), empty for the file as a whole.
    """

    code = "not-a-record"

    def __init__(self, part: str, where: str = "") -> None:
        super().__init__(part=part, where=where)


class BadText(RuleBroken):
    """A text that names nothing. `event` is the index of the event it stands in, if known."""

    event: int | None = None

    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class BadSeat(BadText):
    """A text that names no seat."""

    code = "bad-seat"


class BadTile(BadText):
    """A text that names no tile."""

    code = "bad-tile"


class BadConnection(BadText):
    """A text that names no connection point."""

    code = "bad-connection"
