"""``verifyd explain``: the page of a code or of a check."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterator
from difflib import get_close_matches

from sidecar.checks import CHECKS
from sidecar.checks.codes import CODES, Code
from sidecar.cli.errors import UsageError, refuse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "explain",
        help="explain the code of a finding, or a check",
        description="Print the page of a code (CLAIM_NOT_FOUND) or of a check (numeric). Without a"
        " name: list them all.",
    )
    parser.add_argument("name", nargs="?", metavar="CODE|CHECK", help="what to explain")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the page; returns the exit status."""
    try:
        print(page(args.name) if args.name else listing())
    except UsageError as error:
        return refuse("explain", error)
    return 0


def page(name: str) -> str:
    """The page of a code or a check.

    Raises:
        UsageError: If there is none of that name; it suggests the nearest.
    """
    if name in CHECKS:
        return _check_page(name)
    code = CODES.get(name.upper())
    if code is not None:
        return _code_page(code)
    known = [*CODES, *CHECKS]
    near = get_close_matches(name.upper(), CODES, n=1) or get_close_matches(name, CHECKS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
    raise UsageError("CODE_UNKNOWN", f"there is no code or check {name!r}; {hint}")


def listing() -> str:
    """Every check with its codes."""
    return "\n\n".join("\n".join(_listed(name)) for name in CHECKS)


def _listed(name: str) -> Iterator[str]:
    yield f"{name}: {CHECKS[name].summary}"
    for code in CODES.values():
        if code.check == name:
            yield f"  {code.code:<20} {code.severity.name.lower():<8} {code.summary}"


def _check_page(name: str) -> str:
    module = inspect.getmodule(CHECKS[name])
    return inspect.getdoc(module) or CHECKS[name].summary


def _code_page(code: Code) -> str:
    title = f"{code.code} ({code.severity.name.lower()}, check {code.check})"
    parts = [title, code.summary, code.details, f"What to do: {code.remedy}"]
    return "\n\n".join(part for part in parts if part)
