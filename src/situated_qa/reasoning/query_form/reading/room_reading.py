"""Questions about rooms and walking, read by rule: which room, how many rooms, how big, how far to walk, which way.

They have fixed phrases, so the words alone decide; the query form is for questions about objects. Where the scene knows
no rooms, none of them is read here. `room_expressions` writes their expressions.
"""

from __future__ import annotations

import re

from situated_qa.reasoning.query_form.grounds import Grounds
from situated_qa.reasoning.query_form.reading.limits import too_long
from situated_qa.reasoning.query_form.reading.room_mentions import read_by_mentions
from situated_qa.reasoning.query_form.reading.room_words import MEASURES, RoomQuestion, resolved
from situated_qa.reasoning.query_form.reading.unanswerable import unanswerable
from situated_qa.reasoning.query_form.reading.word_order import plain_question

__all__ = ["NEEDS_FLOOR", "RoomQuestion", "read_room_question"]

NEEDS_FLOOR = frozenset(
    {"walk", "shorter walk", "way", "reach", "accessible", "is accessible", "door", "doors", "next room"}
)
"""What can be asked only where the scene has a floor plan."""

_W = r"(?:what|which)"
_ROOM, _ROOM2, _THING, _THING2, _END, _START = (
    rf"(?P<{name}>.+?)" for name in ("room", "room2", "thing", "thing2", "end", "start")
)
_NEXT_TO = "next to|adjacent to|connected to|joined to|one door away from|(?:right )?behind (?:a|one) door of"
_ONE_DOOR = r" (?:through|by passing) (?:just |only )?one door"
_HOME = r"(?: (?:are|do|does|has|have|is|there|here|i|you|we|know|see|of|this|the|my|in|home|house|apartment|flat))*"
_OF_HOME = r"(?: (?:in|of) (?:this|the|my) (?:house|home|apartment|flat|place))?"
_LARGER = r"(?P<word>larger|bigger|smaller|more spacious)"
_LARGEST = r"(?P<word>largest|biggest|smallest)"
_FAR = (
    r"(?:how (?:far|many (?:meters|metres)|long)(?: away)? (?:is it|is (?:the|my) (?:walk|way|path)"
    r"|(?:do|would|must|will|should) i(?: have to| need to)?(?: walk| go)?)(?: to walk| to go)?"
    r"|(?:what is|how long is) (?:the |my )?(?:length of the )?"
    r"(?:walking distance|distance to walk|(?:shortest )?(?:walkable )?(?:walk|way|path)))"
)
_GO = r"(?:get|go|walk|come|turn|take|move|head)"

_MUCH = r"(?P<word>most|more|fewest|least|fewer)"
_CAN = r"(?:can|could|would|should|do)"
_SOMEBODY = r"(?:i|we|you|one|the robot|somebody)"
_USE = r"(?P<use>(?!(?:find|see|go|get|walk|enter|reach|come|turn|step|move|be)\b)[a-z].*)"

