"""A model that says yes or no: yes only where it says so, and the passage that it said it of."""

from __future__ import annotations

import math

import pytest
from claims.written import claim

from sidecar.claims import opinions
from sidecar.claims.document import SourceDocument
from sidecar.judges.protocol import ModelAnswer
from sidecar.model.claim import ClaimVerdict

SAID = claim("The staff was 1,234 in Linz")
PASSAGE = "Many things are so. The staff was 1,234 in Linz. Others are not. They differ. All do."


def answer(text: str, **logprobs: float) -> tuple[str, ModelAnswer]:
    return PASSAGE, ModelAnswer(text, "m", first_token=logprobs)


def test_the_likeliest_passages_are_asked_about_each_within_the_models_reach() -> None:
    filler = "Nothing of note was told here by anybody at all. " * 30
    document = SourceDocument(filler + "The staff was 1,234 in Linz. " + filler * 3)
    passages = opinions.select_passages(document, SAID)
    assert len(passages) == opinions.PASSAGES
    assert "1,234" in passages[0]
    assert all(len(passage) <= 1600 for passage in passages)
    question = opinions.ask_about_passage(passages[0], SAID)
    assert question.messages[0].content == f"Document: {passages[0]}\nClaim: {SAID.text}"
    assert question.first_token
    assert question.schema is None


@pytest.mark.parametrize("text", ["Yes", "yes.", " YES, it does", "Yes\n"])
def test_yes_is_support_with_the_sentences_that_speak_of_it(text: str) -> None:
    opinion = opinions.form_opinion([answer(text)], SAID)
    assert opinion.verdict is ClaimVerdict.SUPPORTED
    assert "The staff was 1,234 in Linz." in opinion.quotes
    assert opinion.confidence == 0.75  # nobody told how likely it was


def test_no_from_all_is_no_support() -> None:
    opinion = opinions.form_opinion([answer("No"), answer("no")], SAID)
    assert (opinion.verdict, opinion.quotes) == (ClaimVerdict.UNSUPPORTED, ())


@pytest.mark.parametrize("text", ["Maybe", "", "Yesterday", "Not", "supported", "是", "1"])
def test_neither_is_no_verdict(text: str) -> None:
    for answers in ([answer(text)], [answer("No"), answer(text)]):
        assert opinions.form_opinion(answers, SAID).verdict is ClaimVerdict.NOT_JUDGED


def test_no_answer_at_all_is_no_verdict() -> None:
    assert opinions.form_opinion([], SAID).verdict is ClaimVerdict.NOT_JUDGED


def test_one_yes_is_enough_and_the_surest_counts() -> None:
    surer = answer("Yes", Yes=math.log(0.9), No=math.log(0.1))
    opinion = opinions.form_opinion([answer("No"), answer("Yes"), surer, answer("maybe")], SAID)
    assert opinion.verdict is ClaimVerdict.SUPPORTED
    assert opinion.confidence == pytest.approx(0.9)


def test_confidence_is_the_share_of_what_was_said() -> None:
    both = {"Yes": math.log(0.2), "▁no": math.log(0.6), "other": math.log(0.1)}
    opinion = opinions.form_opinion([answer("Yes", **both)], SAID)
    assert opinion.confidence == pytest.approx(0.25)
    opinion = opinions.form_opinion([answer("No", **both)], SAID)
    assert opinion.confidence == pytest.approx(0.75)
