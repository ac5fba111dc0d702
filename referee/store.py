"""Rows in one SQLite file: devices, tables and each table's append-only log.

The store knows rows and no rules. One writer connection does every commit and every checkpoint, so
that the write-ahead log of SQLite builds with the WAL-reset fault is only ever reset by the
connection that wrote it; readers are opened read-only. The writer runs where `run` puts it: inline
by default, in a thread of gevent's pool when the server hands one in, so that a slow disk or a lock
held by another process never stops a stream.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from sqlite_utils import Database, Migrations

BUSY_SECONDS: Final = 5.0
"""How long a write waits for a lock that another process holds."""

_SETTINGS: Final = {
    "journal_mode": "wal",
    "synchronous": 2,
    "foreign_keys": 1,
    "recursive_triggers": 1,
}

Json: TypeAlias = Any
Run: TypeAlias = Callable[[Callable[[], Any]], Any]
T = TypeVar("T")

migrations = Migrations("referee")


@migrations()
def create_tables(db: Database) -> None:
    """Devices, tables, their logs; names and sealed entries apart, so that they can go."""
    db.table("devices").create(
        {"id": int, "token_hash": str, "created": str},
        pk="id",
        not_null={"token_hash", "created"},
        strict=True,
    )
    db.table("devices").create_index(["token_hash"], unique=True)
    db.table("tables").create(
        {"id": int, "code": str, "game": str, "created": str},
        pk="id",
        not_null={"code", "game", "created"},
        strict=True,
    )
    db.table("tables").create_index(["code"], unique=True)
    db.table("log").create(
        {
            "table_id": int,
            "seq": int,
            "command": int,
            "kind": str,
            "payload": str,
            "role": str,
            "seat": str,
            "device": int,
            "time": str,
            "key": str,
            "digest": str,
            "chain": str,
        },
        pk=("table_id", "seq"),
        not_null={"command", "kind", "payload", "role", "time", "chain"},
        foreign_keys=[("table_id", "tables", "id"), ("device", "devices", "id")],
        strict=True,
    )
    db.table("log").create_index(["table_id", "device", "key"], unique=True)
    db.table("names").create(
        {"id": int, "table_id": int, "text": str},
        pk="id",
        not_null={"table_id", "text"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    db.table("sealed").create(
        {"id": int, "table_id": int, "payload": str},
        pk="id",
        not_null={"table_id", "payload"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    db.table("visits").create(
        {"device": int, "table_id": int},
        pk=("device", "table_id"),
        foreign_keys=[("table_id", "tables", "id"), ("device", "devices", "id")],
        strict=True,
    )
    for action in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER log_refuses_{action.lower()} BEFORE {action} ON log "
            "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
        )


class Unfit(Exception):
    """SQLite doesn't keep this file as safely as the log needs; the message says why not."""


class Row(NamedTuple):
    """One row of a table's log; `command` is the `seq` of the first row written with it."""

    seq: int
    command: int
    kind: str
    payload: Json
    role: str
    seat: str | None
    device: int | None
    time: str


class TableRow(NamedTuple):
    """What identifies a table: its row number, and the short code that its watchers type."""

    id: int
    code: str
    game: str


@dataclass(frozen=True)
class NewRow:
    """A row about to be appended: what happened, without the numbers that the store gives."""

    kind: str
    payload: Json


@dataclass(frozen=True)
class Author:
    """Who writes: the role that the right came from, the seat it was used for, the device."""

    role: str
    seat: str | None = None
    device: int | None = None


@dataclass(frozen=True)
class Key:
    """A form's own key, and a digest of what it asks, so that one key stays one request."""

    text: str
    digest: str


