"""What the numbers of a text may be, each ranked by itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.candidates import StatedCandidates
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import FORMULAS
from sidecar.binding.engine.quantities import Target, target_of
from sidecar.binding.engine.ranking import FeatureWeights, RankedCandidates, Ranker
from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalog import catalogs
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions


def evidence_of(rows: Sequence[Mapping[str, Any]]) -> EngineEvidence:
    """One query result as the engine sees it."""
    table = decode_evidence(json.dumps(rows).encode(), Header(query_id="q"), EvidenceLimits())
    return EngineEvidence(catalogs([TableIndex(table)]))


def ranked_alone(
    text: str, rows: Sequence[Mapping[str, Any]], weights: Mapping[str, float]
) -> list[tuple[Target, RankedCandidates]]:
    """The numbers of a text, ranked one after the other."""
    evidence, read = evidence_of(rows), Text(text)
    claims = extract_numbers(read, ExtractOptions()).claims
    starts = read.char_offsets(claims.figures.starts).tolist()
    ends = read.char_offsets(claims.figures.ends).tolist()
    ranker = Ranker(
        evidence,
        TextArrays(read, evidence, starts, ends),
        FeatureWeights(weights),
        Aggregates(evidence),
    )
    targets = [target_of(claim.number, NumericSettings()) for claim in claims]
    return [
        (each, ranker.rank(at, each, StatedCandidates(), None)) for at, each in enumerate(targets)
    ]


def formula_of(one: RankedCandidates) -> str:
    """The formula of the most probable candidate."""
    return FORMULAS[one.found.formula[one.best]].name
