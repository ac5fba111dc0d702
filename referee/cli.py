"""The `referee` command. What only one of its commands needs is imported by that command."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee import __version__

if TYPE_CHECKING:
    from referee.record import Replay


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

    played = record.replay(_content(file))
    if as_json:
        click.echo(json.dumps(record.replay_json(played), separators=(",", ":")))
    else:
        click.echo(record.account(played).encode(), nl=False)
    _refuse(played)


@main.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="RECORD")
@click.option(
    "--round", "round_", type=click.IntRange(1), metavar="N", help="The round; by default the last."
)
@click.option(
    "--placement",
    type=click.IntRange(0),
    metavar="K",
    help="After which placement of the round; by default the last, 0 is the empty mat.",
)
@click.option(
    "--screen",
    default="1920x1080",
    show_default=True,
    metavar="WxH",
    callback=lambda context, parameter, value: _screen(value),
    help="The size of the screen in pixels.",
)
@click.option(
    "--geometry",
    is_flag=True,
    help="Print where the tiles are instead, a line of JSON for each placement of all rounds.",
)
def draw(
    file: Path,
    round_: int | None,
    placement: int | None,
    screen: tuple[int, int],
    geometry: bool,
) -> None:
    """Draw the layout of a round of a game record as SVG.

    Exits with 0 if the record is legal; with 1 if it breaks a rule, and then draws what was legal
    before; and with 2 if RECORD cannot be read or has no such round or placement.
    """
    from referee import record, standalone

    if geometry and (round_, placement) != (None, None):
        raise click.UsageError("--geometry is for all rounds and placements.")
    played = record.replay(_content(file))
    try:
        if geometry:
            click.echo("".join(standalone.geometry(played.game, screen)), nl=False)
        else:
            click.echo(standalone.svg(played.game, screen, round_, placement))
    except standalone.NotThere as problem:
        # Of a record that breaks a rule, this may be why.
        _refuse(played)
        click.echo(str(problem), err=True)
        sys.exit(2)
    _refuse(played)


_instance = click.option(
    "--instance",
    type=click.Path(path_type=Path),
    metavar="DIR",
    callback=lambda context, parameter, value: _folder(value),
    help="The folder with the database; by default instance/ in the source tree.",
)


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=7777,
    show_default=True,
    help="The port to listen on; 0 picks a free one.",
)
@click.option("--public-url", metavar="URL", help="Where phones reach the server, if elsewhere.")
@_instance
@click.option("--streams-per-table", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--streams-per-address", type=click.IntRange(1), default=60, show_default=True)
@click.option("--streams", type=click.IntRange(1), default=6000, show_default=True)
@click.option(
    "--tables-per-hour",
    type=click.IntRange(1),
    default=60,
    show_default=True,
    help="New tables from one address. A stream is the connection of an open page.",
)
def serve(public_url: str | None, **settings: Any) -> None:
    """Serve the tables to the phones and screens on this network.

    Exits with 0 when it is stopped by Ctrl-C or SIGTERM, and with 1 if it cannot start.
    """
    from referee import server

    try:
        url = None if public_url is None else server.base_url(public_url)
    except ValueError as problem:
        raise click.BadParameter(str(problem), param_hint="'--public-url'") from None
    try:
        server.serve(server.Settings(public_url=url, **settings))
    except server.CannotServe as problem:
        sys.exit(str(problem))


@main.command("export")
@click.argument("code")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE instead."
)
@_instance
def export(code: str, output: Path | None, instance: Path) -> None:
    """Print the record of the game at the table CODE; the server may be running.

    Exits with 0, or with 1 if there is no such table or FILE cannot be written.
    """
    from referee import commands

    try:
        text = commands.exported(code, instance).encode()
    except commands.CannotDo as problem:
        sys.exit(str(problem))
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_bytes(text)
    except OSError as problem:
        sys.exit(f"{output} cannot be written: {problem.strerror}.")


@main.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@_instance
def import_(file: Path, instance: Path) -> None:
    """Open a new table with the game record FILE and print its code.

    Exits with 0, with 1 if the record breaks a rule, and with 2 if FILE cannot be read or no table
    can be opened, for example because a server is running: use its page /import then.
    """
    from referee import commands, record

    data = _content(file)
    _refuse(record.replay(data))
    try:
        click.echo(commands.imported(record.loads(data), instance))
    except commands.CannotDo as problem:
        click.echo(str(problem), err=True)
        sys.exit(2)


def _content(file: Path) -> bytes:
    """The bytes of a record file, with one more than a record may have, to see that it is too long.

    Ends the process with 2 if the file can't be read.
    """
    from referee.messages import cleaned
    from referee.record import MAX_BYTES

    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as problem:
        click.echo(f"{cleaned(str(file), 200)} cannot be read: {problem.strerror}.", err=True)
        sys.exit(2)


def _refuse(played: Replay) -> None:
    """End the process with 1, and a line that names event and rule, unless the record is legal."""
    from referee.messages import sentence

    if played.refusal is not None:
        rule = played.refusal.rule or played.refusal.code
        place = rule if played.event is None else f"event {played.event}, {rule}"
        click.echo(f"{place}: {sentence(played.refusal)}", err=True)
        sys.exit(1)


def _screen(given: str) -> tuple[int, int]:
    """Width and height in pixels, both at least 1."""
    size = re.fullmatch(r"([1-9][0-9]{0,4})x([1-9][0-9]{0,4})", given)
    if size is None:
        raise click.BadParameter("It is written as width x height, for example 1024x768.")
    return int(size[1]), int(size[2])


def _folder(given: Path | None) -> Path:
    from referee.instance import DEFAULT

    return DEFAULT if given is None else given.absolute()
