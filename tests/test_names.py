"""Names: what a form takes and what a page shows (RELIABILITY.md, rows 56 to 66)."""

from __future__ import annotations

import unicodedata

import pytest

from referee.names import clean_name, clean_reason, counted, shown_name
from referee.refusals import BadName, BadReason

FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '"><img onerror=x>',
        "' OR 1=1 --",
        "{{7*7}}",
        "{0.__class__}",
        "%s%n",
        "$(reboot)",
        "=HYPERLINK(1)",
        "가" * 40,
        "小鳥遊" * 13,
        "שָׁלוֹם",
        "محمد",
        "नमस्ते",
        FAMILY,
        "🇰🇷🇯🇵",
        "1️⃣",
        "👍🏽",
        "a b",
    ],
)
def test_a_name_is_taken_as_it_was_typed(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("", ""),
        ("  Ami ", "Ami"),
        ("\u3000葵\u3000", "葵"),
        ("\u3164지민\u3164", "지민"),
        ("\tBo\r\n", "Bo"),
        ("\u1100\u1161", "가"),
    ],
)
def test_blanks_around_a_name_go_and_it_is_kept_in_nfc(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "name",
    ["   ", "\u3000", "\u3164", "\u115f\u1160", "\u00a0", "\u2800", "\u200d\u200c", "\ufe0f"],
)
def test_a_name_of_nothing_but_blanks_is_refused(name: str) -> None:
    with pytest.raises(BadName) as refusal:
        clean_name(name)
    assert refusal.value.facts["why"] == "blank"


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\n",
        "\x1b",
        "\x85",
        "\u200b",
        "\u202e",
        "\u2066",
        "\u200f",
        "\u2028",
        "\ufeff",
        "\ufffe",
        "\ufdd0",
        "\U0001ffff",
        "\ud800",
    ],
)
def test_a_character_that_cannot_be_seen_is_refused_in_a_form_and_left_out_on_a_page(
    character: str,
) -> None:
    name = f"A{character}b"
    with pytest.raises(BadName) as refusal:
        clean_name(name)
    assert refusal.value.facts["why"] == "unseen"
    assert shown_name(name).replace(" ", "") == "Ab"


@pytest.mark.parametrize(
    "name",
    [
        "a" * 41,
        "a" * 10_000,
        "가" * 41,
        FAMILY * 12,  # 12 to the eye, 84 code points: too long for a record
    ],
)
def test_a_name_that_is_too_long_is_refused(name: str) -> None:
    with pytest.raises(BadName) as refusal:
        clean_name(name)
    assert refusal.value.facts["why"] == "long"


def test_a_letter_carries_four_marks_at_most() -> None:
    marks = "\u0302\u0303\u0304\u0305"
    assert clean_name("q" + marks) == "q" + marks
    with pytest.raises(BadName) as refusal:
        clean_name("q" + marks + "\u0306")
    assert refusal.value.facts["why"] == "marks"
    assert shown_name("q" + marks + "\u0306" * 50) == "q" + marks


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("", 0),
        ("Ami", 3),
        ("e\u0301", 1),
        (FAMILY, 1),
        ("🇰🇷🇯🇵", 2),
        ("🇰", 1),
        ("1️⃣", 1),
        ("👍🏽", 1),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 1),
    ],
)
def test_characters_are_counted_as_a_person_sees_them(text: str, characters: int) -> None:
    assert counted(text) == characters


@pytest.mark.parametrize("name", ["", "  ", "\u200b\u2060", "\u3164", "\x00\x07"])
def test_a_name_of_which_nothing_can_be_seen_shows_the_seat(name: str) -> None:
    assert shown_name(name) == ""


def test_a_reason_is_one_line_of_1_to_400_characters() -> None:
    assert clean_reason("  two tiles\r\n fell over ") == "two tiles fell over"
    assert clean_reason("x" * 400) == "x" * 400
    for reason in ("", "  ", "\u3164", "x" * 401, "a\x00b", "a\u202eb"):
        with pytest.raises(BadReason):
            clean_reason(reason)
