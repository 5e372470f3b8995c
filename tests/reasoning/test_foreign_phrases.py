"""Other ways of asking in other languages than English: telling, seeking, comparing, pronouns, order of words."""

from __future__ import annotations

import pytest

from situated_qa.reasoning.foreign import read_foreign
from situated_qa.reasoning.foreign.tables import phrases
from situated_qa.reasoning.reader.foreign_nouns import LANGUAGES

READ = {
    "de": {
        "Nenn mir bitte das Ding links von mir.": 'name(the("thing", left(me)))',
        "Prüf bitte, ob das Fenster offen ist.": 'looks(the("window"), "state", "open")',
        "Ich suche den Stuhl.": 'where(the("chair"))',
        "Ich suche einen Stuhl - gibt es so etwas in der Küche?": 'exists(every("chair", room="kitchen"))',
        "Der Schrank, wie hoch ist er?": 'measure(the("cabinet"), "height")',
        "Wie breit, lang und hoch ist das Regal?": 'dimensions(the("shelf"))',
        "Verglichen mit dem Bett, ist der Tisch größer?": (
            'first(which(most("large"), the("table"), the("bed")), the("table"))'
        ),
        "Ist der Stuhl dem Fenster näher oder der Tisch?": 'which(closest(the("window")), the("chair"), the("table"))',
        "Gibt es weniger Stühle als Lampen?": 'count(every("chair")) < count(every("lamp"))',
        "Ist die Zahl der Stühle höher als die der Lampen?": 'count(every("chair")) > count(every("lamp"))',
        "Was trägt das Regal?": 'name(every("thing", on(the("shelf"))))',
        "Was hat der Tisch neben sich?": 'name(the("thing", near(the("table"))))',
        "Wo muss ich lang, um zur Küche zu kommen?": 'way(room("kitchen"))',
        "Führt ein Weg zur Küche?": 'reachable(room("kitchen"))',
        "Stell dir vor, ich drehe mich um: was ist vor mir?": 'name(the("thing", front(turned(me, "around"))))',
        "Wie viele Meter trennen mich vom Bett?": 'distance(the("bed"), me)',
        "Wie viele Meter muss ich bis zum Bett gehen?": 'distance(the("bed"), me, how="walk")',
        "Beschreib mir die Farbe des Sofas.": 'color(the("sofa"))',
        "Der Raum mit dem Bett ist welcher?": 'room_of(the("bed"))',
        "Zimmer, wie viele gibt es?": "count_rooms()",
    },
    "es": {
        "Nombra el objeto que está a mi izquierda.": 'name(the("thing", left(me)))',
        "Comprueba si la ventana está abierta.": 'looks(the("window"), "state", "open")',
        "Busco la silla.": 'where(the("chair"))',
        "Tras darme la vuelta, ¿qué tengo a mi izquierda?": 'name(the("thing", left(turned(me, "around"))))',
        "Después de girar a la derecha, ¿qué hay a mi derecha?": 'name(the("thing", right(turned(me, "right"))))',
        "¿Cuántos metros de altura tiene la mesa?": 'measure(the("table"), "height")',
        "¿Cuánto me separa de la ventana?": 'distance(the("window"), me)',
        "¿Es mayor el número de sillas que el de lámparas?": 'count(every("chair")) > count(every("lamp"))',
        "¿Hay menos sillas que lámparas?": 'count(every("chair")) < count(every("lamp"))',
        "¿Qué tiene cerca la mesa?": 'name(the("thing", near(the("table"))))',
        "¿Y el piano, dónde está?": 'where(the("piano"))',
        "¿Se encuentra una silla junto a la mesa?": 'exists(every("chair", near(the("table"))))',
        "¿Dispone la casa de un garaje?": 'has_room("garage")',
        "Las habitaciones, ¿cuáles son?": "rooms()",
    },
    "fr": {
        "Peux-tu me dire ce qui se trouve à ma gauche ?": 'name(the("thing", left(me)))',
        "Cite le plus grand objet dans la cuisine.": 'name(the("thing", most("large"), room="kitchen"))',
        "Vérifie si la fenêtre est ouverte.": 'looks(the("window"), "state", "open")',
        "Je cherche la chaise.": 'where(the("chair"))',
        "Quand je tourne à droite, qu'est-ce qu'il y a devant moi ?": (
            'name(the("thing", front(turned(me, "right"))))'
        ),
        "Compte les chaises rouges à ma gauche.": 'count(every("chair", left(me), color="red"))',
        "La table, de quelle couleur est-elle ?": 'color(the("table"))',
        "Combien de mètres me séparent du lit ?": 'distance(the("bed"), me)',
        "Comparé au lit, le canapé est plus grand ?": (
            'first(which(most("large"), the("sofa"), the("bed")), the("sofa"))'
        ),
        "La pièce où se trouve le lit, c'est laquelle ?": 'room_of(the("bed"))',
        "Quelle longueur sépare le lit de la table ?": 'distance(the("bed"), the("table"))',
        "Quelles pièces disposent d'une baignoire ?": 'rooms_with(every("bathtub"))',
    },
    "zh": {
        "说说桌子上有什么。": 'name(every("thing", on(the("table"))))',
        "请帮我数一数厨房里有几把椅子。": 'count(every("chair", room="kitchen"))',
        "帮我找一下椅子。": 'where(the("chair"))',
        "和床相比，桌子更大吗？": 'first(which(most("large"), the("table"), the("bed")), the("table"))',
        "床和桌子相比，哪个更大？": 'which(most("large"), the("bed"), the("table"))',
        "桌子比床大不大？": 'first(which(most("large"), the("table"), the("bed")), the("table"))',
        "椅子比灯少吗？": 'count(every("chair")) < count(every("lamp"))',
        "桌子由什么材料制成？": 'material(the("table"))',
        "与桌子挨着的是什么东西？": 'name(the("thing", near(the("table"))))',
        "列出有床的房间。": 'rooms_with(every("bed"))',
        "一旦我向右转，我前面是什么？": 'name(the("thing", front(turned(me, "right"))))',
        "通往厨房的路通畅吗？": 'reachable(room("kitchen"))',
    },
}
LEFT = {
    "de": (
        "Wie weit ist er vom Tisch entfernt?", "Nenn mir die Lampe.", "Haben wir die Tür rot?",
        "Ist er größer als der Tisch?", "Nenn mir die roten Stühle.", "Kann ich den Stuhl?",
    ),
    "es": ("Nombra las sillas rojas.", "¿Es una mesa junto a la cama?", "Las habitaciones tienen ventanas."),
    "fr": (
        "À quelle distance est-il du lit ?", "Toutes les pièces ont-elles un radiateur ?", "Est-elle sur la table ?",
        "C'est une chaise à côté du lit ?",
    ),
    "zh": ("列出椅子。", "床和桌子相比更大吗？"),
}  # fmt: skip
"""What a pronoun means is not in the question; a list of things is more than their name."""


@pytest.mark.parametrize(
    ("language", "question", "expression"), [(x, *row) for x in LANGUAGES for row in READ[x].items()]
)
def test_other_ways_of_asking_are_read(language: str, question: str, expression: str) -> None:
    assert read_foreign(question, language) == expression


@pytest.mark.parametrize(("language", "question"), [(x, question) for x in LANGUAGES for question in LEFT[x]])
def test_what_may_mean_something_else_is_not(language: str, question: str) -> None:
    assert read_foreign(question, language) == ""


def test_phrases_are_composed_of_others() -> None:
    spanish = phrases("es")
    assert spanish["despues", "de"] == ("if",)
    assert spanish["giro", "hacia", "la", "izquierda"] == ("turn_left",)  # of "$turn a|hacia la izquierda"
    assert spanish["me", "volteo", "a", "la", "derecha"] == ("turn_right",)
    assert not any(word.startswith("$") or "_" in word or "|" in word for words in spanish for word in words)
