"""Ways to walk."""

from __future__ import annotations

import math

from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import at_hour, capitalized, the
from situated_qa.situated.language.values import Reason, Room, Things, Truth, View, Way


class Ways(LanguageBase):
    """Functions about walking."""

    def way(self, to: Things | Room, start: Things | Room | View | None = None) -> Way:
        """How to walk to a thing or a room.

        Said: the way to {to}[ from {start}|]
        Example: way(the("door"))
        """
        if self._scene.graph.floor_plan is None and start is None and isinstance(to, Things):
            return self._straight(to)
        return self._walk(to, start)

    def reachable(self, to: Things | Room, start: Things | Room | View | None = None) -> Truth:
        """Whether one can walk there.

        Said: whether there is a way to {to}[ from {start}|]
        Example: reachable(room("bathroom"))
        """
        try:
            found = self._walk(to, start)
        except NotKnown as error:
            if error.unknown.reason is not Reason.NO_WAY:
                raise
            return Truth(False, error.unknown.ids, error.unknown.text.rstrip("."))
        return Truth(True, found.ids, f"it is {found.length_m:.1f} m to walk")

    def shorter_walk(self, first: Things, *more: Things) -> Things:
        """Which of several is the shortest walk from here.

        Said: which is the shortest walk: to {or first}
        Example: shorter_walk(every("chair"), every("bed"))
        """
        lengths: dict[int, float] = {}
        noun_of: dict[int, str] = {}
        for item in (first, *more):
            for i in self._some(item).ids:
                with self._as_tools_know():
                    lengths[i] = self._tools.path_distance("me", self._scene.objects[i])
                noun_of.setdefault(i, item.noun)
        best = min(lengths, key=lambda i: (lengths[i], i))
        if not math.isfinite(lengths[best]):
            raise NotKnown(Reason.NO_WAY, "No way leads to any of them.", tuple(lengths))
        return Things((best,), noun_of[best], True)

    # --- inside ------------------------------------------------------------------------------------------------------

    def _walk(self, to: Things | Room, start: Things | Room | View | None) -> Way:
        goal, origin = self._place(to), self._place(start or self.me)
        ids = to.ids[:1] if isinstance(to, Things) else ()
        with self._as_tools_know():
            text = self._tools.directions(origin, goal)
            if text.startswith("there is no way"):
                raise NotKnown(Reason.NO_WAY, f"{capitalized(text)}.", ids)
            return Way(text, self._tools.path_distance(origin, goal), ids)

    def _straight(self, to: Things) -> Way:
        """The direction to a thing, where no floor is known that one could walk on."""
        node = self._node(to)
        hour = self.me.viewpoint.hour(node.box.center)
        turn = "right" if hour < 6 else "left"
        turn = "forward" if hour in (11, 12, 1) else "backward" if hour in (5, 6, 7) else turn
        go = {"forward": "go straight ahead", "backward": "turn around"}.get(turn, f"turn {turn}")
        (away,) = self._away_m([node], self.me)
        text = f"{go}: {the(to)} is {at_hour(hour)}, {away:.1f} m away"
        return Way(text, away, (node.id,), f"{turn} ({hour} o'clock), {away:.1f} m away")
