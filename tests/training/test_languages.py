"""Questions in German, Spanish, French and Chinese: grammar by hand, labels by the checker, splits apart."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from situated_qa.errors import TrainingError
from situated_qa.situated.language.check import check
from situated_qa.situated.language.functions import canonical
from situated_qa.training.labels import normal
from situated_qa.training.languages import samples
from situated_qa.training.languages.filling import Slot, filled
from situated_qa.training.languages.german import genitive
from situated_qa.training.languages.kinds import KINDS
from situated_qa.training.languages.registers import unaccented
from situated_qa.training.languages.samples import TONGUES, wordings
from situated_qa.training.languages.things import ME, Place, Thing

LANGUAGES = ("de", "es", "fr", "zh")


class First(random.Random):
    """Always the first of several ways to say the same."""

    def random(self) -> float:
        return 0.0


def said(language: str, wording: str, **slots: Slot) -> str:
    return filled(wording, slots, TONGUES[language], First())


CHAIR, DOOR, BED, LAMP = Thing("chair"), Thing("door"), Thing("bed"), Thing("lamp")
ON_THE_TABLE = Place("on", Thing("table"))
IN_THE_KITCHEN = Place("room", Thing("kitchen", "rooms"))
BEHIND_ME = Place("behind", ME)

BY_HAND = [
    ("de", "Wie viele {x.pl} gibt es {p}?", {"x": CHAIR, "p": ON_THE_TABLE}, "Wie viele Stühle gibt es auf dem Tisch?"),
    ("de", "Gibt es {x.einen}?", {"x": Thing("chair", color="red")}, "Gibt es einen roten Stuhl?"),
    ("de", "Ist hier {x.ein}?", {"x": Thing("bed", color="white")}, "Ist hier ein weißes Bett?"),
    ("de", "Wo ist {x.der}?", {"x": Thing("lamp", color="pink")}, "Wo ist die rosa Lampe?"),
    ("de", "Wie komme ich zu {x.dem}?", {"x": BED}, "Wie komme ich zum Bett?"),
    ("de", "Wie komme ich zu {x.dem}?", {"x": DOOR}, "Wie komme ich zur Tür?"),
    ("de", "Was ist {r.in}?", {"r": Thing("bathroom", "rooms")}, "Was ist im Badezimmer?"),
    ("de", "Was ist {r.in}?", {"r": Thing("balcony", "rooms")}, "Was ist auf dem Balkon?"),
    ("de", "Die Farbe {x.des}?", {"x": Thing("table", color="red")}, "Die Farbe des roten Tisches?"),
    ("de", "Welcher Raum, in dem {x.der} ist?", {"x": BED}, "Welcher Raum, in dem das Bett ist?"),
    ("de", "Von {x.dem}?", {"x": Thing("teddy bear")}, "Vom Teddybären?"),
    ("de", "Die Zahl {x.derpl}?", {"x": Thing("chair", color="red")}, "Die Zahl der roten Stühle?"),
    ("de", "Von den {x.pld}?", {"x": CHAIR}, "Von den Stühlen?"),
    ("es", "¿Cuánt{x.os} {x.pl} hay {p}?", {"x": Thing("chair", color="red"), "p": BEHIND_ME},
     "¿Cuántas sillas rojas hay detrás de mí?"),
    ("es", "¿Cuál es el color de {x.def}?", {"x": BED}, "¿Cuál es el color de la cama?"),
    ("es", "¿Cuál es el color de {x.def}?", {"x": Thing("sofa")}, "¿Cuál es el color del sofá?"),
    ("es", "¿Cómo llego a {x.def}?", {"x": Thing("desk")}, "¿Cómo llego al escritorio?"),
    ("es", "¿Está {a} {x.def}?", {"x": DOOR, "a": "open"}, "¿Está abierta la puerta?"),
    ("es", "{x.def} más cercan{x.o}", {"x": LAMP}, "La lámpara más cercana"),
    ("es", "Hay {x.algun} {p}", {"x": CHAIR, "p": IN_THE_KITCHEN}, "Hay alguna silla en la cocina"),
    ("fr", "Combien de {x.pl} y a-t-il ?", {"x": Thing("wardrobe")}, "Combien d'armoires y a-t-il ?"),
    ("fr", "La couleur de {x.def} ?", {"x": Thing("sofa")}, "La couleur du canapé ?"),
    ("fr", "La couleur de {x.def} ?", {"x": Thing("clock")}, "La couleur de l'horloge ?"),
    ("fr", "Il n'y a pas de {x.n} ?", {"x": Thing("range hood")}, "Il n'y a pas de hotte ?"),
    ("fr", "Comment aller à {x.def} ?", {"x": Thing("living room", "rooms")}, "Comment aller au salon ?"),
    ("fr", "{x.def} est-{x.il} {c} ?", {"x": LAMP, "c": "white"}, "La lampe est-elle blanche ?"),
    ("fr", "Il y a {x.des} {p} ?", {"x": Thing("chair", color="blue"), "p": IN_THE_KITCHEN},
     "Il y a des chaises bleues dans la cuisine ?"),
    ("fr", "le plus proche de {y.def} ?", {"y": ME}, "Le plus proche de moi ?"),
    ("fr", "Tu disposes de {x.un} ?", {"x": Thing("kitchen", "rooms")}, "Tu disposes d'une cuisine ?"),
    ("zh", "{p}的{x}数量是多少？", {"x": CHAIR, "p": ""}, "椅子数量是多少？"),
    ("zh", "{p}有几{x.cl}{x}？", {"x": CHAIR, "p": IN_THE_KITCHEN}, "厨房里有几把椅子？"),
    ("zh", "{p}有几{x.cl}{x}？", {"x": Thing("lamp", color="red"), "p": ON_THE_TABLE}, "桌子上有几盏红色的灯？"),
    ("zh", "{x}是什么颜色的？", {"x": Thing("book", where=Place("on", Thing("table", where=BEHIND_ME)))},
     "我后面的桌子上的书是什么颜色的？"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "wording", "slots", "sentence"), BY_HAND)
def test_sentences_agree(language: str, wording: str, slots: dict[str, Slot], sentence: str) -> None:
    assert said(language, wording, **slots) == sentence


def test_expressions_of_nested_things() -> None:
    table = Thing("table", where=BEHIND_ME)
    assert Thing("lamp", color="red", where=Place("on", table)).the() == (
        'the("lamp", on(the("table", behind(me))), color="red")'
    )
    assert Thing("cup", where=IN_THE_KITCHEN).every() == 'every("cup", in_room("kitchen"))'


@pytest.mark.parametrize(("noun", "of_it"), [("Tisch", "Tisches"), ("Stuhl", "Stuhls"), ("Bett", "Bettes")])
def test_genitive(noun: str, of_it: str) -> None:
    assert genitive(noun) == of_it


def test_german_without_umlauts() -> None:
    assert unaccented("Stühle aus weißem Öl", "de") == "Stuehle aus weissem Oel"
    assert unaccented("détrás año", "es") == "detras ano"


@pytest.mark.parametrize("split", ["train", "dev", "test"])
def test_every_expression_is_canonical_and_passes_the_checker(split: str) -> None:
    made = list(samples(11, 1200, split))
    assert Counter(sample.language for sample in made) == dict.fromkeys(LANGUAGES, 300)
    for sample in made:
        assert check(sample.expression) == [], sample
        assert str(canonical(sample.expression)) == sample.expression
        assert sample.split == split and sample.source == "languages"
        assert not set("{}*\u2060") & set(sample.question), sample.question
        assert "  " not in sample.question
        if sample.register == "plain" and sample.language != "zh":
            assert sample.question.lstrip("¿")[0].isupper()


def test_labels_are_written_as_those_of_the_other_sources() -> None:
    made = list(samples(5, 1600, "train"))
    assert all(normal(sample.expression) == sample.expression for sample in made)
    assert any('room="kitchen"' in sample.expression for sample in made)
    assert any('["front", "behind"]' in sample.expression for sample in made)
    assert {sample.depth for sample in made} >= {0, 1, 2}


def test_samples_are_the_same_for_a_seed_only() -> None:
    assert list(samples(1, 40, "train")) == list(samples(1, 40, "train"))
    assert list(samples(1, 40, "train")) != list(samples(2, 40, "train"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_splits_share_no_wording(language: str) -> None:
    by_split = [
        {text for lines in wordings(language, split).values() for _, text in lines} for split in ("train", "dev")
    ]
    kept = {kind: {text for _, text in lines} for kind, lines in wordings(language, "test").items()}
    for kind in KINDS:
        others = {text for split in ("train", "dev") for _, text in wordings(language, split)[kind]}
        assert len(others) >= 6 and len(kept[kind]) >= 3, kind
    assert not (by_split[0] | by_split[1]) & set().union(*kept.values())
    numbers = [number for split in ("train", "dev", "test") for number, _ in wordings(language, split)["count"]]
    assert len(numbers) == len(set(numbers))


def test_every_kind_comes_in_every_language() -> None:
    made = {(sample.language, sample.wording.split("/")[1]) for sample in samples(4, 4 * len(KINDS), "train")}
    assert made == {(language, kind) for language in LANGUAGES for kind in KINDS}


def test_an_unknown_split_and_an_unknown_slot_are_refused() -> None:
    with pytest.raises(TrainingError, match="train, dev, test"):
        next(samples(1, 1, "held out"))
    with pytest.raises(TrainingError, match="'z'"):
        said("de", "Wo ist {z.der}?", x=CHAIR)
