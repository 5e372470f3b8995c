"""A question over a home, and what makers of questions yield: drafts, and what they threw away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from situated_qa.errors import SceneError

if TYPE_CHECKING:
    from situated_qa.sim.questions.view import View

TYPES = (
    "common sense", "embodied activity", "navigation", "multi-hop", "relation", "calculation", "visual concepts",
    "location", "measurement", "pattern", "prediction",
)  # fmt: skip
"""The union of two taxonomies. Sources: LLM-TPC 2024, section 4.4 (the first seven); Space3D-Bench 2024, section 3.1.2
(relation, navigation and the last four)."""

FORMS = ("yes-no", "either-or", "count", "number", "name", "list", "point", "clock", "several")
"""What an answer looks like. A number has a unit and a tolerance in m or m²; a list counts as a set; a clock's
tolerance is in hours; a point is "x, y, z" in m with a tolerance per coordinate; several are divided by "; "."""


@dataclass(frozen=True, slots=True)
class Draft:
    """One unambiguous question of a kind, before a wording is chosen."""

    slots: Mapping[str, Any]  # what fills wordings and programs; references are mappings with "text"
    answers: tuple[str, ...]  # each is right; the first is the one to show
    ids: tuple[int, ...] = ()  # objects that question and answer are about
    tolerance: float | None = None
    items: tuple[str, ...] = ()  # of a list, sorted
    headings: tuple[tuple[float, tuple[str, ...]], ...] = ()  # rad, and the answers there, where asked at several


@dataclass(frozen=True, slots=True)
class Skip:
    """A question that was thrown away because people might answer it in two ways, or not at all."""

    reason: str


Maker = Callable[["View"], Iterator["Draft | Skip"]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question."""

    name: str
    form: str
    types: tuple[str, ...]  # the first is the one it is reported under
    wordings: tuple[str, ...]  # the last is kept for the test split
    make: Maker = field(repr=False)
    binary: tuple[str, str] | None = None  # the two answers that are kept in balance


KINDS: dict[str, Kind] = {}
"""Every kind of the basic set by name, in the order of definition; filled by the modules of this package."""

COMPOSED: dict[str, Kind] = {}
"""Every kind of the composed set; filled by the modules of `composed`."""


def kind(
    name: str, form: str, types: tuple[str, ...], wordings: tuple[str, ...], binary: tuple[str, str] | None = None
) -> Callable[[Maker], Maker]:
    """Register a maker of questions of the basic set.

    Raises:
        SceneError: the name is taken, a type or form is unknown, or there are fewer than three wordings.
    """
    return _register(KINDS, 3, Kind(name, form, types, wordings, _no_maker, binary))


def composed(
    name: str, form: str, types: tuple[str, ...], wordings: tuple[str, ...], binary: tuple[str, str] | None = None
) -> Callable[[Maker], Maker]:
    """Register a maker of questions of the composed set, which has five wordings besides the one kept for test.

    Raises:
        SceneError: as `kind`, with fewer than six wordings.
    """
    return _register(COMPOSED, 6, Kind(name, form, types, wordings, _no_maker, binary))


def _no_maker(view: View) -> Iterator[Draft | Skip]:
    return iter(())


def _register(kinds: dict[str, Kind], fewest: int, made: Kind) -> Callable[[Maker], Maker]:
    unknown = made.form not in FORMS or not set(made.types) <= set(TYPES)
    if made.name in KINDS or made.name in COMPOSED or unknown or len(set(made.wordings)) < fewest:
        raise SceneError(
            f"question kind {made.name!r}: name taken, type or form unknown, or fewer than {fewest} wordings"
        )

    def register(make: Maker) -> Maker:
        pair = ("yes", "no") if made.form == "yes-no" else made.binary
        kinds[made.name] = replace(made, make=make, binary=pair)
        return make

    return register


@dataclass(frozen=True, slots=True, eq=False)
class HomeQuestion:
    """One question, where it is asked from, and what is true there."""

    id: str
    kind: str
    form: str
    types: tuple[str, ...]
    situation: str
    question: str
    answers: tuple[str, ...]
    position: np.ndarray  # (3,) of the asker on the floor, map frame, m
    heading_rad: float
    object_ids: tuple[int, ...] = ()
    tolerance: float | None = None
    items: tuple[str, ...] = ()
    slots: Mapping[str, Any] = field(default_factory=dict)
    group: str = ""  # of the same question asked at several headings

    @property
    def type(self) -> str:
        """The type it is reported under."""
        return self.types[0]

    def to_dict(self) -> dict[str, Any]:
        """As it stands in a scene file."""
        data: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "types": list(self.types),
            "kind": self.kind,
            "form": self.form,
            "situation": self.situation,
            "question": self.question,
            "answers": list(self.answers),
            "viewpoint": {"position": [float(v) for v in self.position], "heading_rad": float(self.heading_rad)},
            "object_ids": list(self.object_ids),
            "slots": dict(self.slots),
        }
        if self.tolerance is not None:
            data["tolerance"] = self.tolerance
        if self.form == "list":
            data["items"] = list(self.items)
        if self.group:
            data["group"] = self.group
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> HomeQuestion:
        """From a scene file's entry that `to_dict` wrote.

        Raises:
            SceneError: a field is missing.
        """
        try:
            return cls(
                data["id"], data["kind"], data["form"], tuple(data["types"]), data["situation"], data["question"],
                tuple(data["answers"]), np.array(data["viewpoint"]["position"], dtype=np.float64),
                float(data["viewpoint"]["heading_rad"]), tuple(data["object_ids"]), data.get("tolerance"),
                tuple(data.get("items", ())), dict(data["slots"]), data.get("group", ""),
            )  # fmt: skip
        except (KeyError, TypeError) as error:
            raise SceneError(f"question {data.get('id', '?')!r} is not one of a simulated home: {error}") from error
