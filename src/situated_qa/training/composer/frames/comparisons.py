"""What compares several things, what they have in common, and the thing that was pointed at."""

TEXT = """
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
