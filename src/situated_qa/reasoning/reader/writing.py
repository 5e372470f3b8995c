"""The trained model writes an expression for a question, under a grammar made of the question's own words."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from situated_qa.errors import ModelError, ToolError
from situated_qa.llm.text_model import Continuation, TextModel
from situated_qa.reasoning.patterns.words import lexicon
from situated_qa.reasoning.reader.prompt import reader_prompt
from situated_qa.reasoning.reader.vocabulary import Vocabulary, vocabulary
from situated_qa.situated.language.check import check
from situated_qa.situated.language.expression import Call, parse_expression
from situated_qa.situated.language.functions import canonical, functions
from situated_qa.situated.language.grammar import grammar
from situated_qa.situated.language.values import Order

MAX_TOKENS = 160
"""About twice what the longest expression of the training data needs."""

_LETTERS = r"A-Za-z0-9\u00c0-\u024f\u4e00-\u9fff"
"""Of the languages that the reader was trained in, as GBNF writes them."""


@dataclass(frozen=True, slots=True)
class Written:
    """What the model wrote.

    Attributes:
        expression: canonical; "" where it wrote none that the checker accepts.
        problem: why there is none.
        logprob: of a token, on average, before the grammar ruled any out; None where the runtime does not tell.
        vocabulary: the texts that it was allowed.
        seconds: in the model.
    """

    expression: str
    problem: str
    logprob: float | None
    vocabulary: Vocabulary
    continuation: Continuation

    @property
    def seconds(self) -> float:
        return self.continuation.seconds


def write(
    continue_text: Callable[..., Continuation],
    question: str,
    previous: str = "",
    *,
    things: Iterable[str] = (),
    rooms: Iterable[str] = (),
) -> Written:
    """The expression that the model writes for a question.

    Args:
        continue_text: `TextModel.continue_text`, or one that keeps the time, too.
        previous: the expression of the last question of the session.
        things, rooms: names of what is in the scene: texts for misspelled and foreign words.

    Raises:
        ModelError: as `TextModel.continue_text`.
    """
    allowed = vocabulary(question, previous, things=things, rooms=rooms)
    prompt, rules = reader_prompt(question, previous), grammar_for(allowed)
    reply = continue_text(prompt, max_tokens=MAX_TOKENS, grammar=rules, stop=("\n",))
    expression, problem = usable(reply)
    if _THING in expression and _unnamed(allowed, expression):
        # The model does not know a foreign word that the tables know: have it choose among their nouns.
        without_thing = re.sub(r'^noun ::= "\\"thing\\"" \| ', "noun ::= ", rules, flags=re.MULTILINE)
        named = continue_text(prompt, max_tokens=MAX_TOKENS, grammar=without_thing, stop=("\n",))
        better, _ = usable(named)
        if better and _unnamed(allowed, better) < _unnamed(allowed, expression):
            expression, problem, reply = better, "", dataclasses.replace(named, seconds=reply.seconds + named.seconds)
    with_texts = allowed.looks is None and USE not in expression
    expression = expression if _ONE.search(question) else _listed(expression)
    expression = _of_rooms(expression, allowed.rooms)
    if _TURNED.search(question) and _SIDE_OF_ME.search(expression):
        expression = expression.replace(", visible(me)", "")  # in sight from here, before that turn
    return Written(expression, problem, per_token(reply, with_texts=with_texts), allowed, reply)


def grammar_for(allowed: Vocabulary) -> str:
    """GBNF of the expressions that hold no other texts; where a word is misspelled or foreign, of all expressions.

    What somebody says of a situation, or of what no map tells, may be in any words.
    """
    words = allowed.words if allowed.language == "en" else ()  # expressions are in English
    rules = grammar(allowed.nouns, words, allowed.rooms, allowed.texts, allowed.uses)
    if allowed.language != "en":
        rules = _ruled(rules, "use", "[a-z]+")
    if allowed.looks is not None:  # what each word means is known, and so where it may stand
        rules = re.sub(r"^(noun ::= .*) \| text$", r"\1", rules, flags=re.MULTILINE)
        for rule, texts in (("room-name", allowed.rooms), ("text", allowed.looks)):
            if texts:
                rules = _ruled(rules, rule, " | ".join(f'"\\"{text}\\""' for text in dict.fromkeys(texts)))
    free = rf'free ::= "\"" [{_LETTERS}] [{_LETTERS} !#-/:-@^-`{{-~]* "\""'
    rules = re.sub(r"^(f-(?:not-in-map|situation) ::= .*) text\b", r"\1 free", rules, flags=re.MULTILINE)
    if allowed.open:
        for rule in ("text", "noun", "room-name"):
            rules = _ruled(rules, rule, "free")
    return f"{rules}{free}\n"


def _ruled(rules: str, name: str, choices: str) -> str:
    """The rules with other choices for one of them."""
    return re.sub(rf"^{name} ::= .*$", lambda _: f"{name} ::= {choices}", rules, flags=re.MULTILINE)


_THING = '"thing"'
USE = '"something to '


_TURNED = re.compile(r"\b(?:if|when|once|after) (?:i|you) (?:turn|look|face)|^(?:turn|look|fac)ing\b", re.IGNORECASE)
_SIDE_OF_ME = re.compile(r"\b(?:left|right|behind)\(me\)")
_ONE = re.compile(r"\b(?:the|which|what) (?:\w+ )?(?:thing|object|item|one|piece)\b", re.IGNORECASE)


def _of_rooms(expression: str, rooms: Sequence[str]) -> str:
    """Rooms that are counted as things, as rooms: "how many bathrooms are there?"."""
    names = lexicon()["rooms"] | set(rooms)

    def counted(found: re.Match[str]) -> str:
        function = "count_rooms" if found[1] == "count" else "has_room"
        return f'{function}("{found[2]}")' if found[2] in names else found[0]

    return re.sub(r'\b(count|exists)\(every\("([a-z ]+)"\)\)', counted, expression)


def _listed(expression: str) -> str:
    """With `every` for `the` where what is on the desk, or what is red, is asked: all of it, as a pattern reads it."""
    named = parse_expression(expression) if expression.startswith('name(the("thing", ') else None
    one = named.args[0] if isinstance(named, Call) else None
    if not isinstance(one, Call):
        return expression
    said = [arg.name for arg in one.args if isinstance(arg, Call)]
    several = not {"on", "inside"}.isdisjoint(said) or any(key != "room" for key, _ in one.kwargs)
    ordered = any(functions()[name].returns == (Order,) for name in said)
    return expression.replace("name(the(", "name(every(", 1) if several and not ordered else expression


def _unnamed(allowed: Vocabulary, expression: str) -> int:
    """How many words of a foreign question that name a thing an expression leaves out, where all words are known."""
    if allowed.looks is None:
        return 0
    return sum(not any(f'"{noun}"' in expression for noun in nouns) for nouns in allowed.meant)


def usable(reply: Continuation) -> tuple[str, str]:
    """The canonical expression of a reply, or why there is none."""
    if not reply.finished:
        return "", f"the expression was not finished after {reply.tokens} tokens"
    try:
        expression = str(canonical(reply.text))
    except ToolError as error:
        return "", str(error)
    problems = check(expression)
    return ("", problems[0]) if problems else (expression, "")


def per_token(reply: Continuation, *, with_texts: bool = True) -> float | None:
    """The mean log-probability of a token.

    Args:
        with_texts: tokens of texts count, too. Where the tables say what a foreign word means, the grammar decides
            them, and how probable they were before tells nothing; a use is said rightly in many ways ("something to
            wash hands", "… in"), and how probable one of them is tells little.
    """
    logprobs = reply.token_logprobs
    if not with_texts and len(reply.token_texts) == len(logprobs):
        inside = _in_texts(reply.token_texts)
        logprobs = tuple(value for value, within in zip(logprobs, inside, strict=True) if not within)
    return sum(logprobs) / len(logprobs) if logprobs else None


def _in_texts(tokens: Sequence[str]) -> list[bool]:
    """Which tokens lie, whole or in part, between quotation marks."""
    inside, quoted = [], False
    for token in tokens:
        touched = quoted and token.strip('"') != ""
        parts = token.split('"')
        for number, part in enumerate(parts):
            if number:
                quoted = not quoted
            touched = touched or quoted and bool(part)
        inside.append(touched)
    return inside


def warm_up(model: TextModel) -> None:
    """Load the model.

    Raises:
        ModelError: as `TextModel.continue_text`.
    """
    if not model.continue_text(reader_prompt("Where is the door?"), max_tokens=1, timeout_s=600.0).tokens:
        raise ModelError(f"{model.name} writes nothing")
