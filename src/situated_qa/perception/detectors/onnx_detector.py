"""Detects with an exported ONNX network: RF-DETR, D-FINE, RT-DETR, YOLOX and YOLO-style heads, with masks or without.

docs/detectors.md tells which weights there are, under which licenses, and where to get them.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError, DetectorError
from situated_qa.geometry import Frame
from situated_qa.perception.detector import Capabilities, Detection, DetectorSettings
from situated_qa.perception.detectors.labels import find_labels
from situated_qa.perception.detectors.network_input import (
    BYTES,
    CENTER,
    CORNER,
    IMAGENET,
    STRETCH,
    UNIT,
    InputStyle,
    prepare,
)
from situated_qa.perception.detectors.onnx_formats import (
    FORMATS,
    count_classes,
    default_style,
    find_format,
    image_tensor,
)
from situated_qa.perception.detectors.onnx_session import DEVICES, OnnxSession
from situated_qa.perception.detectors.suppression import suppress
from situated_qa.settings import check_settings, setting

DEFAULT_ASSET = "rf-detr-seg-nano"
_STEP_PX = 32  # sides of an input of open size are multiples of this


@dataclass(frozen=True, slots=True)
class OnnxParameters:
    """The parameters of the detector onnx.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    format: str = setting(
        "", "what the network's outputs are; empty: told by their names and shapes", choices=("", *FORMATS)
    )
    labels: str = setting(
        "",
        "file with the names of the classes: one per line, or JSON or YAML; empty: the model's metadata, else COCO",
    )
    device: str = setting(
        "auto",
        "where it runs; auto takes CUDA where onnxruntime has it; cuda and tensorrt are an error where they are not",
        choices=DEVICES,
    )
    half: bool = setting(True, "TensorRT may compute in 16 bits")
    fit: str = setting(
        "",
        "how the image gets the network's size: stretched, or padded around or at right and bottom; empty: as the "
        "format wants it",
        choices=("", STRETCH, CENTER, CORNER),
    )
    channels: str = setting("", "order of the colors; empty: as the format wants it", choices=("", "rgb", "bgr"))
    values: str = setting(
        "",
        "0 … 1, 0 … 255, or 0 … 1 normalized by ImageNet's mean and deviation; empty: as the format wants it",
        choices=("", UNIT, BYTES, IMAGENET),
    )

    def __post_init__(self) -> None:
        check_settings(self)


class OnnxDetector:
    """An exported network.

    Raises:
        DetectorError: onnxruntime, the file or the device is missing; or its format or classes are not known. The text
            says what to set.
    """

    parameters_class = OnnxParameters

    def __init__(self, settings: DetectorSettings, parameters: OnnxParameters = OnnxParameters()) -> None:  # noqa: B008
        path = _model_path(settings)
        self._session = session = OnnxSession(
            path, "onnx", device=parameters.device, threads=settings.threads, half=parameters.half
        )
        self._image = image_tensor(session)
        self.format = parameters.format or find_format(session)
        classes = count_classes(self.format, session)
        self._format = FORMATS[self.format]
        self._labels = find_labels(classes, parameters.labels, session.metadata, path, self._format.background)
        self._style = _style(parameters, default_style(self.format, classes))
        self._size = _input_size(session, self._image.shape[2:], settings)
        self._threshold = settings.score_threshold
        self._wanted = np.array([bool(name) and name not in settings.excluded_categories for name in self._labels])
        self._more = [tensor for tensor in session.inputs if tensor is not self._image]
        for tensor in self._more:
            if tensor.name not in ("orig_target_sizes", "pixel_mask"):
                raise DetectorError(f"detector onnx: {path} wants the input {tensor}, which is not known")
        self.name = f"onnx {path.stem}"
        named = dict.fromkeys(name for name, wanted in zip(self._labels, self._wanted, strict=True) if wanted)
        self.capabilities = Capabilities(
            masks=any(len(tensor.shape) == 4 for tensor in session.outputs), vocabulary=tuple(named)
        )

    @property
    def providers(self) -> tuple[str, ...]:
        """What onnxruntime runs it with, best first."""
        return self._session.providers

    def detect(self, frame: Frame) -> list[Detection]:
        """Boxes above the score threshold, best first, with masks where the network gives them.

        Raises:
            DetectorError: the inference failed, or gave outputs of shapes that the format does not have.
        """
        image = prepare(frame.color, self._size, self._style)
        feed = {self._image.name: image.tensor.astype(self._image.dtype)}
        for tensor in self._more:
            # The network is told that the image has the size of its input, so that boxes come in px of the input.
            if tensor.name == "orig_target_sizes":
                feed[tensor.name] = np.array([[image.size[1], image.size[0]]], tensor.dtype)
            else:
                sides = [side if side > 0 else own for side, own in zip(tensor.shape[1:], image.size, strict=False)]
                feed[tensor.name] = np.ones((1, *sides), tensor.dtype)
        outputs = self._session.run(feed, frame.stamp)
        try:
            found = self._format.decode(outputs, image.size, self._threshold, self._wanted)
        except (KeyError, ValueError, IndexError, StopIteration) as error:
            shapes = ", ".join(f"{name} {list(value.shape)}" for name, value in outputs.items())
            raise DetectorError(
                f"detector {self.name}: the outputs {shapes} are not those of the format {self.format}: {error!r}; set "
                f"detector.parameters.format to one of {', '.join(FORMATS)}"
            ) from error
        boxes = image.boxes_in_image(found.boxes)
        seen = []
        for index in suppress(boxes, found.scores, found.classes, self._format.same_category_iou):
            if (boxes[index, 2:] - boxes[index, :2] < 1.0).any():
                continue
            inside = boxes[index] if found.clip_masks else None
            mask = None if found.masks is None else image.mask_in_image(found.masks[index], inside)
            if mask is None or mask.any():
                name = self._labels[found.classes[index]]
                seen.append(Detection(name, min(float(found.scores[index]), 1.0), boxes[index], mask))
        return seen


def _model_path(settings: DetectorSettings) -> Path:
    if settings.model_path:
        return Path(settings.model_path).expanduser()
    try:
        return asset_path(DEFAULT_ASSET)
    except AssetError as error:
        raise DetectorError(f"detector onnx: {error}, or set detector.model_path to an ONNX file") from error


def _style(parameters: OnnxParameters, default: InputStyle) -> InputStyle:
    return dataclasses.replace(
        default,
        fit=parameters.fit or default.fit,
        channels=parameters.channels or default.channels,
        values=parameters.values or default.values,
    )


def _input_size(session: OnnxSession, shape: tuple[int, ...], settings: DetectorSettings) -> tuple[int, int]:
    """Height and width of the input: the network's own, else those it was exported for, else `settings.input_size`."""
    side = -(-settings.input_size // _STEP_PX) * _STEP_PX
    exported: object = None
    with contextlib.suppress(ValueError, SyntaxError):
        exported = ast.literal_eval(session.metadata.get("imgsz", "None"))
    sides = [side, side]
    if isinstance(exported, list) and len(exported) == 2 and all(isinstance(n, int) and n > 0 for n in exported):
        sides = exported
    height, width = (given if given > 0 else own for given, own in zip(shape, sides, strict=True))
    return height, width
