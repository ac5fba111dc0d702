"""The rules of each game, pure: no web, no database, no clock, no chance.

Every package in `GAMES` has the same names: `Game`, `Options`, `new_game(options)`,
`apply(game, event)` and `replay(events, options)`; a refusal is a `RuleBroken`.
"""

from types import ModuleType
from typing import Final

from referee.rules import seven_rocks
from referee.rules.errors import RuleBroken

GAMES: Final[dict[str, ModuleType]] = {"seven-rocks": seven_rocks}
"""Game id, as records name it -> its package."""

__all__ = ["GAMES", "RuleBroken"]
