"""Emphasis is shown as emphasis, and no character but its marks is left out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.model.text import Span, Text
from sidecar.reports.html.emphasis import find_emphasis


def shown(words: str) -> str:
    """The words with elements around what is emphasised."""
    text, written, position = Text(words), "", 0
    for span, tags in find_emphasis(text, Span(0, len(text.data))):
        written += text.slice(Span(position, span.start))
        if tags is not None:
            opened = "".join(f"<{tag}>" for tag in tags)
            closed = "".join(f"</{tag}>" for tag in reversed(tags))
            written += opened + text.slice(span) + closed
        position = span.end
    return written + text.slice(Span(position, len(text.data)))


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("a **b c** d", "a <strong>b c</strong> d"),
        ("*a* _b_ __c__ ~~d~~", "<em>a</em> <em>b</em> <strong>c</strong> <s>d</s>"),
        ("***a***", "<strong><em>a</em></strong>"),
        ("**a _b_ c**", "<strong>a </strong><strong><em>b</em></strong><strong> c</strong>"),
        ("`a*b*` and ``c`d``", "<code>a*b*</code> and <code>c`d</code>"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("snake_case_name", "snake_case_name"),
        ("**not closed", "**not closed"),
        (r"\*\*no\*\*", r"\*\*no\*\*"),
        ("**a *b** c*", "<strong>a *b</strong> c*"),
    ],
)
def test_marks(written: str, wanted: str) -> None:
    assert shown(written) == wanted


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from("a1 é*_`~\\.")))
def test_only_marks_are_left_out_and_stretches_do_not_overlap(words: str) -> None:
    text, position = Text(words), 0
    for span, tags in find_emphasis(text, Span(0, len(text.data))):
        assert position <= span.start < span.end
        assert tags is not None or set(text.slice(span)) <= set("*_`~")
        position = span.end


def test_many_marks_take_no_longer_than_their_number() -> None:
    words = "*a" * 20_000 + "`" * 1 + "``b" * 20_000
    text = Text(words)
    assert len(list(find_emphasis(text, Span(0, len(text.data))))) <= 3 * len(words)
