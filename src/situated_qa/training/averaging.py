"""The mean of two adapters of one training: `situated-qa train average`.

Source: Izmailov et al., "Averaging Weights Leads to Wider Optima and Better Generalization", 2018.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from situated_qa.downloads import sha256
from situated_qa.errors import TrainingError
from situated_qa.training import checkpoints
from situated_qa.training.export import adapter_folder
from situated_qa.training.lora import ADAPTER_FILE


def average(later: Path, earlier: Path, out: Path) -> Path:
    """Write the mean of the weights of an adapter and of one that it was trained on from.

    The matrices of two adapters can be averaged only because one began where the other was: those of separate
    trainings differ by more than their weights.

    Args:
        later: the run's folder, of which `out` gets the run.json and the journal, too; or an adapter's.
        earlier: a run's folder, or an adapter's.
        out: the folder to write; must not be there.

    Returns:
        the folder.

    Raises:
        TrainingError: a folder holds no adapter, the two have other layers or ranks, or `out` is there.
    """
    from safetensors.numpy import load_file, save_file

    if out.exists():
        raise TrainingError(f"{out} is there already; name another folder with --out")
    folders = [adapter_folder(folder) for folder in (later, earlier)]
    first, second = (load_file(str(folder / ADAPTER_FILE)) for folder in folders)
    for name in first.keys() | second.keys():
        if name not in first or name not in second or first[name].shape != second[name].shape:
            raise TrainingError(f"{later} and {earlier} are no adapters of one training: {name} differs")
    (out / checkpoints.ADAPTER).mkdir(parents=True)
    mean = {name: ((first[name] + second[name]) / 2).astype(first[name].dtype) for name in first}
    save_file(mean, str(out / checkpoints.ADAPTER / ADAPTER_FILE))
    shutil.copy(folders[0] / "adapter_config.json", out / checkpoints.ADAPTER)
    if (later / checkpoints.RUN).is_file():
        about: dict[str, Any] = json.loads((later / checkpoints.RUN).read_text(encoding="utf-8"))
        about["averaged_with"] = sha256(folders[1] / ADAPTER_FILE)
        (out / checkpoints.RUN).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        shutil.copy(later / checkpoints.JOURNAL, out)
    return out
