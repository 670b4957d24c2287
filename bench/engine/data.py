"""Numbers whose meaning is known, with all that they may be: what the ranker is fitted to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.engine.gold import Meaning, find_intended
from bench.engine.sources import SourceStatement, Story, TrainingSource
from bench.labelled import tables as indexes
from sidecar.binding.engine.candidates import agreement
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.quantities import Target, target_of
from sidecar.binding.engine.ranking import FeatureWeights, RankedCandidates
from sidecar.binding.engine.texts import rank_numbers
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalog import catalogs
from sidecar.checks.numeric import extract_options
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers

_MOST, _DRAWN = 150, 40
"""Candidates of one number that are kept for fitting: the most probable ones, and some of the
rest, each of which stands for several."""

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


class LabelledText(NamedTuple):
    """A number of an answer, what it may be, and what it means.

    Attributes:
        mark: How it is labelled.
        target: The number.
        ranked: What it may be.
        meaning: What it means; None where the engine has no way to compute that.
        right: Which candidates are the intended one; of a number that is labelled right, those
            that agree with it, and of one that is labelled wrong, those that do not.
        wrong: The same number made wrong; None where there is none.
    """

    mark: SourceStatement
    target: Target
    ranked: RankedCandidates
    meaning: Meaning | None
    right: NDArray[np.bool_]
    wrong: Target | None


class Sample(NamedTuple):
    """A number, and what it may be.

    Attributes:
        source: The source that it is of.
        function: What its expression computes; "none" where it claims nothing.
        known: Whether the meaning is one that the engine could find.
        features: The places of the features of each part, one after the other.
        values: Their values.
        first: Where those of each part begin.
        of: The parts of each candidate, -1 for none; the last two are "none of the evidence" and
            "none of the candidates".
        drawn: What each candidate stands for, as a logarithm.
        right: Whether each is the intended one.
        has_meaning: Whether more than a label is known.
    """

    source: str
    function: str
    known: bool
    features: Ints
    values: NDArray[np.float32]
    first: Ints
    of: Ints
    drawn: NDArray[np.float32]
    right: NDArray[np.bool_]
    has_meaning: bool


class LabelOutcome(NamedTuple):
    """How a number is ranked.

    Attributes:
        source, function, known: As of samples.
        there: Whether the intended candidate is among the candidates.
        first: Whether it is the most probable one.
        probability: Its probability.
        agrees: The log odds of candidates that agree with the number to those that do not; NaN of
            a number that is labelled wrong.
        wrong: The same of the number made wrong; NaN where there is none.
        size: How many candidates there are.
    """

    source: str
    function: str
    known: bool
    there: bool
    first: bool
    probability: float
    agrees: float
    wrong: float
    size: int


def load(
    some: Sequence[TrainingSource], weights: Mapping[str, float]
) -> tuple[list[str], list[Sample], list[LabelOutcome]]:
    """The names of features, the samples of sources, and how they are ranked."""
    names: dict[str, int] = {}
    samples: list[Sample] = []
    outcomes: list[LabelOutcome] = []
    with ProcessPoolExecutor(2) as pool:
        for told, made, ranked in pool.map(partial(_of_source, weights), some):
            places = np.array([names.setdefault(n, len(names)) for n in told] or [0], np.int32)
            samples += [one._replace(features=places[one.features]) for one in made]
            outcomes += ranked
    return [*names], samples, outcomes


def _of_source(
    weights: Mapping[str, float], source: TrainingSource
) -> tuple[list[str], list[Sample], list[LabelOutcome]]:
    names: dict[str, int] = {}
    rng = np.random.default_rng(0)
    samples, outcomes = [], []
    compiled = FeatureWeights(weights)
    for one in of_source(source, compiled):
        samples.append(_sample(source.name, one, names, rng))
        outcomes.append(_outcome(source.name, one))
    return [*names], samples, outcomes


def of_source(source: TrainingSource, weights: FeatureWeights) -> Iterator[LabelledText]:
    """The labelled numbers of a source."""
    for record, stories in source.records:
        evidence = EngineEvidence(catalogs(list(indexes(dict(record), {}))))
        for story in stories:
            yield from labelled(story, evidence, weights)


def labelled(
    story: Story, evidence: EngineEvidence, weights: FeatureWeights
) -> Iterator[LabelledText]:
    """The numbers of a text that carry one label each."""
    settings, text = NumericSettings(), Text(story.text)
    claims = extract_numbers(text, extract_options(settings)).claims
    starts = text.char_offsets(claims.figures.starts).tolist()
    ends = text.char_offsets(claims.figures.ends).tolist()
    found = rank_numbers(text, claims, evidence, weights, settings)
    for (target, ranked), start, end in zip(found, starts, ends, strict=True):
        said = [n for n in story.numbers if n.start < end and start < n.end]
        if len(said) != 1:
            continue
        told = said[0].meaning
        if told is not None and not told.formulas:
            told = None
        right = np.zeros(ranked.found.value.size, np.bool_)
        if said[0].label is not None:
            right = agreement(ranked.found, target) == said[0].label
            if said[0].label and not right.any():  # nothing to learn from
                continue
        elif told is not None:
            right = find_intended(ranked.found, ranked.links, evidence, told)
        wrong = _wrong(story.text, said[0], settings)
        yield LabelledText(said[0], target, ranked, told, right, wrong)


def _wrong(string: str, said: SourceStatement, settings: NumericSettings) -> Target | None:
    """The number made wrong, where it is read as one number."""
    if not said.wrong:
        return None
    near = max(0, said.start - 40), said.end + 40
    changed = string[near[0] : said.start] + said.wrong + string[said.end : near[1]]
    text = Text(changed)
    claims = extract_numbers(text, extract_options(settings)).claims
    starts = text.char_offsets(claims.figures.starts).tolist()
    ends = text.char_offsets(claims.figures.ends).tolist()
    start = said.start - near[0]
    inside = [
        claim
        for claim, s, e in zip(claims, starts, ends, strict=True)
        if s < start + len(said.wrong) and start < e
    ]
    return target_of(inside[0].number, settings) if len(inside) == 1 else None


def _function(one: LabelledText) -> str:
    if not one.mark.claims:
        return "none"
    if one.mark.label is not None:
        return "labelled"
    return one.mark.meaning.function if one.mark.meaning is not None else "other"


def _sample(
    source: str, one: LabelledText, names: dict[str, int], rng: np.random.Generator
) -> Sample:
    """A number with the most probable of its candidates, and some of the rest."""
    probabilities, parts = one.ranked.probabilities, one.ranked.parts
    order = np.argsort(-probabilities, kind="stable")
    few = ~one.right if one.mark.label is False else one.right
    top = np.union1d(order[:_MOST], np.flatnonzero(few))
    rest = np.setdiff1d(order[_MOST:], top)
    drawn = rng.choice(rest, min(_DRAWN, rest.size), replace=False)
    kept = np.concatenate((top, drawn))
    stands_for = np.zeros(kept.size + 2, np.float32)
    stands_for[top.size : -2] = np.log(rest.size / max(1, drawn.size)) if rest.size else 0.0
    of = parts.of[kept]
    of = np.concatenate((of, np.full((2, of.shape[1]), -1, np.int64)))
    of[-2:, 0] = parts.outside, parts.unfound
    used, inverse = np.unique(of, return_inverse=True)
    features = parts.features
    told = [features[at] if at >= 0 else () for at in used.tolist()]
    return Sample(
        source, _function(one), one.meaning is not None,
        np.array([names.setdefault(n, len(names)) for part in told for n, _ in part], np.int32),
        np.array([value for part in told for _, value in part], np.float32),
        np.cumsum([0, *(len(part) for part in told)], dtype=np.int32),
        inverse.reshape(of.shape).astype(np.int32), stands_for,
        np.append(one.right[kept], _others_right(one)),
        one.mark.label is None,
    )  # fmt: skip


def _others_right(one: LabelledText) -> tuple[bool, bool]:
    """Whether a number is intended as none of the evidence, and as none of the candidates."""
    if one.mark.label is False:
        return True, True
    return not one.mark.claims, one.mark.claims and not bool(one.right.any())


_LEAST = 1e-4  # what is added to both sides of odds


def _outcome(source: str, one: LabelledText) -> LabelOutcome:
    p, right, outside = one.ranked.probabilities, one.right, one.ranked.outside
    is_outside = not p.size or outside > p.max()
    there, first, probability = bool(right.any()), False, float(p[right].sum())
    if not one.mark.claims:
        there, first, probability = True, is_outside, outside
    elif there:
        first = not is_outside and bool(right[one.ranked.best])
    agrees, wrong = _odds(one.ranked, one.target), _odds(one.ranked, one.wrong)
    if one.mark.label is False:
        agrees, wrong = float("nan"), agrees
    return LabelOutcome(
        source, _function(one), one.meaning is not None, there, first, probability, agrees, wrong,
        p.size,
    )  # fmt: skip


def _odds(ranked: RankedCandidates, target: Target | None) -> float:
    if target is None:
        return float("nan")
    agrees = float(ranked.probabilities[agreement(ranked.found, target)].sum())
    others = float(ranked.probabilities.sum()) - agrees
    return float(np.log((agrees + _LEAST) / (max(0.0, others) + _LEAST)))
