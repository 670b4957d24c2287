"""Asking a model that answers yes or no: is a claim entailed by a passage?

Such a model (Bespoke-MiniCheck and its kin) reads one short passage and one claim and quotes
nothing. So the passages of a source that share most words with the claim are asked about, one by
one, and the passage that it says yes to is the quote.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sidecar.citations.overlap import content_words
from sidecar.claims.document import Document
from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import Answer, Message, Question
from sidecar.model.claim import ClaimVerdict, ExtractedClaim
from sidecar.work import check_abandoned

# What a judge says of a claim, before anybody has looked whether that can be.


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


VERSION = "entail-1"
PASSAGES = 3
"""Passages of a source that are asked about for each claim."""

_PASSAGE = 1600  # characters: below the 500 tokens that such models were trained with
_SHARED = 400
_UNTOLD = 0.75
"""Confidence in an answer whose likelihood the endpoint does not tell."""

_WORD = re.compile(r"[^\W\d_]+")
_QUOTED_SENTENCES = 4
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+(?=\s|$)|\n|$)|[.!?]+")


def passages(document: Document, claim: ExtractedClaim) -> list[str]:
    """The passages of a source that share most words with a claim, the best first."""
    check_abandoned()
    said = content_words(claim.text)
    pieces = document.windows(_PASSAGE, _SHARED)
    return sorted(pieces, key=lambda piece: -len(said & content_words(piece)))[:PASSAGES]


def question(passage: str, claim: ExtractedClaim) -> Question:
    """What a model is asked about a claim and a passage."""
    message = Message("user", f"Document: {passage}\nClaim: {claim.text}")
    return Question("entail", VERSION, (message,), max_tokens=2, first_token=True)


def opinion(answers: Sequence[tuple[str, Answer]], claim: ExtractedClaim) -> Opinion:
    """What the answers about some passages say of a claim: the surest yes, else the surest no."""
    read = [(passage, *_yes(answer), answer.model) for passage, answer in answers]
    known = [one for one in read if one[1] is not None]
    model = read[0][3] if read else ""
    yes = max((one for one in known if one[1]), key=lambda one: one[2], default=None)
    if yes is not None:
        quotes = _sentences(yes[0], claim)
        return Opinion(ClaimVerdict.SUPPORTED, yes[2], quotes, "entailed by the passage", model)
    if len(known) < len(read) or not known:
        return Opinion(ClaimVerdict.NOT_JUDGED, reasoning="neither yes nor no", model=model)
    no = min(known, key=lambda one: one[2])
    return Opinion(ClaimVerdict.UNSUPPORTED, no[2], (), "entailed by no passage", model)


def _yes(answer: Answer) -> tuple[bool | None, float]:
    """Whether an answer is yes, None where it is neither, and how sure that is."""
    likely = {"yes": 0.0, "no": 0.0}
    for token, logprob in answer.first_token.items():
        word = token.strip().strip("▁Ġ").casefold()
        if word in likely:
            likely[word] += math.exp(logprob)
    written = _WORD.match(answer.text.strip())
    said = written[0].casefold() if written else ""
    if said not in likely:
        return None, 0.0
    total = likely["yes"] + likely["no"]
    return said == "yes", likely[said] / total if total else _UNTOLD


def _sentences(passage: str, claim: ExtractedClaim) -> tuple[str, ...]:
    """The sentences of a passage that share most words with a claim, in their order."""
    said = content_words(claim.text)
    sentences = [match[0].strip() for match in _SENTENCE.finditer(passage)]
    best = sorted(range(len(sentences)), key=lambda at: -len(said & content_words(sentences[at])))
    kept = sorted(best[:_QUOTED_SENTENCES])
    return tuple(sentences[at] for at in kept if sentences[at])