# (ask, pattern): the first whose groups mean rooms and things decides. An "end" may be either.
_PATTERNS: tuple[tuple[str, str], ...] = (
    ("current", rf"(?:in )?{_W} (?:room|kind of room|type of room) (?:am i|are we|is this|i am)(?: \w+ing)?(?: in)?"),
    ("current", r"what is (?:this room|the room i am in)|where am i|where are we"),
    ("is current", rf"(?:am i|are we|is this)(?: \w+ing)?(?: in| inside)? {_ROOM}"),
    ("count", rf"(?:how many|what is the number of) rooms{_HOME}"),
    ("all", rf"{_W} rooms{_HOME}"),
    ("all", rf"(?:please )?(?:list|name|enumerate)(?: me)?(?: all)?(?: of)?(?: the)? rooms(?:{_HOME}|{_OF_HOME})"),
    ("accessible", rf"{_W} rooms? (?:can|could|do) (?:i|we|you|one) (?:directly )?(?:get|go|walk|come|enter|reach)"
                   rf"(?: to| into)?(?: directly)? from {_ROOM}(?: directly| through (?:a|one|an open) door)?"),
    ("accessible", rf"{_W} rooms? can be (?:entered|reached) (?:directly )?from {_ROOM}(?: directly)?"),
    ("accessible", rf"{_W} rooms? (?:is|are) (?:directly )?(?:accessible from|reachable from|{_NEXT_TO}) {_ROOM}"),
    ("accessible", rf"to {_W} rooms? do(?:es)? (?:the|an) open doors? (?:of|in|from) {_ROOM} lead"),
    ("is accessible", rf"(?:is|are) {_ROOM} (?:directly )?(?:accessible from|reachable from|{_NEXT_TO}) {_ROOM2}"),
    ("is accessible", rf"(?=.*\b(?:directly|straight|one door)\b)"
                      rf"(?:can|could) i (?:get|go|walk|step) (?:directly |straight )?(?:in)?to {_ROOM}"
                      rf"(?: directly| straight|{_ONE_DOOR})?(?: from {_ROOM2})?(?: directly|{_ONE_DOOR})?"),
    ("reach", rf"{_CAN} {_SOMEBODY} (?:get|go|walk|come|drive|make it) (?:from here )?(?:in)?to {_END}(?: from here)?"),
    ("reach", rf"{_CAN} {_SOMEBODY} (?:get|go|walk|come|drive) from {_START} (?:in)?to {_END}"),
    ("reach", rf"is there (?:a|any) (?:way|path) (?:from here )?(?:in)?to {_END}"),
    ("exists", rf"(?:is|are) there (?:a|an|any) {_ROOM}(?: here| in this \w+)?"),
    ("larger", rf"(?:does|do) {_ROOM} or {_ROOM2} have more (?:floor|space|floor space|floor area)"),
    ("larger", rf"{_W}(?: room| one)? is {_LARGER}(?: by floor area)? {_ROOM} or {_ROOM2}"),
    ("is larger", rf"is {_ROOM} {_LARGER} than {_ROOM2}"),
    ("largest", rf"{_W} room(?: here)? is the {_LARGEST}(?: by floor area| here)?{_OF_HOME}"),
    ("largest", rf"(?:by floor area )?{_W} is the {_LARGEST} room(?: by floor area| here)?{_OF_HOME}"),
    ("largest", rf"{_W}(?: room| of the rooms) has the {_LARGEST} (?:floor|area|floor area)"),
    ("size", rf"(?:how|what is the|what about the) (?P<word>{'|'.join(sorted(MEASURES, key=len, reverse=True))})"
             rf" (?:is|of) {_ROOM}"),
    ("size", rf"how many (?P<word>square meters) (?:of floor )?(?:is|does|has) {_ROOM}(?: have| big| large)?"),
    ("room away", rf"how far(?: away)?(?: from here| from me)? is {_ROOM}(?: away)?(?: from here| from me)?"),
    ("room away", rf"how far(?: away)? is it(?: from here)? to {_ROOM}(?: from here)?"),
    ("walk", rf"{_FAR} to {_END}"),
    ("walk", rf"{_FAR} from {_START} to {_END}"),
    ("walk", rf"{_FAR} between {_START} and {_END}"),
    ("shorter walk", rf"{_W} is the shorter (?:walk|way)(?: from here)? to {_THING} or to {_THING2}"),
    ("shorter walk", rf"to which do i have less far to walk {_THING} or {_THING2}"),
    ("shorter walk", rf"on foot {_W}(?: one)? (?:can i get to sooner|is (?:closer|nearer)) {_THING} or {_THING2}"),
    ("doors", r"(?:through )?how many doors(?: at least)? (?:do|must|would|will) i (?:have to )?(?:pass|go|walk)"
              rf"(?: through)?(?: at least)?(?: on (?:the|my) way)?(?: from here)? to {_ROOM}"),
    ("doors", r"what is the (?:least|smallest|minimum) number of doors (?:that )?i pass when i go"
              rf"(?: from here)? to {_ROOM}"),
    ("doors", rf"to (?:walk|go|get)(?: from here)? to {_ROOM} through how many doors do i have to go(?: at least)?"),
    ("next room", rf"on (?:my|the) way to {_ROOM} {_W} (?:is the first room (?:that )?i enter|room do i (?:enter|come"
                  r" into|go through|pass)(?: first| next)?)"),
    ("next room", rf"{_W} room do i (?:enter|come into|go through|pass) (?:first|next)"
                  rf"(?: on (?:my|the) way| when i go| if i go| to get)?(?: from here)? to {_ROOM}"),
    ("next room", rf"i (?:want|need|have|would like) to (?:go|get) to {_ROOM} {_W} room do i (?:enter|(?:walk|come)"
                  r" into) (?:first|next)(?: when i leave (?:this one|here|this room))?"),
    ("door", rf"(?:is|in {_W} state is) the door (?:between|from|that joins|joining) {_ROOM} (?:and|to) {_ROOM2}"
             r" (?P<word>open or closed|closed or open|open|closed|shut)"),
    ("door", rf"is the door (?:to|of|into|leading (?:in)?to) {_ROOM}"
             r" (?P<word>open or closed|closed or open|open|closed|shut)"),
    ("same room", rf"(?:is|are) {_THING} in the same room as {_THING2}"),
    ("same room", rf"(?:is|are) {_THING} and {_THING2} (?:both )?in (?:the same|one) room"),
    ("same room", rf"(?:is|are) {_THING} in the room (?:where|in which|that) {_THING2}"
                  r" (?:is|are|stands?|hangs?)(?: in)?"),
    ("same room", rf"do {_THING} and {_THING2} (?:share a room|stand in the same room)"),
    ("both rooms", rf"do (?:both )?{_ROOM} and {_ROOM2} (?:both )?(?:have|contain) (?:a|an|any|some) {_THING}"),
    ("both rooms", rf"do {_ROOM} and {_ROOM2} each (?:have|contain) (?:a|an|any|some) {_THING}"),
    ("both rooms", rf"(?:can|could|do) (?:i|you|we) (?:find|see|have) (?:a|an|any|some) {_THING} (?:both in|in both)"
                   rf" {_ROOM} and(?: in)? {_ROOM2}"),
    ("both rooms", rf"(?:is|are) there (?:a|an|any|some) {_THING} (?:both )?in {_ROOM} (?:as well as|and also|and)"
                   rf"(?: in)? {_ROOM2}"),
    ("every room", rf"(?:does|do) (?:every|each|all)(?: of the)? rooms?{_OF_HOME} have (?:a|an|any) {_THING}"),
    ("every room", rf"(?:has|have) (?:every|each) room{_OF_HOME} got (?:a|an|any) {_THING}"),
    ("every room", rf"(?:do|have) all (?:of )?(?:the )?rooms{_OF_HOME} (?:have|got) (?:a|an|any) {_THING}"),
    ("every room", rf"(?:is|are) there (?:a|an|any) {_THING} in (?:every|each) room{_OF_HOME}"),
    ("room with most", rf"(?:in )?{_W} room (?:has|have|holds|contains|are there|are) (?:the )?{_MUCH} {_THING}"),
    ("room with most", rf"(?:in )?{_W} room (?:has|have|holds|contains|are there|are)(?: there)? {_MUCH} {_THING} than"
                       r" (?:in )?any other(?: room)?"),
    ("room with most", rf"where (?:are|do i find)(?: there)? (?:the )?{_MUCH} {_THING}"),
    ("rooms for", rf"(?:in )?{_W} (?:of the )?rooms?{_OF_HOME} {_CAN} (?:i|we|you|one) {_USE}"),
    ("rooms for", rf"{_W} rooms?{_OF_HOME} (?:is|are) (?:good|suitable|meant|made|there|intended|suited)"
                  rf" (?:for|to) {_USE}"),
    ("rooms for", rf"{_W} rooms?{_OF_HOME} (?:would |will |can )?(?:lets?|allows?) me (?:to )?{_USE}"),
    ("rooms for", rf"where{_OF_HOME} {_CAN} (?:i|we|you|one) {_USE}"
                  r" name (?:every such room|all such rooms|the rooms?)"),
    ("rooms without", rf"(?:in )?{_W} rooms? (?:has|have|contains?|is there|are there|holds?) no {_THING}"),
    ("rooms without", rf"{_W} rooms? (?:lacks?|miss(?:es)?|(?:is|are) (?:missing|lacking|without))"
                      rf" (?:a|an|any) {_THING}"),
    ("rooms without", rf"in {_W} rooms? (?:is|are) there not (?:a|an|any) {_THING}"),
    ("rooms without", rf"{_W} rooms? do(?:es)? not (?:have|contain) (?:a|an|any) {_THING}"),
    ("rooms with", rf"(?:in )?{_W} rooms? (?:has|have|contains?|is there|are there|holds?|can i find|do i find)"
                   rf"(?: (?:a|an|any|some|the))? {_THING}(?: in (?:it|them))?"),
    ("room of", rf"(?:in )?{_W} room (?:is|are|do i find|would i find|can i find) {_THING}"
                r"(?: (?:in|located|located in|standing|kept|found|found in))?"),
    ("way", rf"(?:please )?(?:take|lead|guide|bring|walk|drive) me (?:in)?to {_END}"),
    ("way", rf"(?:please )?show me the way to {_END}"),
    ("way", rf"(?:how (?:do|can|would|should|could) (?:i|we|you|one) {_GO}|what is the (?:shortest )?way)"
            rf" from {_START} (?:in)?to {_END}"),
    ("way", rf"(?:how (?:do|can|would|should|could) i {_GO}|{_W} (?:way|direction)"
            rf"(?: (?:do|should|would|must|can) i {_GO}| is it)?|where (?:do|should|must) i {_GO}|where is"
            r"|what is the (?:shortest )?way|(?:give me|tell me)(?: the)? (?:directions|way))"
            rf"(?: to (?:get|go|walk|reach))?(?: from here)?(?: to| into)? {_ROOM}(?: from here)?"),
)  # fmt: skip
_COMPILED = tuple((ask, re.compile(pattern)) for ask, pattern in _PATTERNS)


