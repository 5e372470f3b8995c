"""Spanish and French: articles and adjectives by gender and number, contractions (del, al, du, au, des), elision."""

from __future__ import annotations

import random
import re

from situated_qa.training.languages.filling import ARTICLE, agreeing, chosen, entry_of, word_forms
from situated_qa.training.languages.things import Place, Thing

_VOWEL = "aeiouyàâéèêëîïôûùœ"
_MUTE_H = "horloge"


class Romance:
    """What the two languages share; see `Tongue`."""

    language = ""
    articles: dict[str, tuple[str, str]] = {}  # form: masculine, feminine
    endings: dict[str, tuple[str, str]] = {}
    plurals: tuple[str, ...] = ()
    me: dict[str, str] = {}
    around_me: dict[str, tuple[str, ...]] = {}
    prepositions: dict[str, tuple[str, ...]] = {}
    words: dict[str, dict[str, str]] = {}
    on_rooms: dict[str, str] = {}

    def thing(self, thing: Thing, form: str, rng: random.Random) -> str:
        """A noun phrase; forms are named after the masculine article, "n" and "pl" have none."""
        if thing.kind == "me":
            return self.me[form]
        gender, singular, plural = entry_of(thing).forms[self.language]
        index = "mf".index(gender)
        if form in self.endings:
            return self.endings[form][index]
        if form == "in":
            return f"{self.on_rooms.get(thing.english, self.prepositions['room'][0])} {self.thing(thing, 'def', rng)}"
        many = form in self.plurals
        article = self.articles[form][index] if form in self.articles else ""
        forms = word_forms(thing.color, self.language) if thing.color else ()
        color = agreeing(forms, gender, many) if forms else ""
        where = self.place(thing.where, rng) if thing.where else ""
        marked = ARTICLE + article if article else ""
        return " ".join(part for part in (marked, plural if many else singular, color, where) if part)

    def place(self, place: Place, rng: random.Random) -> str:
        """Where something is, behind a noun or a verb."""
        if place.of.kind == "me":
            return chosen(self.around_me[place.relation], rng)
        if place.relation == "room":
            return self.thing(place.of, "in", rng)
        return f"{chosen(self.prepositions[place.relation], rng)} {self.thing(place.of, 'def', rng)}"

    def word(self, word: str, form: str, about: Thing | None) -> str:
        """A color, material, state, side, dimension or turn, agreeing with the thing it is said of."""
        if word in self.words:
            return self.words[word][form]
        if form == "m":
            return word_forms(word, self.language)[0]
        gender = entry_of(about).forms[self.language][0] if about is not None and about.kind != "me" else "m"
        return agreeing(word_forms(word, self.language), gender)


class Spanish(Romance):
    """See `Tongue`."""

    language = "es"
    articles = {
        "def": ("el", "la"), "un": ("un", "una"), "los": ("los", "las"), "algun": ("algún", "alguna"),
        "ningun": ("ningún", "ninguna"), "unos": ("unos", "unas"), "algunos": ("algunos", "algunas"),
    }  # fmt: skip
    endings = {"o": ("o", "a"), "os": ("os", "as"), "lo": ("lo", "la"), "cual": ("el", "la"), "ado": ("ado", "ada")}
    plurals = ("pl", "los", "unos", "algunos")
    me = {"def": "mí"}
    around_me = {
        "left": ("a mi izquierda", "a mano izquierda"), "right": ("a mi derecha", "a mano derecha"),
        "front": ("delante de mí", "frente a mí", "enfrente de mí"), "behind": ("detrás de mí", "a mis espaldas"),
    }  # fmt: skip
    prepositions = {
        "on": ("sobre", "encima de", "en"), "below": ("debajo de", "bajo"), "room": ("en",),
        "near": ("junto a", "al lado de", "cerca de"),
    }  # fmt: skip
    words = {
        "left": {"": "a mi izquierda", "short": "a la izquierda"},
        "right": {"": "a mi derecha", "short": "a la derecha"},
        "front": {"": "delante de mí", "short": "delante"}, "behind": {"": "detrás de mí", "short": "detrás"},
        "height": {"": "alto", "n": "altura"}, "width": {"": "ancho", "n": "anchura"},
        "length": {"": "largo", "n": "longitud"},
        "turn left": {"": "giro a la izquierda", "inf": "girar a la izquierda", "sub": "girara a la izquierda",
                      "main": "giro hacia la izquierda"},
        "turn right": {"": "giro a la derecha", "inf": "girar a la derecha", "sub": "girara a la derecha",
                       "main": "giro hacia la derecha"},
        "turn around": {"": "me doy la vuelta", "inf": "darme la vuelta", "sub": "me diera la vuelta",
                        "main": "me doy media vuelta"},
    }  # fmt: skip

    def tidy(self, text: str) -> str:
        """Contract "de el" and "a el"; "y" and "o" before their own sound."""
        text = re.sub(rf"\bde {ARTICLE}el\b", "del", text, flags=re.IGNORECASE)
        text = re.sub(rf"\ba {ARTICLE}el\b", "al", text, flags=re.IGNORECASE)
        text = re.sub(rf"\by (?={ARTICLE}?(?:i|hi)[^ae])", "e ", text)
        return re.sub(rf"\bo (?={ARTICLE}?h?o)", "u ", text)


