"""The forms in which conversations are written down, each read into a ``Transcript``."""
