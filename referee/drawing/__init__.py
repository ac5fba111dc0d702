"""Where things are drawn: arithmetic only, no markup, no pixels of a real screen."""
