"""From the records of a run to its figures and its table; everything is worked out from the records alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from situated_qa.eval.costs import cost_figures, cost_rows
from situated_qa.eval.error_classes import ERROR_CLASSES, error_class
from situated_qa.eval.metrics import exact_match
from situated_qa.reasoning.answers import AnswerStatus

Record = Mapping[str, Any]
_LISTED = 5
"""How many questions of one fault are named."""
_GUESSES = 25
"""How many of the most frequent answers are tried as a blind guess."""


def blind_guess(records: Sequence[Record]) -> tuple[str, int]:
    """The one answer that is right most often, and how often: what a guess without looking can reach.

    It is fitted to the very questions it is judged by, so it is the most that a guess per group can reach.
    """
    frequent = Counter(record["answers"][0] for record in records).most_common(_GUESSES)
    scored = [
        (sum(exact_match(guess, r["answers"], r["answer_kind"], r["tolerance"]) for r in records), -rank, guess)
        for rank, (guess, _) in enumerate(frequent)
    ]
    right, _, guess = max(scored)
    return guess, right


def group_figures(records: Sequence[Record]) -> dict[str, Any]:
    """The figures of some questions; at least one."""
    count = len(records)
    guess, guessed = blind_guess(records)
    tried = [record for record in records if record["passed"]]
    return {
        "questions": count,
        "exact": _rate(sum(r["exact"] for r in records), count),
        "soft": _rate(sum(r["soft"] for r in records), count),
        "strict": _rate(sum(r["strict"] for r in records), count),
        "blind": _rate(guessed, count),
        "blind_answer": guess,
        "faults": sum(r["status"] == AnswerStatus.FAILED for r in records),
        "answered": _rate(sum(r["status"] == AnswerStatus.ANSWERED for r in records), count),
        "guessed": _rate(sum(r["status"] == AnswerStatus.GUESSED for r in records), count),
        "not_understood": _rate(sum(r["status"] == AnswerStatus.NOT_UNDERSTOOD for r in records), count),
        "first_program_passed": _rate(sum(r["passed"][0] for r in tried), len(tried)),
        "program_passed": _rate(sum(r["passed"][-1] for r in tried), len(tried)),
        "rounds": round(sum(len(r["passed"]) for r in records) / count, 2),
        "seconds": round(sum(r["total_seconds"] for r in records) / count, 3),
    }


def _rate(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def summarise(records: Sequence[Record]) -> dict[str, Any]:
    """Figures of all questions, of each type and of each kind; the blind guess of "all" is the one by type."""
    if not records:
        return {"all": None, "types": {}, "kinds": {}, "cost": None, "error_classes": {}}
    types, kinds = (_by(records, key) for key in ("type", "kind"))
    overall = group_figures(records)
    guessed = sum(blind_guess(group)[1] for group in types.values())
    overall |= {"blind": _rate(guessed, len(records)), "blind_answer": "the best of each type"}
    return {
        "all": overall,
        "types": {name: group_figures(group) for name, group in types.items()},
        "kinds": {name: group_figures(group) for name, group in kinds.items()},
        "cost": cost_figures(records),
        "error_classes": {name: len(group) for name, group in wrong_by_class(records).items()},
    }


def wrong_by_class(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The wrong answers by their error class, classes in the order of `ERROR_CLASSES`, none of them empty."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        if not record["exact"]:
            groups.setdefault(error_class(record), []).append(record)
    return {name: groups[name] for name in ERROR_CLASSES if name in groups}


def _by(records: Iterable[Record], key: str) -> dict[str, list[Record]]:
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(record[key], []).append(record)
    return dict(sorted(groups.items()))


_COLUMNS = (
    ("n", "questions"), ("exact", "exact"), ("soft", "soft"), ("strict", "strict"), ("blind", "blind"),
    ("guessed", "guessed"), ("1st ok", "first_program_passed"), ("ok", "program_passed"), ("rounds", "rounds"),
    ("s", "seconds"),
)  # fmt: skip
_ROOMS = {"own": "rooms as they have them", "truth": "true rooms"}
_PERCENT = {"exact", "soft", "strict", "blind", "guessed", "first_program_passed", "program_passed"}


def run_table(run: Mapping[str, Any]) -> str:
    """The tables of a run, in Markdown: how it was made, answers by type and kind, perception where it was used."""
    settings = run["settings"]
    parts = [
        f"model {run['model']}, strategy {run['strategy']}, at most {settings['rounds']} rounds, objects from "
        f"{settings['source']}, {_ROOMS[settings['rooms']]}, {settings['relation_frame']} frame, attributes "
        f"{'on' if settings['attributes'] else 'off'}; revision {run['revision']}; {run['machine']}",
        _answers_table("type", run["summary"]["all"], run["summary"]["types"]),
    ]
    if set(run["summary"]["kinds"]) != set(run["summary"]["types"]):
        parts.append(_answers_table("kind", None, run["summary"]["kinds"]))
    if run["questions"]:
        parts.append(
            markdown(["a question costs", "mean", "median", "95 %"], cost_rows(cost_figures(run["questions"])))
        )
    if not all(record["exact"] for record in run["questions"]):
        parts.append(error_table(run["questions"]))
    if run.get("perception"):
        parts += [perception_table(run["perception"]), predicate_table(run["perception"]["predicates"])]
    faults = [record for record in run["questions"] if record["status"] == AnswerStatus.FAILED]
    if faults:
        parts.append(_faults(faults))
    parts.append(
        "exact: right by the kind's own rule and tolerance; soft, strict: as in the papers; blind: the best constant "
        "answer; guessed: answers that are guesses (%); 1st ok, ok: questions whose first, last program ran (%); "
        "s: seconds a question"
    )
    return "\n\n".join(parts)


def _faults(records: Sequence[Record]) -> str:
    """The faults by their text, each with the first questions that it cost."""
    by_text = _by(records, "status_text")
    lines = [f"{len(records)} questions ended in a fault of this program, counted as wrong:"]
    for text, group in by_text.items():
        where = ", ".join(f"{r['scene']}/{r['id']}" for r in group[:_LISTED])
        lines.append(f"  {text} ({len(group)}: {where}{', …' if len(group) > _LISTED else ''})")
    return "\n".join(lines)


def error_table(records: Sequence[Record]) -> str:
    """How many answers are wrong for which reason, and of which kinds the most of them are."""
    wrong = wrong_by_class(records)
    total = sum(map(len, wrong.values()))
    rows = []
    for name, group in wrong.items():
        kinds = Counter(record["kind"] for record in group).most_common(4)
        told = ", ".join(f"{count} × {kind}" for kind, count in kinds)
        rows.append([name, str(len(group)), f"{100 * len(group) / total:.1f}", told])
    return markdown(["wrong for", "n", "% of wrong", "mostly of kind"], rows)


def _answers_table(title: str, overall: Mapping[str, Any] | None, groups: Mapping[str, Mapping[str, Any]]) -> str:
    rows = list(groups.items()) + ([("all", overall)] if overall else [])
    header = [title, *(name for name, _ in _COLUMNS)]
    cells = [[name, *(_cell(figures[key], key in _PERCENT) for _, key in _COLUMNS)] for name, figures in rows]
    return markdown(header, cells)


def _cell(value: Any, percent: bool = False) -> str:
    if value is None:
        return "–"
    if percent:
        return f"{100 * value:.1f}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table whose columns line up when it is read as text."""
    table = [list(header), *(list(row) for row in rows)]
    widths = [max(len(row[k]) for row in table) for k in range(len(header))]

    def line(row: Sequence[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"

    return "\n".join([line(table[0]), line(["-" * width for width in widths]), *map(line, table[1:])])


def perception_table(perception: Mapping[str, Any]) -> str:
    """What was perceived, over all homes."""
    figures = perception["figures"]
    rows = [[name.replace("_", " "), _cell(value, not name.endswith("_m"))] for name, value in figures.items()]
    rows += [[name.replace("_", " "), _cell(value)] for name, value in perception["cost"].items()]
    return markdown(["perception", "% or unit"], rows)


def predicate_table(predicates: Mapping[str, Mapping[str, Any]]) -> str:
    """Relation precision and recall."""
    names = ("precision", "recall", "recall_of_found", "true", "found")
    rows = [[p, *(_cell(n[name], name[0] in "pr") for name in names)] for p, n in predicates.items()]
    return markdown(["relation", *(name.replace("_", " ") for name in names)], rows)
