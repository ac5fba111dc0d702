"""The server process, as people start, use, stop and break it."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from referee.instance import database
from referee.store import Reader
from tests.serving import DEADLINE, Server, referee, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that no test of this module stops."""
    folder = tmp_path_factory.mktemp("shared") / "instance"
    # A closed stream keeps its place until its next heartbeat, and these tests open many.
    limits = ("--tables-per-hour", "1000", "--streams-per-address", "1000")
    with serving(folder, *limits) as running:
        yield running


def raw(server: Server, request: bytes) -> bytes:
    """What comes back for these bytes until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def in_background(job: Callable[[], object]) -> Callable[[], object]:
    """Start `job` in a thread; what is returned waits for what comes of it."""
    results: list[object] = []
    thread = threading.Thread(target=lambda: results.append(job()))
    thread.start()

    def result() -> object:
        thread.join(DEADLINE)
        return results[0]

    return result


# starting


def test_a_missing_folder_is_made_and_the_first_line_says_where_it_listens(tmp_path):
    with serving(tmp_path / "new" / "folder") as server:
        assert server.printed[0] == f"Listening on {server.url}"
        assert server.browser().get("/").status == 200
        assert database(tmp_path / "new" / "folder").is_file()


def test_all_addresses_are_printed_with_a_qr_code_of_the_best(tmp_path):
    with serving(tmp_path, "--host", "0.0.0.0", "--public-url", "http://table.example") as server:
        server.line("same Wi-Fi")
        assert server.line(r"^  http://")[0]
        server.line("█")
        server.line("plain HTTP")


def test_only_names_of_this_machine_and_the_public_one_are_answered(tmp_path):
    with serving(tmp_path, "--public-url", "http://table.example:8000/") as server:
        asked = {
            host: status(raw(server, f"GET / HTTP/1.0\r\nHost: {host}\r\n\r\n".encode()))
            for host in ("table.example", "localhost", "LOCALHOST", "[::1]", "table.example.evil")
        }

    assert asked == {
        "table.example": 200,
        "localhost": 200,
        "LOCALHOST": 200,
        "[::1]": 200,
        "table.example.evil": 400,
    }


@pytest.mark.parametrize(
    "options",
    [
        ("--port", "65536"),
        ("--port", "tile"),
        ("--streams", "0"),
        ("--public-url", "table.example"),
        ("--public-url", "http://table.example/t/ABC"),
        ("--public-url", "http://table.example:port"),
        ("--unknown",),
    ],
)
def test_a_bad_option_is_answered_with_how_to_use_it(options, tmp_path):
    done = referee("serve", "--instance", tmp_path / "instance", *options)

    assert done.returncode == 2
    assert "Usage: referee serve" in done.stderr
    assert not (tmp_path / "instance").exists()


# refusing to start


def refused_to_start(instance: Path, *options: str) -> str:
    """The one line on standard error of a server that doesn't start."""
    done = referee("serve", "--host", "127.0.0.1", "--port", "0", "--instance", instance, *options)
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def test_a_second_server_on_the_same_folder_is_refused_and_the_first_serves_on(server):
    assert "Another referee" in refused_to_start(server.instance)
    assert server.browser().get("/").status == 200


def test_a_port_in_use_is_told(server, tmp_path):
    said = refused_to_start(tmp_path, "--port", str(server.port))

    assert f"Port {server.port}" in said
    assert "in use" in said


def test_a_host_that_is_not_here_is_told(tmp_path):
    assert "203.0.113.9" in refused_to_start(tmp_path, "--host", "203.0.113.9")
    assert "no.such.host.invalid" in refused_to_start(tmp_path, "--host", "no.such.host.invalid")


