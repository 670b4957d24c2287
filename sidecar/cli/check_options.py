"""Options of ``verifyd check``: the model that is asked, and the formulas of numbers."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sidecar.claims.settings import ClaimsSettings
from sidecar.cli import files
from sidecar.cli.terminal import UsageError
from sidecar.formulas.placement import locate
from sidecar.formulas.settings import EngineSettings
from sidecar.judges.spending import ModelUse, SpendingAccount
from sidecar.model.formula import Formula, FormulaOrigin
from sidecar.model.report import Report
from sidecar.model.text import Span, Text
from sidecar.reports.github import VerifiedReport, find_worst, write_summary
from sidecar.reports.quoting import sanitize
from sidecar.reports.repairs import apply_repairs
from sidecar.reports.summary import list_failures
from sidecar.reports.verification import find_claims
from sidecar.settings.loading import load
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError

FILTERS = ("mark", "remove_citation", "remove_claim")
_LEAST = Decimal("0.0001")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options to a command."""
    parser.add_argument(
        "--judge",
        metavar="URL",
        help="Have a model judge cited statements: the URL of an OpenAI-compatible endpoint, such"
        " as http://localhost:8000/v1. The statements and their sources are sent to it. Its key is"
        " read from OPENAI_API_KEY, or from the variable that claims.api_key_env names.",
    )
    parser.add_argument("--model", metavar="NAME", help="Model that --judge uses.")
    parser.add_argument(
        "--filter",
        choices=FILTERS,
        help="What repairs do with claims that their sources do not support.",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="HOST",
        help="Allow sources to be fetched from this host: example.org, *.example.org for its"
        " subdomains, or * for any public host (repeat for more).",
    )
    parser.add_argument(
        "--write-fixed",
        type=Path,
        metavar="FILE",
        help="Write the narrative with every repair applied to this file.",
    )


def load_settings(args: argparse.Namespace) -> Settings:
    """The settings of a command line.

    Raises:
        UsageError: If they cannot be used.
    """
    try:
        settings = load(args.config, os.environ, _collect_settings(args))
    except SettingsError as error:
        raise UsageError("SETTINGS_INVALID", str(error)) from None
    if settings.sources.risk:
        print(f"verifyd check: warning: {settings.sources.risk}", file=sys.stderr)
    return settings


def _collect_settings(args: argparse.Namespace) -> dict[str, tuple[str, object]]:
    """The options that were given, with the paths of their settings."""
    given: dict[str, tuple[str, object]] = {}
    if args.judge is not None:
        given["--judge"] = ("claims.base_url", args.judge)
        given["with --judge"] = ("claims.enabled", True)
    if args.model is not None:
        given["--model"] = ("claims.model", args.model)
    if args.filter is not None:
        given["--filter"] = ("claims.filter", args.filter)
    if args.allow_host:
        given["--allow-host"] = ("sources.allowed_hosts", args.allow_host)
        given["with --allow-host"] = ("sources.mode", "cached")
    return given


def describe_spending(account: SpendingAccount, settings: Settings) -> Iterator[str]:
    """What models were asked, and what it took: a line for each."""
    currency = settings.claims.currency if settings.claims.enabled else _formulas(settings)
    for model, use in account.models.items():
        yield f"{_calls(use)} to {model}, {use.tokens:,} tokens, {_cost(use, currency)}"


def suggest_fixes(report: Report, settings: Settings, environ: Mapping[str, str]) -> Iterator[str]:
    """What may help where claims could not be judged, or their sources not be had."""
    yield from _hosts(report)
    own = settings.claims
    for check, failure in list_failures(report):
        if check != "claims":
            continue
        match failure.reason:
            case "CLAIMS_NOT_ENABLED":
                yield "name the endpoint of a model: --judge URL"
            case "JUDGE_UNREACHABLE" | "JUDGE_TIMEOUT":
                yield f"does a server listen at {own.base_url}?"
            case "JUDGE_REFUSED":
                yield _refused(own, environ)


def write_fixed(path: Path, report: Report, text: Text) -> str:
    """Write the narrative with its repairs; returns what was done, in words.

    Raises:
        UsageError: If it cannot be written.
    """
    mended = apply_repairs(report, text)
    try:
        path.write_text(mended.text, "utf-8", newline="")
    except OSError as error:
        raise UsageError("FILE_UNWRITABLE", f"cannot write {path}: {error.strerror}") from None
    left = f", {mended.left} left out since others change the same words" if mended.left else ""
    return f"{path} has {mended.applied} repair{'' if mended.applied == 1 else 's'}{left}"


def write_job(ended: Sequence[VerifiedReport], environ: Mapping[str, str]) -> None:
    """Append the summary and the output ``decision`` to the files that a workflow names."""
    decision = f"decision={find_worst(ended).name}\n"
    for variable, content in (
        ("GITHUB_STEP_SUMMARY", write_summary(ended)),
        ("GITHUB_OUTPUT", decision),
    ):
        if environ.get(variable):
            with Path(environ[variable]).open("a", encoding="utf-8") as file:
                file.write(content)