class Transaction:
    """The writer connection inside `BEGIN IMMEDIATE`: what is read here cannot change meanwhile."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def rows(self, table_id: int, after: int = 0) -> list[Row]:
        return _rows(self._db, table_id, after)

    def command_of(self, table_id: int, device: int | None, key: str) -> tuple[int, str] | None:
        """The (command, digest) that this device's key was used for, if it was."""
        found = self._db.execute(
            "SELECT command, digest FROM log WHERE table_id = ? AND device IS ? AND key = ?",
            (table_id, device, key),
        ).fetchone()
        return None if found is None else (found[0], found[1])

    def opened_with(self, device: int, key: str) -> tuple[TableRow, str] | None:
        """The table that this device opened with this key, and the digest of what it asked."""
        found = self._db.execute(
            "SELECT tables.id, code, game, digest FROM visits "
            "JOIN tables ON tables.id = visits.table_id "
            "JOIN log ON log.table_id = visits.table_id AND seq = 1 "
            "WHERE visits.device = ? AND log.device = visits.device AND key = ?",
            (device, key),
        ).fetchone()
        return None if found is None else (TableRow(*found[:3]), found[3])

    def append(
        self,
        table_id: int,
        rows: list[NewRow],
        author: Author,
        time: str,
        key: Key | None = None,
    ) -> list[Row]:
        """Append `rows` as one command; returns them with their numbers.

        Each row's `chain` is the hash of the row before it and of its own content, so that a row
        changed or taken out by hand is found by reading the log once.
        """
        last = self._db.execute(
            "SELECT seq, chain FROM log WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table_id,)
        ).fetchone()
        seq, chain = (0, "") if last is None else last
        command = seq + 1
        appended = []
        for row in rows:
            seq += 1
            payload = json.dumps(row.payload, ensure_ascii=False, separators=(",", ":"))
            content = (
                seq,
                command,
                row.kind,
                payload,
                author.role,
                author.seat,
                author.device,
                time,
            )
            chain = _chained(chain, content)
            first = key if key is not None and seq == command else None
            self._db.execute(
                "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    table_id,
                    *content,
                    first.text if first else None,
                    first.digest if first else None,
                    chain,
                ),
            )
            appended.append(
                Row(
                    seq,
                    command,
                    row.kind,
                    row.payload,
                    author.role,
                    author.seat,
                    author.device,
                    time,
                )
            )
        return appended

    def add_table(self, code: str, game: str, time: str) -> TableRow:
        cursor = self._db.execute(
            "INSERT INTO tables (code, game, created) VALUES (?, ?, ?)", (code, game, time)
        )
        return TableRow(int(cursor.lastrowid or 0), code, game)

    def has_code(self, code: str) -> bool:
        found = self._db.execute("SELECT 1 FROM tables WHERE code = ?", (code,)).fetchone()
        return found is not None

    def add_device(self, token_hash: str, time: str) -> int:
        cursor = self._db.execute(
            "INSERT INTO devices (token_hash, created) VALUES (?, ?)", (token_hash, time)
        )
        return int(cursor.lastrowid or 0)

    def add_name(self, table_id: int, text: str) -> int:
        cursor = self._db.execute(
            "INSERT INTO names (table_id, text) VALUES (?, ?)", (table_id, text)
        )
        return int(cursor.lastrowid or 0)

    def add_sealed(self, table_id: int, payload: Json) -> int:
        cursor = self._db.execute(
            "INSERT INTO sealed (table_id, payload) VALUES (?, ?)",
            (table_id, json.dumps(payload, separators=(",", ":"))),
        )
        return int(cursor.lastrowid or 0)

    def sealed(self, sealed_id: int) -> Json:
        return _sealed(self._db, sealed_id)

    def add_visit(self, device: int, table_id: int) -> None:
        self._db.execute("INSERT OR IGNORE INTO visits VALUES (?, ?)", (device, table_id))


