"""Which expressions a formula may use, and what flows into them: one module for each kind."""
