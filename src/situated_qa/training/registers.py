"""The same question as other people would say it: clipped, polite, spoken, misspelt, non-native, recognized.

Only the way of saying changes. The words that carry the meaning (nouns, directions, numbers, negation, comparisons)
stay, except that a misspelling may hit a noun: its expression keeps the right spelling. English alone; a question in
another language stays as it is, save that a recognizer takes its punctuation away.
"""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Callable
from dataclasses import replace

from situated_qa.errors import TrainingError
from situated_qa.situated.categories import known_names
from situated_qa.training.samples import Sample

REGISTERS = ("plain", "clipped", "polite", "spoken", "misspelt", "non-native", "recognized")


def _split(text: str) -> frozenset[str]:
    return frozenset(text.split())


MEANING = _split(
    """left right front back behind ahead forward backward backwards above below under over beneath underneath on off
    in inside into out outside between near next beside by close closer closest nearest far farther farthest furthest
    not no none neither nor never nobody nothing without except other another else same different both either every all
    each any some most least more less fewer fewest many much than largest smallest biggest tallest shortest longest
    widest narrowest highest lowest larger smaller bigger taller shorter longer wider higher lower zero one two three
    four five six seven eight nine ten eleven twelve first second third fourth fifth last middle half opposite facing
    towards toward away around turn turned clock open closed full empty it them they there here that those these this
    what which who where when how length width height area volume distance meter meters metres feet foot inches inch
    yards centimeters centimetres clockwise counterclockwise degrees even odd"""
)
"""Words that no register changes into others, and none drops."""

_MISTAKABLE = _split(
    """able bared bead beads boo bool boot bored bows box boxes bride bus cab cable case chain char charm chars chess
    close closet coach coat colon cook cools cop cops cover cove cow cut cuts darer deck decks desks dish dog dogs dorm
    draw draws draped drain dress dresses fan fans floe flow flower for fork form gas glasses gold hair heart hear house
    lad lap laps light lock look mice mouse moth mug over pail pan pans paper pat pens picnic pin plan plane plans plat
    plates play pot pots prime print rack racks rim road room rooms rope rugs sad self shell shoe shoes show sin sing
    silk sofa stove stoop store tale tales tool toll towed tower trash tray trays vas wall walls widow widows wine
    with"""
)
"""What a slip of the fingers could turn one common word into, although another is meant."""

_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_ALIKE = {
    "ei": "ie", "ie": "ei", "ph": "f", "ea": "ee", "ee": "ea", "ou": "uo", "oo": "o", "ss": "s", "tt": "t", "rr": "r",
    "ck": "k", "ai": "ia", "ture": "cher", "le": "el",
}  # fmt: skip
"""How sounds are misspelt."""

_HEARD = {
    "their": "there", "you're": "your", "what's": "whats", "where's": "wheres", "it's": "its", "there's": "theres",
    "i'm": "im", "wood": "would", "stairs": "stares", "vase": "vas", "bookshelf": "book shelf", "armchair": "arm chair",
    "nightstand": "night stand", "wardrobe": "ward robe", "bathtub": "bath tub", "microwave": "micro wave",
    "dishwasher": "dish washer", "cupboard": "cup board", "doorway": "door way", "bedroom": "bed room",
    "whiteboard": "white board", "colour": "color", "grey": "gray", "tv": "t v",  "o'clock": "o clock",
}  # fmt: skip
"""What a recognizer writes for what it hears."""

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_POLITE = (
    "Excuse me, {q}", "Sorry, {q}", "Could you please tell me: {q}", "Please tell me, {q}", "Would you tell me, {q}",
    "I would like to know: {q}", "I'd love to know, {q}", "If you don't mind, {q}", "Could you help me? {Q}",
    "May I ask, {q}", "Can you tell me, please: {q}", "{Q} Thank you!", "{Q} Thanks.", "Hello! {Q}", "Dear robot, {q}",
    "Would you be so kind as to say: {q}", "Hi, {q}", "{Q} Please.", "Quick question: {q}", "I was wondering, {q}",
)  # fmt: skip
_SPOKEN = (
    "so {q}", "okay so {q}", "um {q}", "uh, {q}", "hey, {q}", "well, {q}", "alright, {q}", "and, um, {q}", "now {q}",
    "hmm, {q}", "hey robot, {q}", "say, {q}", "tell me, {q}", "right, so {q}", "let's see, {q}", "oh, {q}",
    "do you know, {q}", "wait, {q}", "just curious, {q}", "{q} do you know",
)  # fmt: skip
_FILLERS = ("um", "uh", "like", "you know", "er", "well")
_CONTRACTED = {
    "what is": "what's", "where is": "where's", "how is": "how's", "there is": "there's", "who is": "who's",
    "it is": "it's", "is not": "isn't", "are not": "aren't", "i am": "i'm", "that is": "that's", "i would": "i'd",
    "does not": "doesn't", "do not": "don't", "going to": "gonna", "want to": "wanna", "kind of": "kinda",
}  # fmt: skip
_ARTICLE = re.compile(r"\b(?:the|a|an) (?=[a-z])", re.IGNORECASE)
_COURTESY = re.compile(
    r"^(?:(?:could|can|would) you (?:please )?(?:tell me|say),? (?!me\b)|please,? |tell me,? )|,? please\b",
    re.IGNORECASE,
)


