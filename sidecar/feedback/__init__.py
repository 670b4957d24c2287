"""What to send back to a model so that it can correct its answer."""
