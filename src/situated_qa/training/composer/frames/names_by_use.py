"""What it is, by its use or class, after a turn or from elsewhere."""

TEXT = """
@ask name
= name(the{class pm state="<having>"}) *0.5
what <class> <pm> has <having>
which <class> <pm> has <having>
what is the <class> with <having> <pm>
what kind of <class> <pm> has <having>
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
@ask name
= name(the{use p}) *1.5
what is the thing <p> that one can use to <use>
which thing <p> could I use to <use>
there is something <p> that is used to <use>, what is it
what is it <p> that people <use>
what <p> can be used to <use>
= color(the{use p}) *1
what color is the thing <p> that I could use to <use>
what is the color of what I <use> <p>
the thing <p> for people who want to <use> is what color
there is something <p> to <use>, what color is it
= where(the{do}) *1.2
where do I go if I want to <do>
I need to <do>; where is something for it
where can one <do> here
where is the thing that helps me <do>
= exists(every{do pm}) *1
is there anything <pm> that helps me <do>
could I <do> with something <pm>
do I have something <pm> to <do>
is anything <pm> there so that I can <do>
"""
