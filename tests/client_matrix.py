"""The matrix of docs/clients.md: how many shared cases each client passes, by folder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "clients.md"
NOT_SUPPORTED = "not supported"
BEGIN, END = "<!-- matrix -->", "<!-- /matrix -->"
_RUN = re.compile(
    r"test_shared_cases\.py::test_(verify|outcomes|streams|transcripts)\[(\w+)-(\w+)/"
)

_OWN_FOLDERS = {"outcomes": "outcomes", "streams": "stream", "transcripts": "transcripts"}

Counts = Mapping[tuple[str, str, str], int]
"""How many tests ended so, by language, folder of cases and outcome."""


def parse(node_id: str) -> tuple[str, str] | None:
    """The language and the folder of cases of a test; None for any other test."""
    found = _RUN.search(node_id)
    if found is None:
        return None
    method, language, folder = found.groups()
    return language, _OWN_FOLDERS.get(method, folder)


def render(counts: Counts, languages: list[str]) -> str:
    """The table: passed of all, and how many a client has no way to say."""
    totals: Counter[tuple[str, str]] = Counter()
    for (language, folder, _), count in counts.items():
        totals[language, folder] += count
    folders = sorted({folder for _, folder in totals})
    lines = ["| cases | " + " | ".join(languages) + " |", "| --- |" + " --- |" * len(languages)]
    for folder in folders:
        cells = []
        for language in languages:
            total = totals[language, folder]
            cell = f"{counts.get((language, folder, 'passed'), 0)} of {total}"
            unsaid = counts.get((language, folder, "skipped"), 0)
            if unsaid == total:
                cell = NOT_SUPPORTED
            elif unsaid:
                cell = f"{cell}, {unsaid} not expressible"
            cells.append(cell)
        lines.append(f"| `{folder}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def write(table: str) -> None:
    """Put the table into the page."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}")