class French(Romance):
    """See `Tongue`."""

    language = "fr"
    articles = {
        "def": ("le", "la"), "un": ("un", "une"), "les": ("les", "les"), "ce": ("ce", "cette"), "des": ("des", "des"),
    }  # fmt: skip
    endings = {"e": ("", "e"), "quel": ("quel", "quelle"), "quels": ("quels", "quelles"), "il": ("il", "elle"),
               "lequel": ("lequel", "laquelle"), "celui": ("celui", "celle"),
               "leplus": ("le plus", "la plus")}  # fmt: skip
    plurals = ("pl", "les", "des")
    me = {"def": "moi"}
    around_me = {
        "left": ("à ma gauche", "sur ma gauche"), "right": ("à ma droite", "sur ma droite"),
        "front": ("devant moi", "en face de moi"), "behind": ("derrière moi", "dans mon dos"),
    }  # fmt: skip
    prepositions = {
        "on": ("sur",), "below": ("sous", "en dessous de"), "room": ("dans",), "near": ("à côté de", "près de"),
    }  # fmt: skip
    words = {
        "left": {"": "à ma gauche", "short": "à gauche"}, "right": {"": "à ma droite", "short": "à droite"},
        "front": {"": "devant moi", "short": "devant"}, "behind": {"": "derrière moi", "short": "derrière"},
        "height": {"": "haut", "n": "hauteur"}, "width": {"": "large", "n": "largeur"},
        "length": {"": "long", "n": "longueur"},
        "turn left": {"": "je tourne à gauche", "inf": "tourner à gauche", "past": "avoir tourné à gauche",
                      "sub": "je tournais à gauche"},
        "turn right": {"": "je tourne à droite", "inf": "tourner à droite", "past": "avoir tourné à droite",
                       "sub": "je tournais à droite"},
        "turn around": {"": "je me retourne", "inf": "me retourner", "past": "m'être retourné",
                        "sub": "je me retournais"},
    }  # fmt: skip
    on_rooms = {"balcony": "sur"}

    def tidy(self, text: str) -> str:
        """Elide before vowels and silent h, then contract "de le", "à le", "de les", "à les"."""
        text = re.sub(rf"{ARTICLE}l[ea] (?=[{_VOWEL}]|{_MUTE_H})", f"{ARTICLE}l'", text)
        text = re.sub(rf"{ARTICLE}ce (?=[{_VOWEL}]|{_MUTE_H})", f"{ARTICLE}cet ", text)
        text = re.sub(rf"\b([dD]|[qQ]u)e (?={ARTICLE}?[{_VOWEL}](?!\W)|{_MUTE_H})", r"\1'", text)
        for long, short in (("de le", "du"), ("à le", "au"), ("de les", "des"), ("à les", "aux")):
            preposition, article = long.split()
            capital = short[0].upper() + short[1:]
            text = re.sub(rf"\b{preposition} {ARTICLE}{article}\b", short, text)
            text = re.sub(rf"\b{preposition.capitalize()} {ARTICLE}{article}\b", capital, text)
        return text.replace("*", "")
