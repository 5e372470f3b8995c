"""The places in "what is …?", and what things have."""

TEXT = """
@p_side
= left(me) *4
to my left
on my left
on my left side
to the left of me
on the left
= right(me) *4
to my right
on my right
on my right side
to the right of me
on the right
= front(me) *4
in front of me
ahead of me
in front
directly before me
= behind(me) *4
behind me
at my back
right behind where I am
to my back
= clock(<hour>, me) *3
at my <hour> o'clock
on my <hour> o'clock
in my <hour> o'clock direction
to my <hour> o'clock
= behind(<x>) *2
behind <x>
in back of <x>
on the other side of <x>
at the back of <x>
= front(<x>) *2
in front of <x>
right before <x>
directly in front of <x>
to the front of <x>
= left(<x>) *3
to the left of <x>
on the left side of <x>
left of <x>
on the left of <x>
= right(<x>) *3
to the right of <x>
on the right side of <x>
right of <x>
on the right of <x>
= near(<x>) *3
next to <x>
near <x>
beside <x>
by <x>
close to <x>
against <x>
= below(<x.surface>) *2
under <x.surface>
underneath <x.surface>
below <x.surface>
beneath <x.surface>
= above(<x>) *2
above <x>
over <x>
hanging above <x>
right above <x>
= between(<x1>, <x2>) *2.5
between <x1> and <x2>
in between <x1> and <x2>
right between <x1> and <x2>
in the space between <x1> and <x2>
= between(me, <x>) *0.7
between me and <x>
between <x> and me
in between me and <x>
in the way between me and <x>
= clock(<hour>, <x>) *0.8
on the <hour> o'clock of <x>
at <hour> o'clock of <x>
in the <hour> o'clock direction of <x>
at the <hour> o'clock position of <x>

@p_on
= on(<x.surface>) *6
on <x.surface>
on top of <x.surface>
lying on <x.surface>
sitting on <x.surface>
resting on <x.surface>
= inside(<x.container>) *3
in <x.container>
inside <x.container>
inside of <x.container>
within <x.container>
= on(<x.wallish>) *1.5
on <x.wallish>
hanging on <x.wallish>
mounted on <x.wallish>
hung on <x.wallish>

@side_a
= left(me)
on my left
to my left
to the left of me
on the left side of me
= right(me)
on my right
to my right
to the right of me
on the right side of me

@having
= drawers
drawers
= faucet
a faucet
= four legs
four legs
= wheels
wheels
= doors
doors
= screen
a screen
= flat surface
a flat surface
= handles
handles
= arm rests
arm rests
= shelves
shelves
= lid
a lid
= buttons
buttons
= cushions
cushions
= glass doors
glass doors
= keyboard
a keyboard
= stripes
stripes
= flowers on it
flowers on it
= back
a back
= leaves
leaves
= freezer
a freezer
= light
a light
"""
