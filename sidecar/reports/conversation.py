"""What was found in a message of a conversation: its evidence, and its tool calls."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.model.check_details import ArgumentsDetail, ArgumentValue
from sidecar.model.report import Verdict
from sidecar.policy import combine
from sidecar.reports import markdown
from sidecar.reports import text as terminal
from sidecar.reports.quoting import escape, format_table, sanitize
from sidecar.reports.summary import find_detail
from sidecar.transcripts.choosing import ResultReading
from sidecar.transcripts.verified import VerifiedCall, VerifiedMessage, name_call


def render_text(found: VerifiedMessage, *, path: str, color: bool) -> str:
    """Write for a terminal what stands beside the report on the text.

    Args:
        found: What was found.
        path: The name of the conversation.
        color: Whether to write ANSI colours.
    """
    readings = [
        f"  {sanitize(_name_result(one))}: {sanitize(_describe_result(one))}"
        for one in found.chosen.readings()
    ]
    blocks = []
    for call in found.calls:
        blocks += terminal.render_findings(
            call.report, call.text, path=f"{path}[{call.message}].{call.call.tool}", color=color
        )
    blocks += ["\n".join(["evidence:", *(readings or ["  none"])])]
    blocks += [f"passed over: {passed}"] if (passed := _list_passed_over(found)) else []
    if found.calls:
        blocks.append("\n".join(["tool calls:", *_list_calls(found)]))
    blocks.append(f"message {found.chosen.message.index}: {_decide(found)}")
    return "\n\n".join(blocks) + "\n"


def render_markdown(found: VerifiedMessage) -> str:
    """Write the same as Markdown."""
    rows = [
        (str(one.message), escape(one.tool), escape(one.call_id), escape(_describe_result(one)))
        for one in found.chosen.readings()
    ]
    table = format_table(("Message", "Tool", "Call", "Read as"), rows) if rows else "none"
    blocks = [f"### Evidence\n\n{table}"]
    blocks += [f"Passed over: {passed}"] if (passed := _list_passed_over(found)) else []
    for call in found.calls:
        blocks.append(f"### Tool call: {escape(call.name)}\n\n**Status**: {_decide_call(call)}")
        blocks += markdown.write_findings(call.report, call.text)
        values = [tuple(map(escape, _tabulate(one, call))) for one in _list_values(call)]
        if values:
            blocks.append(format_table(("Argument", "Value", "Verdict", "Origin"), values))
    blocks.append(f"**Message {found.chosen.message.index}**: {_decide(found)}")
    return "\n\n".join(blocks) + "\n"


def _list_calls(found: VerifiedMessage) -> Iterator[str]:
    """Each tool call with its values, line by line."""
    for call in found.calls:
        yield f"  {sanitize(call.name)}: {_decide_call(call)}"
        for one in _list_values(call):
            path, value, verdict, origin = map(sanitize, _tabulate(one, call))
            yield f"    {path} {value}: {verdict}{', ' if origin else ''}{origin}"


def _list_values(call: VerifiedCall) -> tuple[ArgumentValue, ...]:
    detail = find_detail(call.report, ArgumentsDetail)
    return tuple(detail.values) if detail else ()


def _tabulate(one: ArgumentValue, call: VerifiedCall) -> tuple[str, str, str, str]:
    """Path, value, verdict and origin of a value."""
    verdict = Verdict(one.verdict).name.lower() if one.verdict else "not judged"
    return one.path, call.text.slice(one.span), verdict, _describe_origin(one)


def _describe_origin(one: ArgumentValue) -> str:
    if not one.origin:
        return ""
    tool = f" {one.tool}" if one.tool else ""
    message = f", message {one.message}" if one.origin != "computed" else ""
    location = f", {one.location}" if one.location else ""
    return f"from {one.origin}{tool}{message}{location}"


def _name_result(one: ResultReading) -> str:
    return name_call(one.message, one.tool, one.call_id)


def _describe_result(one: ResultReading) -> str:
    """What a result became, and what of it is no evidence."""
    kinds = (("query result", one.query_ids), ("source", one.source_ids))
    became = [f"{kind} {', '.join(ids)}" for kind, ids in kinds if ids]
    return "; ".join([*became, f"not read: {one.unread}"] if one.unread else became)


def _list_passed_over(found: VerifiedMessage) -> str:
    skipped = found.chosen.transcript.skipped
    return ", ".join(f"{sanitize(kind)} ({count})" for kind, count in skipped)


def _decide(found: VerifiedMessage) -> str:
    decision, action = combine(found.reports)
    return f"{decision.name}, {action.name.lower()}"


def _decide_call(call: VerifiedCall) -> str:
    return f"{call.report.decision.name}, {call.report.action.name.lower()}"
