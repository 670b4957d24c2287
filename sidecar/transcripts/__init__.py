"""Conversations of agents: their messages, what their tools returned, what they are about to do."""
