"""The `referee` command. What only one of its commands needs is imported by that command."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from referee import __version__


@click.group()
@click.version_option(__version__, prog_name="referee")
def main() -> None:
    """Referee and score display for Seven Rocks and other games at one table."""


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object instead of an account."
)
def replay(file: Path, as_json: bool) -> None:
    """Play the game record FILE by the rules and tell how the game goes.

    Exits with 0 if the record is legal, with 1 if it breaks a rule, and with 2 if FILE cannot be
    read.
    """
    from referee import record
    from referee.messages import cleaned, sentence

    try:
        with file.open("rb") as stream:
            # One byte more than a record may have is enough to see that a file is too large.
            data = stream.read(record.MAX_BYTES + 1)
    except OSError as problem:
        click.echo(f"{cleaned(str(file), 200)} cannot be read: {problem.strerror}.", err=True)
        sys.exit(2)
    played = record.replay(data)
    if as_json:
        click.echo(json.dumps(record.replay_json(played), separators=(",", ":")))
    else:
        click.echo(record.account(played).encode(), nl=False)
    if played.refusal is not None:
        rule = played.refusal.rule or played.refusal.code
        place = rule if played.event is None else f"event {played.event}, {rule}"
        click.echo(f"{place}: {sentence(played.refusal)}", err=True)
        sys.exit(1)
