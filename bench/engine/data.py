"""Numbers whose meaning is known, with all that they may be: what the ranker is fitted to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.analysts.tables import Table
from bench.corpus import marks
from bench.corpus.check import read
from bench.engine.gold import Meaning, meaning, meant
from bench.fit_data import tables as indexes
from sidecar.binding.context.tables.catalogs import catalogs
from sidecar.binding.engine.candidates import agreement
from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.quantities import Target, target_of
from sidecar.binding.engine.ranking import Ranked, Ranker
from sidecar.binding.engine.reading import Reading
from sidecar.binding.settings import NumericSettings
from sidecar.checks.numeric import reading
from sidecar.model.text import Text
from sidecar.text.claims import extract

_MOST = 1_500  # candidates of one number that are kept for fitting: the most probable ones


class Sample(NamedTuple):
    """A number, and what it may be.

    Attributes:
        text: The text that it stands in.
        written: As it is written.
        expression: What it means.
        parts: Names and values of the features of each part.
        of: The parts of each candidate, the last being "none of the evidence".
        meant: Whether each candidate is the meant one; none is where it is not among them.
        agrees: Whether each agrees with the number as it is written.
        known: Whether the meaning is one that the engine could find.
    """

    text: str
    written: str
    expression: str
    parts: Sequence[Sequence[tuple[str, float]]]
    of: np.ndarray
    meant: np.ndarray
    agrees: np.ndarray
    known: bool


def load(files: Sequence[Path], weights: Mapping[str, float]) -> list[Sample]:
    """The numbers of files of the corpus."""
    with ProcessPoolExecutor(2) as pool:
        return [one for each in pool.map(partial(_of_file, weights), files) for one in each]


def _of_file(weights: Mapping[str, float], file: Path) -> list[Sample]:
    case = read(file)
    record = {"query_results": case.results}
    evidence = Evidence(catalogs(list(indexes(record, {}))))
    return [
        one
        for answer in case.answers
        for one in samples(answer, case.tables, evidence, weights, file.parent.name)
    ]


def samples(
    answer: marks.Answer, tables: Mapping[str, Table], evidence: Evidence,
    weights: Mapping[str, float], name: str,
) -> Iterator[Sample]:  # fmt: skip
    """The numbers of one answer."""
    settings, text = NumericSettings(), Text(answer.text)
    claims = extract(text, reading(settings)).claims
    starts = text.char_offsets(claims.figures.starts).tolist()
    ends = text.char_offsets(claims.figures.ends).tolist()
    read_ = Reading(text, evidence, starts, ends)
    ranker = Ranker(evidence, read_, weights)
    targets = [target_of(claim.number, settings) for claim in claims]
    before: Ranked | None = None
    before_block, before_meant = -1, -1
    for place, target in enumerate(targets):
        k = min(read_.first[place], read_.size - 1)
        limits = limits_of(place, targets, read_)
        last = (before, before_meant) if before and read_.block[k] == before_block else None
        ranked = ranker.rank(place, target, limits, last)
        marked = [m for m in answer.numbers if m.start < ends[place] and starts[place] < m.end]
        told: Meaning | None = None
        if len(marked) == 1 and marked[0].expression != marks.NO_CLAIM:
            told = meaning(marked[0].expression, tables)
        known = told is not None and bool(told.formulas)
        right = (
            meant(ranked.found, told)
            if told is not None and known
            else np.zeros(ranked.found.value.size, np.bool_)
        )
        before, before_block = ranked, read_.block[k]
        before_meant = int(np.argmax(ranked.probabilities * right)) if right.any() else -1
        if len(marked) == 1:
            agrees = agreement(ranked.found, target)
            kept = np.argsort(-ranked.probabilities, kind="stable")[:_MOST]
            kept = np.union1d(kept, np.flatnonzero(right))
            of = ranked.parts.of[kept].astype(np.int32)
            none = np.full((1, of.shape[1]), -1, np.int32)
            none[0, 0] = ranked.parts.outside
            yield Sample(
                answer.text, marked[0].text, marked[0].expression, ranked.parts.features,
                np.concatenate((of, none)),
                np.append(right[kept], not right.any()), np.append(agrees[kept], False), known,
            )  # fmt: skip


def limits_of(place: int, targets: Sequence[Target], read_: Reading) -> list[float]:
    """The other numbers of the sentence of a number, which may be limits of a condition."""
    sentence = read_.sentence[min(read_.first[place], read_.size - 1)]
    return [
        targets[other].value
        for other in range(max(0, place - 3), min(len(targets), place + 4))
        if other != place and read_.sentence[min(read_.first[other], read_.size - 1)] == sentence
    ]
