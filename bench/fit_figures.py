"""Figures of a fit with their 95 % intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from bench.fit_data import Item
from bench.scoring import ratio

_RESAMPLED = 400


def measures(pairs: Sequence[tuple[bool, str]]) -> dict[str, object]:
    """Precision, recall and false alarms of numbers: whether each is right, and its verdict."""
    hit = sum(not right and verdict == "flagged" for right, verdict in pairs)
    alarm = sum(right and verdict == "flagged" for right, verdict in pairs)
    right = sum(right for right, _ in pairs)
    wrong = len(pairs) - right
    open_ = sum(right and verdict == "inconclusive" for right, verdict in pairs)
    return {
        "precision": ratio(hit, hit + alarm),
        "recall": ratio(hit, wrong),
        "false_alarms": ratio(alarm, right),
        "open_right": ratio(open_, right),
        "right": right,
        "wrong": wrong,
    }


def intervals(pairs: Sequence[tuple[Item, str]]) -> dict[str, object]:
    """95 % intervals of precision, recall and false alarms, texts being drawn anew."""
    texts: defaultdict[str, list[tuple[bool, str]]] = defaultdict(list)
    for item, verdict in pairs:
        texts[item.record].append((item.right, verdict))
    each = list(texts.values())
    random = np.random.default_rng(3)
    drawn: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(_RESAMPLED):
        chosen = random.integers(0, len(each), len(each))
        row = measures([pair for i in chosen.tolist() for pair in each[i]])
        for name in ("precision", "recall", "false_alarms"):
            value = row[name]
            if isinstance(value, float):
                drawn[name].append(value)
    found: dict[str, object] = {}
    for name in ("precision", "recall", "false_alarms"):
        low, high = np.quantile(drawn[name] or [np.nan], [0.025, 0.975])
        found[f"{name}_95"] = f"{low:.3f}–{high:.3f}"
    return found
