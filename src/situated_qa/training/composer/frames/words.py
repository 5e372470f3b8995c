"""Small words: numbers, hours, rooms, colors, options, units, modifiers and superlatives of nouns."""

from situated_qa.training.composer.nouns import LOOKS, SORTS

_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ((1, "first"), (2, "second"), (3, "third"), (4, "fourth"), (5, "fifth"), (-1, "last"), (0, "middle"))

_CLASSES = (
    "furniture", "appliance", "instrument", "musical instrument", "toy", "device", "fruit", "container", "light source",
    "piece of clothing", "electronic device", "kitchen appliance", "tool", "drink", "exercise machine", "machine",
)  # fmt: skip


def _choices(symbol: str, words: tuple[tuple[str, str], ...]) -> str:
    """A symbol with one group for each pair of a wording and what it means."""
    return "\n".join([f"@{symbol}", *(f"= {meaning}\n{said}" for said, meaning in words)])


def _same(symbol: str, words: tuple[str, ...]) -> str:
    return _choices(symbol, tuple((word, word) for word in words))


_UNITS = (
    ("meters", "m"), ("centimeters", "cm"), ("cm", "cm"), ("feet", "ft"), ("inches", "in"), ("metres", "m"), ("m", "m"),
    ("millimeters", "mm"), ("yards", "yd"), ("centimetres", "cm"), ("ft", "ft"),
)  # fmt: skip

_METERS = (
    ("one meter", "1"), ("a meter", "1"), ("1 meter", "1"), ("1 m", "1"), ("half a meter", "0.5"), ("0.5 m", "0.5"),
    ("1.5 meters", "1.5"), ("one and a half meters", "1.5"), ("1.5 m", "1.5"), ("two meters", "2"), ("2 meters", "2"),
    ("2 m", "2"), ("three meters", "3"), ("3 meters", "3"), ("3m", "3"), ("four meters", "4"), ("4 metres", "4"),
    ("2.5 m", "2.5"), ("five metres", "5"), ("6 meters", "6"), ("0.8 meters", "0.8"),
)  # fmt: skip
_LENGTHS = (
    ("50 cm", '"cm") < 50'), ("30 centimeters", '"cm") < 30'), ("80 cm", '"cm") < 80'), ("120 cm", '"cm") < 120'),
    ("100 centimeters", '"cm") < 100'), ("20 cm", '"cm") < 20'), ("90 centimetres", '"cm") < 90'),
    ("40cm", '"cm") < 40'), ("three feet", '"ft") < 3'), ("5 feet", '"ft") < 5'), ("two feet", '"ft") < 2'),
    ("4 ft", '"ft") < 4'), ("ten inches", '"in") < 10'), ("20 inches", '"in") < 20'), ("15 in", '"in") < 15'),
)  # fmt: skip
"""Lengths in a unit, as what ends a condition."""

