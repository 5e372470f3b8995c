"""What it is, by where it is."""

TEXT = """
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
"""
