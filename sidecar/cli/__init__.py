"""One module per command: ``add`` describes it, ``run`` does it and returns the exit code."""
