"""Why an answer is wrong, told by rule from the record of its question.

The classes are those of DeepThink3D (D.2) and, before them, the ways in which a program fails. The first rule that
holds decides:

| class              | rule                                                                                          |
|--------------------|-----------------------------------------------------------------------------------------------|
| fault              | our own code broke down                                                                       |
| timeout            | the time of the question or of its last program was over                                      |
| parse              | no program or answer could be read from the replies, or the last program is no Python         |
| annotation         | the last program, or the answer, names a category that the scene has under no such name, and  |
|                    | the question calls what the right program looks up otherwise than the scene does              |
| type               | the last program failed its check or its run by a wrong name, type or number of arguments     |
| tool               | a tool refused a call of the last program; or the question's own program, which is right,      |
|                    | does not get the true answer from this scene either                                           |
| judgement          | what the last program printed last is right, or the answer is right but for its wording       |
| logic              | the last program broke on what it found; or it looked up what the right program looks up, and  |
|                    | put it together otherwise                                                                     |
| task understanding | something else was looked up than what the right program looks up, or nothing at all: a word   |
|                    | of the question was taken for a thing, a condition or an attribute was passed over            |
| unsorted           | none of these, for want of a right program to compare with: for a person to read              |

What a program looks up are the categories, rooms, relations and values it names: as arguments of tools and of functions
of its own, and in comparisons. The attributes it asks for may be more than the right program's, not fewer. Tools are
pure functions of a frozen scene, so that the same calls give the same results: a wrong result of right calls shows in
the right program.

Source: DeepThink3D 2025, D.2; the program classes are ours.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from situated_qa.errors import ToolError
from situated_qa.eval.metrics import exact_match
from situated_qa.knowledge import normalise, singular
from situated_qa.reasoning.answers import WORDED, AnswerStatus
from situated_qa.scene.relation_names import RELATIONS, canonical_relation
from situated_qa.situated.attributes import MEASURED, OBSERVED, PLAIN, SPELLINGS
from situated_qa.situated.categories import ANYTHING, STEPS, find_categories
from situated_qa.situated.tools import TOOL_NAMES

Record = Mapping[str, Any]

ERROR_CLASSES = (
    "fault", "timeout", "parse", "annotation", "type", "tool", "judgement", "logic", "task understanding", "unsorted",
)  # fmt: skip
"""The classes in the order in which their rules are tried."""

_NOT_HERE = re.compile(r'no "[^"]+" here|no [^\n;]+ here; (?:there are: |the scene is empty)')
_SAID_MISSING = re.compile(r"^(?:no, )?(?:no |i see no |there (?:is|are) no ).*\bhere\b", re.IGNORECASE)
_TOO_LONG = re.compile(r"\bTimeoutError\b|took too long")
_WRONG_USE = re.compile(r"\b(?:Name|Type|Attribute|UnboundLocal|Import|ModuleNotFound)Error\b")
_REFUSED = re.compile(rf"\b(?:{'|'.join(TOOL_NAMES)})\([^)\n]*\): ")
_SPELLINGS = STEPS[:3]  # spelt alike, plural, alias
_ATTRIBUTES = frozenset((*MEASURED, *OBSERVED, *PLAIN, *SPELLINGS))


def error_class(record: Record) -> str:
    """The class of a wrong answer, one of `ERROR_CLASSES`; "" where the answer is right."""
    if record["exact"]:
        return ""
    failed = _failure(record)
    if failed:
        return failed
    if _SAID_MISSING.match(record["answer"]):
        return _missing(record)
    if record.get("oracle_exact") is False:
        return "annotation" if _NOT_HERE.search(record.get("oracle_answer") or "") else "tool"
    if record["strict"] or _observed_the_truth(record):
        return "judgement"
    if record["observations"] and _NOT_HERE.search(record["observations"][-1]):
        return _missing(record)
    return _by_look_ups(record)


def _failure(record: Record) -> str:
    """The class where no program came to its end; "" where one did, or none was needed."""
    status, passed = record["status"], record["passed"]
    if status == AnswerStatus.FAILED:
        return "fault"
    if status in (AnswerStatus.TIME_LIMIT, AnswerStatus.MODEL_UNAVAILABLE):
        return "timeout"
    if passed and not passed[-1]:
        return _program_failure(record)
    if status in (AnswerStatus.NOT_KNOWN, AnswerStatus.NOT_UNDERSTOOD, AnswerStatus.REPLIED) and not passed:
        return "task understanding"
    if status not in WORDED:
        asked_a_model = bool(record.get("completion_tokens")) or bool(passed)
        return "parse" if asked_a_model else "task understanding"
    return ""


def _program_failure(record: Record) -> str:
    error = record["observations"][-1] if record["observations"] else record["status_text"]
    refused = record.get("checked_only") or [False]
    if _TOO_LONG.search(error):
        return "timeout"
    if "SyntaxError" in error:
        return "parse"
    if _NOT_HERE.search(error):
        return _missing(record)
    if _REFUSED.search(error):
        return "tool"
    return "type" if refused[-1] or _WRONG_USE.search(error) else "logic"


def _missing(record: Record) -> str:
    """The class where a name was looked up that the scene does not have.

    Where the question names all that the right program looks up as the scene does, the names are not to blame.
    """
    right = look_ups(record.get("oracle_program", ""))
    if right is None or not any(right):
        return "annotation"
    said = f" {_singulars(record['question'])} "
    things = [name for name in right[0] if name not in RELATIONS and not name.endswith("o'clock")]
    return "task understanding" if all(f" {_singulars(name)} " in said for name in things) else "annotation"


def _singulars(text: str) -> str:
    return " ".join(singular(word) for word in re.findall(r"[a-z0-9']+", text.lower()))


def _observed_the_truth(record: Record) -> bool:
    """Whether the last line that was printed, or what follows its label, answers the question rightly."""
    printed = record["observations"][-1] if record["observations"] else ""
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("(")]  # remarks of the tools
    if not lines or (len(lines) > 1 and lines[-1].split()[0] == lines[-2].split()[0]):
        return False  # one of a list: the last of many may be right by chance
    said = (lines[-1], lines[-1].rpartition(":")[2])
    return any(exact_match(text, record["answers"], record["answer_kind"], record["tolerance"]) for text in said)


def _by_look_ups(record: Record) -> str:
    if not record["program"]:
        return "task understanding" if record.get("oracle_program") else "unsorted"
    right, own = look_ups(record.get("oracle_program", "")), look_ups(record["program"])
    if right is None or own is None or not any(right):
        return "unsorted"
    conditions, attributes = right
    named = {_same_name(name, conditions) for name in own[0]}
    return "logic" if named == conditions and own[1] >= attributes else "task understanding"


def _same_name(name: str, names: frozenset[str]) -> str:
    """The one of the names that means the same, as "couch" means "sofa"; the name itself where there is none."""
    if name in names or name in ANYTHING:
        return name
    match = find_categories(name, sorted(names), _SPELLINGS)
    return match.categories[0] if match is not None else name


def look_ups(program: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """What a program names: categories, rooms, relations and values; and the attributes it asks for.

    Synonyms of relations, plurals and letter case do not count. None where the program cannot be read.
    """
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    named = {_canonical(word) for word in _words(tree)}
    attributes = frozenset(SPELLINGS.get(word, word) for word in named & _ATTRIBUTES)
    return frozenset(named - _ATTRIBUTES), attributes


def _words(tree: ast.AST) -> Iterator[str]:
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in (*TOOL_NAMES, *own):
            name = node.func.id
            values: list[ast.AST] = [*node.args, *(k.value for k in node.keywords if k.arg != "candidate_relations")]
            if name in ("query_relation", "query_relation_agent"):  # the candidates are what may be answered
                values = [value for value in values if not isinstance(value, (ast.List, ast.Tuple, ast.Set))]
            yield from _texts(values)
        elif isinstance(node, ast.Attribute) and node.attr == "xyz":
            yield "position"
        elif isinstance(node, ast.Compare):
            yield from _texts([node.left, *node.comparators])
        elif isinstance(node, ast.Assign):
            yield from _texts([node.value] if isinstance(node.value, (ast.Constant, ast.List, ast.Tuple)) else [])


def _texts(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Texts that stand there as such or in a list; what lies deeper is found by itself."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            yield from _texts(node.elts)


def _canonical(word: str) -> str:
    try:
        return canonical_relation(word, RELATIONS)
    except ToolError:
        return normalise(word)
