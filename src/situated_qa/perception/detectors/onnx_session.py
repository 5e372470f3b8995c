"""Loads an ONNX network where it is to run: on the CPU, or through CUDA or TensorRT."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.assets import cache_folder
from situated_qa.errors import DetectorError

DEVICES = ("auto", "cpu", "cuda", "tensorrt")
_PROVIDERS = {"cuda": "CUDAExecutionProvider", "tensorrt": "TensorrtExecutionProvider"}
_DTYPES: dict[str, type[np.generic]] = {
    "tensor(float)": np.float32,
    "tensor(float16)": np.float16,
    "tensor(double)": np.float64,
    "tensor(uint8)": np.uint8,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
}


@dataclass(frozen=True, slots=True)
class Tensor:
    """An input or output of a network."""

    name: str
    shape: tuple[int, ...]  # -1 where any size goes
    dtype: type[np.generic]

    def __str__(self) -> str:
        return f"{self.name} {list(self.shape)} {np.dtype(self.dtype).name}"


class OnnxSession:
    """A loaded network.

    Args:
        path: the .onnx file.
        who: the detector, for error texts.
        device: one of DEVICES; auto takes CUDA where onnxruntime has it and it works, else the CPU.
        threads: CPU threads of one inference.
        half: TensorRT may compute in 16 bits.

    Raises:
        DetectorError: onnxruntime or the file is missing, it is no network, or the device asked for is not there.
    """

    def __init__(self, path: Path, who: str, *, device: str = "auto", threads: int = 1, half: bool = False) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise DetectorError(
                f"detector {who} needs {error.name}: pip install situated_qa[onnx], or onnxruntime-gpu for CUDA and "
                "TensorRT"
            ) from error
        if not path.is_file():
            raise DetectorError(f"detector {who}: no file {path}; set detector.model_path to an ONNX file")
        self.path, self.who = path, who
        there = onnxruntime.get_available_providers()
        wanted = _PROVIDERS.get(device)
        if wanted is not None and wanted not in there:
            raise DetectorError(
                f"detector {who}: device {device} is not there; this onnxruntime has {', '.join(there)}. Install "
                "onnxruntime-gpu (on Jetson: NVIDIA's wheel) instead of onnxruntime, or set device: cpu"
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=_providers(device, there, half))
        except Exception as error:  # onnxruntime raises its own types, one per status code
            raise DetectorError(f"detector {who} cannot load {path}: {error}") from error
        self.providers: tuple[str, ...] = tuple(self._session.get_providers())
        if wanted is not None and wanted not in self.providers:  # onnxruntime only logs it, and takes the CPU
            raise DetectorError(
                f"detector {who}: {wanted} could not be started, onnxruntime took {', '.join(self.providers)}. Check "
                "that the CUDA, cuDNN and TensorRT libraries are those that this onnxruntime was built for"
            )
        self.inputs = tuple(map(self._tensor, self._session.get_inputs()))
        self.outputs = tuple(map(self._tensor, self._session.get_outputs()))
        self.metadata: dict[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)

    def run(self, feed: dict[str, np.ndarray], stamp: int) -> dict[str, np.ndarray]:
        """The outputs by name.

        Raises:
            DetectorError: the inference failed, or an output is not finite; names the frame's stamp.
        """
        try:
            values = self._session.run(None, feed)
        except Exception as error:
            raise DetectorError(f"detector {self.who} failed on the frame at {stamp} ns: {error}") from error
        outputs = {tensor.name: np.asarray(value) for tensor, value in zip(self.outputs, values, strict=True)}
        for name, value in outputs.items():
            if np.issubdtype(value.dtype, np.floating) and not np.isfinite(value).all():
                raise DetectorError(
                    f"detector {self.who}: {name} is not finite for the frame at {stamp} ns; does the network want "
                    "other values (detector.parameters.values), or half: false?"
                )
        return outputs

    def _tensor(self, value: Any) -> Tensor:
        shape = tuple(side if isinstance(side, int) and side > 0 else -1 for side in value.shape)
        if value.type not in _DTYPES:
            raise DetectorError(f"detector {self.who}: {value.name} of {self.path} has the type {value.type}")
        return Tensor(value.name, shape, _DTYPES[value.type])


def _providers(device: str, there: list[str], half: bool) -> list[Any]:
    """What onnxruntime is to try, best first. TensorRT builds an engine for minutes, so it is never taken unasked."""
    found: list[Any] = []
    if device == "tensorrt":
        cache = cache_folder() / "tensorrt"
        cache.mkdir(parents=True, exist_ok=True)
        engine = {"trt_engine_cache_enable": True, "trt_engine_cache_path": str(cache), "trt_fp16_enable": half}
        found.append((_PROVIDERS["tensorrt"], engine))
    if device != "cpu" and _PROVIDERS["cuda"] in there:
        found.append(_PROVIDERS["cuda"])
    return [*found, "CPUExecutionProvider"]
