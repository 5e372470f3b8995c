"""Topics, frames and rates of the mapper node."""

from __future__ import annotations

from dataclasses import dataclass

from situated_qa.settings import check_settings, setting


@dataclass(frozen=True)
class MapperNodeSettings:
    """Topics, frames and rates of the mapper node."""

    color_topic: str = setting("/camera/camera/color/image_raw", "color image (rgb8, bgr8, rgba8, bgra8)")
    depth_topic: str = setting(
        "/camera/camera/aligned_depth_to_color/image_raw", "depth registered to color (16UC1 mm or 32FC1 m)"
    )
    camera_info_topic: str = setting("/camera/camera/color/camera_info", "camera info of the color image")
    rectified: bool = setting(
        False,
        "the images are rectified (image_rect of image_proc, which leaves the camera info as it was): P of the camera "
        "info holds for them; else they are raw, K does, and a lens that distorts by more than 2 px is refused",
    )
    instances_topic: str = setting("/camera/camera/instances/image_raw", "true instance ids (32SC1), simulation only")
    instance_table: str = setting("", "JSON file, instance id -> category, for the detector true-masks")
    map_frame: str = setting("map", "frame the map is built in")
    sync_tolerance_s: float = setting(0.02, "largest stamp difference of color and depth, s", minimum=0.0, maximum=1.0)
    transform_timeout_s: float = setting(0.5, "how long a frame waits for its transform, s", minimum=0.0, maximum=30.0)
    transform_buffer_s: float = setting(
        60.0,
        "how long transforms are kept, s; frames that wait in the queue need those of their own stamps",
        minimum=1.0,
        maximum=3600.0,
    )
    queue_size: int = setting(
        30,
        "frames that may wait to be integrated (1.5 MB each at 640×480); then the oldest goes",
        minimum=1,
        maximum=1000,
    )
    graph_period_s: float = setting(0.5, "least time between two scene graphs, s", minimum=0.0, maximum=60.0)
    graph_refresh_s: float = setting(
        5.0,
        "after this time a graph goes out again with its new stamp, though nothing changed in it, s",
        minimum=0.1,
        maximum=600.0,
    )
    cloud_period_s: float = setting(2.0, "least time between two whole clouds, s", minimum=0.1, maximum=600.0)
    cloud_max_points: int = setting(
        200_000, "points of the whole cloud, thinned evenly", minimum=1000, maximum=10_000_000
    )
    chunk_points: int = setting(20_000, "points in one message of changed surface", minimum=100, maximum=1_000_000)
    detector_slow_s: float = setting(
        2.0,
        "a detector that looks at one frame for longer is named in /diagnostics, s; mapping goes on either way",
        minimum=0.05,
        maximum=3600.0,
    )
    fault_recovery_s: float = setting(
        10.0, "a fault that did not happen for so long leaves /diagnostics, s", minimum=1.0, maximum=3600.0
    )
    output_folder: str = setting("situated_qa_out", "where ~/save writes when the request names no folder")
    save_anywhere: bool = setting(False, "let ~/save write outside of output_folder, too; anyone on the network may")

    def __post_init__(self) -> None:
        check_settings(self)