class Reader:
    """The database file of one instance folder, opened to be read only."""

    def __init__(self, path: Path) -> None:
        self._reader = Database(
            sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, check_same_thread=False)
        )
        self._reader.execute("PRAGMA query_only = ON")

    def rows(self, table_id: int, after: int = 0) -> list[Row]:
        return _rows(self._reader, table_id, after)

    def sealed(self, sealed_id: int) -> Json:
        return _sealed(self._reader, sealed_id)

    def table(self, code: str) -> TableRow | None:
        found = self._reader.execute(
            "SELECT id, code, game FROM tables WHERE code = ?", (code,)
        ).fetchone()
        return None if found is None else TableRow(*found)

    def tables(self) -> list[TableRow]:
        """Every table, in the order they were opened."""
        found = self._reader.execute("SELECT id, code, game FROM tables ORDER BY id")
        return [TableRow(*row) for row in found.fetchall()]

    def tables_of(self, device: int) -> list[TableRow]:
        """The tables at which this device holds or held a role, the newest first."""
        found = self._reader.execute(
            "SELECT id, code, game FROM tables JOIN visits ON table_id = id "
            "WHERE device = ? ORDER BY id DESC",
            (device,),
        )
        return [TableRow(*row) for row in found.fetchall()]

    def names(self, table_id: int) -> dict[int, str]:
        found = self._reader.execute("SELECT id, text FROM names WHERE table_id = ?", (table_id,))
        return dict(found.fetchall())

    def device(self, token_hash: str) -> int | None:
        found = self._reader.execute(
            "SELECT id FROM devices WHERE token_hash = ?", (token_hash,)
        ).fetchone()
        return None if found is None else int(found[0])

    def close(self) -> None:
        self._reader.close()


class Store(Reader):
    """The database file of one instance folder, to be read and written."""

    def __init__(self, path: Path, run: Run | None = None) -> None:
        self._run: Run = run or (lambda job: job())
        self._lock = threading.Lock()
        self._writer = self._run(lambda: _connect_writer(path))
        super().__init__(path)

    def write(self, job: Callable[[Transaction], T]) -> T:
        """Run `job` in one immediate transaction and commit it; whatever it raises undoes it all.

        Read-then-append has to start with BEGIN IMMEDIATE: a deferred transaction that has read and
        then finds another writer fails at once, whatever the busy timeout says. BUSY_SECONDS are
        counted from this call on, so that writes behind a held lock don't wait one after the other.
        """
        until = time.monotonic() + BUSY_SECONDS

        def run() -> T:
            with self._lock:
                left = max(0.0, until - time.monotonic())
                self._writer.execute(f"PRAGMA busy_timeout = {left * 1000:.0f}")
                with _immediately(self._writer):
                    return job(Transaction(self._writer))

        return self._run(run)  # type: ignore[no-any-return]

    def close(self) -> None:
        """Checkpoint and close; the file then stands alone."""
        super().close()

        def finish() -> None:
            with self._lock:
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self._writer.close()

        self._run(finish)


def _connect_writer(path: Path) -> Database:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
    db = Database(connection)
    db.enable_wal()
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "recursive_triggers = ON"):
        db.execute(f"PRAGMA {pragma}")
    check_settings(db)
    migrations.apply(db)
    return db


def check_settings(db: Database) -> None:
    """Raise Unfit unless what is acknowledged is on the disk, and the log can only grow."""
    for name, needed in _SETTINGS.items():
        (found,) = db.execute(f"PRAGMA {name}").fetchone()
        if found != needed:
            raise Unfit(f"SQLite keeps {name} at {found} here, but {needed} is needed.")


@contextmanager
def _immediately(db: Database) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.commit()
    except BaseException:
        db.rollback()
        raise


def _rows(db: Database, table_id: int, after: int) -> list[Row]:
    found = db.execute(
        "SELECT seq, command, kind, payload, role, seat, device, time FROM log "
        "WHERE table_id = ? AND seq > ? ORDER BY seq",
        (table_id, after),
    )
    return [
        Row(seq, command, kind, json.loads(payload), *author)
        for seq, command, kind, payload, *author in found.fetchall()
    ]


def _sealed(db: Database, sealed_id: int) -> Json:
    found = db.execute("SELECT payload FROM sealed WHERE id = ?", (sealed_id,)).fetchone()
    return json.loads(found[0])


def _chained(before: str, content: tuple[object, ...]) -> str:
    text = json.dumps([before, *content], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
