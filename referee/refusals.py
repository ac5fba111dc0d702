"""What a table refuses for reasons that no rule of the game gives: rights, stale pages, keys.

A refusal carries facts and no sentence, like a broken rule; `messages` makes the sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar


class Refused(Exception):
    """A request that changes nothing; `code` names why, `facts` say what about."""

    code: ClassVar[str]

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code)
        self.facts = facts


class NoSuchTable(Refused):
    """No table has this code."""

    code = "no-such-table"


class NotAllowed(Refused):
    """The device holds no role that may do this."""

    code = "not-allowed"


class TableMoved(Refused):
    """The form was made for an older version of the table."""

    code = "table-moved"


class ServerBehind(Refused):
    """The form was made for a version that this server has never reached: rows are missing here."""

    code = "server-behind"


class KeyReused(Refused):
    """A form's key came again with another content."""

    code = "key-reused"


class NothingToUndo(Refused):
    """There is no entry left to undo, or none to put back."""

    code = "nothing-to-undo"


class BlockQuestioned(Refused):
    """A fourth pass in a row although some tile not yet placed fits: it is asked back once."""

    code = "block-questioned"


class HandsClash(Refused):
    """Two hands hold the same tile; neither the tile nor the other seat is told."""

    code = "hands-clash"


class SeatTaken(Refused):
    """The seat or the role is held by another device."""

    code = "seat-taken"


class CodeUnknown(Refused):
    """A join code that is not, or no longer, this table's."""

    code = "code-unknown"


class NotNow(Refused):
    """The table is in another state than the one in which this can be done."""

    code = "not-now"


class BadForm(Refused):
    """A field of the form is missing or can't be read."""

    code = "bad-form"


class BadName(Refused):
    """A name that is too long, blank, or holds characters that no one can see."""

    code = "bad-name"


class BadReason(Refused):
    """A reason that is empty, too long, or holds characters that no one can see."""

    code = "bad-reason"


class BadTarget(Refused):
    """A target that is no whole number between `low` and `high`."""

    code = "bad-target"


class BadScore(Refused):
    """A score to go on from that is no whole number from `low` to `high`."""

    code = "bad-score"


class FieldsRefused(Refused):
    """Some fields of a form can't be taken; `fields` says which, and each one's own refusal."""

    code = "fields-refused"

    def __init__(self, fields: Mapping[str, Refused]) -> None:
        super().__init__()
        self.fields = fields
