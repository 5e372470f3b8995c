"""The parts that a mix of samples is made of, each written to a file of its own: a run that is cut goes on."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from pathlib import Path

from situated_qa.errors import TrainingError
from situated_qa.sim.catalog import Catalog
from situated_qa.training.samples import Sample, write_samples

FOLDER = "parts"
_DEV_SHARE = 20  # one sample of `dev` for so many of `train`
_GENERATED = {"composer": "situated_qa.training.composer", "languages": "situated_qa.training.languages"}


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much is made of each source."""

    seed: int = 0
    homes: int = 12
    dev_homes: int = 3
    basic: int = 75  # questions of the basic set, from each home
    composed: int = 110  # of the composed set, from each home
    conversations: int = 12  # from each home
    extended: int = 20  # combined from others at one place, from each home
    composer: int = 6_000
    languages: int = 960
    unanswerable: int = 180
    written: int = 3  # times that each question labeled by hand is there, at most: with other nouns, in other registers
    forms: str = ""  # the folder of labeled human questions; left out where empty
    sqa3d: str = ""  # the folder of SQA3D's questions, of which this package has labels; left out where empty
    told: int = 2_000  # texts put together of a situation and a question

    def to_dict(self) -> dict[str, int | str]:
        """As it stands in a manifest."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Part:
    """One file of samples. Its name tells all that it depends on, so that a changed amount makes a new file."""

    source: str
    split: str
    name: str
    seed: int
    count: int = 0
    forms: str = ""
    asked: tuple[int, int, int] = (0, 0, 0)
    sqa3d: str = ""

    def path(self, out: Path) -> Path:
        """Its file below the folder of a mix."""
        return out / FOLDER / f"{self.name}.jsonl"


def plan(amounts: Amounts) -> list[Part]:
    """The parts of a mix, quick ones first.

    Raises:
        TrainingError: a split has fewer homes, or an amount is negative.
    """
    from situated_qa.training.homes import seeds_of

    negative = [name for name, value in amounts.to_dict().items() if isinstance(value, int) and value < 0]
    if negative:
        raise TrainingError(f"{', '.join(negative)} must be 0 or more")
    parts = []
    for source in ("unanswerable", "languages", "composer"):
        count = getattr(amounts, source)
        for split, number in (("dev", -(-count // _DEV_SHARE)), ("train", count)):
            if number:
                name = f"{source}-{split}-{number}-seed-{amounts.seed}"
                parts.append(Part(source, split, name, amounts.seed, number))
    if amounts.forms:
        name = f"forms-train-{amounts.written}-seed-{amounts.seed}"
        parts.append(Part("forms", "train", name, amounts.seed, max(0, amounts.written - 1), forms=amounts.forms))
    for split in ("dev", "train") if amounts.written else ():
        name, more = f"{split}-{amounts.written}-seed-{amounts.seed}-{_edition()}", amounts.written - 1
        parts.append(Part("written", split, f"written-{name}", amounts.seed, more))
        if amounts.sqa3d:
            parts.append(Part("labels", split, f"labels-{name}", amounts.seed, more, sqa3d=amounts.sqa3d))
        situations = f"situations-{'sqa3d-' if amounts.sqa3d else ''}{name}"
        parts.append(Part("situations", split, situations, amounts.seed, more, sqa3d=amounts.sqa3d))
        number = amounts.told if split == "train" else -(-amounts.told // _DEV_SHARE)
        name = f"told-{split}-{number}-seed-{amounts.seed}-{_edition()}"
        parts.append(Part("told", split, name, amounts.seed, number))
    asked = (amounts.basic, amounts.composed, amounts.conversations)
    told = "-".join(map(str, asked))
    for split, homes in (("dev", amounts.dev_homes), ("train", amounts.homes)):
        for seed in seeds_of(split, homes):
            parts.append(Part("homes", split, f"homes-{split}-{seed}-{told}", seed, asked=asked))
            if amounts.extended:
                name = f"extended-{split}-{seed}-{amounts.extended}"
                parts.append(Part("extended", split, name, seed, amounts.extended))
    return parts


@cache
def _edition() -> str:
    """A mark of the labeled texts in the package: other texts make other parts."""
    files = sorted((Path(__file__).parent / "data").iterdir())
    return hashlib.sha256(b"".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()[:8]


def write_part(part: Part, out: Path) -> int:
    """Make a part where its file is not there yet; the number of samples written, -1 where it was there.

    Raises:
        TrainingError: its source is not there.
    """
    path = part.path(out)
    if path.exists():
        return -1
    return write_samples(path, _samples(part))


def is_there(part: Part) -> bool:
    """Whether this installation has the code of a part's source."""
    module = _GENERATED.get(part.source)
    return module is None or importlib.util.find_spec(module) is not None


def _samples(part: Part) -> Iterator[Sample]:
    if part.source == "homes":
        from situated_qa.training import homes

        return homes.samples(part.seed, _catalog(), split=part.split, asked=homes.Asked(*part.asked))
    if part.source == "extended":
        from situated_qa.training import homes

        return homes.extended_samples(part.seed, _catalog(), part.count, split=part.split)
    if part.source == "forms":
        from situated_qa.training.query_forms import samples

        return samples.samples(Path(part.forms), seed=part.seed, variants=part.count)
    if part.source == "written":
        from situated_qa.training import written

        return written.written(part.split, seed=part.seed, variants=part.count)
    if part.source == "told":
        from situated_qa.training import told

        return told.told(part.split, seed=part.seed, count=part.count)
    if part.source == "situations":
        from situated_qa.training import situations

        folder = Path(part.sqa3d) if part.sqa3d else None
        return situations.situations(part.split, folder, seed=part.seed, variants=part.count)
    if part.source == "labels":
        from situated_qa.training import written

        return written.labeled(Path(part.sqa3d), part.split, seed=part.seed, variants=part.count)
    if part.source == "unanswerable":
        from situated_qa.training import unanswerable

        return unanswerable.samples(part.seed, part.count, part.split)
    if not is_there(part):
        raise TrainingError(f"the source {part.source!r} is not installed")
    found: Iterator[Sample] = importlib.import_module(_GENERATED[part.source]).samples(
        part.seed, part.count, part.split
    )
    return found


@lru_cache(maxsize=1)
def _catalog() -> Catalog:
    return Catalog.open()
