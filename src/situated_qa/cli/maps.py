"""`situated-qa map` and `to-bag`: what can be made of a sequence folder without ROS."""

from __future__ import annotations

import argparse
from pathlib import Path

from situated_qa.geometry.transforms import split_pose
from situated_qa.progress import Counted
from situated_qa.sequences import Sequence


def add_map(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sequence", type=Path, help="a sequence folder")
    parser.add_argument("--out", type=Path, default=Path("map_out"), help="where to write (default: %(default)s)")
    parser.add_argument(
        "--detector",
        default="nanodet",
        help="any name of docs/detectors.md but topic, e.g. nanodet, onnx, true-masks, or module:Class "
        "(default: %(default)s)",
    )
    parser.set_defaults(run=_map)


def _map(parsed: argparse.Namespace) -> int:
    files = map_sequence(parsed.sequence, parsed.out, parsed.detector)
    print("\n".join(str(file) for file in files))
    return 0


def add_to_bag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sequence", type=Path, help="a sequence folder")
    parser.add_argument("bag", type=Path, help="the rosbag2 folder to write; must not exist")
    parser.add_argument("--storage", default="mcap", help="sqlite3 or mcap (default: %(default)s)")
    parser.set_defaults(run=_to_bag)


def _to_bag(parsed: argparse.Namespace) -> int:
    from situated_qa.bags import write_bag

    print(write_bag(Sequence.open(parsed.sequence), parsed.bag, storage=parsed.storage, progress=True))
    return 0


def map_sequence(folder: Path, out: Path, detector: str = "nanodet") -> list[Path]:
    """Put a sequence folder through `MappingPipeline.observe`, without ROS.

    Returns:
        what was written: mesh.ply, scene.json, the folder key_frames and top_down.png.

    Raises:
        SituatedQAError: the sequence or the detector cannot be used.
        OSError: the folder cannot be written.
    """
    import tempfile

    from situated_qa.config import Settings
    from situated_qa.perception.detector import DetectorSettings
    from situated_qa.perception.detectors.factory import make_detector
    from situated_qa.perception.key_frames import KeyFrameSettings
    from situated_qa.pictures import draw_top_down
    from situated_qa.pipeline import MappingPipeline

    sequence = Sequence.open(folder)
    out.mkdir(parents=True, exist_ok=True)  # before minutes of work
    with tempfile.TemporaryDirectory(prefix="situated_qa-") as pictures:
        settings = Settings(detector=DetectorSettings(name=detector), key_frames=KeyFrameSettings(folder=pictures))
        pipeline = MappingPipeline(settings, make_detector(settings.detector, categories=sequence.categories))
        try:
            for frame in Counted(sequence, len(sequence), "mapping", "frames"):
                pipeline.observe(frame)
            files = pipeline.save(out)
        finally:
            pipeline.close()  # or its pictures would hold up the removal of their folder
    surface = pipeline.surface
    picture = out / "top_down.png"
    T_map_base = split_pose(sequence.poses[len(sequence) - 1])[0]
    draw_top_down(surface.points(), surface.colors(), pipeline.graph, T_map_base, (), folder.name, picture)
    return [*files, picture]
