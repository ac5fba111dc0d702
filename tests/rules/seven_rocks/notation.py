"""How the tests write layouts and games: RECORD.md's text forms in one line.

A layout is a row of placements, `4|4; 4|6 at 4|4.line-a`. A game is a row of events, `lead north;
north 4|4; east 4|6 at 4|4.line-a; south passes; north holds 1|2, 3|4; ruling north-south -5`.
"""

from __future__ import annotations

from referee.rules import RuleBroken
from referee.rules.seven_rocks import (
    Connection,
    Event,
    Game,
    Hand,
    Layout,
    Lead,
    Options,
    Partnership,
    Pass,
    Place,
    Ruling,
    Seat,
    Tile,
    apply,
    replay,
)


def placement(text: str) -> tuple[Tile, Connection | None]:
    """`4|6 at 4|4.line-a` -> the tile and where it is joined."""
    tile, _, at = text.strip().partition(" at ")
    return Tile.parse(tile), Connection.parse(at) if at else None


def layout(text: str) -> Layout:
    """The layout after a row of placements."""
    laid = Layout()
    for each in filter(str.strip, text.split(";")):
        laid = laid.place(*placement(each))
    return laid


def tiles(text: str) -> tuple[Tile, ...]:
    """`1|2, 3|4` -> the tiles."""
    return tuple(Tile.parse(each.strip()) for each in text.split(",") if each.strip())


def event(text: str) -> Event:
    """One event."""
    words = text.split()
    match words:
        case ["lead", seat]:
            return Lead(Seat(seat))
        case ["ruling", side, points, *reason]:
            return Ruling(Partnership(side), int(points), " ".join(reason) or "so decided")
        case [seat, "passes"]:
            return Pass(Seat(seat))
        case [seat, "holds", *_]:
            return Hand(Seat(seat), tiles(text.partition("holds")[2]))
        case [seat, *_]:
            return Place(Seat(seat), *placement(text.strip().removeprefix(seat)))
    raise ValueError(text)


def events(text: str) -> list[Event]:
    """A row of events."""
    return [event(each) for each in text.split(";") if each.strip()]


def game(text: str, target: int = 250) -> Game:
    """The game after a row of events."""
    return replay(events(text), Options(target))


def refusal(before: Game, refused: Event | str) -> RuleBroken:
    """Why an event is refused; the game is still as it was."""
    kept = before, repr(before)
    try:
        apply(before, event(refused) if isinstance(refused, str) else refused)
    except RuleBroken as broken:
        assert (before, repr(before)) == kept
        return broken
    raise AssertionError(f"not refused: {refused}")


def code(before: Game, refused: Event | str) -> tuple[str, str | None]:
    """The code and the rule of a refusal."""
    broken = refusal(before, refused)
    return broken.code, broken.rule


def scores(played: Game) -> tuple[int, int]:
    """The scores of north-south and east-west."""
    return played.scores[Partnership.NORTH_SOUTH], played.scores[Partnership.EAST_WEST]


# R2 of the scenarios: the shortest block, after which every open end asks for a 1.
BLOCKED_LAYOUT = """
    lead north; north 1|1; east 1|2 at 1|1.line-a; south 2|4 at 1|2.high; west 1|4 at 2|4.high;
    north 0|1 at 1|4.low; east 0|3 at 0|1.low; south 1|6 at 1|1.line-b; west 5|6 at 1|6.high;
    north 1|5 at 5|6.low; east 1|3 at 0|3.high;
"""
FOUR_PASSES = "south passes; west passes; north passes; east passes;"
BLOCKED = BLOCKED_LAYOUT + FOUR_PASSES
HANDS = {
    "north": "north holds 0|2, 0|5, 3|3, 6|6",
    "east": "east holds 2|3, 3|4, 3|6, 4|6",
    "south": "south holds 0|6, 2|2, 2|5, 2|6, 4|5",
    "west": "west holds 0|0, 0|4, 3|5, 4|4, 5|5",
}
SETTLED_BLOCK = BLOCKED + ";".join(HANDS.values())

# R1 of the scenarios: south goes out with the 27th turn.
LAST_TURN = "south 2|2 at 2|4.low;"
BEFORE_OUT = """
    lead north; north 1|5; east 0|1 at 1|5.low; south 0|5 at 0|1.low; west 5|5 at 1|5.high;
    north 2|5 at 0|5.high; east 0|2 at 2|5.low; south 0|0 at 0|2.low; west 0|4 at 0|0.line-b;
    north 3|4 at 0|4.high; east 1|3 at 3|4.low; south 1|4 at 1|3.low; west 4|5 at 1|4.high;
    north passes; east passes; south 3|5 at 5|5.line-b; west 5|6 at 4|5.high;
    north 6|6 at 5|6.high; east 2|6 at 6|6.line-b; south 0|3 at 3|5.low; west 1|2 at 2|6.low;
    north 1|6 at 1|2.low; east passes; south 0|6 at 0|3.low; west 4|6 at 1|6.high;
    north 4|4 at 4|6.low; east 2|4 at 4|4.line-b;
"""
OUT = BEFORE_OUT + LAST_TURN
R1_HANDS = "north holds 3|3; east holds 1|1, 2|3; west holds 3|6"
