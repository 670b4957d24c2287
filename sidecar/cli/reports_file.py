"""``verifyd check --reports``: a file that maps the reports of a repository to their evidence.

    config: settings.yaml
    reports:
      reports/q3.md:
        data: [data/staff.csv, trade=data/trade_2026.parquet]
        checks: [numeric, consistency]
      reports/monthly/*.md:
        data: data/{stem}/*.csv

Each report gets a command line of its own, with the options that its entry names. Paths are
relative to the file. A pattern that matches nothing is an error: what is not there was not
verified.
"""

from __future__ import annotations

import argparse
import glob
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from sidecar.cli import files
from sidecar.cli.terminal import UsageError
from sidecar.settings.section import suggest_name

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

REASON = "REPORTS_INVALID"
_STEM = "{stem}"
"""Stands for the name of the report without its extension."""

_ONE_REPORT = ("html", "json", "annotated")
"""Formats whose output is one document."""

_Words = Annotated[
    list[str], BeforeValidator(lambda said: [said] if isinstance(said, str) else said)
]


class _Entry(BaseModel):
    """What a report is verified against: options of ``verifyd check``."""

    model_config = ConfigDict(extra="forbid", strict=True)

    data: _Words = []
    sources: _Words = []
    evidence: str | None = None
    columns: str | None = None
    formulas: str | None = None
    response: str | None = None
    response_schema: str | None = Field(None, alias="schema")
    config: str | None = None
    checks: _Words = []
    bare_numbers: bool = False
    csv_separator: _Words = []
    csv_decimal: _Words = []
    encoding: _Words = []
    sheet: _Words = []


class _Mapping(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    config: str | None = None
    reports: dict[str, _Entry] = Field(min_length=1)


_SEVERAL = ("data", "sources")
_SINGLE = ("evidence", "columns", "formulas", "response", "config")
_DESTINATIONS = {"checks": "check", "response_schema": "schema"}
"""Fields whose option has another name."""


def list_reports(args: argparse.Namespace) -> list[argparse.Namespace]:
    """The command line of each report, in the order of the file and of their names.

    Args:
        args: With ``reports``, the file, and ``narrative``, the one report that is wanted, if any.

    Raises:
        UsageError: If the file cannot be used, another option says what it has to say, or a
            pattern matches nothing.
    """
    for option in (*map(_destination, _Entry.model_fields), "strip_formulas", "write_fixed"):
        if getattr(args, option):
            problem = f"--{option.replace('_', '-')} cannot be combined with --reports"
            raise UsageError(REASON, f"{problem}: {args.reports} says what each report needs")
    found: dict[Path, tuple[str, argparse.Namespace]] = {}
    for pattern, path, options in _expand(args.reports):
        if path in found:
            problem = f"{path} is matched by {found[path][0]!r} and by {pattern!r}"
            raise UsageError(REASON, f"{args.reports}: {problem}")
        named = {**vars(args), "narrative": str(path), **options}
        found[path] = pattern, argparse.Namespace(**named)
    chosen = [one for _, one in found.values()]
    if args.narrative is not None:
        wanted = Path(args.narrative).resolve()
        chosen = [one for path, (_, one) in found.items() if path.resolve() == wanted]
    if not chosen:
        raise UsageError(REASON, f"{args.reports} has no report {args.narrative}")
    if len(chosen) > 1 and args.format in _ONE_REPORT:
        problem = f"--format {args.format} writes one report; {args.reports} has {len(chosen)}"
        raise UsageError(
            REASON, f"{problem}: name the one that is wanted, or choose another format"
        )
    return chosen


def _expand(path: Path) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Each report with the pattern that it matches, and its options."""
    mapping, base = _read(path), path.parent
    for pattern, entry in mapping.reports.items():
        for report in _find(base, pattern, f"{path}: reports"):
            where = f"{path}: {pattern}"
            options = {_destination(name): said for name, said in entry if said is not None}
            for name in _SEVERAL:
                options[name] = [
                    file
                    for said in getattr(entry, name)
                    for file in _find_named(base, said, report.stem, f"{where}: {name}")
                ]
            for name in _SINGLE:
                said = getattr(entry, name) or (mapping.config if name == "config" else None)
                if said is not None:
                    options[name] = base / said.replace(_STEM, report.stem)
            if entry.response_schema and (base / entry.response_schema).exists():
                options["schema"] = str(base / entry.response_schema)
            yield pattern, report, options


def _find_named(base: Path, said: str, stem: str, where: str) -> list[str]:
    """The words of ``--data`` or ``--sources`` that ``[ID=]PATTERN`` or a URL stands for."""
    query_id, equals, pattern = said.partition("=")
    if "://" in said:
        return [said]
    if not equals or (base / said).exists():
        return [str(path) for path in _find(base, said, where, stem)]
    return [f"{query_id}={path}" for path in _find(base, pattern, where, stem)]


def _find(base: Path, pattern: str, where: str, stem: str = "") -> list[Path]:
    """The files that a pattern matches, by their names; a name that is there stands for itself."""
    plain = pattern.replace(_STEM, stem)
    if (base / plain).exists():
        return [base / plain]
    found: list[Path] = []
    if not Path(plain).is_absolute():
        found = sorted(base.glob(pattern.replace(_STEM, glob.escape(stem))))
    files_only = [path for path in found if path.is_file()]
    if not files_only:
        raise UsageError(REASON, f"{where}: no file matches {plain!r}")
    return files_only


def _read(path: Path) -> _Mapping:
    try:
        return _Mapping.model_validate(files.read_plain(path, REASON))
    except ValidationError as error:
        faults = error.errors(include_url=False)
        # A misspelt key explains why another one is missing.
        fault = next((one for one in faults if one["type"] == "extra_forbidden"), faults[0])
        where = ": ".join(map(str, (path, *fault["loc"])))
        raise UsageError(REASON, f"{where}: {_problem(fault)}") from None


def _problem(fault: ErrorDetails) -> str:
    """What is wrong with a part of the file."""
    match fault["type"]:
        case "extra_forbidden":
            is_entry = fault["loc"][0] == "reports"
            fields = (_Entry if is_entry else _Mapping).model_fields
            known = [field.alias or name for name, field in fields.items()]
            near = suggest_name(str(fault["loc"][-1]), known)
            listed = f"; there are: {', '.join(known)}"
            return f"there is no such key{near or listed}"
        case "model_type" | "dict_type":
            return "should be a mapping"
        case "too_short":
            return "lists no report"
        case _:
            return fault["msg"].lower()


def _destination(name: str) -> str:
    """The option of a field, as the command line keeps it."""
    return _DESTINATIONS.get(name, name)
