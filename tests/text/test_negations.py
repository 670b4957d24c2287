"""That there is nothing to cite must be said outright: anything vaguer would excuse every claim."""

from __future__ import annotations

import pytest

from sidecar.text.negations import asserts_nothing


@pytest.mark.parametrize(
    "sentence",
    [
        "No evidence was found.",
        "No relevant information is available on wages.",
        "There is no data on exports.",
        "There is no evidence that exports fell by 5 %.",
        "I could not find any mention of it.",
        "We were not able to verify this.",
        "The sources do not mention exports.",
        "The provided context doesn't say.",
        "The query results don’t include wages.",
        "The search returned no matching records.",
        "It was unable to locate the file.",
        "Insufficient evidence to conclude.",
        "Nothing relevant was found.",
        "The name could not be found in the documents.",
    ],
)
def test_nothing_to_cite(sentence: str) -> None:
    assert asserts_nothing(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "There is no doubt that exports fell.",
        "The company did not report a profit.",
        "No town grew faster.",
        "Unemployment was not found to be high.",
        "Nothing grew as fast as wages.",
        "They could not pay.",
        "Evidence was found that exports fell.",
        "The minister had no support for the bill.",
        "It is impossible to grow faster.",
        "The report does not only mention wages: they rose by 5 %.",
    ],
)
def test_trap_something_else_is_denied(sentence: str) -> None:
    assert not asserts_nothing(sentence)
