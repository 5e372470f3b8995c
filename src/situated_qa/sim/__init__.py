"""Rooms with exact truth: furniture, layouts, rendering, depth noise, tours, questions."""
