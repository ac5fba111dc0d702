"""x"""

from typing import Any


def account(played: Any) -> str:
    return ""
