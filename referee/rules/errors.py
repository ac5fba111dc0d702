"""What every refusal has in common: the code, the rule it rests on, and the facts."""

from __future__ import annotations


class RuleBroken(Exception):
    """An event that a rule does not allow.

    `code` is one of RECORD.md's; `rule` names the rule ("SR-8"), or is None where RECORD.md gives
    none. `facts` are typed values (tiles, seats, numbers) from which `messages` makes a sentence;
    a refusal itself holds no sentence.
    """

    code: str
    rule: str | None = None

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code)
        self.facts = facts
