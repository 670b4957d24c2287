"""Scores of predictions against annotated records, by the measures of the yardsticks' README.

Numbers: recall is flagged wrong numbers over wrong numbers, precision is flagged wrong numbers over
flagged numbers, false alarms are flagged right numbers over right numbers. Only numbers of the
forms digit and word whose label is clear count. A number is flagged when a claim that overlaps it
is neither supported nor inconclusive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Record = dict[str, Any]
Claim = dict[str, Any]
Predictions = dict[str, Sequence[Claim]]

OPEN = "inconclusive"
SUPPORTED = "supported"


class Score(NamedTuple):
    """Counts of one group of gold items."""

    group: str
    counts: Counter[str]

    def row(self) -> dict[str, object]:
        """All that is printed of the group."""
        c = self.counts
        right, wrong = c["alarm"] + c["pass"], c["hit"] + c["miss"]
        return {"group": self.group, **self.measures(), "right": right, "wrong": wrong}

    def measures(self) -> dict[str, float | None]:
        """The measures, rounded to three places; None where nothing is there to divide by."""
        c = self.counts
        flagged, wrong = c["hit"] + c["alarm"], c["hit"] + c["miss"]
        right = c["alarm"] + c["pass"]
        return {
            "precision": ratio(c["hit"], flagged),
            "recall": ratio(c["hit"], wrong),
            "f1": ratio(2 * c["hit"], wrong + flagged),
            "false_alarms": ratio(c["alarm"], right),
            "accuracy": ratio(c["hit"] + c["pass"], wrong + right),
            "open_right": ratio(c["open_right"], right),
            "open_wrong": ratio(c["open_wrong"], wrong),
            "extracted": ratio(c["found"], wrong + right),
        }


def ratio(part: int, whole: int) -> float | None:
    """A share of three digits; None of nothing."""
    return round(part / whole, 3) if whole else None


def _overlap(a: Claim, b: Claim) -> bool:
    return bool(a["start"] < b["end"] and b["start"] < a["end"])


def _flagged(claims: Iterable[Claim]) -> bool:
    return any(claim["verdict"] not in (SUPPORTED, OPEN) for claim in claims)


def score(records: Sequence[Record], predictions: Predictions, by: str | None) -> list[Score]:
    """One score for all records, one for each value of the key ``by``, and one for clear labels.

    Where several people labelled the same numbers, the last group holds those on which all agree;
    of whole statements it holds those with a number.
    """
    groups: dict[str, list[Record]] = {"all": list(records)}
    for record in records:
        if by is not None and by in record:
            groups.setdefault(str(record[by]), []).append(record)
    if agreed := _agreed(records):
        groups["annotators agree"] = agreed
    if numeric := [record for record in records if record.get("has_number")]:
        groups["with a number"] = numeric
    return [_group(name, members, predictions) for name, members in groups.items()]


def _agreed(records: Sequence[Record]) -> list[Record]:
    """The records that several people labelled, with the numbers of which all say the same."""
    return [
        record | {"gold": [item for item in record["gold"] if _unanimous(item)]}
        for record in records
        if record.get("annotators", 1) > 1
    ]


def _unanimous(gold: Record) -> bool:
    marked, people = gold.get("votes") or (0, 0)
    return marked in (0, people)


def _group(name: str, records: Sequence[Record], predictions: Predictions) -> Score:
    counts: Counter[str] = Counter()
    for record in records:
        claims = predictions.get(record["id"], ())
        for gold in record["gold"]:
            if gold["kind"] == "statement":
                _count(counts, gold, claims)
            elif _counts(gold):
                _count(counts, gold, [claim for claim in claims if _overlap(gold, claim)])
    return Score(name, counts)


def _counts(gold: Record) -> bool:
    return (
        gold["kind"] == "number"
        and gold["scored"]
        and gold.get("form", "digit") in ("digit", "word")
    )


def _count(counts: Counter[str], gold: Record, claims: Sequence[Claim]) -> None:
    wrong = gold["label"] != SUPPORTED
    hit = _flagged(claims)
    counts["found"] += bool(claims)
    counts[("hit" if hit else "miss") if wrong else ("alarm" if hit else "pass")] += 1
    if not hit and any(claim["verdict"] == OPEN for claim in claims):
        counts["open_wrong" if wrong else "open_right"] += 1


def breakdown(
    records: Sequence[Record], predictions: Predictions, key: str, label: str
) -> list[dict[str, object]]:
    """For each value of a key of the gold numbers of one label: how many are flagged and open.

    Ordinals count here as well, so that kinds which are mostly written so are seen.
    """
    groups: dict[str, Counter[str]] = {}
    for record in records:
        claims = predictions.get(record["id"], ())
        for gold in record["gold"]:
            if gold.get("scored") and gold.get(key) and gold["label"] == label:
                counts = groups.setdefault(gold[key], Counter())
                _count(counts, gold, [claim for claim in claims if _overlap(gold, claim)])
    return [
        {
            key: name,
            label: (numbers := c["hit"] + c["miss"] + c["alarm"] + c["pass"]),
            "flagged": c["hit"] + c["alarm"],
            "share": ratio(c["hit"] + c["alarm"], numbers),
            "open": ratio(c["open_right"] + c["open_wrong"], numbers),
        }
        for name, c in sorted(groups.items())
    ]


def extraction(records: Sequence[Record], predictions: Predictions) -> list[dict[str, object]]:
    """For sets of annotated numbers: share found, and share with the right value, per kind."""
    rows = []
    for spec in sorted({record["spec"] for record in records}):
        counts = _read([one for one in records if one["spec"] == spec], predictions)
        found, right = (ratio(counts[name], counts["gold"]) for name in ("found", "right"))
        rows.append({"kind": spec, "recall": found, "value": right, "gold": counts["gold"]})
    return rows


def read_right(records: Sequence[Record], predictions: Predictions) -> float | None:
    """The share of annotated numbers that are read with the right value."""
    counts = _read(records, predictions)
    return ratio(counts["right"], counts["gold"])


def _read(records: Sequence[Record], predictions: Predictions) -> Counter[str]:
    """How many annotated numbers there are, are found, and have the right value."""
    counts: Counter[str] = Counter()
    for record in records:
        for item in record["gold"]:
            claims = [c for c in predictions.get(record["id"], ()) if _overlap(item, c)]
            counts["gold"] += 1
            counts["found"] += bool(claims)
            counts["right"] += any(_same(item.get("value"), claim["value"]) for claim in claims)
    return counts


def _same(gold: object, value: str) -> bool:
    """Whether two values are the same, a percentage and its fraction being the same."""
    try:
        wanted, got = float(str(gold).rstrip("%").replace(",", "")), float(value)
    except ValueError:
        return False
    return any(abs(wanted - got * f) <= 1e-6 * max(1.0, abs(wanted)) for f in (1, 100))


def table(rows: Sequence[dict[str, object]]) -> str:
    """Rows of equal keys as a Markdown table."""
    if not rows:
        return ""
    head = [str(key) for key in rows[0]]
    body = [["–" if cell is None else str(cell) for cell in row.values()] for row in rows]
    widths = [max(len(line[i]) for line in [head, *body]) for i in range(len(head))]
    lines = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)) + " |"
        for cells in [head, ["-" * w for w in widths], *body]
    ]
    return "\n".join(lines)