TEXT = "\n".join(
    [
        _choices(
            "hour",
            tuple((word, str(i + 1)) for i, word in enumerate(_HOURS)) + tuple((str(i), str(i)) for i in range(1, 13)),
        ),  # fmt: skip
        _choices(
            "number",
            tuple((word, str(i + 2)) for i, word in enumerate(_HOURS[1:9]))
            + tuple((str(i), str(i)) for i in range(2, 10)),
        ),  # fmt: skip
        _choices("ordinal", tuple((word, str(number)) for number, word in _ORDINALS[1:])),
        _choices("later", tuple((word, str(number)) for number, word in _ORDINALS[1:5])),
        _same("room", SORTS["room"]),
        _same("color", LOOKS["color"]),
        _same("material", LOOKS["material"]),
        _same("shape", LOOKS["shape"]),
        _choices("unit", _UNITS),
        _choices("meters", _METERS),
        _choices("less", _LENGTHS),
        _choices("more", tuple((said, meaning.replace("<", ">")) for said, meaning in _LENGTHS)),
        _choices("class", tuple((word, f'"{word}"') for word in _CLASSES)),
        _choices("degrees", (("30", "30"), ("45", "45"), ("60", "60"), ("90", "90"), ("120", "120"), ("135", "135"))),
        """
@modifier
= <pm> *9
<pm>
<pm>
that {is} <pm>
which {is} <pm>
located <pm>
that sit{s} <pm>
(standing|placed|situated) <pm>
that I can see <pm>
= <p> *10
<p>
<p>
that {is} <p>
which {is} <p>
located <p>
positioned <p>
that sit{s} <p>
that you can find <p>
(standing|placed|situated) <p>
that stand{s} <p>
= carrying(the{h}) *1
with the <h.small> on it
that {has} the <h.small> on it
with a <h.small> on top
that {has} a <h.small> sitting on it
which {has} the <h.small> on top of it
holding the <h.small>
with a <h.small> on it
= carrying(<x.small>) *3
on which <x.small> stands
on which <x.small> is standing
on top of which <x.small> is
that <x.small> stands on
that <x.small> is on
which <x.small> rests on
that <x.small> lies on
with <x.small> on it
with <x.small> on top of it
that {has} <x.small> on it
holding up <x.small>
that hold{s} <x.small> up
carrying <x.small>
that carr{ies} <x.small>
which bear{s} <x.small>
supporting <x.small>
that support{s} <x.small>
serving as a stand for <x.small>
where <x.small> has been put
= on(<x.surface>) *0.6
that <x.surface> (carries|supports|bears|holds)
that <x.surface> is carrying
which <x.surface> supports
whose support is <x.surface>
with <x.surface> underneath it
with <x.surface> as its support
= inside(<x.container>) *0.4
that <x.container> (contains|holds)
which <x.container> has in it
that is kept inside <x.container>
= below(<x>) *0.4
with <x> (above|over) it
that {has} <x> (above|over) it
that <x> (is|hangs|stands) (above|over)
over which <x> hangs
= above(<x>) *0.4
with <x> (below|beneath|under|underneath) it
that {has} <x> (below|under) it
that <x> is (below|under)
under which <x> stands
= near(<x>) *0.5
with <x> (next to|beside|near) it
with <x> (close by|nearby)
that {has} <x> (next to|beside) it
that <x> is (next to|beside)
which <x> stands (next to|by)
= front(<x>) *0.5
with <x> behind it
that {has} <x> behind it
having <x> behind it
with <x> at its back
that <x> is behind
that <x> (faces|is facing)
= behind(<x>) *0.5
with <x> in front of it
that {has} <x> in front of it
having <x> in front of it
that <x> is in front of
that <x> stands before
= left(<x>) *0.5
with <x> (on|to) its right
with <x> on its right [hand] side
with <x> on the right
that {has} <x> (on|to) its right
that <x> is right of
= right(<x>) *0.5
with <x> (on|to) its left
with <x> on its left [hand] side
with <x> on the left
that {has} <x> (on|to) its left
that <x> is left of
= such(distance(it, me) < <meters>) *0.9
within <meters> of me
less than <meters> [away] from me
closer than <meters> to me
not more than <meters> away from me
within <meters> of where I am
no further than <meters> from me
in a radius of <meters> around me
= such(distance(it, me) > <meters>) *0.6
more than <meters> [away] from me
farther than <meters> from me
further [away] than <meters> from me
over <meters> away from me
at least <meters> from me
= such(distance(it, <x>) < <meters>) *0.5
within <meters> of <x>
less than <meters> [away] from <x>
closer than <meters> to <x>
not more than <meters> away from <x>
= such(distance(it, <x>) > <meters>) *0.4
more than <meters> [away] from <x>
(farther|further) than <meters> from <x>
over <meters> away from <x>
= such(measure(it, "height") > <meters>) *0.5
taller than <meters>
higher than <meters>
more than <meters> (tall|high)
over <meters> (tall|high|in height)
at least <meters> tall
with a height of more than <meters>
= such(measure(it, "height") < <meters>) *0.4
shorter than <meters>
less than <meters> (tall|high)
not taller than <meters>
under <meters> (tall|high|in height)
lower than <meters>
= such(measure(it, "width") > <meters>) *0.3
wider than <meters>
more than <meters> (wide|across)
over <meters> (wide|in width)
= such(measure(it, "width") < <meters>) *0.2
narrower than <meters>
less than <meters> (wide|across)
= such(measure(it, "length") > <meters>) *0.3
longer than <meters>
more than <meters> (long|in length)
= such(measure(it, "height", <more>) *0.3
taller than <more>
more than <more> (tall|high)
higher than <more>
= such(measure(it, "height", <less>) *0.3
shorter than <less>
less than <less> (tall|high)
= such(measure(it, "width", <more>) *0.25
wider than <more>
more than <more> (wide|across)
= such(measure(it, "width", <less>) *0.25
narrower than <less>
less than <less> wide
= between(<x1>, <x2>) *0.4
with <x1> and <x2> on either side
that {has} <x1> on one side and <x2> on the other
with <x1> on its left and <x2> on its right
that separates <x1> from <x2>
= such(exists(every{hs inside(it)})) *0.4
containing <hs>
that contain{s} <hs>
with <hs> in it
that {has} <hs> inside
which hold{s} <hs> in it
= facing(<x>) *0.5
that face{s} <x>
which face{s} <x>
that look{s} towards <x>
whose front is towards <x>
= front(me) *1.5
I am facing
I am looking at
that I am facing
that I am looking at
I'm facing
I am turned towards
= front(me), closest(me) *0.6
right in front of me
directly in front of me
immediately in front of me
straight in front of me
= near(me) *0.5
I am standing next to
that I am standing next to
that I am standing by
that I am right next to
= closest(me) *0.4
I am closest to
that I am closest to
I am on
that I am using
I am using
= behind(me), closest(me) *0.5
directly behind me
immediately behind me
right behind me
that is directly behind me
= left(me), closest(me) *0.5
directly to my left
immediately to my left
to my immediate left
that is directly on my left
= right(me), closest(me) *0.5
directly to my right
immediately to my right
to my immediate right
that is directly on my right

@pre
= most("tall") *1
tallest
tallest
highest standing
most tall
= most("large") *1.3
largest
biggest
larger
bigger
= least("large") *1.2
smallest
smaller
littlest
tiniest
= least("tall") *0.6
shortest
lowest standing
shorter
least tall
= most("high") *0.5
highest
uppermost
topmost
top
= least("high") *0.5
lowest
bottommost
bottom
lowermost
= most("long") *0.5
longest
longer
most elongated
lengthiest
= most("wide") *0.4
widest
wider
broadest
most wide
= least("wide") *0.3
narrowest
narrower
slimmest
least wide
= closest(me) *1.5
closest
nearest
closer
very nearest
= farthest(me) *1
farthest
furthest
most distant
farther
= leftmost(me) *1
leftmost
left most
far left
left-most
= rightmost(me) *1
rightmost
right most
far right
right-most
= nth(2, closest(me)) *0.5
second closest
second nearest
next closest
2nd closest
= nth(0, leftmost(me)) *0.6
middle
center
central
middlemost
= nth(<ordinal>, most("tall")) *0.2
<ordinal> tallest
<ordinal> tallest
= nth(<ordinal>, most("large")) *0.2
<ordinal> largest
<ordinal> biggest

@order
= closest(<x>) *4
closest to <x>
nearest to <x>
nearest <x>
closer to <x>
that is closest to <x>
that is nearest to <x>
the least distance from <x>
most near to <x>
which is closest to <x>
= farthest(<x>) *2.5
farthest from <x>
furthest from <x>
farthest away from <x>
furthest away from <x>
that is farthest from <x>
most distant from <x>
farther from <x>
= closest(me) *1.5
closest to me
nearest to me
nearest me
that is closest to me
closest to where I am
= farthest(me) *1
farthest from me
furthest from me
that is farthest away from me
furthest away from where I am
= leftmost(me) *0.8
on the far left
furthest to the left
all the way to the left
at the left end
that is furthest left
= rightmost(me) *0.8
on the far right
furthest to the right
all the way to the right
at the right end
that is furthest right
= nth(0, leftmost(me)) *0.7
in the middle
in the center of them
that is in the middle
that is the middle one
= most("high") *0.3
highest up
that hangs highest
that is highest up
placed the highest
= most("tall") *0.3
that is the tallest
that is tallest
which is the tallest
of the greatest height
= most("large") *0.3
that is the largest
that is the biggest
which is biggest
that takes up the most space
= closest(<v>) *0.3
closest to somebody <v>
nearest to someone <v>
closest to a person <v>
nearest to anyone <v>
""",
    ]
)
