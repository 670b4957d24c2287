"""What a task costs: exact amounts, caps, and one rounding step. No store, no messages."""
