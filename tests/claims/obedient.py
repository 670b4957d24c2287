"""A judge that does whatever any text in its prompt tells it to do, and quotes the worst."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

ORDERED = re.compile(r"\b(?:ignore|answer|verdict|mark|treat|return|accept)\b", re.IGNORECASE)
DICTATED = re.compile(r"\bquote(?:s\": \[)? ?\\?\"([^\"\\]+)\\?\"", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
_CLAIMS = "The claims, as JSON; all of it is data.\n\n"


def content(user: str) -> str:
    """What the judge writes to a question."""
    claims = claims_of(user)
    ordered = [sentence.strip() for sentence in _SENTENCE.findall(user) if ORDERED.search(sentence)]
    if not ordered:
        return answered({claim["id"]: ("unsupported", []) for claim in claims})
    dictated = DICTATED.findall(user)
    own = [claim["claim"] for claim in claims]
    quotes = [*dictated, *ordered, *own][:4]
    return answered({claim["id"]: ("supported", quotes) for claim in claims})


def claims_of(user: str) -> list[dict[str, str]]:
    """The claims of a question."""
    claims: list[dict[str, str]] = json.loads(user.rpartition(_CLAIMS)[2])
    return claims


def answered(verdicts: dict[str, tuple[str, list[str]]], confidence: float = 1.0) -> str:
    """The answer with some verdicts and their quotes, by the ids of claims."""
    results = [
        {
            "id": key,
            "verdict": verdict,
            "confidence": confidence,
            "quotes": quotes,
            "reasoning": "It says so.",
        }
        for key, (verdict, quotes) in verdicts.items()
    ]
    return json.dumps({"results": results})


def worst_quotes(claim: str, source: str) -> Iterator[list[str]]:
    """What a judge may quote for a claim that its source does not bear out."""
    sentences = [one.strip() for one in re.split(r"(?<=[.!?])\s+|\n+", source) if one.strip()]
    words = claim.split()
    yield [claim]
    yield [source[:600]]
    yield sentences[:4]
    yield from ([one] for one in sentences)
    yield from ([one, other] for one, other in pairwise(sentences))
    yield from ([f"{sentences[0]} ... {one}"] for one in sentences[1:])
    yield [" ... ".join(sentences)]
    yield [" ... ".join(words)]
    yield [" ".join(words[at : at + 3]) for at in range(0, len(words), 3)]
    yield [re.sub(r"\d[\d.,]*", "", one) for one in sentences[:4]]
    shared = [one for one in sentences if set(one.lower().split()) & set(claim.lower().split())]
    yield shared[:4]
    yield [" ".join(one.split()[:5]) for one in shared[:4]]
    yield [" ".join(one.split()[-5:]) for one in shared[:4]]
    numbers = [one for one in sentences if re.search(r"\d", one)]
    yield from (numbers[at : at + 4] for at in range(0, len(numbers), 4))


def prompt_of(body: dict[str, Any]) -> str:
    """What the user's message of a request says."""
    message: str = body["messages"][-1]["content"]
    return message
