"""Finding the leader: the referee's draw, numbers drawn at the table, or what the table agreed."""

from __future__ import annotations

from flask import Response, url_for

from referee import roles
from referee.app import services
from referee.draw import draw_lots
from referee.refusals import BadForm, NotAllowed, Refused
from referee.rules.errors import RuleBroken
from referee.rules.seven_rocks import Lead, Seat, Status
from referee.tables import Change, Table
from referee.views import change, device, done, find_table, needed_field, one_field
from referee.views.seven_rocks import forms
from referee.views.seven_rocks.lots import Lots, lots
from referee.views.seven_rocks.page import Asked, shown
from referee.views.seven_rocks.play import followed, refused_entry


def lead_page(code: str) -> Response:
    """The page on which the table device or the scorer finds the leader."""
    table = find_table(code)
    try:
        roles.may_run(table.state, Change(device(), None))
    except NotAllowed:
        return done(url_for("table.enter", code=code))
    if table.game.status is not Status.LEAD or table.state.play.is_closed:
        return done(url_for("table.enter", code=code))
    return shown(table, Asked())


def draw(code: str) -> Response:
    """POST: the referee draws, again for those who tie."""
    table = find_table(code)
    forms.check_fields()
    seat, draws = draw_lots(tuple(Seat))
    return _entered(table, Lead(seat, draws), change())


def enter_lead(code: str) -> Response:
    """POST: the leader by agreement (`leader`), or the numbers drawn at the table."""
    table = find_table(code)
    numbers = forms.draw_fields()
    forms.check_fields("leader", *numbers)
    asking = change()
    if one_field("leader") is not None or not numbers:
        if numbers:
            raise BadForm(field="leader")
        return _entered(table, Lead(forms.seat_from(needed_field("leader"))), asking)
    roles.may_run(table.state, asking)
    typed = forms.typed_draws()
    drawn = lots(typed)
    if drawn.lead is None:
        return shown(table, Asked(), lots=drawn)
    return _entered(table, drawn.lead, asking, lots(typed[:-1]).kept(typed[-1]))


def _entered(table: Table, event: Lead, asking: Change, kept: Lots | None = None) -> Response:
    try:
        after = services().tables.enter(table, event, asking)
    except (RuleBroken, Refused) as refusal:
        return refused_entry(table, refusal, asking, Asked(), lots=kept)
    if forms.own_seats(after):
        return followed(after)
    return done(url_for("table.enter", code=table.code))
