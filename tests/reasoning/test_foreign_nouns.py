"""English nouns of foreign questions."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.reader.foreign_nouns import (
    LANGUAGES,
    english_nouns,
    english_words,
    entries,
    folded,
    guess_language,
)


@pytest.mark.parametrize(
    ("text", "language", "nouns"),
    [
        ("Wie viele Stühle stehen am Tisch?", "de", {"chair", "table"}),
        ("wie viele stuehle sind hier", "de", {"chair"}),
        ("Welche Farbe hat der Holztisch?", "de", {"table"}),
        ("Was liegt neben den Büchern?", "de", {"book"}),
        ("¿Qué hay sobre la mesa de centro?", "es", {"coffee table"}),
        ("donde esta la lampara", "es", {"lamp"}),
        ("Où est le réfrigérateur ?", "fr", {"refrigerator"}),
        ("qu'est-ce qu'il y a sur l'etagere", "fr", {"shelf"}),
        ("餐桌上有几个杯子？", "zh", {"dining table", "cup"}),
        ("门厅里有几把椅子？", "zh", {"chair"}),  # the hall is no door
        ("How many chairs are at the table?", "en", set()),
        ("where is the sofa", "en", set()),
        ("", "en", set()),
    ],
)
def test_nouns_and_language(text: str, language: str, nouns: set[str]) -> None:
    assert guess_language(text) == language
    assert english_nouns(text) == nouns


def test_rooms_colors_and_materials() -> None:
    assert english_words("Ist der Stuhl in der Küche rot?") == {"chair", "kitchen", "red"}
    assert english_words("La mesa roja es de madera", "es") == {"table", "red", "wood"}


def test_the_table_is_complete() -> None:
    whole = [entry for entry in entries().values() if all(language in entry.forms for language in LANGUAGES)]
    assert len(whole) >= 110
    for entry in whole:
        assert entry.forms["de"][0] in "mfn" and entry.forms["es"][0] in "mf" and entry.forms["fr"][0] in "mf"
        assert len(entry.forms["zh"]) == 2
    assert len(entries("rooms")) >= 12 and len(entries("colors")) >= 11


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_questions_are_made_with_means_one_thing(language: str) -> None:
    meant: dict[str, str] = {}
    for english, entry in entries().items():
        if language in entry.forms:
            word = folded(entry.forms[language][1])
            assert meant.setdefault(word, english) == english, word
            assert english in english_nouns(entry.forms[language][1].lstrip("*"), language)
