"""Turns that leave something out: the expression of the turn before, `=>`, that of this turn."""

TEXT = """
@before
= where(<x>) *2
where is <x>
= color(<x>) *1
what color is <x>
= name(the{"thing" p}) *1
what is <p>
= side(<x>, me, ["left", "right"]) *0.5
is <x> left or right
@turn
= where(<x>) => color(it) *2
what color is it
and its color
which color is it
and what color is that
and what color does it have
= where(<x>) => distance(it, me) *2
how far is it
how far away is it
and how far is it from me
how far is that
and the distance
= side(<x>, me, ["left", "right"]) => distance(it, me) *1
how far is it
how far away is it
and how far is it from me
how far is that
= color(<x>) => where(it) *1.5
where is it
and where is it
where is that one
so where can I find it
= color(<x>) => material(it) *0.8
what is it made of
and what is it made of
and its material
what material is it
= color(<x>) => measure(it, "height") *0.8
how tall is it
and its height
how high is it
and how tall is that one
= name(the{"thing" p}) => color(it) *1.5
what color is it
and what color is that
what is its color
which color is it
= name(the{"thing" p}) => dimensions(it) *0.6
how big is it
and how big is that
what size is it
and its size
= count(every{hs1 p}) => color(them) *1
what color are they
and their color
which color are they
and what color are those
= count(every{hs1 p}) => where(them) *1
where are they
and where are they
where are those
where can I find them
= exists(every{h p}) => where(it) *1.2
where is it
and where is it
where exactly is it
so where
= exists(every{h p}) => color(it) *1
what color is it
and what color is it
its color
what is its color
= where(<x>) => name(every{"thing" on(it)}) *1.5
what is on it
and what is on it
what lies on it
what is on top of it
is anything on it, and what
= where(<x>) => name(the{"thing" behind(it)}) *1
and behind it
what is behind it
and what is behind it
what about behind it
= where(<x>) => name(the{"thing" near(it)}) *1
what is next to it
and next to it
what is near it
what is beside it
= where(<x>) => name(the{"thing" left(it)}) *0.6
what is to the left of it
and to the left of it
what is left of it
and what's on its left
= where(<x>) => name(the{"thing" right(it)}) *0.6
what is to the right of it
and to the right of it
what is right of it
and what's on its right
= name(the{"thing" left(me)}) => name(the{"thing" right(me)}) *0.8
and on my right
and to my right
what about my right
and on the right
= name(the{"thing" front(me)}) => name(the{"thing" behind(me)}) *0.8
and behind me
what about behind me
and what is behind me
and at my back
= name(the{"thing" left(<x>)}) => name(the{"thing" right(<x>)}) *0.6
and to the right
and on its right
what about on the right
and on the right side
= name(the{"thing" front(<x>)}) => name(the{"thing" behind(<x>)}) *0.6
and behind it
what about behind it
and what is behind it
and on its back side
= count(every{hs in_room("<room1>")}) => count(every{hs in_room("<room2>")}) *2.5
what about the <room2>
and in the <room2>
and the <room2>
how about the <room2>
and how many in the <room2>
= count(every{hs1 p}) => count(every{hs2 p}) *2
and <hs2>
what about <hs2>
how about <hs2>
and how many <hs2>
= where(<x1>) => where(<x2>) *2
and <x2>
what about <x2>
how about <x2>
and where is <x2>
= color(<x1>) => color(<x2>) *2
and <x2>
what about <x2>
how about <x2>
and that of <x2>
= distance(<x1>, me) => distance(<x2>, me) *1.2
and <x2>
what about <x2>
how about <x2>
and to <x2>
= exists(every{hs1 p}) => exists(every{hs2 p}) *1.2
and <hs2>
what about <hs2>
how about <hs2>
and any <hs2>
= which(closest(me), <x1>, <x2>) => which(farthest(me), <x1>, <x2>) *0.6
and farther away
and which is farther
which is farther away
and farthest
= which(closest(me), <x1>, <x2>) => which(most("tall"), <x1>, <x2>) *0.6
and taller
and which is taller
which is the taller one
and tallest
= which(closest(me), <x1>, <x2>) => which(most("large"), <x1>, <x2>) *0.6
and bigger
and which is bigger
which is the larger one
and largest
= color(the{h p}) => color(the{h but(it)}) *1.5
and the other one
what about the other one
and the other <h>
what color is the other <h>
what color is the other one
= where(the{h p}) => where(the{h but(it)}) *1.5
and the other one
where is the other one
and where is the other <h>
what about the other <h>
= <before> => measure(it, "height", "cm") *0.8
how many centimeters tall
how tall, in (cm|centimeters)
[and] its height in (cm|centimeters)
and how many centimeters high is that
= <before> => measure(it, "width", "cm") *0.3
how many centimeters wide
how wide in (cm|centimeters)
[and] its width in (cm|centimeters)
and how wide is that, in centimeters
= <before> => measure(it, "height", "ft") *0.3
how many feet tall
how (high|tall) in feet
[and] its height in feet
and how many feet high
= <before> => distance(it, me) *0.8
how far, in meters
how many meters away
in meters, how far
and how many meters is that from me
= <before> => distance(it, me, "ft") *0.4
how far in feet
how many feet away
in feet, how far
and how many feet is that from here
= color(the{h p}) => color(the{h but(it) in_room(here())}) *0.4
and the other <h> in this room
what about the other <h> in here
and the other <h> in here
and that of the other <h> in this room
= where(<x>) => way(it) *1
how do I get there
how do I get to it
take me there
which way do I go
= where(<x>) => holds(it, reach(me)) *0.8
can I reach it
can I reach it from here
is it within reach
could I touch it
= where(<x>) => room_of(it) *0.8
which room is it in
in which room is that
what room is it in
and in which room
= where(<x>) => looks(it, "color", "<color>") *0.6
is it <color>
is it the <color> one
and is it <color>
is that one <color>
= where(<x>) => holds(it, <one>) *0.8
is it <one>
and is it <one>
so it is <one>
is that one <one>
= where(<x>) => side(it, me, ["left", "right"]) *0.8
is it on my left or right
is that to my left or right
left or right
to my left or to my right
= count(every{kinds}) => count(every{kinds among(them) color="<color>"}) *1
how many of them are <color>
and how many are <color>
how many of those are <color>
how many <color> ones are there among them
= count(every{kinds}) => count(every{kinds among(them) p}) *1.5
how many of them are <p>
and how many of them are <p>
how many of those are <p>
and how many are <p>
= count(every{kinds}) => alike("color", them) *0.6
are they all the same color
are they the same color
do they all have the same color
and are those all of one color
= name(every{"thing" on(<x.surface>)}) => count(them) *0.6
how many are there
how many is that
how many are those
and how many
= name(every{"thing" on(<x.surface>)}) => name(the{"thing" among(them) most("large")}) *0.6
which of them is the largest
which one is the biggest
and the largest of them
which of those is biggest
"""
