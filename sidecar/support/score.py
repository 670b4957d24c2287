"""The score of a body of evidence, from 0 to 1.

    score = relevance x (0.7 + 0.2 x (1 - 1/2^(n-1)) + 0.1 x (1 - 1/2^(p-1)))

for n pieces of evidence of p provenances; 0 without any. Relevance, their mean, bounds it: evidence
that has nothing to do with the matter supports nothing, however much there is. One piece gives 0.7
of its relevance; further ones, and other provenances, each close half of the gap that they leave.
So the score grows with each of the three, and never passes 1.

A piece whose relevance is not stated has the least one, in hundredths, with which one piece passes
by default: 0.72. So one cited piece passes, and a caller who states a relevance that would pass
never scores lower than one who states none.

A text that cites nothing does not tell which pieces it rests on: it scores as the weakest would by
itself, so that to cite any of them never scores lower.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from sidecar.citations.library import Entry
from sidecar.model.check_details import EvidenceSupportScore

ALONE = 0.7
COUNT = 0.2
DIVERSITY = 0.1


def strength(count: int, relevance: float, provenances: int) -> float:
    """The score of so much evidence.

    Args:
        count: How many pieces there are.
        relevance: Their mean relevance, from 0 to 1.
        provenances: How many different provenances they have; at least 1 where there is evidence.
    """
    if count == 0:
        return 0.0
    return relevance * (ALONE + COUNT * _closed(count) + DIVERSITY * _closed(provenances))


def _closed(number: int) -> float:
    """How much of the gap is closed: nothing by the first, half of the rest by each further one."""
    return 1 - 0.5 ** (number - 1)


def score(
    entries: Sequence[Entry], *, cited: bool, default_relevance: float
) -> EvidenceSupportScore:
    """Score evidence.

    Args:
        entries: What is counted, in the order of the request.
        cited: Whether that is what the text cites.
        default_relevance: Where an entry has none.
    """
    known = [entry.relevance for entry in entries]
    relevances = [default_relevance if one is None else one for one in known]
    mean = fsum(relevances) / len(relevances) if relevances else 0.0
    provenances = len({entry.provenance.strip().casefold() for entry in entries})
    if cited or not entries:
        value = round(strength(len(entries), mean, provenances), 9)
    else:
        value = round(strength(1, min(relevances), 1), 9)
    return EvidenceSupportScore(
        score=value,
        reasoning=_reasoning(len(entries), mean, provenances, value, cited=cited),
        supporting_evidence_ids=[entry.id for entry in entries],
        mean_relevance=mean,
        provenances=provenances,
        cited=cited,
    )


def _reasoning(count: int, mean: float, provenances: int, value: float, *, cited: bool) -> str:
    """The score in a sentence."""
    if not count:
        what = "the text cites none of the evidence" if cited else "there is no evidence"
        return f"{what}: score {value:.2f}"
    pieces = "1 piece of evidence" if count == 1 else f"{count} pieces of evidence"
    where = "1 provenance" if provenances == 1 else f"{provenances} provenances"
    named = "is cited" if count == 1 else "are cited"
    said = named if cited else "in the request, of which the text cites none,"
    verb = ", with" if cited else " with"
    weakest = "" if cited else ", and only the weakest counts"
    told = f"{pieces} {said}{verb} a mean relevance of {mean:.2f}, from {where}{weakest}"
    return f"{told}: score {value:.2f}"
