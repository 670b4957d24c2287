"""NARRATIVE, the text of a command line, wherever among the options it stands.

An option that takes several files takes the word behind them as well. `--data x.csv report.md` can
only be read in one way, since no data file is called like a text. Where there are two ways, the
error says which option took what.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sidecar.cli.errors import UsageError
from sidecar.evidence.data_files import READERS

_TEXTS = frozenset({".md", ".markdown", ".txt", ".text", ""}) - frozenset(READERS)
_GREEDY = {"data": "query results", "sources": "documents that it cites"}
"""Options that take several files, and what these are."""


def named(given: str | None, args: argparse.Namespace) -> str:
    """The NARRATIVE of a command line.

    Args:
        given: What stands in its own place, if anything does.
        args: With the files of ``--data``, which loses the one that is the narrative.

    Raises:
        UsageError: If no word can only be the narrative.
    """
    if given:
        return given
    texts: list[str] = [word for word in args.data if is_text(word)]
    if given is None and len(texts) == 1 and len(args.data) > 1:
        args.data = [word for word in args.data if word != texts[0]]
        return texts[0]
    took = [
        f"--{option} ({files}) took {', '.join(words)}"
        for option, files in _GREEDY.items()
        if (words := getattr(args, option, None))
    ]
    said = f": {'; '.join(took)}. Write NARRATIVE before the options" if took else ""
    raise UsageError(
        "ARGUMENT_MISSING",
        f"NARRATIVE is missing, the text to verify (a file, or - for standard input){said}",
    )


def is_text(word: str) -> bool:
    """Whether a word names a text, and cannot be a data file."""
    return "=" not in word and Path(word).suffix.lower() in _TEXTS
