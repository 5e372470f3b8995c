"""Questions about what is in the map without a name: "What can you not recognize?"."""

from __future__ import annotations

import re

from situated_qa.reasoning.strategy import StrategyContext, StrategyResult
from situated_qa.situated.language.phrases import amount, direction_words
from situated_qa.situated.language.words import unnamed_told

_NAMED = r"(?:name|identify|recogni[sz]e|classify|label)"
_UNNAMED = re.compile(
    r"\b(?:can ?not|can't|could ?n[o']t|cant|unable to|not able to|fail to|do ?n[o']t|do not) "
    rf"(?:be |you |it )?{_NAMED}d?\b"
    rf"|\b(?:is|are|was|were)(?: not|n't) {_NAMED}d\b"
    r"|\b(?:unnamed|unidentified|unrecogni[sz]ed|unclassified|unlabell?ed)\b"
    r"|\bunknown (?:things?|objects?|items?)\b|\b(?:things?|objects?|items?) without a name\b"
)


def unnamed_reply(context: StrategyContext, text: str) -> StrategyResult | None:
    """What the map holds without a name; None for a question that is not about that."""
    if not _UNNAMED.search(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")):
        return None
    scene = context.scene
    ids = sorted(scene.unnamed, key=lambda id: (scene.agent_distances[id], id))
    told = "answered from the objects without a name"
    if not ids:
        return StrategyResult("Everything in my map has a name.", "", (), status_text=told)
    node = scene.graph.by_id[ids[0]]
    where = f"{scene.agent_distances[node.id]:.1f} m away, {direction_words(scene.viewpoint.hour(node.box.center))}"
    size = unnamed_told(node).removesuffix(" that I cannot name")
    verb, which = ("is", "It") if len(ids) == 1 else ("are", "The nearest")
    sentence = f"There {verb} {amount(len(ids), 'thing')} that I cannot name. {which} is {size}, {where}."
    if context.settings.answer_style == "short":
        return StrategyResult(str(len(ids)), sentence, tuple(ids), status_text=told)
    return StrategyResult(sentence, "", tuple(ids), status_text=told)
