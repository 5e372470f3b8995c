"""When observations are one object, and when an object is believed in."""

from __future__ import annotations

from dataclasses import dataclass

from situated_qa.settings import check_settings, setting


@dataclass(frozen=True, slots=True)
class InstanceSettings:
    """When observations are one object, and when an object is believed in.

    Raises:
        SettingsError: a value has the wrong type or lies outside its range.
    """

    voxel_m: float = setting(
        0.04, "side of the voxels that observations are compared by, m", minimum=0.005, maximum=0.5
    )
    same_overlap: float = setting(
        0.25,
        "an observation joins an instance of its category from this overlap of the smaller",
        minimum=0.0,
        maximum=1.0,
    )
    confusable_overlap: float = setting(
        0.5, "the same for categories that detectors mix up (couch and chair)", minimum=0.0, maximum=1.0
    )
    other_overlap: float = setting(0.5, "the same for any other category, and of the larger", minimum=0.0, maximum=1.0)
    box_overlap: float = setting(
        0.4, "two boxes of one category that share this much of the smaller are one object", minimum=0.0, maximum=1.0
    )
    merge_overlap: float = setting(
        0.4, "two instances of one category that share this much of the smaller are merged", minimum=0.0, maximum=1.0
    )
    confirm_observations: int = setting(
        2, "observations after which an instance is believed in", minimum=1, maximum=1000
    )
    confirm_score: float = setting(0.6, "score from which one observation is enough", minimum=0.0, maximum=1.0)
    min_confidence: float = setting(
        0.3, "instances less certain than this are kept back, as long as they are", minimum=0.0, maximum=1.0
    )
    min_hit_ratio: float = setting(
        0.25,
        "parts seen in a smaller share of the observations that could show them are dropped",
        minimum=0.0,
        maximum=1.0,
    )
    axis_aligned_gain: float = setting(
        0.1, "a box turns away from the map's axes if that saves this share of its footprint", minimum=0.0, maximum=1.0
    )
    floor_snap_m: float = setting(
        0.08, "boxes that end this close above the floor (z = 0) are drawn down to it, m; 0 turns it off", minimum=0.0
    )
    tentative_frames: int = setting(
        15, "an instance not yet believed in is dropped after so many frames that should have shown it", minimum=1
    )
    min_seen_ratio: float = setting(
        0.12,
        "a doubtful instance is dropped once it was seen in a smaller share of the frames that should have shown it",
        minimum=0.0,
        maximum=1.0,
    )
    established_observations: int = setting(
        4,
        "an instance seen so often stays as long as its surface is there, even where the detector is silent",
        minimum=1,
        maximum=1000,
    )
    gone_frames: int = setting(
        3, "an instance is removed after so many frames that look through where it was; 0 never", minimum=0
    )
    gone_margin_m: float = setting(
        0.15,
        "if what lies behind is less farther than this, m, three times as many frames have to see it: book on a table",
        minimum=0.01,
    )
    history_length: int = setting(
        500, "changes (what came, went and moved) that are remembered", minimum=0, maximum=100_000
    )

    def __post_init__(self) -> None:
        check_settings(self)