def read_room_question(text: str, grounds: Grounds, categories: list[str]) -> RoomQuestion | None:
    """A question about rooms or walking; None for any other.

    Args:
        text: normalized, see `words.normalise`.
        categories: the scene's.
    """
    if not grounds.rooms or too_long(text):
        return None
    asked_plainly = plain_question(text)
    if unanswerable(asked_plainly):
        return None
    plain = re.sub(r"\s*,\s*", " ", asked_plainly)
    plain = re.sub(r"\b(?:right now|now|currently)$| in (?:square |cubic )?(?:meters|metres|m)$", "", plain).strip()
    walk = _about_walking(plain)
    for ask, pattern in _COMPILED:
        match = pattern.fullmatch(walk if ask == "walk" else plain)
        asked = resolved(ask, match.groupdict(), grounds, categories) if match else None
        if asked is not None:
            return asked
    return read_by_mentions(asked_plainly, grounds, categories)


def _about_walking(text: str) -> str:
    """A question about a distance without the words that only say it is to be walked, "" where none does."""
    if not re.search(r"\bwalk|\bon foot\b|\bway\b|\bpath\b|\bhave to go\b|\baround (?:everything|obstacles)\b", text):
        return ""
    text = re.sub(r"\balong the shortest (?:walkable )?(?:way|path)\b|\bon foot\b", " ", text)
    text = re.sub(r"\bgoing around (?:everything|obstacles)(?: in the way)?\b", " ", text)
    text = re.sub(r"\bfrom (?:here|me|my position|where i (?:am|stand|sit))\b", " ", text)
    text = re.sub(r"\bto get to\b|\bto reach\b", "to", text)
    return re.sub(r"\s+", " ", text).strip()
