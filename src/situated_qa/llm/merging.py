"""A LoRA adapter merged into its base model, as a GGUF file: what llama.cpp evaluates without the adapter's products.

The trained reader runs as such a file: merged and in 4 bits, it takes about half the time for a token and less memory.
Set-up writes it with `python -m situated_qa.llm.merging`; where it is missing, the first question does.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.errors import ModelUnavailable
from situated_qa.llm.four_bits import BLOCK, quantize_iq4_nl
from situated_qa.llm.gguf import Adapter, released_adapter
from situated_qa.progress import Counted

_log = logging.getLogger(__name__)

KIND = "iq4_nl"
"""The type of the merged reader's matrices; a part of its name."""

_RECIPE = "1"
"""To be raised when the same files are merged to other bytes."""

_ROWS = 8192
"""Of a matrix at a time: the output's as float32 would take half a gigabyte."""

_EMBEDDING = "token_embd.weight"  # rows are looked up and not multiplied: they cost no time as they are


@dataclass(frozen=True, slots=True)
class LoraTensors:
    """The matrices of an adapter by GGUF names of the tensors that they change, in GGUF's order of rows.

    The change of a tensor W (out, in) is `alpha / rank * b @ a`, with a (rank, in) and b (out, rank), float32.
    """

    alpha: float
    rank: int
    matrices: Mapping[str, tuple[Any, Any]]  # "blk.0.attn_q.weight": (a, b)

    def change(self, tensor: str) -> Any:
        """What is added to a tensor: (out, in), float32."""
        a, b = self.matrices[tensor]
        return (self.alpha / self.rank) * (b @ a)


def read_adapter(path: Path) -> LoraTensors:
    """The matrices of an adapter in GGUF.

    Raises:
        ModelUnavailable: it is no adapter, or the package gguf is not installed.
    """
    reader = gguf_package().GGUFReader(path)
    alpha = reader.fields.get("adapter.lora.alpha")
    halves = {tensor.name: tensor.data.astype("float32") for tensor in reader.tensors}
    names = sorted({name.rpartition(".lora_")[0] for name in halves})
    try:
        matrices = {name: (halves[f"{name}.lora_a"], halves[f"{name}.lora_b"]) for name in names}
    except KeyError as error:
        raise ModelUnavailable(f"{path} is no LoRA adapter: it has no tensor {error}") from error
    if alpha is None or not matrices:
        raise ModelUnavailable(f"{path} is no LoRA adapter: it has no matrices, or no adapter.lora.alpha")
    return LoraTensors(float(alpha.contents()), len(matrices[names[0]][0]), matrices)


def write_merged(tensors: LoraTensors, base: Path, path: Path, *, name: str, four_bits: bool = False) -> Path:
    """Write the base model with the adapter in it.

    Args:
        base: the GGUF model that the adapter was trained for.
        four_bits: every matrix as IQ4_NL; else the changed ones as Q8_0 and the others as they are.

    Raises:
        ModelUnavailable: the base has no such tensors, or they have other shapes.
    """
    gguf = gguf_package()
    reader = gguf.GGUFReader(base)
    missing = set(tensors.matrices) - {tensor.name for tensor in reader.tensors}
    if missing:
        raise ModelUnavailable(f"{base} is not the adapter's base model: it has no tensor {min(missing)}")
    kinds = gguf.LlamaFileType
    file_type = int(kinds.MOSTLY_IQ4_NL if four_bits else kinds.MOSTLY_Q8_0)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.parent.mkdir(parents=True, exist_ok=True)
    try:
        writer = gguf.GGUFWriter(part, reader.fields["general.architecture"].contents(), use_temp_file=True)
        _copy_fields(reader, writer, {"general.name": name, "general.file_type": file_type})
        for tensor, data, kind in _merged(reader, tensors, base, four_bits=four_bits):
            writer.add_tensor(tensor, data, raw_dtype=kind)
        finish(writer)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def merged_reader(base: Path, adapter: Adapter, folder: Path) -> Path:
    """The released reader as one file in 4 bits; it is written first where it is not there yet, which takes a minute.

    Args:
        base: the model that it is an adapter of.
        folder: where the file goes; files of other readers or recipes are removed from it.

    Raises:
        ModelUnavailable: a file is not what it should be, the package gguf is not installed, or the folder cannot be
            written.
    """
    source = f"{_RECIPE} {adapter.sha256} {adapter.asset}"
    name = f"{adapter.name}-{KIND}"
    path = folder / f"{name}-{hashlib.sha256(source.encode()).hexdigest()[:12]}.gguf"
    if path.is_file():
        return path
    _log.info("the reader's adapter is merged into %s, once: %s", base.name, path)
    try:
        write_merged(read_adapter(adapter.located()), base, path, name=name, four_bits=True)
        for old in folder.glob(f"{name}-*.gguf"):
            if old != path:
                old.unlink()
    except OSError as error:
        raise ModelUnavailable(f"the reader cannot be merged into {folder}: {error}") from error
    return path


