"""Converts the published NanoDet weights (a TensorFlow.js graph model) to ONNX. Runs once, at setup.

    python -m situated_qa.perception.detectors.nanodet_conversion [--json FILE] [--bin FILE] [--out FILE]

The graph model went through PyTorch, ONNX and TensorFlow before it came here, and gathered a transpose on either side
of every convolution. The converter keeps every tensor channels-first and carries the order of its axes along as a
note, so that the transposes vanish; paddings and biases move into the convolutions. The result takes images of any
size that is a multiple of 32, and equal inputs give an equal file.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from situated_qa.errors import AssetError
from situated_qa.perception.detectors.nanodet import model_directory

OPSET, IR_VERSION = 17, 8
_AXES_OF_NHWC = (0, 2, 3, 1)  # axis of the channels-first tensor that stands at each place of the TensorFlow tensor
_PREFIX = "PartitionedCall/"


@dataclass(frozen=True)
class _Value:
    """A TensorFlow tensor: axis i of it is axis `order[i]` of the ONNX tensor `name`, once `pads` are added."""

    name: str
    order: tuple[int, ...]
    pads: tuple[tuple[int, int], ...] | None = None  # per ONNX axis, not yet applied


def read_graph_model(json_path: Path, bin_path: Path) -> tuple[list[dict], dict[str, np.ndarray]]:
    """The nodes and weights of a tfjs graph model.

    Returns:
        The nodes in order of execution, and name → float32 or int64 array.

    Raises:
        AssetError: a file is missing, is no graph model, or the two do not belong together.
    """
    try:
        model = json.loads(json_path.read_text(encoding="utf-8"))
        data = bin_path.read_bytes()
    except (OSError, ValueError) as error:
        raise AssetError(f"cannot read the NanoDet graph model: {error}; `make setup` fetches it") from error
    if not isinstance(model, dict) or model.get("format") != "graph-model":
        raise AssetError(f"{json_path} is no tfjs graph model")
    weights, offset = {}, 0
    for entry in model["weightsManifest"][0]["weights"]:
        count = int(np.prod(entry["shape"]))
        stored = np.dtype(entry.get("quantization", {}).get("dtype", entry["dtype"]))
        if offset + count * stored.itemsize > len(data):
            raise AssetError(
                f"{bin_path} ends before the weights of {entry['name']}: not the file {json_path} belongs to"
            )
        values = np.frombuffer(data, stored, count, offset).reshape(entry["shape"])
        weights[entry["name"]] = values.astype(np.float32 if entry["dtype"] == "float32" else np.int64)
        offset += count * stored.itemsize
    if offset != len(data):
        raise AssetError(f"{bin_path} has {len(data)} bytes, its description accounts for {offset}")
    return model["modelTopology"]["node"], weights


class _Converter:
    """Walks the graph once and writes ONNX nodes."""

    def __init__(self, nodes: list[dict], weights: dict[str, np.ndarray]) -> None:
        import onnx

        self._helper, self._to_tensor = onnx.helper, onnx.numpy_helper.from_array
        self._weights = weights
        self._by_name = {node["name"]: node for node in nodes}
        self._values: dict[str, _Value] = {}
        self._nodes: list[Any] = []
        self._initializers: dict[str, Any] = {}
        self._biased: dict[str, str] = {}  # name of a bias addition -> name of the convolution that absorbs it
        for node in nodes:
            self._convert(node)

    def model(self) -> Any:
        """Outputs: `scores` (1, N, 80) and `distances` (1, N, 44), cells of strides 8, 16 and 32 in that order."""
        helper, kind = self._helper, 1  # TensorProto.FLOAT
        outputs = []
        for name, parts, width in (("scores", ("", "_1", "_2"), 80), ("distances", ("_3", "_4", "_5"), 44)):
            self._emit("Concat", [self._values[f"Identity{part}"].name for part in parts], name, axis=1)
            outputs.append(helper.make_tensor_value_info(name, kind, [1, "cells", width]))
        image = helper.make_tensor_value_info("image", kind, [1, 3, "height", "width"])
        graph = helper.make_graph(self._nodes, "nanodet", [image], outputs, list(self._initializers.values()))
        opset = helper.make_opsetid("", OPSET)
        return helper.make_model(graph, opset_imports=[opset], ir_version=IR_VERSION, producer_name="situated_qa")

    def _emit(self, op: str, inputs: list[str], *outputs: str, **attributes: Any) -> str:
        self._nodes.append(self._helper.make_node(op, inputs, list(outputs), name=outputs[0], **attributes))
        return outputs[0]

    def _constant(self, name: str, array: np.ndarray) -> str:
        self._initializers[name] = self._to_tensor(np.ascontiguousarray(array), name)
        return name

    def _input(self, node: dict, index: int) -> _Value:
        """The tensor at an input; a padding that waits is written out, because only convolutions can absorb it."""
        value = self._values[_short(node["input"][index])]
        if value.pads is None:
            return value
        amounts = np.array([value.pads[axis][side] for side in (0, 1) for axis in range(len(value.pads))], np.int64)
        name = self._emit("Pad", [value.name, self._constant(f"{value.name}/pads", amounts)], f"{value.name}/padded")
        return _Value(name, value.order)

    def _weight(self, node: dict, index: int) -> np.ndarray:
        name = node["input"][index]
        return self._weights[name if name in self._weights else name.removesuffix(":0")]

    def _convert(self, node: dict) -> None:
        op, name = node["op"], _short(node["name"])
        if op in ("Const", "SparseToDense") or (op == "AddV2" and node["attr"]["T"]["type"] == "DT_INT64"):
            return  # weights, and shapes worked out at run time that are known here
        handler = getattr(self, f"_convert_{op.lower()}", None)
        if handler is None:
            raise AssetError(f"the NanoDet graph has an unknown operation: {op} ({name})")
        handler(node, name)

    def _convert_placeholder(self, node: dict, name: str) -> None:
        self._values[name] = _Value("image", (0, 1, 2, 3))

    def _convert_transpose(self, node: dict, name: str) -> None:
        value = self._values[_short(node["input"][0])]
        order = tuple(value.order[axis] for axis in self._weight(node, 1).tolist())
        self._values[name] = _Value(value.name, order, value.pads)

    def _convert_pad(self, node: dict, name: str) -> None:
        value, amounts = self._input(node, 0), self._weight(node, 1).tolist()
        pads = [(0, 0)] * len(amounts)
        for axis, (before, after) in zip(value.order, amounts, strict=True):
            pads[axis] = (before, after)
        self._values[name] = _Value(value.name, value.order, tuple(pads) if any(map(any, pads)) else None)

    def _convert_padv2(self, node: dict, name: str) -> None:
        if float(self._weight(node, 2)) > -1e4:  # the one there is pads with the lowest number, as max pooling wants
            raise AssetError(
                f"the NanoDet graph pads {name} with {float(self._weight(node, 2))}, only a lowest value is known"
            )
        self._convert_pad(node, name)

    def _window(self, node: dict, key: str) -> list[int]:
        return [int(number) for number in node["attr"][key]["list"]["i"]][1:3]

    def _convert_conv2d(self, node: dict, name: str) -> None:
        value, kernel = self._spatial(node), self._weight(node, 1).transpose(3, 2, 0, 1)  # HWIO -> OIHW
        bias = self._weights_of_addition(node)
        inputs = [value.name, self._constant(f"{name}/kernel", kernel), self._constant(f"{name}/bias", bias)]
        self._emit("Conv", inputs, name, kernel_shape=list(kernel.shape[2:]), strides=self._window(node, "strides"),
                   dilations=self._window(node, "dilations"), pads=_window_pads(value))  # fmt: skip
        self._values[name] = _Value(name, _AXES_OF_NHWC)

    def _convert_maxpool(self, node: dict, name: str) -> None:
        value = self._spatial(node)
        self._emit("MaxPool", [value.name], name, kernel_shape=self._window(node, "ksize"),
                   strides=self._window(node, "strides"), pads=_window_pads(value))  # fmt: skip
        self._values[name] = _Value(name, _AXES_OF_NHWC)

    def _spatial(self, node: dict) -> _Value:
        """The input of a convolution or pooling, paddings and all."""
        value = self._values[_short(node["input"][0])]
        padding = base64.b64decode(node["attr"]["padding"]["s"]).decode()
        if value.order != _AXES_OF_NHWC or padding != "VALID":
            raise AssetError(f"the NanoDet graph has {node['name']} with axes {value.order} and padding {padding}")
        return value

    def _weights_of_addition(self, convolution: dict) -> np.ndarray:
        """The bias: every convolution of this graph is followed by one addition of a weight."""
        for node in self._by_name.values():
            if node["op"] == "Add" and convolution["name"] in node["input"]:
                other = [name for name in node["input"] if name != convolution["name"]]
                if other and other[0] in self._weights:
                    self._biased[_short(node["name"])] = _short(convolution["name"])
                    return self._weights[other[0]].reshape(-1)
        raise AssetError(f"the NanoDet graph has no bias for {convolution['name']}")

    def _convert_add(self, node: dict, name: str) -> None:
        if name in self._biased:
            self._values[name] = self._values[self._biased[name]]
            return
        a, b = self._input(node, 0), self._input(node, 1)
        if a.order != b.order:
            raise AssetError(f"the NanoDet graph adds tensors of different axes in {name}: {a.order}, {b.order}")
        self._values[name] = _Value(self._emit("Add", [a.name, b.name], name), a.order)

    def _convert_leakyrelu(self, node: dict, name: str) -> None:
        value = self._input(node, 0)
        self._values[name] = _Value(
            self._emit("LeakyRelu", [value.name], name, alpha=node["attr"]["alpha"]["f"]), value.order
        )

    def _convert_sigmoid(self, node: dict, name: str) -> None:
        value = self._input(node, 0)
        self._values[name] = _Value(self._emit("Sigmoid", [value.name], name), value.order)

    def _convert_concatv2(self, node: dict, name: str) -> None:
        parts = [self._input(node, index) for index in range(len(node["input"]) - 1)]
        if len({part.order for part in parts}) != 1:
            raise AssetError(f"the NanoDet graph joins tensors of different axes in {name}")
        axis = parts[0].order[int(self._weight(node, len(parts)))]
        self._values[name] = _Value(
            self._emit("Concat", [part.name for part in parts], name, axis=axis), parts[0].order
        )

    def _convert_splitv(self, node: dict, name: str) -> None:
        value, sizes = self._input(node, 0), self._constant(f"{name}/sizes", self._weight(node, 1))
        axis = value.order[int(self._weight(node, 2))]
        self._emit("Split", [value.name, sizes], name, f"{name}:1", axis=axis)
        self._values[name], self._values[f"{name}:1"] = _Value(name, value.order), _Value(f"{name}:1", value.order)

    def _convert_resizebilinear(self, node: dict, name: str) -> None:
        """To twice or half the size: written as a factor, so that the input size stays free."""
        value, size = self._input(node, 0), self._weight(node, 1)
        # The graph was exported for 416², whose maps at strides 8, 16 and 32 are 52, 26 and 13 cells wide.
        grows = value.order == _AXES_OF_NHWC and self._upward(node)
        factor = 2.0 if grows else 0.5
        if int(size[0]) not in (13, 26, 52):
            raise AssetError(f"the NanoDet graph resizes {name} to {size.tolist()}, not to a map of 416²")
        scales = self._constant(f"{name}/scales", np.array([1, 1, factor, factor], np.float32))
        self._emit("Resize", [value.name, "", scales], name, mode="linear", coordinate_transformation_mode="half_pixel")
        self._values[name] = _Value(name, _AXES_OF_NHWC)

    def _upward(self, node: dict) -> bool:
        """The feature pyramid first goes up (resize, resize_1), then down (resize_2, resize_3)."""
        return _short(node["name"]).split("/")[0] in ("resize", "resize_1")

    def _convert_reshape(self, node: dict, name: str) -> None:
        """The heads: (1, C, H, W) to (1, C, cells)."""
        value = self._input(node, 0)
        if value.order != (0, 1, 2, 3):
            raise AssetError(f"the NanoDet graph flattens {name} with axes {value.order}")
        shape = self._constant("flat_shape", np.array([0, 0, -1], np.int64))
        self._values[name] = _Value(self._emit("Reshape", [value.name, shape], name), (0, 1, 2))

    def _convert_identity(self, node: dict, name: str) -> None:
        value = self._input(node, 0)
        self._values[name] = _Value(self._emit("Transpose", [value.name], name, perm=list(value.order)), (0, 1, 2))


def _short(name: str) -> str:
    return name.removeprefix("^").removeprefix(_PREFIX).removesuffix(":0")


def _window_pads(value: _Value) -> list[int]:
    """ONNX order: both axes before, both axes after."""
    if value.pads is None:
        return [0, 0, 0, 0]
    return [value.pads[axis][side] for side in (0, 1) for axis in (2, 3)]


def convert(json_path: Path, bin_path: Path, out_path: Path) -> None:
    """Write the ONNX model.

    Raises:
        AssetError: a file is missing or is not the NanoDet this converter knows, or `onnx` is not installed.
    """
    try:
        import onnx
    except ImportError as error:
        raise AssetError("the conversion needs the package onnx: pip install onnx") from error
    nodes, weights = read_graph_model(json_path, bin_path)
    model = _Converter(nodes, weights).model()
    onnx.checker.check_model(model)
    out_path.parent.mkdir(parents=True, exist_ok=True)
    part = out_path.with_name(out_path.name + ".part")  # a killed run must not leave half a model under the real name
    part.write_bytes(model.SerializeToString(deterministic=True))
    part.replace(out_path)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Convert the NanoDet graph model to ONNX.")
    parser.add_argument("--json", type=Path, default=model_directory() / "nanodet.json", help="graph model")
    parser.add_argument("--bin", type=Path, default=model_directory() / "nanodet.bin", help="its weights")
    parser.add_argument("--out", type=Path, default=model_directory() / "nanodet.onnx", help="where to write")
    options = parser.parse_args(arguments)
    try:
        convert(options.json, options.bin, options.out)
    except AssetError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"wrote {options.out} ({options.out.stat().st_size / 1e6:.1f} MB)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