def _hosts(report: Report) -> Iterator[str]:
    """The hosts of sources that may not be asked."""
    barred = {"SOURCE_NO_TEXT", "SOURCE_HOST_NOT_ALLOWED", "SOURCE_NOT_CACHED"}
    found = find_claims(report)
    for one in found.by_source if found else ():
        host = urlsplit(one.source.url).hostname if one.unavailable in barred else None
        if host:
            yield f"to fetch {sanitize(one.source.url)}: --allow-host {sanitize(host)}"


def _refused(own: ClaimsSettings, environ: Mapping[str, str]) -> str:
    if own.api_key_env and not environ.get(own.api_key_env):
        return f"no key was sent: the variable {own.api_key_env} is not set"
    return f"does {own.base_url} have the model {own.model}, and is the key right?"


def _formulas(settings: Settings) -> str:
    return settings.numeric.formulas.currency


def _calls(use: ModelUse) -> str:
    more = [f"{use.kept} cached answers"] * bool(use.kept)
    more += [f"{use.failures} without an answer"] * bool(use.failures)
    told = f" ({', '.join(more)})" if more else ""
    return f"{use.calls} call{'' if use.calls == 1 else 's'}{told}"


def _cost(use: ModelUse, currency: str) -> str:
    if use.cost is None:
        return "cost not known"
    if 0 < use.cost < _LEAST:
        return f"under {_LEAST} {currency}"
    return f"{use.cost.quantize(_LEAST)} {currency}"


# ``--formulas``: the queries of numbers from a file, or from a report that had them.
#
# A file holds a YAML or JSON list; a number is named by its words, where these stand in the
# narrative once, or by its place in code points:
#
#     - text: 4.2 million
#       query: SELECT sum(price) / 1e6 FROM sales
#     - span: {start: 40, end: 44}
#       query: SELECT count(*) FROM sales
#
# A report in JSON (``verifyd check --format json``) will do as well: the formulas of its numbers
# are read, so that they decide again, without a model.

REASON = "FORMULA_INVALID"


class _SpanField(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    start: int
    end: int


class _FormulaField(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    text: str = ""
    span: _SpanField | None = None
    query: str = ""
    origin: Literal["DECLARED", "PROPOSED"] = "DECLARED"
    none: str = ""


_LIST = TypeAdapter(list[_FormulaField])


def read_formulas(path: Path, text: Text, settings: EngineSettings) -> list[Formula]:
    """The formulas of a file.

    Raises:
        UsageError: With what is wrong, and where.
    """
    said = files.read_plain(path, REASON)
    try:
        given = _LIST.validate_python(list(_of_report(said)) if isinstance(said, dict) else said)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise UsageError(REASON, f"{path}: {where}: {first['msg'].lower()}") from None
    if len(given) > settings.max_formulas:
        told = f"{path} has {len(given)} formulas; the settings allow {settings.max_formulas}"
        raise UsageError(REASON, told)
    found = []
    for number, one in enumerate(given):
        try:
            found.append(_formula(one, text, settings))
        except ValueError as error:
            raise UsageError(REASON, f"{path}: {number}: {error}") from None
    return found


def _formula(one: _FormulaField, text: Text, settings: EngineSettings) -> Formula:
    origin = FormulaOrigin[one.origin]
    if not one.query.strip() and origin is FormulaOrigin.DECLARED:
        raise ValueError("it has no query")
    if len(one.query.encode()) > settings.max_query_bytes:
        raise ValueError(f"the query is longer than {settings.max_query_bytes} bytes")
    return Formula(_span(one, text), one.query, origin, one.none)


def _span(one: _FormulaField, text: Text) -> Span:
    if one.span is None:
        return locate(text, one.text)
    start, end = one.span.start, one.span.end
    if not 0 <= start < end <= len(text.string):
        raise ValueError(f"the narrative has {len(text.string)} characters, and not {start}-{end}")
    return Span(text.byte_offset(start), text.byte_offset(end))


def _of_report(report: dict[str, object]) -> Iterator[object]:
    """The formulas of a report, as a file would give them."""
    for result in _get_member(_get_member(report, "report", {}), "results", []):
        numeric = _get_member(_get_member(result, "findings", {}), "numeric", {})
        yield from numeric.get("no_claims", ())
        for binding in numeric.get("bindings", ()):
            use = binding.get("formula_use")
            if use:
                kept = {key: use.get(key, "") for key in ("query", "origin", "none")}
                yield {"span": binding.get("span"), **kept}


def _get_member(given: object, name: str, none: Any) -> Any:
    """A member of an object, where it is of the kind that a report has there."""
    found = given.get(name) if isinstance(given, dict) else None
    return found if isinstance(found, type(none)) else none
