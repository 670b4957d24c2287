"""Tool calls that are about to be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sidecar.model.digests import sha256_of_parts
from sidecar.model.structure import StructuredResponse
from sidecar.model.transcript import Message, ToolCall, ToolDefinition
from sidecar.structure.intake import build_response
from sidecar.structure.settings import StructureSettings
from sidecar.transcripts.origins.rules import ToolRule


@dataclass(frozen=True, slots=True)
class PendingCall:
    """A tool call whose arguments are judged.

    Attributes:
        call: The call.
        before: The messages before it.
        rules: Where values may come from, by the request.
        today: The day that relative dates count from, where the request says.
        definition: The tool, where it is known.
        read: What the check read of ``before``, by ``today``: once for all calls of a message,
            which are judged one after the other.
    """

    call: ToolCall
    before: tuple[Message, ...]
    rules: tuple[ToolRule, ...] = ()
    today: date | None = None
    definition: ToolDefinition | None = None
    read: dict[date | None, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def schema(self) -> str:
        """The JSON Schema of its arguments; empty where it is unknown."""
        return self.definition.schema if self.definition else ""

    @property
    def checks(self) -> list[str]:
        """The checks that judge its arguments."""
        return ["arguments", "structure"] if self.schema else ["arguments"]

    def build_shape(self, settings: StructureSettings) -> StructuredResponse | None:
        """The shape that its arguments must have, where its tool says.

        Raises:
            SchemaTooLarge: If the schema is longer than the settings allow.
        """
        if not self.schema:
            return None
        arguments = self.call.arguments
        return build_response(None, arguments, settings, schema_json=self.schema, free=True)

    def digest(self) -> str:
        """The digest of what its arguments are judged against."""
        return sha256_of_parts(part.encode() for part in self._parts())

    def _parts(self) -> Iterator[str]:
        yield from (self.call.tool, str(self.today))
        for rule in self.rules:
            yield from ("rule", rule.tool, rule.argument, *rule.origins)
        for message in self.before:
            yield from (message.role.value, message.text)
            for call in message.calls:
                yield from ("call", call.id, call.tool, call.arguments)
            for result in message.results:
                yield from ("result", result.call_id, result.tool, result.content)
                yield str(result.failed)
