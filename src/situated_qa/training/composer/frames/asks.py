"""Counts, existence, names, yes or no of a place, sides, places, distances and ways."""

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

@ask exists
= exists(every{h front(me)}) *1.2
am I facing a <h>
am I standing in front of a <h>
am I looking at a <h>
am I facing the <h> right now
do I have the <h> in front of me
= exists(every{do p_me}) *0.4
is there something to <do> <p_me>
is there anything <p_me> I could use to <do>
do I have something <p_me> to <do>
is there something <p_me> with which I can <do>
= exists(every{ah p}) *8
is there <ah> <p>
do you see <ah> <p>
is there <ah> anywhere <p>
do I have <ah> <p>
can you find <ah> <p>
there is <ah> <p>, right
<p>, is there <ah>
is <ah> <p>
would I find <ah> <p>
there is <ah> <p>: true or false
have we got <ah> <p>
is it true that there is <ah> <p>
can I find <ah> <p>
= exists(every{hs p}) *5
are there any <hs> <p>
are there <hs> <p>
are any <hs> <p>
do I have any <hs> <p>
are there some <hs> <p>
do you see any <hs> <p>
any <hs> <p>
is any of the <hs> <p>
= exists(<a>) *4
is there <a>
do we have <a>
is there <a> around here
is there <a> somewhere
does this place have <a>
have you seen <a>
do you know of <a>
is there <a> in this place
= exists(<s>) *1.5
are there any <s>
do we have any <s>
any <s> around
are there <s> here
= exists(every{"thing" p}) *3
is there anything <p>
is anything <p>
do I have anything <p>
are there any objects <p>
is there something <p>
are there things <p>
is there any object <p>
= exists(every{"thing" on(<x.surface>)}) *1.5
is there anything on <x.surface>
does <x.surface> have anything on it
is anything lying on <x.surface>
is there something on <x.surface>
are there any items lying on <x.surface>
= count(every{"thing" on(<x.surface>)}) == 0 *0.7
is <x.surface> free of any objects
is there nothing on <x.surface>
is nothing on <x.surface>
there is nothing on <x.surface>, right
= exists(every{h visible(me)}) *3
can I see the <h>
can I see the <h> from here
can I see the <h> from where I am standing
is the <h> visible from here
am I able to see the <h>
do I see the <h> from where I am
can I see a <h> from where I am sitting
from where I am, can I see the <h>
is the <h> in my field of view
= exists(every{hs visible(me)}) *1.2
can I see any <hs>
can I see <hs> from here
are any <hs> visible from where I stand
do I see any <hs>
= exists(every{h behind(me)}) *1.5
can I see the <h> if I turn around
if I turn around, can I see a <h>
will I see the <h> when I turn around
if I turned around would I see a <h>
= exists(every{h left(me)}) *0.8
can I see the <h> if I turn left
will I see a <h> when I turn to my left
if I look to the left, is there a <h>
would I see a <h> if I turned to the left
= exists(every{h right(me)}) *0.8
can I see the <h> if I turn right
will I see a <h> when I turn to my right
if I look to the right, is there a <h>
would I see a <h> if I turned to the right
= exists(every{"mirror" front(me) visible(me)}) *0.8
can I see myself in the mirror
can I see myself in the mirror in front of me
can I see my reflection in the mirror from here
do I see myself in the mirror right now
= exists(every{kind on(<x.surface>)}) *0.8
does <x.surface> have a <kind> on it
has <x.surface> got a <kind> on it
does <x.surface> hold a <kind>
is a <kind> sitting on <x.surface>
= both(exists(<a1>), exists(<a2>)) *0.8
are there both <a1> and <a2>
is there <a1> and <a2>
do we have <a1> as well as <a2>
are there <a1> and also <a2>
= both(exists(every{kind1 in_room("<room>")}), exists(every{kind2 in_room("<room>")})) *0.5
does the <room> have both a <kind1> and a <kind2>
is there a <kind1> and a <kind2> in the <room>
are there both a <kind1> and a <kind2> in the <room>
has the <room> got a <kind1> and a <kind2>

