"""Samples of what cannot be answered: what no map can tell, and things that no home has."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from situated_qa.errors import TrainingError
from situated_qa.sim.questions.naming import plural
from situated_qa.situated.language.phrases import article
from situated_qa.training.labels import depth_of, normal
from situated_qa.training.registers import REGISTERS, vary
from situated_qa.training.samples import Sample

NOT_IN_MAP: tuple[tuple[str, ...], ...] = (
    ("What [time] is it?", "What's the [time]?", "Do you know how [late] it is?", "Is it past [noon] yet?"),
    ("What [day] is it today?", "Which [date] do we have?", "What [month] is this?", "Is it [Sunday] today?"),
    ("What is the [weather] like?", "Will it [rain] today?", "Is it [raining] outside?", "Is it [sunny] outside?"),
    ("How [warm] is it in here?", "What's the [temperature] of the {room}?", "Is it [cold] outside?"),
    ("Who [lives] here?", "Whose [home] is this?", "Who [owns] this apartment?", "Who is [living] in here?"),
    ("[Whose] {thing} is this?", "Who does the {thing} [belong] to?", "Who [owns] the {thing}?"),
    ("How [heavy] is the {thing}?", "What does the {thing} [weigh]?", "How many [kilos] is the {thing}?"),
    ("How much did the {thing} [cost]?", "What is the [price] of the {thing}?", "Is the {thing} [expensive]?"),
    ("How [old] is the {thing}?", "When was the {thing} [made]?", "Is the {thing} an [antique]?"),
    ("Who [bought] the {thing}?", "Who [put] the {thing} there?", "Who [moved] the {thing}?"),
    ("What [brand] is the {thing}?", "Who [made] the {thing}?", "Which [company] makes the {thing}?"),
    ("Where was the {thing} [yesterday]?", "Where did the {thing} stand [last week]?"),
    ("Has the {thing} been [moved]?", "Did anybody [move] the {thing} this morning?"),
    ("Does the {thing} still [work]?", "Is the {thing} [broken]?", "Is the {thing} [out of order]?"),
    ("Is the {thing} [comfortable]?", "Does one sit [well] on the {thing}?"),
    ("What does the {thing} [smell] like?", "Does the {thing} [smell] good?"),
    ("What does the {thing} [sound] like?", "Is the {thing} [noisy]?", "How [loud] is the {thing}?"),
    ("Is the {thing} [hot]?", "How [warm] is the {thing}?", "Is the {thing} [cold] to the touch?"),
    ("Was the {room} [cleaned last week]?", "When was the {room} [cleaned] last?"),
    ("How [often] is the {thing} used?", "Who [uses] the {thing} most?"),
    ("What is [behind the walls]?", "What's [inside the wall] of the {room}?"),
    ("What is the wifi [password]?", "What's the [password] for the internet here?"),
    ("What's on TV [tonight]?", "Which [film] is on tonight?", "Which [channel] shows the news?"),
    ("What's new in the [world]?", "What is in the [news]?", "Who won the [election]?"),
    ("When is [dinner]?", "What's for [dinner]?", "What are we having for [lunch]?"),
    ("Where is my [wife]?", "Where did the [kids] go?", "When does my [brother] come home?"),
    ("Is my {person} [happy]?", "How does my {person} [feel]?", "Is my {person} [tired]?"),
    ("Where did I leave my keys [yesterday]?", "Where did I put my glasses [last night]?"),
    ("How many people were here [yesterday]?", "Did anyone come in [last night]?"),
    ("What will happen [tomorrow]?", "What do I have to do [tomorrow]?"),
    ("How many [watts] does the {thing} use?", "How much [power] does the {thing} draw?"),
    ("Which way is [north]?", "Where is [north]?", "Does the {room} face [south]?"),
    ("What is the [address] of this place?", "Which [street] is this?", "What [city] are we in?"),
    ("Which [floor of the building] are we on?", "What [storey] is this?"),
    ("What is the [rent]?", "How much would this place [cost]?"),
    ("Which room is the [nicest]?", "What's the [prettiest] room?", "Is the {room} [cozy]?"),
    ("Is the {thing} [pretty]?", "Do you [like] the {thing}?", "Does the {thing} [look good]?"),
    ("What is [written] on the {thing}?", "What does the [label] on the {thing} say?"),
    ("What does the picture [show]?", "Who [painted] the picture?", "Who is [in the photo]?"),
    ("Is the {thing} [safe] for children?", "Is the {thing} [dangerous]?"),
    ("How [thick] are the walls?", "How much [paint] does the {room} need?"),
    ("How [bright] is the {room} at noon?", "How [humid] is it in the {room}?"),
)  # fmt: skip
"""What is asked for in brackets: the topic of `not_in_map`. The last wording of each is for `dev`."""

NOT_THERE: dict[str, tuple[str, ...]] = {
    'exists(every("{noun}"))': ("Is there {a_noun} here?", "Do we have {a_noun}?", "Can you find {a_noun}?"),
    'where(the("{noun}"))': ("Where is the {noun}?", "Where can I find the {noun}?", "Which way is the {noun}?"),
    'color(the("{noun}"))': ("What color is the {noun}?", "Which color does the {noun} have?", "The {noun}'s color?"),
    'count(every("{noun}"))': ("How many {plural} are there?", "How many {plural} do you see?", "Count the {plural}."),
    'name(every("thing", on(the("{noun}"))))': (
        "What is on the {noun}?", "What's lying on the {noun}?", "What stands on the {noun}?",
    ),
    'distance(the("{noun}"), me)': ("How far is the {noun} from me?", "How far away is the {noun}?"),
    'room_of(the("{noun}"))': ("Which room is the {noun} in?", "In what room is the {noun}?"),
    'way(the("{noun}"))': ("How do I get to the {noun}?", "What's the way to the {noun}?"),
    'side(the("{noun}"), me, ["left", "right"])': (
        "Is the {noun} on my left or on my right?", "Is the {noun} left or right of me?",
    ),
    'exists(every("{noun}", left(me)))': ("Is there {a_noun} on my left?", "Is {a_noun} to my left?"),
    'color(the("{noun}", closest(the("door"))))': (
        "What color is the {noun} closest to the door?", "The {noun} nearest the door has which color?",
    ),
    'count(every("{noun}", room="{room}"))': (
        "How many {plural} are in the {room}?", "How many {plural} does the {room} have?",
    ),
}  # fmt: skip
"""Expressions about what is not there; the last wording of each is for `dev`."""

_NOUNS = {
    "train": (
        "elephant", "submarine", "dragon", "waterfall", "helicopter", "volcano", "statue of liberty", "trampoline",
        "jukebox", "periscope", "canoe", "anvil", "telescope", "harp", "cannon", "igloo", "carousel", "gondola",
        "pinball machine", "rocket", "chainsaw", "lighthouse", "hot air balloon", "crocodile", "bulldozer", "gargoyle",
        "sundial", "hammock", "wind turbine", "drone", "catapult", "snowman", "totem pole", "throne", "bagpipe",
    ),
    "dev": ("giraffe", "unicorn", "tractor", "accordion", "windmill", "sailboat", "scarecrow", "kayak", "cello"),
}  # fmt: skip
_THINGS = {
    "train": ("table", "sofa", "lamp", "bed", "desk", "fridge", "tv", "chair", "carpet", "wardrobe", "mirror", "clock",
              "bookshelf", "painting", "armchair", "dresser", "curtain", "oven", "vase", "plant"),
    "dev": ("couch", "cabinet", "washing machine", "stool", "toilet", "refrigerator"),
}  # fmt: skip
_ROOMS = {
    "train": ("kitchen", "bedroom", "living room", "bathroom", "hall", "study"),
    "dev": ("guest room", "corridor"),
}
_PEOPLE = {"train": ("sister", "father", "dog", "friend", "mother"), "dev": ("husband", "cat")}
_SHARE_NOT_IN_MAP = 0.6


def samples(seed: int, count: int, split: str = "train") -> Iterator[Sample]:
    """Questions without an answer in any map, and questions about things that no home has.

    Raises:
        TrainingError: the split is neither train nor dev.
    """
    if split not in _NOUNS:
        raise TrainingError(f"split must be train or dev, got {split!r}")
    rng = random.Random(f"unanswerable {split} {seed}")
    made: set[str] = set()
    for _ in range(20 * count):
        if len(made) >= count:
            return
        in_map = rng.random() > _SHARE_NOT_IN_MAP
        pattern = rng.choice(sorted(NOT_THERE)) if in_map else ""
        wordings = NOT_THERE[pattern] if in_map else rng.choice(NOT_IN_MAP)
        wording = wordings[-1] if split == "dev" else rng.choice(wordings[:-1])
        noun = rng.choice(_NOUNS[split])
        slots = {
            "noun": noun, "a_noun": article(noun), "plural": plural(noun), "room": rng.choice(_ROOMS[split]),
            "thing": rng.choice(_THINGS[split]), "person": rng.choice(_PEOPLE[split]),
        }  # fmt: skip
        said = wording.format(**slots)
        topic = re.search(r"\[(.+)\]", said)
        question = said.replace("[", "").replace("]", "")
        question = question[:1].upper() + question[1:]
        label = f'not_in_map("{topic[1].lower()}")' if topic else pattern.format(**slots)
        expression = normal(label, question)
        kind = "no such thing" if in_map else "not in map"
        sample = Sample(question, expression, kind, "unanswerable", wording, split, depth=depth_of(expression))
        if rng.random() < 0.5:
            sample = vary(sample, rng.choice(REGISTERS[1:]), rng)
        if sample.question not in made:
            made.add(sample.question)
            yield sample
