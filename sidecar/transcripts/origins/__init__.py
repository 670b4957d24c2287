"""Where the arguments of a tool call come from: the user's words, the system's, or tool results."""
