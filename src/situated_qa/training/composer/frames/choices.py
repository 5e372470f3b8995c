"""Choices between named things, and what compares several."""

TEXT = """
@ask which
= which(closest(me), <x1>, <x2>) *5
which is closer to me, <x1> or <x2>
which one is closer to me, <x1> or <x2>
what is nearer to me, <x1> or <x2>
is <x1> or <x2> closer to me
what is closer, <x1> or <x2>
between <x1> and <x2>, which is closer to me
which of the two is nearer, <x1> or <x2>
am I closer to <x1> or to <x2>
what's closest to me: <x1> or <x2>
= which(farthest(me), <x1>, <x2>) *2
which is farther from me, <x1> or <x2>
which one is further away, <x1> or <x2>
what is farther away from me, <x1> or <x2>
is <x1> or <x2> further from me
between <x1> and <x2>, which is farther from me
= which(closest(me), <x1>, <x2>, <x3>) *1.5
which is closest to me, <x1>, <x2> or <x3>
which of these is the nearest: <x1>, <x2> or <x3>
of <x1>, <x2> and <x3>, which is closest to me
which one is nearest to me: <x1>, <x2>, or <x3>
= which(farthest(me), <x1>, <x2>, <x3>) *0.7
which is farthest from me, <x1>, <x2> or <x3>
which of these is the farthest: <x1>, <x2> or <x3>
of <x1>, <x2> and <x3>, which is farthest away
which one is furthest from me: <x1>, <x2>, or <x3>
= which(closest(<x>), <x1>, <x2>) *2.5
which is closer to <x>, <x1> or <x2>
what is nearer to <x>, <x1> or <x2>
is <x1> or <x2> closer to <x>
which one stands closer to <x>: <x1> or <x2>
between <x1> and <x2>, which is nearer to <x>
= which(farthest(<x>), <x1>, <x2>) *1
which is farther from <x>, <x1> or <x2>
what is further from <x>, <x1> or <x2>
is <x1> or <x2> farther away from <x>
which one stands further from <x>: <x1> or <x2>
= which(closest(<x>), the{kind1}, the{kind2}, the{kind3}, the{kind4}) *2
measuring from the closest point of each object, which of these (<kind1>, <kind2>, <kind3>, <kind4>) is closest to <x>
which of these objects (<kind1>, <kind2>, <kind3>, <kind4>) is the closest to <x>
which of the <kind1>, <kind2>, <kind3> and <kind4> is the closest to <x>
of the <kind1>, the <kind2>, the <kind3> and the <kind4>, which is nearest to <x>
= which(farthest(<x>), the{kind1}, the{kind2}, the{kind3}) *0.6
which of these objects (<kind1>, <kind2>, <kind3>) is the farthest from <x>
which of the <kind1>, <kind2> and <kind3> is the farthest from <x>
of the <kind1>, the <kind2> and the <kind3>, which is furthest from <x>
what is farthest from <x>: the <kind1>, the <kind2> or the <kind3>
= which(most("tall"), <x1>, <x2>) *2
which is taller, <x1> or <x2>
is <x1> or <x2> taller
which one is taller, <x1> or <x2>
what is taller: <x1> or <x2>
between <x1> and <x2>, which one is taller
= which(least("tall"), <x1>, <x2>) *0.8
which is shorter, <x1> or <x2>
is <x1> or <x2> shorter
which one is shorter, <x1> or <x2>
which is less tall, <x1> or <x2>
= which(most("large"), <x1>, <x2>) *2
which is bigger, <x1> or <x2>
which is larger, <x1> or <x2>
is <x1> or <x2> bigger
what is larger: <x1> or <x2>
which takes up more space, <x1> or <x2>
= which(least("large"), <x1>, <x2>) *1
which is smaller, <x1> or <x2>
is <x1> or <x2> smaller
what is smaller: <x1> or <x2>
which one is the smaller, <x1> or <x2>
= which(most("long"), <x1>, <x2>) *0.8
which is longer, <x1> or <x2>
is <x1> or <x2> longer
which one is longer, <x1> or <x2>
what has the greater length, <x1> or <x2>
= which(most("wide"), <x1>, <x2>) *0.6
which is wider, <x1> or <x2>
is <x1> or <x2> wider
which one is wider, <x1> or <x2>
what has the greater width, <x1> or <x2>
= which(most("high"), <x1>, <x2>) *0.8
which is higher up, <x1> or <x2>
is <x1> or <x2> higher up
which one hangs higher, <x1> or <x2>
which is placed higher, <x1> or <x2>
= which(least("high"), <x1>, <x2>) *0.4
which is lower down, <x1> or <x2>
is <x1> or <x2> lower down
which one hangs lower, <x1> or <x2>
which is placed lower, <x1> or <x2>
= which(most("large"), <x1>, <x2>, <x3>) *0.6
which is the biggest, <x1>, <x2> or <x3>
which of <x1>, <x2> and <x3> is the largest
of <x1>, <x2> and <x3>, which is biggest
what is the largest of <x1>, <x2> and <x3>
= which(most("tall"), <x1>, <x2>, <x3>) *0.6
which is the tallest, <x1>, <x2> or <x3>
which of <x1>, <x2> and <x3> is the tallest
of <x1>, <x2> and <x3>, which is tallest
what is the tallest of <x1>, <x2> and <x3>
= which(least("large"), <x1>, <x2>, <x3>) *0.4
which is the smallest, <x1>, <x2> or <x3>
which of <x1>, <x2> and <x3> is the smallest
of <x1>, <x2> and <x3>, which is smallest
what is the smallest of <x1>, <x2> and <x3>
= which(leftmost(me), <x1>, <x2>) *0.5
which is further to the left, <x1> or <x2>
which is further left, <x1> or <x2>
is <x1> or <x2> further to my left
which of <x1> and <x2> is more to the left
= which(rightmost(me), <x1>, <x2>) *0.5
which is further to the right, <x1> or <x2>
which is further right, <x1> or <x2>
is <x1> or <x2> further to my right
which of <x1> and <x2> is more to the right
= which(closest(me), the{h1 p1}, the{h1 p2}) *0.7
which <h1> is closer to me, the one <p1> or the one <p2>
which <h1> is nearer, the one <p1> or the one <p2>
is the <h1> <p1> or the one <p2> closer to me
am I closer to the <h1> <p1> or the one <p2>
= which(most("large"), the{h1 p1}, the{h1 p2}) *0.6
which <h1> is bigger, the one <p1> or the one <p2>
which <h1> is larger, the one <p1> or the one <p2>
is the <h1> <p1> or the one <p2> bigger
which one is bigger, the <h1> <p1> or the one <p2>
= first(which(closest(me), <x1>, <x2>), <x1>) *1.5
is <x1> closer to me than <x2>
is <x1> nearer to me than <x2>
is <x1> closer than <x2>
am I closer to <x1> than to <x2>
does <x1> stand closer to me than <x2>
= first(which(farthest(me), <x1>, <x2>), <x1>) *0.7
is <x1> farther from me than <x2>
is <x1> further away than <x2>
am I farther from <x1> than from <x2>
does <x1> stand farther away than <x2>
= first(which(closest(<x3>), <x1>, <x2>), <x1>) *0.8
is <x1> closer to <x3> than <x2>
is <x1> nearer to <x3> than <x2>
does <x1> stand closer to <x3> than <x2>
is <x1> closer than <x2> to <x3>
= first(which(most("tall"), <x1>, <x2>), <x1>) *1.2
is <x1> taller than <x2>
does <x1> rise higher than <x2>
is <x1> of greater height than <x2>
would you say <x1> is taller than <x2>
= first(which(most("large"), <x1>, <x2>), <x1>) *1.4
is <x1> bigger than <x2>
is <x1> larger than <x2>
does <x1> take up more space than <x2>
is <x1> greater in size than <x2>
= first(which(least("large"), <x1>, <x2>), <x1>) *0.8
is <x1> smaller than <x2>
would you say <x1> is smaller than <x2>
is <x1> the smaller one compared to <x2>
is <x1> lesser in size than <x2>
= first(which(most("long"), <x1>, <x2>), <x1>) *0.4
is <x1> longer than <x2>
would you say <x1> is longer than <x2>
is <x1> of greater length than <x2>
does <x1> have more length than <x2>
= first(which(most("wide"), <x1>, <x2>), <x1>) *0.4
is <x1> wider than <x2>
would you say <x1> is wider than <x2>
is <x1> of greater width than <x2>
is <x1> broader than <x2>
= first(the{"thing" closest(<x1>)}, <x2>) *0.3
is the closest thing to <x1> <x2>
is <x2> what is closest to <x1>
is <x2> the thing closest to <x1>
is the nearest thing to <x1> in fact <x2>

@ask sets
= which_more("more", <s1>, <s2>) *2
are there more <s1> or <s2>
which are there more of, <s1> or <s2>
what do we have more of, <s1> or <s2>
do I have more <s1> or more <s2>
which is more, the number of <s1> or the number of <s2>
= which_more("fewer", <s1>, <s2>) *0.8
are there fewer <s1> or <s2>
which are there fewer of, <s1> or <s2>
what do we have less of, <s1> or <s2>
do I have fewer <s1> or fewer <s2>
= which_more("more", every{kinds p_me1}, every{kinds p_me2}) *1.2
are there more <kinds> <p_me1> or <p_me2>
where are there more <kinds>, <p_me1> or <p_me2>
do I have more <kinds> <p_me1> or <p_me2>
are more of the <kinds> <p_me1> or <p_me2>
= which_more("more", every{kinds in_room("<room1>")}, every{kinds in_room("<room2>")}) *0.8
are there more <kinds> in the <room1> or in the <room2>
which has more <kinds>, the <room1> or the <room2>
does the <room1> or the <room2> have more <kinds>
where are more <kinds>, in the <room1> or the <room2>
= difference(count(<s1>), count(<s2>)) *0.8
what is the difference between the number of <s1> and the number of <s2>
by how much do the number of <s1> and the number of <s2> differ
how big is the difference between the number of <s1> and <s2>
what is the difference in number between <s1> and <s2>
= difference(measure(<x1>, "height"), measure(<x2>, "height")) *0.7
what is the difference in height between <x1> and <x2>
by how much do the heights of <x1> and <x2> differ
how much do <x1> and <x2> differ in height
how big is the height difference of <x1> and <x2>
= measure(<x1>, "height") - measure(<x2>, "height") *0.5
how much taller is <x1> than <x2>
by how much is <x1> taller than <x2>
how much higher does <x1> reach than <x2>
how much more height does <x1> have than <x2>
= measure(<x1>, "width") - measure(<x2>, "width") *0.3
how much wider is <x1> than <x2>
by how much is <x1> wider than <x2>
how much broader is <x1> than <x2>
how much more width does <x1> have than <x2>
= difference(distance(<x1>, me), distance(<x2>, me)) *0.3
what is the difference between my distance to <x1> and to <x2>
by how much do my distances to <x1> and <x2> differ
how much do <x1> and <x2> differ in their distance from me
how big is the difference of my distances to <x1> and <x2>
= common(every{"thing" in_room("<room1>")}, every{"thing" in_room("<room2>")}) *1
what do the <room1> and the <room2> have in common
which things are both in the <room1> and in the <room2>
which kinds of objects are in both the <room1> and the <room2>
what is in the <room1> as well as in the <room2>
= common(every{"thing" on(<x1.surface>)}, every{"thing" on(<x2.surface>)}) *0.8
what is on both <x1.surface> and <x2.surface>
which kinds of things are on <x1.surface> as well as on <x2.surface>
what do <x1.surface> and <x2.surface> both have on them
what kind of thing is both on <x1.surface> and on <x2.surface>
= common(every{"thing" p_me1}, every{"thing" p_me2}) *0.6
what is both <p_me1> and also <p_me2>
which kinds of things are <p_me1> as well as <p_me2>
what kinds of objects do I have both <p_me1> and <p_me2>
which type of thing is found both <p_me1> and <p_me2>
= commonest(every{"thing" p}) *1.2
what is there most of <p>
what kind of thing is most common <p>
what are most of the things <p>
which object occurs most often <p>
what do I have most of <p>
= commonest(every{"thing"}) *0.3
what is there most of
which kind of thing is the most common
what object occurs most often
what are there the most of here
= commonest(every{"thing" p}, 1) *0.5
what is there least of <p>
what kind of thing is least common <p>
which object occurs least often <p>
what is the rarest kind of thing <p>
= count(rooms_with(<s>)) *0.6
how many rooms have <s>
in how many rooms are there <s>
how many rooms are there with <s>
how many of the rooms contain <s>
= count(rooms_without(<s>)) *0.3
how many rooms have no <s>
in how many rooms are there no <s>
how many rooms are there without <s>
how many of the rooms lack <s>
= color(marked()) *1
what color is this
what color is the thing I clicked on
what is the color of this one
what color is the object I am pointing at
what color does the thing I marked have
= name(marked()) *1.2
what is this
what is the thing I clicked on
what is that thing I am pointing at
what did I just click on
what is the object I selected
= dimensions(marked()) *0.3
how big is this
how big is the thing I clicked on
what size is the one I marked
what are the dimensions of this one
= distance(marked(), me) *0.3
how far away is this
how far is the thing I clicked on
how far am I from this one
how far is it to the object I marked
= material(marked()) *0.3
what is this made of
what material is the thing I clicked on
what is the object I marked made of
what is this one made out of
= name(every{"thing" near(marked())}) *0.4
what things are next to this
what things are near the thing I clicked on
which objects are beside this one
what objects are near this
= color(the{h near(marked())}) *0.4
what color is the <h> next to this
what color is the <h> near the thing I clicked on
what is the color of the <h> beside this one
what color is the <h> close to the one I marked
= way(marked()) *0.3
how do I get to this
how do I get to the thing I clicked on
which way is it to this one
show me the way to the object I marked
"""
