"""Where somebody is and looks: views as clauses after "if I were" and as "to somebody …"."""

TEXT = """
@v
= at(<x1>, facing=<x2>) *5
standing at <x1> and facing <x2>
standing by <x1> facing <x2>
at <x1>, looking at <x2>
standing next to <x1>, looking towards <x2>
by <x1> and turned towards <x2>
positioned at <x1> facing <x2>
standing beside <x1> and looking in the direction of <x2>
= at(<x1.seat>, facing=<x2>) *2
sitting on <x1.seat> and facing <x2>
sitting on <x1.seat>, looking at <x2>
seated on <x1.seat> facing <x2>
sat on <x1.seat> with <x2> in front of me
lying on <x1.seat> looking towards <x2>
= at(<x1>, away=<x2>) *1.5
standing at <x1> with my back to <x2>
at <x1>, my back to <x2>
by <x1> facing away from <x2>
standing at <x1> turned away from <x2>
standing next to <x1> with <x2> behind me
= at(<x.seat>) *2.5
sitting on <x.seat>
seated on <x.seat>
sitting in <x.seat>
lying on <x.seat>
sat down on <x.seat>
on <x.seat>
= before(<x>) *4
standing in front of <x>
facing the front of <x>
in front of <x>, facing it
standing before <x>
standing in front of <x> and looking at it
facing <x>
looking straight at <x>
= middle("<room>", facing=<x>) *1
in the middle of the <room> facing <x>
standing in the middle of the <room>, looking at <x>
in the center of the <room> and facing <x>
standing at the center of the <room> looking towards <x>
= middle("<room>") *0.2
in the middle of the <room>
standing in the middle of the <room>
in the center of the <room>
right in the middle of the <room>
= entering("<room>") *1.5
entering the <room>
coming into the <room>
walking into the <room>
stepping into the <room>
going into the <room>
= entering("<room1>", "<room2>") *0.7
entering the <room1> from the <room2>
coming into the <room1> from the <room2>
walking from the <room2> into the <room1>
stepping into the <room1> from the <room2>
= turned(before(<x>), "around") *0.5
standing in front of <x> with my back to it
in front of <x>, facing away from it
in front of <x> turned around
standing before <x>, my back turned to it

@turn_me
= turned(me, "left") *2
turn left
turn to my left
turn to the left
make a left turn
rotate to the left
= turned(me, "right") *2
turn right
turn to my right
turn to the right
make a right turn
rotate to the right
= turned(me, "around") *3
turn around
turn myself around
do a 180
make a half turn
turn all the way around
= turned(me, <degrees>) *0.4
turn <degrees> degrees to the left
turn left by <degrees> degrees
rotate <degrees> degrees left
turn <degrees> degrees counterclockwise
= turned(me, -<degrees>) *0.4
turn <degrees> degrees to the right
turn right by <degrees> degrees
rotate <degrees> degrees right
turn <degrees> degrees clockwise

@side_word
= left
left
= right
right

@sit
= <words> *2
I am sitting on the <kind1>, facing the <kind2>
I am standing by the <kind1> with the <kind2> on my left
I am standing next to the <kind1> and the <kind2> is behind me
I just walked in through the <kind1> and see a <kind2> on my right
I am at the <kind1> looking at the <kind2>
I am facing the <kind1>, while the <kind2> is to my right
there is a <kind1> on my right and a <kind2> in front of me
I am lying on the <kind1>
I am between the <kind1> and the <kind2>
I have just sat down at the <kind1> with the <kind2> at my back
I am washing my hands at the <kind1> and the <kind2> is on my right
I am looking out of the <kind1> and there is a <kind2> to my left
I entered the room and the <kind1> is to my left
I am standing in the middle of the room facing the <kind1>
I am putting something on the <kind1> while the <kind2> is behind me
the <kind1> is right in front of me and the <kind2> is behind me on the left
I am in the <room>, facing the <kind1>
I am leaning against the <kind1>, the <kind2> is in front of me
"""
