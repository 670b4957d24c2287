"""What no quote of a source bears out is not supported, whatever is quoted; what is right, is.

``tests/server/test_claims_attacks.py`` sends the same cases through a real server.
"""

from __future__ import annotations

import pytest
from claims.obedient import worst_quotes
from claims.written import ATTACKS, HONEST, Case, bears_out, source_of
from sampled import sampled

from sidecar.model.claim import ClaimVerdict

UNBEARABLE = [
    case for kind in ("figures", "dates", "quotations", "names", "tables") for case in ATTACKS[kind]
]
MISQUOTED = [
    case for kind in ("negations", "quotes", "gaps", "letters", "short") for case in ATTACKS[kind]
]


def test_there_are_as_many_as_were_asked_for() -> None:
    assert sum(len(cases) for kind, cases in ATTACKS.items() if kind != "limits") >= 285
    assert len(HONEST) >= 141


@pytest.mark.parametrize("case", sampled(UNBEARABLE, 3, [case["why"] for case in UNBEARABLE]))
def test_no_quote_of_the_source_bears_out_what_it_does_not_say(case: Case) -> None:
    source = source_of(case)
    for quotes in (case["quotes"], *worst_quotes(case["claim"], source)):
        assert bears_out(case["claim"], source, quotes).verdict != ClaimVerdict.SUPPORTED, quotes


@pytest.mark.parametrize("case", MISQUOTED, ids=lambda case: case["why"])
def test_a_wrong_quote_bears_nothing_out(case: Case) -> None:
    result = bears_out(case["claim"], source_of(case), case["quotes"])
    assert result.verdict == ClaimVerdict.UNSUPPORTED
    assert result.code == "CLAIM_QUOTE_NOT_FOUND"
    assert result.judged == ClaimVerdict.SUPPORTED


@pytest.mark.parametrize("case", ATTACKS["elsewhere"], ids=lambda case: case["why"])
def test_a_name_of_another_sentence_bears_nothing_out(case: Case) -> None:
    result = bears_out(case["claim"], source_of(case), case["quotes"])
    assert (result.verdict, result.code) == (ClaimVerdict.UNSUPPORTED, "CLAIM_NAME_NOT_QUOTED")
    assert result.confidence is None


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case["claim"])
def test_a_right_verdict_stands(case: Case) -> None:
    result = bears_out(case["claim"], source_of(case), case["quotes"])
    assert result.verdict == ClaimVerdict.SUPPORTED, result.reasoning
    assert result.evidence


@pytest.mark.parametrize("case", ATTACKS["limits"], ids=lambda case: case["why"])
def test_what_words_mean_is_left_to_the_judge(case: Case) -> None:
    """A known limit: where this fails, the guard has become better, and its page should say so."""
    result = bears_out(case["claim"], source_of(case), case["quotes"])
    assert result.verdict == ClaimVerdict.SUPPORTED
