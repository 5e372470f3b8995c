"""How well the registration check tells registered from wrongly registered color, on sequences with known truth.

Each sequence's color is as it is (which must be "registered") and displaced: shifted by 4, 8 and 12 px of 640 in four
directions, or scaled about the middle of the image (0.9, 0.95, 1.05, and 0.9 with a shift of 6 px). Prints one row
per sequence and writes benchmarks/out/registration.json. Times are CPU time of one look.
Run it with: .venv/bin/python benchmarks/registration.py SEQUENCE_FOLDER … [--every 30]
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from situated_qa.geometry import Frame  # noqa: E402
from situated_qa.perception.registration import RegistrationCheck, RegistrationSettings  # noqa: E402
from situated_qa.sequences import Sequence  # noqa: E402

OUT = ROOT / "benchmarks" / "out"
DISPLACED = {"as it is": (1.0, 0, 0)}
_SIDES = (("right", 1, 0), ("left", -1, 0), ("up", 0, -1), ("down-right", 0.7, 0.7))
DISPLACED |= {f"shift {d} {name}": (1.0, x * d, y * d) for d in (4, 8, 12) for name, x, y in _SIDES}
DISPLACED |= {"scale 0.9": (0.9, 0, 0), "scale 0.95": (0.95, 0, 0), "scale 1.05": (1.05, 0, 0)}
DISPLACED |= {"scale 0.9, -6, -6": (0.9, -6, -6)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sequences", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=30, help="look at every n-th frame; of short sequences at each")
    arguments = parser.parse_args()
    verdicts: Counter[tuple[str, str]] = Counter()
    rows, seconds, clean = [], [], Counter[str]()
    for folder in arguments.sequences:
        frames = list(Sequence.open(folder))
        every = arguments.every if len(frames) > 4 * arguments.every else max(1, len(frames) // 8)
        frames = frames[::every]
        clean += windows(frames)
        for name, (scale, dx, dy) in DISPLACED.items():
            check = RegistrationCheck(RegistrationSettings(every_n_frames=1))
            for frame in frames:
                displaced = displace(frame, scale, dx, dy)
                clock = time.process_time()
                check.update(displaced)
                seconds.append(time.process_time() - clock)
            r = check.result
            verdicts[name.removesuffix(name.split()[-1]) if name.startswith("shift") else name, r.verdict] += 1
            rows.append({"sequence": folder.name, "color": name, **dataclasses.asdict(r)})
            print(
                f"{folder.name:14} {name:20} {r.verdict:11} looks {r.looks:2} in place {r.agreement:.2f}"
                f" best {r.best:.2f} at {r.shift_px} scale {r.scale}",
                flush=True,
            )
    for key, count in sorted(verdicts.items()):
        print(key, count)
    print("as it is, any four looks in a row:", dict(clean))
    print(f"CPU ms of a look, median {statistics.median(seconds) * 1e3:.1f}, worst {max(seconds) * 1e3:.1f}")
    OUT.mkdir(exist_ok=True)
    (OUT / "registration.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0


def windows(frames: list[Frame]) -> Counter[str]:
    """The verdicts of every four frames in a row, in place: how it goes when little was seen."""
    verdicts: Counter[str] = Counter()
    for first in range(len(frames) - 3):
        check = RegistrationCheck(RegistrationSettings(every_n_frames=1))
        for frame in frames[first : first + 4]:
            check.update(frame)
        verdicts[check.result.verdict] += 1
    return verdicts


def displace(frame: Frame, scale: float, dx: float, dy: float) -> Frame:
    """The frame with its color scaled about the middle and shifted, px of a 640 px wide image."""
    import cv2

    if (scale, dx, dy) == (1.0, 0, 0):
        return frame
    height, width = frame.depth.shape
    dx, dy = dx * width / 640, dy * width / 640
    M = np.array([[scale, 0, (1 - scale) * (width - 1) / 2 + dx], [0, scale, (1 - scale) * (height - 1) / 2 + dy]])
    color = cv2.warpAffine(frame.color, M, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return dataclasses.replace(frame, color=color)


if __name__ == "__main__":
    sys.exit(main())
