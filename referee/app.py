"""`create_app`: configuration, extensions, blueprints; nothing is decided here."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from flask import Flask, current_app, session
from flask_babel import Babel
from flask_compress import Compress
from flask_htmx import HTMX
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf.csrf import CSRFProtect

from referee import translations
from referee.live import Hub
from referee.roles import JoinCodes
from referee.store import Run, Store
from referee.tables import Tables

LANGUAGES: Final = {"en": "English", "ko": "한국어", "ja": "日本語"}
FORM_BYTES: Final = 16 * 1024
IMPORT_BYTES: Final = 1024 * 1024

htmx = HTMX()
limiter = Limiter(get_remote_address, storage_uri="memory://", headers_enabled=True)


@dataclass(frozen=True)
class Services:
    """What the views of one running server share."""

    store: Store
    tables: Tables
    hub: Hub
    join_codes: JoinCodes
    allowed_hosts: Callable[[str], bool]
    addresses: Callable[[], list[str]]
    seconds: Callable[[], float]


def services() -> Services:
    """The services of the app that handles the current request."""
    return cast(Services, current_app.extensions["referee"])


def create_app(
    instance: Path,
    *,
    config: Mapping[str, Any] | None = None,
    run: Run | None = None,
    hub: Hub | None = None,
    allowed_hosts: Callable[[str], bool] = lambda host: True,
    addresses: Callable[[], list[str]] = list,
) -> Flask:
    """The web application over the database in the folder `instance`.

    `run` is where the writer connection lives, `allowed_hosts` says whether a Host header names
    this server, `addresses` gives the base URLs that phones can reach, the best first.
    """
    app = Flask("referee", instance_path=str(instance))
    app.config.from_mapping(
        SECRET_KEY=_secret(instance),
        SESSION_COOKIE_NAME="referee_session",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=365 * 24 * 3600,
        MAX_CONTENT_LENGTH=FORM_BYTES,
        MAX_FORM_MEMORY_SIZE=FORM_BYTES,
        MAX_FORM_PARTS=200,
        SEND_FILE_MAX_AGE_DEFAULT=365 * 24 * 3600,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        BABEL_DEFAULT_LOCALE="en",
        COMPRESS_MIMETYPES=[
            "text/html",
            "text/css",
            "text/javascript",
            "image/svg+xml",
            "application/json",
        ],
        COMPRESS_MIN_SIZE=500,
        TABLES_PER_HOUR=60,
    )
    app.config.from_mapping(config or {})
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(translations.compiled(instance))
    store = Store(instance / "referee.db", run)
    hub = hub or Hub()
    app.extensions["referee"] = Services(
        store,
        Tables(store, hub),
        hub,
        JoinCodes(app.config["SECRET_KEY"].encode()),
        allowed_hosts,
        addresses,
        time.time,
    )
    Babel(app, locale_selector=language)  # type: ignore[no-untyped-call]
    CSRFProtect(app)
    Compress(app)
    htmx.init_app(app)
    limiter.init_app(app)
    from referee import views  # the views import `services` from here

    views.register(app)
    return app


def language() -> str:
    """The language of this browser: what was chosen here, else what it asks for, else English."""
    from flask import request

    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(list(LANGUAGES), "en")


def _secret(instance: Path) -> str:
    """The instance's secret, made on the first start and readable by its owner only."""
    path = instance / "secret"
    if not path.exists():
        # Written apart and renamed, so that a start cut short leaves no half of a secret.
        fresh = path.with_name("secret.new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as stream:
            stream.write(secrets.token_hex(32))
            stream.flush()
            os.fsync(descriptor)
        fresh.replace(path)
    return path.read_text(encoding="ascii").strip()
