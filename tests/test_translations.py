"""The Korean and Japanese catalogues: complete, with the same fields, as the glossary asks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog

from scripts.catalogue import LANGUAGES, catalogue_of, extracted, missing

FIELD = re.compile(r"%\((\w+)\)s")

AFTER_A_FIELD = re.compile(r"%\(\w+\)s(을|를|은|는|이|가|와|과|으로|로|의|에게|에서|에)(?![가-힣])")
"""A Korean particle right behind a field; 입니다, 님이, 점을 … are not."""


@pytest.fixture(scope="module")
def template() -> Catalog:
    return extracted()


def sentences(language: str) -> Iterator[tuple[str, str]]:
    for message in catalogue_of(language):
        if message.id:
            ids = (message.id,) if isinstance(message.id, str) else message.id
            texts = (message.string,) if isinstance(message.string, str) else message.string
            for text in texts:
                yield ids[-1], text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_code_is_translated(language: str, template: Catalog) -> None:
    catalogue = catalogue_of(language)
    assert [message.id for message in missing(catalogue)] == []
    assert {message.id for message in catalogue} == {message.id for message in template}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_same_fields(language: str) -> None:
    for source, text in sentences(language):
        assert set(FIELD.findall(text)) <= set(FIELD.findall(source)), source
        assert text.count("%(") == len(FIELD.findall(text)), text
        missing_fields = set(FIELD.findall(source)) - set(FIELD.findall(text))
        assert not missing_fields, source


def test_no_korean_particle_follows_a_field() -> None:
    wrong = [text for _, text in sentences("ko") if AFTER_A_FIELD.search(text)]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_exclamation_marks(language: str) -> None:
    assert [text for _, text in sentences(language) if set("!！") & set(text)] == []


def test_japanese_sentences_have_japanese_punctuation() -> None:
    wrong = [
        text
        for _, text in sentences("ja")
        if re.search(r"[ぁ-んァ-ヶ一-龠](?:[,?;]|\.(?!\w))", text)
    ]
    assert wrong == []
