"""One basketball game of the yardsticks: verifyd's findings beside the annotators' marks.

The texts were written by neural networks from box scores; people marked every wrong number. The
data is no part of this repository; ``VERIFYD_YARDSTICKS`` names the folder that holds it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from verifyd import Client, Column, QueryResult, Report


class Mark(NamedTuple):
    """One number of the text, as the verifier and as the annotators see it."""

    words: str
    flagged: bool
    wrong: bool


def show(client: Client, folder: Path) -> None:
    """Verify the first game and print the numbers that either side objects to."""
    with gzip.open(folder / "nba_accuracy.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        game = json.loads(next(lines))
    described = json.loads((folder / "nba_accuracy.columns.json").read_text("utf-8"))
    results = list(_query_results(game, described))
    report = client.verify(game["narrative"], results, checks=["numeric"])
    marks = list(_marks(report, game["gold"]))
    print(f"  {'number':<12}{'verifyd':<12}annotators")
    for mark in marks:
        if mark.flagged or mark.wrong:
            ours, theirs = (
                "flagged" if mark.flagged else "supported",
                "wrong" if mark.wrong else "right",
            )
            print(f"  {mark.words:<12}{ours:<12}{theirs}")
    wrong = [mark for mark in marks if mark.wrong]
    print(f"\n  {len(marks)} numbers, in {milliseconds(report)}; wrong and flagged:", end=" ")
    print(f"{sum(mark.flagged for mark in wrong)} of {len(wrong)};", end=" ")
    print(f"right and flagged: {sum(mark.flagged and not mark.wrong for mark in marks)}.")
    print("  A small number stands somewhere in every box score, so the value mode, which asks for")
    print("  any cell that agrees, sees few of the wrong ones.")


def milliseconds(report: Report) -> str:
    """How long the server took."""
    return f"{report.meta.elapsed.total_seconds() * 1000:.1f} ms"


def _query_results(game: dict[str, Any], described: dict[str, Any]) -> Iterator[QueryResult]:
    for result in game["query_results"]:
        said = described.get(result["query_id"], {})
        yield QueryResult(
            result["query_id"],
            json.dumps({"columns": result["columns"], "rows": result["rows"]}),
            columns=[Column(name, **said[name]) for name in result["columns"] if name in said],
        )


def _marks(report: Report, gold: list[dict[str, Any]]) -> Iterator[Mark]:
    for item in gold:
        if item["kind"] == "number" and item["scored"]:
            for binding in report.bindings:
                span = binding.claim.span
                if span.start < item["end"] and item["start"] < span.end:
                    yield Mark(item["text"], not binding.matched, item["label"] == "unsupported")
                    break
