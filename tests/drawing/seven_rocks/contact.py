"""How two rectangles touch."""

from referee.drawing.seven_rocks.rectangle import Rectangle


def contact(one: Rectangle, other: Rectangle) -> int:
    """The length along which two rectangles touch, in g; 0 at a corner."""
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    along = min(one.y1, other.y1) - max(one.y0, other.y0)
    return max(across, along) if min(across, along) == 0 else 0
