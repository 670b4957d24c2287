"""The audit log: lines in a chain, so that a changed or missing one shows."""
