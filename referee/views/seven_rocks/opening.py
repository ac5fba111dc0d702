"""A new table of Seven Rocks: the target, and the scores and the leader to go on from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from referee.record.seven_rocks import TARGETS
from referee.refusals import BadForm, BadScore, BadTarget, FieldsRefused, Refused
from referee.rules.seven_rocks import Lead, Options, Partnership, Ruling, Seat
from referee.rules.seven_rocks.game import RULING_LIMIT
from referee.tables import CARRIED_OVER

new_table_fields: Final = "seven_rocks/_opening.html"

_NUMBER: Final = re.compile(r"-?[0-9]{1,6}", re.ASCII)


def opening(form: Mapping[str, str]) -> tuple[dict[str, Any], list[Any]]:
    """The options and the first events of a new table.

    Scores that are carried over come as rulings, then the leader without draws. Raises
    FieldsRefused when a number can't be taken, BadForm when the leader is no seat.
    """
    refused: dict[str, Refused] = {}
    target = _number(form.get("target", ""), Options().target)
    if target is None or target not in TARGETS:
        refused["target"] = BadTarget(low=TARGETS[0], high=TARGETS[-1])
        target = TARGETS[-1] + 1
    highest = min(RULING_LIMIT, target - 1)
    scores: dict[Partnership, int] = {}
    for side in Partnership:
        field = f"score-{side.value}"
        score = _number(form.get(field, ""), 0)
        if score is None or not -RULING_LIMIT <= score <= highest:
            refused[field] = BadScore(low=-RULING_LIMIT, high=highest)
        else:
            scores[side] = score
    if refused:
        raise FieldsRefused(refused)
    events: list[Any] = [
        Ruling(side, score, CARRIED_OVER) for side, score in scores.items() if score
    ]
    leader = form.get("leader", "")
    if leader:
        events.append(Lead(_seat(leader)))
    return {"target": target}, events


def _number(text: str, default: int) -> int | None:
    """A typed whole number, `default` where nothing was typed, None for anything else."""
    typed = text.strip().replace("\u2212", "-")
    if not typed:
        return default
    return int(typed) if _NUMBER.fullmatch(typed) else None


def _seat(text: str) -> Seat:
    try:
        return Seat(text)
    except ValueError:
        raise BadForm(field="leader") from None
