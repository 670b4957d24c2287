"""Fit the weights of the ranker to numbers whose meaning is known, and print what they do.

    python -m bench.engine.fit [FILE...] [--more FILE...] [--folds N | --half N] [--out FILE]

Sources are shared out in so many parts; weights that are fitted to the others rank the numbers of
each part that is left out. Without FILEs the open half of the corpus. With --out the weights fitted
to all are written.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from bench.corpus.check import FOLDER
from bench.engine.data import LabelOutcome, Sample, load
from bench.engine.measure import table
from bench.engine.sources import TrainingSource, half_of, sources
from sidecar.binding.engine.binder import shipped

_RIDGE = 1.0
_STEPS = 300
_LABELLED = 0.5  # what a number counts of which only the label is known
_LEAST = 5e-3  # weights nearer to zero are left out


class _Problem(NamedTuple):
    """Samples as matrices.

    Attributes:
        features: Of each part. Shape (parts, features).
        parts: Of each candidate. Shape (candidates, parts).
        first, sizes: The first candidate of each number, and how many it has.
        right: Whether each candidate is the intended one.
        drawn: What each stands for, as a logarithm.
        counts: How much each number counts.
    """

    features: sparse.csr_matrix
    parts: sparse.csr_matrix
    first: np.ndarray
    sizes: np.ndarray
    right: np.ndarray
    drawn: np.ndarray
    counts: np.ndarray

    def loss(self, w: np.ndarray, ridge: float) -> tuple[float, np.ndarray]:
        """How improbable what is intended is, and the slope of that."""
        score = self.parts @ (self.features @ w) + self.drawn
        score -= np.repeat(np.maximum.reduceat(score, self.first), self.sizes)
        e = np.exp(score)
        whole = np.add.reduceat(e, self.first)
        told = np.maximum(np.add.reduceat(e * self.right, self.first), 1e-30)
        slope = e * np.repeat(1 / whole, self.sizes)
        slope -= e * self.right * np.repeat(1 / told, self.sizes)
        slope *= np.repeat(self.counts, self.sizes)
        return (
            float(np.log(whole / told) @ self.counts + ridge * (w @ w)),
            self.features.T @ (self.parts.T @ slope) + 2 * ridge * w,
        )


def _problem(width: int, samples: Sequence[Sample]) -> _Problem:
    parts = np.cumsum([0, *(len(s.first) - 1 for s in samples)])
    told = np.concatenate([[0], *(np.diff(s.first) for s in samples)]).cumsum()
    values = np.concatenate([s.values for s in samples]).astype(np.float64)
    places = np.concatenate([s.features for s in samples])
    of = [s.of + at for s, at in zip(samples, parts[:-1].tolist(), strict=True)]
    widths = np.concatenate([np.full(len(each), each.shape[1]) for each in of])
    used = np.concatenate([each.ravel() for each in of])
    ends = np.concatenate([[0], widths]).cumsum()
    sizes = np.array([len(each) for each in of])
    return _Problem(
        sparse.csr_matrix((values, places, told), (int(parts[-1]), width)),
        sparse.csr_matrix(
            (np.ones(used.size, np.float32), used, ends), (widths.size, int(parts[-1]))
        ),
        np.cumsum(sizes) - sizes,
        sizes,
        np.concatenate([s.right for s in samples]),
        np.concatenate([s.drawn for s in samples]).astype(np.float64),
        np.array([1.0 if s.has_meaning else _LABELLED for s in samples]),
    )


def fit(
    names: Sequence[str], samples: Sequence[Sample], start: Mapping[str, float],
    ridge: float = _RIDGE, without: Set[str] = frozenset(),
) -> dict[str, float]:  # fmt: skip
    """The weights that make what is intended most probable, less a penalty of their squares.

    Features of ``without`` weigh nothing.
    """
    problem = _problem(len(names), samples)
    used = sparse.diags([float(name not in without) for name in names])
    problem = problem._replace(features=(problem.features @ used).tocsr())
    w0 = np.array([start.get(name, 0.0) for name in names])
    found = minimize(
        problem.loss, w0, (ridge,), jac=True, method="L-BFGS-B",
        options={"maxiter": _STEPS, "maxcor": 20, "ftol": 1e-7, "gtol": 1e-3},
    )  # fmt: skip
    print(f"  {found.nit} steps, loss {found.fun / len(samples):.3f} a number", file=sys.stderr)
    return {
        name: round(float(w), 2) for name, w in zip(names, found.x, strict=True) if abs(w) > _LEAST
    }


def _ranked(
    told: Sequence[TrainingSource], names: Sequence[str], samples: Sequence[Sample],
    weights: Mapping[str, float], options: argparse.Namespace,
) -> Mapping[str, Sequence[LabelOutcome]]:  # fmt: skip
    """How weights fitted to the other parts rank each part, and some of what they are fitted to."""
    trained: list[LabelOutcome] = []
    left_out: list[LabelOutcome] = []
    for part in range(options.folds if options.only is None else options.only):
        out = {one.name for one in told[part :: options.folds]}
        own = fit(names, [s for s in samples if s.source not in out], weights, options.ridge)
        left_out += load(told[part :: options.folds], own)[2]
        if not part:
            some = [one for one in told if one.name not in out]
            trained = load(some[:: options.folds], own)[2]
    return {"fitted": trained, "left out": left_out}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine.fit", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument(
        "--more", nargs="*", type=Path, default=[], help="fitted to, never left out"
    )
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--only", type=int, help="leave out so many of the parts alone, or none")
    parser.add_argument(
        "--half", type=int, choices=(0, 1), help="fit to this half of the sources alone"
    )
    parser.add_argument("--ridge", type=float, default=_RIDGE)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(argv)
    files = sorted(options.files) or sorted((FOLDER / "open").glob("*.yaml"))
    told = [one for file in files for one in sources(file)]
    more = [one for file in sorted(options.more) for one in sources(file)]
    if options.half is not None:
        told, more = ([s for s in some if half_of(s.name) == options.half] for some in (told, more))
    weights: Mapping[str, float] = shipped()
    clock = time.perf_counter()
    for turn in range(options.rounds):
        names, samples, _ = load([*told, *more], weights)
        print(f"{len(samples)} numbers, {len(names)} features", file=sys.stderr)
        if turn < options.rounds - 1 or options.out:
            weights = fit(names, samples, weights, options.ridge)
    if options.out:
        options.out.write_text(json.dumps(weights, indent=0, sort_keys=True) + "\n")
    if options.half is None:
        print(table(_ranked(told, names, samples, weights, options)))
    print(f"{time.perf_counter() - clock:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
