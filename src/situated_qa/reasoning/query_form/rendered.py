"""An answer in words, and how it is said that there is nothing to answer with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from situated_qa.reasoning.query_form.form import Form, Has, Most, Noun, Nth
from situated_qa.reasoning.query_form.observation import Observation, Seen
from situated_qa.reasoning.query_form.phrases import listed, named, places
from situated_qa.reasoning.query_form.reading.words import NUMBERS


@dataclass(frozen=True, slots=True)
class Rendered:
    """An answer in words."""

    short: str
    sentence: str
    object_ids: tuple[int, ...] = ()
    known: bool = True  # False where the scene does not tell, so that a guess may be tried
    more: str = ""  # what else is worth knowing: the other objects, the other measure


def nothing(form: Form, seen: Observation) -> Rendered:
    """The answer where what was asked about is not there."""
    nouns = [form.noun, *([form.other] if form.other else [])]
    lacking = nouns[1] if len(nouns) > 1 and seen.found else nouns[0]
    sentence = none(lacking, seen)
    short = "nothing" if form.ask in ("name", "list", "commonest") else "none"
    if form.options == ("yes", "no") and form.ask != "which":
        short = "no"
    return Rendered(short, sentence, ())


def none(noun: Noun, seen: Observation) -> str:
    """A sentence that says which noun's objects are not there."""
    if seen.missing:
        return f"I know of no {listed(list(dict.fromkeys(seen.missing)))} there."
    what = f"no {named(noun)}"
    if noun.target == "any" or noun.target.startswith("something "):
        what = f"nothing{noun.target[9:]}" if noun.target != "any" else " ".join(["nothing", *_qualities(noun)])
    plain = replace(noun, where=tuple(item for item in noun.where if not isinstance(item, Most | Nth)))
    return f"I know of {what}{places(plain)}."


def _qualities(noun: Noun) -> list[str]:
    return [item.value for item in noun.where if isinstance(item, Has) and item.attribute in ("color", "material")]


def yes_no(form: Form, yes: bool) -> str:
    """The option that means yes, or the one that means no."""
    positive, negative = form.options if len(form.options) == 2 else ("yes", "no")
    return positive if yes else negative


def ids(items: Sequence[Seen]) -> tuple[int, ...]:
    """The ids of the objects, in order."""
    return tuple(item.id for item in items)


def in_words(number: int) -> str:
    """A small number as a word, others in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
