"""Training of the embedded namer on rendered homes: `situated-qa train namer`."""
