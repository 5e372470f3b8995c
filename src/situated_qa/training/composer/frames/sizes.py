"""Sizes, distances, sides, places and ways."""

TEXT = """
@ask measure
= measure(<x>, "height") *2.5
how tall is <x>
how high is <x>
what is the height of <x>
what height does <x> have
tell me the height of <x>
= measure(<x>, "width") *2
how wide is <x>
what is the width of <x>
what width does <x> have
tell me the width of <x>
= measure(<x>, "length") *2
how long is <x>
what is the length of <x>
what length does <x> have
tell me the length of <x>
= measure(<x>, "height", "<unit>") *1.5
how tall is <x> in <unit>
what is the height of <x> in <unit>
how high is <x>, in <unit>
how many <unit> tall is <x>
= measure(<x>, "width", "<unit>") *1.2
how wide is <x> in <unit>
what is the width of <x> in <unit>
how many <unit> wide is <x>
in <unit>, what is the width of <x>
= measure(<x>, "length", "<unit>") *1.2
how long is <x> in <unit>
what is the length of <x> in <unit>
how many <unit> long is <x>
in <unit>, what is the length of <x>
= measure(<x>, "longest", "cm") *2
what is the length of the longest dimension (length, width, or height) of <x>, measured in centimeters
what is the longest dimension of <x> in centimeters
what is the largest dimension of <x> in cm
how many centimeters is the longest side of <x>
= measure(<x>, "longest", "<unit>") *0.8
how long is the longest side of <x> in <unit>
what is the longest side of <x>, in <unit>
what is the largest dimension of <x> in <unit>
in <unit>, how long is the longest edge of <x>
= measure(<x>, "longest") *0.5
how long is the longest side of <x>
what is the longest side of <x>
what is the largest dimension of <x>
what does the longest edge of <x> measure
= measure(<x>, "shortest") *0.5
how long is the shortest side of <x>
what is the shortest side of <x>
what is the smallest dimension of <x>
what does the shortest edge of <x> measure
= measure(<x>, "area") *0.4
what area does <x> cover
how much floor space does <x> take up
what is the area of <x>
how large is the area of <x>
= measure(<x>, "volume") *0.5
what is the volume of <x>
how much volume does <x> have
how large is the volume of <x>
what volume does <x> take up
= dimensions(<x>) *3
how big is <x>
what size is <x>
what are the dimensions of <x>
how large is <x>
what is the size of <x>
what are the measurements of <x>
tell me the dimensions of <x>
= dimensions(<x>, "<unit>") *0.6
what are the dimensions of <x> in <unit>
how big is <x> in <unit>
what size is <x>, in <unit>
what are the measurements of <x> in <unit>
= measure(<x>, "<dimension>") > <number> *0.3
is the <dimension> of <x> more than <number> meters
does <x> have a <dimension> of more than <number> meters
is the <dimension> of <x> above <number> meters
is the <dimension> of <x> greater than <number> m
= position(<x>) *0.7
what are the coordinates of <x>
where is <x> in map coordinates
give me the x, y and z of <x>
what is the position of <x> in the map

@dimension
= height
height
= width
width
= length
length

@ask distance
= distance(the{"thing" behind(me) closest(me)}, me) > 1.0 *0.4
can I walk backward
can I step back
is there room to move back
can I take a step backward without bumping into something
= distance(the{"thing" front(me) closest(me)}, me) > 1.0 *0.4
can I walk forward
can I step forward
is there room to move forward
can I walk straight ahead
= distance(<x>, me) *5
how far is <x>
how far away is <x>
how far is <x> from me
how far away from me is <x>
how far am I from <x>
what is the distance to <x>
what is the distance between me and <x>
what is my distance to <x>
how close am I to <x>
how far is it to <x>
how distant is <x>
= distance(<x>, me, "<unit>") *2
how far is <x> from me in <unit>
how many <unit> away is <x>
how many <unit> am I from <x>
what is the distance to <x> in <unit>
how many <unit> is it from me to <x>
= distance(<x1>, <x2>) *4
how far is <x1> from <x2>
what is the distance between <x1> and <x2>
how far apart are <x1> and <x2>
how far away is <x1> from <x2>
what is the distance from <x1> to <x2>
how much space is between <x1> and <x2>
how close is <x1> to <x2>
= distance(<x1>, <x2>, "<unit>") *2
how far is <x1> from <x2> in <unit>
what is the distance between <x1> and <x2> in <unit>
how many <unit> apart are <x1> and <x2>
how many <unit> are there between <x1> and <x2>
= distance(<x1>, <x2>, "m") *1.2
measuring from the closest point of each object, what is the distance between <x1> and <x2> (in meters)
what is the distance between <x1> and <x2> in meters, from their closest points
measured from the nearest points, how many meters apart are <x1> and <x2>
what is the direct distance in meters between <x1> and <x2>, closest point to closest point
= distance(<x1>, <x2>, how="center") *0.6
how far is the center of <x1> from the center of <x2>
what is the distance between the centers of <x1> and <x2>
center to center, how far are <x1> and <x2> apart
how far are the middles of <x1> and <x2> from each other
= distance(me, <x>, how="walk") *1
how far do I have to walk to <x>
how far is the walk to <x>
how long is the way to <x> on foot
what is the walking distance to <x>
= distance(<x1>, <x2>, how="walk") *0.6
how far is it to walk from <x1> to <x2>
what is the walking distance from <x1> to <x2>
how long is the walk from <x1> to <x2>
how far does one walk between <x1> and <x2>
= distance(me, room("<room>"), how="walk") *0.5
how far do I have to walk to the <room>
how far is the walk to the <room>
what is the walking distance to the <room>
how long is the way to the <room>
= distance(room("<room1>"), room("<room2>"), how="walk") *0.3
how far is it to walk from the <room1> to the <room2>
what is the walking distance from the <room1> to the <room2>
how long is the walk between the <room1> and the <room2>
how far does one walk from the <room1> to the <room2>
= distance(<x>, me) < <number> *0.5
is <x> less than <number> meters away
is <x> closer than <number> meters
am I within <number> meters of <x>
is <x> nearer than <number> meters
= distance(<x>, me) > <number> *0.4
is <x> more than <number> meters away
is <x> further than <number> meters
am I more than <number> meters from <x>
is <x> over <number> meters away from me
= distance(<x1>, <x2>) > distance(<x3>, <x2>) *0.2
is <x1> farther from <x2> than <x3> is from it
is <x1> at a greater distance from <x2> than <x3>
is the distance from <x1> to <x2> larger than from <x3>
does <x1> stand farther away from <x2> than <x3>

@ask side
= side(<x>, me, ["left", "right"]) *4
is <x> on my left or on my right
is <x> to my left or right
is <x> left or right of me
is <x> to the left or to the right of me
is <x> on my left or right
on my left or right, which side is <x>
do I have <x> on my left or my right
would I turn left or right to look at <x>
= side(<x>, me, ["right", "left"]) *2
is <x> on my right or on my left
is <x> to my right or left
is <x> right or left of me
is <x> on my right or left [side]
= side(<x>, me, ["front", "behind"]) *1.2
is <x> in front of me or behind me
is <x> in front or behind me
do I have <x> in front of me or behind me
is <x> in front or behind
= side(<x>, me, ["front", "back"]) *0.6
is <x> to my front or to my back
is <x> to the front or the back of me
is <x> at my front or back
front or back, where is <x>
= side(<x>, me, ["front", "left"]) *0.3
is <x> to the front of me or to the left of me
is <x> to my front or left
is <x> to the front or to the left
front or left, where is <x>
= side(<x>, me, ["right", "behind"]) *0.3
is <x> to my right or behind me
is <x> right or behind me
do I have <x> on my right or behind me
right or behind, where is <x>
= side(<x>, me, ["left", "behind"]) *0.3
is <x> to my left or behind me
is <x> left or behind me
do I have <x> on my left or behind me
left or behind, where is <x>
= side(<x>, me, ["behind", "front"]) *0.6
is <x> behind me or in front of me
is <x> behind or in front of me
do I have <x> behind me or in front of me
is <x> behind me or is it in front
= side(<x>, me, ["left", "right", "front", "behind"]) *0.8
is <x> left, right, in front or behind me
is <x> to my left, to my right, in front of me or behind me
left, right, in front or behind: where is <x>
do I have <x> left, right, in front or behind me
= side(<x>, me, ["front", "left", "right", "behind"]) *0.4
is <x> to my front, left, right or behind me
front, left, right or behind: where is <x>
is <x> front, left, right or behind of me
which is it for <x>: front, left, right or behind
= side(<x>, me, ["front-left", "front-right", "back-left", "back-right"]) *0.6
is <x> to my front-left, front-right, back-left or back-right
is <x> front-left, front-right, back-left or back-right of me
front-left, front-right, back-left or back-right: where is <x>
which quadrant is <x> in: front-left, front-right, back-left or back-right
= side(<x1>, <x2>, ["left", "right"]) *1.5
is <x1> to the left or right of <x2>
is <x1> on the left or on the right of <x2>
is <x1> left or right of <x2>
on which side of <x2> is <x1>, left or right
= side(<x1>, <x2>, ["front", "behind"]) *0.5
is <x1> in front of or behind <x2>
is <x1> in front of <x2> or behind it
does <x1> stand in front of or behind <x2>
is <x1> in front or behind <x2>
= side(<x1>, <x2>) *0.7
on which side of <x2> is <x1>
which side of <x2> is <x1> on
on what side of <x2> do I find <x1>
what side of <x2> is <x1> at
= side(<x>, <v>, ["left", "right"]) *3
if I am <v>, is <x> on my left or right
<v>, is <x> to my left or right
when I am <v>, is <x> on the left or the right
suppose I am <v>: is <x> left or right of me
imagine I am <v>, would <x> be on my left or on my right
= side(<x>, <v>, ["right", "left"]) *1
if I am <v>, is <x> on my right or left
<v>, is <x> to my right or left
when I am <v>, is <x> on the right or the left
suppose I am <v>: is <x> right or left of me
= side(<x3>, at(<x1>, facing=<x2>), ["left", "right"]) *2
if I am standing by <x1> and facing <x2>, is <x3> to the left or the right of <x2>
if I am standing by <x1> and facing <x2>, is <x3> to my left or my right
I stand at <x1> looking at <x2>, is <x3> on my left or right
from <x1>, looking to <x2>, is <x3> left or right
= side(<x3>, at(<x1>, facing=<x2>), ["left", "right", "back"]) *2
if I am standing by <x1> and facing <x2>, is <x3> to my left, right, or back
standing by <x1> and facing <x2>, is <x3> to my left, right or back
I am at <x1> and look at <x2>: is <x3> to the left, right, or back
at <x1> facing <x2>, do I have <x3> to my left, right or back
= side(<x3>, at(<x1>, facing=<x2>), ["front-left", "front-right", "back-left", "back-right"]) *2
if I am standing by <x1> and facing <x2>, is <x3> to my front-left, front-right, back-left, or back-right
at <x1> facing <x2>, is <x3> to my front-left, front-right, back-left, or back-right
I stand by <x1>, facing <x2>; front-left, front-right, back-left or back-right, where is <x3>
from <x1>, facing <x2>, is <x3> front-left, front-right, back-left or back-right of me
= side(<x3>, at(<x2>, away=<x1>), ["left", "right", "back"]) *1.5
I walk from <x1> to <x2>, which way do I turn to get to <x3>: left, right or back
going from <x1> to <x2>, do I turn left, right or back for <x3>
coming from <x1> I reach <x2>; is it left, right or back to <x3>
you walk from <x1> to <x2> and then to <x3>: do you turn left, right or back
= side(<x>, <turn_me>, ["left", "right"]) *0.8
if I <turn_me>, is <x> on my left or right
will <x> be on my left or right if I <turn_me>
after I <turn_me>, is <x> to my left or right
once I <turn_me>, do I have <x> on my left or my right
= side(<x>, before(<x2>), ["left", "right"]) *1.5
facing the front of <x2>, is <x> on the left or right
if I stand in front of <x2>, is <x> on my left or right
looking at <x2> from the front, is <x> on its left or right
when you face <x2>, is <x> to the left or the right

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

@ask where
= where(<x>) *10
where is <x>
where can I find <x>
where is <x> located
where do I find <x>
where's <x>
in which direction is <x>
in what direction is <x>
which way is <x>
which direction is <x>
where is <x> from here
where is <x> relative to me
where is <x> in relation to me
which side of me is <x> on
which side is <x> on
on which side is <x>
what direction is <x> from me
can you tell where <x> is
where should I look for <x>
do you know where <x> is
which way do I look to see <x>
how do I have to turn to face <x>
what side do I have to turn to see <x>
tell me where <x> is
at what o'clock is <x>
what is the location of <x>
have you seen <x>
I can't find <x>, where is it
I am looking for <x>
= where(<xs>) *1.5
where are <xs>
where can I find <xs>
where are <xs> located
where do we keep <xs>
in which direction are <xs>
= where(the{do}) *1.2
where can I <do>
where could I <do>
where would I <do>
= where(the{use}) *1.2
where do I find something to <use>
where is something to <use>
where should I look for something to <use>
= where(<x>, <v>) *2
if I am <v>, where is <x>
<v>, where is <x>
where is <x> when I am <v>
where would <x> be if I were <v>
where is <x> for somebody <v>
where is <x> from the view of someone <v>
= where(<x>, <turn_me>) *0.7
if I <turn_me>, where is <x>
where will <x> be if I <turn_me>
where is <x> once I <turn_me>
after I <turn_me>, in which direction is <x>
= where(<x1>, at(<x2>)) *0.5
where is <x1> seen from <x2>
seen from <x2>, where is <x1>
where is <x1> as seen from <x2>
from <x2>, where is <x1>
= where(<x>, situation("<sit>")) *1
<sit>. where is <x>
<sit>. where do I find <x>
<sit>, so where is <x>
<sit>. which direction is <x>
= side(<x>, situation("<sit>"), ["left", "right", "front", "behind"]) *1
<sit>. is <x> left, right, in front or behind me
<sit>. is <x> to my left, to my right, in front or behind
<sit>. where is <x>: left, right, in front or behind
<sit>. left, right, in front or behind, where is <x>
= color(the{h left(situation("<sit>"))}) *0.4
<sit>. what color is the <h> on my left
<sit>. what is the color of the <h> to my left
<sit>: which color does the <h> to my left have
<sit>. the <h> on my left, what color is it
= name(the{"thing" behind(situation("<sit>"))}) *0.4
<sit>. what is behind me
<sit>. what is at my back
<sit>, what is behind me
<sit>. which object is behind me

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
"""
