"""What is said to a robot beside questions that a form or a program can answer.

In reading order:
    language     whether a text holds words at all, and English ones
    speech       what a text does: greet, thank, command, ask about the robot, ask about the place
    unknowable   what a question asks that no scene graph tells: time, weather, the past, persons
    whereabouts  "where am I?"
    replies      one short, true reply to each; `first_reply` stands in front of every strategy
"""
