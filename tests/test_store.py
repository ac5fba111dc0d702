"""Rows in one file: appended once, never changed, chained, and on the disk before they count."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from referee import store as stores
from referee.store import Author, Key, NewRow, Reader, Store, TableRow, Transaction

NOW = "2026-11-30T20:00:00.000+00:00"
TABLE = Author("table", None, 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store(path)
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> TableRow:
    """A table, and a device with the number 1."""

    def opened(tx: Transaction) -> TableRow:
        tx.add_device("hash", NOW)
        return tx.add_table("ABCDE", "seven-rocks", NOW)

    return store.write(opened)


def append(store: Store, table: TableRow, *kinds: str, key: Key | None = None) -> None:
    rows = [NewRow(kind, {"kind": kind, "name": "지민"}) for kind in kinds]
    store.write(lambda tx: tx.append(table.id, rows, TABLE, NOW, key))


def test_rows_are_numbered_from_1_and_know_their_command(store, table):
    append(store, table, "opened", "granted")
    append(store, table, "event")

    rows = store.rows(table.id)
    assert [(row.seq, row.command, row.kind) for row in rows] == [
        (1, 1, "opened"),
        (2, 1, "granted"),
        (3, 3, "event"),
    ]
    assert rows[0].payload == {"kind": "opened", "name": "지민"}
    assert (rows[0].role, rows[0].seat, rows[0].device, rows[0].time) == ("table", None, 1, NOW)
    assert [row.seq for row in store.rows(table.id, after=1)] == [2, 3]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET payload = '{}' WHERE seq = 1",
        "DELETE FROM log",
        "INSERT OR REPLACE INTO log SELECT * FROM log WHERE seq = 1",
        "REPLACE INTO log SELECT * FROM log WHERE seq = 1",
    ],
)
def test_a_row_of_the_log_is_never_changed_or_taken_out(store, table, statement):
    append(store, table, "opened", "event")
    before = store.rows(table.id)

    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        store.write(lambda tx: tx._db.execute(statement))
    assert store.rows(table.id) == before


def test_each_row_is_chained_to_the_one_before_it(store, table, path):
    append(store, table, "opened", "granted")
    append(store, table, "event")

    chain = ""
    with closing(sqlite3.connect(path)) as connection:
        for found, *content in connection.execute(
            "SELECT chain, seq, command, kind, payload, role, seat, device, time FROM log"
        ).fetchall():
            text = json.dumps([chain, *content], ensure_ascii=False, separators=(",", ":"))
            chain = hashlib.sha256(text.encode()).hexdigest()
            assert found == chain


def test_tables_have_logs_and_chains_of_their_own(store, table):
    other = store.write(lambda tx: tx.add_table("FGHJK", "seven-rocks", NOW))
    append(store, table, "opened", "event")
    append(store, other, "opened")

    assert [row.seq for row in store.rows(other.id)] == [1]
    assert [known.code for known in store.tables()] == ["ABCDE", "FGHJK"]
    assert store.table("FGHJK") == other
    assert store.table("fghjk") is None


def test_a_key_is_used_once_by_a_device_at_a_table(store, table):
    key = Key("key-of-a-form", "digest")
    append(store, table, "opened", "event", key=key)

    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        append(store, table, "event", key=key)
    assert store.write(lambda tx: tx.command_of(table.id, 1, key.text)) == (1, "digest")
    assert len(store.rows(table.id)) == 2


def test_the_same_key_of_another_device_or_table_is_another_key(store, table):
    key = Key("key-of-a-form", "digest")
    append(store, table, "opened", key=key)
    second = store.write(lambda tx: tx.add_device("other", NOW))
    other = store.write(lambda tx: tx.add_table("FGHJK", "seven-rocks", NOW))

    rows = [NewRow("event", {})]
    store.write(lambda tx: tx.append(table.id, rows, Author("seat", "north", second), NOW, key))
    append(store, other, "opened", key=key)
    assert store.write(lambda tx: tx.command_of(table.id, second, key.text)) == (2, "digest")
    assert store.write(lambda tx: tx.command_of(other.id, 2, key.text)) is None


def test_what_is_raised_in_a_transaction_undoes_all_of_it(store, table):
    append(store, table, "opened")

    def fails(tx: Transaction) -> None:
        tx.append(table.id, [NewRow("event", {})], TABLE, NOW)
        tx.add_name(table.id, "Ami")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        store.write(fails)
    assert [row.kind for row in store.rows(table.id)] == ["opened"]
    assert store.names(table.id) == {}


def test_a_transaction_holds_the_write_lock_from_its_start(store, table, path):
    def checked(tx: Transaction) -> None:
        with (
            closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("INSERT INTO names (table_id, text) VALUES (1, 'Bo')")

    store.write(checked)


def test_a_read_inside_a_transaction_is_still_true_when_it_appends(path, table, store):
    """Two writers that read the last row and append after it never give one number twice."""
    append(store, table, "opened")
    second = Store(path)
    writers = [
        threading.Thread(target=lambda each=each: [append(each, table, "event") for _ in range(25)])
        for each in (store, second)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert [row.seq for row in store.rows(table.id)] == list(range(1, 52))
    second.close()


def test_a_lock_held_too_long_gives_up_and_changes_nothing(store, table, path, monkeypatch):
    monkeypatch.setattr(stores, "BUSY_SECONDS", 0.2)
    append(store, table, "opened")
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            append(store, table, "event")
        assert time.monotonic() - started >= 0.2
        holder.execute("ROLLBACK")

    append(store, table, "event")
    assert [row.kind for row in store.rows(table.id)] == ["opened", "event"]


def test_the_writer_lives_where_it_is_told_to(path):
    threads = set()

    def run(job):
        results = []
        thread = threading.Thread(target=lambda: results.append(job()), name="writer")
        thread.start()
        thread.join()
        return results[0]

    store = Store(path, run)
    store.write(lambda tx: threads.add(threading.current_thread().name))
    store.close()
    assert threads == {"writer"}


def test_a_reader_sees_what_was_committed_and_can_change_nothing(store, table, path):
    append(store, table, "opened")
    with closing(Reader(path)) as reader:
        append(store, table, "event")

        assert [row.kind for row in reader.rows(table.id)] == ["opened", "event"]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader._reader.execute("DELETE FROM names")


def test_after_closing_the_file_stands_alone(path):
    with closing(Store(path)) as store:
        table = store.write(lambda tx: tx.add_table("ABCDE", "seven-rocks", NOW))

    assert [file.name for file in path.parent.iterdir()] == ["referee.db"]
    with closing(Reader(path)) as reader:
        assert reader.table("ABCDE") == table


def test_what_was_written_is_there_after_opening_again(path):
    first = Store(path)
    table = first.write(lambda tx: tx.add_table("ABCDE", "seven-rocks", NOW))
    device = first.write(lambda tx: tx.add_device("hash", NOW))
    first.write(lambda tx: tx.add_visit(device, table.id))
    sealed = first.write(lambda tx: tx.add_sealed(table.id, {"tiles": ["1|4"]}))
    first.close()

    with closing(Store(path)) as second:
        assert second.device("hash") == device
        assert second.device("another") is None
        assert second.tables_of(device) == [table]
        assert second.sealed(sealed) == {"tiles": ["1|4"]}


@pytest.mark.parametrize(
    ("pragma", "said"),
    [
        ("journal_mode = DELETE", "journal_mode at delete"),
        ("synchronous = NORMAL", "synchronous at 1"),
        ("foreign_keys = OFF", "foreign_keys at 0"),
        ("recursive_triggers = OFF", "recursive_triggers at 0"),
    ],
)
def test_a_database_that_is_not_kept_safely_is_refused(pragma, said, path):
    with closing(sqlite3.connect(path)) as connection:
        db = Database(connection)
        db.enable_wal()
        for setting in ("synchronous = FULL", "foreign_keys = ON", "recursive_triggers = ON"):
            db.execute(f"PRAGMA {setting}")
        stores.check_settings(db)
        db.execute(f"PRAGMA {pragma}")

        with pytest.raises(stores.Unfit, match=said):
            stores.check_settings(db)


def test_a_row_needs_a_table_and_a_device_that_are_there(store, table):
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        store.write(lambda tx: tx.append(99, [NewRow("opened", {})], TABLE, NOW))
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        store.write(
            lambda tx: tx.append(table.id, [NewRow("opened", {})], Author("seat", None, 99), NOW)
        )
