"""What `export` and `import` do with the database, without a server."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from referee import record
from referee.instance import InUse, Unusable, check_database, database, owned
from referee.live import Hub
from referee.refusals import NoSuchTable
from referee.store import Reader, Store, Unfit
from referee.tables import Opening, Tables, read_table, record_of


class CannotDo(Exception):
    """A command that found nothing it could work on; the message is one sentence that says why."""


def exported(code: str, instance: Path) -> str:
    """The record of the game at the table with this code; a server may be running meanwhile.

    Raises CannotDo.
    """
    path = database(instance)
    try:
        check_database(path)
        if not path.exists():
            raise CannotDo(f"There are no tables in {instance}.")
        with closing(Reader(path)) as reader:
            return record.dumps(record_of(read_table(reader, code.upper())))
    except NoSuchTable:
        raise CannotDo(f"There is no table {code!r} in {instance}.") from None
    except Unusable as problem:
        raise CannotDo(str(problem)) from None
    except sqlite3.Error as problem:
        raise CannotDo(f"The database {path} can't be read: {problem}.") from None


def imported(game: record.Record, instance: Path) -> str:
    """Open a new table with a legal game; returns its code. Raises CannotDo."""
    options = record.FORMS[game.game].options_to_json(game.options)
    opening = Opening(game.game, options, game.players)
    try:
        with owned(instance), closing(Store(database(instance))) as store:
            return Tables(store, Hub()).open(opening, None, game.events, host=True).code
    except InUse as problem:
        raise CannotDo(f"{problem} Open the record on its page /import instead.") from None
    except (Unusable, Unfit) as problem:
        raise CannotDo(str(problem)) from None
    except sqlite3.Error as problem:
        raise CannotDo(f"The database of {instance} can't be written: {problem}.") from None
