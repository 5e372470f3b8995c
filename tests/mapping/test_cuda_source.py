"""The same kernels must compile for CUDA; Warp carries the compiler, so no GPU is needed to find out."""

from __future__ import annotations

from pathlib import Path

import pytest

wp = pytest.importorskip("warp", reason="the map needs warp-lang")

JETSON_ORIN = 87  # compute capability


@pytest.mark.parametrize("name", ["blocks", "colors", "forgetting", "fusion", "surface"])
def test_kernels_compile_for_cuda(name: str, tmp_path: Path):
    import importlib

    module = importlib.import_module(f"situated_qa.mapping.kernels.{name}")
    wp.init()
    if not hasattr(wp, "compile_aot_module"):
        pytest.skip("this Warp cannot compile ahead of time")
    wp.compile_aot_module(module, arch=JETSON_ORIN, module_dir=str(tmp_path), use_ptx=True)
    [ptx] = tmp_path.glob("*.ptx")
    assert ".entry" in ptx.read_text()
