"""Write config/situated_qa.yaml from the settings classes. Run it with: .venv/bin/python scripts/write_config.py"""

from __future__ import annotations

import sys
from pathlib import Path

CONFIG = Path(__file__).resolve().parents[1] / "config" / "situated_qa.yaml"
INTRODUCTION = """\
Every parameter of every node, with its default, unit and legal values.
Written by scripts/write_config.py from the settings classes; a test keeps it in step. Copy it and change the copy:
    ros2 launch situated_qa bringup.launch.py params_file:=mine.yaml
Parameters are read once, when a node starts. A name that does not exist is an error.
"""


def text() -> str:
    """The file's content."""
    from situated_qa.config import ASK_SETTINGS, MAPPER_SETTINGS
    from situated_qa.ros.ask_node import AskNodeSettings
    from situated_qa.ros.bag_node import BagSettings
    from situated_qa.ros.mapper_node import MapperNodeSettings
    from situated_qa.ros.parameters import settings_yaml
    from situated_qa.ros.replay_node import ReplaySettings
    from situated_qa.ros.topic_settings import TopicDetectorSettings

    sections = {
        "mapper": {"": MapperNodeSettings, "topic_detector": TopicDetectorSettings, **MAPPER_SETTINGS},
        "ask": {"": AskNodeSettings, **ASK_SETTINGS},
        "replay": {"": ReplaySettings},
        "bag": {"": BagSettings},
    }
    return settings_yaml(sections, INTRODUCTION)


if __name__ == "__main__":
    CONFIG.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{CONFIG} written\n")
