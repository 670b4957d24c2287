"""A name of a claim stands in the quotes or their headings, in whatever form, or nothing is."""

from __future__ import annotations

import re

import pytest
from claims.written import HONEST, Case, bears_out, source_of
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.claims.vocabulary import are_alike, fold_word, is_common
from sidecar.model.claim import ClaimVerdict

INVENTED = ["Zorvane", "Quilbrook", "Takmeria", "Ostrevin", "Lumbarre"]
FRAMES = [
    ("{} bought {} for $40 million", "for $40 million"),
    ("The town of {} sold its port to {} in May", "sold its port"),
    ("In 2024, {} and {} signed a treaty", "signed a treaty"),
    ("Analysts at {} expect that {} will grow by 3 %", "will grow by 3 %"),
]


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(FRAMES),
    st.permutations(INVENTED),
    st.integers(0, 1),
    st.sampled_from(["{}", "{}'s group", "{} Corp", "the {} bank"]),
)
def test_another_name_is_never_borne_out(
    frame: tuple[str, str], names: list[str], changed: int, form: str
) -> None:
    """Whatever is quoted of the source: it says this of somebody else."""
    sentence, end = frame
    first, second, other = (form.format(name) for name in names[:3])
    source = f"It was a dry year. {sentence.format(first, second)}."
    said = sentence.format(*((other, second) if changed == 0 else (first, other)))
    for quote in (source, sentence.format(first, second), end):
        assert bears_out(said, source, [quote]).verdict is not ClaimVerdict.SUPPORTED
    right = bears_out(sentence.format(first, second), source, [sentence.format(first, second)])
    assert right.verdict is ClaimVerdict.SUPPORTED, right.reasoning


NAMED = [
    (case, name)
    for case in HONEST
    if case["source"] not in ("german", "chinese")
    for name in re.findall(r"(?<=[a-z] )[A-Z][a-z]{3,}\b(?! \d)", case["claim"])
    if re.search(rf"\b{name}\b", source_of(case)) and not is_common(name.lower())
]


@pytest.mark.parametrize(("case", "name"), NAMED, ids=lambda one: getattr(one, "claim", None))
def test_a_right_claim_of_somebody_else_is_wrong(case: Case, name: str) -> None:
    said = case["claim"].replace(name, "Zorvane")
    assert bears_out(said, source_of(case), case["quotes"]).verdict is not ClaimVerdict.SUPPORTED


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Asia", "Asian", True),
        ("Canada", "Canadian", True),
        ("Italy", "Italians", True),
        ("Germany", "German", True),
        ("Portugal", "Portuguese", True),
        ("Lancaster", "Lancastrian", True),
        ("Zürich", "Zurich", True),
        ("Acme's", "Acme", True),
        ("Austria", "Australia", False),
        ("Iran", "Iraq", False),
        ("Alpha", "Alphabet", False),
        ("Niger", "Nigeria", False),
        ("Georgia", "George", False),
    ],
)
def test_forms_of_a_name(one: str, other: str, *, same: bool) -> None:
    assert are_alike(fold_word(one), fold_word(other)) is same
    assert are_alike(fold_word(other), fold_word(one)) is same


@pytest.mark.parametrize("word", ["burglaries", "workers", "labour", "slowly", "stopped", "on"])
def test_common_words_are_known_in_their_forms(word: str) -> None:
    assert is_common(word)
    assert not is_common("microsoft")
