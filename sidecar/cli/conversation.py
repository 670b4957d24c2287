"""``--transcript``: a message of a conversation, verified against what the tools returned.

``conversation_options`` has the options; this is loaded with the first conversation.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from sidecar import verification
from sidecar.cli import files, local
from sidecar.cli.local import QueryResults
from sidecar.cli.rendering import ONE_TEXT
from sidecar.cli.tables import TENANT
from sidecar.cli.terminal import UsageError
from sidecar.evidence.header import check_query_ids
from sidecar.evidence.index import TableIndex
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import Source
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.runner import Runner
from sidecar.settings.root import Settings
from sidecar.transcripts.choosing import CallScope, ChosenMessage, choose_message
from sidecar.transcripts.errors import TranscriptMalformed, TranscriptTooLarge
from sidecar.transcripts.evidence import build_results, build_sources
from sidecar.transcripts.forms.reading import Form, TranscriptLimits, read_transcript
from sidecar.transcripts.origins.rules import RuleInvalid, ToolRule
from sidecar.transcripts.settings import ArgumentRule
from sidecar.transcripts.verified import VerifiedCall
from sidecar.verification import VerificationInput

_RULES = TypeAdapter(list[ArgumentRule])


def read(args: argparse.Namespace, settings: Settings) -> ChosenMessage:
    """The message that is verified.

    Raises:
        UsageError: If the file cannot be read, or the message does not suit other options.
        VerifydError: If it is no conversation, or has no such message.
    """
    name, most = args.transcript, TranscriptLimits().max_bytes
    content = files.read_text(name, most, TranscriptTooLarge.reason, TranscriptMalformed.reason)
    form = Form(args.form) if args.form else None
    chosen = choose_message(read_transcript(content, form), args.message)
    index, most = chosen.message.index, settings.limits.narrative_bytes
    if len(chosen.message.text.encode()) > most:
        problem = f"message {index} of {local.title(name)} is longer than {most} bytes"
        raise UsageError("NARRATIVE_TOO_LARGE", problem)
    if not chosen.message.text.strip():
        needs = ["--write-fixed"] * bool(args.write_fixed)
        needs += [f"--format {args.format}"] * (args.format in ONE_TEXT)
        if needs:
            problem = f"message {index} of {local.title(name)} has no text, which {needs[0]} needs"
            raise UsageError("NARRATIVE_EMPTY", problem)
    return chosen


def add_evidence(
    args: argparse.Namespace,
    data: QueryResults,
    cited: Sequence[Source],
    chosen: ChosenMessage,
    settings: Settings,
) -> tuple[QueryResults, list[Source]]:
    """The evidence of files, and after it that of a conversation.

    Raises:
        VerifydError: If it passes a limit, or two pieces have the same id.
    """
    built = list(build_results(chosen.gathered, TENANT, settings.evidence.limits))
    query_ids = [*data.query_ids, *(table.query_id for table, _ in built)]
    check_query_ids(query_ids, settings.evidence.max_results_per_request)
    indexes = [*data.indexes, *(TableIndex(table) for table, _ in built)]
    handles = [*data.handles, *(handle for _, handle in built)]
    first = max((one.number for one in cited), default=0) + 1
    optional = "citations" not in args.check
    sources = [*cited, *build_sources(chosen.gathered, first, citation_optional=optional)]
    return QueryResults(query_ids, indexes, handles, data.expired), sources


async def verify_calls(
    args: argparse.Namespace, chosen: ChosenMessage, settings: Settings, runner: Runner
) -> list[VerifiedCall]:
    """Verify the tool calls that the command line asks for.

    Raises:
        UsageError: If the rules cannot be read.
        VerifydError: If there are too many calls, or the schema of a tool is too large.
    """
    rules = _read_rules(args.rules, settings) if args.rules else []
    verified = []
    for message, pending in chosen.list_calls(CallScope(args.tool_calls or "message"), rules):
        given = VerificationInput(
            Text(pending.call.arguments),
            (),
            sha256_of_parts(()),
            checks=pending.checks,
            detail=Detail[args.detail.upper()],
            tool_call=pending,
        )
        done = await verification.verify(given, runner, settings, settings.server.max_deadline_s)
        verified.append(VerifiedCall(message.index, pending.call, done.report))
    return verified


def _read_rules(path: Path, settings: Settings) -> list[ToolRule]:
    try:
        rules = _RULES.validate_python(files.read_plain(path, RuleInvalid.reason))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise UsageError(RuleInvalid.reason, f"{path}: {where}: {first['msg']}") from None
    enforced = "arguments.rules" in settings.overridable
    return [ToolRule(one.tool, one.argument, one.origins, enforced=enforced) for one in rules]
