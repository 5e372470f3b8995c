"""How well a question becomes a query form: rules alone, model alone, and the two settled, against human labels.

Labels: `shared/data/query_forms/forms.jsonl` beside the repository; without it nothing is measured. Of the 750
questions the last 150 of a shuffle with a fixed seed are held out, for figures to report (`--held-out`) and for nothing
else; rules, examples and settling are mended on the other 600. Questions whose label says that no form can express them
are among the 600 and are passed over.

    python benchmarks/query_forms.py                          rules alone on the development questions, seconds
    python benchmarks/query_forms.py --llm default --limit 60 with a model, asked where the words leave doubt
    python benchmarks/query_forms.py --llm default --always   asked every question, to see whether it should be
    python benchmarks/query_forms.py --llm default --by form  the model fills in the form instead of rewording
    python benchmarks/query_forms.py --llm default --labels F  the questions of a file of labels, all of them
    python benchmarks/query_forms.py --llm default --held-out

"form" is right when ask, target, where, other and options are; order of conditions and case do not count, and neither
does the wording of the attribute. "sense" is the same, but "something to see the hall" and "something to look at the
hall through" are one thing, as they share a content word, and "list" is "name". "model" is what its reply says before
it is settled. "settled" is what a question is answered with: the rules' form where the words are sure of it, else what
is made of the model's and the rules'.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from situated_qa.reasoning.query_form.form import Form, FormError, Has, Most, Noun, Place, parse_form
from situated_qa.reasoning.query_form.reading.question import Reading, read_question
from situated_qa.reasoning.query_form.reading.words import word_tables
from situated_qa.reasoning.query_form.repair import read_reply, settle, settle_reworded
from situated_qa.reasoning.query_form.rewording import (
    MAX_PLAIN_TOKENS,
    PLAIN_SCHEMA,
    Reworded,
    read_rewording,
    rewording_messages,
)
from situated_qa.reasoning.query_form.schema import MAX_FORM_TOKENS, form_messages, schema_of
from situated_qa.reasoning.query_form.strategy import opening_messages

from situated_qa.llm.spec import make_model
from situated_qa.training import forms

REPOSITORY = Path(__file__).resolve().parents[1]
LABELS = REPOSITORY.parent / "shared" / "data" / "query_forms" / "forms.jsonl"
SEED = forms.SEED
FIELDS = ("ask", "target", "where", "other", "options")
SETTLED = ("model", "settled")
USUAL = ("chair", "table", "sofa", "bed", "door", "window", "lamp", "tv", "plant", "desk", "bookshelf", "cabinet",
         "picture", "refrigerator", "trash can")  # fmt: skip


def main() -> int:
    """Measure, print the tables and write benchmarks/out/query_forms.json (with a model: query_forms_MODEL.json)."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llm", default="", help="a model: default, an asset, PATH.gguf, ollama:MODEL, ...")
    parser.add_argument("--limit", type=int, default=0, help="most questions; 0: all")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--held-out", action="store_true", help="the 150 questions to report from")
    which.add_argument("--development", action="store_true", help="the questions for mending (the default)")
    parser.add_argument("--always", action="store_true", help="ask the model where the words are sure, too")
    parser.add_argument("--by", choices=("rewording", "form"), default="rewording", help="what the model is asked for")
    parser.add_argument(
        "--labels", type=Path, help="a file of labels, all of which are measured, instead of the others"
    )
    parser.add_argument("--similar", type=int, default=0, help="worked examples like the question before it")
    parser.add_argument("--show", action="store_true", help="print every question whose last form is wrong")
    arguments = parser.parse_args()
    if not LABELS.exists():
        print(f"skipped: there are no labels at {LABELS}")
        return 0
    rows = read_labels(arguments.labels) if arguments.labels else labelled(held_out=arguments.held_out)
    rows = rows[: arguments.limit or None]
    model = make_model(arguments.llm) if arguments.llm else None
    if model is not None:
        model.warm_up(opening_messages(arguments.by))
    scores: dict[str, list[dict[str, bool] | None]] = {name: [] for name in (("rules", *(SETTLED if model else ())))}
    sure: list[bool] = []
    seconds: list[float] = []
    for row in rows:
        gold = parse_form(row["form"])
        categories = scene_categories(gold)
        reading = read_question(row["question"], categories)
        sure.append(reading.sure_of_ask and reading.sure_of_nouns)
        forms: dict[str, Form | None] = {"rules": reading.form()}
        said: Form | Reworded | None = None
        if model is not None and (arguments.always or not sure[-1]):
            start = time.monotonic()
            said = ask_model(model, row["question"], reading, categories, arguments.by, arguments.similar)
            seconds.append(time.monotonic() - start)
            forms["model"] = said.form if isinstance(said, Reworded) else said
        if model is not None:
            forms["settled"] = settled_form(reading, said)
        for name in scores:
            scores[name].append(compare(forms[name], gold) if name in forms else None)
        name, last = list(forms.items())[-1]
        parts = compare(last, gold)
        if arguments.show and not parts["form"]:
            wrong = ", ".join(part for part in FIELDS if not parts[part])
            doubt = "sure" if sure[-1] else "unsure"
            plain = f"\n  plain {said.plain}" if isinstance(said, Reworded) else ""
            print(f"{row['question']}  ({doubt}; wrong: {wrong}){plain}\n  label {gold}\n  {name:5s} {last}")
    figures = report(scores, sure, seconds)
    out = REPOSITORY / "benchmarks" / "out"
    out.mkdir(exist_ok=True)
    name = model.name if model is not None else "rules"
    whole = {"model": name, "questions": len(rows), "held_out": arguments.held_out, "seed": SEED}
    if model is not None:
        whole |= {"by": arguments.by, "similar_examples": arguments.similar}
    whole |= {"labels": arguments.labels.name if arguments.labels else LABELS.name, "figures": figures}
    suffix = "" if model is None else "_" + "".join(c if c.isalnum() or c in ".-" else "_" for c in name)
    suffix += "_form" if model is not None and arguments.by == "form" else ""
    suffix += f"_{arguments.labels.stem}" if arguments.labels else ""
    (out / f"query_forms{suffix}.json").write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    if model is not None:
        model.close()
    return 0


