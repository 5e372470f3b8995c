"""How well a question becomes a query form: rules alone, model alone, and the two settled, against human labels.

Labels: `shared/data/query_forms/forms.jsonl` beside the repository; without it nothing is measured. The first 500 of
a fixed shuffle are for development; figures to report come from the rest (`--held-out`, the default).

    python benchmarks/query_forms.py                  rules alone, all held-out questions, seconds
    python benchmarks/query_forms.py --llm MODEL      with a model, e.g. the path of a GGUF file; --limit 100
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from situated_qa.llm.spec import make_model
from situated_qa.reasoning.query_form import Form, FormError, Has, Most, Noun, Place, parse_form
from situated_qa.reasoning.query_form_reading import Reading, read_question
from situated_qa.reasoning.query_form_repair import read_reply, settle
from situated_qa.reasoning.query_form_schema import MAX_FORM_TOKENS, form_messages, schema_of, static_messages

REPOSITORY = Path(__file__).resolve().parents[1]
LABELS = REPOSITORY.parent / "shared" / "data" / "query_forms" / "forms.jsonl"
DEVELOPMENT = 500  # of the shuffled labels: what rules and examples were mended on
USUAL = ("chair", "table", "sofa", "bed", "door", "window", "lamp", "tv", "plant", "desk", "bookshelf", "cabinet",
         "picture", "refrigerator", "trash can")  # fmt: skip


def main() -> int:
    """Measure, print the table and write benchmarks/out/query_forms.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llm", default="", help="a model: default, PATH.gguf, ollama:MODEL, ...")
    parser.add_argument("--limit", type=int, default=0, help="most questions; 0: all")
    parser.add_argument("--development", action="store_true", help="the development questions, for mending")
    parser.add_argument("--show", action="store_true", help="print every question that was not understood")
    arguments = parser.parse_args()
    if not LABELS.exists():
        print(f"skipped: there are no labels at {LABELS}")
        return 0
    rows = labelled(development=arguments.development)[: arguments.limit or None]
    model = make_model(arguments.llm) if arguments.llm else None
    if model is not None:
        model.warm_up(static_messages())
    scores: dict[str, list[dict[str, bool]]] = {"rules": []} | ({"model": [], "settled": []} if model else {})
    seconds: list[float] = []
    for row in rows:
        gold = parse_form(row["form"])
        categories = sorted({*USUAL, *(n.target for n in gold.nouns() if n.target != "any" and " to " not in n.target)})
        reading = read_question(row["question"], categories)
        forms: dict[str, Form | None] = {"rules": reading.form()}
        if model is not None:
            start = time.monotonic()
            forms["model"], forms["settled"] = _ask(model, row["question"], reading, categories)
            seconds.append(time.monotonic() - start)
        for name, form in forms.items():
            scores[name].append(compare(form, gold))
        last = list(forms.values())[-1]
        if arguments.show and not scores[list(forms)[-1]][-1]["form"]:
            print(f"{row['question']}\n  label {gold}\n  read  {last}")
    figures = _report(scores, seconds)
    out = REPOSITORY / "benchmarks" / "out"
    out.mkdir(exist_ok=True)
    name = model.name if model is not None else "rules"
    report = {"model": name, "questions": len(rows), "development": arguments.development, "figures": figures}
    (out / "query_forms.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


def labelled(*, development: bool) -> list[dict[str, Any]]:
    """The labelled questions that a form can say, in a fixed shuffled order: those for development, or the rest."""
    rows = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["form"]]
    random.Random(0).shuffle(rows)
    return rows[:DEVELOPMENT] if development else rows[DEVELOPMENT:]


def compare(form: Form | None, gold: Form) -> dict[str, bool]:
    """Which parts of a form are as labelled; "form" is ask, target, where and other together."""
    if form is None:
        return dict.fromkeys(("valid", "ask", "target", "where", "options", "form"), False)
    target, where = _plain(form.noun)
    gold_target, gold_where = _plain(gold.noun)
    parts = {
        "valid": True,
        "ask": form.ask == gold.ask,
        "target": target == gold_target,
        "where": where == gold_where,
        "options": [option.lower() for option in form.options] == [option.lower() for option in gold.options],
    }
    alike = (form.other is None) == (gold.other is None)
    if form.other is not None and gold.other is not None:
        alike = _plain(form.other) == _plain(gold.other)
    return parts | {"form": parts["ask"] and parts["target"] and parts["where"] and alike}


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
    return noun.target.lower(), frozenset(where)


def _ask(model: Any, question: str, reading: Reading, categories: list[str]) -> tuple[Form | None, Form]:
    schema = schema_of(reading, categories)
    reply = model.complete(form_messages(question), max_tokens=MAX_FORM_TOKENS, json_schema=schema, timeout_s=120.0)
    try:
        form = read_reply(reply.text)
    except FormError:
        return None, reading.form()
    return form, settle(reading, form).form


def _report(scores: dict[str, list[dict[str, bool]]], seconds: list[float]) -> dict[str, float]:
    figures: dict[str, float] = {}
    parts = ("valid", "ask", "target", "where", "options", "form")
    print(f"{'':10s}" + "".join(f"{part:>9s}" for part in parts) + "   % of", len(next(iter(scores.values()))))
    for name, rows in scores.items():
        shares = {part: 100.0 * sum(row[part] for row in rows) / max(1, len(rows)) for part in parts}
        print(f"{name:10s}" + "".join(f"{shares[part]:9.1f}" for part in parts))
        figures |= {f"{name}_{part}_percent": round(share, 1) for part, share in shares.items()}
    if seconds:
        figures["median_s"] = round(statistics.median(seconds), 2)
        print(f"median {figures['median_s']} s a question")
    return figures


if __name__ == "__main__":
    sys.exit(main())
