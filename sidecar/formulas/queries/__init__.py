"""Which clauses a formula may use, and what columns they give."""
