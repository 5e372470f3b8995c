"""Masks for the boxes of another detector, by an image encoder and a mask decoder of the Segment Anything kind.

    detector:
      name: "sam"
      parameters: {boxes_from: "owlv2"}

The encoder is `input_image` (H, W, 3), RGB 0 … 255, which normalizes and pads by itself, or (1, 3, S, S), normalized
and padded here. The decoder is the one that segment-anything's own exporter writes.

Sources: Kirillov 2023, Segment Anything; Zhang 2023, Faster Segment Anything (MobileSAM).
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError, DetectorError
from situated_qa.geometry import Frame
from situated_qa.perception.detector import Detection, DetectorSettings
from situated_qa.perception.detectors.checks import checked
from situated_qa.perception.detectors.onnx_session import DEVICES, OnnxSession
from situated_qa.settings import check_settings, setting

DEFAULT_ASSET = "mobile-sam"
_LONG_SIDE = 1024  # px of the image that the encoders are trained with
_MEAN_RGB = np.array([123.675, 116.28, 103.53], np.float32)
_STD_RGB = np.array([58.395, 57.12, 57.375], np.float32)
_TOP_LEFT, _BOTTOM_RIGHT = 2.0, 3.0  # the labels of points that are corners of a box
_DECODER_INPUTS = {
    *("image_embeddings", "point_coords", "point_labels", "mask_input", "has_mask_input", "orig_im_size"),
}


@dataclass(frozen=True, slots=True)
class SamParameters:
    """The parameters of the detector sam; `model_path` and `prompts` are those of the detector of the boxes.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    boxes_from: str = setting("nanodet", "the detector that draws the boxes, as in detector.name")
    boxes_parameters: str = setting("", "its own parameters, a YAML or JSON mapping")
    encoder: str = setting("", "ONNX file of the image encoder; empty means MobileSAM's (situated-qa fetch mobile-sam)")
    decoder: str = setting("", "ONNX file of the mask decoder; empty means MobileSAM's")
    device: str = setting("auto", "where both run; auto takes CUDA where onnxruntime has it", choices=DEVICES)
    half: bool = setting(True, "TensorRT may compute in 16 bits")

    def __post_init__(self) -> None:
        check_settings(self)


