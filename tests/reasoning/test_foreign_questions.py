"""Questions in German, Spanish, French and Chinese that are read by tables, without a model."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from situated_qa.reasoning.foreign import read_foreign
from situated_qa.reasoning.foreign.chunks import WORDLESS
from situated_qa.reasoning.foreign.questions import QUESTIONS, SOFT
from situated_qa.reasoning.foreign.said import JOINTS, UNITS
from situated_qa.reasoning.reader.foreign_nouns import LANGUAGES, guess_language

READ = {
    "de": {
        "Wie viele Lampen stehen rechts von mir?": 'count(every("lamp", right(me)))',
        "Gibt es im Bad einen Spiegel?": 'exists(every("mirror", room="bathroom"))',
        "Hängt an der Wand eine Uhr?": 'exists(every("clock", on(the("wall"))))',
        "Was liegt alles auf dem Schreibtisch?": 'name(every("thing", on(the("desk"))))',
        "was ist zwischen sofa und fernseher": 'name(the("thing", between(the("sofa"), the("tv"))))',
        "Steht die Lampe links oder rechts vom Bett?": 'side(the("lamp"), the("bed"), ["left", "right"])',
        "Ist der Tresor hinter mir, vor mir oder rechts?": 'side(the("safe"), me, ["behind", "front", "right"])',
        "Was steht dem Herd am nächsten?": 'name(the("thing", closest(the("stove"))))',
        "Was ist dem Fenster näher, der Tisch oder das Bett?": (
            'which(closest(the("window")), the("table"), the("bed"))'
        ),
        "Wo ist der Stuhl, der der Tür am nächsten steht?": 'where(the("chair", closest(the("door"))))',
        "Was ist vor mir, wenn ich mich nach links drehe?": 'name(the("thing", front(turned(me, "left"))))',
        "Ist das Fenster zu?": 'looks(the("window"), "state", "closed")',
        "Wie komme ich in die Küche?": 'way(room("kitchen"))',
        "Wie viele Zentimeter hoch ist das Regal?": 'measure(the("shelf"), "height", "cm")',
    },
    "es": {
        "¿Cuántas sillas rojas hay en la cocina?": 'count(every("chair", color="red", room="kitchen"))',
        "¿A qué distancia está la mesa de la puerta?": 'distance(the("table"), the("door"))',
        "¿La lámpara queda a mi izquierda o a mi derecha?": 'side(the("lamp"), me, ["left", "right"])',
        "¿Qué hay encima del escritorio que está frente a la ventana?": (
            'name(every("thing", on(the("desk", front(the("window"))))))'
        ),
        "¿De qué color es la silla más cercana a la puerta?": 'color(the("chair", closest(the("door"))))',
        "¿Hay más libros que lámparas?": 'count(every("book")) > count(every("lamp"))',
        "¿En qué cuarto está el piano?": 'room_of(the("piano"))',
        "¿De qué está hecha la mesa?": 'material(the("table"))',
        "¿Es la cama más grande que el sofá?": 'first(which(most("large"), the("bed"), the("sofa")), the("bed"))',
        "¿Cuál es el mueble más grande del dormitorio?": 'name(the("furniture", most("large"), room="bedroom"))',
        "si me doy la vuelta qué hay delante de mí": 'name(the("thing", front(turned(me, "around"))))',
        "¿Puedo llegar al baño?": 'reachable(room("bathroom"))',
        "¿Hay garaje?": 'has_room("garage")',
    },
    "fr": {
        "Combien de chaises y a-t-il derrière moi ?": 'count(every("chair", behind(me)))',
        "Est-ce que le canapé est gris ?": 'looks(the("sofa"), "color", "grey")',
        "Qu'est-ce qui se trouve sous le lit ?": 'name(the("thing", below(the("bed"))))',
        "Il est où, le réfrigérateur ?": 'where(the("refrigerator"))',
        "De quelle couleur est la lampe à côté du lit ?": 'color(the("lamp", near(the("bed"))))',
        "La télé est allumée ou éteinte ?": 'state(the("tv"), ["on", "off"])',
        "Qu'est-ce qui est le plus près de la porte, le lit ou la lampe ?": (
            'which(closest(the("door")), the("bed"), the("lamp"))'
        ),
        "Quelles pièces ont une télévision ?": 'rooms_with(every("tv"))',
        "Combien de lampes dans le bureau ?": 'count(every("lamp", room="study"))',
        "Qu'y a-t-il sur le bureau ?": 'name(every("thing", on(the("desk"))))',
        "Y a-t-il quelque chose sur la table ?": 'exists(every("thing", on(the("table"))))',
        "Je suis dans quelle pièce ?": "here()",
        "Quelle est la hauteur de l'armoire ?": 'measure(the("wardrobe"), "height")',
    },
    "zh": {
        "桌子上有几个红色的杯子？": 'count(every("cup", on(the("table")), color="red"))',
        "厨房里有没有椅子": 'exists(every("chair", room="kitchen"))',
        "椅子在桌子旁边吗？": 'holds(the("chair"), near(the("table")))',
        "我左边是什么？": 'name(the("thing", left(me)))',
        "床旁边的桌子上都有什么？": 'name(every("thing", on(the("table", near(the("bed"))))))',
        "离门最近的椅子是什么颜色的？": 'color(the("chair", closest(the("door"))))',
        "窗户离我多远": 'distance(the("window"), me)',
        "床和书桌哪个比较大？": 'which(most("large"), the("bed"), the("desk"))',
        "电视机开着吗？": 'looks(the("tv"), "state", "on")',
        "窗户开着吗？": 'looks(the("window"), "state", "open")',
        "这里有什么房间": "rooms()",
        "这是什么房间": "here()",
        "向右转以后，我左边是什么？": 'name(the("thing", left(turned(me, "right"))))',
        "厨房台面上有什么？": 'name(every("thing", on(the("kitchen counter"))))',
        "书柜有多高": 'measure(the("bookcase"), "height")',
    },
}
LEFT = {
    "de": (
        "Welche Zimmer haben keinen Fernseher?", "Was ist nicht auf dem Tisch?", "Wie spät ist es?", "Wo ist er?",
        "Welche Farbe hat der zweite Stuhl von links?", "Wie viele Stühle außer dem roten gibt es?",
        "Ist das Bett eher links vorne oder rechts hinten von mir?", "Worauf liegt das Buch?", "Und die Lampe?",
        "Gibt es was auf dem Tisch?", "Wer ist in der Küche?", "Läuft der Ventilator?",
        "Ist der Tisch dem Bett der Lampe näher oder dem Stuhl?", "",
    ),
    "es": (
        "¿Qué habitaciones no tienen silla?", "¿Hay dos sillas a la derecha?", "¿Quién compró la mesa?",
        "¿Es una mesa de madera?", "¿Dónde está?", "¿Qué silla es la más cara?",
    ),
    "fr": (
        "Quelles pièces n'ont pas de lit ?", "Combien de chaises sans coussin ?", "Où est-elle ?",
        "Le poêle est-il devant à gauche ou derrière à droite ?", "C'est une table en bois ?",
    ),
    "zh": ("哪些房间没有床？", "第二把椅子是什么颜色？", "床是谁的？", "现在几点？", "桌子上没有杯子吗？"),
}  # fmt: skip
"""Numbers, negations, pronouns, and what may be meant in two ways."""


@pytest.mark.parametrize(
    ("language", "question", "expression"), [(x, *row) for x in LANGUAGES for row in READ[x].items()]
)
def test_a_clear_question_is_read(language: str, question: str, expression: str) -> None:
    assert guess_language(question) == language
    assert read_foreign(question, language) == expression


@pytest.mark.parametrize(("language", "question"), [(x, question) for x in LANGUAGES for question in LEFT[x]])
def test_a_question_of_which_a_word_is_left_over_is_not(language: str, question: str) -> None:
    assert read_foreign(question, language) == ""


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("de", "WIE VIELE STUEHLE SIND RECHTS VON MIR"),
        ("de", "Wie viele Stühlle sind rechts von mir?"),
        ("es", "cuantas sillas hay a mi derecha"),
        ("es", "¿Cuántas silllas hay a mi derecha?"),
        ("fr", "combien de chaises y a t il a droite de moi"),
        ("fr", "Combien de chiases y a-t-il à ma droite ?"),
    ],
)
def test_accents_capitals_and_one_wrong_letter_do_not_matter(language: str, question: str) -> None:
    assert read_foreign(question, language) == 'count(every("chair", right(me)))'


def test_what_is_in_the_scene_decides_between_words_for_a_thing() -> None:
    assert read_foreign("¿Dónde está el armario?", "es") == 'where(the("cabinet"))'
    assert read_foreign("¿Dónde está el armario?", "es", ["wardrobe"]) == 'where(the("wardrobe"))'


@pytest.mark.parametrize(
    "question",
    [
        "Was the door open?",
        "Is die box red?",
        "In the garage on my left",
        "Where is the sofa?",
        "plus a lamp on a table",
    ],
)
def test_an_english_question_is_of_no_other_language(question: str) -> None:
    assert guess_language(question) == "en"


@pytest.mark.parametrize(
    ("language", "question"),
    [("de", "Was siehst du in der Garage?"), ("de", "Und in Zentimetern?"), ("es", "va a llover hoy?")],
)
def test_a_short_question_is_of_its_language(language: str, question: str) -> None:
    assert guess_language(question) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_name_of_a_table_is_known(language: str) -> None:
    asked = {name for needed, allowed, _ in QUESTIONS for name in needed | allowed}
    known = asked | SOFT | WORDLESS | set(JOINTS) | set(UNITS) | {"contractions", "what_all"}
    names = set(json.loads(_table(language)))
    assert {name for name in names - known if not name.startswith(("is_", "$"))} == set()
    assert names >= {"count", "where", "what", "left", "my_left", "between", "closest", "or", "turn_around", "is_open"}


def _table(language: str) -> str:
    return resources.files("situated_qa.reasoning.foreign").joinpath(f"data/{language}.json").read_text("utf-8")
