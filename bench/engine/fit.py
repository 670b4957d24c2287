"""Fit the weights of the ranker to numbers whose meaning is known.

    python -m bench.engine.fit FILE... [--rounds N] [--out FILE]

Each round draws the candidates anew by the weights of the one before. Every fifth file is left out,
and its figures are printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from bench.engine.data import Sample, load

_RIDGE = 0.3


def fit(samples: Sequence[Sample], start: Mapping[str, float]) -> dict[str, float]:
    """The weights that make what is meant most probable, less a penalty of their squares."""
    names = {
        n: i for i, n in enumerate(sorted({n for s in samples for p in s.parts for n, _ in p}))
    }
    samples = [s for s in samples if not (s.known and s.meant[-1])]  # nothing right to learn
    rows, columns, values = [], [], []
    of, segment, meant = [], [], []
    part = 1  # the first one has no features
    for number, sample in enumerate(samples):
        for at, features in enumerate(sample.parts):
            for name, value in features:
                rows.append(part + at)
                columns.append(names[name])
                values.append(value)
        width = np.zeros((len(sample.of), 22), np.int32)
        width[:, : sample.of.shape[1]] = np.where(sample.of >= 0, sample.of + part, 0)
        of.append(width)
        segment.append(np.full(len(sample.of), number))
        meant.append(sample.meant)
        part += len(sample.parts)
    x = sparse.csr_matrix((values, (rows, columns)), (part, len(names)))
    parts, seg, right = np.concatenate(of), np.concatenate(segment), np.concatenate(meant)
    first = np.flatnonzero(np.diff(seg, prepend=-1))

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        score = (x @ w)[parts].sum(1)
        score -= np.maximum.reduceat(score, first)[seg]
        e = np.exp(score)
        whole, told = np.add.reduceat(e, first), np.add.reduceat(e * right, first)
        told = np.maximum(told, 1e-30)
        slope = e / whole[seg] - e * right / told[seg]
        by_part = np.bincount(parts.ravel(), np.repeat(slope, parts.shape[1]), part)
        by_part[0] = 0.0
        return (
            float(np.log(whole / told).sum() + _RIDGE * (w @ w)),
            x.T @ by_part + 2 * _RIDGE * w,
        )

    w0 = np.array([start.get(name, 0.0) for name in names])
    found = minimize(loss, w0, jac=True, method="L-BFGS-B", options={"maxiter": 80})
    return {
        name: round(float(found.x[i]), 3) for name, i in names.items() if abs(found.x[i]) > 5e-3
    }


def figures(samples: Sequence[Sample], weights: Mapping[str, float]) -> str:
    """How often the meant candidate is there, first, and how probable it is."""
    there = first = 0
    mass = agree = 0.0
    some = [s for s in samples if s.known]
    for sample in some:
        told = np.array([*(sum(weights.get(n, 0.0) * v for n, v in p) for p in sample.parts), 0.0])
        score = told[sample.of].sum(1)
        p = np.exp(score - score.max())
        p /= p.sum()
        there += not sample.meant[-1]
        first += bool(sample.meant[p.argmax()]) and not sample.meant[-1]
        mass += p[sample.meant].sum() * (not sample.meant[-1])
        agree += p[sample.agrees].sum()
    n = max(1, len(some))
    return (
        f"{len(samples)} numbers, {n} known; there {there / n:.3f}, first {first / n:.3f}, "
        f"probability {mass / n:.3f}, of agreeing {agree / n:.3f}"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine.fit", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(argv)
    files = sorted(options.files)
    weights: dict[str, float] = {}
    for turn in range(options.rounds):
        samples = [
            load([f for i, f in enumerate(files) if (i % 5 == 4) is out], weights)
            for out in (False, True)
        ]
        weights = fit(samples[0], weights)
        print(f"round {turn + 1}: fitted {figures(samples[0], weights)}")
        print(f"         left out {figures(samples[1], weights)}", flush=True)
    gone = [s for s in samples[0] if s.known and s.meant[-1]]
    for sample in gone[:: max(1, len(gone) // 60)]:
        print(f"  not there: {sample.written!r} = {sample.expression}")
    if options.out:
        options.out.write_text(json.dumps(weights, indent=0, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
