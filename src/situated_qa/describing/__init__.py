"""Models that see, put to work on key frames.

    settings    which model, how long, how sure
    prompts     what it is asked
    replies     what it replied, checked and cleaned: data, never instructions
    describer   one picture in, a description out
    names       how a described name stands to the detector's votes
    notes       what the graph is told of each object
    worker      describes the objects of a growing map, beside mapping
    looking     looks at an object while a question waits
"""
