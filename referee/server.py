"""The process of `referee serve`: the folder it owns, the socket it listens on, a clean stop.

Nothing is patched by importing this module: `serve` patches, before it imports what would notice.
Where gevent can't be had, Werkzeug's server does the same work with a thread for each open page.
"""

from __future__ import annotations

import contextlib
import io
import ipaddress
import signal
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from flask import Flask

    from referee.lan import Network
    from referee.live import Hub
    from referee.store import Run

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_SPARE_FILES: Final = 200


@dataclass(frozen=True, slots=True)
class Settings:
    """What `referee serve` is asked for; `tables_per_hour` is counted for each address."""

    host: str
    port: int
    public_url: str | None
    instance: Path
    streams_per_table: int
    streams_per_address: int
    streams: int
    tables_per_hour: int


class CannotServe(Exception):
    """The server can't start; the message is one sentence that says why."""


def serve(settings: Settings) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises CannotServe; then nothing was changed."""
    gevent = _patched_gevent()
    from referee.instance import Unusable, owned

    try:
        with owned(settings.instance), _listening(settings.host, settings.port) as listener:
            _run(settings, listener, gevent)
    except Unusable as problem:
        raise CannotServe(str(problem)) from None


def base_url(text: str) -> str:
    """`text` as the address that pages are reached at from outside, without a slash at its end.

    Raises ValueError, with a sentence, unless it is an http or https address and nothing more.
    """
    parts = urlsplit(text)  # raises ValueError by itself for broken brackets
    port = parts.port  # and for a port that is none
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise ValueError("an address such as http://table.example:7777 is needed.")
    if parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError("the address may hold a scheme, a host and a port, and no more.")
    # As browsers write it: they compare it letter by letter with where a form came from.
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    is_default = port is None or port == _DEFAULT_PORTS[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if is_default else f":{port}")


def _patched_gevent() -> ModuleType | None:
    """gevent, with the standard library made to yield to it; None where it is not installed."""
    try:
        import gevent
        from gevent import monkey
    except ImportError:
        return None
    monkey.patch_all()
    return gevent  # type: ignore[no-any-return]


@contextlib.contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """The listening socket. Raises CannotServe."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(address[:2], family=family, backlog=1024)
    except socket.gaierror:
        raise CannotServe(f"{host} is not an address of this machine.") from None
    except OSError as problem:
        # Kinds of trouble with the address have one number each, but not the same on all systems.
        reason = (problem.strerror or "no reason given").lower()
        raise CannotServe(
            f"Port {port} of {host} can't be listened on: {reason}. "
            "Choose another one with --port, or stop what uses it."
        ) from None
    with listener:
        yield listener


def _run(settings: Settings, listener: socket.socket, gevent: ModuleType | None) -> None:
    from referee.lan import Network
    from referee.live import Hub

    _allow_open_files(settings.streams + _SPARE_FILES)
    ip = ipaddress.ip_address(listener.getsockname()[0])
    only = None if ip.is_unspecified else ip
    network = Network(listener.getsockname()[1], settings.public_url, only)
    hub = Hub(settings.streams_per_table, settings.streams_per_address, settings.streams)

    def started() -> None:
        _tell(network)

    if gevent is None:
        app = _app(settings, hub, network)
        _serve_by_threads(app, listener, hub, started)
    else:
        from gevent.threadpool import ThreadPool

        app = _app(settings, hub, network, _in_thread_of(ThreadPool(1)))
        _serve_by_greenlets(app, listener, hub, started)
    app.extensions["referee"].store.close()


def _app(settings: Settings, hub: Hub, network: Network, run: Run | None = None) -> Flask:
    """The application over the folder's database. Raises CannotServe; the database is as it was."""
    from referee.app import create_app
    from referee.instance import database
    from referee.store import Unfit

    path = database(settings.instance)
    try:
        return create_app(
            settings.instance,
            config={"TABLES_PER_HOUR": settings.tables_per_hour},
            run=run,
            hub=hub,
            allowed_hosts=network.is_own_host,
            addresses=network.urls,
        )
    except Unfit as problem:
        raise CannotServe(f"The database {path} can't be kept safely. {problem}") from None
    except sqlite3.Error as problem:
        raise CannotServe(
            f"The database {path} can't be used: {problem}. It was left as it is."
        ) from None
    except OSError as problem:
        raise CannotServe(f"{problem.filename} can't be written: {problem.strerror}.") from None


def _in_thread_of(pool: Any) -> Run:
    """Run jobs one after the other in the pool's thread, and raise here what they raise there.

    The pool would print what a job raises as a fault, and most of it is a refusal.
    """

    def run(job: Callable[[], Any]) -> Any:
        def attempt() -> tuple[Any, BaseException | None]:
            try:
                return job(), None
            except BaseException as error:
                return None, error

        result, error = pool.apply(attempt)
        if error is not None:
            raise error
        return result

    return run


def _serve_by_greenlets(
    app: Flask, listener: socket.socket, hub: Hub, started: Callable[[], None]
) -> None:
    import gevent

    from referee.handler import Server

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(number, stop.set)
    listener.setblocking(False)
    server = Server(listener, app)
    server.start()
    started()
    stop.wait()
    hub.stop()
    server.stop()


def _serve_by_threads(
    app: Flask, listener: socket.socket, hub: Hub, started: Callable[[], None]
) -> None:
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Handler(WSGIRequestHandler):
        timeout = 10.0

        def log_request(self, *args: Any) -> None:
            """No access log."""

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    host, port = listener.getsockname()[:2]
    server = make_server(
        host, port, app, threaded=True, request_handler=Handler, fd=listener.fileno()
    )
    accepting = threading.Thread(target=server.serve_forever, daemon=True)
    accepting.start()
    started()
    stop.wait()
    hub.stop()
    server.shutdown()


def _allow_open_files(count: int) -> None:
    """Raise this process's limit of open files, as far as the system lets it: each page is one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _tell(network: Network) -> None:
    """Print where the server can be reached, for the person who started it."""
    lines = [f"Listening on {network.own_url()}", ""]
    best, *_ = urls = network.urls()
    if best == network.own_url():
        lines.append("This machine is on no network that phones could use; open it here.")
    else:
        names = {address.url(network.port): address.interface for address in network.addresses()}
        lines.append("On a phone, tablet or TV in the same Wi-Fi, scan this or type the address:")
        for url in urls:
            several = len(urls) > 1 and url in names
            lines.append(f"  {url}" + (f"  ({names[url]})" if several else ""))
        lines += ["", _qr(best)]
    lines.append(
        "Pages travel over plain HTTP: use this on a network whose people you trust, at home for "
        "example."
    )
    lines.append("Ctrl-C stops; nothing that was entered is lost.")
    print("\n".join(lines), flush=True)


def _qr(url: str) -> str:
    """The QR code of an address in text; empty where the terminal has no characters for it."""
    import qrcode

    code = qrcode.QRCode(border=2)
    code.add_data(url)
    drawn = io.StringIO()
    code.print_ascii(out=drawn, invert=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()
