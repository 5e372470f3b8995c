"""Questions of a session, and what is said to a robot beside questions about the place.

In reading order:
    speech       whether a text is English, and what it does: greet, command, ask about the robot or about the place
    unknowable   what a question asks that no scene graph tells: time, weather, the past, persons, parts of things
    references   "it" as a noun that stands for what the last answer was about; "and on my right?"
    sessions     the last turns of each session, bounded in number and age
    turns        a question answered as the next turn of its session; "why?" and "show me"
    replies      one short, true reply to each; `first_reply` stands in front of every strategy
"""
