"""Networks of a few bytes: each output is a constant, or one value of the image that the network was given."""

from __future__ import annotations

from pathlib import Path

import numpy as np

IMAGE = ("images", (1, 3, 64, 64))


def write_network(
    path: Path,
    outputs: dict[str, np.ndarray],
    *,
    inputs: dict[str, tuple] | None = None,
    metadata: dict[str, str] | None = None,
    pixel: tuple[str, int, int, int] | None = None,
) -> Path:
    """Write a network that gives `outputs` whatever it is shown.

    Args:
        inputs: shape by name; a name that ends in "_sizes" takes int64, others float32. Default: `IMAGE`.
        pixel: (output, channel, row, column): that value of the image is added to the whole output.
    """
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    inputs = inputs or {IMAGE[0]: IMAGE[1]}
    image = next(iter(inputs))
    nodes, constants = [], []
    for name, value in outputs.items():
        constants.append(numpy_helper.from_array(value, f"{name}_value"))
        if pixel is not None and pixel[0] == name:
            for step, at in enumerate(pixel[1:]):
                constants.append(numpy_helper.from_array(np.array(at, np.int64), f"at_{step}"))
            nodes += [
                helper.make_node("Gather", [image, "at_0"], ["channel"], axis=1),
                helper.make_node("Gather", ["channel", "at_1"], ["row"], axis=1),
                helper.make_node("Gather", ["row", "at_2"], ["value"], axis=1),
                helper.make_node("Add", [f"{name}_value", "value"], [name]),
            ]
        else:
            nodes.append(helper.make_node("Identity", [f"{name}_value"], [name]))
    graph = helper.make_graph(
        nodes,
        "tiny",
        [
            helper.make_tensor_value_info(
                name, TensorProto.INT64 if name.endswith("_sizes") else TensorProto.FLOAT, list(shape)
            )
            for name, shape in inputs.items()
        ],
        [
            helper.make_tensor_value_info(
                name,
                helper.np_dtype_to_tensor_dtype(value.dtype),
                list(value.shape),
            )
            for name, value in outputs.items()
        ],
        initializer=constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, metadata or {})
    onnx.checker.check_model(model)
    onnx.save(model, path)
    return path


def floats(*rows) -> np.ndarray:
    """The rows as a float32 array with a batch of 1 in front."""
    return np.array([rows], np.float32)
