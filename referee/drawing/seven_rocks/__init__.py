"""The drawing of a Seven Rocks round."""
