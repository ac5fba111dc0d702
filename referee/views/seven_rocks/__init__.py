"""What only Seven Rocks has on its pages: entering a lead, a placement, a pass and the hands."""

from __future__ import annotations

from flask import Blueprint

from referee.views.faces import FACES
from referee.views.seven_rocks.face import SevenRocksFace
from referee.views.seven_rocks.hands import hand
from referee.views.seven_rocks.lead import draw, enter_lead, lead_page
from referee.views.seven_rocks.play import pass_, place

FACES["seven-rocks"] = SevenRocksFace()

blueprint = Blueprint("seven-rocks", __name__, url_prefix="/t/<code>/seven-rocks")
blueprint.add_url_rule("/place", "place", place, methods=["POST"])
blueprint.add_url_rule("/pass", "pass_", pass_, methods=["POST"])
blueprint.add_url_rule("/hand", "hand", hand, methods=["POST"])
blueprint.add_url_rule("/draw", "draw", draw, methods=["POST"])
blueprint.add_url_rule("/lead", "lead", enter_lead, methods=["POST"])
blueprint.add_url_rule("/lead", "lead_page", lead_page, methods=["GET"])
