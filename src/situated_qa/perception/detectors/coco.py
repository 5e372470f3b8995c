"""The 80 categories of COCO, in the order of its networks, and the ids that COCO gives them.

Source: Lin 2014, Microsoft COCO: Common Objects in Context.
"""

from __future__ import annotations

COCO_CATEGORIES = (
    "person", "bicycle", "car", "motorcycle", "airplane", "bus", "train", "truck", "boat", "traffic light",
    "fire hydrant", "stop sign", "parking meter", "bench", "bird", "cat", "dog", "horse", "sheep", "cow",
    "elephant", "bear", "zebra", "giraffe", "backpack", "umbrella", "handbag", "tie", "suitcase", "frisbee",
    "skis", "snowboard", "sports ball", "kite", "baseball bat", "baseball glove", "skateboard", "surfboard",
    "tennis racket", "bottle", "wine glass", "cup", "fork", "knife", "spoon", "bowl", "banana", "apple",
    "sandwich", "orange", "broccoli", "carrot", "hot dog", "pizza", "donut", "cake", "chair", "couch",
    "potted plant", "bed", "dining table", "toilet", "tv", "laptop", "mouse", "remote", "keyboard", "cell phone",
    "microwave", "oven", "toaster", "sink", "refrigerator", "book", "clock", "vase", "scissors", "teddy bear",
    "hair drier", "toothbrush",
)  # fmt: skip

_UNUSED_IDS = (12, 26, 29, 30, 45, 66, 68, 69, 71, 83)  # of 1 … 90: COCO dropped these categories
COCO_IDS = tuple(number for number in range(1, 91) if number not in _UNUSED_IDS)
"""The id of each of `COCO_CATEGORIES`: networks with 91 classes put a category at the index that is its id."""
