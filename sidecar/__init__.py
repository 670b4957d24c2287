"""The verifyd sidecar: checks what an agent is about to say against its evidence."""

__version__ = "0.1.0"
