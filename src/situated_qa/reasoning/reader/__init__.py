"""The trained reader: a small model that writes one expression of the question language for a question."""
