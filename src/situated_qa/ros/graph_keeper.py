"""The scene graph that questions are asked of: the last valid one that arrived, and its age."""

from __future__ import annotations

from situated_qa.scene.graph import SceneGraph
from situated_qa.situated.language.phrases import duration

_MOST_AHEAD_S = 10.0  # a graph may arrive before the /clock of its frame


class GraphKeeper:
    """Keeps the last graph of a mapped frame.

    A mapper that restarts begins with an empty map. Until it has mapped a frame the graph before stays, because
    "I see no couch here" would be false: the new mapper has not observed the place yet.
    """

    def __init__(self) -> None:
        self._kept: tuple[SceneGraph | None, bool] = (None, False)  # one value, because several threads read it

    def take(self, graph: SceneGraph) -> bool:
        """Take a graph that arrived; whether questions are asked of it from now on."""
        if _is_of_a_mapped_frame(graph):
            self._kept = (graph, False)
            return True
        self._kept = (self._kept[0], True)
        return False

    @property
    def graph(self) -> SceneGraph | None:
        """The graph to ask; None before the first one of a mapped frame."""
        return self._kept[0]

    @property
    def mapper_is_empty(self) -> bool:
        """Whether the latest message was of a mapper that has mapped no frame yet."""
        return self._kept[1]


def _is_of_a_mapped_frame(graph: SceneGraph) -> bool:
    """Version 0 is before everything; a mapper (it gives its map an id) that has mapped a frame gives its stamp.

    A graph from a scene file has neither map id nor stamp, and is good.
    """
    return graph.version > 0 and (graph.stamp > 0 or not graph.map_id)


def graph_age_s(graph: SceneGraph, now: int | None, stopped_s: float = 0.0) -> float:
    """Time since the last frame that went into the graph, s; -1 where it is not known, or `ahead_s`.

    Args:
        now: ns on the clock of the graph's stamp; None where that clock is not known.
        stopped_s: how long that clock has been stopped, s.
    """
    if graph.stamp == 0 or now is None or ahead_s(graph, now):
        return -1.0
    return max(0.0, (now - graph.stamp) / 1e9) + stopped_s


def ahead_s(graph: SceneGraph, now: int | None) -> float:
    """How far the graph's stamp lies ahead of the time now, s; 0 where it does by no more than /clock may lag.

    Args:
        now: as for `graph_age_s`.
    """
    ahead = 0.0 if now is None else (graph.stamp - now) / 1e9
    return ahead if ahead > _MOST_AHEAD_S else 0.0


def staleness(
    age_s: float, *, old_after_s: float, mappers: int, mapper_is_empty: bool, ahead_s: float = 0.0
) -> str:
    """What the asker must know about the graph's age, in words; "" if it is up to date.

    Args:
        age_s: as `graph_age_s`.
        old_after_s: a graph older than this is called old, s.
        mappers: publishers on the graph's topic.
        mapper_is_empty: whether the mapper there is has mapped no frame yet.
        ahead_s: as `ahead_s`.
    """
    parts = []
    if ahead_s:
        parts.append(
            f"how old the map is cannot be told: it is stamped {duration(ahead_s)} after this node's time, so the "
            "clock jumped back, or not all nodes use one clock (use_sim_time)"
        )
    if age_s > old_after_s:
        parts.append(f"the map was last updated {duration(age_s)} ago")
    if mappers == 0:
        parts.append("no mapper is publishing")
    elif mapper_is_empty:
        parts.append("the mapper was restarted and has mapped nothing yet, so this is the map from before")
    return "; ".join(parts)
