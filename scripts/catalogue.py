"""For translators: bring the Korean and Japanese catalogues up to date with the code.

.venv/bin/python scripts/catalogue.py            updates the .po files, says what is missing
.venv/bin/python scripts/catalogue.py --missing  prints what is missing as `msgid` lines
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

PROJECT = Path(__file__).parents[1]
SOURCE = PROJECT / "referee"
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]
LANGUAGES = ("ko", "ja")
UNDATED = datetime(2026, 1, 1, tzinfo=UTC)
"""A date in the header would make every run a change."""


def extracted() -> Catalog:
    """Every sentence of the code and the templates."""
    catalogue = Catalog(project="referee", charset="utf-8")
    for file, _, text, comments, context in extract_from_dir(
        SOURCE, METHODS, options_map={"templates/**.html": {"trimmed": "true"}}
    ):
        catalogue.add(text, locations=[(file, 1)], auto_comments=comments, context=context)
    return catalogue


def po_file(language: str) -> Path:
    """Where the catalogue of a language lies."""
    return SOURCE / "translations" / language / "LC_MESSAGES" / "messages.po"


def catalogue_of(language: str) -> Catalog:
    """The catalogue of a language as it stands in the tree."""
    with po_file(language).open("rb") as stream:
        return read_po(stream, locale=language)


def missing(catalogue: Catalog) -> list[Message]:
    """The messages without a translation, or with one that was only guessed."""
    return [
        message
        for message in catalogue
        if message.id and (message.fuzzy or not all(_texts(message.string)))
    ]


def _texts(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def main(arguments: list[str]) -> int:
    template = extracted()
    for language in [each for each in LANGUAGES if each in arguments] or LANGUAGES:
        path = po_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = catalogue_of(language) if path.exists() else Catalog(locale=language)
        catalogue.header_comment = f"# The sentences of referee: {language}."
        catalogue.fuzzy = False
        catalogue.update(template, no_fuzzy_matching=True, update_header_comment=False)
        catalogue.obsolete.clear()
        catalogue.creation_date = catalogue.revision_date = UNDATED
        with path.open("wb") as stream:
            write_po(
                stream,
                catalogue,
                width=100,
                sort_output=True,
                omit_header=False,
                include_lineno=False,
                include_previous=False,
            )
        left = missing(catalogue)
        print(f"{language}: {len(catalogue) - len(left)} translated, {len(left)} missing")
        if "--missing" in arguments:
            for message in left:
                print(f"  {message.id!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
