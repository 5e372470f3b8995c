"""Word pieces on a vocabulary made here; the sentence model where it was fetched."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError
from situated_qa.situated.sentences import SentenceModel, WordPieces

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "arm", "##chair", "chair", "##s", "a", "##c", "/", "cafe", "-"]


@pytest.fixture
def pieces(tmp_path: Path) -> WordPieces:
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps({"model": {"vocab": {piece: number for number, piece in enumerate(PIECES)}}}))
    return WordPieces(path)


@pytest.mark.parametrize(
    ("text", "between"),
    [
        ("Armchairs", ["arm", "##chair", "##s"]),  # the longest piece first
        ("chair chair", ["chair", "chair"]),
        ("a/c", ["a", "/", "c?"]),
        ("Café-chair", ["cafe", "-", "chair"]),
        ("chair\u200b", ["chair"]),  # an invisible character
        ("armx", ["[UNK]"]),  # a word that does not come out even is unknown as a whole
        ("", []),
        ("a" * 101, ["[UNK]"]),
    ],
)
def test_pieces(pieces: WordPieces, text: str, between: list[str]) -> None:
    expected = [PIECES.index(piece) if piece in PIECES else PIECES.index("[UNK]") for piece in between]
    assert pieces.ids(text) == [2, *expected, 3]


def test_long_texts_are_cut(pieces: WordPieces) -> None:
    assert len(pieces.ids("chair " * 500)) == 64


@pytest.mark.parametrize("content", [None, "not json", "[]", '{"model": {"vocab": {"chair": 0}}}'])
def test_a_wrong_tokenizer_is_named(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "tokenizer.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(AssetError, match="tokenizer.json is not the tokenizer.*situated-qa fetch sentence-model"):
        WordPieces(path)


@pytest.fixture(scope="module")
def model() -> SentenceModel:
    pytest.importorskip("onnxruntime")
    try:
        return SentenceModel(asset_path("sentence-model"))
    except AssetError as error:
        pytest.skip(str(error))


def test_pieces_are_those_the_model_was_trained_on() -> None:
    try:
        folder = asset_path("sentence-model")
    except AssetError as error:
        pytest.skip(str(error))
    # "unaffable" is the example of the BERT authors' own tokenizer.
    assert WordPieces(folder / "tokenizer.json").ids("Hello, unaffable!") == [
        101, 7592, 1010, 14477, 20961, 3468, 999, 102,
    ]  # fmt: skip


def test_like_is_near_to_like(model: SentenceModel) -> None:
    sofa, couch, spoon = model.embed(["sofa", "couch", "spoon"])
    assert np.linalg.norm(sofa) == pytest.approx(1.0, abs=1e-5)
    assert sofa @ couch > 0.8 > 0.5 > sofa @ spoon


def test_a_text_does_not_depend_on_its_company(model: SentenceModel) -> None:
    (alone,) = model.embed(["sofa"])
    assert np.array_equal(model.embed(["a very long text about many other things", "sofa"])[1], alone)


def test_a_missing_network_is_named(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    (tmp_path / "tokenizer.json").write_text(
        json.dumps({"model": {"vocab": {piece: number for number, piece in enumerate(PIECES)}}})
    )
    (tmp_path / "model.onnx").write_bytes(b"no network")
    with pytest.raises(AssetError, match="model.onnx cannot be loaded"):
        SentenceModel(tmp_path)
