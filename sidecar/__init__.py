"""The verifyd sidecar: checks what an agent is about to say against its evidence."""
