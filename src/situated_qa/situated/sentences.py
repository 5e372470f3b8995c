"""Similarity of short texts by a small sentence model on the CPU.

The model is all-MiniLM-L6-v2: word pieces in, one vector a word piece out; their mean stands for the text.

Source: Wang 2020, MiniLM; Reimers 2019, Sentence-BERT; Wu 2016, section 4.1 (word pieces); Devlin 2019 (BERT).
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from situated_qa.errors import AssetError

_MAX_PIECES = 64  # of one text; what is compared here are names, not paragraphs
_LONGEST_WORD = 100  # characters; longer ones are not words


class WordPieces:
    """Splits text into the pieces that a BERT model (uncased) was trained on.

    Args:
        tokenizer: tokenizer.json of such a model; a piece that continues a word starts with "##".

    Raises:
        AssetError: the file is missing, or is not a word-piece tokenizer's.
    """

    def __init__(self, tokenizer: Path) -> None:
        try:
            self._ids: dict[str, int] = json.loads(tokenizer.read_text(encoding="utf-8"))["model"]["vocab"]
            self._start, self._end, self._unknown = (self._ids[mark] for mark in ("[CLS]", "[SEP]", "[UNK]"))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise AssetError(
                f"{tokenizer} is not the tokenizer of a BERT model ({error!r}); run `situated-qa fetch sentence-model`"
            ) from error

    def ids(self, text: str) -> list[int]:
        """The numbers of a text's pieces, between the marks for its start and its end."""
        pieces = [piece for word in _words(text) for piece in self._pieces(word)][: _MAX_PIECES - 2]
        return [self._start, *pieces, self._end]

    def _pieces(self, word: str) -> list[int]:
        """The longest piece that the word starts with, then the longest that the rest starts with, and so on."""
        if len(word) > _LONGEST_WORD:
            return [self._unknown]
        found: list[int] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                number = self._ids.get(("##" if start else "") + word[start:end])
                if number is not None:
                    break
            else:
                return [self._unknown]
            found.append(number)
            start = end
        return found


def _words(text: str) -> list[str]:
    """Lower-case words without accents and invisible characters; every punctuation mark is a word of its own."""
    marked = [(c, unicodedata.category(c)) for c in unicodedata.normalize("NFD", text.lower())]
    plain = [c for c, kind in marked if c.isspace() or (kind != "Mn" and not kind.startswith("C"))]
    return "".join(c if c.isalnum() or c.isspace() else f" {c} " for c in plain).split()


class SentenceModel:
    """Texts to vectors whose scalar product says how near they are in meaning.

    Args:
        folder: holds model.onnx and tokenizer.json.
        threads: of one inference.

    Raises:
        AssetError: a file is missing or unusable, or onnxruntime is not installed.
    """

    def __init__(self, folder: Path, threads: int = 1) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise AssetError("the sentence model needs onnxruntime: pip install 'situated_qa[perception]'") from error
        self._pieces = WordPieces(folder / "tokenizer.json")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        path = folder / "model.onnx"
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's own errors share no base class with anything
            raise AssetError(f"{path} cannot be loaded: {error}; run `situated-qa fetch sentence-model`") from error

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(N, D) float32 vectors of length 1 for N texts; the scalar product of two lies in -1 … 1."""
        # One by one: the int8 network scales its numbers by the whole batch, so that a text would depend on the others.
        vectors = [self._embed_one(text) for text in texts]
        return np.stack(vectors) if vectors else np.zeros((0, 0), np.float32)

    def _embed_one(self, text: str) -> np.ndarray:
        ids = np.array([self._pieces.ids(text)], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (hidden,) = self._session.run(["last_hidden_state"], inputs)
        mean = hidden[0].mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean), np.float32)
