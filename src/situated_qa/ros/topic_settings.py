"""Settings of the detector `topic`: which topic, what it carries, and what its numbers mean."""

from __future__ import annotations

from dataclasses import dataclass

from situated_qa.settings import check_settings, setting

TOPIC = "topic"
"""The detector's name in `detector.name`."""

BOXES, CLASSES, INSTANCES = "boxes", "classes", "instances"


@dataclass(frozen=True)
class TopicDetectorSettings:
    """Detections that another node publishes, for detector.name: "topic" (docs/ros_detections.md)."""

    topic: str = setting("/detections", "vision_msgs/Detection2DArray, or a label image (sensor_msgs/Image)")
    kind: str = setting(
        BOXES,
        "what the topic carries. boxes: Detection2DArray; classes: an image of class numbers; instances: an image of "
        "instance numbers (mono8, 16UC1 or 32SC1)",
        choices=(BOXES, CLASSES, INSTANCES),
    )
    label_info_topic: str = setting(
        "/label_info", "vision_msgs/LabelInfo: the names of the numbers; not used where labels or label_file is set"
    )
    labels: tuple = setting((), 'names of the numbers: in order from 0, or each with its number, as in "56: chair"')
    label_file: str = setting("", "the same in a file: one name per line, or a JSON table of number to name")
    divisor: int = setting(
        0,
        "instances: the class of a pixel is its number divided by this, as in panoptic images (COCO: 1000); 0: the "
        "labels name instance numbers",
        minimum=0,
        maximum=1_000_000,
    )
    tolerance_s: float = setting(
        0.01, "largest stamp difference of detections and the color image, s", minimum=0.0, maximum=1.0
    )
    frames_kept: int = setting(
        60,
        "frames that may wait for their detections (2 MB each at 640×480); then the oldest goes",
        minimum=1,
        maximum=1000,
    )
    patience_s: float = setting(
        5.0,
        "after this time without detections a frame counts as done for players, and /diagnostics says so, s; "
        "detections that come later are still used if the frame is kept",
        minimum=0.1,
        maximum=600.0,
    )
    check_frame: bool = setting(True, "refuse detections whose header.frame_id is not that of the color image")
    min_mask_pixels: int = setting(60, "label images: smaller pieces are dropped, px", minimum=1)
    label_image_score: float = setting(
        0.5, "label images: score of every object, for they carry none", minimum=0.0, maximum=1.0
    )

    def __post_init__(self) -> None:
        check_settings(self)
