"""More wordings of the basic kinds of questions, for `train` alone; the kinds themselves have three each."""

from __future__ import annotations

EXTRA: dict[str, tuple[str, ...]] = {
    "side count": (
        "How many {plural} do I have {where} in here?", "{plural} {where} in this room: how many?",
        "Count the {plural} {where} in this room.", "In here, how many {plural} can be found {where}?",
        "What's the number of {plural} {where} in this room?",
    ),
    "side exists": (
        "Is there any {category} {where} in here?", "{a_noun} {where} in this room, is there one?",
        "Can {a_noun} be found {where} in this room?", "In here, is there {a_noun} {where}?",
    ),
    "left or right": (
        "Which side is {x} on, left or right?", "{x}: left or right?", "Left or right, where do I have {x}?",
        "Should I look left or right for {x}?", "Does {x} stand left or right of me?",
    ),
    "front or behind": (
        "Is {x} ahead of me or behind me?", "{x}: in front of me or behind me?", "In front or behind, where is {x}?",
        "Does {x} stand in front of me or at my back?",
    ),
    "direction": (
        "Which side of me is {x} on: front, left, right or behind?", "{x} is where: left, right, front or behind?",
        "On which side of me do I find {x}: left, right, in front or behind?",
    ),
    "clock": (
        "At what o'clock is {x}?", "On a clock face around me, where is {x}?", "{x} is at which o'clock from me?",
        "If straight ahead is 12 o'clock, where is {x}?",
    ),
    "closer to me": (
        "Which one is nearer to me, {a} or {b}?", "{a} or {b}: which is closer to me?", "Am I closer to {a} or to {b}?",
        "Of {a} and {b}, which is closer to me?", "What's closer to where I am, {a} or {b}?",
    ),
    "color of the nearest": (
        "The {category} closest to me is what color?", "Which color does the nearest {category} have?",
        "What color is the nearest {category}?", "Color of the closest {category}?",
        "Tell me the color of the {category} that is nearest to me.",
    ),
    "color on a side": (
        "The {category} {where} in here is what color?", "Which color has the {category} {where} in this room?",
        "In this room, what color is the {category} {where}?", "{category} {where} in this room: which color?",
    ),
    "nearest on a side": (
        "What is the nearest thing {where} in here?", "What's closest to me {where} in this room?",
        "In this room, what do I have closest to me {where}?",
    ),
    "within reach": (
        "Can I reach {x} from here?", "Is {x} within arm's reach?", "Could I touch {x} from where I am?",
        "{x}: can I reach it without moving?", "Is {x} close enough to touch?",
    ),
    "turn to face": (
        "Do I have to turn left, right or around to see {x}?", "Left, right or around: how do I turn to face {x}?",
        "In which direction do I turn to look at {x}, left, right or back?",
    ),
    "after turning around": (
        "Once I have turned around, is {x} on my left or my right?", "I turn around. Is {x} left or right of me then?",
        "When I turn to face the other way, on which side is {x}, left or right?",
    ),
    "after a quarter turn": (
        "If I turn {turn} by a quarter, is {x} in front of me or behind me?",
        "I turn 90 degrees to the {turn}: is {x} then in front of me or behind me?",
        "After turning {turn}, would {x} be ahead of me or behind me?",
    ),
    "left or right of": (
        "From my point of view, is {a} left or right of {b}?",
        "As I see it, which side of {b} is {a} on, left or right?",
        "From where I stand, does {a} stand left or right of {b}?",
    ),
    "distance from me": (
        "How far is {x} from me?", "How far away is {x}?", "How many meters away from me is {x}?",
        "What's the distance between me and {x}?", "How close am I to {x}, in meters?", "Distance to {x}?",
    ),
    "room of": (
        "What room is {x} in?", "Where, in which room, is {x}?", "{x} is in what room?", "Which room has {x} in it?",
        "Which room would I find {x} in?",
    ),
    "rooms with": (
        "What rooms have {a_noun}?", "Which rooms contain {a_noun}?", "Name the rooms with {a_noun}.",
        "In what rooms is there {a_noun}?", "Rooms with {a_noun}?", "Tell me all rooms that have {a_noun}.",
    ),
    "rooms without": (
        "What rooms don't have {a_noun}?", "Which rooms lack {a_noun}?", "Name the rooms without {a_noun}.",
        "Which of the rooms do not have any {category}?",
    ),
    "exists in room": (
        "Does the {room} have {a_noun}?", "Any {plural} in the {room}?", "Is {a_noun} in the {room}?",
        "In the {room}, is there {a_noun}?", "Can I find {a_noun} in the {room}?", "Are {plural} in the {room}?",
    ),
    "exists": (
        "Is there {a_noun}?", "Is there {a_noun} in this place?", "Do I have {a_noun} at home?",
        "Can I find {a_noun} anywhere?", "Does this apartment have {a_noun}?",
    ),
    "position": (
        "What are the coordinates of {x}?", "Where on the map is {x}, as x, y, z?", "Give me the map position of {x}.",
        "At what x, y and z is {x}?",
    ),
    "on top": (
        "What's on {x}?", "What lies on {x}?", "What is there on top of {x}?", "Which objects are on {x}?",
        "What things do I find on {x}?", "Name what is on {x}.", "On {x} there is what?",
    ),
    "standing on": (
        "What is under {x}, carrying it?", "What does {x} rest on?", "On top of what is {x}?", "What supports {x}?",
        "{x} stands on what?",
    ),
    "closer to a thing": (
        "Is {a} or {b} closer to {c}?", "Which is nearer to {c}, {a} or {b}?", "{a} or {b}: what is closer to {c}?",
        "Of {a} and {b}, which one is closer to {c}?",
    ),
    "color of the closest to": (
        "The {category} nearest to {x} is what color?", "Which color is the {category} closest to {x}?",
        "What color does the {category} nearest {x} have?", "Color of the {category} closest to {x}?",
    ),
    "between": (
        "What's between {a} and {b}?", "What do I find between {a} and {b}?", "Between {a} and {b} there is what?",
        "Which object is between {a} and {b}?",
    ),
    "same room": (
        "Are {a} and {b} together in one room?", "Do {a} and {b} share a room?", "Is {a} in one room with {b}?",
        "{a} and {b}: same room?", "Does the same room hold both {a} and {b}?",
    ),
    "accessible rooms": (
        "Which rooms are next to the {room}?", "What rooms can I walk into from the {room}?",
        "From the {room}, which rooms can I get into directly?", "Where do the open doors of the {room} go?",
    ),
    "room for": ("In which rooms can I {deed}?", "Which rooms are there to {deed}?"),
    "thing for": (
        "What can I use in this room to {deed}?", "With what in here can I {deed}?",
        "Which thing in this room helps me to {deed}?", "I'd like to {deed}. What in here is good for that?",
    ),
    "nearest seat": (
        "What is the closest thing in this room to sit on?", "What is nearest in this room to sit down on?",
        "In this room, what is the nearest thing I could sit on?", "I want to sit down. What in this room is nearest?",
    ),
    "can I see": (
        "Can I see {x}?", "Is {x} in my view?", "Is {x} visible to me?", "Do I see {x} from here?",
        "From where I stand, can I see {x}?", "Could I see {x} without turning my head?",
    ),
    "seen from a seat": (
        "From {seat}, facing {target}, can one see {x}?", "Sitting on {seat} and facing {target}, would I see {x}?",
        "Is {x} visible from {seat} if I look at {target}?",
    ),
    "color": (
        "Which color is {x}?", "Which color does {x} have?", "{x} is what color?", "{x}: what color?", "Color of {x}?",
        "Tell me what color {x} is.", "What's the color of {x}?",
    ),
    "material": (
        "Which material is {x}?", "What material is {x} made of?", "{x} is made from what?", "What's {x} made out of?",
        "What is the material of {x}?", "Material of {x}?",
    ),
    "shape": (
        "Is {x} rectangular or round?", "{x}: round or rectangular?", "Does {x} have a round or a rectangular shape?",
        "Would you call {x} round or rectangular?",
    ),
    "door state": (
        "Is the door from the {a} to the {b} closed or open?",
        "Between the {a} and the {b}, is the door open or closed?",
        "Door between {a} and {b}: open or closed?", "Is the door that joins the {a} and the {b} closed or open?",
    ),
    "same color": (
        "Are {a} and {b} the same color?", "Is the color of {a} the same as that of {b}?", "{a} and {b}: same color?",
        "Does {a} match {b} in color?", "Is {a} as {b} in color?",
    ),
    "all of one color": (
        "Are all {plural} the same color?", "Do all the {plural} have the same color?",
        "Is every {category} of one color?",
        "Are the {plural} all of one color?",
    ),
    "as many": (
        "Is the number of {plural} in the {a} the same as in the {b}?",
        "Does the {a} have as many {plural} as the {b}?",
        "In the {a} and in the {b}, are there equally many {plural}?",
    ),
    "both rooms have": (
        "Is there {a_noun} both in the {a} and in the {b}?", "Do the {a} and the {b} each have {a_noun}?",
        "Does the {a} have {a_noun}, and the {b} too?",
    ),
    "every room has": (
        "Is there {a_noun} in every room?", "Do all rooms have {a_noun}?", "Has every room {a_noun}?",
        "Can {a_noun} be found in all the rooms?",
    ),
    "in common": (
        "Doors and windows aside, what do the {a} and the {b} both have?",
        "Besides doors and windows, what kinds of things are in the {a} and in the {b}?",
        "Except for doors and windows, what is there in both the {a} and the {b}?",
    ),
    "things of a color": (
        "What is {color} in the {room}?", "Which objects in the {room} are {color}?",
        "What {color} things has the {room}?",
        "Name the {color} things in the {room}.", "In the {room}, what is {color}?",
    ),
    "count in room": (
        "How many {plural} are in the {room}?", "Number of {plural} in the {room}?",
        "{plural} in the {room}: how many?",
        "In the {room}, how many {plural} are there?", "Count the {plural} of the {room}.",
        "What's the number of {plural} in the {room}?",
    ),
    "count": (
        "How many {plural} are there?", "How many {plural} do I have?", "Number of {plural} in this home?",
        "How many {plural} are in this place in total?", "Count all the {plural}.",
        "How many {plural} exist here in all?",
    ),
    "count of a color": (
        "How many {color} {plural} are there?", "How many {plural} are {color}?", "Number of {color} {plural}?",
        "Count the {color} {plural}.", "How many of all the {plural} are {color}?",
    ),
    "difference": (
        "How many more {more} than {fewer} does the {room} have?",
        "In the {room}, how many more {more} than {fewer} are there?",
        "How many {more} more than {fewer} are in the {room}?",
    ),
    "sum": (
        "How many {a_plural} and {b_plural} are in the {room} in total?",
        "{a_plural} and {b_plural} in the {room}: how many in all?",
        "Counting {a_plural} and {b_plural} together, how many does the {room} have?",
    ),
    "largest room": ("What is the {word} room?", "Which room is the {word}?", "What's the {word} room in this home?"),
    "larger room": (
        "Which is larger, the {a} or the {b}?", "Which is the bigger room, the {a} or the {b}?",
        "{a} or {b}: which room is larger?", "What's bigger, the {a} or the {b}?",
        "Of the {a} and the {b}, which is larger?",
    ),
    "room with most": (
        "What room has the most {plural}?", "In which room are the most {plural}?",
        "Where are most {plural}, in which room?",
        "Room with the most {plural}?", "Which room contains the largest number of {plural}?",
    ),
    "dimension": (
        "What's the {attribute} of {x}?", "{attribute} of {x} in meters?", "Tell me the {attribute} of {x}.",
        "What {attribute} does {x} have?", "How many meters of {attribute} does {x} have?",
    ),
    "room area": (
        "How large is the {room} in square meters?", "What's the area of the {room}?",
        "How many square meters is the {room}?",
        "What area does the {room} have?", "Floor space of the {room}?", "How big is the floor of the {room}?",
    ),
    "largest thing": (
        "What is the biggest thing in the {room}?", "What's the largest object in the {room}?",
        "In the {room}, what is the largest thing?", "Name the biggest thing of the {room}.",
    ),
    "taller": (
        "Is {a} or {b} taller?", "Which one is taller, {a} or {b}?", "{a} or {b}: what is taller?",
        "Of {a} and {b}, which is taller?", "What has more height, {a} or {b}?",
    ),
    "straight distance": (
        "How far is it from the center of {a} to the center of {b}?",
        "From center to center, how far apart are {a} and {b}?",
        "What's the center distance of {a} and {b}?", "How many meters from the middle of {a} to the middle of {b}?",
    ),
    "walk to": (
        "How far do I walk to {x}?", "How long is the walk to {x}?", "How far is it to walk to {x}?",
        "Walking distance from here to {x}?", "On foot, how many meters is it to {x}?",
    ),
    "walk between": (
        "How far is the walk from {a} to {b}?", "How long is it on foot from {a} to {b}?",
        "Walking distance from {a} to {b}?", "If I walk from {a} to {b}, how many meters is that?",
    ),
    "shorter walk": (
        "Is it a shorter walk to {a} or to {b}?", "Which can I walk to sooner, {a} or {b}?",
        "{a} or {b}: which is the shorter walk from here?", "To walk to, which is nearer from here, {a} or {b}?",
    ),
    "doors on the way": (
        "How many doors do I go through to get to the {room}?", "How many doors are there on the way to the {room}?",
        "How many doors must I pass to reach the {room}?", "Number of doors on my way to the {room}?",
    ),
    "next room": (
        "Going to the {room}, which room do I enter first?", "Which room comes first on the way to the {room}?",
        "To get to the {room}, what room do I go into next?", "Next room on the way to the {room}?",
    ),
    "one door away": (
        "Is the {room} only one door away?", "Is it just one door to the {room}?",
        "Does a door of this room lead to the {room}?",
        "Can I walk from this room directly into the {room}?",
    ),
    "turn: side": (
        "Where is {x}, on my left or on my right?", "Is {x} left or right of me?",
        "On which side do I have {x}, left or right?",
    ),
    "turn: its color": ("What's its color?", "Which color is it?", "And the color?", "its color?",
        "And what color is that?"),
    "turn: its distance": ("How far away is it?", "And how far is it?", "how far is it from me?",
        "How many meters to it?"),
    "turn: its height": ("How high is it, in cm?", "And how tall is it, in centimeters?", "its height in centimeters?"),
    "turn: count in a room": ("How many {plural} are there in the {room}?", "Number of {plural} in the {room}?"),
    "turn: in another room": (
        "And what about the {room}?", "And the {room}?", "What about in the {room}?", "How about the {room}?",
        "And how many in the {room}?", "And in the {room}, how many?",
    ),
    "turn: of a color": ("How many {color} ones?", "And how many of them are {color}?", "How many are {color}?"),
    "turn: color of the other": ("And the other {category}?", "What color is the other {category}?", "and the other?"),
    "turn: and farthest": ("And which is farthest?", "which one is farthest away?", "And the one farthest from me?"),
    "turn: and tallest": ("And which is tallest?", "which one is tallest?", "And which one of them is the tallest?"),
    "turn: from there, too": ("And what about {x}?", "And where is {x} then?", "and {x} from there?"),
}  # fmt: skip
"""By kind of question or turn."""
