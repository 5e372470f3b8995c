"""Ways, and things that are only named."""

TEXT = """
@ask way
= way(<x>) *7
how do I get to <x>
which way should I go to get to <x>
which direction should I go if I want to go to <x>
which direction should I go if I want to use <x>
how do I get to <x> from here
how can I reach <x>
which way do I turn to get to <x>
where do I turn to get to <x>
which way do I go to reach <x>
take me to <x>
show me the way to <x>
in which direction should I walk to get to <x>
which direction do I go to get to <x>
what is the way to <x>
how should I walk to <x>
I want to go to <x>, which way is it
what is the best way to <x>
what path do I take to <x>
= way(the{do}) *4
which direction should I go if I want to <do>
which way should I go to <do>
where should I go to <do>
where do I go if I want to <do>
I want to <do>, where should I go
which way do I turn if I want to <do>
how should I move if I need to <do>
where do I have to go to <do>
which direction should I walk to <do>
= way(the{"door"}) *2.5
how do I get out of here
which direction should I go if I want to leave the room
which way should I go to exit the room
how do I leave this room
where do I go to get out
which way is out
which way do I turn to exit
= way(room("<room>")) *3
how do I get to the <room>
which way is it to the <room>
how do I walk to the <room>
what is the way to the <room>
how can I get to the <room> from here
take me to the <room>
which way to the <room>
= way(<x1>, <x2>) *1
how do I get from <x2> to <x1>
what is the way from <x2> to <x1>
how do I walk from <x2> to <x1>
which way is it from <x2> to <x1>
= way(room("<room1>"), room("<room2>")) *0.8
how do I get from the <room2> to the <room1>
what is the way from the <room2> to the <room1>
how do I walk from the <room2> to the <room1>
which way is it from the <room2> to the <room1>
= side(<x>, me, ["left", "right"]) *1.5
should I go left or right to get to <x>
should I turn left or right to get to <x>
do I go left or right if I want to reach <x>
do I turn left or right for <x>
= side(the{do}, me, ["left", "right"]) *0.7
should I go left or right if I want to <do>
do I turn left or right to <do>
should I turn left or right if I want to <do>
left or right, where should I go to <do>
= reachable(<x>) *2
can I walk to <x>
can I get to <x> from here
is there a way to <x>
is the way to <x> free
can I get to <x> on foot
is it possible to walk to <x>
= reachable(room("<room>")) *1.5
can I walk to the <room>
can I get to the <room> from here
is there a way to the <room>
is it possible to walk to the <room>
= reachable(<x1>, <x2>) *0.5
can one walk from <x2> to <x1>
can I get from <x2> to <x1>
is there a way from <x2> to <x1>
is it possible to get from <x2> to <x1>
= reachable(room("<room1>"), room("<room2>")) *0.4
can one walk from the <room2> to the <room1>
can I get from the <room2> to the <room1>
is there a way from the <room2> to the <room1>
is it possible to walk from the <room2> to the <room1>
= shorter_walk(<x1>, <x2>) *1
which is the shorter walk, <x1> or <x2>
which is less far to walk, <x1> or <x2>
do I walk less to <x1> or to <x2>
which can I walk to faster, <x1> or <x2>
is it a shorter walk to <x1> or to <x2>
= shorter_walk(<x1>, <x2>, <x3>) *0.4
which is the shortest walk, <x1>, <x2> or <x3>
which of <x1>, <x2> and <x3> is the shortest walk
which one is the least far to walk: <x1>, <x2> or <x3>
which do I reach first on foot, <x1>, <x2> or <x3>

@ask reference
= <x> *7
<x>
find <x>
point at <x>
show me <x>
pick <x>
choose <x>
it is <x>
I mean <x>
select <x>
the object is <x>
look for <x>
highlight <x>
you are looking for <x>
= the{h right(before(<x>))} *1.2
facing the front of <x>, the <h> on its right
facing <x>, the <h> on the right
when facing <x>, the <h> to the right
if you are facing <x>, pick the <h> on the right
looking at <x>, choose the <h> on the right side
= the{h left(before(<x>))} *1.2
facing the front of <x>, the <h> on its left
facing <x>, the <h> on the left
when facing <x>, the <h> to the left
if you are facing <x>, pick the <h> on the left
looking at <x>, choose the <h> on the left side
= the{h left(entering("<room>"))} *0.2
entering the <room>, the <h> on the left
coming into the <room>, it is the <h> on the left
when you walk into the <room>, the <h> on the left side
on entering the <room>, the <h> to the left
= the{h nth(<ordinal>, leftmost(before(<x>)))} *0.3
facing <x>, the <ordinal> <h> from the left
when facing <x>, it is the <ordinal> <h> from the left
looking at <x>, pick the <ordinal> <h> from the left
if you face <x>, the <ordinal> <h> counting from the left
= the{h nth(<ordinal>, leftmost(me))} *0.6
the <ordinal> <h> from the left
it is the <ordinal> <h> from the left
pick the <ordinal> <h> from the left
counting from the left, the <ordinal> <h>
= the{h nth(<ordinal>, rightmost(me))} *0.4
the <ordinal> <h> from the right
it is the <ordinal> <h> from the right
pick the <ordinal> <h> from the right
counting from the right, the <ordinal> <h>
= the{h nth(<ordinal>, closest(<x>))} *0.5
the <ordinal> closest <h> to <x>
the <h> that is <ordinal> closest to <x>
pick the <ordinal> nearest <h> to <x>
it is the <h> <ordinal> nearest to <x>
= the{h no(<p_plain>)} *0.7
the <h> that is not <p_plain>
the <h> which isn't <p_plain>
pick the <h> that is not <p_plain>
it is the <h> that is not <p_plain>
= the{h but(<x>)} *0.2
the <h> other than <x>
any <h> but not <x>
pick the <h> that is not <x>
a different <h> than <x>
= the{h on(<x.surface>), closest(<x2>)} *1
the <h> on <x.surface> closest to <x2>
the <h> on <x.surface>, the one closest to <x2>
of those on <x.surface>, the <h> nearest to <x2>
on <x.surface>, pick the <h> nearest to <x2>
= the{h near(<x1>), left(<x2>)} *0.5
the <h> near <x1>, to the left of <x2>
the <h> by <x1> and left of <x2>
near <x1>, the <h> that is left of <x2>
it is next to <x1> and to the left of <x2>, the <h>
"""
