"""German: articles and adjectives by gender and case, contractions (im, am, zum)."""

from __future__ import annotations

import random
import re

from situated_qa.training.languages.filling import ARTICLE, chosen, entry_of, word_forms
from situated_qa.training.languages.things import Place, Thing

_ARTICLES = {  # form: (m, f, n)
    "der": ("der", "die", "das"), "den": ("den", "die", "das"), "dem": ("dem", "der", "dem"),
    "des": ("des", "der", "des"), "ein": ("ein", "eine", "ein"), "einen": ("einen", "eine", "ein"),
    "einem": ("einem", "einer", "einem"), "kein": ("kein", "keine", "kein"), "keinen": ("keinen", "keine", "kein"),
    "welcher": ("welcher", "welche", "welches"), "welchen": ("welchen", "welche", "welches"),
    "dieser": ("dieser", "diese", "dieses"), "n": ("", "", ""),
}  # fmt: skip
_PLURAL_ARTICLES = {"pl": "", "pld": "", "diepl": "die", "denpl": "den", "derpl": "der"}
_PRONOUNS = {"er": ("er", "sie", "es"), "rel": ("der", "die", "das"), "reldem": ("dem", "der", "dem"),
             "ihn": ("ihn", "sie", "es")}  # fmt: skip
_WEAK = {"der": ("e", "e", "e"), "den": ("en", "e", "e"), "dem": ("en",) * 3, "des": ("en",) * 3,
         "ein": ("er", "e", "es"), "einen": ("en", "e", "es"), "einem": ("en",) * 3, "kein": ("er", "e", "es"),
         "keinen": ("en", "e", "es"), "welcher": ("e",) * 3, "welchen": ("en", "e", "e"), "dieser": ("e",) * 3,
         "n": ("er", "e", "es")}  # fmt: skip
_NO_ENDING = {"rosa", "lila", "orange", "beige", "türkis"}
_ME = {"der": "ich", "den": "mich", "dem": "mir"}
_AROUND_ME = {
    "left": ("links von mir", "zu meiner Linken", "auf meiner linken Seite"),
    "right": ("rechts von mir", "zu meiner Rechten", "auf meiner rechten Seite"),
    "front": ("vor mir", "direkt vor mir"), "behind": ("hinter mir", "in meinem Rücken"),
}  # fmt: skip
_PREPOSITIONS = {
    "on": "auf {dem}", "below": "unter {dem}", "near": "neben {dem}", "left": "links von {dem}",
    "right": "rechts von {dem}", "front": "vor {dem}", "behind": "hinter {dem}",
}  # fmt: skip
_WORDS = {
    "left": {"": "links von mir", "short": "links"}, "right": {"": "rechts von mir", "short": "rechts"},
    "front": {"": "vor mir", "short": "vorne"}, "behind": {"": "hinter mir", "short": "hinten"},
    "height": {"": "hoch", "n": "Höhe"}, "width": {"": "breit", "n": "Breite"}, "length": {"": "lang", "n": "Länge"},
    "turn left": {"": "nach links drehe", "inf": "nach links drehen", "main": "nach links", "zu": "nach links gedreht"},
    "turn right": {"": "nach rechts drehe", "inf": "nach rechts drehen", "main": "nach rechts",
                   "zu": "nach rechts gedreht"},
    "turn around": {"": "umdrehe", "inf": "umdrehen", "main": "um", "zu": "umgedreht"},
}  # fmt: skip
_ON = ("balcony", "attic")  # rooms that one is on, not in
_CONTRACTED = {"in dem": "im", "an dem": "am", "zu dem": "zum", "zu der": "zur", "von dem": "vom", "bei dem": "beim",
               "in das": "ins", "an das": "ans"}  # fmt: skip


class German:
    """See `Tongue`."""

    language = "de"

    def thing(self, thing: Thing, form: str, rng: random.Random) -> str:
        """A noun phrase; forms are named after the masculine article of their case, "pl" and "pld" are plurals."""
        if thing.kind == "me":
            return _ME[form]
        gender, singular, plural, *other = entry_of(thing).forms["de"]
        index = "mfn".index(gender)
        if form in _PRONOUNS:
            return _PRONOUNS[form][index]
        if thing.kind == "rooms" and form in ("in", "into"):
            word = "auf" if thing.english in _ON else "in"
            return f"{word} {self.thing(thing, 'dem' if form == 'in' else 'den', rng)}"
        if form in _PLURAL_ARTICLES:
            dative = form in ("pld", "denpl")
            article = _PLURAL_ARTICLES[form]
            noun = _dative_plural(plural) if dative else plural
            ending = "en" if dative or article else "e"
        else:
            article, ending = _ARTICLES[form][index], _WEAK[form][index]
            noun = singular
            if form in ("den", "dem", "des", "einen", "einem", "keinen", "welchen") and other:
                noun = other[0]
            elif form == "des" and gender != "f":
                noun = genitive(singular)
        color = word_forms(thing.color, "de")[0] if thing.color else ""
        color = color if color in _NO_ENDING else color and color + ending
        where = self.place(thing.where, rng) if thing.where else ""
        marked = ARTICLE + article if article else ""
        return " ".join(part for part in (marked, color, noun, where) if part)

    def place(self, place: Place, rng: random.Random) -> str:
        """ "auf dem Tisch", "hinter mir", "in der Küche"."""
        if place.of.kind == "me":
            return chosen(_AROUND_ME[place.relation], rng) if place.relation != "near" else "in meiner Nähe"
        if place.relation == "room":
            return self.thing(place.of, "in", rng)
        return _PREPOSITIONS[place.relation].format(dem=self.thing(place.of, "dem", rng))

    def word(self, word: str, form: str, about: Thing | None) -> str:
        """A color, material, state, side, dimension or turn; German predicates do not agree."""
        return _WORDS[word][form] if word in _WORDS else word_forms(word, "de")[0]

    def tidy(self, text: str) -> str:
        """Contract prepositions with the articles of nouns, not with relative pronouns."""
        for long, short in _CONTRACTED.items():
            preposition, article = long.split()
            text = re.sub(rf"\b{preposition} {ARTICLE}{article}\b", short, text, flags=re.IGNORECASE)
        return text


def genitive(noun: str) -> str:
    """The genitive of a masculine or neuter noun."""
    return noun + ("es" if noun.endswith(("s", "ß", "x", "z", "sch", "st", "tt")) else "s")


def _dative_plural(plural: str) -> str:
    return plural if plural.endswith(("n", "s")) else plural + "n"
