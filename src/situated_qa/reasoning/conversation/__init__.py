"""Questions of a session, and what is said to a robot beside questions about the place.

In reading order:
    language     whether a text holds words at all, and English ones
    speech       what a text does: greet, thank, command, ask about the robot, ask about the place
    unknowable   what a question asks that no scene graph tells: time, weather, the past, persons
    whereabouts  "where am I?"
    sessions     the last turns of each session, bounded in number and age
    pronouns     "it" as a noun that stands for what the last answer was about; pronouns that stand for nothing
    ellipsis     "and on my right?": recognized, for the model that reads it
    parts        what a question asks about parts of things, which no map holds
    turns        a question answered as the next turn of its session; "why?" and "show me"
    replies      one short, true reply to each; `first_reply` stands in front of every strategy
"""
