"""What the drawing of a Seven Rocks round costs: `python -m bench.drawing`.

For each table: microseconds for one more placement, and milliseconds for a whole round that nothing
is remembered of.
"""

from __future__ import annotations

from statistics import median, quantiles
from time import perf_counter

from referee.drawing.seven_rocks.layout import Drawing
from referee.drawing.seven_rocks.table import FOUR_BY_THREE, SIXTEEN_BY_NINE, Table
from tests.drawing.seven_rocks.legal_rounds import PLANS, Placed, legal_round

ROUNDS_A_PLAN = 20


def main() -> None:
    """Print one line a table."""
    rounds = [legal_round(plan, "any", seed) for plan in PLANS for seed in range(ROUNDS_A_PLAN)]
    for name, table in (("16:9", SIXTEEN_BY_NINE), ("4:3", FOUR_BY_THREE)):
        print(f"{name}: {measured(table, rounds)}")


def measured(table: Table, rounds: list[list[Placed]]) -> str:
    """The figures of one table, as they are printed."""
    placements = [seconds for placed in rounds for seconds in seconds_a_placement(table, placed)]
    whole = [sum(seconds_a_placement(table, placed)) for placed in rounds]
    slow_placement, slow_round = (quantiles(costs, n=100)[-1] for costs in (placements, whole))
    return (
        f"placement median {median(placements) * 1e6:.0f} µs, 99 % {slow_placement * 1e6:.0f} µs; "
        f"cold round median {median(whole) * 1e3:.1f} ms, 99 % {slow_round * 1e3:.1f} ms; "
        f"round / placement {median(whole) / median(placements):.1f}"
    )


def seconds_a_placement(table: Table, placements: list[Placed]) -> list[float]:
    """What each placement of one round takes, its tiles and badges included."""
    drawing = Drawing(table)
    seconds = []
    for tile, at in placements:
        start = perf_counter()
        drawing = drawing.place(tile, at)
        assert len(drawing.tiles) + len(drawing.badges) > len(seconds)
        seconds.append(perf_counter() - start)
    return seconds


if __name__ == "__main__":
    main()
