"""From a question to a form, from the form to a program, from what it printed to an answer.

In reading order:
    form                                               what a question asks, as data (docs/query_form.md)
    patterns, words, rewrites, roundabout, asides, deeds, limits  the words of a question
    frame, frames, way_frames, look_frames, pair_frames, uses  what is asked: "how many", "is there", "which of two"
    room_reading                                       the same for questions about rooms and ways
    attaching, reading                                 which condition belongs to which noun: the words' own form
    rewording                                          where they leave doubt, said again in plain words by a model
    schema, library                                    or its form: what a model is shown and held to
    repair                                             one form from the words' and the model's
    grounds, nouns, program, comparisons, rooms, colors  the form as a program over the tools
    observation, phrases, rendered, answer             what it printed, as an answer
    look_up, rules, strategy                           the whole way: without a model, and with one
"""
