"""The scene graph and what keeps it: values, relations, files."""
