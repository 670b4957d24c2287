"""What is each group of the ranker's features worth, on files that are left out?

    python -m bench.engine.ablate [--only GROUP...] [--folds 5]

The open half of the corpus is shared out in parts; weights are fitted to the others without one
group of features, and rank the numbers of the first part. A group without which "first" and
"area" stay what they are does not earn its lines.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

import numpy as np

from bench.corpus.check import FOLDER
from bench.engine.data import LabelOutcome, load
from bench.engine.fit import fit
from bench.engine.measure import area
from bench.engine.sources import sources
from bench.scoring import table
from sidecar.binding.engine.binder import shipped
from sidecar.binding.engine.crosses import STATED

_PAIRED = " / "  # what parts a formula from the property that it is paired with
_BESIDE = " of the number "  # in features that say what a number shares with the one beside it
_FEWEST = 3  # features of a group that is looked at


def group_of(feature: str) -> str:
    """The group of a feature: the property that a formula is paired with, or its first word."""
    if _BESIDE in feature:
        return "beside another number"
    _, paired, what = feature.partition(_PAIRED)
    if what in STATED:
        return "stated nearby"
    if not paired:
        return feature.partition(" ")[0]
    name, _, level = what.partition(":")
    return name if level else name.partition(" ")[0]


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine.ablate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--only", nargs="*", default=[], help="groups; default: the largest")
    parser.add_argument("--folds", type=int, default=5)
    options = parser.parse_args(argv)
    every = [one for file in sorted((FOLDER / "open").glob("*.yaml")) for one in sources(file)]
    names, samples, _ = load(every, shipped())
    left_out = every[:: options.folds]
    out = {one.name for one in left_out}
    kept = [sample for sample in samples if sample.source not in out]
    sizes = Counter(map(group_of, names))
    groups = options.only or [name for name, size in sizes.most_common() if size >= _FEWEST]
    rows = []
    for group in ["", *groups]:
        some = {name for name in names if group_of(name) == group}
        weights = fit(names, kept, {}, without=some)
        outcomes = load(left_out, weights)[2]
        rows.append({"without": group or "nothing", "features": len(some), **_figures(outcomes)})
        print(table(rows[-1:]))
    print(table(rows))


def _figures(outcomes: Sequence[LabelOutcome]) -> dict[str, object]:
    known = [one for one in outcomes if one.known]
    return {
        "first": round(float(np.mean([one.first for one in known])), 3),
        "probability": round(float(np.mean([one.probability for one in known])), 3),
        "area": round(area(outcomes), 3),
    }


if __name__ == "__main__":
    main()
