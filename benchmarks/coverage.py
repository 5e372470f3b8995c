"""For how many real questions is there an expression at all: by the rules where they are sure, and by the query form.

Questions: `shared/data/sqa3d_val` beside the repository (3,261, text only: no objects); without it nothing is measured.

    python benchmarks/coverage.py               all of them, a minute; benchmarks/out/coverage.json
    python benchmarks/coverage.py --show 40     and some that have none, or are asked back

Two shares are counted, each of forms that an expression says which passes the language's check:

rules  The words are sure of both the kind of answer and the nouns, and the form is neither common sense nor "what is
       it?" of anything anywhere. What is said to be covered is answered without a model.
form   There is a form for it that an expression says: the rules' where they are sure, else one that the model may
       give under the question's own schema. No model is run: the question counts where the schema offers an `ask`
       other than common sense together with a noun that the question names (or one known by its use), or a place for
       something it does not name, and where forms drawn from that schema (the first of every choice, and five at
       random) all become expressions that pass the check. It is the share of questions that the form has room for; how
       often a model fills it in right is measured by benchmarks/query_forms.py.

Of the first, those with words that the reading did not use are asked back by the rules rather than answered; so is
every question of which the rules are not sure, where there is no model.

Nouns are read without any scene, from the question's own words.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from situated_qa.reasoning.query_form.account import unread_words
from situated_qa.reasoning.query_form.expressions import NotSayable, expression_of
from situated_qa.reasoning.query_form.form import Form, Noun, Place, parse_form
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.look_up import says_nothing
from situated_qa.reasoning.query_form.reading.limits import unsayable
from situated_qa.reasoning.query_form.reading.question import Reading, read_question
from situated_qa.reasoning.query_form.repair import settle
from situated_qa.reasoning.query_form.schema import schema_of

from situated_qa.situated.language.evaluate import check

REPOSITORY = Path(__file__).resolve().parents[1]
QUESTIONS = REPOSITORY.parent / "shared" / "data" / "sqa3d_val" / "dev3261_questions.json"
RANDOM_DRAWS = 5
NO_SCENE: tuple[str, ...] = ()


def main() -> int:
    """Count, print the table and write benchmarks/out/coverage.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=0, help="most questions; 0: all")
    parser.add_argument("--show", type=int, default=0, help="print so many questions without an expression")
    arguments = parser.parse_args()
    if not QUESTIONS.exists():
        print(f"skipped: there are no questions at {QUESTIONS}")
        return 0
    questions = [row["question"] for row in json.loads(QUESTIONS.read_text(encoding="utf-8"))["questions"]]
    questions = questions[: arguments.limit or None]
    start = time.monotonic()
    by_rules = by_form = asked_back = 0
    reasons: Counter[str] = Counter()
    shown = 0
    for question in questions:
        reading = read_question(question, NO_SCENE)
        ruled = rules_form(reading)
        if ruled is not None and is_sayable(ruled):
            by_rules += 1
            by_form += 1
            unread = unread_words(question, _form_of, ruled)
            asked_back += bool(unread)
            if unread and shown < arguments.show:
                shown += 1
                print(f"asked back, for {', '.join(unread)}: {question}")
            continue
        why = without_form(reading, question)
        if not why:
            by_form += 1
            continue
        reasons[why] += 1
        if shown < arguments.show:
            shown += 1
            print(f"{why}: {question}")
    total = max(1, len(questions))
    figures: dict[str, float] = {
        "questions": len(questions),
        "rules_percent": round(100.0 * by_rules / total, 1),
        "asked_back_percent": round(100.0 * asked_back / total, 1),
        "form_percent": round(100.0 * by_form / total, 1),
        "seconds": round(time.monotonic() - start, 1),
    }
    print("| share with an expression that passes the check | % |\n|---|---|")
    print(f"| rules, sure of the ask and of the nouns | {figures['rules_percent']} |")
    print(f"| of these asked back, for words that were not read | {figures['asked_back_percent']} |")
    print(f"| query form, by rules or by its schema | {figures['form_percent']} |")
    for reason, number in reasons.most_common():
        print(f"| no form: {reason} | {100.0 * number / total:.1f} |")
    out = REPOSITORY / "benchmarks" / "out"
    out.mkdir(exist_ok=True)
    report = {"model": "none: rules and schemas", "figures": figures, "without_a_form": dict(reasons)}
    (out / "coverage.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


def _form_of(text: str) -> Form:
    return read_question(text, NO_SCENE).form()


def rules_form(reading: Reading) -> Form | None:
    """The rules' form, where they are sure that it is one to look up."""
    form = reading.form()
    sure = reading.sure_of_ask and reading.sure_of_nouns
    return form if sure and form.ask != "common_sense" and not says_nothing(form, reading.text) else None


def without_form(reading: Reading, question: str) -> str:
    """Why a question of which the rules are not sure has no form, in words; "" where it has one."""
    too_much = unsayable(reading.text)
    if too_much:
        return too_much
    schema = schema_of(reading, NO_SCENE)
    rng = random.Random(question)
    forms = [first(schema), *(parse_form(draw(schema, rng)) for _ in range(RANDOM_DRAWS))]
    forms = [settle(reading, form).form for form in forms]
    useful = [form for form in forms if form.ask != "common_sense" and not says_nothing(form, reading.text)]
    if not useful or not any(names_something(form, reading) for form in useful):
        return "it names nothing to look up"
    failed = [form for form in useful if not is_sayable(form)]
    return "no expression says its form" if failed else ""


def names_something(form: Form, reading: Reading) -> bool:
    """Whether a form is about something that the question says: a noun of it, a use, or a place."""
    said = {token.value for token in reading.found if token.kind == "noun"}
    return any(
        noun.target in said or noun.target == reading.frame.target != "any" or _placed(noun) for noun in form.nouns()
    )


def _placed(noun: Noun) -> bool:
    return noun.target == "any" and any(isinstance(item, Place) for item in noun.where)


def first(schema: dict[str, Any]) -> Form:
    """The form with the first of every choice and every field that may be there."""
    return parse_form(_value(schema, lambda choices: choices[0], lambda low, high: low, lambda: True))


def draw(schema: dict[str, Any], rng: random.Random) -> Any:
    """A random form that a schema allows."""
    return _value(schema, rng.choice, rng.randint, lambda: rng.random() < 0.7)


def _value(schema: dict[str, Any], choose: Any, number: Any, optional: Any) -> Any:
    if "const" in schema:
        return schema["const"]
    for key in ("enum", "anyOf"):
        if key in schema:
            usable = [choice for choice in schema[key] if choice != {"enum": []}]  # no scene, so maybe no categories
            chosen = choose(usable)
            return _value(chosen, choose, number, optional) if key == "anyOf" else chosen
    if schema["type"] == "array":
        count = number(schema["minItems"], schema["maxItems"])
        return [_value(schema["items"], choose, number, optional) for _ in range(count)]
    if schema["type"] == "object":
        names = [name for name in schema["properties"] if name in schema["required"] or optional()]
        return {name: _value(schema["properties"][name], choose, number, optional) for name in names}
    return "something to use"  # the one pattern there is


def is_sayable(form: Form) -> bool:
    """Whether an expression says the form, and the checker has nothing against it."""
    try:
        return not check(expression_of(form, Grounds()))
    except NotSayable:
        return False


if __name__ == "__main__":
    sys.exit(main())
