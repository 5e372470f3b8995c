"""Rooms and doors."""

TEXT = """
@ask rooms
= here() *2
which room am I in
what room is this
what room am I in [right now]
in which room am I
which room is this
where am I
= is_room(here(), room("<room>")) *2
am I in the <room>
is this the <room>
is this room the <room>
am I standing in the <room>
is the room I am in the <room>
= rooms() *1
which rooms are there
what rooms are there
list the rooms
what rooms does this place have
name all the rooms
= count_rooms() *1.2
how many rooms are there
how many rooms does this place have
how many rooms do we have
count the rooms
what is the number of rooms
= has_room("<room>") *1.5
is there a <room>
does this place have a <room>
do we have a <room>
is there a <room> here
= in_same_room(<x1>, <x2>) *1.2
are <x1> and <x2> in the same room
is <x1> in the same room as <x2>
do <x1> and <x2> share a room
are <x1> and <x2> both in one room
= room_of(<x>) *2.5
which room is <x> in
in which room is <x>
what room is <x> in
in what room do I find <x>
which room has <x> in it
= is_room(room_of(<x>), room("<room>")) *0.6
is the room with <x> the <room>
is the <room> the room of <x>
is the room where <x> is the <room>
is the <room> the room that <x> is in
= is_room(room_of(<x>), here()) *0.5
is <x> in this room
is this the room with <x>
is <x> in the same room as I am
is <x> in the room I am in
= measure(here(), "area") *1.5
what is the size of this room
how big is this room
how large is this room
what is the area of this room
how big is the room I am in
= measure(here(), "area", "m") *0.6
what is the size of this room in square meters
how many square meters does this room have
how big is this room in square meters
what is the area of this room in m²
= measure(room("<room>"), "area") *1.5
how big is the <room>
how large is the <room>
what is the area of the <room>
what is the size of the <room>
= measure(room("<room>"), "area", "m") *0.6
how big is the <room> in square meters
how many square meters does the <room> have
what is the area of the <room> in square meters
what is the size of the <room> in square meters
= measure(room("<room>"), "area", "ft") *0.4
how big is the <room> in square feet
how many square feet does the <room> have
what is the area of the <room> in square feet
what is the size of the <room> in square feet
= measure(room("<room>"), "width") *0.4
how wide is the <room>
what is the width of the <room>
what width does the <room> have
tell me the width of the <room>
= measure(room("<room>"), "length") *0.4
how long is the <room>
what is the length of the <room>
what length does the <room> have
tell me the length of the <room>
= rooms_with(<s>) *1.5
which rooms have <s>
in which rooms are there <s>
what rooms have <s>
which rooms contain <s>
where in the house are there <s>
= rooms_with(<a>) *1.5
which rooms have <a>
in which rooms is there <a>
which rooms contain <a>
what rooms have <a> in them
= rooms_without(<a>) *0.8
which rooms do not have <a>
which rooms have no such thing as <a>
in which rooms is there not <a>
which rooms are without <a>
= in_every_room(<a>) *1
is there <a> in every room
does every room have <a>
do all rooms have <a>
is there <a> in each room
= room_with("most", <s>) *1.5
which room has the most <s>
what room has most <s>
in which room are the most <s>
which room contains the greatest number of <s>
= room_with("fewest", <s>) *0.7
which room has the fewest <s>
what room has the least <s>
in which room are the fewest <s>
which room contains the smallest number of <s>
= pick_room("largest") *1
what is the largest room
which room is the biggest
which is the largest room
what is the biggest room here
= pick_room("smallest") *0.7
what is the smallest room
which room is the smallest
which is the smallest room here
what is the tiniest room
= pick_room("largest", room("<room1>"), room("<room2>")) *0.8
which is bigger, the <room1> or the <room2>
which is larger, the <room1> or the <room2>
is the <room1> or the <room2> bigger
what is larger: the <room1> or the <room2>
= pick_room("smallest", room("<room1>"), room("<room2>")) *0.4
which is smaller, the <room1> or the <room2>
is the <room1> or the <room2> smaller
what is smaller: the <room1> or the <room2>
which one is the smaller, the <room1> or the <room2>
= is_room(pick_room("largest", room("<room1>"), room("<room2>")), room("<room1>")) *0.6
is the <room1> bigger than the <room2>
is the <room1> larger than the <room2>
does the <room1> have more space than the <room2>
is the <room1> greater in size than the <room2>
= is_room(pick_room("largest"), room("<room>")) *0.4
is the <room> the largest room
is the <room> the biggest room
is the biggest room the <room>
is the largest of the rooms the <room>
= next_to_room("<room>") *1
which rooms are next to the <room>
what rooms can I walk into from the <room>
which rooms does the <room> connect to
which rooms adjoin the <room>
= next_to_room(here()) *0.6
which rooms are next to this one
what rooms can I walk into from here
which rooms does this room connect to
which rooms adjoin this room
= leads(room("<room1>"), room("<room2>")) *0.8
can I walk directly from the <room1> into the <room2>
does a door lead from the <room1> into the <room2>
is there a door from the <room1> to the <room2>
does the <room1> lead into the <room2>
= leads(here(), room("<room>")) *0.4
can I walk directly from here into the <room>
does a door lead from this room into the <room>
is there a door from here to the <room>
does this room lead into the <room>
= door_state(room("<room>")) *0.8
is the door of the <room> open or closed
is the <room> door open or closed
is the door to the <room> open or closed
is the <room>'s door open or shut
= is_it(door_state(room("<room>")), "open") *0.6
is the door of the <room> open
is the <room> door open
is the door to the <room> open
does the <room>'s door stand open
= is_it(door_state(room("<room>")), "closed") *0.5
is the door of the <room> closed
is the <room> door closed
is the door to the <room> closed
is the <room>'s door shut
= door_state(room("<room1>"), room("<room2>")) *0.6
is the door between the <room1> and the <room2> open or closed
the door between the <room1> and the <room2>, is it open or closed
is the door from the <room1> to the <room2> open or closed
what state is the door between the <room1> and the <room2> in
= is_it(door_state(room("<room1>"), room("<room2>")), "open") *0.4
is the door between the <room1> and the <room2> open
is the door from the <room1> to the <room2> open
does the door between the <room1> and the <room2> stand open
the door between the <room1> and the <room2> is open, right
= doors_to(room("<room>")) *0.7
how many doors do I pass on the way to the <room>
how many doors are there on the way to the <room>
how many doors do I go through to get to the <room>
how many doors are between me and the <room>
= next_room(room("<room>")) *0.7
which room do I enter first on the way to the <room>
what is the first room on the way to the <room>
which room comes next on the way to the <room>
through which room do I go first to get to the <room>
= count(every{hs in_room("<room>")}) *3
how many <hs> are in the <room>
how many <hs> are there in the <room>
how many <hs> does the <room> have
in the <room>, how many <hs> are there
= exists(every{h in_room("<room>")}) *2
is there a <h> in the <room>
does the <room> have a <h>
has the <room> got a <h>
do we have a <h> in the <room>
= color(the{h in_room("<room>")}) *2
what color is the <h> in the <room>
what color is the <room>'s <h>
in the <room>, what color is the <h>
what is the color of the <h> in the <room>
= name(the{"thing" left(entering("<room>"))}) *0.6
what is on the left when I enter the <room>
entering the <room>, what is on my left
what do I have to my left on entering the <room>
when I walk into the <room>, what is to my left
= name(the{"thing" right(entering("<room>"))}) *0.6
what is on the right when I enter the <room>
entering the <room>, what is on my right
what do I have to my right on entering the <room>
when I walk into the <room>, what is to my right
= here(<v>) *0.3
which room am I in when I am <v>
if I am <v>, which room am I in
<v>, which room am I in
what room is somebody <v> in
"""
