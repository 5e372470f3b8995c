"""From a color image to what a network takes, and back: boxes and masks of the input in pixels of the image."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STRETCH, CENTER, CORNER = "stretch", "letterbox", "letterbox-corner"
UNIT, BYTES, IMAGENET = "unit", "bytes", "imagenet"
_GRAY = 114  # the padding that YOLO networks are trained with
_IMAGENET_MEAN_RGB = np.array([0.485, 0.456, 0.406], np.float32)
_IMAGENET_STD_RGB = np.array([0.229, 0.224, 0.225], np.float32)


@dataclass(frozen=True, slots=True)
class InputStyle:
    """How the networks of one family want their images."""

    fit: str = (
        STRETCH  # STRETCH to the input's size, or keep the aspect: pad around (CENTER), or right and below (CORNER)
    )
    channels: str = "rgb"  # rgb or bgr
    values: str = UNIT  # UNIT: 0 … 1; BYTES: 0 … 255; IMAGENET: 0 … 1 less the mean, by the standard deviation
    smooth: bool = True  # average the pixels that are merged, as networks trained with PIL or torchvision saw it


@dataclass(frozen=True, slots=True, eq=False)
class NetworkInput:
    """An image as a network takes it. A place in the input is `scale · place in the image + offset`, px."""

    tensor: np.ndarray  # (1, 3, h, w) float32
    scale: np.ndarray  # (2,) along x and y
    offset: np.ndarray  # (2,) px of the input, along x and y
    image_size: tuple[int, int]  # height, width of the image, px

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of the input, px."""
        return self.tensor.shape[2], self.tensor.shape[3]

    def boxes_in_image(self, boxes: np.ndarray) -> np.ndarray:
        """(N, 4) left, top, right, bottom in px of the input -> the same in px of the image, clipped to it."""
        found = (boxes - np.tile(self.offset, 2)) / np.tile(self.scale, 2)
        height, width = self.image_size
        return np.clip(found, 0.0, np.array([width, height, width, height], np.float64))

    def mask_in_image(self, logits: np.ndarray, inside: np.ndarray | None = None) -> np.ndarray:
        """(H, W) bool of the image: where the (h, w) logits, spread over the whole input, are above 0.

        Args:
            inside: (4,) left, top, right, bottom in px of the image: outside of it there is no object.
        """
        import cv2

        rows, columns = logits.shape
        shrink = np.array([columns / self.size[1], rows / self.size[0]])
        gain = self.scale * shrink
        shift = (0.5 * self.scale + self.offset) * shrink - 0.5  # centers of pixels are at whole numbers
        matrix = np.array([[gain[0], 0.0, shift[0]], [0.0, gain[1], shift[1]]])
        height, width = self.image_size
        values = cv2.warpAffine(
            np.ascontiguousarray(logits, dtype=np.float32),
            matrix,
            (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        mask = values > 0.0
        if inside is not None:
            left, top, right, bottom = np.round(inside).astype(int)
            clipped = np.zeros_like(mask)
            clipped[top:bottom, left:right] = mask[top:bottom, left:right]
            mask = clipped
        return mask


def prepare(color: np.ndarray, size: tuple[int, int], style: InputStyle) -> NetworkInput:
    """The input that a network wants for an image.

    Args:
        color: (H, W, 3) uint8, RGB.
        size: height and width of the input, px.
    """
    import cv2

    (rows, columns), (height, width) = size, color.shape[:2]
    if style.fit == STRETCH:
        new_width, new_height, left, top = columns, rows, 0, 0
    else:
        ratio = min(rows / height, columns / width)
        # The corner style's trainers cut where the centered style's round.
        to_whole = round if style.fit == CENTER else int
        new_width, new_height = max(1, to_whole(width * ratio)), max(1, to_whole(height * ratio))
        left, top = ((columns - new_width) // 2, (rows - new_height) // 2) if style.fit == CENTER else (0, 0)
    shrinks = new_width < width and new_height < height
    method = cv2.INTER_AREA if shrinks and style.smooth else cv2.INTER_LINEAR
    resized = cv2.resize(color, (new_width, new_height), interpolation=method)
    padded = resized
    if resized.shape[:2] != (rows, columns):
        padded = np.full((rows, columns, 3), _GRAY, np.uint8)
        padded[top : top + new_height, left : left + new_width] = resized
    pixels = padded.astype(np.float32)
    if style.values != BYTES:
        pixels /= 255.0
    if style.values == IMAGENET:
        pixels = (pixels - _IMAGENET_MEAN_RGB) / _IMAGENET_STD_RGB
    if style.channels == "bgr":
        pixels = pixels[:, :, ::-1]
    return NetworkInput(
        np.ascontiguousarray(pixels.transpose(2, 0, 1)[None]),
        np.array([new_width / width, new_height / height]),
        np.array([left, top], np.float64),
        (height, width),
    )
