"""Samples in German, Spanish, French and Chinese."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from situated_qa.errors import TrainingError
from situated_qa.reasoning.reader.foreign_nouns import LANGUAGES
from situated_qa.training.labels import depth_of, normal
from situated_qa.training.languages.chinese import Chinese
from situated_qa.training.languages.filling import Slot, Tongue, filled
from situated_qa.training.languages.german import German
from situated_qa.training.languages.kinds import KINDS, Chance
from situated_qa.training.languages.registers import in_register
from situated_qa.training.languages.romance import French, Spanish
from situated_qa.training.languages.things import Place
from situated_qa.training.samples import SPLITS, Sample

TONGUES: Mapping[str, Tongue] = {"de": German(), "es": Spanish(), "fr": French(), "zh": Chinese()}
_DEV = 1  # of the wordings that are not kept for the test
_ATTEMPTS = 40  # at a question that was not asked yet


@cache
def wordings(language: str, split: str) -> Mapping[str, tuple[tuple[int, str], ...]]:
    """The wordings of each kind of a split, with their numbers; no split has another's.

    In the data files a kind begins with "# kind"; "!" marks wordings that are kept for the test. Of the others the
    last one is for `dev`.

    Raises:
        TrainingError: the split or a kind in the file is unknown.
    """
    if split not in SPLITS:
        raise TrainingError(f"the split is {split!r}; there are {', '.join(SPLITS)}")
    lines = resources.files("situated_qa.training.languages").joinpath(f"data/{language}.txt")
    found: dict[str, list[tuple[int, str]]] = {}
    kind = ""
    for line in lines.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            kind = line[2:].strip()
            if kind not in KINDS:
                raise TrainingError(f"{language}.txt has wordings for {kind!r}; kinds: {', '.join(KINDS)}")
            found[kind] = []
        elif line.strip():
            found[kind].append((len(found[kind]) + 1, line.strip()))
    return {kind: _of_split(lines, split) for kind, lines in found.items()}


def _of_split(lines: list[tuple[int, str]], split: str) -> tuple[tuple[int, str], ...]:
    kept = [(number, text[1:].strip()) for number, text in lines if text.startswith("!")]
    open_ones = [(number, text) for number, text in lines if not text.startswith("!")]
    return tuple({"test": kept, "dev": open_ones[-_DEV:], "train": open_ones[:-_DEV]}[split])


def samples(seed: int, count: int, split: str = "train") -> Iterator[Sample]:
    """Questions in turn in each language, and of each kind equally often; the same for the same arguments.

    Args:
        count: of all languages together.
        split: "train", "dev" or "test"; wordings are in one of them only.

    Raises:
        TrainingError: the split is unknown.
    """
    rng = random.Random(f"languages {split} {seed}")
    seen: set[str] = set()
    kinds: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for number in range(count):
        language = LANGUAGES[number % len(LANGUAGES)]
        if not kinds[language]:
            kinds[language] = list(KINDS)
            rng.shuffle(kinds[language])
        kind = kinds[language].pop()
        for _ in range(_ATTEMPTS):  # a kind without slots has few different questions: then one comes again
            sample = one(language, kind, split, rng)
            if sample.question not in seen:
                break
        seen.add(sample.question)
        yield sample


def one(language: str, kind: str, split: str, rng: random.Random) -> Sample:
    """One question of a kind in a language."""
    slots, expression = KINDS[kind](Chance(rng))
    number, wording = rng.choice(wordings(language, split)[kind])
    text = filled(wording, slots, TONGUES[language], rng)
    question, register = in_register(text, language, rng)
    label = normal(expression)
    return Sample(
        question, label, _kind_name(kind, slots), "languages", f"{language}/{kind}/{number}", split,
        language=language, register=register, depth=depth_of(label),
    )  # fmt: skip


def _kind_name(kind: str, slots: Mapping[str, Slot]) -> str:
    """ "count" with what is said of the place: "count in room", "count on"."""
    place = slots.get("p")
    if kind not in ("count", "exists") or not isinstance(place, Place):
        return kind
    if place.of.kind == "me":
        return f"{kind} on a side"
    return f"{kind} in {place.relation}" if place.relation == "room" else f"{kind} {place.relation}"
