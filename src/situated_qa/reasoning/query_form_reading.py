"""Reading a form from a question's words by rule.

The words decide much without any model: "how many" asks for a count, "on my left" is one condition, and a place
phrase belongs to the noun it follows. What is read here limits the model's schema, mends its reply, and says how sure
the words are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from situated_qa.reasoning.query_form import Condition, Form, Has, Most, Not, Noun, Nth, Place
from situated_qa.reasoning.query_form_asides import take_asides
from situated_qa.reasoning.query_form_frames import Frame, ask_frame
from situated_qa.reasoning.query_form_rewrites import plain
from situated_qa.reasoning.query_form_words import Token, normalise, tokens


@dataclass(frozen=True, slots=True)
class Reading:
    """What the words of a question say.

    `sure_of_ask`: a phrase such as "how many" was found. `sure_of_nouns`: every content word was understood, so the
    nouns and their conditions can be trusted over a model's.
    """

    text: str  # normalised
    frame: Frame
    noun: Noun
    other: Noun | None
    sure_of_ask: bool
    sure_of_nouns: bool
    found: tuple[Token, ...]
    turn: str = ""  # see `Form.turn`

    def form(self) -> Form:
        """The reading as a form."""
        return Form(self.frame.ask, self.noun, self.frame.options, self.frame.attribute, self.other, self.turn)


@dataclass(slots=True, eq=False)
class _Node:
    target: str
    where: list[tuple[str, str, _Node | None]] = field(default_factory=list)

    def freeze(self) -> Noun:
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
        return Noun(self.target, tuple(dict.fromkeys(attributes + _merge_corners(places) + mosts)))


def read_question(question: str, categories: Sequence[str] = ()) -> Reading:
    """Read a question by rule.

    Args:
        question: as it was asked.
        categories: names that are nouns as they stand, usually those of the scene.
    """
    text = plain(normalise(question))
    asides = take_asides(text)
    frame = ask_frame(asides.text)
    found = tokens(frame.rest, categories)
    nouns, loose = _attach(found, frame)
    noun = nouns[0].freeze() if nouns else Noun(frame.target or "any")
    pair = frame.ask in ("which", "same", "distance") or (frame.ask == "direction" and bool(frame.options))
    other = nouns[1].freeze() if len(nouns) > 1 and pair else None
    if frame.second:
        second = tokens(frame.second, categories)
        others, loose_too = _attach(second, frame)
        found, loose, nouns = [*found, *second], loose or loose_too or len(others) > 1, nouns[:1]
        other = others[0].freeze() if others else Noun(frame.target or "any")
    if frame.ask in ("count", "list") and len(nouns) > 1 and any(token.kind in ("and", "or") for token in found):
        kinds = dict.fromkeys(node.target for node in nouns)  # "how many chairs and stools": one count of all
        noun = Noun(" and ".join(kinds), tuple(dict.fromkeys(item for node in nouns for item in node.freeze().where)))
        nouns = nouns[:1]
    if frame.options == ("A", "B"):  # "the bed or the desk": the options are the two nouns
        frame = replace(frame, options=(noun.target, other.target) if other else ())
    if asides.at:
        eye = _only_noun(asides.at, categories)
        seen = Place("visible", eye, _only_noun(asides.facing, categories) if asides.facing else None)
        noun = Noun(noun.target, (*noun.where, seen))
    elif frame.visible and Place("visible") not in noun.where:
        noun = Noun(noun.target, (*noun.where, Place("visible")))
    if noun.target == "any" and asides.left_out:
        noun = Noun("any", (*(Not(Has("category", name)) for name in asides.left_out), *noun.where))
    if frame.ask == "count":
        noun = Noun(noun.target, tuple(item for item in noun.where if item != Most("closest")))
    named = noun.target != "any" or bool(frame.target)
    sure = not loose and named and (len(nouns) == 1 or (len(nouns) == 2 and other is not None))
    # "what is the weather like" looks like "what is it": only a condition makes it one about objects
    known = frame.sure and not (frame.ask == "name" and noun == Noun("any"))
    # "is the sofa behind me?": no fixed phrase, but nothing besides the thing and its place either
    known = known or (frame.ask == "exists" and sure and bool(noun.where))
    return Reading(asides.text, frame, noun, other, known, sure, tuple(found), asides.turn)


def _only_noun(words: str, categories: Sequence[str]) -> Noun:
    """The noun that a phrase such as "the red chair at the window" names."""
    nouns, _ = _attach(tokens(words, categories), Frame("exists", words))
    return nouns[0].freeze() if nouns else Noun(words)


def _attach(found: Sequence[Token], frame: Frame) -> tuple[list[_Node], bool]:
    """Hang conditions on nouns. Returns the nouns that hang on nothing, and whether something was left over."""
    head = _Node(frame.target) if frame.target else None
    roots, current, loose = [head] if head else [], head, False
    waiting: list[tuple[str, str, _Node | None]] = []  # adjectives and places before their noun
    relation: tuple[str, _Node | None] | None = None
    between: _Node | None = None
    after_that, after_or, negated = False, False, False
    for index, token in enumerate(found):
        if token.kind == "noun":
            node = _Node(token.value, [item for item in waiting if "me" not in item[0]])
            early = [item for item in waiting if "me" in item[0]]
            waiting = []
            if relation:
                anchor = relation[1]
                rel = relation[0]
                if rel == "between me" and anchor is not None:
                    anchor.where.append(("rel", "between", None))
                    relation = ("between", anchor)
                elif rel == "near!" and anchor is not None:  # "the chair closest to the table"
                    anchor.where.append(("most", "closest", None))
                    relation = ("near", anchor)
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
            for item in early:
                (head or node).where.append(item)
        elif token.kind == "me":
            value, closest = token.value.rstrip("!"), token.value.endswith("!")
            items: list[tuple[str, str, _Node | None]] = [("not me" if negated else "me", value, None)]
            negated = False
            if closest:
                items.append(("most", "closest", None))
            relation = None if relation and relation[0] == "near" else relation
            if current is None or (after_or and _next_is_noun(found, index)):
                waiting += items
            else:
                current.where += items
        elif token.kind == "rel":
            relation = (token.value, current)
        elif token.kind in ("has", "most", "nth"):
            item = (f"not {token.kind}" if negated and token.kind == "has" else token.kind, token.value, None)
            negated = False
            if _next_is_noun(found, index) or current is None:
                waiting.append(item)
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
