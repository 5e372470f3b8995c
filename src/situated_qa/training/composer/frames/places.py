"""Where a thing is: places (after "is"), modifiers (after a noun), superlatives before and after a noun."""

TEXT = """
@pm
= left(me) *7
to my left
on my left
on my left side
to the left of me
on my left-hand side
on the left
left of me
to my left side
at my left
on the left side of me
over to my left
to the left
off to my left
on my left hand side
[just] to my left
on the left of where I am
to the left of where I am standing
= right(me) *7
to my right
on my right
on my right side
to the right of me
on my right-hand side
on the right
right of me
to my right side
at my right
on the right side of me
over to my right
to the right
off to my right
on my right hand side
[just] to my right
on the right of where I am
to the right of where I am sitting
= front(me) *7
in front of me
ahead of me
[straight] ahead of me
in front
before me
on my front
to my front
directly in my line of sight
up ahead
in front of where I am
facing forward from me
to the front of me
= behind(me) *7
behind me
at my back
[in] back of me
to my back
to my rear
behind my back
to the back of me
at my rear
behind where I am
on my back side
= clock(<hour>, me) *4
at my <hour> o'clock
on my <hour> o'clock
in my <hour> o'clock direction
at <hour> o'clock
to my <hour> o'clock
in the <hour> o'clock direction [from me]
at the <hour> o'clock position
= behind(me), left(me) *1.5
behind me to the left
behind me on the left
to my left and behind me
to my back left
behind and to the left of me
in the back left corner from me
on my back left
over my left shoulder
= behind(me), right(me) *1.5
behind me to the right
behind me on the right
behind me and to my right
to my back right
behind and to the right of me
on my back right
over my right shoulder
= front(me), left(me) *1.5
in front of me to the left
in front of me on the left
to my front left
in front and to the left of me
ahead of me on the left
diagonally in front of me to the left
in front of me a bit to the left
= front(me), right(me) *1.5
in front of me to the right
in front of me on the right
to my front right
in front and to the right of me
ahead of me on the right
in front of me slightly to the right
= near(me) *1
near me
close to me
next to me
beside me
right by me
around me
nearby
right here next to me
= reach(me) *0.8
within reach
within arm's reach
in reach of my hand
close enough for me to touch
within my reach
= visible(me) *0.8
visible [from here]
in view
in my field of view
visible from where I am standing
in sight
= above(me) *0.3
above me
over my head
above my head
right above me
= below(me) *0.15
below me
beneath me
under my feet
below my feet

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
= on(<x.wallish>) *1.5
on <x.wallish>
hanging on <x.wallish>
mounted on <x.wallish>
hung on <x.wallish>
hanging from <x.wallish>
fixed to <x.wallish>
attached to <x.wallish>
= inside(<x.container>) *3.5
in <x.container>
inside <x.container>
inside of <x.container>
stored in <x.container>
within <x.container>
kept in <x.container>
put in <x.container>
= below(<x.surface>) *3
under <x.surface>
below <x.surface>
underneath <x.surface>
beneath <x.surface>
(tucked|hidden|stored) under <x.surface>
down under <x.surface>
= above(<x>) *3
above <x>
over <x>
hanging above <x>
directly above <x>
right above <x>
mounted above <x>
up above <x>
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
= front(<x>) *4
in front of <x>
before <x>
right in front of <x>
directly in front of <x>
at the front of <x>
in the front of <x>
to the front of <x>
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
= right(<x>) *4
to the right of <x>
right of <x>
on the right of <x>
on the right side of <x>
on the right hand side of <x>
to the right side of <x>
just right of <x>
on <x>'s right
immediately to the right of <x>
with <x> on its left
= left(<x>, me) *0.5
to the left of <x> as I see it
left of <x> from where I stand
left of <x> from my point of view
on the left of <x> from my perspective
= right(<x>, me) *0.5
to the right of <x> as I see it
right of <x> from where I stand
right of <x> from my point of view
on the right of <x> from my perspective
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

@p_me
= left(me)
to my left
on my left
= right(me)
to my right
on my right
= front(me)
in front of me
= behind(me)
behind me

@side_me
= left(me)
to my left
on my left
= right(me)
to my right
on my right
= front(me)
in front of me
= behind(me)
behind me

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
