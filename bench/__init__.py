"""Measurements: accuracy on annotated records, speed against named baselines, fuzzing."""
