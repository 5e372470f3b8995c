"""What was looked up and not found: whether that is a "no", or not known, and why (`situated.absence`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from situated_qa.reasoning.query_form import form as forms
from situated_qa.reasoning.query_form.form import Form, Noun
from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.nouns import before_turning
from situated_qa.reasoning.query_form.observation import Observation
from situated_qa.reasoning.query_form.reading.room_words import KINDS
from situated_qa.situated.absence import Absence, Finding, Place, finding

if TYPE_CHECKING:
    from situated_qa.reasoning.query_form.reading.room_reading import RoomQuestion
    from situated_qa.situated.scene import SituatedScene

_HIDDEN = {"in": "into", "below": "under"}  # where a camera does not look, and how one would have to look
_TO_ASKER = (*forms.DIRECTIONS, *forms.HOURS, "near", "within reach")


def finding_of_form(
    scene: SituatedScene, form: Form, seen: Observation, grounds: Grounds, *, only_here: bool
) -> Finding | None:
    """What is known about the things that a form asks for and its program did not find; None where it found all.

    Args:
        only_here: the program looked in the asker's room alone.
    """
    if seen.missing:
        noun = next((noun for noun in form.nouns() if noun.target == seen.missing[0]), Noun(seen.missing[0]))
    elif not seen.found:
        noun = form.noun
    elif form.other is not None and not seen.other:
        noun = form.other
    else:
        return None
    return finding_of_noun(scene, noun, grounds, turn=form.turn, only_here=only_here)


def finding_of_noun(
    scene: SituatedScene, noun: Noun, grounds: Grounds, *, turn: str = "", only_here: bool = False
) -> Finding:
    """What is known about things that a noun names and that were not found."""
    places = [item for item in noun.where if isinstance(item, forms.Place)]
    for item in places:  # what is on the whiteboard hangs on the whiteboard
        reference = item.of
        if reference is not None and not grounds.room(reference) and not grounds.has(reference.target):
            return finding_of_noun(scene, reference, grounds, turn=turn)
        if reference is not None and not grounds.room(reference) and item.rel in _HIDDEN and _was_detected(scene):
            return Finding(Absence.NOT_SEEN, f"I cannot look {_HIDDEN[item.rel]} the {reference.target}.")
    if noun.target in KINDS and not grounds.has(noun.target):
        return _finding_of_room(scene, noun.target)
    rooms = [room for item in places if (room := grounds.room(item.of))]
    relations = [before_turning(item.rel, turn) for item in places if item.of is None and item.rel in _TO_ASKER]
    beside_object = any(item.of is not None and not grounds.room(item.of) for item in places)
    if only_here and grounds.here and not rooms and not relations:
        rooms = [grounds.here]
    names = [] if noun.target == "any" else noun.target.split(" and ")
    return finding(scene, names, Place(tuple(rooms), tuple(relations), beside_object))


def maybe_more(scene: SituatedScene, form: Form, grounds: Grounds, *, only_here: bool) -> str:
    """Why there may be more things than a count found; "" where the place was observed."""
    found = finding_of_noun(scene, form.noun, grounds, turn=form.turn, only_here=only_here)
    return f"There may be more. {found.reason}" if found.absence is Absence.NOT_SEEN else ""


def finding_of_rooms(scene: SituatedScene, asked: RoomQuestion, things: int, lacking: list[str]) -> Finding | None:
    """What is known about what a question about rooms did not find; None where it found all.

    Args:
        things: how many things were found.
        lacking: the rooms in which none was found, where that was asked.
    """
    if asked.missing:
        return _finding_of_room(scene, asked.missing)
    if asked.noun is None or (things and not lacking):
        return None
    rooms_asked = tuple(lacking or filter(None, (asked.room, asked.room2)))
    return finding(scene, asked.noun.target.split(" and "), Place(rooms_asked))


def _finding_of_room(scene: SituatedScene, name: str) -> Finding:
    """What is known about a room that the graph does not have."""
    if not _was_detected(scene):
        return Finding(Absence.NOT_THERE, "")
    rooms = ", ".join(room.name for room in scene.graph.rooms) or "none"
    return Finding(Absence.NOT_SEEN, f"I have not seen a {name} so far. The rooms that I know: {rooms}.")


def _was_detected(scene: SituatedScene) -> bool:
    """Whether a detector made the graph; one that somebody wrote down is taken as complete."""
    return scene.graph.vocabulary is not None or scene.graph.observed is not None
