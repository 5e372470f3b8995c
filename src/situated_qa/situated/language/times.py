"""Time, as far as the map knows it: when each thing was first and last observed."""

from __future__ import annotations

from situated_qa.situated.language.base import LanguageBase, NotKnown
from situated_qa.situated.language.phrases import duration, the
from situated_qa.situated.language.quantities import SECONDS
from situated_qa.situated.language.values import Moment, Number, Order, Reason, Things, TimeUnit

_NS_PER_S = 1e9
_MANY = 120.0  # from this many seconds on, a duration is told in minutes, and so on


class Times(LanguageBase):
    """Functions about when things were seen."""

    def seen(self, moment: Moment) -> Order:
        """The first to come into view, or the most recently seen; `nth` counts on from there.

        Example: which(seen("first"), the("bed"), the("desk"))
        """
        if moment == "first":
            return Order(
                "to come into view", lambda ids: {i: s for i, (s, _) in self._stamps_s(ids).items()},
                tie="came into view in the same image",
            )  # fmt: skip
        return Order(
            "most recently seen", lambda ids: {i: -s for i, (_, s) in self._stamps_s(ids).items()},
            tie="were last seen in the same image",
        )  # fmt: skip

    def ago(self, thing: Things, moment: Moment = "last", unit: TimeUnit | None = None) -> Number:
        """How long ago it was last seen, or first seen.

        Example: ago(the("cup"), "last", "min")
        """
        node = self._node(thing)
        now_s = max(self._scene.graph.stamp, self._scene.viewpoint.stamp) / _NS_PER_S
        first_s, last_s = self._stamps_s((node.id,))[node.id]
        passed_s = max(0.0, now_s - (first_s if moment == "first" else last_s))
        if self._scene.viewpoint.stamp <= 0:
            self._note("the time is counted back from the last image in the map")
        unit = unit or _unit_of(passed_s)
        told = f"I {moment} saw {the(thing)} {duration(passed_s)} ago."
        of = f"time since {the(thing)} was {moment} seen"
        return Number(passed_s / SECONDS[unit], unit, (node.id,), of, told=told)

    # --- inside ------------------------------------------------------------------------------------------------------

    def _stamps_s(self, ids: tuple[int, ...]) -> dict[int, tuple[float, float]]:
        """When each thing was first and last observed, s.

        Raises:
            NotKnown: the map does not hold that of one of them.
        """
        nodes = self._nodes(ids)
        unknown = [node for node in nodes if node.first_seen <= 0 or node.last_seen <= 0]
        if unknown:
            text = f"The map does not hold when the {unknown[0].category} was seen."
            raise NotKnown(Reason.NOT_OBSERVED, text, tuple(node.id for node in unknown))
        return {node.id: (node.first_seen / _NS_PER_S, node.last_seen / _NS_PER_S) for node in nodes}


def _unit_of(seconds: float) -> TimeUnit:
    """The unit in which people say a duration: seconds below two minutes, minutes below two hours, hours."""
    return "s" if seconds < _MANY else "min" if seconds < _MANY * SECONDS["min"] else "h"
