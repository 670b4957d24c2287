"""A real small model from end to end: it proposes badly, and nothing wrong becomes right by it."""
