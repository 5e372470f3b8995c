"""The formats of exported networks: how each wants its image, how its outputs are read, and how it is recognized."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from situated_qa.errors import DetectorError
from situated_qa.perception.detectors.decoded import Decode
from situated_qa.perception.detectors.detr import decode_d_fine, decode_detr, decode_rf_detr
from situated_qa.perception.detectors.network_input import BYTES, CENTER, CORNER, IMAGENET, InputStyle
from situated_qa.perception.detectors.onnx_session import OnnxSession, Tensor
from situated_qa.perception.detectors.yolo import (
    YOLOX_STRIDES,
    decode_yolo,
    decode_yolo_end_to_end,
    decode_yolo_objectness,
    decode_yolox,
)

_MOST_FINAL_BOXES = 1000  # an end-to-end network gives some hundred boxes; one that does not, thousands
_COCO_ID_CLASSES = 91  # RF-DETR's; D-FINE and RT-DETR have 80, or 366 of Objects365


@dataclass(frozen=True, slots=True)
class OnnxFormat:
    """One family of exports."""

    decode: Decode
    style: InputStyle
    same_category_iou: float  # of two boxes of one category that overlap more, the better stays
    background: bool = False  # it may have a last class that means "nothing"


_SETS_OVERLAP = 0.8  # networks that give a set of objects tell each once; chairs in a row may overlap
_YOLO_OVERLAP = 0.6
_YOLO_STYLE = InputStyle(CENTER, smooth=False)

FORMATS: dict[str, OnnxFormat] = {
    "rf-detr": OnnxFormat(decode_rf_detr, InputStyle(values=IMAGENET), _SETS_OVERLAP, background=True),
    "detr": OnnxFormat(decode_detr, InputStyle(), _SETS_OVERLAP, background=True),
    "d-fine": OnnxFormat(decode_d_fine, InputStyle(), _SETS_OVERLAP),
    "yolo": OnnxFormat(decode_yolo, _YOLO_STYLE, _YOLO_OVERLAP),
    "yolo-end-to-end": OnnxFormat(decode_yolo_end_to_end, _YOLO_STYLE, _YOLO_OVERLAP),
    "yolox": OnnxFormat(decode_yolox, InputStyle(CORNER, "bgr", BYTES, smooth=False), _YOLO_OVERLAP),
    "yolo-objectness": OnnxFormat(decode_yolo_objectness, _YOLO_STYLE, _YOLO_OVERLAP),
}


def find_format(session: OnnxSession) -> str:
    """The format of a network by the names and shapes of its outputs.

    Raises:
        DetectorError: none of FORMATS, or its sizes are open; names the outputs.
    """
    outputs = {tensor.name: tensor for tensor in session.outputs}
    if {"dets", "labels"} <= outputs.keys():
        return "rf-detr"
    if {"logits", "pred_boxes"} <= outputs.keys():
        return "detr"
    if {"labels", "boxes", "scores"} <= outputs.keys():
        return "d-fine"
    tables = [tensor for tensor in session.outputs if len(tensor.shape) == 3]
    maps = [tensor for tensor in session.outputs if len(tensor.shape) == 4]
    if len(tables) == 1 and len(maps) <= 1 and len(session.outputs) == len(tables) + len(maps):
        found = _yolo_format(tables[0], maps, image_tensor(session))
        if found:
            return found
    listed = ", ".join(map(str, session.outputs))
    raise DetectorError(
        f"detector onnx cannot tell the format of {session.path} by its outputs {listed}; "
        f"set detector.parameters.format to one of {', '.join(FORMATS)}"
    )


def _yolo_format(table: Tensor, maps: Sequence[Tensor], image: Tensor) -> str:
    _, rows, columns = table.shape
    weights = maps[0].shape[1] if maps else 0
    if weights < 0:
        return ""
    cells = _cells(image.shape[2:])
    if rows == cells or rows == 3 * cells:
        return "yolox" if rows == cells else "yolo-objectness"
    if columns == 6 + weights and 0 <= rows <= _MOST_FINAL_BOXES:
        return "yolo-end-to-end"
    if rows > 4 + weights and (columns == cells or columns > rows):
        return "yolo"
    return ""


def _cells(size: tuple[int, ...]) -> int:
    """Cells of all strides of an input; -2 where its size is open, which no count of rows equals."""
    return sum((size[0] // stride) * (size[1] // stride) for stride in YOLOX_STRIDES) if min(size) > 0 else -2


def count_classes(name: str, session: OnnxSession) -> int:
    """How many classes a network of that format has; 0 where its outputs do not tell."""
    outputs = {tensor.name: tensor.shape for tensor in session.outputs}
    if name in ("rf-detr", "detr"):
        return max(outputs.get("labels" if name == "rf-detr" else "logits", (0,))[-1], 0)
    if name in ("d-fine", "yolo-end-to-end"):
        return 0
    shape = next((shape for shape in outputs.values() if len(shape) == 3), (0, 0, 0))
    if name == "yolo":
        weights = next((shape[1] for shape in outputs.values() if len(shape) == 4), 0)
        return max(shape[1] - 4 - max(weights, 0), 0) if shape[1] > 0 else 0
    return max(shape[2] - 5, 0)


def default_style(name: str, classes: int) -> InputStyle:
    """How a network of that format wants its image. Exports of transformers do not tell whether they are RF-DETR's."""
    if name == "detr" and classes == _COCO_ID_CLASSES:
        return FORMATS["rf-detr"].style
    return FORMATS[name].style


def image_tensor(session: OnnxSession) -> Tensor:
    """The input that takes the image.

    Raises:
        DetectorError: there is none of shape (batch, 3, height, width).
    """
    for tensor in session.inputs:
        if len(tensor.shape) == 4 and tensor.shape[1] in (3, -1) and tensor.shape[0] in (1, -1):
            return tensor
    listed = ", ".join(map(str, session.inputs))
    raise DetectorError(
        f"detector onnx: {session.path} has no input [1, 3, height, width], but {listed}; export it with a batch of 1"
    )
