"""The question language: expressions over typed, composable functions. See `evaluate`."""
