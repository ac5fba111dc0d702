"""A real `referee serve` in a process of its own, and what talks to it over the network.

The server picks a free port and is always stopped by its process id.
"""

from __future__ import annotations

import http.client
import queue
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.views.browser import Form, form_of, forms

DEADLINE = 20.0
"""Seconds after which what a test waits for will not come any more."""

ROOT = Path(__file__).resolve().parent.parent


def referee(*arguments: str | Path, **given: Any) -> subprocess.CompletedProcess[str]:
    """Run a `referee` command to its end."""
    return subprocess.run(
        _command(*arguments), capture_output=True, text=True, timeout=DEADLINE, cwd=ROOT, **given
    )


def _command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "referee", *map(str, arguments)]


class Server:
    """A running server. Raises AssertionError, with what it printed, when it does not come up."""

    def __init__(
        self,
        instance: Path,
        *options: str,
        port: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.instance = instance
        self._options = options
        self._environment = environment
        self._visitors: list[Visitor] = []
        self._start(port)

    def _start(self, port: int) -> None:
        self.process = subprocess.Popen(
            _command(
                "serve", "--host", "127.0.0.1", "--port", str(port), "--instance", self.instance,
                *self._options,
            ),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env=self._environment,
        )  # fmt: skip
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: list[str] = []
        self.printed: list[str] = []
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()
        self.url = self.line(r"Listening on (http://\S+)")[1]
        self.port = int(urlsplit(self.url).port or 0)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self._complaints.extend(self.process.stderr)

    def line(self, pattern: str) -> re.Match[str]:
        """The next line the server prints that has `pattern` in it."""
        deadline = time.monotonic() + DEADLINE
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                self._close()
                raise AssertionError(f"no {pattern!r} in {self.printed}; {self.errors()}")
            self.printed.append(line)
            if found := re.search(pattern, line):
                return found

    def errors(self) -> str:
        """What the server wrote to standard error, complete once it has been stopped."""
        return "".join(self._complaints)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the server's process, and to no other."""
        self.process.send_signal(number)

    def ended(self, seconds: float = DEADLINE) -> int:
        """The exit status, once the process is gone."""
        return self.process.wait(seconds)

    def stop(self) -> int:
        """Stop the server as a system does; its exit status. Nothing happens if it is gone."""
        if self.process.poll() is None:
            self.send(signal.SIGTERM)
        try:
            return self.ended()
        finally:
            self._close()

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        self.process.kill()
        self.ended()
        self._close()

    def _close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for reader in self._readers:
            reader.join(DEADLINE)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        for visitor in self._visitors:
            visitor.close()

    def restart(self) -> None:
        """Start again on the same port, with the same folder; stops the server if it still runs."""
        self.stop()
        self._start(self.port)

    def browser(self) -> Visitor:
        """A browser with no cookies yet."""
        visitor = Visitor(self)
        self._visitors.append(visitor)
        return visitor


@contextmanager
def serving(instance: Path, *options: str, **given: Any) -> Iterator[Server]:
    """A server for the length of a `with` block."""
    server = Server(instance, *options, **given)
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Reply:
    """A complete answer."""

    status: int
    headers: http.client.HTTPMessage
    text: str


class Visitor:
    """A browser without script: keeps cookies, fills in forms, opens streams."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._cookies: dict[str, str] = {}
        self._token: str | None = None
        self._connection: http.client.HTTPConnection | None = None

    # requests

    def get(self, path: str, **headers: str) -> Reply:
        return self._request("GET", path, headers=headers)

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Reply:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._request("POST", path, urlencode(fields), form | headers)

    def page(self, path: str) -> str:
        """A page, by way of redirects; it has to be there."""
        reply = self.get(path)
        while reply.status in (302, 303, 308):
            reply = self.get(reply.headers["Location"])
        assert reply.status == 200, (path, reply.status, reply.text)
        return reply.text

    def form(self, page: str, action: str, **given: str) -> Form:
        """The form of the page at `page` that goes to `action`."""
        return form_of(self.page(page), action, **given)

    def submit(self, page: str, action: str | None = None, **fields: str) -> Reply:
        """Fill in the form of `page` that goes to `action` (or to the page itself), and send it."""
        action = action or page
        return self.post(action, {**self.form(page, action).fields, **fields})

    def fields(self, **given: str) -> dict[str, str]:
        """What every form of this browser carries, with a key of its own, and `given`."""
        if self._token is None:
            self._token = next(
                form.fields["csrf_token"]
                for form in forms(self.page("/"))
                if "csrf_token" in form.fields
            )
        return {"csrf_token": self._token, "key": secrets.token_urlsafe(16), **given}

    def _request(
        self, method: str, path: str, body: str | None = None, headers: Mapping[str, str] = {}
    ) -> Reply:
        """One request; a connection that the server has closed meanwhile is opened anew."""
        for is_last in (False, True):
            fresh = self._connection is None
            connection = self._connection = self._connection or http.client.HTTPConnection(
                "127.0.0.1", self._server.port, timeout=DEADLINE
            )
            try:
                connection.request(method, path, body, {**headers, **self.cookie()})
                reply = connection.getresponse()
                text = reply.read().decode()
            except (http.client.RemoteDisconnected, ConnectionError):
                self.close()
                if fresh or is_last:
                    raise
                continue
            if reply.will_close:
                self.close()
            for cookie in reply.headers.get_all("Set-Cookie", []):
                name, _, value = cookie.split(";")[0].partition("=")
                self._cookies[name] = value
            return Reply(reply.status, reply.headers, text)
        raise AssertionError("unreachable")

    def cookie(self) -> dict[str, str]:
        """This browser's Cookie header."""
        if not self._cookies:
            return {}
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def tab(self) -> Visitor:
        """The same browser over another connection, for another thread."""
        tab = self._server.browser()
        tab._cookies = self._cookies
        return tab

    # tables

    def open_table(self, **fields: str) -> str:
        """Open a table from the page for it; its code."""
        reply = self.submit("/new", **fields)
        assert reply.status == 303, (reply.status, reply.text)
        return reply.headers["Location"].split("/")[2]

    def stream(self, code: str, view: str = "watch", **query: str) -> Stream:
        """The open stream of a view of a table."""
        path = f"/t/{code}/live/{view}" + (f"?{urlencode(query)}" if query else "")
        return Stream(self._server.port, path, self.cookie())


@dataclass
class Message:
    """One message of a stream: the name of its event, its id, its data."""

    event: str | None
    id: str | None
    data: str


class Stream:
    """An event stream held open; `close` it, or use it in a `with` block."""

    def __init__(self, port: int, path: str, headers: Mapping[str, str]) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE)
        self._connection.request("GET", path, headers=dict(headers))
        self._reply = self._connection.getresponse()
        self.status = self._reply.status

    def message(self) -> Message | None:
        """The next message, heartbeats included; None when the server has ended the stream."""
        fields: dict[str, list[str]] = {}
        while line := self._reply.readline().decode():
            if line == "\n":
                if not fields:
                    continue  # a block without a field is no message
                return Message(
                    *(next(iter(fields.get(name, ())), None) for name in ("event", "id")),
                    "\n".join(fields.get("data", ())),
                )
            name, _, value = line.rstrip("\n").partition(":")
            fields.setdefault(name, []).append(value.removeprefix(" "))
        return None

    def next(self) -> Message:
        """The next message that is no heartbeat."""
        while (message := self.message()) is not None:
            if message.event != "hb":
                return message
        raise AssertionError("the stream has ended")

    def close(self) -> None:
        self._reply.close()
        self._connection.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
