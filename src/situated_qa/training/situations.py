"""Samples from situations in words that were labeled with their clauses one by one.

`data/situations_en.jsonl` holds situations written for this purpose. `data/sqa3d_situations.tsv` holds the labels alone
of situations of SQA3D's validation split, by the sha256 of their texts: the texts are CC BY 4.0 and stay where the user
has them. No label is of the scenes that benchmarks/told.py measures with.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

from situated_qa.errors import TrainingError
from situated_qa.training.composer.productions import stable_hash
from situated_qa.training.labels import kinds_of, normal
from situated_qa.training.lines import read_lines
from situated_qa.training.registers import vary
from situated_qa.training.samples import SITUATION, Sample
from situated_qa.training.swapping import swapped

DATA = Path(__file__).parent / "data"
REGISTERS = ("clipped", "spoken", "non-native", "recognized")
"""Ways of saying that keep the spelling of nouns, which a reading copies."""
_DEV_SHARE = 12  # one text of so many is kept for `dev`
_TRIES = 4


def situations(split: str, sqa3d: Path | None, *, seed: int = 0, variants: int = 1) -> Iterator[Sample]:
    """The labeled situations, each with variants about other things, from other sides and in other registers.

    Args:
        split: "train" or "dev"; the latter has no variants.
        sqa3d: holds SQA3D's files of questions; None leaves its situations out.
        seed: of the variants.
        variants: of each situation, at most.

    Raises:
        TrainingError: `sqa3d` holds no text that has a label here.
    """
    for row in read_lines(DATA / "situations_en.jsonl", dict, "situation"):
        yield from _samples(row["situation"], row["reading"], split, seed, variants)
    if sqa3d is not None:
        lines = (DATA / "sqa3d_situations.tsv").read_text(encoding="utf-8").splitlines()
        labels = dict(line.split("\t") for line in lines)
        texts = {text for text in _texts(sqa3d) if text_id(text) in labels}
        if not texts:
            raise TrainingError(f"{sqa3d} has no *questions*.json with labeled situations of SQA3D's validation split")
        for text in sorted(texts):
            yield from _samples(text, labels[text_id(text)], split, seed, variants)


def text_id(text: str) -> str:
    """What names a text in `sqa3d_situations.tsv`."""
    return hashlib.sha256(text.strip().encode()).hexdigest()[:16]


def is_of(split: str, wording: str) -> bool:
    """Whether a labeled text is of a split."""
    return (stable_hash(wording) % _DEV_SHARE == 0) == (split == "dev")


def _samples(text: str, reading: str, split: str, seed: int, variants: int) -> Iterator[Sample]:
    wording = f"situation-{stable_hash(text):x}"
    if not is_of(split, wording):
        return
    told = normal(reading, task=SITUATION)
    kind = f"situation: {kinds_of(told)[0]}"
    sample = Sample(text.strip(), told, kind, "situations", wording, split, task=SITUATION)
    yield sample
    rng = random.Random(f"{wording} {seed}")
    for number in range(variants if split == "train" else 0):
        found = next(filter(None, (swapped(sample.question, told, rng, SITUATION) for _ in range(_TRIES))), None)
        if found is None and number:
            return
        said, means = found or (sample.question, told)
        other = Sample(said, means, kind, "situations", wording, split, task=SITUATION)
        if found is None or rng.random() < 0.4:
            other = vary(other, rng.choice(REGISTERS), rng)
        if other.question != sample.question:
            yield other


def _texts(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*questions*.json")):
        try:
            rows = json.loads(path.read_text(encoding="utf-8"))["questions"]
            for row in rows:
                yield row["situation"].strip()
                yield from (text.strip() for text in row["alternative_situation"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise TrainingError(f"{path} is no file of SQA3D's questions: {type(error).__name__}: {error}") from error
