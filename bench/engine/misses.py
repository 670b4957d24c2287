"""Say what the engine does not find of numbers whose meaning is known, and what it prefers to it.

    python -m bench.engine.misses FILE... [--weights FILE] [--examples N] [--only WORD]

Of each number: whether the intended candidate is among the candidates; where it is not, whether a
row set, a measure or only the formula is missing; where it is, its rank and what comes first. By
family, with examples.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.analysts.tables import slug
from bench.corpus.check import CorpusCase, read
from bench.engine.data import LabelledText, labelled
from bench.engine.operands import Operand, operands
from bench.engine.sources import Story, sources
from bench.labelled import tables as indexes
from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.binder import shipped
from sidecar.binding.engine.evidence import EngineEvidence, TableView
from sidecar.binding.engine.formulas import FORMULAS
from sidecar.binding.engine.links import RowSet
from sidecar.binding.engine.ranking import FeatureWeights, RankedCandidates
from sidecar.binding.tables.catalog import Catalog, catalogs

_AROUND = 160  # code points of the text that are shown before a number

Cells = frozenset[tuple[int, int, int]]
"""Table, row and column of each cell; the column is -1 where rows alone count."""
_LEAST_SHOWN, _MOST_SHOWN = 0.05, 12  # weights of features that are listed


class Miss(NamedTuple):
    """What became of one number.

    Attributes:
        family: The family of what it means.
        kind: "first", "later" (with its rank), or what is missing.
        rank: How many candidates are more probable; -1 where it is not there.
        text: The number in its text.
        expression: What it means.
        preferred: What comes first instead.
        rows: Whether that is of the intended rows.
        gained, lost: The features that the first one alone has, and the intended one alone.
    """

    family: str
    kind: str
    rank: int
    text: str
    expression: str
    preferred: str
    rows: bool = False
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class _Tables:
    """The tables of a case as the engine sees them and as expressions do."""

    def __init__(self, case: CorpusCase) -> None:
        self._indexes = list(indexes({"query_results": case.results}, {}))
        self.catalogs: Sequence[Catalog] = catalogs(self._indexes)
        self.evidence = EngineEvidence(self.catalogs)
        self.aggregates = Aggregates(self.evidence)
        self.case = case
        self.place = {name: at for at, name in enumerate(case.tables)}

    def intended(self, one: Operand) -> Cells:
        """The cells of an operand that hold something."""
        table = self.place[one.table]
        columns = [slug(str(c.name)) for c in self.catalogs[table].table.columns]
        if not one.column:
            return frozenset((table, row, -1) for row in one.rows)
        at = columns.index(one.column)
        data = self.catalogs[table].table.data[at]
        return frozenset((table, row, at) for row in one.rows if data[row] is not None)

    def found(self, one: RowSet, measures: Iterable[int]) -> Iterator[tuple[int, Cells]]:
        """The cells of a row set and each of some measures of its view; -1 for its rows."""
        view = self.evidence.views[one.view]
        rows = self.aggregates.rows(one)
        table_rows = view.table_rows[rows].tolist()
        yield -1, frozenset((view.table, row, -1) for row in table_rows)
        for place in measures:
            measure = self.evidence.measures[place]
            known = ~np.isnan(measure.values[rows])
            columns = self._columns_of(view, measure.column, rows)
            yield (
                place,
                frozenset(
                    (view.table, row, column)
                    for row, column, there in zip(table_rows, columns, known, strict=True)
                    if there
                ),
            )

    def _columns_of(self, view: TableView, column: int, rows: np.ndarray) -> Sequence[int]:
        catalog = self.catalogs[view.table]
        if view.rows == catalog.rows:
            return [column] * len(rows)
        by_period = {c.period: c.place for c in catalog.family(catalog.columns[column])}
        turned = view.dimensions[-1]
        told = turned.periods or []
        return [by_period.get(told[turned.codes[row]], -1) for row in rows.tolist()]


def misses(weights: Mapping[str, float], file: Path) -> tuple[list[Miss], float, int]:
    """What became of the known numbers of a file, the CPU seconds, and of how many numbers."""
    known = _Tables(read(file))
    found: list[Miss] = []
    spent, numbers = 0.0, 0
    compiled = FeatureWeights(weights)
    (source,) = sources(file)
    for story in source.records[0][1]:
        began = time.process_time()
        told = list(labelled(story, known.evidence, compiled))
        spent += time.process_time() - began
        numbers += len(told)
        found += [_miss(one, story, known, weights) for one in told if one.meaning is not None]
    return found, spent, numbers


def _miss(one: LabelledText, story: Story, known: _Tables, weights: Mapping[str, float]) -> Miss:
    assert one.meaning is not None
    families = Counter(FORMULAS[f].family for f in sorted(one.meaning.formulas))
    family = next(iter(families))
    ranked = one.ranked
    rank = _rank(one)
    kind = "first" if not rank else "later" if rank > 0 else _missing(one, known)
    text = (
        story.text[max(0, one.mark.start - _AROUND) : one.mark.start]
        + f"[[{one.mark.text}]]"
        + story.text[one.mark.end : one.mark.end + _AROUND // 4]
    ).replace("\n", "⏎")
    gained, lost = _told_apart(ranked, one.right, weights) if rank > 0 else ((), ())
    return Miss(
        family, kind, rank, text, one.mark.expression, _described(ranked, known),
        _has_rows(one, known), gained, lost,
    )  # fmt: skip


def _has_rows(one: LabelledText, known: _Tables) -> bool:
    """Whether the most probable candidate is of the first operand's rows."""
    ranked, at = one.ranked, one.ranked.best
    if at < 0:
        return False
    wanted = next((known.intended(o) for o in operands(one.mark.expression, known.case.tables)), ())
    measures = [int(m) for m in {ranked.found.column[at]} if m >= 0]
    sets = [
        ranked.links.sets[s] for s in (ranked.found.rows[at], ranked.found.second[at]) if s >= 0
    ]
    return any(
        _rows(cells) == _rows(frozenset(wanted))
        for s in sets
        for _, cells in known.found(s, measures)
    )


