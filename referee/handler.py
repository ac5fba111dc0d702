"""HTTP as gevent's server reads it, with an end to everything that a client could draw out.

A request has to be whole within REQUEST_SECONDS, head and body have a largest size, the length of
the body is said beforehand, and a reply has to be taken within REPLY_SECONDS. What breaks that is
answered in one line, and the connection is closed.
"""

from __future__ import annotations

import errno
import logging
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import Input, WSGIHandler, WSGIServer

REQUEST_SECONDS: Final = 10.0
REPLY_SECONDS: Final = 30.0
STOP_SECONDS: Final = 2.0
HEAD_BYTES: Final = 32 * 1024
BODY_BYTES: Final = 2 * 1024 * 1024
"""The longest body that is read at all; what the pages accept is less, and they say so."""

_DRAINED_BYTES: Final = 16 * 1024 * 1024
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z_.-]+)(:(?P<port>[0-9]{1,5}))?", re.ASCII)
_HEADER: Final = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0\r\n]*\r?\n")
_LENGTH: Final = re.compile(r"[0-9]{1,12}", re.ASCII)
_log = logging.getLogger("referee")


class _Unreadable(ValueError):
    """A request that is answered by a status alone."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Handler(WSGIHandler):  # type: ignore[misc]
    """One connection."""

    wsgi_input: Input
    ignored_socket_errors = (
        *WSGIHandler.ignored_socket_errors,
        errno.ETIMEDOUT,
        errno.EHOSTUNREACH,
        errno.ENETUNREACH,
    )

    def __init__(self, sock: socket.socket, address: Any, server: Server) -> None:
        with suppress(OSError):  # the client may be gone already
            # Without it each reply waits about 40 ms for the acknowledgement of the one before.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                # A phone that has left the network acknowledges nothing, and never says so.
                unanswered = int(REPLY_SECONDS * 1000)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unanswered)
        super().__init__(sock, address, server)

    # reading a request

    def handle_one_request(self) -> bool | None:
        """Whether to wait for another request; None closes the connection."""
        self.requestline = ""
        self._deadline = gevent.Timeout.start_new(REQUEST_SECONDS)
        result: Any
        try:
            result = super().handle_one_request()
        except gevent.Timeout as timeout:
            if timeout is not self._deadline:
                raise
            result = _reply(HTTPStatus.REQUEST_TIMEOUT) if self.requestline else None
        except OSError:  # gone in the middle of the body
            result = None
        finally:
            self._deadline.close()
        if isinstance(result, tuple):
            self._refuse(result[1])
            return None
        return result  # type: ignore[no-any-return]

    def read_request(self, raw_requestline: str) -> bool:
        words = raw_requestline.split()
        if len(words) != 3 or words[2] not in ("HTTP/1.1", "HTTP/1.0"):
            raise _Unreadable(HTTPStatus.BAD_REQUEST)
        if not words[1].startswith("/"):
            raise _Unreadable(HTTPStatus.BAD_REQUEST)
        return bool(super().read_request(raw_requestline))

    def MessageClass(self, *args: Any) -> Any:  # noqa: N802
        """The head of the request, checked for what could be understood in two ways."""
        lines = bytearray()
        while (line := self.rfile.readline(HEAD_BYTES + 1)) not in (b"\r\n", b"\n", b""):
            lines += line
            if len(lines) > HEAD_BYTES:
                raise _Unreadable(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            if not _HEADER.fullmatch(line):
                raise _Unreadable(HTTPStatus.BAD_REQUEST)
        if not line:
            raise _Unreadable(HTTPStatus.BAD_REQUEST)
        headers = super().MessageClass(BytesIO(lines + b"\r\n"))
        hosts = headers.get_all("Host", [])
        host = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if host is None or int(host["port"] or 0) > 65535:
            raise _Unreadable(HTTPStatus.BAD_REQUEST)
        lengths = headers.get_all("Content-Length", [])
        if len(lengths) > 1 or not all(_LENGTH.fullmatch(length) for length in lengths):
            raise _Unreadable(HTTPStatus.BAD_REQUEST)
        if "Transfer-Encoding" in headers:
            raise _Unreadable(HTTPStatus.BAD_REQUEST if lengths else HTTPStatus.LENGTH_REQUIRED)
        return headers

    def get_environ(self) -> dict[str, Any]:
        """The request for the application, with the whole body read.

        Of a body that is too long nothing is read: the application sees its length and refuses it.
        """
        environ: dict[str, Any] = super().get_environ()
        self._is_too_long = (self.content_length or 0) > BODY_BYTES
        body = b"" if self._is_too_long else self.wsgi_input.read()
        self.wsgi_input = environ["wsgi.input"] = Input(BytesIO(body), len(body))
        environ["wsgi.input_terminated"] = True
        return environ

    def _handle_client_error(self, ex: Exception) -> Any:
        """A reply to what can't be read; none when the client is gone."""
        if isinstance(ex, OSError):
            return None
        status = ex.status if isinstance(ex, _Unreadable) else HTTPStatus.BAD_REQUEST
        _log.warning("unreadable request from %s: %s", self.client_address[0], status.phrase)
        return _reply(status)

    # replying

    def handle_one_response(self) -> None:
        self._deadline.close()
        with self.server.replying():
            super().handle_one_response()
        if self._is_too_long:
            self.close_connection = True
            self._drain()

    def _sendall(self, data: bytes) -> None:
        gone = ConnectionResetError(errno.ECONNRESET, "the reply was not taken in time")
        with gevent.Timeout(REPLY_SECONDS, gone):
            super()._sendall(data)

    def _refuse(self, reply: bytes) -> None:
        with suppress(OSError):
            self.socket.sendall(reply)
        self._drain()

    def _drain(self) -> None:
        """Take in what is still being sent, as most clients read the reply only afterwards."""
        left = _DRAINED_BYTES
        with suppress(OSError), gevent.Timeout(REQUEST_SECONDS, False):
            self.socket.shutdown(socket.SHUT_WR)
            while left > 0 and (data := self.rfile.read1(65536)):
                left -= len(data)


class Server(WSGIServer):  # type: ignore[misc]
    """Every connection in a greenlet of its own; `stop` lets replies under way end first."""

    handler_class = Handler

    def __init__(self, listener: socket.socket, application: Any) -> None:
        self._replies = 0
        self._is_idle = Event()
        self._is_idle.set()
        # A name given here saves looking it up, which can take long where no name server answers.
        environ = {"SERVER_NAME": "localhost"}
        super().__init__(listener, application, spawn=Pool(), log=None, environ=environ)

    @contextmanager
    def replying(self) -> Iterator[None]:
        """A reply is under way."""
        self._replies += 1
        self._is_idle.clear()
        try:
            yield
        finally:
            self._replies -= 1
            if not self._replies:
                self._is_idle.set()

    def stop(self, timeout: float = STOP_SECONDS) -> None:
        """Accept nothing more, wait for replies under way at most `timeout` seconds, close."""
        self.close()
        self._is_idle.wait(timeout)
        super().stop(0)


def _reply(status: HTTPStatus) -> tuple[str, bytes]:
    body = f"{status.phrase}.\n".encode()
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return str(status.value), head.encode() + body
