"""From a question's words to a form, by rule.

In reading order:
    openings, word_order, synonyms, rarer_words, rewrites   the question brought to plain words and the usual order
    roundabout, asides, deeds, uses, limits, unanswerable   what else the words say: mirrors, turns, what a thing is for
    patterns, words                                         tokens: nouns, places, attributes, superlatives
    frame, frames, way_frames, look_frames, pair_frames     what is asked: "how many", "is there", "which of two"
    attaching, question                                     which condition belongs to which noun: the form
    room_words, room_reading                                the same for questions about rooms and ways, by phrases;
    room_mentions, content_mentions, walk_mentions          where no phrase fits, by the rooms and things they mention
"""