def _rank(one: LabelledText) -> int:
    if not one.right.any():
        return -1
    p = one.ranked.probabilities
    best = float((p * one.right).max())
    return int((p > best).sum() + (one.ranked.outside > best))


def _missing(one: LabelledText, known: _Tables) -> str:
    expression, tables = one.mark.expression, known.case.tables
    told = [cells for o in operands(expression, tables) if (cells := known.intended(o))]
    cells_found = _linked(one, known)
    together = frozenset().union(*told)
    gone = [cells for cells in told if cells not in cells_found]
    if not gone or together in cells_found:
        return "formula missing"
    rows_found = {_rows(cells) for cells in cells_found}
    lacks = [cells for cells in gone if _rows(cells) not in rows_found]
    if not lacks or _rows(together) in rows_found:
        return "measure missing"
    return "row set missing" if lacks[0] == told[0] else "second row set missing"


def _linked(one: LabelledText, known: _Tables) -> set[Cells]:
    """The cells of all row sets and measures that a number is linked with."""
    links = one.ranked.links
    linked = {view: [c.measure for c in columns] for view, columns in links.columns.items()}
    return {cells for each in links.sets for _, cells in known.found(each, linked[each.view])}


def _rows(cells: Cells) -> frozenset[tuple[int, int]]:
    return frozenset((table, row) for table, row, _ in cells)


