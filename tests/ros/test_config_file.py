"""config/situated_qa.yaml says what the code says."""

from __future__ import annotations

import runpy
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def test_file_is_what_the_settings_classes_make():
    made = runpy.run_path(str(REPOSITORY / "scripts" / "write_config.py"))["text"]()
    path = REPOSITORY / "config" / "situated_qa.yaml"
    assert path.read_text(encoding="utf-8") == made, "run: python scripts/write_config.py"
