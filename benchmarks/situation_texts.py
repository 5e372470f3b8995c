"""How many of SQA3D's situations are read, without scenes: every clause that says where somebody is or looks.

    python benchmarks/situation_texts.py FOLDER      SQA3D's files of questions, such as dev3261_questions.json

Scenes are halved by the sha256 of their names; texts of the second half are read by nobody who changes the code.
Writes benchmarks/out/situation_texts.json. What is read may still name what a scene does not have.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.errors import SituationError  # noqa: E402
from situated_qa.eval.journal import write_json  # noqa: E402
from situated_qa.eval.provenance import revision  # noqa: E402
from situated_qa.situated.described_viewpoint import understood  # noqa: E402

OUT = ROOT / "benchmarks" / "out" / "situation_texts.json"
KINDS = ("situation", "alternative_situation")


def texts(folder: Path, kind: str) -> Iterator[tuple[str, str]]:
    """Each situation once, with the name of the first scene that it is told of."""
    seen = set()
    for file in sorted(folder.glob("*_questions.json")):
        for question in json.loads(file.read_text(encoding="utf-8"))["questions"]:
            told = question[kind]
            for text in [told] if isinstance(told, str) else told:
                if text not in seen:
                    seen.add(text)
                    yield text, question["scene_id"]


def is_second(scene: str) -> bool:
    """Whether a scene is of the half that nobody reads."""
    return int(hashlib.sha256(scene.encode()).hexdigest(), 16) % 2 == 1


def is_read(text: str) -> bool:
    """Whether a situation is understood as far as it tells a viewpoint."""
    try:
        understood(text)
    except SituationError:
        return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="SQA3D's files of questions")
    folder = parser.parse_args(arguments).folder
    figures = {}
    for kind in KINDS:
        read = [(is_second(scene), is_read(text)) for text, scene in texts(folder, kind)]
        for half in (False, True):
            those = [right for second, right in read if second is half]
            name = f"{kind}, {'second' if half else 'first'} half"
            figures[name] = {"texts": len(those), "read": round(100.0 * sum(those) / max(len(those), 1), 1)}
            print(f"{name:42} {figures[name]['read']:5.1f} % of {len(those)}")
    write_json(OUT, {"figures": figures, "revision": revision()})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
