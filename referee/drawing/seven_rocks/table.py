"""The tables: the proportions that a round is laid out for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """The part of the plane that a view shows at least, in g, as the screen is held.

    A table higher than wide is a turned one: its tiles are laid out on the lying table, and x and
    y are swapped just before drawing.
    """

    width: int
    height: int

    @property
    def is_turned(self) -> bool:
        """Whether it stands upright."""
        return self.height > self.width

    @property
    def turned(self) -> Table:
        """The same table with width and height swapped."""
        return Table(self.height, self.width)

    @property
    def lying(self) -> Table:
        """The same table, at least as wide as high."""
        return self.turned if self.is_turned else self

    def enlarged(self, times: int) -> Table:
        """This table times 1.12 to the power `times`, rounded to whole g."""
        above, below = 112**times, 100**times
        return Table(
            (2 * self.width * above + below) // (2 * below),
            (2 * self.height * above + below) // (2 * below),
        )


SIXTEEN_BY_NINE = Table(42, 22)
"""For 16:9; turned for 9:16."""

FOUR_BY_THREE = Table(35, 26)
"""For 4:3; turned for 3:4."""


def nearest_table(width: int, height: int) -> Table:
    """The table on which tiles come out largest on a mat of `width` : `height`, turned if need be.

    A mat as wide as high takes the lying table.
    """
    if height > width:
        return nearest_table(height, width).turned
    return max(
        (SIXTEEN_BY_NINE, FOUR_BY_THREE),
        key=lambda table: min(width / (table.width + 2), height / (table.height + 2)),
    )
