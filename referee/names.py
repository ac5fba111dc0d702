"""Names that people type or that a record brings: what a form takes, what a page shows.

A form takes what can be seen and fits beside a score. A record may hold any text up to 80 code
points; it is stored and exported as it was written, and cleaned only where it is shown.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from referee.refusals import BadName, BadReason

NAME_LENGTH: Final = 40
"""What a person counts: a letter with its marks, an emoji made of several, a flag is one."""

RECORD_LENGTH: Final = 80
"""Code points of a name in a record (RECORD.md); a typed name must fit into its export."""

REASON_LENGTH: Final = 400
MARKS: Final = 4
"""Combining marks on one letter; more of them would run over the lines above and below."""

_JOINERS: Final = "\u200c\u200d"
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that are letters or symbols to Unicode and an empty space to the eye."""

_KEYCAP_AND_TAGS: Final = frozenset(map(chr, (0x20E3, *range(0xE0020, 0xE0080))))
_SKIN_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_LETTERS: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))


def clean_name(text: str) -> str:
    """A typed name, normalised to NFC and stripped; "" if nothing was typed.

    Raises BadName for one of nothing but blanks, one that is too long, one that holds characters
    that can't be seen, and one with too many marks on a letter.
    """
    if not text:
        return ""
    name = _stripped(unicodedata.normalize("NFC", text))
    if any(_is_unseen(character) for character in name):
        raise BadName(why="unseen")
    if not name:
        raise BadName(why="blank")
    if counted(name) > NAME_LENGTH or len(name) > RECORD_LENGTH:
        raise BadName(why="long", length=NAME_LENGTH)
    if _most_marks(name) > MARKS:
        raise BadName(why="marks", marks=MARKS)
    return name


def clean_reason(text: str) -> str:
    """A typed reason on one line, 1 to 400 characters. Raises BadReason."""
    reason = unicodedata.normalize("NFC", " ".join(text.split()))
    if not _stripped(reason) or len(reason) > REASON_LENGTH or any(map(_is_unseen, reason)):
        raise BadReason(length=REASON_LENGTH)
    return reason


@lru_cache(maxsize=4096)
def shown_name(text: str) -> str:
    """`text` as a page shows it: without what can't be seen or reorders the words around it.

    "" when nothing is left to see; the seat is shown then.
    """
    shown: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        if character.isspace():
            character = " "
        elif _is_unseen(character):
            continue
        marks = marks + 1 if _is_mark(character) else 0
        if marks <= MARKS:
            shown.append(character)
    return " ".join(_stripped("".join(shown)).split())


def counted(text: str) -> int:
    """How many characters a person sees in `text`."""
    count = 0
    is_joined = has_open_flag = False
    for character in text:
        if _is_attached(character) or is_joined:
            is_joined = character == "\u200d"
            continue
        is_second = has_open_flag and character in _FLAG_LETTERS
        has_open_flag = character in _FLAG_LETTERS and not is_second
        count += not is_second
    return count


def _is_attached(character: str) -> bool:
    """Whether `character` belongs to the one before it."""
    return (
        character in _JOINERS
        or character in _KEYCAP_AND_TAGS
        or character in _SKIN_TONES
        or _is_mark(character)
    )


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


def _most_marks(text: str) -> int:
    most = marks = 0
    for character in text:
        marks = marks + 1 if _is_mark(character) else 0
        most = max(most, marks)
    return most


def _is_unseen(character: str) -> bool:
    """Controls, bidi controls, invisible formats, line separators, surrogates, noncharacters."""
    if character in _JOINERS or character in _KEYCAP_AND_TAGS:
        return False
    point = ord(character)
    is_noncharacter = point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
    return is_noncharacter or unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _stripped(text: str) -> str:
    """`text` without blanks at its ends; "" if none of its characters can be seen."""
    start, end = 0, len(text)
    while start < end and _is_blank(text[start]):
        start += 1
    while end > start and text[end - 1] != "\ufe0f" and _is_blank(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_blank(character: str) -> bool:
    is_selector = "\ufe00" <= character <= "\ufe0f"
    return character.isspace() or character in _BLANKS or character in _JOINERS or is_selector