def test_a_file_in_place_of_the_folder_is_told(tmp_path):
    file = tmp_path / "instance"
    file.write_text("no folder")

    assert f"{file} is not a folder" in refused_to_start(file)
    assert "is not a folder" in refused_to_start(file / "below")
    assert file.read_text() == "no folder"


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """A folder whose server had tables and was stopped."""
    imported = referee("import", "tests/records/rounds/R0.record.json", "--instance", tmp_path)
    assert imported.returncode == 0, imported.stderr
    return tmp_path


def without_its_start(content: bytes) -> bytes:
    return b"\0" * 100 + content[100:]


def cut_short(content: bytes) -> bytes:
    return content[: len(content) // 2]


def with_a_broken_schema(content: bytes) -> bytes:
    return content[:100] + b"\xff" * 3000 + content[3100:]


@pytest.mark.parametrize(
    "damaged",
    [
        without_its_start,
        cut_short,
        with_a_broken_schema,
        lambda content: b"",
        lambda content: b"these are no tables\n" * 400,
    ],
    ids=["start", "cut", "schema", "empty", "text"],
)
def test_a_damaged_database_is_told_and_left_as_it_is(damaged, stopped):
    path = database(stopped)
    content = damaged(path.read_bytes())
    path.write_bytes(content)

    assert str(path) in refused_to_start(stopped)
    assert path.read_bytes() == content


def test_a_database_that_is_gone_while_its_newest_entries_are_there_is_told(stopped):
    path = database(stopped)
    path.rename(path.with_name("referee.db-wal"))

    assert "is missing" in refused_to_start(stopped)
    assert not path.exists()


# stopping


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_at_once_with_open_streams_and_without_a_complaint(number, tmp_path):
    with serving(tmp_path) as server, ExitStack() as streams:
        code = server.browser().open_table()
        opened = [streams.enter_context(server.browser().stream(code)) for _ in range(20)]
        for stream in opened:
            stream.next()
        started = time.monotonic()
        server.send(number)

        assert server.ended() == 0
        assert time.monotonic() - started < 10
        while any(stream.message() for stream in opened):
            """Messages under way; then every stream has come to its proper end."""
        server.stop()
        assert server.errors() == ""
        assert not (tmp_path / "referee.db-wal").exists()


def test_a_browser_that_keeps_its_connection_holds_no_stop_up(tmp_path):
    with serving(tmp_path) as server:
        browser = server.browser()
        browser.get("/")
        started = time.monotonic()

        assert server.stop() == 0
        assert time.monotonic() - started < 10


def test_every_acknowledged_row_is_there_after_a_kill_and_the_lock_is_free(tmp_path):
    with serving(tmp_path) as server:
        browser = server.browser()
        code = browser.open_table()
        acknowledged = []
        for number in range(30):
            name = f"Ami {number}"
            reply = browser.post(f"/t/{code}/names", browser.fields(north=name))
            assert reply.status == 303, reply.text
            acknowledged.append(name)
            if number % 10 == 9:
                server.kill()
                server.restart()

        with closing(Reader(database(tmp_path))) as reader:
            table = reader.table(code)
            assert table is not None
            texts = reader.names(table.id)
            rows = [row for row in reader.rows(table.id) if row.kind == "named"]
        assert [texts[row.payload["names"]["north"]] for row in rows] == acknowledged
        assert acknowledged[-1] in browser.page(f"/t/{code}/menu")


# while it runs


def test_a_lock_held_by_another_process_delays_the_entry_and_nothing_else(server):
    browser, other = server.browser(), server.browser()
    code, elsewhere = browser.open_table(), other.open_table()
    entry = browser.fields(north="Ami")
    holder = sqlite3.connect(database(server.instance), isolation_level=None)
    with closing(holder), other.stream(elsewhere) as stream:
        stream.next()
        holder.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        reply = in_background(lambda: browser.post(f"/t/{code}/names", entry).status)
        while time.monotonic() - started < 3:
            asked = time.monotonic()
            assert other.get(f"/t/{elsewhere}/record.json").status == 200
            with other.stream(elsewhere) as another:
                another.next()
            assert time.monotonic() - asked < 2.5
        holder.execute("ROLLBACK")

        assert reply() == 303
        assert time.monotonic() - started >= 3
        assert other.post(f"/t/{elsewhere}/names", other.fields(north="Bo")).status == 303
        stream.next()


def test_entries_behind_a_lock_held_too_long_are_all_told_so_in_time(server):
    browsers = [server.browser() for _ in range(3)]
    entries = [
        (browser, f"/t/{browser.open_table()}/names", browser.fields(north="Ami"))
        for browser in browsers
    ]
    with closing(sqlite3.connect(database(server.instance), isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        waiting = [
            in_background(lambda entry=entry: entry[0].post(*entry[1:])) for entry in entries
        ]
        replies = [reply() for reply in waiting]
        assert time.monotonic() - started < 10
        holder.execute("ROLLBACK")

    assert [reply.status for reply in replies] == [503] * 3
    assert all(reply.headers["Retry-After"] for reply in replies)
    assert not any("locked" in reply.text for reply in replies)
    assert [browser.post(*entry).status for browser, *entry in entries] == [303] * 3


def test_more_streams_than_allowed_are_refused_until_one_is_closed(tmp_path):
    with serving(tmp_path, "--streams-per-address", "2") as server:
        browser = server.browser()
        code = browser.open_table()
        with browser.stream(code) as first, browser.stream(code) as second:
            first.next()
            second.next()
            with browser.stream(code) as third:
                assert third.status == 429
        # What tells the server that a reader is gone is the next thing it sends.
        browser.post(f"/t/{code}/names", browser.fields(north="Ami"))
        browser.post(f"/t/{code}/names", browser.fields(north="Bo"))
        deadline = time.monotonic() + DEADLINE
        while True:
            with browser.stream(code) as again:
                if again.status == 200 or time.monotonic() > deadline:
                    break
        assert again.status == 200


# what is no proper request

HEAD = b"Host: localhost\r\n"
FORM = HEAD + b"Content-Type: application/x-www-form-urlencoded\r\n"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: \r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HEAD + HEAD + b"\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost:99999999\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost:70000\r\n\r\n", 400),
        (b"GET http://evil.example/ HTTP/1.1\r\n" + HEAD + b"\r\n", 400),
        (b"GET /\r\n\r\n", 400),
        (b"GET / HTTP/1\r\n" + HEAD + b"\r\n", 400),
        (b"GET / HTTP/3.0\r\n" + HEAD + b"\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"no colon here\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"X : y\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"X: y\r\n folded: z\r\n\r\n", 400),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n", 414),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"X-Long: " + b"a" * 70_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"Cookie: a=b\r\n" * 10_000 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"X: y\r\n" * 200 + b"\r\n", 400),
        (b"POST /new HTTP/1.1\r\n" + FORM + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
        (b"POST /new HTTP/1.1\r\n" + FORM + b"Transfer-Encoding: gzip\r\n\r\n", 411),
        (
            b"POST /new HTTP/1.1\r\n"
            + FORM
            + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
        ),
        (b"POST /new HTTP/1.1\r\n" + FORM + b"Content-Length: -5\r\n\r\n", 400),
        (b"POST /new HTTP/1.1\r\n" + FORM + b"Content-Length: abc\r\n\r\n", 400),
        (b"POST /new HTTP/1.1\r\n" + FORM + b"Content-Length: +5\r\n\r\nabcde", 400),
        (b"POST /new HTTP/1.1\r\n" + FORM + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
        (
            b"POST /new HTTP/1.1\r\n" + FORM + b"Content-Length: 17408\r\n\r\n" + b"a" * 17_408,
            413,
        ),
        (
            b"POST /import HTTP/1.1\r\n"
            + FORM
            + b"Content-Length: 3145728\r\n\r\n"
            + b"a" * 3_145_728,
            413,
        ),
        (b"POST /import HTTP/1.1\r\n" + FORM + b"Content-Length: 999999999999\r\n\r\n", 413),
        (b"GET / HTTP/1.1\r\n" + HEAD + b"Upgrade: websocket\r\n\r\n", 200),
        (b"FOO / HTTP/1.1\r\n" + HEAD + b"\r\n", 405),
        (b"GET /%00%2e%2e/%ff HTTP/1.1\r\n" + HEAD + b"\r\n", 404),
    ],
)
def test_a_request_that_can_be_understood_in_two_ways_or_is_too_large_is_refused(
    server, request_, expected
):
    line, end, rest = request_.partition(b"\r\n")
    answer = raw(server, line + end + (rest and b"Connection: close\r\n" + rest))

    assert status(answer) == expected
    assert b"Traceback" not in answer


def test_slow_requests_are_cut_and_a_quiet_stream_is_kept_alive(server):
    """All of it at once, as each takes its ten seconds."""
    browser = server.browser()
    code = browser.open_table()

    def dripped(start: bytes) -> bytes:
        """What the server says when it has listened to one byte after the other for long enough."""
        started = time.monotonic()
        with socket.create_connection(("127.0.0.1", server.port), timeout=0.5) as connection:
            connection.sendall(start)
            while time.monotonic() - started < DEADLINE:
                try:
                    return connection.recv(65536)
                except TimeoutError:
                    connection.sendall(b"a")
        raise AssertionError("never cut")

    with browser.stream(code) as stream:
        stream.next()
        slow = [
            in_background(lambda start=start: dripped(start))
            for start in (
                b"",
                b"GET /aaa",
                b"GET / HTTP/1.1\r\n" + HEAD + b"X: ",
                b"POST /new HTTP/1.1\r\n" + FORM + b"Content-Length: 1000\r\n\r\n",
            )
        ]
        heartbeat = stream.message()
        answers = [result() for result in slow]

    assert heartbeat is not None
    assert heartbeat.event == "hb"
    assert answers[:2] == [b"", b""]
    assert [status(answer) for answer in answers[2:]] == [408, 408]


def test_a_request_cut_off_by_its_sender_leaves_no_complaint(tmp_path):
    with serving(tmp_path) as server:
        for start in (
            b"GET / HT",
            b"GET / HTTP/1.1\r\nHost: loc",
            b"POST /new HTTP/1.1\r\n" + FORM + b"Content-Length: 1000\r\n\r\nabc",
            b"POST /import HTTP/1.1\r\n" + FORM + b"Content-Length: 9999999\r\n\r\nabc",
        ):
            with socket.create_connection(("127.0.0.1", server.port)) as connection:
                connection.sendall(start)
        assert server.browser().get("/").status == 200
        server.stop()

        assert "Traceback" not in server.errors()


def test_an_upload_waits_for_the_go_ahead_that_it_asks_for(server):
    body = b"csrf_token=none"
    head = b"POST /new HTTP/1.1\r\n" + FORM + b"Connection: close\r\nExpect: 100-continue\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE) as connection:
        connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body))
        assert connection.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(body)
        assert connection.recv(65536).startswith(b"HTTP/1.1 403 ")


# where gevent can't be had


def test_without_gevent_it_serves_streams_and_stops_just_the_same(tmp_path):
    missing = tmp_path / "missing"
    (missing / "gevent").mkdir(parents=True)
    (missing / "gevent" / "__init__.py").write_text("raise ImportError('not here')\n")
    paths = os.pathsep.join([str(missing), os.environ.get("PYTHONPATH", "")])
    with serving(tmp_path / "instance", environment={**os.environ, "PYTHONPATH": paths}) as server:
        browser = server.browser()
        code = browser.open_table()
        with browser.stream(code) as stream:
            first = stream.next()
            assert browser.post(f"/t/{code}/names", browser.fields(north="Ami")).status == 303
            assert stream.next().id != first.id
            started = time.monotonic()
            assert server.stop() == 0

        assert time.monotonic() - started < 10
        assert server.errors() == ""