def labelled(*, held_out: bool) -> list[dict[str, Any]]:
    """The labelled questions that a form can say, in a fixed shuffled order: those held out, or the others."""
    return forms.labeled(LABELS, held_out=held_out)


def read_labels(path: Path) -> list[dict[str, Any]]:
    """The labelled questions of a file that a form can say, in its order."""
    return [row for row in forms.read_labels(path) if row["form"]]


def scene_categories(gold: Form) -> list[str]:
    """The names a scene would offer: usual things and those of the label, as the questions come without objects."""
    named = (noun.target for noun in gold.nouns() if noun.target != "any" and " to " not in noun.target)
    return sorted({*USUAL, *named})


def ask_model(
    model: Any, question: str, reading: Reading, categories: list[str], by: str, similar: int = 0
) -> Form | Reworded | None:
    """What the model makes of a question, before it is settled with the rules' form; None where its reply is no use."""
    try:
        if by == "rewording":
            messages, schema = rewording_messages(question), PLAIN_SCHEMA
            reply = model.complete(messages, max_tokens=MAX_PLAIN_TOKENS, json_schema=schema, timeout_s=120.0)
            return read_rewording(reply.text, reading, categories)
        messages, schema = form_messages(question, similar), schema_of(reading, categories)
        reply = model.complete(messages, max_tokens=MAX_FORM_TOKENS, json_schema=schema, timeout_s=120.0)
        return read_reply(reply.text)
    except FormError:
        return None


