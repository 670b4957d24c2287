"""Fit the weights of context binding to labelled records.

    python -m bench.fit RECORDS.jsonl[.gz]... [--folds 5] [--write]

Maximises the likelihood of the labels under the model of ``binding.context.weighing.weigh``, by
gradient ascent with a pull towards the weights that are shipped. Prints precision, recall and false
alarms of each set before and after, and of the folds: numbers of texts that the weights were not
fitted to, with 95 % intervals from resampling texts. ``--write`` replaces ``weights.yaml``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench import fit_data
from bench.fit_figures import intervals, measures
from bench.scoring import table
from sidecar.binding.context.weighing import weigh

_RIGHT_OUTSIDE = 0.7  # of the numbers that no evidence speaks of
_NOISE = 0.04  # labels that are wrong
_RATE, _STEPS, _PULL = 0.06, 400, 0.003
_FLAG_AT = 0.5

Floats = NDArray[np.float64]


class Data(NamedTuple):
    """All items, one reading after the other.

    Attributes:
        features: Shape (readings, features).
        shares: Which part of each agrees. Shape (readings,).
        outside: Which reading stands for no evidence. Shape (readings,).
        starts: Of each item's readings. Shape (items,).
        item: The item of each reading. Shape (readings,).
        kind: The item and kind of each reading, as one number. Shape (readings,).
        kinds: Where each of those starts.
        right: The labels. Shape (items,).
        chance: Shape (items,).
        foreign: Shape (items,).
        swapped: Shape (items,).
        weight: How much each item counts. Shape (items,).
    """

    features: NDArray[np.float32]
    shares: Floats
    outside: NDArray[np.bool_]
    starts: NDArray[np.int64]
    item: NDArray[np.int64]
    kind: NDArray[np.int64]
    kinds: NDArray[np.int64]
    right: NDArray[np.bool_]
    chance: Floats
    foreign: NDArray[np.bool_]
    swapped: Floats
    weight: Floats


class Fitted(NamedTuple):
    """Weights and the two rates that belong to them, as logits."""

    scores: Floats
    error: float


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.fit", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("records", nargs="+", type=Path, help="files of labelled records")
    parser.add_argument("--folds", type=int, default=5, help="folds of the cross-validation")
    parser.add_argument("--write", action="store_true", help="replace weights.yaml")
    options = parser.parse_args(argv)
    items = fit_data.load(options.records)
    print(f"{len(items)} numbers, {sum(len(i.kinds) for i in items)} readings", file=sys.stderr)
    start = _shipped()
    _print("as shipped", items, _verdicts(arrange(items), start))
    if options.folds > 1:
        _print(f"{options.folds} folds", items, _folds(items, start, options.folds))
    fitted = fit(arrange(items), start)
    _print("fitted to all", items, _verdicts(arrange(items), fitted))
    if options.write:
        _write(fitted)
    return 0


def arrange(items: Sequence[fit_data.Item]) -> Data:
    """Put items into arrays, with each set and domain counting by the root of its size."""
    sizes: defaultdict[str, int] = defaultdict(int)
    for item in items:
        sizes[item.group] += 1
    features, shares, kinds = [], [], []
    for item in items:
        order = np.argsort(item.kinds, kind="stable")
        features.append(item.features[order])
        shares.append(item.shares[order])
        kinds.append(item.kinds[order])
    lengths = np.array([len(k) for k in kinds])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    item_of = np.repeat(np.arange(len(items)), lengths)
    kind = np.concatenate(kinds)
    changes = np.flatnonzero(np.diff(item_of * 1000 + kind, prepend=-1))
    weight = np.array([sizes[item.group] ** -0.5 for item in items])
    return Data(
        np.concatenate(features),
        np.concatenate(shares),
        kind < 0,
        starts,
        item_of,
        np.searchsorted(changes, np.arange(kind.size), "right") - 1,
        changes,
        np.array([item.right for item in items]),
        np.array([item.chance for item in items]),
        np.array([item.foreign for item in items]),
        np.array([item.swapped for item in items]),
        weight / weight.mean(),
    )


class _Masses(NamedTuple):
    """The three parts of the weight, of each reading and of each item."""

    right: Floats
    wrong: Floats
    outside: Floats
    rights: Floats
    wrongs: Floats
    outsides: Floats


def _masses(data: Data, fitted: Fitted) -> _Masses:
    """The model of ``weigh``, for all items at once."""
    swap = weigh.shipped().swap
    error = 1 / (1 + np.exp(-fitted.error))
    scores = data.features @ fitted.scores.astype(np.float32)
    mass = np.exp(scores - np.maximum.reduceat(scores, data.starts)[data.item]).astype(np.float64)
    sums = np.add.reduceat(mass, data.kinds)
    most = np.maximum.reduceat(mass, data.kinds)
    mass *= (most / sums)[data.kind]
    density = (data.chance + swap * (data.swapped - data.chance))[data.item]
    right = np.where(data.outside, 0.0, (1 - error) * mass * data.shares)
    wrong = np.where(data.outside, 0.0, error * density * mass)
    outside = np.where(data.outside, mass * data.chance[data.item], 0.0)
    sums_of = (np.add.reduceat(part, data.starts) for part in (right, wrong, outside))
    return _Masses(right, wrong, outside, *sums_of)


def fit(data: Data, start: Fitted, weight: Floats | None = None) -> Fitted:
    """Ascend the likelihood of the labels (Adam)."""
    count = data.weight if weight is None else data.weight * weight
    count = count / count.sum()
    point = np.append(start.scores, start.error)
    origin, first, second = point.copy(), np.zeros_like(point), np.zeros_like(point)
    for step in range(1, _STEPS + 1):
        gradient = _gradient(data, Fitted(point[:-1], float(point[-1])), count)
        gradient += _PULL * (point - origin) / 10
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        step_size = _RATE * (1 - 0.8 * step / _STEPS)
        corrected = np.sqrt(second / (1 - 0.99**step)) + 1e-8
        point = point - step_size * first / (1 - 0.9**step) / corrected
    return Fitted(point[:-1], float(point[-1]))


def _gradient(data: Data, fitted: Fitted, count: Floats) -> Floats:
    """The gradient of the mean log loss by each weight, and by the logit of the error rate."""
    m = _masses(data, fitted)
    up = m.rights + _RIGHT_OUTSIDE * m.outsides + 1e-300
    down = m.wrongs + (1 - _RIGHT_OUTSIDE) * m.outsides + 1e-300
    probability = up / (up + down)
    noisy = _NOISE + (1 - 2 * _NOISE) * probability
    by_noisy = np.where(data.right, -1 / noisy, 1 / (1 - noisy))
    slope = by_noisy * (1 - 2 * _NOISE) * probability * (1 - probability) * count
    by_score = slope[data.item] * (
        (m.right + _RIGHT_OUTSIDE * m.outside) / up[data.item]
        - (m.wrong + (1 - _RIGHT_OUTSIDE) * m.outside) / down[data.item]
    )
    error = 1 / (1 + np.exp(-fitted.error))
    by_error = (slope * (-m.rights / up * error - m.wrongs / down * (1 - error))).sum()
    scores = data.features.T @ by_score.astype(np.float32)
    return np.append(scores.astype(np.float64), by_error)


def _verdicts(data: Data, fitted: Fitted) -> list[str]:
    """supported, flagged or inconclusive, for each item."""
    m = _masses(data, fitted)
    judged = m.rights + m.wrongs
    flagged = m.wrongs >= _FLAG_AT * judged
    open_ = flagged & data.foreign & (m.outsides > m.wrongs)
    words = np.where(open_, "inconclusive", np.where(flagged, "flagged", "supported"))
    return [str(word) for word in words]


def _folds(items: Sequence[fit_data.Item], start: Fitted, folds: int) -> list[str]:
    """The verdict on each item by weights that were fitted without its text."""
    texts = sorted({item.record for item in items})
    shuffled = np.random.default_rng(7).permutation(len(texts))
    fold_of = {texts[t]: i % folds for i, t in enumerate(shuffled.tolist())}
    data = arrange(items)
    fold = np.array([fold_of[item.record] for item in items])
    verdicts = np.empty(len(items), object)
    for held in range(folds):
        fitted = fit(data, start, (fold != held).astype(float))
        verdicts[fold == held] = np.array(_verdicts(data, fitted), object)[fold == held]
        print(f"fold {held + 1} of {folds}", file=sys.stderr)
    return list(verdicts)


def _print(title: str, items: Sequence[fit_data.Item], verdicts: Sequence[str]) -> None:
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for i, item in enumerate(items):
        groups[item.group].append(i)
        whole = item.group.split(" ")[0]
        if whole != item.group:
            groups[f"{whole} (all)"].append(i)
    print(f"\n{title}")
    rows = []
    for name in sorted(groups):
        chosen = groups[name]
        row = measures([(items[i].right, verdicts[i]) for i in chosen])
        rows.append({"group": name, **row, **intervals([(items[i], verdicts[i]) for i in chosen])})
    print(table(rows))


def _shipped() -> Fitted:
    weights = weigh.shipped()
    error = float(np.log(weights.error / (1 - weights.error)))
    return Fitted(np.array(list(weights.scores.values())), error)


def _write(fitted: Fitted) -> None:
    weights = weigh.shipped()
    path = weigh.FILE
    head = "".join(line for line in path.open(encoding="utf-8") if line.startswith("#"))
    scores = {
        name: round(value, 2)
        for name, value in zip(weights.scores, fitted.scores.tolist(), strict=True)
    }
    content = {
        "version": weights.version + 1,
        "error": round(float(1 / (1 + np.exp(-fitted.error))), 4),
        "swap": weights.swap,
        "scores": scores,
    }
    path.write_text(f"{head}{json.dumps(content, indent=2)}\n", encoding="utf-8")
    print(f"\nwrote version {content['version']} of the weights")


if __name__ == "__main__":
    sys.exit(main())
