"""What the shared pages ask a game for: its part of the display, its entry page, its words.

A game's package of views puts its face into `FACES`; the shared pages know no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from flask import Response
from markupsafe import Markup

from referee.tables import Table

if TYPE_CHECKING:
    from referee.views.display import Screen
    from referee.views.review import Review


class Face(Protocol):
    """What is one game's own on pages that all games share."""

    @property
    def title(self) -> str:
        """The game's name in the reader's language."""

    @property
    def new_table_fields(self) -> str:
        """The template with the game's own fields on the page for a new table."""

    def opening(self, form: Mapping[str, str]) -> tuple[Mapping[str, Any], Sequence[Any]]:
        """The options (as in a record) and the first events that the fields of a new table ask for.

        Raises FieldsRefused for what can't be taken, BadForm for what can't be read.
        """

    def display(self, table: Table, screen: Screen) -> str:
        """The game's part of the table display, as HTML; `screen` says for which kind of device."""

    def watch(self, table: Table) -> str:
        """The game's part of the watchers' page, as HTML."""

    def play(self, table: Table) -> Response:
        """The entry page of this device, which holds a seat or is the scorer."""

    def history(self, table: Table) -> str:
        """Every entry of the current game and what came of it, as HTML."""

    def sheet(self, review: Review) -> str:
        """The score sheet of a game, as HTML with the page's heading."""

    def look_back(self, review: Review, round_number: int, placed: int) -> tuple[str, str] | None:
        """A round after its placement `placed`, 0 before the first: its title, and it as HTML.

        None if there is no such round or placement.
        """

    def standing(self, table: Table) -> str:
        """Scores, turn and last placement, for pages that are about something else, as HTML."""

    def summary(self, table: Table) -> str:
        """One line for lists: the scores and the round."""

    def step(self, table: Table, events: Sequence[Any]) -> Markup:
        """What was entered together, in one sentence of HTML: "Ami placed 0|6."."""


FACES: Final[dict[str, Face]] = {}
"""Game id -> its face; filled by the games' packages when the app is made."""
