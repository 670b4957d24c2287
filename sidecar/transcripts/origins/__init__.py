"""Where the arguments of a tool call come from: the user's words, the system's, or tool results."""

from sidecar.transcripts.origins.judgement import (
    CallJudgement,
    JudgedArgument,
    Kind,
    Origin,
    Problem,
)
from sidecar.transcripts.origins.rules import RuleInvalid, ToolRule

__all__ = [
    "CallJudgement",
    "JudgedArgument",
    "Kind",
    "Origin",
    "Problem",
    "RuleInvalid",
    "ToolRule",
]
