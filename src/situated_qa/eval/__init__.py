"""Benchmarks: questions with known answers, how they are judged, and what a run leaves behind."""
