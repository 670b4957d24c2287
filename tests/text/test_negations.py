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
        "The text does not discuss exports.",
        "The provided verses do not speak to this.",
        "The chapter never mentions caste.",
        "The dataset does not cover 2025.",
        "The filings do not disclose the number.",
        "The sources are silent on wages.",
        "The contract is silent as to termination.",
        "The minutes remain largely silent about the budget.",
        "On this the scriptures are silent.",
        "The Gita is silent on the question of diet.",
        "The answer cannot be determined from the provided passages.",
        "Whether wages rose can't be inferred from the data.",
        "It is not stated in the text.",
        "The topic is not addressed in any of the passages.",
        "None of the sources mention exports.",
        "No verse addresses this directly.",
        "The document says nothing about refunds.",
        "The report makes no mention of prices.",
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
        "The text does not discuss exports alone: imports rose by 5 %.",
        "The two ministers did not discuss exports.",
        "The engine is silent on start-up.",
        "The minister was silent on the train.",
        "The Volta is silent on the road.",
        "The winner cannot be determined from the first round.",
        "Prices cannot be determined from cost alone.",
        "The policy does not cover flood damage.",
        "Flood damage is not covered by the policy.",
        "The study did not show a benefit.",
        "Sources of income do not include rent.",
        "The data centre does not support this format.",
        "No doubt the data show that wages rose.",
    ],
)
def test_trap_something_else_is_denied(sentence: str) -> None:
    assert not asserts_nothing(sentence)
