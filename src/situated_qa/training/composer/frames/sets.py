"""What has the most of something, orders of several things, what is not of a look, and when things were seen."""

TEXT = """
@ask ranks
= which(with_most(every{kinds}, "on"), <x1>, <x2>) *1.2
which has more <kinds> on it, <x1> or <x2>
what has more <kinds> on it, <x1> or <x2>
does <x1> or <x2> have more <kinds> on it
which has the most <kinds> on top, <x1> or <x2>
= which(with_fewest(every{kinds}, "on"), <x1>, <x2>) *0.6
which has fewer <kinds> on it, <x1> or <x2>
what has fewer <kinds> on it, <x1> or <x2>
does <x1> or <x2> have fewer <kinds> on it
which has the fewest <kinds> on top, <x1> or <x2>
= which(with_most(every{kinds}, "near"), <x1>, <x2>) *0.5
which has more <kinds> around it, <x1> or <x2>
what has more <kinds> near it, <x1> or <x2>
does <x1> or <x2> have more <kinds> around it
which has the most <kinds> next to it, <x1> or <x2>
= which(with_most(every{kinds}, "inside"), <x1>, <x2>) *0.4
which has more <kinds> in it, <x1> or <x2>
what has more <kinds> inside, <x1> or <x2>
does <x1> or <x2> contain more <kinds>
which contains the most <kinds>, <x1> or <x2>
= color(the{h with_most(every{kinds}, "on")}) *0.7
what color is the <h> with the most <kinds> on it
what color is the <h> that has the most <kinds> on it
which color has the <h> with most <kinds> on top
the <h> with the most <kinds> on it is what color
= color(the{h with_most(every{kinds}, "near")}) *0.5
what color is the <h> with the most <kinds> around it
what color is the <h> that has the most <kinds> next to it
which color has the <h> with most <kinds> near it
the <h> with the most <kinds> around it is what color
= color(the{h with_fewest(every{kinds}, "near")}) *0.4
what color is the <h> with the fewest <kinds> around it
what color is the <h> that has the fewest <kinds> next to it
which color has the <h> with least <kinds> near it
the <h> with the fewest <kinds> around it is what color
= where(the{h with_most(every{kinds}, "on")}) *0.7
where is the <h> with the most <kinds> on it
where do I find the <h> that has the most <kinds> on it
in which direction is the <h> with most <kinds> on top
show me where the <h> with the most <kinds> on it is
= where(the{h with_fewest(every{kinds}, "inside")}) *0.3
where is the <h> with the fewest <kinds> in it
where do I find the <h> that has the fewest <kinds> inside
in which direction is the <h> with least <kinds> in it
show me where the <h> containing the fewest <kinds> is
= ranked(seen("first"), every{kind1}, every{kind2}, every{kind3}) *0.7
in which order did the following appear first: <kind1>, <kind2>, <kind3>
what is the first-time appearance order of the following: <kind1>, <kind2>, <kind3>
in what order did you first see these: <kind1>, <kind2>, <kind3>
sort by when you first saw them: <kind1>, <kind2>, <kind3>
= ranked(seen("first"), every{kind1}, every{kind2}, every{kind3}, every{kind4}) *1
what is the first-time appearance order of these categories in the video: <kind1>, <kind2>, <kind3>, <kind4>
in which order did these appear first: <kind1>, <kind2>, <kind3>, <kind4>
in what order did you first see <kind1>, <kind2>, <kind3> and <kind4>
sort by first appearance: <kind1>, <kind2>, <kind3>, <kind4>
= ranked(closest(me), <x1>, <x2>, <x3>) *0.7
order <x1>, <x2> and <x3> by their distance from me, nearest first
sort <x1>, <x2> and <x3> from closest to farthest
rank <x1>, <x2> and <x3> by how close they are to me
list <x1>, <x2> and <x3> from nearest to farthest
= ranked(most("tall"), <x1>, <x2>, <x3>) *0.4
order <x1>, <x2> and <x3> by height, tallest first
sort <x1>, <x2> and <x3> from tallest to shortest
rank <x1>, <x2> and <x3> by height
list <x1>, <x2> and <x3> from tallest to shortest
= ranked(least("large"), <x1>, <x2>, <x3>) *0.4
order <x1>, <x2> and <x3> by size, smallest first
sort <x1>, <x2> and <x3> from smallest to largest
rank <x1>, <x2> and <x3> from small to large
list <x1>, <x2> and <x3> from smallest to biggest
= which(seen("first"), <x1>, <x2>) *0.7
which did you see first, <x1> or <x2>
what did you see first, <x1> or <x2>
did you see <x1> or <x2> first
which came into view first, <x1> or <x2>
= which(seen("last"), <x1>, <x2>) *0.5
which did you see most recently, <x1> or <x2>
what did you see last, <x1> or <x2>
did you see <x1> or <x2> more recently
which came into view last, <x1> or <x2>
= name(the{"thing" seen("first")}) *0.3
what did you see first
what was the first thing you saw
which object came into view first
what is the first object that you saw
= name(the{"thing" seen("last")}) *0.3
what did you see last
what was the last thing you saw
which object did you see most recently
what is the last object that you saw
= ago(<x>, "last") *1
when did you last see <x>
how long ago did you last see <x>
when was <x> last seen
how long has it been since you last saw <x>
when was the last time you saw <x>
= ago(<x>, "first") *0.4
when did you first see <x>
how long ago did you first see <x>
when was <x> first seen
when was the first time you saw <x>
= ago(<x>, "last", "min") *0.4
how many minutes ago did you last see <x>
how many minutes is it since you last saw <x>
how long ago was <x> last seen, in minutes
in minutes, how long ago did you last see <x>
= ago(<x>, "last", "s") *0.3
how many seconds ago did you last see <x>
how many seconds is it since you last saw <x>
how long ago was <x> last seen, in seconds
in seconds, how long ago did you last see <x>
= count(every{kinds no(having("color","<color>"))}) *0.9
how many <kinds> are not <color>
how many <kinds> aren't <color>
how many of the <kinds> are not <color>
count the <kinds> that are not <color>
= count(every{kinds p no(having("color","<color>"))}) *0.5
how many <kinds> <p> are not <color>
how many <kinds> <p> aren't <color>
how many of the <kinds> <p> are not <color>
count the <kinds> <p> that are not <color>
= count(every{kinds any_of(having("color","<color1>"),having("color","<color2>"))}) *0.6
how many <kinds> are <color1> or <color2>
how many <color1> or <color2> <kinds> are there
how many of the <kinds> are either <color1> or <color2>
count the <kinds> that are <color1> or <color2>
= where(the{kind no(having("color","<color>"))}) *0.6
where is the <kind> that is not <color>
where is the <kind> which isn't <color>
where do I find the <kind> that is not <color>
the <kind> that is not <color>, where is it
= exists(every{kind p no(having("material","<material>"))}) *0.3
is there a <kind> <p> that is not <material>
do I have a <kind> <p> which is not <material>
is there any <kind> <p> that isn't <material>
does there stand a <kind> <p> that is not <material>
= name(every{"thing" p_side no(having("color","<color>"))}) *0.3
which things <p_side> are not <color>
what things <p_side> aren't <color>
name the things <p_side> that are not <color>
which objects <p_side> are of another color than <color>
= same("appearance", <x1>, <x2>) *0.6
do <x1> and <x2> look the same
does <x1> look the same as <x2>
do <x1> and <x2> look alike
are <x1> and <x2> identical in looks
= alike("appearance", <xs>) *0.6
do <xs> all look the same
do <xs> look the same
do <xs> look alike
are <xs> all alike in appearance
"""
