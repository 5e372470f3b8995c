"""Data and training for the small model that writes the question language, and the export of what was trained."""
