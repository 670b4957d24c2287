"""Adapters of agent frameworks, each a module that needs its framework: an extra of this package.

They ask verifyd before an answer is given or a tool runs, and let on only what it releases.
"""

from verifyd.integrations._guard import Held, Judgement

__all__ = ["Held", "Judgement"]
