"""Settings of the ``arguments`` check."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from sidecar.settings.section import Section
from sidecar.transcripts.origins.rules import RuleInvalid, ToolRule


class ArgumentRule(Section):
    """Where the values of an argument may come from."""

    tool: str = Field("*", description="The name of a tool, or `*` for every tool.")
    argument: str = Field(
        description="The path of an argument, such as `recipient` or `passengers[].name`, with all"
        " below it; `*` for every argument."
    )
    origins: tuple[str, ...] = Field(
        description="`user`, `system`, `tool` (any tool), `tool:NAME`, `computed` (from such"
        " values), or `free` (anything) by itself."
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        try:
            self.as_rule()
        except RuleInvalid as error:
            raise ValueError(str(error)) from None
        return self

    def as_rule(self) -> ToolRule:
        """The rule, which counts before those of requests."""
        return ToolRule(self.tool, self.argument, self.origins, enforced=True)


class ArgumentsSettings(Section):
    """The `arguments` check."""

    rules: tuple[ArgumentRule, ...] = Field(
        (),
        description="Where values of arguments may come from. The longest path that fits counts. A"
        " request's own rules count only for arguments that none of these fits, unless"
        " `arguments.rules` is listed under `overridable`.",
    )
