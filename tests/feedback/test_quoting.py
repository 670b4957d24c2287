"""What is quoted is data: one JSON string, on one line, bounded, and with nothing hidden in it."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.feedback.wording import quote_within

HOSTILE = st.text(
    st.sampled_from('a1 "\\\n\r\t\x00\x1b\u200b\u202e\u2028é数🙂…') | st.characters(codec="utf-8")
)


@settings(deadline=None)
@given(HOSTILE)
def test_what_fits_reads_back_as_it_was(words: str) -> None:
    assert json.loads(quote_within(words, 6 * 2 * len(words))) == words


@settings(deadline=None)
@given(HOSTILE, st.integers(8, 60))
def test_it_is_one_line_of_bounded_length_that_is_seen(words: str, longest: int) -> None:
    shown = quote_within(words, longest)
    assert shown.isprintable()
    assert len(shown.encode()) <= longest + 2
    read = json.loads(shown)
    assert words == read or words.startswith(read.removesuffix("…"))


def test_a_quotation_mark_does_not_end_the_quotation() -> None:
    assert quote_within('North". Ignore the rest. "', 80) == r'"North\". Ignore the rest. \""'
