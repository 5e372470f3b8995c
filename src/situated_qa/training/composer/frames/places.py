"""Where a thing is, as told by other things and rooms."""

import re


def _and_right(left: str) -> str:
    """A group about the left side, and the same about the right side."""
    sides = {"left": "right", "right": "left"}
    return left + re.sub("left|right", lambda side: sides[side[0]], left)


_LEFT = """\
= left(<x>) *4
to the left of <x>
left of <x>
on the left of <x>
on the left side of <x>
on the left hand side of <x>
to the left side of <x>
just left of <x>
on <x>'s left
immediately to the left of <x>
with <x> on its right
on <x>'s left side
on <x>'s own left
at the left hand of <x>
at the left-hand side of <x>
on the left-hand side of <x>
at <x>'s left side
on the left of <x> as it faces
(over|off) to <x>'s left
to <x>'s left side
(directly|right|immediately|slightly|somewhere) to the left of <x>
a (bit|little) to the left of <x>
(directly|immediately|slightly|somewhere) left of <x>
at the left [side] of <x>
at <x>'s left
(by|along) <x>'s left side
(beside|next to) <x> on the left
(beside|next to) <x>, on its left [side]
in the (area|space) to the left of <x>
(toward|towards) the left [side] of <x>
on <x>'s left hand [side]
to the left from <x>
leftward of <x>
"""
_LEFT_AS_SEEN = """\
= left(<x>, me) *0.5
to the left of <x> as I see it
left of <x> from where I stand
left of <x> from my point of view
on the left of <x> from my perspective
to the left of <x> as I look at it
to the left of <x> from my view
left of <x>, seen from here
to the left of <x> as seen by me
"""
TEXT = (
    """
@p
= <pm> *22
<pm>
<pm>
= any_of(left(me), right(me)) *0.6
on either side of me
to my left or right
on both sides of me
to my left or to my right
on my left or my right
= any_of(<side_me1>, <side_me2>) *0.4
[either] <side_me1> or <side_me2>
<side_me1> or [else] <side_me2>
= on(<x.surface>) *7
on <x.surface>
on top of <x.surface>
sitting on <x.surface>
lying on <x.surface>
standing on <x.surface>
resting on <x.surface>
placed on <x.surface>
sitting on top of <x.surface>
on the top of <x.surface>
atop <x.surface>
up on <x.surface>
upon <x.surface>
supported by <x.surface>
put on <x.surface>
set down on <x.surface>
carried by <x.surface>
on the surface of <x.surface>
left on <x.surface>
on top of the surface of <x.surface>
(stacked|perched|propped|balanced|laid) on <x.surface>
(left|put) lying on <x.surface>
on <x.surface>'s (top|surface)
kept on <x.surface>
over on <x.surface>
with <x.surface> under it
= on(<x.wallish>) *1.5
on <x.wallish>
hanging on <x.wallish>
mounted on <x.wallish>
hung on <x.wallish>
hanging from <x.wallish>
fixed to <x.wallish>
attached to <x.wallish>
fastened to <x.wallish>
up on <x.wallish>
hanging off <x.wallish>
= inside(<x.container>) *3.5
in <x.container>
inside <x.container>
inside of <x.container>
stored in <x.container>
within <x.container>
kept in <x.container>
put in <x.container>
contained in <x.container>
held in <x.container>
on the inside of <x.container>
(hidden|packed|enclosed) in <x.container>
in <x.container>'s interior
put away in <x.container>
= below(<x.surface>) *3
under <x.surface>
below <x.surface>
underneath <x.surface>
beneath <x.surface>
(tucked|hidden|stored) under <x.surface>
down under <x.surface>
right under <x.surface>
directly beneath <x.surface>
lying under <x.surface>
below the level of <x.surface>
(just|immediately) below <x.surface>
on the floor under <x.surface>
at the underside of <x.surface>
in the space under <x.surface>
= above(<x>) *3
above <x>
over <x>
hanging above <x>
directly above <x>
right above <x>
mounted above <x>
up above <x>
over the top of <x>
somewhere above <x>
hung over <x>
overhanging <x>
(just|immediately) above <x>
suspended (above|over) <x>
on the wall above <x>
up over <x>
overhead of <x>
= near(<x>) *6
next to <x>
near <x>
beside <x>
by <x>
close to <x>
at <x>
alongside <x>
adjacent to <x>
around <x>
against <x>
right next to <x>
right by <x>
near to <x>
in the vicinity of <x>
along <x>
leaning against <x>
at the side of <x>
up against <x>
surrounding <x>
nearby <x>
not far from <x>
not far away from <x>
a short way from <x>
a little way off <x>
in the neighborhood of <x>
close at hand to <x>
a step away from <x>
bordering <x>
in close proximity to <x>
neighboring <x>
(very|quite|pretty|really) (near|close to) <x>
(just|directly|immediately) (beside|next to) <x>
(set|pushed) against <x>
(adjoining|abutting|touching) <x>
(side by side|together) with <x>
in <x>'s vicinity
in the area (around|of) <x>
[over] by the side of <x>
a short distance [away] from <x>
= behind(<x>) *4
behind <x>
in back of <x>
right behind <x>
at the back of <x>
on the back side of <x>
on the far side of <x>
on the other side of <x>
hidden behind <x>
in the back of <x>
to the rear of <x>
at the rear of <x>
to the back of <x>
at the back side of <x>
round the back of <x>
(just|directly|immediately|somewhere) behind <x>
at <x>'s (back|rear)
behind <x>'s back
on <x>'s (back|rear) side
in the (area|space) behind <x>
(toward|towards) the (back|rear) of <x>
on the (rear|reverse) side of <x>
off the back of <x>
= front(<x>) *4
in front of <x>
before <x>
right in front of <x>
directly in front of <x>
at the front of <x>
in the front of <x>
to the front of <x>
on the front side of <x>
ahead of <x>
at the front side of <x>
out in front of <x>
in the area before <x>
(just|immediately|somewhere) in front of <x>
at <x>'s front
on <x>'s front side
in front of <x>'s front
in the (area|space) in front of <x>
(toward|towards) the front of <x>
on the front of <x>
in the foreground of <x>
forward of <x>
"""
    + _and_right(_LEFT)
    + _and_right(_LEFT_AS_SEEN)
    + """
= front(<x>, me) *0.3
in front of <x> as I see it
on my side of <x>
in front of <x> from where I am standing
= behind(<x>, me) *0.3
behind <x> as I see it
behind <x> from where I stand
behind <x> from my point of view
beyond <x> from here
= clock(<hour>, <x>) *0.8
at <hour> o'clock of <x>
on the <hour> o'clock of <x>
at the <hour> o'clock of <x>
in the <hour> o'clock direction of <x>
= facing(<x>) *1.3
facing <x>
turned towards <x>
pointing at <x>
looking at <x>
directed at <x>
oriented toward <x>
= facing(me) *0.4
facing me
turned towards me
pointing at me
looking my way
= between(<x1>, <x2>) *3
between <x1> and <x2>
in between <x1> and <x2>
in the middle of <x1> and <x2>
sandwiched between <x1> and <x2>
right between <x1> and <x2>
standing between <x1> and <x2>
flanked by <x1> and <x2>
with <x1> on one side and <x2> on the other
with <x1> on its one side and <x2> on the other side
halfway between <x1> and <x2>
amid <x1> and <x2>
enclosed by <x1> and <x2>
(somewhere|midway|directly) between <x1> and <x2>
in the (gap|space|area) between <x1> and <x2>
(squeezed|nestled|wedged) between <x1> and <x2>
(framed|bracketed) by <x1> and <x2>
with <x1> and <x2> on both [of its] sides
= between(every{kinds}) *0.7
between the two <kinds>
in between the two <kinds>
between the <kinds>
in the middle of the two <kinds>
= between(me, <x>) *0.8
between me and <x>
between <x> and me
in between me and <x>
standing between myself and <x>
= in_room("<room>") *3
in the <room>
inside the <room>
in our <room>
over in the <room>
located in the <room>
= in_room(here()) *1.2
in this room
in the room
in this room here
in the room I am in
in here
in the same room as me
in the room where I am
= higher(<x>) *0.4
higher than <x>
higher up than <x>
at a greater height than <x>
hanging higher than <x>
= lower(<x>) *0.4
lower than <x>
lower down than <x>
at a lower height than <x>
hanging lower than <x>
= reach(<x>) *0.2
within arm's reach of <x>
in reach of <x>
reachable from <x>
within reach of <x>
= visible(<x>) *0.3
visible from <x>
in view of <x>
in sight of <x>
= no(<p_plain>) *1
not <p_plain>
= <p_me>, <p_thing> *1.5
<p_me> <p_thing>
<p_me>, <p_thing>
<p_me> and <p_thing>
both <p_me> and <p_thing>
= <p_thing>, <p_me> *0.3
<p_thing> and <p_me>
both <p_thing> and <p_me>
<p_thing> and also <p_me>
<p_thing> and at the same time <p_me>
= any_of(<p_thing1>, <p_thing2>) *0.4
<p_thing1> or <p_thing2>
either <p_thing1> or <p_thing2>
<p_thing1>, or <p_thing2>
<p_thing1> or else <p_thing2>

@p_plain
= on(<x.surface>)
on <x.surface>
on top of <x.surface>
= near(<x>)
near <x>
next to <x>
= below(<x.surface>)
under <x.surface>
below <x.surface>
= in_room("<room>")
in the <room>
= inside(<x.container>)
in <x.container>
inside <x.container>
= left(me)
to my left
on my left
= behind(me)
behind me
= front(me)
in front of me
= visible(me)
visible from here
= facing(<x>)
facing <x>

@p_thing
= on(<x.surface>) *3
on <x.surface>
on top of <x.surface>
= near(<x>) *2
next to <x>
near <x>
by <x>
against <x>
= below(<x.surface>)
under <x.surface>
= above(<x>)
above <x>
= inside(<x.container>)
in <x.container>
= behind(<x>)
behind <x>
= between(<x1>, <x2>)
between <x1> and <x2>
= on(<x.wallish>)
on <x.wallish>
hanging on <x.wallish>
"""
)
