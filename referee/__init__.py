"""`referee`: keeps the record of a table game, enforces its rules and shows the scores."""

__version__ = "0.1.0"
