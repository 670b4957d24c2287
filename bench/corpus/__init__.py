"""The corpus of plain answers, written without sight of the engine: reading, checking, spoiling."""
