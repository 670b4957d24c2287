"""The tools: what a model reads about them, and the call that each is."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, Field
from verifyd import AsyncClient, QueryResult, Source

from sidecar.checks import CODES
from sidecar.errors import VerifydError
from sidecar.mcp.shapes import (
    LISTED,
    Document,
    Explanation,
    Table,
    Verification,
    describe_code,
    describe_report,
    describe_transcript,
)
from sidecar.settings.section import suggest_name

Text = Annotated[
    str, Field(min_length=1, max_length=1_048_576, description="The text, as it would be sent.")
]
Tables = Annotated[
    tuple[Table, ...],
    Field(max_length=64, description="Every query result that the text was written from."),
]
Documents = Annotated[
    tuple[Document, ...],
    Field(max_length=1_000, description="Texts that it cites, as [Source 1] for the first."),
]
Messages = Annotated[
    list[dict[str, Any]],
    Field(
        min_length=1,
        max_length=10_000,
        description="The messages in the form of OpenAI, Anthropic, Gemini, LangChain or"
        " OpenTelemetry, tool calls and their results included.",
    ),
]
Form = Annotated[
    Literal[
        "",
        "openai_chat",
        "openai_responses",
        "anthropic",
        "gemini",
        "langchain",
        "opentelemetry",
    ],
    Field(description="Their form; empty: recognized by their fields."),
]
CodeName = Annotated[str, Field(min_length=1, max_length=100, description="The code.")]


class UnknownCode(VerifydError):
    """There is no such code."""

    reason = "CODE_UNKNOWN"


class Tools:
    """The tools, on a sidecar.

    Args:
        client: What calls it.
    """

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def verify(
        self, text: Text, query_results: Tables = (), sources: Documents = ()
    ) -> Annotated[CallToolResult, Verification]:
        """Check a text against the data it was written from, before anyone reads it.

        Every number is compared with the query results, and citations with the sources. Use the
        text only if the action is RELEASE; otherwise correct it by the feedback and check it again.
        """
        results = [QueryResult(one.query_id, one.rows, title=one.title) for one in query_results]
        documents = [Source(one.id, one.text, title=one.title) for one in sources]
        report = await self._client.verify(text, results, sources=documents)
        return _result(describe_report(report), report)

    async def verify_transcript(
        self, messages: Messages, form: Form = ""
    ) -> Annotated[CallToolResult, Verification]:
        """Check the last message of a conversation, the assistant's, against earlier tool results.

        What users said is no evidence. The arguments of tool calls in the message are checked as
        well: every value must come from the user's words or from an earlier result. Use the
        message, and make its calls, only if the action is RELEASE.
        """
        last = len(messages) - 1  # without it, an earlier message would speak for an empty one
        result = await self._client.verify_transcript(messages, form=form or None, message=last)
        return _result(describe_transcript(result), result)

    async def explain(self, code: CodeName) -> Annotated[CallToolResult, Explanation]:
        """Say what the code of a finding means, and what to do about it."""
        known = CODES.get(code.strip().upper())
        if known is None:
            near = suggest_name(code.strip().upper(), CODES)
            raise UnknownCode(f"there is no code {code!r}{near}", code=code)
        return _result(
            describe_code(known), f"{known.code}: {known.summary} What to do: {known.remedy}"
        )


def _result(structured: BaseModel, shown: object) -> CallToolResult:
    """What a client gets: data for programs, and the first lines of the text for people."""
    lines = str(shown).splitlines()
    more = [f"… and {len(lines) - LISTED} more"] if len(lines) > LISTED else []
    return CallToolResult(
        content=[TextContent(text="\n".join([*lines[:LISTED], *more]))],
        structured_content=structured.model_dump(mode="json"),
    )
