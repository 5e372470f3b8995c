"""Counts, comparisons of counts, odd and even."""

TEXT = """
@ask count
= count(every{hs right(me) near(me)}) *0.5
how many <hs> are to my immediate right
how many <hs> are directly to my right
how many <hs> are right next to me on the right
how many <hs> are there immediately on my right
= count(every{hs left(me) near(me)}) *0.5
how many <hs> are to my immediate left
how many <hs> are directly to my left
how many <hs> are right next to me on the left
how many <hs> are there immediately on my left
= count(every{kinds state="<opening>"}) *0.3
how many <kinds> did I leave <opening>
how many <kinds> are <opening>
how many of the <kinds> are <opening>
how many <opening> <kinds> are there
= count(every{hs p}) *10
how many <hs> are <p>
how many <hs> are there <p>
how many <hs> <p>
what is the number of <hs> <p>
how many <hs> can I find <p>
count the <hs> <p>
tell me how many <hs> are <p>
what number of <hs> are <p>
how many <hs> do I have <p>
(what is|tell me) the total number of <hs> <p>
<p>, how many <hs> are there
how many <hs> would I find <p>
number of <hs> <p>
how many <hs> do you count <p>
the <hs> <p>, how many are there
how many <hs> have I got <p>
= count(<xs>) *2
count <xs>
how many of <xs> are there
what is the number of <xs>
how many are <xs>
= count(<s>) *4
how many <s> are there
how many <s> do we have
how many <s> exist here
how many <s> do you see
what is the count of <s>
how many <s> in total
number of <s>
count <s>
= count(every{hs visible(me)}) *1.5
how many <hs> can I see
how many <hs> can I see from here
how many <hs> are visible [from here]
how many <hs> do I see
how many <hs> are in view
= count(every{hs p visible(me)}) *0.8
how many <hs> can I see <p>
how many <hs> do I see <p>
how many <hs> am I able to see <p>
how many visible <hs> are <p>
= count(every{hs in_room(here())}) *1.5
how many <hs> are in this room
how many <hs> are in the room
how many <hs> are there in the room
how many <hs> are there in this room
how many <hs> does this room have
how many <hs> are in here
this room has how many <hs>
= count(every{hs front(me)}) *1
how many <hs> am I facing
how many <hs> am I looking at
how many <hs> do I have in front of me
how many <hs> am I facing right now
= count(every{hs on(<x.surface>)}) *1.2
how many <hs> does <x.surface> have on it
how many <hs> lie on <x.surface>
<x.surface> has how many <hs> on it
on <x.surface>, how many <hs> are there
how many <hs> are sitting on <x.surface>
= count(every{hs near(<x.surface>)}) *1
how many <hs> are around <x.surface>
how many <hs> are at <x.surface>
how many <hs> surround <x.surface>
how many <hs> stand around <x.surface>
= count(either(<s1>, <s2>)) *0.8
how many <s1> and <s2> are there in total
how many <s1> and <s2> are there altogether
how many <s1> or <s2> are there
what is the total of <s1> and <s2>
how many <s1> plus <s2> are there
= count(every{hs but(<x>)}) *0.5
apart from <x>, how many <hs> are there
how many <hs> other than <x> are there
how many <hs> are there besides <x>
not counting <x>, how many <hs> are there
= count(every{hs no(<p_plain>)}) *0.8
how many <hs> are not <p_plain>
how many of the <hs> are not <p_plain>
how many <hs> aren't <p_plain>
how many <hs> are there that are not <p_plain>
= count(every{hs facing(<x>)}) *0.5
how many <hs> face <x>
how many <hs> are facing <x>
how many of the <hs> are turned toward <x>
how many <hs> point towards <x>
= count(<s>) > <number> *0.8
are there more than <number> <s>
do we have more than <number> <s>
is the number of <s> greater than <number>
are there over <number> <s>
= count(every{hs p}) > <number> *1
are there more than <number> <hs> <p>
is the number of <hs> <p> more than <number>
do I have more than <number> <hs> <p>
are more than <number> <hs> <p>
= count(every{hs p}) < <number> *0.6
are there fewer than <number> <hs> <p>
are there less than <number> <hs> <p>
is the number of <hs> <p> below <number>
do I have fewer than <number> <hs> <p>
= count(every{hs p}) >= <number> *0.8
are there at least <number> <hs> <p>
are there <number> or more <hs> <p>
do I have at least <number> <hs> <p>
are there a minimum of <number> <hs> <p>
= count(every{kinds}) >= <number> *0.8
are there enough <kinds> for <number> people
do we have enough <kinds> for <number> people
is the number of <kinds> enough for <number> people
would <number> people each get one of the <kinds>
= count(every{hs p}) <= <number> *0.3
are there at most <number> <hs> <p>
are there no more than <number> <hs> <p>
are there <number> or fewer <hs> <p>
is the number of <hs> <p> at most <number>
= count(every{hs p}) == <number> *0.9
are there exactly <number> <hs> <p>
are there <number> <hs> <p>
is the number of <hs> <p> equal to <number>
do I have precisely <number> <hs> <p>
= count(every{h}) == 1 *0.6
is there only one <h>
is there just one <h>
is there a single <h> here and no more
is there exactly one <h>
= count(every{hs1 p1}) == count(every{hs2 p2}) *0.5
are there as many <hs1> <p1> as <hs2> <p2>
is the number of <hs1> <p1> the same as the number of <hs2> <p2>
are the <hs1> <p1> as many as the <hs2> <p2>
do I have the same number of <hs1> <p1> and <hs2> <p2>
= count(every{kinds p_me1}) > count(every{kinds p_me2}) *0.5
are there more <kinds> <p_me1> than <p_me2>
are more <kinds> <p_me1> than <p_me2>
do I have more <kinds> <p_me1> than <p_me2>
is the number of <kinds> <p_me1> larger than <p_me2>
= count(<s1>) > count(<s2>) *0.6
are there more <s1> than <s2>
do we have more <s1> than <s2>
is the number of <s1> greater than that of <s2>
are there more of the <s1> than of the <s2>
= count(<s1>) < count(<s2>) *0.3
are there fewer <s1> than <s2>
are there less <s1> than <s2>
do we have fewer <s1> than <s2>
is the number of <s1> smaller than that of <s2>
= count(<s1>) + count(<s2>) *0.3
how many <s1> are there plus how many <s2>
what is the number of <s1> plus the number of <s2>
what do you get if you add the <s1> to the <s2>
add up the <s1> and the <s2>
= count(<s1>) - count(<s2>) *0.5
how many more <s1> than <s2> are there
how many more <s1> are there than <s2>
what is the number of <s1> minus the number of <s2>
by how many do the <s1> outnumber the <s2>

@ask parity
= is_it(color(<x>), "<color>") *0.4
is the color of <x> really <color>
is it <color> that <x> is
would <color> be the color of <x>
is <x>'s color <color>
= is_it(color(<xs>), "<color>") *0.1
is the color of <xs> <color>
is <color> the color of <xs>
is <color> what color <xs> are
would you call the color of <xs> <color>
= is_it(parity(count(every{hs p})), "odd") *0.6
is the number of <hs> <p> odd
is there an odd number of <hs> <p>
are there an odd number of <hs> <p>
do I have an odd number of <hs> <p>
= is_it(parity(count(every{hs p})), "even") *0.6
is the number of <hs> <p> even
is there an even number of <hs> <p>
are there an even number of <hs> <p>
do I have an even number of <hs> <p>
= parity(count(every{hs p})) *2.5
is the number of <hs> <p> odd or even
is the number of <hs> <p> even or odd
are there an odd or even number of <hs> <p>
is the amount of <hs> <p> odd or even
is the count of <hs> <p> odd or even
do I have an even or an odd number of <hs> <p>
is there an even or odd number of <hs> <p>
= parity(count(<s>)) *1
is the number of <s> odd or even
is the total amount of <s> odd or even
are there an even or odd number of <s>
is the total number of <s> even or odd
= parity(count(every{hs front(me)})) *0.6
is the amount of <hs> I am facing odd or even
is the number of <hs> I am facing odd or even
am I facing an odd or even number of <hs>
is the amount of <hs> I am looking at even or odd
= multiple(count(every{hs p}), <number>) *2
can the number of <hs> <p> be divided by <number>
is the number of <hs> <p> divisible by <number>
can the amount of <hs> <p> be divided by <number>
is the number of <hs> <p> a multiple of <number>
can I split the <hs> <p> evenly into groups of <number>
could the <hs> <p> be shared equally among <number> people
"""
