"""How the volume is built: sizes, ranges and limits."""

from __future__ import annotations

from dataclasses import dataclass

from situated_qa.errors import SettingsError
from situated_qa.mapping.blocks import BLOCK
from situated_qa.settings import check_settings, setting

_MAX_REACH = 200  # blocks: the window around a frame is a dense grid, and must stay small beside the map


@dataclass(frozen=True, slots=True)
class MappingSettings:
    """How the volume is built.

    Raises:
        SettingsError: a value outside its range, or a range of depth that is empty or too long for the voxel size.
    """

    voxel_size_m: float = setting(0.02, "edge of a voxel, m", minimum=0.002, maximum=1.0)
    truncation_voxels: float = setting(
        4.0, "half width of the band around a surface that is kept, voxels", minimum=1.5, maximum=16.0
    )
    min_depth_m: float = setting(0.2, "nearer readings are ignored, m", minimum=0.01, maximum=10.0)
    max_depth_m: float = setting(4.0, "farther readings only clear free space, m", minimum=0.1, maximum=20.0)
    max_weight: int = setting(64, "observations after which the average moves no slower", minimum=1, maximum=255)
    max_color_weight: int = setting(16, "the same for color", minimum=1, maximum=255)
    clear_every: int = setting(
        8,
        "old blocks that now lie in free space are cleared in turns, each every so many frames; 0 never clears",
        minimum=0,
        maximum=1000,
    )
    initial_blocks: int = setting(8192, "blocks of 8³ voxels to make room for at the start", minimum=16)
    max_memory_mb: int = setting(
        1024, "cap on the volume's memory, MB; beyond it new surface is refused", minimum=1, maximum=15_000
    )
    device: str = setting("auto", "where the kernels run", choices=("auto", "cpu", "cuda"))

    def __post_init__(self) -> None:
        check_settings(self)
        if self.min_depth_m >= self.max_depth_m:
            raise SettingsError(
                f"MappingSettings.min_depth_m must be below max_depth_m, got {self.min_depth_m} and {self.max_depth_m}"
            )
        if self.max_depth_m / (BLOCK * self.voxel_size_m) > _MAX_REACH:
            raise SettingsError(
                f"MappingSettings.max_depth_m may be at most {_MAX_REACH * BLOCK} voxels of voxel_size_m, "
                f"{_MAX_REACH * BLOCK * self.voxel_size_m:g} m, got {self.max_depth_m}"
            )

    @property
    def truncation_m(self) -> float:
        return self.truncation_voxels * self.voxel_size_m
