"""What seed 004 asks of a response and a schema cannot say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sidecar.model.structure import StructureError
from sidecar.model.text import Text
from sidecar.text.layout import layout
from sidecar.text.markers import MarkerOptions, markers
from sidecar.text.masks import masks
from sidecar.text.negations import asserts_nothing
from sidecar.text.sentences import sentences

SHORTEST = 11
"""Characters of a limit of certainty: "longer than 10"."""

_MARKERS = MarkerOptions(bare_numbers=True)


def broken(rules: Sequence[str], value: Any) -> list[StructureError]:
    """The errors of a response against rules."""
    if not isinstance(value, dict):
        return []
    told = ((name, *_RULES[name](value)) for name in rules)
    return [StructureError(path, "", name, message) for name, path, message in told if message]


def _limit_of_certainty(response: Mapping[str, Any]) -> tuple[str, str]:
    """A limit of certainty says something; that it is there at all is the schema's affair."""
    limit = response.get("limitOfCertainty")
    short = isinstance(limit, str) and 0 < len(limit.strip()) < SHORTEST
    return "/limitOfCertainty", f"it has fewer than {SHORTEST} characters" if short else ""


def _citation_or_negation(response: Mapping[str, Any]) -> tuple[str, str]:
    """Something is cited, unless the answer is that nothing was found."""
    answer, citations = response.get("answer"), response.get("citations")
    settled = isinstance(citations, list) and any(citations)
    if isinstance(answer, str) and not settled:
        settled = _cites_or_denies(answer)
    message = "there is no citation, and the answer does not say that nothing was found"
    return "", "" if settled else message


def _cites_or_denies(answer: str) -> bool:
    text = Text(answer)
    blocks = layout(text)
    if markers(text, blocks, masks(text, blocks), _MARKERS):
        return True
    return any(asserts_nothing(text.slice(sentence)) for sentence in sentences(text))


_RULES: Mapping[str, Callable[[Mapping[str, Any]], tuple[str, str]]] = {
    "limit_of_certainty": _limit_of_certainty,
    "citation_or_negation": _citation_or_negation,
}
