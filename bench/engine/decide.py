"""Fit and measure the verdicts of the engine on numbers whose label is known.

    python -m bench.engine.decide --weights A.json B.json [--records FILE...] [--every N]
        [--out FILE]

The open corpus and files of records are cut in two halves of sources; each is scored with the
weights that the ranker was fitted to on the other (``bench.engine.fit --half``, A of half 0 and B
of half 1). The verdicts are then fitted and measured in folds of sources, so that no figure rests
on a text that anything was fitted to.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from threadpoolctl import threadpool_limits

from bench import records
from bench.analysts.build import FOLDER as YARDSTICKS
from bench.corpus import build
from bench.corpus.check import FOLDER, read
from bench.engine.sources import half_of, named
from bench.labelled import labels, tables
from bench.scoring import Record, table
from sidecar.binding.engine.candidates import agreement
from sidecar.binding.engine.crosses import FeatureWeights
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.signs import signs_of
from sidecar.binding.engine.texts import rank_numbers
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalog import catalogs
from sidecar.checks.numeric import extract_options
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers

_TREES, _LEAVES, _RATE = 200, 15, 0.06
_FOLDS = 5
_ALARMS = (0.01, 0.03)
_FLAGGED = 0.03  # of right numbers of the corpus
_SUPPORTED = 0.35
"""How probably wrong a number may be that is supported: of plain answers not a tenth is then left
open, and a sixteenth of the wrong numbers passes (docs/adr/0031-engine.md)."""

_CORPUS = "corpus"

Floats = NDArray[np.float64]


class Group(NamedTuple):
    """Records of one source.

    Attributes:
        of: The set that it belongs to.
        source: Its name, which decides on the half that it is in.
        records: The records.
        known: What is known of their columns.
    """

    of: str
    source: str
    records: Sequence[Record]
    known: records.Metadata


class LabelledNumbers(NamedTuple):
    """A number whose label is known, and what tells whether it is wrong."""

    of: str
    source: str
    text: str
    written: str
    is_wrong: bool
    error: str
    signs: Mapping[str, float]
    agrees: bool


def groups(files: Sequence[Path]) -> Iterator[Group]:
    """The open corpus, and files of records."""
    for file in sorted((FOLDER / "open").glob("*.yaml")):
        yield Group(_CORPUS, file.stem, list(build.records_of(read(file))), {})
    for file in files:
        name, known = file.name.partition(".")[0], records.metadata(file)
        is_ours = (YARDSTICKS / name.partition("_")[0]).exists() or name.startswith("analysts")
        sources: dict[str, list[Record]] = {}
        for record in records.read(file):
            source = record["domain"] if is_ours else named(name, record)
            sources.setdefault(source, []).append(record)
        for source, some in sources.items():
            yield Group(name, source, some, known)


def load(some: Sequence[Group], weights: Sequence[FeatureWeights]) -> list[LabelledNumbers]:
    """The numbers of groups, scored by weights that are fitted to the other half."""
    with ProcessPoolExecutor(2) as pool:
        return [one for each in pool.map(partial(_of_group, weights), some) for one in each]


def _of_group(weights: Sequence[FeatureWeights], group: Group) -> list[LabelledNumbers]:
    other = weights[1 - half_of(group.source)]
    found: list[LabelledNumbers] = []
    for _, some in groupby(group.records, key=lambda record: json.dumps(record["query_results"])):
        alike = list(some)
        evidence = EngineEvidence(catalogs(list(tables(alike[0], group.known))))
        for record in alike:
            found += _of_record(record, evidence, other, group)
    return found


def _of_record(
    record: Record, evidence: EngineEvidence, weights: FeatureWeights, group: Group
) -> Iterator[LabelledNumbers]:
    settings, text = NumericSettings(), Text(record["narrative"])
    claims = extract_numbers(text, extract_options(settings)).claims
    ranked = rank_numbers(text, claims, evidence, weights, settings)
    for claim, (target, one) in zip(claims, ranked, strict=True):
        found = labels(record, text, claim.number)
        start, end = (text.char_offset(at) for at in claim.number.span)
        gold: Mapping[str, Any] = next(
            (g for g in record["gold"] if g["start"] < end and start < g["end"]), {}
        )
        wrong = found == {"unsupported"}
        if found and ("wrong" not in record or wrong is (record["wrong"] is not None)):
            agrees = agreement(one.found, target)
            signs = signs_of(one, target, agrees, evidence)
            yield LabelledNumbers(
                group.of, group.source, record["id"], record["narrative"][start:end], wrong,
                gold.get("error") or gold.get("category") or "", signs, bool(agrees.any()),
            )  # fmt: skip


class Fitted(NamedTuple):
    """Boosted trees, and the names of what they are fitted to."""

    trees: HistGradientBoostingClassifier
    names: Sequence[str]

    def probabilities(self, items: Sequence[LabelledNumbers]) -> Floats:
        """How probably each number is wrong."""
        with threadpool_limits(1):  # several threads on busy cores wait for each other
            return np.asarray(self.trees.predict_proba(_matrix(items, self.names))[:, 1])


def fit(items: Sequence[LabelledNumbers]) -> Fitted:
    """Fit trees to the signs.

    Right and wrong numbers of a set count alike, and sets by the root of their size.
    """
    names = sorted({name for item in items for name in item.signs})
    sizes = Counter((i.of, i.is_wrong) for i in items)
    roots = {of: (sizes[of, True] + sizes[of, False]) ** 0.5 for of in {i.of for i in items}}
    count = np.array([roots[i.of] / sizes[i.of, i.is_wrong] for i in items])
    trees = HistGradientBoostingClassifier(
        max_iter=_TREES, max_leaf_nodes=_LEAVES, learning_rate=_RATE, min_samples_leaf=30,
        l2_regularization=5.0, max_features=0.5, max_bins=63, early_stopping=False, random_state=0,
    )  # fmt: skip
    wrong = np.array([i.is_wrong for i in items])
    with threadpool_limits(1):
        return Fitted(trees.fit(_matrix(items, names), wrong, count / count.mean()), names)


def _matrix(items: Sequence[LabelledNumbers], names: Sequence[str]) -> Floats:
    return np.array([[i.signs.get(n, 0.0) for n in names] for i in items])


def stored(fitted: Fitted) -> dict[str, Any]:
    """Trees as ``sidecar.binding.engine.trees`` reads them, with the inputs that they use."""
    trees = [each[0].nodes for each in fitted.trees._predictors]
    used = sorted(
        {int(at) for nodes in trees for at in nodes["feature_idx"][nodes["is_leaf"] == 0]}
    )
    place = {at: new for new, at in enumerate(used)}
    return {
        "names": [fitted.names[at] for at in used],
        "start": round(float(fitted.trees._baseline_prediction.ravel()[0]), 5),
        "depth": int(max(nodes["depth"].max() for nodes in trees)),
        "trees": [_tree(nodes, place) for nodes in trees],
    }


def _tree(nodes: Any, place: Mapping[int, int]) -> list[list[float]]:
    """The inputs, limits and left nodes of a tree, the right node of each behind its left one."""
    order, at = [0], 0
    while at < len(order):
        node = nodes[order[at]]
        if not node["is_leaf"]:
            order += [int(node["left"]), int(node["right"])]
        at += 1
    new = {old: place_ for place_, old in enumerate(order)}
    told = [nodes[old] for old in order]
    return [
        [-1 if n["is_leaf"] else place[int(n["feature_idx"])] for n in told],
        [float(f"{n['value']:.5g}") if n["is_leaf"] else float(n["num_threshold"]) for n in told],
        [0 if n["is_leaf"] else new[int(n["left"])] for n in told],
    ]


def out_of_fold(items: Sequence[LabelledNumbers]) -> Floats:
    """The same, each number by weights fitted to other sources."""
    sources = sorted({i.source for i in items})
    fold = {name: at % _FOLDS for at, name in enumerate(sources)}
    found = np.zeros(len(items))
    for one in range(_FOLDS):
        here = [at for at, i in enumerate(items) if fold[i.source] == one]
        rest = [i for i in items if fold[i.source] != one]
        found[here] = fit(rest).probabilities([items[at] for at in here])
    return found


def figures(
    items: Sequence[LabelledNumbers], p: Floats, at: Mapping[str, float]
) -> dict[str, object]:
    """Of one set: the area, at common borders what becomes of its numbers, and at its own."""
    wrong = np.array([i.is_wrong for i in items])
    agrees = np.array([i.agrees for i in items])
    flagged, supported = p >= at["contradicted"], agrees & (p <= at["supported"])
    row: dict[str, object] = {"right": int((~wrong).sum()), "wrong": int(wrong.sum())}
    row["area"] = round(auc(p, wrong), 3)
    for name, of in (("right", ~wrong), ("wrong", wrong)):
        row[f"{name} supported"] = round(float(supported[of].mean()), 3)
        row[f"{name} flagged"] = round(float(flagged[of].mean()), 3)
    for alarm in _ALARMS:
        top = float(np.quantile(p[~wrong], 1 - alarm))
        row[f"flagged at {alarm}"] = round(float((p[wrong] > top).mean()), 3)
    low = float(np.quantile(p[~wrong], 1 - _FLAGGED - 0.1))
    row["silent at .13"] = round(float((agrees & (p <= low))[wrong].mean()), 3)
    return row


_SUPPORT, _REFUTE = (0.2, 0.3, 0.4, 0.5, 0.6), (0.75, 0.8, 0.85, 0.9, 0.95)


def at_borders(items: Sequence[LabelledNumbers], p: Floats) -> dict[str, object]:
    """What becomes of right and wrong numbers of a set at several borders: supported, flagged."""
    wrong = np.array([i.is_wrong for i in items])
    agrees = np.array([i.agrees for i in items])
    row: dict[str, object] = {}
    for border in _SUPPORT:
        supported = agrees & (p <= border)
        row[f"supported to {border}"] = _both(supported, wrong)
    for border in _REFUTE:
        row[f"flagged from {border}"] = _both(p >= border, wrong)
    return row


def _both(some: NDArray[np.bool_], wrong: NDArray[np.bool_]) -> str:
    return f"{float(some[~wrong].mean()):.3f}/{float(some[wrong].mean()):.3f}"


def borders(right: Floats) -> dict[str, float]:
    """The borders: one that flags a fixed share of right numbers of the corpus, and a fixed one."""
    return {
        "contradicted": round(float(np.quantile(right, 1 - _FLAGGED)), 3),
        "supported": _SUPPORTED,
    }


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
    parser.add_argument("--records", nargs="*", type=Path, default=[])
    parser.add_argument("--every", type=int, default=1, help="of the records, each n-th")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(argv)
    weights = [FeatureWeights(json.loads(path.read_text())) for path in options.weights]
    some = [g._replace(records=g.records[:: options.every]) for g in groups(options.records)]
    items = load(some, weights)
    p = out_of_fold(items)
    at = _print(items, p)
    if options.out:
        found = {"borders": at, **stored(fit(items))}
        options.out.write_text(json.dumps(found, separators=(",", ":"), sort_keys=True) + "\n")
    return 0


def _print(items: Sequence[LabelledNumbers], p: Floats) -> dict[str, float]:
    """Print the figures of each set and of each kind of error; the borders that they are at."""
    corpus = np.array([i.of == _CORPUS for i in items])
    right = np.array([not i.is_wrong for i in items])
    at = borders(p[corpus & right])
    rows, shown = [], []
    for of in dict.fromkeys(i.of for i in items):
        here = np.array([i.of == of for i in items])
        own = [i for i in items if i.of == of]
        rows.append({"set": of, **figures(own, p[here], at)})
        shown.append({"set": of, **at_borders(own, p[here])})
    print(table(rows), table(shown), sep="\n")
    for kind, count in Counter(i.error for i in items if i.is_wrong).most_common():
        of_kind = np.array([i.is_wrong and i.error == kind for i in items])
        flagged = float((p[of_kind] >= at["contradicted"]).mean())
        print(f"  {kind}: {count} numbers, flagged {flagged:.3f}")
    return at


if __name__ == "__main__":
    sys.exit(main())
