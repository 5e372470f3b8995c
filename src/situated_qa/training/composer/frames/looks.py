"""Color, material, shape, state, and what is alike."""

TEXT = """
@ask looks of
= color(the{h side_a nth(<later>, closest(me))}) *0.5
what color is the <later> <h> <side_a>
what is the color of the <later> <h> <side_a>
the <later> <h> <side_a> is what color
which color does the <later> <h> <side_a> have

@ask looks of
= color(<x>) *14
what color is <x>
what is the color of <x>
which color is <x>
what color does <x> have
tell me the color of <x>
what's <x>'s color
<x> is what color
what color would you say <x> is
<x>, what color is it
of what color is <x>
what colour is <x>
what color is that of <x>
what is the main color of <x>
what color has <x>
= color(the{hs p}) *3
what color are the <hs> <p>
what is the color of the <hs> <p>
the <hs> <p> are what color
which color do the <hs> <p> have
what color are the <hs> that are <p>
= color(the{h p}) *5
what color is the <h> <p>
what is the color of the <h> <p>
<p> there is a <h>, what color is it
what color is the <h> that is <p>
there is a <h> <p>; what color is it
what color <h> is <p>
the <h> <p> is what color
what color is that <h> <p>
what color is the <h> which is <p>
which color does the <h> <p> have
= color(the{h closest(me)}) *1.5
what color is the <h> I am using
what color is the <h> I have in use
what is the color of the <h> closest to me
which color is the <h> that I am using
= color(the{seat_kind closest(me)}) *1.2
what color is the <seat_kind> I am sitting on
what is the color of the <seat_kind> I'm sitting on
what color is the <seat_kind> that I am seated on
what color is the <seat_kind> I am on
= color(the{"floor" closest(me)}) *0.4
what color is the floor I am standing on
what is the color of the floor I am standing on
what color is the floor I stand on
what color is the floor where I am standing
= color(<x>, ["<color1>", "<color2>"]) *1.5
is <x> <color1> or <color2>
is the color of <x> <color1> or <color2>
is <x> more <color1> or more <color2>
would you call <x> <color1> or <color2>
= looks(<x>, "color", "<color>") *2
is <x> <color>
is the color of <x> <color>
does <x> have a <color> color
<x> is <color>, right
is <x> <color> in color
= material(<x>) *6
what is <x> made of
what material is <x>
what is the material of <x>
what is <x> made out of
of what material is <x>
what material is <x> made of
which material is <x> made from
what kind of material is <x>
tell me what <x> is made of
= material(<x>, ["<material1>", "<material2>"]) *2
is <x> made of <material1> or <material2>
is <x> <material1> or <material2>
is the material of <x> <material1> or <material2>
is <x> out of <material1> or of <material2>
= looks(<x>, "material", "<material>") *1.5
is <x> made of <material>
is <x> <material>
is <x> out of <material>
does <x> consist of <material>
= shape(<x>) *5
what shape is <x>
what is the shape of <x>
which shape does <x> have
what shape does <x> have
<x> has what shape
what is <x>'s shape
tell me the shape of <x>
= shape(<x>, ["<shape1>", "<shape2>", "<shape3>"]) *0.7
is <x> <shape1>, <shape2> or <shape3>
is the shape of <x> <shape1>, <shape2> or <shape3>
does <x> look <shape1>, <shape2> or <shape3>
is <x> more <shape1>, more <shape2> or more <shape3>
= color(<x>, ["<color1>", "<color2>", "<color3>"]) *0.3
is <x> <color1>, <color2> or <color3>
is the color of <x> <color1>, <color2> or <color3>
does <x> look <color1>, <color2> or <color3>
is <x> more of a <color1>, a <color2> or a <color3>
= exists(every{feature on(<x>)}) *1
does <x> have <feature>
has <x> got <feature>
<x> has <feature>, right
is there <feature> on <x>
= shape(<x>, ["<shape1>", "<shape2>"]) *3
is <x> <shape1> or <shape2>
is the shape of <x> <shape1> or <shape2>
does <x> look <shape1> or <shape2>
is <x> a <shape1> one or a <shape2> one
is the shape of <x> <shape1> or is it <shape2>
= look(<x>, "text") *1.5
what is written on <x>
what does it say on <x>
what does <x> say
can you read what is on <x>
what text is on <x>
read me what is written on <x>
which words are on <x>
= looks(<x>, "shape", "<shape>") *1.5
is <x> <shape>
is <x> <shape> in shape
is the shape of <x> <shape>
does <x> have a <shape> shape
= state(<x.openable>, ["<open>", "<closed>"]) *5
is <x.openable> <open> or <closed>
is <x.openable> currently <open> or <closed>
<x.openable>, is it <open> or <closed>
has <x.openable> been left <open> or <closed>
is <x.openable> <open> or is it <closed>
is <x.openable> in the <open> or <closed> position
= state(<x.openable>, ["<closed>", "<open>"]) *2
is <x.openable> <closed> or <open>
is <x.openable> currently <closed> or <open>
<x.openable>, is it <closed> or <open>
is <x.openable> <closed> or is it <open>
= looks(<x.openable>, "state", "<opening>") *3
is <x.openable> <opening>
did somebody leave <x.openable> <opening>
is <x.openable> still <opening>
is <x.openable> <opening> right now
did I leave <x.openable> <opening>
= state(the{"door" on(<x.container>)}, ["<open>", "<closed>"]) *0.8
is the door of <x.container> <open> or <closed>
is the door on <x.container> <open> or <closed>
the door of <x.container>, is it <open> or <closed>
does the door of <x.container> stand <open> or is it <closed>
= color(the{kind on(<x>)}) *0.8
what color is the <kind> of <x>
what is the color of the <kind> on <x>
which color does the <kind> of <x> have
what color has the <kind> that belongs to <x>
= state(<x.powered>, ["<on>", "<off>"]) *3
is <x.powered> <on> or <off>
is <x.powered> turned <on> or <off>
<x.powered>, is it <on> or <off>
is <x.powered> switched <on> or <off>
is <x.powered> currently <on> or <off>
= looks(<x.powered>, "state", "<power>") *2
is <x.powered> <power>
did I leave <x.powered> <power>
is <x.powered> turned <power>
is <x.powered> switched <power>
is <x.powered> still <power>
= state(<x>, ["<state1>", "<state2>"]) *3
is <x> <state1> or <state2>
would you say <x> is <state1> or <state2>
is <x> <state1> or is it <state2>
does <x> look <state1> or <state2>
= looks(<x>, "state", "<state>") *2.5
is <x> <state>
does <x> look <state>
is <x> <state> right now
would you say <x> is <state>
is <x> <state> at the moment
= state(<x>) *2.5
what state is <x> in
what is the state of <x>
what condition is <x> in
what is the condition of <x>
how does <x> look
in what state is <x>
what position is <x> in
= state(<x>) *0.8
what pattern is on <x>
what pattern does <x> have
what is the pattern of <x>
which pattern has <x>
= state(<xs>) *0.5
how are <xs> organized
how are <xs> arranged
in what way are <xs> arranged
what arrangement are <xs> in
= looks(<x>, "size", "<size>") *1
is <x> <size>
is <x> a <size> one
would you call <x> <size>
is <x> quite <size>
= same("<alike>", <x1>, <x2>) *5
are <x1> and <x2> the same <alike>
is <x1> the same <alike> as <x2>
do <x1> and <x2> have the same <alike>
does <x1> have the same <alike> as <x2>
is the <alike> of <x1> the same as that of <x2>
are <x1> and <x2> of the same <alike>
are <x1> and <x2> alike in <alike>
is <x1> of the same <alike> as <x2>
does the <alike> of <x1> match that of <x2>
= same("kind", <x1>, <x2>) *0.6
are <x1> and <x2> the same kind of thing
is <x1> the same kind of thing as <x2>
are <x1> and <x2> the same type of object
are <x1> and <x2> things of the same kind
= same("material", <x1>, <x2>) *0.7
are <x1> and <x2> made of the same material
is <x1> made of the same material as <x2>
are <x1> and <x2> made from the same stuff
do <x1> and <x2> consist of the same material
= same("color", the{h1 p1}, the{h1 p2}) *0.7
is the <h1> <p1> the same color as the one <p2>
does the <h1> <p1> have the same color as the one <p2>
are the <h1> <p1> and the one <p2> the same color
is the color of the <h1> <p1> the same as of the one <p2>
= alike("<alike>", <xs>) *3
are <xs> all the same <alike>
are <xs> the same <alike>
do <xs> all have the same <alike>
do all of <xs> have the same <alike>
are all <xs> of the same <alike>
are <xs> of one and the same <alike>
= alike("kind", <xs>) *1
are <xs> all the same kind
are <xs> all of the same type
are all of <xs> the same
are <xs> identical
= alike("color", every{hs p}) *1
are the two <hs> <p> the same color
do the <hs> <p> match in color
are all the <hs> <p> the same color
are the <hs> <p> the same color as each other
@ask looks of
= state(the{h p}, ["<state1>", "<state2>"]) *3
is the <h> <state1> or <state2> <p>
is the <h> <p> <state1>, or is it <state2>
would you call the <h> <p> <state1> or rather <state2>
the <h> <p>: <state1> or <state2>
is the <h> that is <p> <state1> or <state2>
= state(the{hs p}, ["<state1>", "<state2>"]) *1
are the <hs> <state1> or <state2> <p>
are the <hs> <p> <state1> or <state2>
are the <hs> that are <p> <state1>, or are they <state2>
do the <hs> <p> look <state1> or <state2>
= looks(the{h p}, "state", "<state>") *3
is the <h> <state> <p>
is the <h> <p> <state>
can you tell me if the <h> <p> is <state>
is the <h> that is <p> <state>, yes or no
would you say that the <h> <p> is <state>
I wonder whether the <h> <p> is <state>
= looks(the{hs p}, "state", "<state>") *1.2
are the <hs> <state> <p>
are the <hs> <p> <state>
do the <hs> <p> look <state>
are the <hs> that I find <p> <state>
= state(the{h p}) *1.5
what state is the <h> <p> in
what condition is the <h> in <p>
in which state is the <h> that is <p>
how does the <h> <p> look at the moment
= shape(the{h p}, ["<shape1>", "<shape2>"]) *1
is the <h> <shape1> or <shape2> <p>
is the <h> <p> <shape1> or <shape2>
is the <h> <p> more <shape1> or more <shape2>
would you call the <h> <p> <shape1> or <shape2>
= looks(the{h p}, "color", "<color>") *0.8
is the <h> <color> <p>
is the <h> <p> <color>
does the <h> <p> have the color <color>
would you call the <h> that is <p> <color>
= material(the{h p}) *0.8
what is the <h> made of <p>
what material is the <h> made out of <p>
what is the <h> that is <p> made from
the <h> <p> is made of which material
"""
