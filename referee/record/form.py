"""Reads JSON strictly: what RECORD.md does not allow is refused, with the place where it stands.

A field is given with `where`, its path in the file. What is refused raises NotARecord.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from referee.record.errors import NotARecord

MAX_DIGITS: Final = 4_300
"""The most digits of a whole number; more would also cost Python time."""

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def parse(data: bytes) -> Any:
    """The JSON value of `data`: UTF-8, no repeated key, whole numbers only, however deep."""
    if data.startswith(_BYTE_ORDER_MARK):
        raise NotARecord("byte-order-mark")
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_whole_number,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise NotARecord("not-utf-8") from None
    except (ValueError, RecursionError):
        raise NotARecord("not-json") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise NotARecord("field-repeated")
    return fields


def _whole_number(digits: str) -> int:
    if len(digits.removeprefix("-")) > MAX_DIGITS:
        raise NotARecord("number-too-long")
    return int(digits)


def _no_number(_: str) -> NoReturn:
    raise NotARecord("not-a-whole-number")


def fields(
    value: Any, where: str, required: Iterable[str], optional: Iterable[str] = ()
) -> dict[str, Any]:
    """The value as an object that has all `required` fields, and none but these and `optional`."""
    found = mapping(value, where)
    known = {*required, *optional}
    for name in found:
        if name not in known:
            raise NotARecord("field-unknown", path(where, name))
    for name in required:
        if name not in found:
            raise NotARecord("field-missing", path(where, name))
    return found


def mapping(value: Any, where: str) -> dict[str, Any]:
    """The value as an object with any keys, all of them readable text."""
    if not isinstance(value, dict):
        raise NotARecord("not-an-object", where)
    for key in value:
        text(key, where)
    return value


def items(value: Any, where: str) -> list[Any]:
    """The value as a list."""
    if not isinstance(value, list):
        raise NotARecord("not-a-list", where)
    return value


def text(value: Any, where: str, limit: int | None = None) -> str:
    """The value as text of at most `limit` code points, without half of a surrogate pair."""
    if not isinstance(value, str):
        raise NotARecord("not-text", where)
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise NotARecord("half-a-character", where)
    if limit is not None and len(value) > limit:
        raise NotARecord("text-too-long", where)
    return value


def whole_number(value: Any, where: str) -> int:
    """The value as a whole number; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotARecord("not-a-whole-number", where)
    return value


def path(where: str, name: str | int) -> str:
    """The path of a field or of an entry of a list inside `where`."""
    if isinstance(name, int):
        return f"{where}[{name}]"
    return f"{where}.{name}" if where else name
