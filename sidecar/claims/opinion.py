"""What a judge says of a claim, before anybody has looked whether that can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sidecar.judges.errors import JudgeError
from sidecar.model.claim import ClaimVerdict, ExtractedClaim


class Opinion(NamedTuple):
    """What a judge says of a claim.

    Attributes:
        verdict: Its verdict; NOT_JUDGED where it gave none that can be read.
        confidence: From 0 to 1.
        quotes: What it says that the source says.
        reasoning: Why.
        model: Which model it was.
        error: Why there is no verdict, where the judge could not be asked.
    """

    verdict: ClaimVerdict
    confidence: float = 0.0
    quotes: Sequence[str] = ()
    reasoning: str = ""
    model: str = ""
    error: JudgeError | None = None


class Asked(NamedTuple):
    """A piece of a source, and the claims that are judged by it.

    Attributes:
        passage: The piece.
        claims: By the ids that the judge knows them by.
    """

    passage: str
    claims: Mapping[str, ExtractedClaim]
