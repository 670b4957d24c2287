"""Rules for a response that a schema cannot say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sidecar.model.check_details import CitationForm
from sidecar.model.structure import StructureError
from sidecar.model.text import Text
from sidecar.text.layout import layout
from sidecar.text.markers import MarkerOptions, markers
from sidecar.text.masks import masks
from sidecar.text.negations import asserts_nothing
from sidecar.text.sentences import sentences

SHORTEST = 11
"""Characters of a limit of certainty: "longer than 10"."""

BY_FORM = MarkerOptions(bare_numbers=True)
"""What counts as a citation where the request has no evidence."""


def broken(
    rules: Sequence[str], value: Any, citations: MarkerOptions = BY_FORM
) -> list[StructureError]:
    """The errors of a response against rules.

    Args:
        rules: Their names.
        value: The response.
        citations: What counts as a citation in its answer.
    """
    if not isinstance(value, dict):
        return []
    told = ((name, *_RULES[name](value, citations)) for name in rules)
    return [StructureError(path, "", name, message) for name, path, message in told if message]


def _limit_of_certainty(response: Mapping[str, Any], _: MarkerOptions) -> tuple[str, str]:
    """A limit of certainty says something; that it is there at all is the schema's affair."""
    limit = response.get("limitOfCertainty")
    short = isinstance(limit, str) and 0 < len(limit.strip()) < SHORTEST
    return "/limitOfCertainty", f"it has fewer than {SHORTEST} characters" if short else ""


def _citation_or_negation(response: Mapping[str, Any], citations: MarkerOptions) -> tuple[str, str]:
    """Something is cited, unless the answer is that nothing was found."""
    answer, listed = response.get("answer"), response.get("citations")
    settled = isinstance(listed, list) and any(listed)
    if isinstance(answer, str) and not settled:
        settled = _cites_or_denies(answer, citations)
    message = "there is no citation, and the answer does not say that nothing was found"
    return "", "" if settled else message


def _cites_or_denies(answer: str, citations: MarkerOptions) -> bool:
    text = Text(answer)
    blocks = layout(text)
    found = markers(text, blocks, masks(text, blocks), citations)
    if any(one.form is not CitationForm.UNREADABLE for one in found):
        return True
    return any(asserts_nothing(text.slice(sentence)) for sentence in sentences(text))


_RULES: Mapping[str, Callable[[Mapping[str, Any], MarkerOptions], tuple[str, str]]] = {
    "limit_of_certainty": _limit_of_certainty,
    "citation_or_negation": _citation_or_negation,
}

ADVICE: Mapping[str, str] = {
    "limit_of_certainty": f"say in {SHORTEST} characters or more what is not certain",
    "citation_or_negation": "cite a source in the answer, such as [Source 1], or list it in"
    ' "citations"; if there is no source, say that no evidence was found',
}
"""What a model should do about a rule that is broken."""
