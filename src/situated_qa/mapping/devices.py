"""Where the kernels run."""

from __future__ import annotations

import logging
from typing import Any

from situated_qa.errors import MappingError

_log = logging.getLogger(__name__)


def resolve_device(wanted: str) -> str:
    """Warp's name of the device to use.

    Raises:
        MappingError: Warp is missing, or "cuda" is wanted and there is none.
    """
    try:
        import warp as wp
    except ImportError as error:
        raise MappingError("the map needs NVIDIA Warp (also on CPU): pip install warp-lang") from error
    wp.config.log_level = wp.LOG_WARNING
    wp.init()
    found = wp.get_cuda_device_count() > 0
    if wanted == "cuda" and not found:
        raise MappingError("MappingSettings.device is 'cuda', but Warp finds no CUDA device; use 'cpu' or 'auto'")
    device = "cpu" if wanted == "cpu" or not found else "cuda:0"
    if wanted == "auto":
        _log.info("TSDF device: %s (auto)", device)
    return device


def zeros(size: int, dtype: str, device: str) -> Any:
    """An array of `size` zeros of a Warp type given by name."""
    import warp as wp

    return wp.zeros(size, dtype=getattr(wp, dtype), device=device)