@ask name
= name(every{"thing" p_me p_thing color="<color>"}) *0.8
what is the <color> object <p_me> <p_thing>
what is <p_me> <p_thing> that is <color>
what <color> thing is <p_me> <p_thing>
what is that <color> thing <p_me> <p_thing>
= name(every{"thing" p_me on(<x.surface>)}) *1.5
what is <p_me> on <x.surface>
what is there <p_me> on <x.surface>
what do I see <p_me> on <x.surface>
what objects are <p_me> on <x.surface>
= name(every{"thing" pm state="<having>"}) *1.5
what is <pm> that has <having>
what <pm> has <having>
what has <having> and is <pm>
what object <pm> has <having>
which thing with <having> is <pm>
= name(the{class pm state="<having>"}) *0.5
what <class> <pm> has <having>
which <class> <pm> has <having>
what is the <class> with <having> <pm>
what kind of <class> <pm> has <having>
= name(the{"thing" p_me p_thing closest(me)}) *0.5
what is the first object <p_me> <p_thing>
what is the first thing I would run into <p_me> <p_thing>
what is the closest thing <p_me> <p_thing>
what is the nearest object <p_me> <p_thing>
= name(the{"thing" pm closest(me) color="<color>"}) *0.4
what is the first <color> object <pm>
what is the closest <color> thing <pm>
what is the nearest <color> object <pm>
what is the first <color> thing I see <pm>
= name(the{"furniture" carrying(<x>)}) *0.5
what furniture is <x> on
<x> is sitting on top of what furniture
what piece of furniture is <x> standing on
on what furniture is <x>
= name(the{use pm p_thing}) *0.6
what is <pm> <p_thing> that I can use to <use>
what can I use <pm> <p_thing> to <use>
what could I use to <use> <pm> <p_thing>
what is there <pm> <p_thing> to <use>
= name(the{"thing" side_a nth(<later>, closest(me))}) *0.4
what is the <later> thing <side_a>
what is the <later> object <side_a>
which is the <later> thing <side_a>
what is the <later> item <side_a>
= name(the{"thing" right(<x>) nth(<later>, closest(<x>))}) *0.25
what is the <later> thing to the right of <x>
what is the <later> object on the right of <x>
which is the <later> thing right of <x>
what is the <later> item to the right of <x>
= name(the{"thing" left(<x>) nth(<later>, closest(<x>))}) *0.25
what is the <later> thing to the left of <x>
what is the <later> object on the left of <x>
which is the <later> thing left of <x>
what is the <later> item to the left of <x>
= name(the{do pm}) *1.5
what could I use <pm> to <do>
if I want to <do>, what is there <pm>
what is <pm> that can help me <do>
I want to <do>, what is there for that <pm>
= name(the{do}) *1.5
what can help me <do>
I would like to <do>, what can I use
what do people use here to <do>
what should I use if I want to <do>
I need to <do>, what is there for it
= name(the{"thing" p_side carrying(<x.small>)}) *0.5
what is <p_side> that has <x.small> on it
which thing <p_side> has <x.small> on top
what <p_side> has <x.small> on it
what is it <p_side> with <x.small> on top
= name(the{"thing" between(me, <x>)}) *1
what is in my way if I walk to <x>
what will be in my way on the way to <x>
if I walk straight to <x>, what is in my way
what stands between me and <x>
what do I pass on my way to <x>
= name(the{"thing" p_side}) *9
what is <p_side>
what do I have <p_side>
what object is <p_side>
what can I find <p_side>
what's located <p_side>
what thing is <p_side>
what is the object <p_side>
what is there <p_side>
tell me what is <p_side>
what do I find <p_side>
name the thing <p_side>
which object is <p_side>
what is it that is <p_side>
what is that thing <p_side>
= name(every{"thing" p_on}) *7
what is <p_on>
what's <p_on>
what can be found <p_on>
what is there <p_on>
tell me what is <p_on>
what is placed <p_on>
which things are <p_on>
what objects are <p_on>
list everything <p_on>
what do you see <p_on>
what items are <p_on>
what all is <p_on>
what kind of stuff is <p_on>
= name(every{"thing" on(<x.surface>)}) *3
what does <x.surface> have on it
on <x.surface> there is what
what does <x.surface> hold
what has been put on <x.surface>
what lies on <x.surface>
what was left on <x.surface>
what sits on <x.surface>
= name(every{"thing" inside(<x.container>)}) *1.5
what does <x.container> contain
what is kept in <x.container>
what is in <x.container>
what does <x.container> have in it
what has been put into <x.container>
= name(every{"thing" p}) *4
what things are <p>
what are the things <p>
which objects are <p>
what objects are there <p>
list the things <p>
name the objects <p>
what are all the objects <p>
= name(every{"thing" p_side color="<color>"}) *2
what is the <color> object <p_side>
what is the <color> thing <p_side>
what is <color> and <p_side>
which <color> object is <p_side>
what <color> thing is <p_side>
what's that <color> thing <p_side>
= name(the{"thing" p_me closest(me)}) *2
what is directly <p_me>
what is immediately <p_me>
what is the first object <p_me>
what is right <p_me>
what is the closest thing <p_me>
what is the nearest object <p_me>
what would I bump into first <p_me>
= name(the{"thing" p_me farthest(me)}) *0.7
what is farthest <p_me>
what is the farthest object <p_me>
what is the furthest thing <p_me>
what is the most distant thing <p_me>
= name(the{"thing" closest(<x>)}) *2
what is closest to <x>
what is nearest to <x>
what is the nearest thing to <x>
which object is closest to <x>
what object is closest to <x>
= name(the{"thing" closest(me)}) *1.2
what is closest to me
what is the nearest thing to me
what is the closest object
what am I closest to
= name(the{"thing" most("tall") p_on}) *0.4
what is the tallest thing <p_on>
what is the tallest object <p_on>
which thing <p_on> is the tallest
which object is tallest <p_on>
= name(the{"thing" p_on most("large")}) *0.6
what is the largest thing <p_on>
what is the biggest object <p_on>
which thing <p_on> is the largest
which is the biggest item <p_on>
= name(the{"thing" p_on least("large")}) *0.4
what is the smallest thing <p_on>
what is the smallest object <p_on>
which thing <p_on> is the smallest
which is the littlest item <p_on>
= name(the{"thing" on(<x.surface>) nth(<ordinal>, leftmost(me))}) *0.6
what is the <ordinal> thing from the left on <x.surface>
counting from the left, what is the <ordinal> thing on <x.surface>
what is the <ordinal> object on <x.surface>, from left to right
which is the <ordinal> item from the left on <x.surface>
= name(the{"thing" on(<x.surface>) nth(<ordinal>, rightmost(me))}) *0.4
what is the <ordinal> thing from the right on <x.surface>
counting from the right, what is the <ordinal> thing on <x.surface>
what is the <ordinal> object on <x.surface>, from right to left
which is the <ordinal> item from the right on <x.surface>
= name(the{"thing" carrying(<x.small>)}) *1.2
what is <x.small> on
what is <x.small> sitting on
what is <x.small> standing on top of
what supports <x.small>
on what is <x.small> standing
<x.small> is on top of what
= name(the{"furniture" p}) *0.6
what furniture is <p>
what piece of furniture is <p>
which piece of furniture is <p>
what kind of furniture is <p>
= name(the{kind p}) *1.5
what kind of <kind> is <p>
what type of <kind> is <p>
what sort of <kind> is <p>
which kind of <kind> is it <p>
= name(the{use}) *2.5
what can I use to <use>
what could I use to <use>
what can I use if I want to <use>
what would I use to <use>
what is there to <use>
= name(the{use pm}) *3.5
what can I use to <use> <pm>
what is <pm> that I can use to <use>
what can I <use> <pm>
what <pm> can I use to <use>
<pm>, what could I <use>
what is there <pm> that I can <use>
= name(the{use closest(me)}) *0.6
what is the closest thing I can <use>
what is the nearest thing to <use>
what could I <use> that is closest to me
what nearest to me can I <use>
= name(every{"thing" visible(me)}) *1
what can I see
what can I see from here
what do I see [right now]
what is visible from here
what is in my view
= name(every{"thing" reach(me)}) *0.5
what can I reach
what can I reach from here
what is within my reach
what can I touch without moving
what things are within arm's reach
= name(the{"thing" front(me)}) *1.5
what am I facing
what am I looking at
what am I facing right now
what is straight ahead [of me]
= name(the{"thing" front(<turn_me>)}) *2
if I <turn_me>, what is in front of me
what will be in front of me if I <turn_me>
what would I face if I <turn_me>
if I <turn_me>, what will I be looking at
what do I see in front of me after I <turn_me>
when I <turn_me>, what am I facing
= name(the{"thing" left(<turn_me>)}) *0.5
if I <turn_me>, what is on my left
what will be to my left after I <turn_me>
what is on my left if I <turn_me>
once I <turn_me>, what will I have to my left
= name(the{"thing" right(<turn_me>)}) *0.5
if I <turn_me>, what is on my right
what will be to my right after I <turn_me>
what is on my right if I <turn_me>
once I <turn_me>, what will I have to my right
= name(the{"thing" left(<v>)}) *1
<v>, what is on my left
if I am <v>, what is to my left
what is on the left when I am <v>
imagine I am <v>: what is to my left
what do I have on my left when <v>
= name(the{"thing" right(<v>)}) *1
<v>, what is on my right
if I am <v>, what is to my right
what is on the right when I am <v>
imagine I am <v>: what is to my right
what do I have on my right when <v>
= name(the{"thing" behind(<v>)}) *0.6
<v>, what is behind me
if I am <v>, what is behind me
what is behind me when I am <v>
imagine I am <v>: what is at my back
= name(every{"thing" visible(<v>)}) *0.4
what can I see when I am <v>
<v>, what do I see
what is visible for somebody <v>
what would I see if I were <v>
= name(every{"thing" in_room("<room>")}) *1.2
what is in the <room>
what is there in the <room>
what do we have in the <room>
which things are in the <room>
list what is in the <room>
= name(every{"thing" visible(room("<room>"))}) *0.2
what can one see from the <room>
what can I see from the <room>
what is visible from the <room>
which things can be seen from the <room>
= name(<xs>) *0.6
what are <xs>
which are <xs>
name <xs>
tell me what <xs> are
= name(either(every{kind1 p_me}, every{kind2 p_me})) *0.8
what is <p_me>, a <kind1> or a <kind2>
is there a <kind1> or a <kind2> <p_me>
is it a <kind1> or a <kind2> <p_me>
which is <p_me>, a <kind1> or a <kind2>
= name(either(the{kind1 p_me}, the{kind2 p_me})) *0.8
which of these is <p_me>: the <kind1> or the <kind2>
which is <p_me>, the <kind1> or the <kind2>
is the <kind1> or the <kind2> <p_me>
what is <p_me>: the <kind1> or the <kind2>
= name(every{"instrument" p_me}) *0.4
which instruments are <p_me>
what instruments are <p_me>
what musical instruments do I have <p_me>
what kinds of instruments are <p_me>
= name(the{class p_me}) *1.5
what <class> is <p_me>
which <class> is <p_me>
what <class> do I have <p_me>
what is the <class> <p_me>

