"""Which conditions belong to which noun: a place phrase to the noun it follows, an adjective to the one it precedes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from situated_qa.reasoning.query_form.form import Condition, Has, Most, Not, Noun, Nth, Place
from situated_qa.reasoning.query_form.reading.frame import Frame
from situated_qa.reasoning.query_form.reading.words import Token


@dataclass(slots=True, eq=False)
class NounNode:
    """A noun while its conditions are being found: (kind, value, noun referred to)."""

    target: str
    where: list[tuple[str, str, NounNode | None]] = field(default_factory=list)

    def freeze(self) -> Noun:
        """The noun of a form."""
        places: list[Condition] = []
        attributes: list[Condition] = []
        mosts: list[Condition] = []
        for kind, value, of in self.where:
            condition: Condition
            if kind.endswith("has"):
                attribute, _, word = value.partition("=")
                condition = Has(attribute, word)
            elif kind == "most":
                condition = Most(value)
            elif kind == "nth":
                condition = Nth(int(value.split(" ")[0]), value.split(" ")[1])
            else:
                condition = Place(value, of.freeze() if of else None)
            if kind.startswith("not ") and isinstance(condition, Place | Has):
                condition = Not(condition)
            group = {Has: attributes, Most: mosts, Nth: mosts}.get(type(condition), places)
            group.append(condition)
        if Most("farthest") in mosts:  # "the farthest thing directly behind me": not the nearest as well
            mosts = [item for item in mosts if item != Most("closest")]
        return Noun(self.target, tuple(dict.fromkeys(attributes + _merge_corners(places) + mosts)))


_SURFACES = ("bed", "couch", "sofa", "table", "desk", "counter", "nightstand", "ottoman")
_FLOORS = ("floor", "ground", "carpet floor")


def attach(found: Sequence[Token], frame: Frame) -> tuple[list[NounNode], bool]:
    """Hang conditions on nouns. Returns the nouns that hang on nothing, and whether something was left over."""
    head = NounNode(frame.target) if frame.target else None
    roots, current, loose = [head] if head else [], head, False
    waiting: list[tuple[str, str, NounNode | None]] = []  # adjectives and places before their noun
    relation: tuple[str, NounNode | None] | None = None
    between: NounNode | None = None
    after_that, after_or, negated = False, False, False
    for index, token in enumerate(found):
        if token.kind == "noun" and token.value == "any" and head is not None and relation is None:
            current = head  # "are there any objects on the desk": the frame has said that it is about things
        elif token.kind == "noun":
            node = NounNode(token.value, [item for item in waiting if "me" not in item[0]])
            early = [item for item in waiting if "me" in item[0]]
            waiting = []
            if relation:
                anchor = relation[1]
                rel = relation[0]
                places = waiting if anchor is None else anchor.where
                if rel == "between me":
                    places.append(("rel", "between", None))
                    relation = ("between", anchor)
                elif rel == "near!":  # "the chair closest to the table"
                    places.append(("most", "closest", None))
                    relation = ("near", anchor)
                if relation[0] == "in" and node.target.split(" ")[-1] in _SURFACES:
                    relation = ("on", anchor)  # "the pillows in the bed"
                if anchor is None:  # "on the table, is there a cup?": the noun to come
                    waiting.append((relation[0], relation[0], node))
                else:
                    anchor.where.append(("not rel" if negated else "rel", relation[0], node))
                    negated = False
                between = anchor if rel == "between" else between  # its first end may have a place of its own
                relation, current = None, node
            elif between is not None and found[index - 1].kind != "is" and _joined(found, index):
                between.where.append(("rel", "between", node))
                between, current = None, node
            elif head is None:
                head = current = node
                roots.append(node)
            else:
                current = node
                roots.append(node)
            if node is not head and node not in roots and _is_mine(found, index):
                node.where.append(("most", "closest", None))  # "on my desk": the one the asker is at
            for item in early:
                (head or node).where.append(item)
        elif token.kind == "me":
            value, closest = token.value.rstrip("!"), token.value.endswith("!")
            items: list[tuple[str, str, NounNode | None]] = [("not me" if negated else "me", value, None)]
            negated = False
            if closest:
                items.append(("most", "closest", None))
            relation = None if relation and relation[0] == "near" else relation
            if current is not head and head is not None and current is not None and current.target in _FLOORS:
                head.where += items  # nobody means the floor on the left: what is on it is on the left
            elif current is None or (after_or and _next_is_noun(found, index)):
                waiting += items
            else:
                current.where += items
        elif token.kind == "rel":
            # nothing is above a wall: "on the wall above the desk" is said of what hangs there
            hangs = token.value in ("above", "below") and current is not None and current.target == "wall"
            relation = (token.value, head if hangs and head is not None else current)
        elif token.kind in ("has", "most", "nth"):
            item = (f"not {token.kind}" if negated and token.kind == "has" else token.kind, token.value, None)
            negated = False
            if _next_is_noun(found, index) or current is None:
                waiting.append(item)
            elif token.value.startswith("part=") and _after_my_place(found, index) and head is not None:
                head.where.append(item)  # "above the bed on my left with three blades": what is asked about has them
            else:
                current.where.append(item)
        elif token.kind == "stop" and token.value in ("not", "no") and current is not None:
            negated = True
        elif token.kind == "stop" and token.value == "?":
            loose = True  # a word that is not understood
        elif token.kind == "is" and not after_that:
            current, relation = head, None
        after_that = token.kind == "stop" and token.value in ("that", "which")
        after_or = token.kind == "or"
    if waiting and head is not None:
        head.where += waiting
        waiting = []
    return roots, loose or relation is not None or bool(waiting)


def _after_my_place(found: Sequence[Token], index: int) -> bool:
    """Whether a place of the asker's stands right before the token at `index`."""
    before = next((token for token in reversed(found[:index]) if token.kind != "stop"), None)
    return before is not None and before.kind == "me"


def _is_mine(found: Sequence[Token], index: int) -> bool:
    """Whether "my" stands before the noun at `index`."""
    before = [token for token in found[max(0, index - 2) : index] if token.kind in ("stop", "has")]
    return bool(before) and any(token.kind == "stop" and token.value == "my" for token in before)


def _joined(found: Sequence[Token], index: int) -> bool:
    """Whether an "and" (or "or") stands before the noun at `index`, over articles and adjectives."""
    for token in reversed(found[max(0, index - 3) : index]):
        if token.kind in ("and", "or"):
            return True
        if token.kind in ("noun", "rel", "me"):
            return False
    return False


def _next_is_noun(found: Sequence[Token], index: int) -> bool:
    for token in found[index + 1 :]:
        if token.kind == "noun":
            return True
        if token.kind not in ("has", "most", "nth", "and"):
            return False
    return False


def _merge_corners(places: list[Condition]) -> list[Condition]:
    """ "in front of me on the left" is one corner: front left."""
    merged: list[Condition] = []
    for item in places:
        last = merged[-1] if merged else None
        if isinstance(item, Place) and isinstance(last, Place) and item.of is None and last.of is None:
            pair = {item.rel, last.rel}
            depth, side = pair & {"front", "back"}, pair & {"left", "right"}
            if len(depth) == 1 and len(side) == 1:
                merged[-1] = Place(f"{depth.pop()} {side.pop()}")
                continue
        merged.append(item)
    return merged
