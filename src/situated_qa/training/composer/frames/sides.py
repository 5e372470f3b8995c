"""Sides, and where something is."""

TEXT = """
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
= side(<x>, <v>, ["left", "right"]) *4
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
@ask side
= side(<x>, turned(me, "around"), ["left", "right"]) *2
once I face the other way, is <x> on my left or my right
with a half turn made, do I get <x> on the left or on the right
if I did a 180, would <x> be to my left or right
I turn to look behind me; is <x> left or right of me then
if I turn my back to what is ahead, which side is <x> on, left or right
were I to face backwards, would <x> be on my left or right
I spin round so that I look the other way, is <x> left or right now
after a turn of 180 degrees, which side has <x>, left or right
turned the opposite way, do I have <x> left or right
when I have my back to where I look now, is <x> left or right
= side(<x>, turned(me, "around"), ["right", "left"]) *0.6
once I face the other way, is <x> on my right or my left
if I did a 180, would <x> be to my right or left
I turn to look behind me; is <x> right or left of me then
after a turn of 180 degrees, which side has <x>, right or left
= side(<x>, turned(me, "<side_word>"), ["front", "behind"]) *1
after a quarter turn to the <side_word>, is <x> in front of me or behind me
I turn 90 degrees <side_word>; is <x> before me or behind me then
if I face what is on my <side_word>, is <x> in front or behind
turning <side_word>, would I have <x> in front of me or behind me
= side(<x1>, at(<x2>), ["left", "right"]) *1
for somebody standing at <x2>, is <x1> on the left or the right
seen from <x2>, is <x1> left or right
from where <x2> is, would <x1> be left or right
if I stood at <x2>, which side would <x1> be on, left or right
= side(<x1>, at(<x2>, facing=<x3>), ["left", "right"]) *1.5
seen from <x2> when one looks at <x3>, is <x1> left or right
somebody at <x2> looks at <x3>; is <x1> to their left or right
if you were at <x2> and faced <x3>, would <x1> be left or right of you
from <x2>, looking towards <x3>, is <x1> on the left or on the right
someone is sitting on <x2> and faces <x3>, which side of them is <x1>, left or right
= name(the{"thing" left(<v>)}) *1
what is to the left for somebody <v>
what would be on my left if I were <v>
<v>, what do I have to my left
what is on the left when one is <v>
= name(the{"thing" right(<v>)}) *1
what is to the right for somebody <v>
what would be on my right if I were <v>
<v>, what do I have to my right
what is on the right when one is <v>
= name(the{"thing" behind(<v>)}) *0.6
what is behind somebody <v>
what would be behind me if I were <v>
<v>, what do I have behind me
what is in the back when one is <v>
= color(the{h left(<v>)}) *0.6
what color is the <h> on the left of somebody <v>
if I were <v>, what color would the <h> on my left be
<v>, the <h> to my left is what color
what is the color of the <h> to the left when one is <v>
= color(the{h right(<v>)}) *0.6
what color is the <h> on the right of somebody <v>
if I were <v>, what color would the <h> on my right be
<v>, the <h> to my right is what color
what is the color of the <h> to the right when one is <v>
"""
