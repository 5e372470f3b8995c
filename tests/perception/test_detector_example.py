"""The worked example of docs/detectors.md does what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import yaml
from rooms_for_perception import frame_of

from situated_qa.errors import SettingsError
from situated_qa.perception.detector import DetectorSettings
from situated_qa.perception.detectors.checks import look
from situated_qa.perception.detectors.factory import BUILT_IN, make_detector
from situated_qa.perception.detectors.onnx_formats import FORMATS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "detectors.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def settings(tmp_path, monkeypatch) -> DetectorSettings:
    """The page's module on the Python path, and the page's settings for it."""
    (code,) = blocks("python")
    (tmp_path / "red_things.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return DetectorSettings(**yaml.safe_load(blocks("yaml")[-1])["detector"])


def test_the_example_finds_red_things_with_their_masks(settings):
    frame = frame_of(np.full((120, 160), 2.0), color=(90, 90, 90))
    frame.color[40:60, 30:70] = (200, 20, 10)
    frame.color[80:84, 100:105] = (200, 20, 10)  # 20 px
    frame.color[100:103, 10:15] = (200, 20, 10)  # 15 px
    frame.color[20:40, 100:140] = (200, 190, 180)
    detector = make_detector(settings)
    seen = look(detector, frame, settings)
    assert seen.refused == ()
    assert [(d.category, d.score, d.box_xyxy.tolist(), int(d.mask.sum())) for d in seen.detections] == [
        ("red thing", 1.0, [30, 40, 70, 60], 800),
        ("red thing", 1.0, [100, 80, 105, 84], 20),
    ]
    assert detector.capabilities.vocabulary == ("red thing",)


def test_the_example_refuses_what_it_does_not_have(settings):
    with pytest.raises(SettingsError, match="has no parameter 'least'; did you mean least_px?"):
        make_detector(DetectorSettings(name=settings.name, parameters={"least": 3}))
    with pytest.raises(SettingsError, match="RedParameters.least_px must lie in"):
        make_detector(DetectorSettings(name=settings.name, parameters={"least_px": 0}))


def test_the_page_names_every_detector_and_format():
    assert [name for name in (*BUILT_IN, *FORMATS) if f"`{name}`" not in PAGE] == []
    for text in blocks("yaml"):
        assert yaml.safe_load(text)