def vary(sample: Sample, register: str, rng: random.Random) -> Sample:
    """A sample whose question is said in a register; its expression stays.

    Args:
        sample: in the plain register.
        register: one of `REGISTERS`.
        rng: what chooses; the same state gives the same question.

    Returns:
        The sample in its new register; the sample itself where the register has no other way of saying it.

    Raises:
        TrainingError: the register is not known.
    """
    if register not in REGISTERS:
        raise TrainingError(f"register must be one of {', '.join(REGISTERS)}, got {register!r}")
    said = " ".join(sample.question.split())
    if register == "plain" or (sample.language != "en" and register != "recognized"):
        return sample
    changed = _bare(said) if sample.language != "en" else _WAYS[register](said, rng)
    return replace(sample, question=changed, register=register) if changed and changed != said else sample


def _bare(said: str) -> str:
    """Lower case, and no punctuation but within words and numbers."""
    return " ".join(re.sub(r"(?<!\d)[.,](?!\d)|[.,](?!\d)|[?!;:\"¿¡?!。,]", " ", said.lower()).split())


def _lowered(said: str) -> str:
    """Without the capital of its first word; "I" and "TV" keep theirs."""
    first = said.split(" ", 1)[0]
    return said if first == "I" or first.startswith("I'") or first[1:2].isupper() else said[:1].lower() + said[1:]


def _raised(said: str) -> str:
    return said[:1].upper() + said[1:]


def _framed(frame: str, said: str) -> str:
    return frame.replace("{q}", _lowered(said)).replace("{Q}", _raised(said))


def _clipped(said: str, rng: random.Random) -> str:
    """As typed in a hurry: no courtesy, no articles, few verbs, no capital."""
    short = _COURTESY.sub("", said)
    short = _lowered(_ARTICLE.sub("", short))
    for pattern, shorter in (
        (r"^what (color|material|shape|state) (?:is|are) (.+)$", rng.choice((r"\1 of \2", r"what \1 \2", r"\2: \1"))),
        (r"^how many (.+?) are there\b", r"how many \1"),
        (r"^how many (.+?) (?:are|do i have) ", r"how many \1 "),
        (r"^where (?:is|are) ", rng.choice(("where ", "where's "))),
        (r"^(?:is|are) there (?=any )", ""),
        (r"^how (far|long|wide|tall|high) is ", r"how \1 "),
        (r"^what is the ", "what "),
        (r"^which (?:one )?is (?=closest|farthest|nearest|tallest|largest|smallest)", "which "),
    ):
        short = re.sub(pattern, shorter, short)
    if rng.random() < 0.5:
        short = short.rstrip("?.! ")
    return " ".join(short.replace("?:", ":").split())


def _politely(said: str, rng: random.Random) -> str:
    return _framed(rng.choice(_POLITE), said)


def _spokenly(said: str, rng: random.Random) -> str:
    """Contractions, an opening, sometimes a filler or a word said twice."""
    words = _lowered(said)
    for full, short in _CONTRACTED.items():
        if rng.random() < 0.8:
            words = re.sub(rf"\b{full}\b", short, words)
    parts = words.split(" ")
    if len(parts) > 4 and rng.random() < 0.5:
        place = rng.randrange(1, len(parts))
        if parts[place - 1].lower() in ("the", "a", "is", "are", "of", "to") and rng.random() < 0.5:
            parts.insert(place, parts[place - 1].lower())
        elif parts[place - 1][-1] not in "?.:":
            filler = rng.choice(_FILLERS)
            parts.insert(place, f"{filler},")
            parts[place - 1] = parts[place - 1].rstrip(",") + ","
    words = " ".join(parts)
    if rng.random() < 0.7:
        words = _framed(rng.choice(_SPOKEN), words)
    return words.rstrip("?") if rng.random() < 0.3 else words


