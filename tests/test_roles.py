"""Join codes: 128 bits that open a seat for a short time, at one table, on one server."""

from __future__ import annotations

from base64 import urlsafe_b64decode

import pytest

from referee.roles import JOIN_SECONDS, JoinCodes, hashed, new_token

NOW = 1_000_000.0
CODES = JoinCodes(b"the secret of this instance")


def test_a_join_code_is_good_until_the_next_one_has_run_out_too() -> None:
    code = CODES.current(1, NOW)
    begun = NOW - NOW % JOIN_SECONDS
    assert CODES.is_good(1, code, begun + 2 * JOIN_SECONDS - 1)
    assert not CODES.is_good(1, code, begun + 2 * JOIN_SECONDS)


def test_a_join_code_stays_the_same_over_a_restart() -> None:
    again = JoinCodes(b"the secret of this instance")
    assert again.current(1, NOW) == CODES.current(1, NOW)


@pytest.mark.parametrize(
    ("codes", "table"), [(CODES, 2), (JoinCodes(b"the secret of another instance"), 1)]
)
def test_a_join_code_opens_no_other_table_and_no_other_server(codes: JoinCodes, table: int) -> None:
    assert not codes.is_good(table, CODES.current(1, NOW), NOW)


@pytest.mark.parametrize("change", [str.lower, str.upper, lambda code: code[:-1], "{}x".format])
def test_a_changed_join_code_opens_nothing(change: object) -> None:
    code = CODES.current(1, NOW)
    changed = change(code)  # type: ignore[operator]
    assert changed != code
    assert not CODES.is_good(1, changed, NOW)


@pytest.mark.parametrize("text", ["", "코드", "\x00", "a" * 10_000])
def test_what_is_no_code_at_all_opens_nothing(text: str) -> None:
    assert not CODES.is_good(1, text, NOW)


def test_a_join_code_and_a_token_have_128_bits() -> None:
    for text in (CODES.current(1, NOW), new_token()):
        assert len(urlsafe_b64decode(text + "==")) == 16


def test_a_token_is_stored_hashed_only() -> None:
    token = new_token()
    assert token not in hashed(token)
    assert hashed(token) == hashed(token) != hashed(new_token())
