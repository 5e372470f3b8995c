"""English nouns of foreign questions."""

from __future__ import annotations

from importlib import resources

import pytest

from situated_qa.reasoning.reader.foreign_nouns import (
    LANGUAGES,
    english_nouns,
    english_words,
    entries,
    folded,
    guess_language,
    knows_all_words,
    says_use,
    things_meant,
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
        ("Où est le réfrigérateur ?", "fr", {"refrigerator", "fridge"}),
        ("qu'est-ce qu'il y a sur l'etagere", "fr", {"shelf"}),
        ("餐桌上有几个杯子？", "zh", {"dining table", "cup"}),
        ("门厅里有几把椅子？", "zh", {"chair"}),  # the hall is no door
        ("How many chairs are at the table?", "en", set()),
        ("where is the sofa", "en", set()),
        ("", "en", set()),
        ("turn left", "en", set()),  # "turn" begins a German word of the table
        ("Turn around", "en", set()),
    ],
)
def test_nouns_and_language(text: str, language: str, nouns: set[str]) -> None:
    assert guess_language(text) == language
    assert english_nouns(text) == nouns


def test_rooms_colors_and_materials() -> None:
    words = english_words("Ist der Stuhl in der Küche rot?")
    assert words == {"nouns": {"chair"}, "rooms": {"kitchen"}, "colors": {"red"}}
    words = english_words("La mesa roja es de madera", "es")
    assert words == {"nouns": {"table"}, "colors": {"red"}, "materials": {"wood"}}


def test_a_preposition_that_may_be_a_thing_is_a_preposition() -> None:
    assert english_nouns("¿Qué hay sobre la mesa?", "es") == {"table"}  # "sobre" is an envelope, too


def test_every_row_of_the_translations_has_a_word_in_each_language() -> None:
    lines = resources.files("situated_qa.reasoning.reader").joinpath("data/translations.tsv").read_text("utf-8")
    for line in lines.splitlines():
        cells = line.split("\t")
        assert len(cells) == 6 and all(cell.strip() == cell and cell for cell in cells), line


@pytest.mark.parametrize(
    ("text", "language", "known"),
    [
        ("Wo ist der Locher?", "de", True),
        ("Wo ist der Kreuzgelenkadapter?", "de", False),
        ("¿Cuántas perchas cuelgan en el vestidor?", "es", True),
        ("¿Dónde está el cigüeñal?", "es", False),
        ("Le fauteuil en cuir marron, c'est à gauche ?", "fr", True),
        ("Où est le vilebrequin ?", "fr", False),
        ("加湿器开着没有？", "zh", True),
        ("曲轴在哪里？", "zh", False),
    ],
)
def test_a_word_that_is_in_no_table_is_noticed(text: str, language: str, known: bool) -> None:
    assert knows_all_words(text, language) is known


def test_the_words_for_one_thing_stand_together() -> None:
    meant = things_meant("Liegt die Schere näher am Drucker oder am Bildschirm?", "de")
    assert meant == ({"scissors"}, {"printer"}, {"monitor", "screen"})
    assert says_use("Womit kann ich schreiben?", "de") and not says_use("Wo ist die Lampe?", "de")


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