def settled_form(reading: Reading, said: Form | Reworded | None) -> Form:
    """What the question would be answered with."""
    if said is None or (reading.sure_of_ask and reading.sure_of_nouns):
        return reading.form()
    return (settle_reworded(reading, said) if isinstance(said, Reworded) else settle(reading, said)).form


def compare(form: Form | None, gold: Form) -> dict[str, bool]:
    """Which parts of a form are as labelled; "form": all of `FIELDS`; "sense": all of them in sense."""
    if form is None:
        return dict.fromkeys((*FIELDS, "form", "sense"), False)
    target, where = _plain(form.noun)
    gold_target, gold_where = _plain(gold.noun)
    other = _plain(form.other) if form.other is not None else None
    gold_other = _plain(gold.other) if gold.other is not None else None
    parts = {
        "ask": form.ask == gold.ask,
        "target": target == gold_target,
        "where": where == gold_where,
        "other": other == gold_other,
        "options": [option.lower() for option in form.options] == [option.lower() for option in gold.options],
    }
    alike = parts | {
        "ask": parts["ask"] or {form.ask, gold.ask} == {"list", "name"},
        "target": parts["target"] or _same_use(form.noun.target, gold.noun.target),
    }
    return parts | {"form": all(parts.values()), "sense": all(alike.values())}


_FILLERS = frozenset(word_tables()["stop"]) | {"something", "on", "in", "into", "at", "up", "out", "down", "through"}


def _same_use(one: str, other: str) -> bool:
    """Whether two nouns of the kind "something to ..." share a content word."""
    if not (one.startswith("something to ") and other.startswith("something to ")):
        return False
    words, others = (set(text.lower().split()) - _FILLERS for text in (one, other))
    return bool(words & others)


def _plain(noun: Noun) -> tuple[str, frozenset[Any]]:
    """A noun without case and without the order of its conditions; the dimension of an attribute does not count."""
    where: set[Any] = set()
    for item in noun.where:
        if isinstance(item, Place):
            where.add((item.rel, _plain(item.of) if item.of else "me"))
        elif isinstance(item, Has):
            where.add(("has", item.value.lower()))
        elif isinstance(item, Most):
            where.add(("most", item.which))
        else:
            where.add(str(item))
    return noun.target.lower(), frozenset(where)


def report(
    scores: Mapping[str, Sequence[Mapping[str, bool] | None]], sure: Sequence[bool], seconds: Sequence[float]
) -> dict[str, float]:
    """Print who gets how much right, over all questions and by whether the words are sure; the figures of the whole."""
    figures: dict[str, float] = {}
    parts = (*FIELDS, "form", "sense")
    groups = {"all": [True] * len(sure), "sure": list(sure), "unsure": [not known for known in sure]}
    for group, mask in groups.items():
        print(f"{group + ': ' + str(sum(mask)):20s}" + "".join(f"{part:>9s}" for part in parts) + "   % right")
        for name, rows in scores.items():
            chosen = [row for row, inside in zip(rows, mask, strict=True) if inside and row is not None]
            if len(chosen) < sum(mask) or not chosen:  # the model was asked only some of them
                continue
            shares = {part: 100.0 * sum(row[part] for row in chosen) / max(1, len(chosen)) for part in parts}
            print(f"  {name:18s}" + "".join(f"{shares[part]:9.1f}" for part in parts))
            prefix = name if group == "all" else f"{name}_{group}"
            wanted = parts if group == "all" else ("form", "sense")
            figures |= {f"{prefix}_{part}_percent": round(shares[part], 1) for part in wanted}
    figures["sure_percent"] = round(100.0 * sum(sure) / max(1, len(sure)), 1)
    if seconds:
        figures["model_median_s"] = round(statistics.median(seconds), 2)
        print(f"model: median {figures['model_median_s']} s a question that it is asked")
    return figures


if __name__ == "__main__":
    sys.exit(main())
