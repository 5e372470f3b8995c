"""Sizes and distances."""

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
"""