@ask looks of
= color(the{h side_a nth(<later>, closest(me))}) *0.5
what color is the <later> <h> <side_a>
what is the color of the <later> <h> <side_a>
the <later> <h> <side_a> is what color
which color does the <later> <h> <side_a> have

@ask holds
= holds(the{do}, reach(me)) *1.2
can I <do> from where I am
can I <do> without moving
can I <do> from here
could I <do> without getting up
am I able to <do> from my current position
is it possible to <do> without moving much
= holds(<y>, <one>) *6
is <y> <one>
is <y> located <one>
would you say <y> is <one>
is <y> really <one>
is it true that <y> is <one>
is it correct that <y> is <one>
is <y> standing <one>
can <y> be found <one>
does <y> stand <one>
= holds(<x>, <one>) *1
<x> is <one>, right
<x> is <one>, yes or no
tell me whether <x> is <one>
I think <x> is <one>, is it
= holds(<xs>, <one>) *2
are <xs> <one>
are all <xs> <one>
are <xs> all <one>
is each of <xs> <one>
is it true that <xs> are <one>
= holds(<x>, reach(me)) *3
can I reach <x>
can I reach <x> without moving
can I reach <x> from here
could I touch <x> from where I am
is <x> within my reach
am I able to reach <x> from my current position
can I grab <x> from here
is <x> close enough to touch
can I touch <x> without getting up
= holds(<x>, visible(me)) *1
is <x> visible
is <x> visible from here
is <x> in my sight
would <x> be in view from here
= holds(<x>, visible(<v>)) *0.5
can I see <x> when I am <v>
<v>, can I see <x>
is <x> visible to somebody <v>
could I see <x> if I were <v>
= holds(<x>, visible(room("<room>"))) *0.3
can one see <x> from the <room>
is <x> visible from the <room>
can I see <x> from the <room>
could somebody in the <room> see <x>
= holds(<x>, no(<p_plain>)) *0.3
is <x> not <p_plain>
<x> is not <p_plain>, is that right
is it true that <x> is not <p_plain>
isn't it so that <x> is not <p_plain>
= holds(<x1>, facing(<x2>)) *0.8
does <x1> face <x2>
is <x1> facing <x2>
is <x1> turned toward <x2>
does <x1> look towards <x2>
= holds(<x1>, higher(<x2>)) *0.3
is <x1> higher than <x2>
is <x1> placed higher than <x2>
is <x1> higher up than <x2>
does <x1> hang higher than <x2>
= holds(<x1>, lower(<x2>)) *0.3
is <x1> lower than <x2>
is <x1> placed lower than <x2>
is <x1> lower down than <x2>
does <x1> hang lower than <x2>
= holds(<x>, left(<turn_me>)) *0.3
if I <turn_me>, is <x> on my left
will <x> be to my left after I <turn_me>
is <x> on my left when I <turn_me>
would <x> be to my left if I <turn_me>
= holds(<x>, front(<turn_me>)) *0.5
if I <turn_me>, is <x> in front of me
will I face <x> after I <turn_me>
will <x> be in front of me if I <turn_me>
would I be looking at <x> if I <turn_me>

