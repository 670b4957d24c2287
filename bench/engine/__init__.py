"""The engine that reads numbers by context: gold readings and the fit of its weights."""
