"""From a question to a form, from the form to an expression of the question language, from its value to an answer.

In reading order:
    form                            what a question asks, as data (docs/query_form.md)
    reading/                        the form that the words of a question give
    time_questions                  questions about when things were seen, as expressions
    rewording                       where the words leave doubt: the question in the plain words of a model
    schema, library                 or the form of a model: its JSON schema and examples
    repair                          one form from that of the words and that of the model
    account, understood             unread words, and the question back
    grounds                         rooms and names of the scene
    expressions, room_expressions   the form as an expression of the question language
    look_up, rules, strategy        from the question to the answer: without a model, and with one
"""
