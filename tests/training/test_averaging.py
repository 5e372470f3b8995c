"""The mean of two adapters of one training, on matrices of two numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from situated_qa.errors import TrainingError
from situated_qa.training.averaging import average
from situated_qa.training.lora import ADAPTER_FILE

np = pytest.importorskip("numpy")
safetensors = pytest.importorskip("safetensors.numpy", reason="the training requirements are not installed")


def adapter(folder: Path, **matrices: list[float]) -> Path:
    folder.mkdir(parents=True)
    safetensors.save_file({name: np.array(v, np.float32) for name, v in matrices.items()}, folder / ADAPTER_FILE)
    (folder / "adapter_config.json").write_text("{}")
    return folder


def test_each_weight_is_the_mean_and_the_run_tells_of_both(tmp_path: Path) -> None:
    adapter(tmp_path / "run" / "adapter", a=[1.0, 3.0], b=[0.5, -1.0])
    (tmp_path / "run" / "run.json").write_text('{"stage": "sft"}')
    (tmp_path / "run" / "journal.jsonl").write_text('{"step": 1}\n')
    earlier = adapter(tmp_path / "earlier", a=[3.0, 3.0], b=[0.0, 0.0])
    out = average(tmp_path / "run", earlier, tmp_path / "mean")
    found = safetensors.load_file(out / "adapter" / ADAPTER_FILE)
    assert {name: values.tolist() for name, values in found.items()} == {"a": [2.0, 3.0], "b": [0.25, -0.5]}
    about = json.loads((out / "run.json").read_text())
    assert about["stage"] == "sft" and len(about["averaged_with"]) == 64
    assert (out / "journal.jsonl").is_file() and (out / "adapter" / "adapter_config.json").is_file()


def test_adapters_of_other_layers_or_ranks_are_refused(tmp_path: Path) -> None:
    first = adapter(tmp_path / "first", a=[1.0, 3.0])
    for name, other in (("layers", {"b": [1.0, 3.0]}), ("ranks", {"a": [1.0]})):
        with pytest.raises(TrainingError, match="no adapters of one training"):
            average(first, adapter(tmp_path / name, **other), tmp_path / "mean")
    with pytest.raises(TrainingError, match="is there already"):
        average(first, first, tmp_path / "first")
