"""Words for states, sizes, seats and parts of things."""

TEXT = """
@alike
= color *4
color
= material
material
= shape *3
shape
= size *2
size

@open
= open *3
open
= opened
opened

@closed
= closed *3
closed
= shut
shut

@opening
= open *3
open
= closed *2
closed
= shut
shut
= locked *0.4
locked
= ajar *0.3
ajar

@on
= on
on

@off
= off
off

@power
= on *2
on
= off
off

@state
= messy
messy
= tidy
tidy
= clean
clean
= dirty
dirty
= empty
empty
= full
full
= folded
folded
= made
made
= neat
neat
= cluttered
cluttered
= organized
organized
= soft
soft
= hard
hard
= wet
wet
= dry
dry
= covered
covered
= occupied
occupied
= free
free
= plugged in
plugged in
= patterned
patterned
= plain
plain
= turned over
turned over
= stacked
stacked
= elevated
elevated
= raised
raised
= dark
dark
= bright
bright
= locked
locked

@size
= large
large
= small
small
= big
big
= tall
tall
= tiny
tiny

@seat_kind
= "chair" *4
chair
= "couch" *2
couch
= "bed" *2
bed
= "sofa"
sofa
= "stool"
stool
= "armchair"
armchair
= "bench"
bench
= "office chair"
office chair
= "toilet"
toilet
= "seat"
seat

@feature
= "armrest"
an armrest
= "curtain"
curtains
= "wheel"
wheels
= "handle"
a handle
= "drawer"
drawers
= "screen"
a screen
= "lid"
a lid
= "shade"
a shade
= "pillow"
pillows
= "lock"
a lock
= "faucet"
a faucet
= "mirror"
a mirror
= "picture"
pictures
= "frame"
a frame
"""