def main() -> None:
    """Write the released reader where it is not there yet."""
    from situated_qa.assets import asset_path

    adapter = released_adapter()
    if adapter is not None:
        base = Path(asset_path(adapter.asset))
        print(f"reader: {merged_reader(base, adapter, base.parent)}", file=sys.stderr, flush=True)


def _merged(reader: Any, tensors: LoraTensors, base: Path, *, four_bits: bool) -> Iterator[tuple[str, Any, Any]]:
    """Name, data and type of each tensor of the merged model."""
    gguf = gguf_package()
    kind = gguf.GGMLQuantizationType.IQ4_NL if four_bits else gguf.GGMLQuantizationType.Q8_0
    for tensor in Counted(reader.tensors, len(reader.tensors), "merging the reader", "tensors", show=four_bits):
        changed = tensor.name in tensors.matrices
        matrix = len(tensor.shape) == 2 and tensor.shape[0] % BLOCK == 0 and tensor.name != _EMBEDDING
        if not changed and not (four_bits and matrix):
            yield tensor.name, tensor.data, tensor.tensor_type
            continue
        change = tensors.change(tensor.name) if changed else None
        shape = tuple(int(size) for size in reversed(tensor.shape))
        if change is not None and shape != change.shape:
            raise ModelUnavailable(
                f"{base} is not the adapter's base model: {tensor.name} has shape {shape}, "
                f"the adapter changes {change.shape}"
            )
        parts = []
        for start in range(0, shape[0], _ROWS):
            rows = slice(start, start + _ROWS)
            weights = gguf.quants.dequantize(tensor.data[rows], tensor.tensor_type)
            if change is not None:
                weights = weights + change[rows]
            parts.append(quantize_iq4_nl(weights) if four_bits else gguf.quants.quantize(weights, kind))
        yield tensor.name, np.concatenate(parts), kind


def _copy_fields(reader: Any, writer: Any, changed: Mapping[str, Any]) -> None:
    """The metadata of a model, but for what the writer writes itself and what is changed."""
    gguf = gguf_package()
    for field in reader.fields.values():
        if field.name == gguf.Keys.General.ARCHITECTURE or field.name.startswith("GGUF."):
            continue
        kind = field.types[0]
        inner = field.types[-1] if kind == gguf.GGUFValueType.ARRAY else None
        writer.add_key_value(field.name, changed.get(field.name, field.contents()), kind, sub_type=inner)


def finish(writer: Any) -> None:
    """Write the file that a `gguf.GGUFWriter` holds."""
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def gguf_package() -> Any:
    """The package that reads and writes GGUF.

    Raises:
        ModelUnavailable: it is not installed.
    """
    try:
        import gguf
    except ImportError as error:
        raise ModelUnavailable('the package gguf is not installed: run `pip install "situated_qa[llm]"`') from error
    return gguf


if __name__ == "__main__":
    main()
