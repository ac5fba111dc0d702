"""A real browser over a real server: Debian's or the system's Chromium, driven by playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.serving import Server, serving

PHONE = {"width": 390, "height": 844}
TV = {"width": 1920, "height": 1080}

expect.set_options(timeout=10_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The browser that `python3 dev test` found, or one on the path."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("REFEREE_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    options = ["--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")
    return {**browser_type_launch_args, "executable_path": found, "args": options}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "instance") as running:
        yield running


class Devices:
    """Browsers that share nothing, for phones, tablets and TVs; what they complain of counts."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def __call__(self, viewport: dict[str, int] = PHONE, **options: Any) -> Page:
        context = self._browser.new_context(
            base_url=self._url, viewport=viewport, reduced_motion="reduce", **options
        )
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                self.complaints.append(said.text)
                if said.type == "error" and "Content Security Policy" in said.text
                else None
            ),
        )
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Makes a new device: `device()` a phone, `device(TV)` a table display."""
    devices = Devices(browser, server.url)
    yield devices
    devices.close()
    assert devices.complaints == []
