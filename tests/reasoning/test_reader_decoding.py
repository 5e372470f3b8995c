"""Whatever is asked, the grammar leaves no way to write an expression that the checker refuses."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from situated_qa.assets import asset_path
from situated_qa.errors import AssetError
from situated_qa.llm.settings import LLMSettings
from situated_qa.reasoning.reader.prompt import reader_prompt
from situated_qa.reasoning.reader.vocabulary import vocabulary
from situated_qa.reasoning.reader.writing import grammar_for, usable
from situated_qa.situated.language.check import check
from situated_qa.situated.language.functions import functions

sys.path.append(str(Path(__file__).parents[1] / "situated" / "language"))
from gbnf import Grammar  # noqa: E402

WORDS = [
    *("where", "what", "how", "many", "is", "are", "the", "a", "red", "black", "chair", "chairs", "lamp", "kitchen"),
    *("bedroom", "left", "right", "of", "me", "behind", "on", "under", "not", "between", "closest", "3", "o'clock"),
    *("two", "90", "feet", "it", "and", "or", "tabel", "chiar", "Wo", "ist", "der", "Stuhl", "dónde", "está", "椅子"),
    *("在哪里", '"quoted"', "\\", "don't", "tom's", "<|im_end|>", "\t", ";", "(", ")", "[", "]", ",", ".", "?", "!"),
    *("\N{ZERO WIDTH SPACE}", "\N{PILE OF POO}", "\N{RIGHT SINGLE QUOTATION MARK}"),
]
BEFORE = ("", "", 'count(every("lamp", color="red", no(left(me))))', 'not_in_map("a \\"quote\\"")')


def test_the_models_grammar_holds_every_function() -> None:
    rules = Grammar(grammar_for(vocabulary("how many chairs are in each room", things=("chair",)))).rules
    assert [name for name in functions() if f"f-{name.replace('_', '-')}" not in rules] == []


def random_question(chance: random.Random) -> str:
    """Words in any order, and now and then letters at random."""
    words = chance.choices(WORDS, k=chance.randint(1, 14))
    if chance.random() < 0.3:
        words.append("".join(chr(chance.randint(33, 0x2FF)) for _ in range(chance.randint(1, 9))))
    return " ".join(words)


@pytest.mark.parametrize("seed", range(20))
def test_sentences_of_a_questions_grammar_pass_the_checker(seed: int) -> None:
    """500 questions at random, a sentence of the grammar for each."""
    chance, checked = random.Random(seed), 0
    for _ in range(25):
        question, before = random_question(chance), chance.choice(BEFORE)
        allowed = vocabulary(question, before, things=["chair", 'a "big" box'], rooms=["Room 1", "kitchen"])
        text = Grammar(grammar_for(allowed)).sentence(chance)
        problems = check(text)
        if problems and ("nests deeper" in problems[0] or "too long" in problems[0] or "characters" in problems[0]):
            continue  # the limits of size are not in the grammar; `usable` names them
        assert problems == [], (question, text)
        checked += 1
    assert checked > 15


@pytest.fixture(scope="module")
def model() -> Iterator[Any]:
    pytest.importorskip("xllamacpp", reason="the embedded runtime is not installed")
    from situated_qa.llm.llama_cpp import LlamaCppModel

    try:
        path = Path(asset_path("smollm2-135m"))
    except AssetError:
        pytest.skip("smollm2-135m is not in the cache")
    made = LlamaCppModel(path.name, lambda: path, LLMSettings(n_threads=1, num_ctx=1024))
    yield made
    made.close()


def test_an_untrained_model_writes_nothing_else(model: Any) -> None:
    """Every reply is a usable expression, or one that was cut."""
    chance = random.Random(0)
    for _ in range(4):
        question = random_question(chance)
        allowed = vocabulary(question)
        reply = model.continue_text(
            reader_prompt(question), max_tokens=16, grammar=grammar_for(allowed), stop=("\n",), timeout_s=500.0
        )
        expression, problem = usable(reply)
        assert bool(expression) == reply.finished, (question, reply.text, problem)
