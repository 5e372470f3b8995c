"""From a question to a form, from the form to a program, from what it printed to an answer.

In reading order:
    form                                               what a question asks, as data (docs/query_form.md)
    reading/                                           the form that a question's words give by themselves
    rewording                                          where they leave doubt, said again in plain words by a model
    schema, library                                    or its form: what a model is shown and held to
    repair                                             one form from the words' and the model's
    grounds, nouns, program, comparisons, rooms, colors  the form as a program over the tools
    observation, phrases, rendered, answer             what it printed, as an answer
    look_up, rules, strategy                           the whole way: without a model, and with one
"""
