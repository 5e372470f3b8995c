"""The homes that readers are measured on, with their questions, written once and read again by every row."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from _form_truth import Home

from situated_qa.scene.files import write_scene
from situated_qa.sim.catalog import Catalog
from situated_qa.sim.oracle.expressions import expression_for
from situated_qa.sim.questions.choose import Ledger, questions_for
from situated_qa.sim.questions.composed import COMPOSED
from situated_qa.sim.questions.splits import QUESTIONS_VERSION, SPLITS, write_split
from situated_qa.situated.affordances import related_categories
from situated_qa.situated.categories import find_categories

COMPOSED_HOMES = 12
WORDINGS_HOMES = 20
SOME_KINDS: Mapping[str, tuple[tuple[str, ...], int]] = {
    "headings": (tuple(name for name in COMPOSED if name.endswith("at four headings")), 21),
    "vsi": (tuple(name for name in COMPOSED if name.startswith("vsi ")), 40),
    "referring": (tuple(f"color by reference {depth} deep" for depth in (1, 2, 3)), 30),
}
"""Sets of a few composed kinds: their names, and the questions asked of each home."""
RENAMED = 3
"""Things of a home that are renamed for each noun that it lacks."""


def scenes(base: Path, split: str, name: str) -> Path:
    """The folder of a split's homes with the questions of a set, written there first if it is not complete.

    Args:
        name: "basic", "composed", "wordings" or one of `SOME_KINDS`.

    Raises:
        AssetError: the furniture catalog is missing.
    """
    folder = base / f"{split}-{name}"
    mark = folder / "report" / "complete.json"
    if mark.exists() and json.loads(mark.read_text()) == {"version": QUESTIONS_VERSION}:
        return folder
    print(f"writing {folder}", file=sys.stderr)
    if name == "basic":
        write_split(split, folder)
    elif name == "composed":
        write_split(split, folder, homes=COMPOSED_HOMES, kinds="composed")
    elif name == "wordings":
        write_split(split, folder, homes=WORDINGS_HOMES)
    else:
        _write_kinds(split, folder, *SOME_KINDS[name])
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.write_text(json.dumps({"version": QUESTIONS_VERSION}))
    return folder


def _write_kinds(split: str, folder: Path, names: Sequence[str], count: int) -> None:
    made, catalog, ledger = SPLITS[split], Catalog.open(), Ledger()
    kinds = {name: COMPOSED[name] for name in names}
    for seed in range(made.first_seed, made.first_seed + COMPOSED_HOMES):
        home = made.home(seed, catalog)
        asked = questions_for(home, seed=seed, count=count, split=split, ledger=ledger, kinds=kinds)
        path = folder / f"home-{seed}" / "scene.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        entries = [{**question.to_dict(), "oracle_expression": expression_for(question)} for question in asked]
        write_scene(home.graph(), path, questions=entries)


def homes_with(nouns: Sequence[str], homes: Sequence[Home], seed: str) -> Iterator[Home]:
    """The homes that have a thing for every noun, in an order by the seed, then the others with things renamed.

    Nouns that describe a use ("something to sit on") and "thing" itself are not given to other things.
    """
    rng = random.Random(seed)
    order = list(homes)
    rng.shuffle(order)
    lacking = {home.name: [noun for noun in nouns if not _has(home, noun)] for home in order}
    yield from (home for home in order if not lacking[home.name])
    for home in order:
        names = lacking[home.name]
        if names and not any(name.startswith("something ") for name in names):
            yield _renamed(home, names, nouns, rng)


def _has(home: Home, noun: str) -> bool:
    if noun in ("thing", "any"):
        return True
    if noun.startswith("something "):
        return bool(related_categories(noun, home.categories))
    return find_categories(noun, home.categories) is not None


def _renamed(home: Home, lacking: Sequence[str], nouns: Sequence[str], rng: random.Random) -> Home:
    """The same home where some things are called by the nouns that it lacks."""
    kept = {name for noun in nouns if noun not in lacking for name in _categories(home, noun)}
    free = [node.id for node in home.graph.objects if node.category not in kept]
    rng.shuffle(free)
    called: dict[int, str] = {}
    for noun in lacking:
        called |= {free.pop(): noun for _ in range(RENAMED) if free}
    objects = tuple(
        replace(node, category=called[node.id]) if node.id in called else node for node in home.graph.objects
    )
    return Home(f"{home.name} renamed", replace(home.graph, objects=objects), home.poses)


def _categories(home: Home, noun: str) -> Sequence[str]:
    found = find_categories(noun, home.categories)
    return found.categories if found is not None else ()
