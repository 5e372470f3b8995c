"""The hand-made home with two nightstands, two lamps and three pictures more: things that need telling apart.

y=4 ┌──────────────picture red─pink─blue──────┐
    │ armchair              nightstand        │ over the nightstand hangs the blue picture
    │                       (brown) + lamp    │ pink lamp
    │ couch   coffee                  tv      │
    │         table                  stand    │
    │ plant nightstand (white) + yellow lamp  │
y=0 └─────────────────────────────────────────┘
    x=0              living room              5
"""

from __future__ import annotations

import numpy as np
from small_home import SmallHome

SOUTH = -np.pi / 2
MORE = (
    ("nightstand", "living room", 1.15, 0.3, 0.0, (0.4, 0.4, 0.5), 0.0, False, "white", "wood", None),  # 16
    ("nightstand", "living room", 3.6, 3.3, 0.0, (0.4, 0.4, 0.5), 0.0, False, "brown", "wood", None),  # 17
    ("lamp", "living room", 1.15, 0.3, 0.5, (0.2, 0.2, 0.4), 0.0, False, "yellow", "", 16),  # 18
    ("lamp", "living room", 3.6, 3.3, 0.5, (0.2, 0.2, 0.4), 0.0, False, "pink", "", 17),  # 19
    ("picture", "living room", 2.0, 3.98, 1.4, (0.04, 0.5, 0.4), SOUTH, True, "red", "", None),  # 20
    ("picture", "living room", 2.8, 3.98, 1.4, (0.04, 0.5, 0.4), SOUTH, True, "pink", "", None),  # 21
    ("picture", "living room", 3.6, 3.98, 1.4, (0.04, 0.5, 0.4), SOUTH, True, "blue", "", None),  # 22
    ("cup", "living room", 2.4, 2.35, 0.4, (0.08, 0.08, 0.1), 0.0, False, "white", "", 1),  # 23
    ("book", "living room", 2.4, 2.0, 0.4, (0.3, 0.2, 0.04), 0.0, False, "green", "", 1),  # 24
    ("vase", "living room", 2.4, 1.65, 0.4, (0.12, 0.12, 0.5), 0.0, False, "blue", "", 1),  # 25
)
FURNISHED = SmallHome(more=MORE)