def _told_apart(
    ranked: RankedCandidates, right: np.ndarray, weights: Mapping[str, float]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The features with weights that the first and the intended candidate do not share."""
    parts, best = ranked.parts, int((ranked.probabilities * right).argmax())

    known = parts.features

    def features(places: Iterable[int]) -> dict[str, float]:
        found: dict[str, float] = {}
        for place in places:
            for name, value in known[place] if place >= 0 else ():
                found[name] = found.get(name, 0.0) + weights.get(name, 0.0) * value
        return found

    def own(one: Mapping[str, float], other: Mapping[str, float]) -> tuple[str, ...]:
        heaviest = sorted(one, key=lambda name: -abs(one[name]))
        unshared = [n for n in heaviest if n not in other and abs(one[n]) > _LEAST_SHOWN]
        return tuple(f"{name} {one[name]:+.1f}" for name in unshared[:_MOST_SHOWN])

    is_outside = ranked.outside > ranked.probabilities.max()
    mine = features([parts.outside] if is_outside else parts.of[ranked.best].tolist())
    theirs = features(parts.of[best].tolist())
    return own(mine, theirs), own(theirs, mine)


def _described(ranked: RankedCandidates, known: _Tables) -> str:
    """The most probable candidate in words."""
    if not ranked.probabilities.size or ranked.outside > ranked.probabilities.max():
        return "none of the evidence"
    at, found = ranked.best, ranked.found
    parts = [FORMULAS[found.formula[at]].name]
    if found.column[at] >= 0:
        measure = known.evidence.measures[found.column[at]]
        parts.append(str(known.catalogs[known.evidence.views[measure.view].table].table.columns[
            measure.column].name))  # fmt: skip
    parts.append(_called(ranked.links.sets[found.rows[at]], known))
    if found.second[at] >= 0:
        parts.append("vs " + _called(ranked.links.sets[found.second[at]], known))
    return " ".join(parts)


def _called(one: RowSet, known: _Tables) -> str:
    view = known.evidence.views[one.view]
    named = [
        "|".join(dimension.labels[c] for c in codes[:3])
        for dimension, codes in zip(view.dimensions, one.options, strict=True)
        if codes is not None
    ]
    return f"[{view.place}: {', '.join(named)}]"


_MISSING = ("row set missing", "second row set missing", "measure missing", "formula missing")


def report(found: Sequence[Miss]) -> Iterator[str]:
    """The summary by family."""
    by_family: defaultdict[str, list[Miss]] = defaultdict(list)
    for one in found:
        by_family[one.family].append(one)
    yield " " * 14 + "  known  there  first   rows  rows-  2nd-  col-  form-"
    families = sorted(by_family.items(), key=lambda each: -len(each[1]))
    for family, some in [("all", list(found)), *families]:
        n = len(some)
        there = sum(one.rank >= 0 for one in some) / n
        first = sum(one.rank == 0 for one in some) / n
        gone = Counter(one.kind for one in some)
        yield (
            f"{family:14} {n:6} {there:6.3f} {first:6.3f} {sum(m.rows for m in some) / n:6.3f} "
            + " ".join(f"{gone[kind]:5}" for kind in _MISSING)
        )


def show_misses(found: Sequence[Miss], examples: int, only: str) -> Iterator[str]:
    """Examples of each kind of miss."""
    for kind in (*_MISSING, "later"):
        some = [m for m in found if m.kind == kind and only in f"{m.kind} {m.family}"]
        for one in some[:: max(1, len(some) // max(1, examples))][:examples]:
            yield f"\n--- {kind}, {one.family}" + (f", rank {one.rank}" if one.rank > 0 else "")
            yield f"  {one.text}\n  intended {one.expression}\n  first    {one.preferred}"
            if one.gained or one.lost:
                yield f"  its own  {', '.join(one.gained)}\n  intended {', '.join(one.lost)}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.engine.misses", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--examples", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args(argv)
    weights = json.loads(options.weights.read_text()) if options.weights else shipped()
    with ProcessPoolExecutor(2) as pool:
        told = list(pool.map(partial(misses, weights), options.files))
    found = [m for some, _, _ in told for m in some]
    for line in (*report(found), *show_misses(found, options.examples, options.only)):
        print(line)
    seconds, numbers = sum(s for _, s, _ in told), sum(n for _, _, n in told)
    print(f"\n{1000 * seconds / max(1, numbers):.2f} ms of CPU for each of {numbers} numbers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
