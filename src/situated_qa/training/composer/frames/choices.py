"""Choices between named things."""

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
"""
