"""Whether there is something, and whether something is so."""

TEXT = """
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
"""
