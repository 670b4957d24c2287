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


class Labelled(NamedTuple):
    """A number of an answer, what it may be, and what it means.

    Attributes:
        mark: How the writer marked it.
        target: The number.
        ranked: What it may be.
        meaning: What it means; None where the engine has no way to compute that.
        right: Which candidates are the meant one.
    """

    mark: marks.Marked
    target: Target
    ranked: Ranked
    meaning: Meaning | None
    right: np.ndarray


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
        one for answer in case.answers for one in samples(answer, case.tables, evidence, weights)
    ]


def samples(
    answer: marks.Answer, tables: Mapping[str, Table], evidence: Evidence,
    weights: Mapping[str, float],
) -> Iterator[Sample]:  # fmt: skip
    """The numbers of one answer, with the most probable of their candidates."""
    for one in labelled(answer, tables, evidence, weights):
        found, parts = one.ranked.found, one.ranked.parts
        kept = np.argsort(-one.ranked.probabilities, kind="stable")[:_MOST]
        kept = np.union1d(kept, np.flatnonzero(one.right))
        of = parts.of[kept].astype(np.int32)
        none = np.full((1, of.shape[1]), -1, np.int32)
        none[0, 0] = parts.outside
        yield Sample(
            answer.text, one.mark.text, one.mark.expression, parts.features,
            np.concatenate((of, none)), np.append(one.right[kept], not one.right.any()),
            np.append(agreement(found, one.target)[kept], False), one.meaning is not None,
        )  # fmt: skip


def labelled(
    answer: marks.Answer, tables: Mapping[str, Table], evidence: Evidence,
    weights: Mapping[str, float],
) -> Iterator[Labelled]:  # fmt: skip
    """The numbers of one answer that carry one mark each."""
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
        if told is not None and not told.formulas:
            told = None
        right = np.zeros(ranked.found.value.size, np.bool_)
        if told is not None:
            right = meant(ranked.found, told)
        before, before_block = ranked, read_.block[k]
        before_meant = int(np.argmax(ranked.probabilities * right)) if right.any() else -1
        if len(marked) == 1:
            yield Labelled(marked[0], target, ranked, told, right)


def limits_of(place: int, targets: Sequence[Target], read_: Reading) -> list[float]:
    """The other numbers of the sentence of a number, which may be limits of a condition."""
    sentence = read_.sentence[min(read_.first[place], read_.size - 1)]
    return [
        targets[other].value
        for other in range(max(0, place - 3), min(len(targets), place + 4))
        if other != place and read_.sentence[min(read_.first[other], read_.size - 1)] == sentence
    ]
