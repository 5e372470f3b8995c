"""The scene graph: values, relations, rooms, files."""