class MasksFromBoxes:
    """Another detector, whose boxes get masks.

    Raises:
        DetectorError: that detector cannot be made or gives masks itself, or a file is missing or is no such network.
    """

    parameters_class = SamParameters

    def __init__(
        self,
        settings: DetectorSettings,
        parameters: SamParameters = SamParameters(),  # noqa: B008
        **context: Any,
    ) -> None:
        from situated_qa.perception.detectors.factory import make_detector

        if parameters.boxes_from == "sam":
            raise DetectorError("detector sam: boxes_from must name another detector")
        self._settings = dataclasses.replace(
            settings, name=parameters.boxes_from, parameters=parameters.boxes_parameters
        )
        self._boxes = make_detector(self._settings, **context)
        if self._boxes.capabilities.masks:
            raise DetectorError(
                f"detector sam: {self._boxes.name} gives masks itself; set detector.name: {parameters.boxes_from}"
            )
        options: dict[str, Any] = {
            "device": parameters.device,
            "threads": settings.threads,
            "half": parameters.half,
        }
        self._encoder = OnnxSession(_file(parameters.encoder, "mobile_sam_image_encoder.onnx"), "sam", **options)
        self._decoder = OnnxSession(_file(parameters.decoder, "sam_mask_decoder_single.onnx"), "sam", **options)
        self._check()
        self.name = f"{self._boxes.name} with masks"
        self.capabilities = dataclasses.replace(self._boxes.capabilities, masks=True)

    def detect(self, frame: Frame) -> list[Detection]:
        """What the other detector sees, each with a mask. What is wrong with it is handed on as it is, to be refused.

        Raises:
            DetectorError: one of the networks or the other detector failed.
        """
        found = self._boxes.detect(frame)
        if not isinstance(found, (list, tuple)):
            return found
        result: list[Any] = []
        good: dict[int, Detection] = {}  # by their place in the result
        for item in found:
            try:
                detection = checked(item, self._boxes.capabilities, frame.depth.shape)
            except ValueError:
                result.append(item)
                continue
            if detection.score >= self._settings.score_threshold:
                good[len(result)] = detection
                result.append(detection)
        if good:  # the encoder takes most of the time
            image, scale = self._image(frame.color)
            embeddings = self._encoder.run({self._encoder.inputs[0].name: image}, frame.stamp)
            embedding = embeddings[self._encoder.outputs[0].name]
            for place, detection in good.items():
                mask = self._mask(frame, detection.box_xyxy * scale, embedding)
                result[place] = dataclasses.replace(detection, mask=mask)
        return result

    def _image(self, color: np.ndarray) -> tuple[np.ndarray, float]:
        """What the encoder takes, and its px per px of `color`."""
        import cv2

        tensor = self._encoder.inputs[0]
        planar = len(tensor.shape) == 4
        sides = tensor.shape[2:] if planar else tensor.shape[:2]
        rows, columns = (side if side > 0 else _LONG_SIDE for side in sides)
        height, width = color.shape[:2]
        scale = min(rows / height, columns / width)
        size = min(columns, int(width * scale + 0.5)), min(rows, int(height * scale + 0.5))
        pixels = cv2.resize(color, size, interpolation=cv2.INTER_LINEAR).astype(np.float32)
        if planar:
            pixels = (pixels - _MEAN_RGB) / _STD_RGB
        open_size = not planar and min(sides) < 0  # it pads by itself
        if not open_size:
            padded = np.zeros((rows, columns, 3), np.float32)
            padded[: size[1], : size[0]] = pixels
            pixels = padded
        if planar:
            pixels = pixels.transpose(2, 0, 1)[None]
        return np.ascontiguousarray(pixels.astype(tensor.dtype)), scale

    def _mask(self, frame: Frame, box: np.ndarray, embedding: np.ndarray) -> np.ndarray:
        """(H, W) bool of the object in a box, which is in px of the encoder's image."""
        dtypes = {tensor.name: tensor.dtype for tensor in self._decoder.inputs}
        feed = {
            "image_embeddings": embedding,
            "point_coords": box.reshape(1, 2, 2),
            "point_labels": np.array([[_TOP_LEFT, _BOTTOM_RIGHT]]),
            "mask_input": np.zeros((1, 1, 256, 256)),
            "has_mask_input": np.zeros(1),
            "orig_im_size": np.array(frame.depth.shape),
        }
        outputs = self._decoder.run({name: value.astype(dtypes[name]) for name, value in feed.items()}, frame.stamp)
        masks, quality = outputs["masks"][0], outputs["iou_predictions"][0]
        if masks.shape[1:] != frame.depth.shape:
            raise DetectorError(
                f"detector sam: the decoder gave masks {masks.shape[1:]} for an image {frame.depth.shape}; export it "
                "with orig_im_size, as segment-anything does"
            )
        best: np.ndarray = masks[int(quality.argmax())] > 0.0
        return best

    def _check(self) -> None:
        image, names = self._encoder.inputs[0], {tensor.name for tensor in self._decoder.inputs}
        planar = len(image.shape) == 4 and image.shape[1] in (3, -1)
        if len(self._encoder.inputs) != 1 or not (planar or (len(image.shape) == 3 and image.shape[2] in (3, -1))):
            listed = ", ".join(map(str, self._encoder.inputs))
            raise DetectorError(
                f"detector sam: {self._encoder.path} must take one image, [1, 3, S, S] or [H, W, 3], but takes {listed}"
            )
        outputs = {tensor.name for tensor in self._decoder.outputs}
        if names != _DECODER_INPUTS or not {"masks", "iou_predictions"} <= outputs:
            raise DetectorError(
                f"detector sam: {self._decoder.path} takes {', '.join(sorted(names))}; it must be a decoder as "
                f"segment-anything exports it, with {', '.join(sorted(_DECODER_INPUTS))} and the outputs masks and "
                "iou_predictions"
            )


def _file(given: str, name: str) -> Path:
    if given:
        return Path(given).expanduser()
    try:
        return asset_path(DEFAULT_ASSET) / name
    except AssetError as error:
        raise DetectorError(f"detector sam: {error}, or name the files in detector.parameters") from error
