"""Handing in the tiles that are left at the end of a round; they stay sealed until all are in."""

from __future__ import annotations

from flask import Response

from referee.app import services
from referee.refusals import BadForm, HandsClash, Refused
from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks import Hand
from referee.views import change, find_table, one_field
from referee.views.seven_rocks import forms
from referee.views.seven_rocks.page import Asked, shown
from referee.views.seven_rocks.play import followed, refused_entry


def hand(code: str) -> Response:
    """POST: hand in a hand, or only show what the tiles picked so far come to (`show`).

    Picking goes by POST too, so that no address and no history ever holds a hand.
    """
    table = find_table(code)
    event = forms.shown_hand(table)
    show = one_field("show")
    if show is not None:
        if show not in ("picked", "moved"):
            raise BadForm(field="show")
        nothing_yet = show == "moved" and not event.tiles
        return shown(table, _kept(event) if not nothing_yet else Asked(seat=event.seat))
    asking = change()
    try:
        after = services().tables.seal(table, event, asking)
    except HandsClash as clash:
        now = services().tables.find(table.code)
        is_shared = len(forms.own_seats(table)) > 1
        return shown(now, Asked() if is_shared else _kept(event), clash)
    except (RuleBroken, Refused) as refusal:
        return refused_entry(table, refusal, asking, _kept(event))
    return followed(after)


def _kept(event: Hand) -> Asked:
    return Asked(seat=event.seat, picked=event.tiles)
