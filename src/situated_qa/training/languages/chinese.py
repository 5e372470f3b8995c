"""Chinese (simplified): measure words, places behind the noun, attributes before it."""

from __future__ import annotations

import random
import re

from situated_qa.training.languages.filling import chosen, entry_of, word_forms
from situated_qa.training.languages.things import Place, Thing

_AROUND_ME = {
    "left": ("我左边", "我的左边", "我左侧", "我左手边"), "right": ("我右边", "我的右边", "我右侧", "我右手边"),
    "front": ("我前面", "我面前", "我的前方"), "behind": ("我后面", "我身后", "我背后"),
}  # fmt: skip
_BEHIND_NOUN = {
    "on": ("上", "上面"), "below": ("下面", "底下", "下"), "near": ("旁边", "附近"), "room": ("里", "里面"),
}  # fmt: skip
_WORDS = {
    "left": {"": "左边", "me": "我左边"}, "right": {"": "右边", "me": "我右边"},
    "front": {"": "前面", "me": "我前面"}, "behind": {"": "后面", "me": "我后面"},
    "height": {"": "高", "n": "高度"}, "width": {"": "宽", "n": "宽度"}, "length": {"": "长", "n": "长度"},
    "turn left": {"": "向左转", "le": "向左转过去"}, "turn right": {"": "向右转", "le": "向右转过去"},
    "turn around": {"": "转过身", "le": "转身向后"},
}  # fmt: skip


class Chinese:
    """See `Tongue`."""

    language = "zh"

    def thing(self, thing: Thing, form: str, rng: random.Random) -> str:
        """A noun with what is said of it before it; form "cl" is its measure word, "in" a place in a room."""
        if thing.kind == "me":
            return "我"
        measure_word, noun = entry_of(thing).forms["zh"]
        if form == "cl":
            return measure_word
        if form == "in":
            return self.place(Place("room", thing), rng)
        where = self.place(thing.where, rng) + "的" if thing.where else ""
        color = word_forms(thing.color, "zh")[0] + "的" if thing.color else ""
        return where + color + noun

    def place(self, place: Place, rng: random.Random) -> str:
        """ "桌子上", "我后面", "厨房里"."""
        if place.of.kind == "me":
            return chosen(_AROUND_ME[place.relation], rng)
        if place.of.english == "balcony":
            return "阳台上"
        return self.thing(place.of, "", rng) + chosen(_BEHIND_NOUN[place.relation], rng)

    def word(self, word: str, form: str, about: Thing | None) -> str:
        """A color, material, state, side, dimension or turn."""
        return _WORDS[word][form] if word in _WORDS else word_forms(word, "zh")[0]

    def tidy(self, text: str) -> str:
        """No spaces; "的" once."""
        return re.sub(r"的的+", "的", re.sub(r"\s+", "", text)).lstrip("的")
