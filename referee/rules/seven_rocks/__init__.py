"""The rules of Seven Rocks (RULES.md): the names that other code may use."""

from referee.rules.seven_rocks.at_table import (
    awaited,
    follow_up,
    has_round_to_deal_again,
    is_doubtful,
    is_for_the_table,
    is_sealed,
    without_current_round,
)
from referee.rules.seven_rocks.events import Event, Hand, Lead, Pass, Place, Ruling
from referee.rules.seven_rocks.game import Game, Options, Status, apply, new_game, replay
from referee.rules.seven_rocks.layout import CountedEnd, Layout
from referee.rules.seven_rocks.proof import FalsePass
from referee.rules.seven_rocks.round import End, Round
from referee.rules.seven_rocks.scoring import deduction, pips_in, points, rounded
from referee.rules.seven_rocks.seats import Partnership, Seat
from referee.rules.seven_rocks.tile import TILES, Connection, Port, Tile
from referee.rules.seven_rocks.turns import Passed, Placement, ShownHand, Turn

__all__ = [
    "TILES",
    "Connection",
    "CountedEnd",
    "End",
    "Event",
    "FalsePass",
    "Game",
    "Hand",
    "Layout",
    "Lead",
    "Options",
    "Partnership",
    "Pass",
    "Passed",
    "Place",
    "Placement",
    "Port",
    "Round",
    "Ruling",
    "Seat",
    "ShownHand",
    "Status",
    "Tile",
    "Turn",
    "apply",
    "awaited",
    "deduction",
    "follow_up",
    "has_round_to_deal_again",
    "is_doubtful",
    "is_for_the_table",
    "is_sealed",
    "new_game",
    "pips_in",
    "points",
    "replay",
    "rounded",
    "without_current_round",
]
