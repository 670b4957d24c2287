"""An OpenAI-compatible endpoint that verifies answers on their way to the agent."""
