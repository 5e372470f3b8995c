"""GGUF files that the embedded model is loaded from, and the adapter that the package ships."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from situated_qa.errors import ModelUnavailable

RELEASED = Path(__file__).parents[1] / "reasoning" / "reader" / "data" / "question-reader-0.5b.gguf"
"""The adapter that the package ships. Its card, `card.json` beside it, holds its sha256 and the asset it belongs to."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """A LoRA adapter that the package ships."""

    path: Path
    asset: str  # the model that it is an adapter of
    sha256: str

    @property
    def name(self) -> str:
        return self.path.name.removesuffix(".gguf")

    def located(self) -> Path:
        """Where it lies, once it is known to be the right file.

        Raises:
            ModelUnavailable: it is another one than its card says.
        """
        found = _sha256(self.path)
        if found != self.sha256:
            raise ModelUnavailable(
                f"{self.path} has the sha256 {found}; its card says {self.sha256}: install the package again"
            )
        return self.path


def released_adapter(path: Path = RELEASED) -> Adapter | None:
    """The adapter that the package ships; None where it ships none.

    Raises:
        ModelUnavailable: its card is missing or says nothing of it.
    """
    if not path.is_file():
        return None
    card = path.with_name("card.json")
    try:
        about = json.loads(card.read_text(encoding="utf-8"))
        return Adapter(path, str(about["base"]["asset"]), str(about["sha256"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelUnavailable(
            f'{card} must hold {{"sha256": …, "base": {{"asset": …}}}} of {path.name}: {type(error).__name__}: {error}'
        ) from error


def gguf_file(path: Path) -> Path:
    """The same path.

    Raises:
        ModelUnavailable: no GGUF file is there.
    """
    try:
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise ModelUnavailable(f"{path} is no GGUF file")
    except OSError as error:
        raise ModelUnavailable(f"the model file {path} cannot be read: {error}") from error
    return path


@lru_cache(maxsize=4)
def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
