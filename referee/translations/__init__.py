"""Korean and Japanese catalogues; the source language of every sentence is English.

The `.po` files are what translators edit; gettext reads `.mo`, made from them at start.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCES = Path(__file__).parent


def compiled(instance: Path) -> Path:
    """The folder of compiled catalogues below `instance`, brought up to date."""
    folder = instance / "translations"
    for source in sorted(SOURCES.glob("*/LC_MESSAGES/messages.po")):
        target = (folder / source.relative_to(SOURCES)).with_suffix(".mo")
        target.parent.mkdir(parents=True, exist_ok=True)
        with source.open("rb") as stream:
            catalogue = read_po(stream)
        with target.open("wb") as stream:
            write_mo(stream, catalogue)
    return folder
