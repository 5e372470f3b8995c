"""The model that an adapter is trained for: the embedded GGUF, another GGUF file, or a Hugging Face folder."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from situated_qa.asset_list import ASSETS
from situated_qa.assets import asset_path, cache_folder
from situated_qa.downloads import sha256
from situated_qa.errors import TrainingError


@dataclass(frozen=True)
class Base:
    """Where a base model lies."""

    name: str  # of the asset, file or folder
    gguf: Path | None  # the file that an adapter will be used with; None for a Hugging Face folder
    folder: Path  # for transformers; made from the GGUF file where there is one


def find_base(spec: str) -> Base:
    """Find a base model, and dequantize it if it is a GGUF file (once; about 1 GB for the 0.5B in the cache folder).

    Args:
        spec: name of an asset, path of a GGUF file, or path of a Hugging Face folder.

    Raises:
        TrainingError: nothing of that kind is there.
        AssetError: the asset is not fetched yet.
    """
    gguf, folder = locate(spec)
    if gguf is None:
        return Base(folder.resolve().name, None, folder)
    return Base(spec if spec in ASSETS else gguf.stem, gguf, _dequantized(gguf))


def locate(spec: str) -> tuple[Path | None, Path]:
    """The GGUF file that is meant (None for a folder), and the folder that is meant or that the file lies in.

    Same errors as `find_base`; needs none of the training's libraries.
    """
    path = Path(spec).expanduser()
    if path.is_dir():
        if not (path / "config.json").is_file():
            raise TrainingError(f"{path} is no Hugging Face folder: it holds no config.json")
        return None, path
    if spec in ASSETS:
        path = asset_path(spec)
    elif not path.is_file():
        raise TrainingError(f"no base model {spec!r}: give an asset (qwen2.5-coder-0.5b), a GGUF file or a folder")
    with path.open("rb") as file:
        if file.read(4) != b"GGUF":
            raise TrainingError(f"{path} is no GGUF file")
    return path, path.parent


def _dequantized(gguf: Path) -> Path:
    """The Hugging Face folder made from a GGUF file; made now if it is not there."""
    folder = cache_folder() / "training" / f"{gguf.stem}-{sha256(gguf)[:12]}"
    if (folder / "config.json").is_file():
        return folder
    torch, transformers = libraries()
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    where = {"pretrained_model_name_or_path": str(gguf.parent), "gguf_file": gguf.name}
    model = transformers.AutoModelForCausalLM.from_pretrained(**where, dtype=torch.bfloat16)
    tokenizer = transformers.AutoTokenizer.from_pretrained(**where)
    # transformers still calls it quantized, and would refuse to write it.
    model.hf_quantizer = None
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    model.save_pretrained(part)
    tokenizer.save_pretrained(part)
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)
    return folder


def load_tokenizer(base: Base) -> Any:
    """The tokenizer of a base model."""
    return libraries()[1].AutoTokenizer.from_pretrained(str(base.folder))


def load_model(base: Base, dtype: str) -> Any:
    """The causal language model, without an adapter; `dtype` is "bfloat16" or "float32"."""
    torch, transformers = libraries()
    return transformers.AutoModelForCausalLM.from_pretrained(str(base.folder), dtype=getattr(torch, dtype))


def libraries() -> tuple[Any, Any]:
    """torch and transformers.

    Raises:
        TrainingError: they are not installed.
    """
    try:
        import torch
        import transformers
    except ImportError as error:
        raise TrainingError(f"training needs {error.name}, which is not installed: run `make training`") from error
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()  # of loading; a run prints its own progress
    return torch, transformers
