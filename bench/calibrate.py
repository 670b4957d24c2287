"""Calibrate how probably a flagged number is wrong, and show how reliable that is elsewhere.

    python -m bench.calibrate [--write]      fitted to the open halves of tests/yardsticks and the
                                             numbers of VERIFYD_YARDSTICKS, shown on the held halves

Logistic regression over the features of ``sidecar.binding.certainty``, each set counting by the
root of its size. Prints what share of the flagged numbers is wrong in each tenth of the
probability, and at ``numeric.binding.error_at``. ``--write`` replaces ``certainty.yaml``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench import records
from bench.analysts import build, plain
from bench.fit_data import labels, tables
from bench.scoring import Record, ratio, table
from sidecar.binding import certainty
from sidecar.binding.certainty import FEATURES, features
from sidecar.binding.context.binder import ContextBinder
from sidecar.binding.settings import NumericSettings
from sidecar.checks.numeric import reading
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.text.claims import extract

_STEPS, _PULL = 30, 1.0
_BINS = 10

Floats = NDArray[np.float64]
_Job = tuple[str, Record, records.Metadata]


class Flagged(NamedTuple):
    """A flagged number of a labelled text.

    Attributes:
        dataset: The set it belongs to.
        wrong: Its label.
        features: Those of ``certainty``.
    """

    dataset: str
    wrong: bool
    features: tuple[float, ...]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.calibrate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--write", action="store_true", help="replace certainty.yaml")
    options = parser.parse_args(argv)
    weights = fit(flagged("open"))
    print("weights:", {name: round(float(w), 2) for name, w in zip(FEATURES, weights, strict=True)})
    held = flagged("held")
    print(f"\n{table(reliability(held, weights))}")
    print(f"\n{table(precision(held, weights, NumericSettings().binding.error_at))}")
    if options.write:
        _write(weights)
    return 0


def flagged(split: str) -> list[Flagged]:
    """The flagged numbers of the sets of one half; the open one has those of others besides."""
    jobs: list[_Job] = [(f"plain_{split}", one, {}) for one in plain.build(split)]
    for name in build.SETS:
        jobs += [(f"{name}_{split}", one, {}) for one in build.build(split, name)]
    for file in records.yardsticks() if split == "open" else ():
        shared = records.metadata(file)
        numbers = filter(_has_labelled_numbers, records.read(file))
        jobs += [(file.name.split(".")[0], one, shared) for one in numbers]
    with ProcessPoolExecutor() as pool:
        return [one for found in pool.map(_flagged, jobs, chunksize=8) for one in found]


def _has_labelled_numbers(record: Record) -> bool:
    """Whether a record tells which numbers of its text are right; sets of numbers alone do not."""
    golds = record.get("gold", ()) if "spec" not in record else ()
    return any(gold["kind"] == "number" for gold in golds)


def _flagged(job: _Job) -> list[Flagged]:
    return list(_of(*job))


def _of(name: str, record: Record, metadata: records.Metadata) -> Iterator[Flagged]:
    settings, text = NumericSettings(), Text(record["narrative"])
    claims = extract(text, reading(settings)).claims
    results = list(tables(record, metadata))
    bounds = list(ContextBinder(settings, text, results, Detail.BINDINGS).bind(claims))
    for bound in bounds:
        told = labels(record, text, bound.binding.claim.number)
        wrong = "unsupported" in told
        if bound.doubt is not None and told and (wrong or _tells_right(record)):
            yield Flagged(name, wrong, features(bound.doubt))


def _tells_right(record: Record) -> bool:
    """Whether the right numbers of a record count: once, where it has versions with errors."""
    return record.get("wrong") is None


def fit(items: Sequence[Flagged]) -> Floats:
    """The weights of most likelihood (Newton's method, with a faint pull to nothing)."""
    x, y = _arrays(items)
    names, sizes = np.unique([item.dataset for item in items], return_counts=True)
    of_set = dict(zip(names.tolist(), sizes.tolist(), strict=True))
    counts = np.array([of_set[item.dataset] ** -0.5 for item in items])
    counts *= len(items) / counts.sum()
    weights = np.zeros(x.shape[1])
    pull = np.full(x.shape[1], _PULL)
    pull[0] = 0.0
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-x @ weights))
        gradient = x.T @ (counts * (y - p)) - pull * weights
        curvature = (x.T * (counts * p * (1 - p))) @ x + np.diag(pull)
        weights += np.linalg.solve(curvature, gradient)
    return weights


def _arrays(items: Sequence[Flagged]) -> tuple[Floats, Floats]:
    x = np.array([item.features for item in items])
    return x, np.array([float(item.wrong) for item in items])


def _probabilities(items: Sequence[Flagged], weights: Floats) -> tuple[Floats, Floats]:
    x, y = _arrays(items)
    return 1 / (1 + np.exp(-x @ weights)), y


def reliability(items: Sequence[Flagged], weights: Floats) -> list[dict[str, object]]:
    """For each tenth of the probability: how many numbers, and how many of them are wrong."""
    p, y = _probabilities(items, weights)
    rows = []
    for low in range(_BINS):
        chosen = np.minimum((p * _BINS).astype(int), _BINS - 1) == low
        if count := int(chosen.sum()):
            mean, wrong = round(float(p[chosen].mean()), 3), ratio(int(y[chosen].sum()), count)
            told = f"{low / _BINS:.1f}–{(low + 1) / _BINS:.1f}"
            rows.append({"probability": told, "numbers": count, "mean": mean, "wrong": wrong})
    return rows


def precision(items: Sequence[Flagged], weights: Floats, at: float) -> list[dict[str, object]]:
    """For each set: how many flagged numbers are wrong, and how many of those that are errors."""
    p, y = _probabilities(items, weights)
    sets = np.array([item.dataset for item in items])
    rows = []
    for name in sorted(set(sets.tolist())):
        here = sets == name
        errors = here & (p >= at)
        rows.append(
            {
                "set": name,
                "flagged": int(here.sum()),
                "wrong": ratio(int(y[here].sum()), int(here.sum())),
                f"errors (≥ {at})": int(errors.sum()),
                "wrong among errors": ratio(int(y[errors].sum()), int(errors.sum())),
            }
        )
    return rows


def _write(weights: Floats) -> None:
    lines = certainty.FILE.read_text("utf-8").splitlines(keepends=True)
    head = "".join(line for line in lines if line.startswith("#"))
    fitted = {name: round(float(w), 2) for name, w in zip(FEATURES, weights, strict=True)}
    certainty.FILE.write_text(f"{head}{json.dumps(fitted, indent=2)}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
