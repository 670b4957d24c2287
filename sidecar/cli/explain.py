"""``verifyd explain``: why numbers were bound as they were; the page of a code or of a check.

Run as a module, it writes the reference of all codes: ``docs/codes.md``.
"""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterator
from pathlib import Path

from sidecar.checks import CHECKS
from sidecar.checks.codes import CODES, Code
from sidecar.cli import local, narratives, readings
from sidecar.cli.errors import STATUSES, UsageError, refuse
from sidecar.errors import VerifydError
from sidecar.settings.fields import nearest


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "explain",
        help="Explain the numbers of a narrative, a code of findings, or a check.",
        usage="verifyd explain NARRATIVE --data FILE... [--columns FILE] [--config FILE]\n"
        "                       [--at LINE[:COLUMN]] [--number TEXT]\n"
        "       verifyd explain [CODE|CHECK]",
        description="With --data: show for each number of a narrative the readings that were"
        " weighed, why one was chosen, and what would change a wrong decision. Otherwise print the"
        " page of a code (CLAIM_NOT_FOUND) or of a check (numeric); without a name, list them all.",
        epilog=f"Exit status: 0 explained, {STATUSES}",
    )
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NARRATIVE|CODE|CHECK",
        help="With --data: the narrative (- reads stdin). Otherwise: what to explain.",
    )
    parser.add_argument(
        "--at", metavar="LINE[:COLUMN]", help="Explain only the numbers at this place."
    )
    parser.add_argument(
        "--number", metavar="TEXT", help="Explain only the numbers written like this."
    )
    local.add(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what is explained; returns the exit status."""
    try:
        print(_explained(args))
    except (UsageError, VerifydError) as error:
        return refuse("explain", error)
    return 0


def _explained(args: argparse.Namespace) -> str:
    if args.data:
        args.name = narratives.named(args.name, args)
        return readings.explain(args)
    if args.at or args.number:
        raise UsageError("ARGUMENT_MISSING", "to explain numbers, name --data FILE as well")
    return page(args.name) if args.name else listing()


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
    if Path(name).is_file():
        raise UsageError("ARGUMENT_MISSING", f"to explain the numbers of {name}, name --data FILE")
    hint = (
        nearest(name.upper(), CODES)
        or nearest(name, CHECKS)
        or f", and no file: the checks are {', '.join(CHECKS)}; `verifyd explain` lists the codes"
    )
    raise UsageError("CODE_UNKNOWN", f"there is no code or check {name!r}{hint}")


def listing() -> str:
    """Every check with its codes."""
    return "\n\n".join("\n".join(_listed(name)) for name in CHECKS)


def reference() -> str:
    """All codes as one Markdown page, in the order of the registry."""
    return "\n".join(
        (_INTRO, *(line for code in CODES.values() for line in _section(code)))
    ).rstrip()


_INTRO = """\
# Codes

<!-- Written by `make docs`; do not edit. -->

What the code of a finding means, and what to do about it. A code never changes its meaning; its
severity can be changed in the settings (`policy.severities`). `verifyd explain CODE` prints the
same.
"""


def _section(code: Code) -> Iterator[str]:
    yield f"## {code.code}\n"
    checks = ", ".join(f"[{name}](checks/{name}.md)" for name in (code.check, *code.also))
    yield f"Check {checks}, severity {code.severity.name.lower()}.\n"
    yield f"**{code.summary}**\n"
    if code.details:
        yield f"{code.details}\n"
    yield f"What to do: {code.remedy}\n"


def _listed(name: str) -> Iterator[str]:
    yield f"{name}: {CHECKS[name].summary}"
    for code in CODES.values():
        if code.given_by(name):
            yield f"  {code.code:<20} {code.severity.name.lower():<8} {code.summary}"


def _check_page(name: str) -> str:
    module = inspect.getmodule(CHECKS[name])
    return inspect.getdoc(module) or CHECKS[name].summary


def _code_page(code: Code) -> str:
    checks = ", ".join((code.check, *code.also))
    title = f"{code.code} ({code.severity.name.lower()}, check {checks})"
    parts = [title, code.summary, code.details, f"What to do: {code.remedy}"]
    return "\n\n".join(part for part in parts if part)


if __name__ == "__main__":
    print(reference())
