"""The chunks of a Chinese question: what is said of a thing stands before it, and "on" and "beside" behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from situated_qa.reasoning.foreign.chunks import GRADES, RELATIONS, Chunks
from situated_qa.reasoning.patterns.nouns import Noun, Place, UnclearError
from situated_qa.reasoning.patterns.phrases import Ends, remembered

_MOST_NOUNS = 4  # one in another


class ChineseChunks(Chunks):
    """The chunks of one question; its words are characters."""

    @remembered
    def noun(self, start: int) -> Ends[Noun]:
        """See `Chunks.noun`: a place of a thing begins with that thing."""
        ends: Ends[Noun] = {}
        begins = [(start, ""), *((end, name) for end, name in self.said(start) if name in ("the", "a"))]
        for begin, determiner in begins:
            for end, noun in self._described(begin):
                ends.setdefault(end, replace(noun, determiner=determiner))
        for end, of in self.target(start).items():  # "the chair closest to the door"
            for last, name in self.said(end):
                if name in ("closest", "farthest"):
                    for after in [last, *self.ends(last, "linked")]:
                        for stop, noun in self._after_attribute(after):
                            ends.setdefault(stop, replace(noun, order=GRADES[name].format(of)))
        for middle in self.ends(start, "closest"):  # the other way round
            for end, of in self.reference(middle).items():
                for after in self.ends(end, "linked"):
                    for stop, noun in self._after_attribute(after):
                        ends.setdefault(stop, replace(noun, order=f"closest({of})"))
        for _ in range(_MOST_NOUNS):
            self.found["noun", start] = dict(ends)
            self.found.pop(("place", start), None)
            self.found.pop(("reference", start), None)
            for end, place in self.place(start).items():
                for after in [end, *self.ends(end, "linked")]:
                    for last, noun in self._after_attribute(after):
                        with suppress(UnclearError):
                            ends.setdefault(last, noun.at(place))
        self.found.pop(("place", start), None)
        self.found.pop(("reference", start), None)
        return dict(sorted(ends.items(), reverse=True))

    def _after_attribute(self, start: int) -> Iterator[tuple[int, Noun]]:
        for begin in [*self.ends(start, "the"), start]:
            yield from self._described(begin)

    def _described(self, start: int, depth: int = 3) -> Iterator[tuple[int, Noun]]:
        yield from self.plain(start)
        if not depth:
            return
        marks = [(end, ("", GRADES[name].format("me"))) for end, name in self.said(start) if name in GRADES]
        for end, (name, value) in [*self.attribute(start), *marks]:
            for after in [end, *self.ends(end, "linked")]:
                for last, noun in self._described(after, depth - 1):
                    if name and name not in dict(noun.attributes):
                        yield last, replace(noun, attributes=((name, value), *noun.attributes))
                    elif not name and not noun.order:
                        yield last, replace(noun, order=value)

    def _relative(self, start: int) -> Ends[Place]:
        ends: Ends[Place] = {}
        for after in self.ends(start, "beside"):
            ends |= {end: Place(f"near({of})") for end, of in self.reference(after).items()}
        beside = self.ends(start, "and")  # "together with the bed side by side"
        for begin in [start, *self.ends(start, "in"), *beside]:
            for middle, of in self.reference(begin).items():
                for after in [middle, *self.ends(middle, "linked")]:
                    for end, name in self.said(after):
                        if name in RELATIONS and (name == "near" or begin not in beside):
                            ends[end] = Place(f"{name}({of})", of_me=of == "me")
            for middle, room in self.room(begin).items():
                inside = [*self.ends(middle, "inside", "on"), *([middle] if begin > start else ())]
                ends = {end: Place("", room=room) for end in inside} | ends
            for middle, first in self.reference(begin).items():
                for joined in self.ends(middle, "and"):
                    for last, second in self.reference(joined).items():
                        for after in [last, *self.ends(last, "linked")]:
                            ends |= {end: Place(f"between({first}, {second})") for end in self.ends(after, "between")}
        return ends
