"""Why a placement scores what it scores: every end that counts, and what does not (SR-9, SR-10).

Nothing is decided here: what counts, what is open and what it comes to is read off the layout, and
each of it gets its sentence.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext

from referee.rules.seven_rocks import Connection, Layout
from referee.rules.seven_rocks.layout import CountedEnd
from referee.rules.seven_rocks.tile import tiles_of
from referee.views.seven_rocks.describe import point, points_of
from referee.views.seven_rocks.words import listed


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one thing counts or doesn't, in a sentence.

    `value` is what a counted end adds to the end sum, None for what doesn't count; `open` is the
    open connection that the sentence tells of, None where nothing can be joined.
    """

    sentence: str
    value: int | None = None
    open: Connection | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """The whole explanation: counted ends in the order of the sum, the rest, then the points."""

    counted: tuple[Reason, ...]
    uncounted: tuple[Reason, ...]
    points: str


def why(layout: Layout) -> Why:
    """Why the placement that led to `layout` scored its points, or none."""
    counted = tuple(_counted(layout, end) for end in layout.counted_ends)
    told = {reason.open for reason in counted}
    left = (at for at in layout.open_connections if at not in told)
    return Why(counted, (*map(_uncounted, left), *_interior(layout)), _points(layout))


def _counted(layout: Layout, end: CountedEnd) -> Reason:
    """An end that counts, by the first of its open connections."""
    is_alone = layout.tiles == end.tile.bit
    if end.which != "double":
        text = _half(end.which, is_alone=is_alone)
    elif is_alone:
        text = gettext("%(tile)s lies alone, so its two halves count once: it adds %(value)s.")
    elif end.tile is layout.spinner:
        text = gettext(
            "The spinner %(tile)s is an end while a line side is open: both halves add %(value)s."
        )
    else:
        text = gettext(
            "The double %(tile)s lies across at an end, so both halves count: it adds %(value)s."
        )
    at = next(at for at in layout.open_connections if _is_of(at, end))
    return Reason(text % {"tile": end.tile, "value": end.value}, end.value, at)


def _half(which: str, *, is_alone: bool) -> str:
    """The sentence for a half of an ordinary tile."""
    if which == "low":
        if is_alone:
            return gettext(
                "%(tile)s lies alone, so both its halves count: the low half adds %(value)s."
            )
        return gettext("The low half of %(tile)s is an outer end: it adds %(value)s.")
    if is_alone:
        return gettext(
            "%(tile)s lies alone, so both its halves count: the high half adds %(value)s."
        )
    return gettext("The high half of %(tile)s is an outer end: it adds %(value)s.")


def _is_of(at: Connection, end: CountedEnd) -> bool:
    """Whether this open connection belongs to this counted end."""
    if at.tile is not end.tile or at.port.is_arm:
        return False
    return end.which in ("double", at.port.value)


def _uncounted(at: Connection) -> Reason:
    """An open connection that is no counted end: an unused arm, a lone double's second side."""
    sentences = {
        "arm-a": gettext("Side arm A of %(tile)s is not started: it adds 0."),
        "arm-b": gettext("Side arm B of %(tile)s is not started: it adds 0."),
    }
    text = sentences.get(at.port.value) or gettext(
        "%(connection)s is open too and adds nothing, since the double is counted already."
    )
    return Reason(text % {"tile": at.tile, "connection": point(at)}, open=at)


def _interior(layout: Layout) -> tuple[Reason, ...]:
    """The spinner and the other doubles that are no ends any more."""
    ends = {end.tile for end in layout.counted_ends}
    interior = [each for each in tiles_of(layout.tiles) if each.is_double and each not in ends]
    others = [each for each in interior if each is not layout.spinner]
    found = []
    if len(others) < len(interior):
        found.append(
            gettext(
                "The spinner %(tile)s counts nothing, since both its line sides are filled.",
                tile=layout.spinner,
            )
        )
    if others:
        found.append(
            gettext(
                "A double with a tile joined beyond it counts nothing: %(tiles)s.",
                tiles=listed(others),
            )
        )
    return tuple(map(Reason, found))


def _points(layout: Layout) -> str:
    if layout.points:
        return gettext(
            "%(sum)s is a multiple of 5: %(points)s.",
            sum=layout.end_sum,
            points=points_of(layout.points),
        )
    if layout.end_sum:
        return gettext("%(sum)s is not a multiple of 5, so no points.", sum=layout.end_sum)
    return gettext("The end sum is 0, so no points.")