@p_side
= left(me) *4
to my left
on my left
on my left side
to the left of me
on the left
= right(me) *4
to my right
on my right
on my right side
to the right of me
on the right
= front(me) *4
in front of me
ahead of me
in front
directly before me
= behind(me) *4
behind me
at my back
right behind where I am
to my back
= clock(<hour>, me) *3
at my <hour> o'clock
on my <hour> o'clock
in my <hour> o'clock direction
to my <hour> o'clock
= behind(<x>) *2
behind <x>
in back of <x>
on the other side of <x>
at the back of <x>
= front(<x>) *2
in front of <x>
right before <x>
directly in front of <x>
to the front of <x>
= left(<x>) *3
to the left of <x>
on the left side of <x>
left of <x>
on the left of <x>
= right(<x>) *3
to the right of <x>
on the right side of <x>
right of <x>
on the right of <x>
= near(<x>) *3
next to <x>
near <x>
beside <x>
by <x>
close to <x>
against <x>
= below(<x.surface>) *2
under <x.surface>
underneath <x.surface>
below <x.surface>
beneath <x.surface>
= above(<x>) *2
above <x>
over <x>
hanging above <x>
right above <x>
= between(<x1>, <x2>) *2.5
between <x1> and <x2>
in between <x1> and <x2>
right between <x1> and <x2>
in the space between <x1> and <x2>
= between(me, <x>) *0.7
between me and <x>
between <x> and me
in between me and <x>
in the way between me and <x>
= clock(<hour>, <x>) *0.8
on the <hour> o'clock of <x>
at <hour> o'clock of <x>
in the <hour> o'clock direction of <x>
at the <hour> o'clock position of <x>

@p_on
= on(<x.surface>) *6
on <x.surface>
on top of <x.surface>
lying on <x.surface>
sitting on <x.surface>
resting on <x.surface>
= inside(<x.container>) *3
in <x.container>
inside <x.container>
inside of <x.container>
within <x.container>
= on(<x.wallish>) *1.5
on <x.wallish>
hanging on <x.wallish>
mounted on <x.wallish>
hung on <x.wallish>

@side_a
= left(me)
on my left
to my left
to the left of me
on the left side of me
= right(me)
on my right
to my right
to the right of me
on the right side of me

@having
= drawers
drawers
= faucet
a faucet
= four legs
four legs
= wheels
wheels
= doors
doors
= screen
a screen
= flat surface
a flat surface
= handles
handles
= arm rests
arm rests
= shelves
shelves
= lid
a lid
= buttons
buttons
= cushions
cushions
= glass doors
glass doors
= keyboard
a keyboard
= stripes
stripes
= flowers on it
flowers on it
= back
a back
= leaves
leaves
= freezer
a freezer
= light
a light
"""
