"""The wrong answers of a run, one by one, for reading: question, truth, answer, program, what was observed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from situated_qa.errors import SettingsError
from situated_qa.eval.error_classes import ERROR_CLASSES, error_class

Record = Mapping[str, Any]


def wrong_answers(run: Mapping[str, Any], *, wanted_class: str = "", kind: str = "", type_: str = "") -> list[Record]:
    """The questions of a run that were answered wrongly; empty texts mean: of any class, kind or type.

    Raises:
        SettingsError: there is no such class, or the run has no question of that kind or type.
    """
    if wanted_class and wanted_class not in ERROR_CLASSES:
        raise SettingsError(f"class must be one of {', '.join(ERROR_CLASSES)}, got {wanted_class!r}")
    for name, wanted in (("kind", kind), ("type", type_)):
        known = sorted({record[name] for record in run["questions"]})
        if wanted and wanted not in known:
            raise SettingsError(f"the run has no questions of {name} {wanted!r}; it has {', '.join(known)}")
    return [
        record
        for record in run["questions"]
        if not record["exact"]
        and kind in ("", record["kind"])
        and type_ in ("", record["type"])
        and wanted_class in ("", error_class(record))
    ]


def failures_text(records: Sequence[Record]) -> str:
    """The questions below one another, each with all that is needed to tell what went wrong."""
    return "\n\n".join(map(failure_text, records)) or "no wrong answers of that class and kind"


def failure_text(record: Record) -> str:
    """One wrong answer."""
    stands = record["viewpoint"]
    place = ", ".join(f"{value:.2f}" for value in stands["position"])
    lines = [
        f"── {record['scene']}/{record['id']} [{record['type']}: {record['kind']}] {error_class(record)}",
        f"situation   {record['situation'] or '(from the pose)'}  ({place}; {stands['heading_rad']:.2f} rad)",
        f"question    {record['question']}",
        f"truth       {' | '.join(record['answers'])}",
        f"answer      {record['answer'] or '(none: ' + record['status_text'] + ')'}",
    ]
    if record["program"]:
        lines.append(_block("program", record["program"]))
    for number, (observation, passed) in enumerate(_trials(record), start=1):
        lines.append(_block(f"{'printed' if passed else 'error'} {number}", observation))
    if record.get("oracle_program"):
        lines.append(_block("right one", record["oracle_program"]))
        lines.append(_block("prints", record.get("oracle_answer") or "(not run)"))
    return "\n".join(lines)


def _trials(record: Record) -> list[tuple[str, bool]]:
    return list(zip(record["observations"], record["passed"], strict=False))


def _block(title: str, text: str) -> str:
    """A text of several lines behind its title, indented alike."""
    first, *rest = text.strip().splitlines() or [""]
    return "\n".join([f"{title:<12}{first}", *(" " * 12 + line for line in rest)])