def _misspelling(said: str, rng: random.Random) -> str:
    """One to three slips, or the writing of a phone: no capital, no apostrophe."""
    parts = re.split(r"([A-Za-z]+)", said)
    places = [k for k in range(1, len(parts), 2) if len(parts[k]) > 3 and parts[k].lower() not in MEANING
              and parts[k].islower() or k == 1 and len(parts[k]) > 3 and parts[k].lower() not in MEANING]  # fmt: skip
    rng.shuffle(places)
    for place in places[: rng.choice((1, 1, 1, 2, 2, 3))]:
        parts[place] = _slip(parts[place], rng)
    typed = "".join(parts)
    if rng.random() < 0.4:
        typed = typed.lower()
    if rng.random() < 0.3:
        typed = typed.replace("'", "")
    return typed.rstrip("?") if rng.random() < 0.4 else typed


def _slip(word: str, rng: random.Random) -> str:
    """The word with one slip that makes no other word of it; the word itself where six tries give none."""
    for _ in range(6):
        place = rng.randrange(1, len(word))  # the first letter is seldom missed
        letter = word[place]
        way = rng.randrange(6)
        if way == 0:
            slipped = word[:place] + word[place + 1 :]
        elif way == 1:
            slipped = word[:place] + letter + word[place:]
        elif way == 2 and place < len(word) - 1:
            slipped = word[:place] + word[place + 1] + letter + word[place + 2 :]
        elif way == 3:
            slipped = word[:place] + _neighbor(letter, rng) + word[place + 1 :]
        elif way == 4:
            slipped = word[:place] + _neighbor(letter, rng) + word[place:]
        else:
            sounds = [pair for pair in _ALIKE if pair in word[1:]]
            sound = rng.choice(sounds) if sounds else ""
            slipped = word[0] + word[1:].replace(sound, _ALIKE[sound], 1) if sound else word
        if slipped != word and slipped.lower() not in _words():
            return slipped
    return word


def _neighbor(letter: str, rng: random.Random) -> str:
    for row in _KEYBOARD:
        if letter in row:
            place = row.index(letter)
            return rng.choice(row[max(0, place - 1) : place] + row[place + 1 : place + 2])
    return letter


@functools.cache
def _words() -> frozenset[str]:
    """What a slip must not make of a word: another word."""
    return MEANING | _MISTAKABLE | {word for name in known_names() for word in name.split()}


def _foreign(said: str, rng: random.Random) -> str:
    """The usual slips of learners: articles, word order, agreement, "in my left"."""
    words = said
    if rng.random() < 0.7:
        words = _ARTICLE.sub(lambda found: "" if rng.random() < 0.7 else found.group(), words)
    ways = [
        (r"\b([Oo])n (my|your|the) (left|right)\b", rng.choice((r"in \2 \3", r"at \2 \3", r"at \3 side of me"))),
        (r"^How many (.+?) are there\b", rng.choice((r"How many \1 there are", r"How much \1 are there"))),
        (r"^How many (.+?) are ", rng.choice((r"How many \1 is ", r"How many \1 there are "))),
        (r"^Where is (.+?)\?", rng.choice((r"Where \1 is?", r"Where is it \1?", r"\1 where is?"))),
        (r"^What color is (.+?)\?", rng.choice((r"What color \1 is?", r"Which color have \1?", r"What color of \1?"))),
        (r"^How far is (.+?) from ", rng.choice((r"How far \1 is from ", r"How much far is \1 from "))),
        (r"^Is there ", rng.choice(("There is ", "Exist "))),
        (r"^Are there ", rng.choice(("There are ", "Is there "))),
        (r"\bfrom me\b", rng.choice(("from me", "of me", "to me"))),
        (r"\bfarthest\b", rng.choice(("farthest", "most far"))),
        (r"^(What|Which) (\w+) does (.+?) have", r"\1 \2 \3 has"),
        (r"^Does (.+?) have ", r"\1 has "),
    ]
    rng.shuffle(ways)
    changed = 0
    for pattern, other in ways:
        told = re.sub(pattern, other, words)
        changed += told != words
        words = told
        if changed == 2:
            break
    return _raised(words)


def _recognized(said: str, rng: random.Random) -> str:
    """As a recognizer writes it: lower case, no punctuation, numbers as words, some words heard wrong."""
    words = []
    for word in _bare(said).split():
        if word.isdecimal() and int(word) < len(_NUMBERS):
            word = _NUMBERS[int(word)]
        elif word in _HEARD and rng.random() < 0.6:
            word = _HEARD[word]
        words.append(word)
    if len(words) > 3 and rng.random() < 0.15:
        place = rng.randrange(1, len(words))
        before = words[place - 1]
        words.insert(place, rng.choice(("um", "uh", before if before in ("the", "is", "a") else "uh")))
    return " ".join(words)


_WAYS: dict[str, Callable[[str, random.Random], str]] = {
    "clipped": _clipped,
    "polite": _politely,
    "spoken": _spokenly,
    "misspelt": _misspelling,
    "non-native": _foreign,
    "recognized": _recognized,
}
