"""The app over a real database file, and browsers for it (see `browser.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.app import Services, create_app, limiter
from tests.views.browser import Browser


@pytest.fixture
def make_app(tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Makes the app; `config` and the other arguments of create_app can be given."""
    made: list[Flask] = []

    def make(config: dict[str, Any] | None = None, **given: Any) -> Flask:
        app = create_app(tmp_path, config={"TESTING": True, **(config or {})}, **given)
        made.append(app)
        limiter.reset()
        return app

    yield make
    for app in made:
        app.extensions["referee"].store.close()


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def services(app: Flask) -> Services:
    found: Services = app.extensions["referee"]
    return found


@pytest.fixture
def visitor(app: Flask) -> Browser:
    """A browser on another machine, which knows no table yet."""
    return Browser(app)


@pytest.fixture
def new_visitor(app: Flask) -> Callable[..., Browser]:
    """Makes further browsers, each with its own cookies."""
    return lambda **given: Browser(app, **given)


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def either(request: pytest.FixtureRequest, app: Flask) -> Browser:
    """The same browser once without and once with htmx."""
    return Browser(app, is_htmx=request.param)
