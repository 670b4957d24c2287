"""Fit and measure the verdicts of the engine on numbers whose label is known.

    python -m bench.engine.decide --weights A.json B.json [--out FILE]

The open corpus is cut in two halves of files; each is scored with the weights that the ranker was
fitted to on the other. The verdicts are then fitted and measured in folds of files, so that no
figure rests on a text that anything was fitted to.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.corpus import build
from bench.corpus.check import FOLDER, read
from bench.fit_data import labels, tables
from bench.scoring import table
from sidecar.binding.context.tables.catalogs import catalogs
from sidecar.binding.engine.candidates import agreement
from sidecar.binding.engine.crosses import Weights
from sidecar.binding.engine.decision import signs_of
from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.texts import rank_numbers
from sidecar.binding.settings import NumericSettings
from sidecar.checks.numeric import reading
from sidecar.model.text import Text
from sidecar.text.claims import extract

_RIDGE = 0.02
_FOLDS = 5
_ALARMS = (0.01, 0.03)
_FLAGGED, _OPEN = 0.03, 0.12  # of right numbers: about what docs/adr/0031-engine.md asks for

Floats = NDArray[np.float64]


class Labelled(NamedTuple):
    """A number whose label is known, and what tells whether it is wrong."""

    file: str
    text: str
    written: str
    error: str
    signs: Mapping[str, float]
    agrees: bool


def load(files: Sequence[Path], weights: Weights) -> list[Labelled]:
    """The numbers of files of the corpus, right and wrong."""
    with ProcessPoolExecutor(2) as pool:
        return [one for each in pool.map(partial(_of_file, weights), files) for one in each]


def _of_file(weights: Weights, file: Path) -> list[Labelled]:
    case = read(file)
    evidence = Evidence(catalogs(list(tables({"query_results": case.results}, {}))))
    found: list[Labelled] = []
    for record in build.records_of(case):
        found += _of_record(record, evidence, weights, file.name)
    return found


def _of_record(
    record: build.Record, evidence: Evidence, weights: Weights, file: str
) -> Iterator[Labelled]:
    settings, text = NumericSettings(), Text(record["narrative"])
    claims = extract(text, reading(settings)).claims
    ranked = rank_numbers(text, claims, evidence, weights, settings)
    for claim, (target, one) in zip(claims, ranked, strict=True):
        found = labels(record, text, claim.number)
        start, end = (text.char_offset(at) for at in claim.number.span)
        error = next(
            (g["error"] for g in record["gold"] if g["start"] < end and start < g["end"]), ""
        )
        wrong = found == {"unsupported"}
        if found and wrong is (record["wrong"] is not None):
            agrees = agreement(one.found, target)
            yield Labelled(
                file, record["id"], record["narrative"][start:end], error,
                signs_of(one, target, agrees), bool(agrees.any()),
            )  # fmt: skip


def fit(items: Sequence[Labelled]) -> dict[str, float]:
    """The weights of the signs: logistic regression, right and wrong numbers counting alike."""
    names = ["bias", *sorted({name for item in items for name in item.signs})]
    x, y = _matrix(items, names), np.array([bool(i.error) for i in items])
    count = np.where(y, 0.5 / max(1, y.sum()), 0.5 / max(1, (~y).sum()))
    scale = np.maximum(x.std(0), 1e-6)
    scale[0] = 1.0

    def loss(w: Floats) -> tuple[float, Floats]:
        z = (x / scale) @ w
        value = (count * np.logaddexp(0, np.where(y, -z, z))).sum() + _RIDGE * (w[1:] @ w[1:]) / 10
        slope = count * (1 / (1 + np.exp(-z)) - y)
        pull = np.concatenate(([0.0], 2 * _RIDGE * w[1:] / 10))
        return float(value), (x / scale).T @ slope + pull

    found = minimize(
        loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", options={"maxiter": 500}
    )
    return {n: round(float(v), 4) for n, v in zip(names, found.x / scale, strict=True)}


def _matrix(items: Sequence[Labelled], names: Sequence[str]) -> Floats:
    return np.array([[1.0, *(i.signs.get(n, 0.0) for n in names[1:])] for i in items])


def probabilities(items: Sequence[Labelled], weights: Mapping[str, float]) -> Floats:
    """How probably each number is wrong."""
    names = ["bias", *(n for n in weights if n != "bias")]
    z = _matrix(items, names) @ np.array([weights[n] for n in names])
    return np.asarray(1 / (1 + np.exp(-z)))


def out_of_fold(items: Sequence[Labelled]) -> Floats:
    """The same, each number by weights fitted to other files."""
    files = sorted({i.file for i in items})
    fold = {name: at % _FOLDS for at, name in enumerate(files)}
    found = np.zeros(len(items))
    for one in range(_FOLDS):
        here = [at for at, i in enumerate(items) if fold[i.file] == one]
        rest = [i for i in items if fold[i.file] != one]
        found[here] = probabilities([items[at] for at in here], fit(rest))
    return found


def figures(items: Sequence[Labelled], p: Floats) -> list[dict[str, object]]:
    """At borders that flag a given share of right numbers: what is caught, silent, matched."""
    wrong = np.array([bool(i.error) for i in items])
    agrees = np.array([i.agrees for i in items])
    rows: list[dict[str, object]] = []
    for alarm in _ALARMS:
        top = float(np.quantile(p[~wrong], 1 - alarm))
        for open_ in (0.05, 0.1, 0.2):
            low = float(np.quantile(p[~wrong], 1 - alarm - open_))
            supported = agrees & (p <= low)
            rows.append(
                {
                    "right flagged": alarm, "right not covered": open_,
                    "right supported": round(float(supported[~wrong].mean()), 3),
                    "wrong flagged": round(float((p[wrong] > top).mean()), 3),
                    "wrong silent": round(float(supported[wrong].mean()), 3),
                }
            )  # fmt: skip
    return rows


def borders(right: Floats) -> dict[str, float]:
    """The borders that flag, and leave not covered, fixed shares of the right numbers."""
    shares = {"contradicted": _FLAGGED, "supported": _FLAGGED + _OPEN}
    return {name: round(float(np.quantile(right, 1 - s)), 3) for name, s in shares.items()}


def auc(p: Floats, wrong: NDArray[np.bool_]) -> float:
    """The chance that a wrong number is more probably wrong than a right one."""
    order = np.argsort(p, kind="stable")
    rank = np.empty(p.size)
    rank[order] = np.arange(1, p.size + 1)
    n = int(wrong.sum())
    return float((rank[wrong].sum() - n * (n + 1) / 2) / max(1, n * (p.size - n)))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine.decide", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--weights", nargs=2, type=Path, required=True)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(argv)
    files = sorted((FOLDER / "open").glob("*.yaml"))
    first, second = (Weights(json.loads(path.read_text())) for path in options.weights)
    items = load(files[::2], second) + load(files[1::2], first)
    p, wrong = out_of_fold(items), np.array([bool(i.error) for i in items])
    print(f"{len(items)} numbers, {wrong.sum()} wrong, AUC {auc(p, wrong):.3f}")
    print(table(figures(items, p)))
    kinds = sorted({i.error for i in items} - {""})
    top = float(np.quantile(p[~wrong], 0.97))
    for kind in kinds:
        of = np.array([i.error == kind for i in items])
        print(f"  {kind}: {of.sum()} numbers, flagged {float((p[of] > top).mean()):.3f}")
    if options.out:
        stored = {"weights": fit(items), "borders": borders(p[~wrong])}
        options.out.write_text(json.dumps(stored, indent=0, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
