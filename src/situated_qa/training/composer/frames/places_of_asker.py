"""Where a thing is, as seen from who asks."""

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
"""
