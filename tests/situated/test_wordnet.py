"""The reader of WordNet's files: on a data base of six senses made here, and on the fetched one where it is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError
from situated_qa.situated.wordnet import ARTIFACT, WordNet

# word, lexicographer file, further words, words that it is a kind of; the widest first
SENSES = [
    ("entity", 3, [], []),
    ("furniture", ARTIFACT, ["piece_of_furniture"], ["entity"]),
    ("seat", ARTIFACT, [], ["furniture"]),
    ("sofa", ARTIFACT, ["couch", "lounge"], ["seat"]),
    ("table", 14, [], ["entity"]),  # of numbers: no physical thing
    ("table_", ARTIFACT, [], ["furniture"]),  # the second sense of the word "table"
]


@pytest.fixture
def small(tmp_path: Path) -> WordNet:
    """Data lines are addressed by their offset, which their own length decides: all are padded to 120 bytes."""
    licence = "  1 This text stands for the licence at the top of the file.".ljust(119) + "\n"
    offsets = {word: 120 * (number + 1) for number, (word, *_) in enumerate(SENSES)}
    data, index = licence, []
    for word, field, more, wider in SENSES:
        words = [word.rstrip("_"), *more]
        pointers = "".join(f" @ {offsets[parent]:08d} n 0000" for parent in wider)
        listed = " ".join(f"{w} 0" for w in words)
        head = f"{offsets[word]:08d} {field:02d} n {len(words):02x} {listed} {len(wider):03d}"
        data += f"{head}{pointers} | what it means".ljust(119) + "\n"
        index += [(w, offsets[word]) for w in words]
    lines = []
    for word in sorted({w for w, _ in index}):
        senses = [offset for w, offset in index if w == word]
        lines.append(f"{word} n {len(senses)} 1 @ {len(senses)} 0 {' '.join(f'{s:08d}' for s in senses)}  \n")
    (tmp_path / "data.noun").write_text(data)
    (tmp_path / "index.noun").write_text(licence + "".join(lines))
    return WordNet(tmp_path)


def test_every_word_is_found_with_its_senses_in_order(small: WordNet) -> None:
    assert small.senses("entity") == (120,)
    assert small.senses("piece of furniture") == (240,)
    assert small.senses("Couch") == small.senses("sofa") == small.senses("lounge") == (480,)
    assert small.senses("table") == (600, 720)


@pytest.mark.parametrize("word", ["", " ", "a", "sof", "sofas", "zebra", "This", "chaise-longue", "étagère"])
def test_words_that_are_not_there_have_no_senses(small: WordNet, word: str) -> None:
    assert small.senses(word) == ()


def test_only_physical_senses_are_things(small: WordNet) -> None:
    assert small.physical_senses("table", 4) == (720,)
    assert small.physical_senses("table", 1) == ()


def test_wider_senses_with_the_steps_to_them(small: WordNet) -> None:
    assert small.wider([480], 2) == {480: 0, 360: 1, 240: 2}
    assert small.wider([480], 9) == {480: 0, 360: 1, 240: 2, 120: 3}
    assert small.wider([], 9) == {}


def test_depth_is_counted_from_the_widest(small: WordNet) -> None:
    assert [small.depth(offset) for offset in (120, 240, 360, 480)] == [0, 1, 2, 3]


def test_a_missing_file_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match="index.noun is not a WordNet file.*situated-qa fetch wordnet"):
        WordNet(tmp_path)


def test_the_real_one_has_what_its_index_says() -> None:
    try:
        folder = asset_path("wordnet")
    except AssetError as error:
        pytest.skip(str(error))
    wordnet = WordNet(folder)
    with (folder / "index.noun").open(encoding="ascii") as stream:
        lines = [line.split() for line in stream if not line.startswith(" ")]
    for fields in [*lines[:20], *lines[::997], *lines[-20:]]:
        assert wordnet.senses(fields[0]) == tuple(int(offset) for offset in fields[-int(fields[2]) :]), fields[0]
    (sofa,) = wordnet.senses("sofa")
    assert {"sofa", "couch", "lounge"} == set(wordnet.synset(sofa).words)
    assert wordnet.senses("furniture")[0] in wordnet.wider([sofa], 2)
