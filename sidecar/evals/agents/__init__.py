"""Agents that an eval asks: functions, endpoints, services, recorded answers; one module a kind."""

from sidecar.evals.agents.protocol import Agent, AgentError, AgentInvalid, Answer

__all__ = ["Agent", "AgentError", "AgentInvalid", "Answer"]
