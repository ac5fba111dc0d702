"""The neutral draw as it stands: what was typed, and who draws next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.draw import drawing_next
from referee.rules.seven_rocks import Lead, Seat
from referee.tables import Table
from referee.views.seven_rocks.forms import number_drawn


@dataclass(frozen=True)
class Lots:
    """Draws made at the table and typed in; `typed` are the texts of the last form, kept."""

    drawn: tuple[Mapping[Seat, int], ...] = ()
    drawing: tuple[Seat, ...] = tuple(Seat)
    typed: Mapping[Seat, str] | None = None
    is_unreadable: bool = False

    @property
    def round(self) -> int:
        """The number of the draw that comes next, from 1."""
        return len(self.drawn) + 1

    @property
    def lead(self) -> Lead | None:
        """The leader, once a single seat has the highest number."""
        return Lead(self.drawing[0], self.drawn) if len(self.drawing) == 1 else None

    def kept(self, typed: Mapping[Seat, str]) -> Lots:
        """The same with what was typed for the draw that comes next."""
        return replace(self, typed=typed)


def lots(typed: Sequence[Mapping[Seat, str]]) -> Lots:
    """What the typed numbers come to, up to the first that can't be read."""
    drawn: list[Mapping[Seat, int]] = []
    drawing = tuple(Seat)
    for texts in typed:
        numbers = {seat: number_drawn(text) for seat, text in texts.items()}
        readable = {seat: number for seat, number in numbers.items() if number is not None}
        if len(readable) < len(texts):
            return Lots(tuple(drawn), drawing, texts, is_unreadable=True)
        drawn.append(readable)
        if set(readable) != set(drawing):
            # Another set of seats than had to draw: the rules say what is wrong with it.
            return Lots(tuple(drawn), tuple(readable)[:1])
        drawing = drawing_next(tuple(Seat), drawn)
    return Lots(tuple(drawn), drawing)


def last_draw(table: Table) -> Lead | None:
    """How the leader of the current round was found, until the first placement."""
    entries = table.state.play.entries()
    round_ = table.game.round
    if round_ is None or round_.turns or not entries:
        return None
    last = next((entry.event for entry in reversed(entries) if entry.event is not None), None)
    return last if isinstance(last, Lead) else None
