"""What the benchmarks over composed questions share: arguments, scenes, conversations, shares, the file of figures."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from situated_qa.eval.journal import write_json
from situated_qa.eval.metrics import exact_match
from situated_qa.eval.provenance import machine, revision
from situated_qa.eval.questions import BenchmarkScene, kind_of_answer, read_scenes, scene_paths
from situated_qa.sim.questions.splits import CONVERSATIONS_FILE, SPLITS, write_split
from situated_qa.situated.scene import SituatedScene
from situated_qa.situated.viewpoint import Viewpoint

_OUT = Path(__file__).resolve().parent / "out"


class Item(Protocol):
    """One question that was judged."""

    @property
    def right(self) -> bool: ...


def arguments(description: str, *, asks: bool = False) -> argparse.Namespace:
    """The command line: `split`, `homes`, `scenes`, `show`; `llm` where questions are read."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="dev", choices=sorted(SPLITS))
    parser.add_argument("--homes", type=int, help="another number of homes than the split's own")
    parser.add_argument("--scenes", type=Path, metavar="FOLDER", help="written before")
    parser.add_argument("--show", action="store_true", help="list what was wrong")
    if asks:
        parser.add_argument("--llm", default="none", help="none (patterns), default, an asset, PATH.gguf, ...")
    return parser.parse_args()


@contextmanager
def composed_scenes(parsed: argparse.Namespace) -> Iterator[list[BenchmarkScene]]:
    """The scenes of a folder, or of a split that is generated for the time of the context."""
    with tempfile.TemporaryDirectory(prefix="situated_qa_") as folder:
        if parsed.scenes is None:
            write_split(parsed.split, folder, homes=parsed.homes, kinds="composed")
        yield read_scenes(scene_paths(parsed.scenes or Path(folder)))


def conversations(scene: BenchmarkScene) -> Iterator[tuple[str, SituatedScene, list[dict[str, Any]]]]:
    """The conversations of a scene: a name, the scene from where they are held, the turns."""
    path = scene.path.parent / CONVERSATIONS_FILE
    if not path.exists():
        return
    for talk in json.loads(path.read_text(encoding="utf-8"))["conversations"]:
        place = talk["viewpoint"]
        viewpoint = Viewpoint(np.array(place["position"]), place["heading_rad"], frame=scene.graph.frame)
        yield f"{scene.name}/{talk['id']}", SituatedScene(scene.graph, viewpoint), talk["turns"]


def is_right(answer: str, turn: Mapping[str, Any]) -> bool:
    """Whether an answer is one of a turn's right ones."""
    kind = kind_of_answer(turn["form"], tuple(turn["answers"]), turn["tolerance"])
    return exact_match(answer, turn["answers"], kind, turn["tolerance"], turn["question"])


def share(items: Sequence[Item]) -> float:
    """Right ones of all, 0 … 1."""
    return round(sum(item.right for item in items) / max(len(items), 1), 4)


def write_figures(
    name: str, parsed: argparse.Namespace, figures: Mapping[str, Any], kinds: Mapping[str, Sequence[Item]]
) -> None:
    """Writes benchmarks/out/NAME.json: the figures, and number and share of each kind."""
    by_kind = {kind: {"n": len(items), "right": share(items)} for kind, items in kinds.items()}
    split = "" if parsed.scenes else parsed.split
    whole = {"split": split, "figures": figures, "kinds": by_kind, "machine": machine(), "revision": revision()}
    write_json(_OUT / f"{name}.json", whole)
