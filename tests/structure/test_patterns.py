"""Expressions in words; what is not plain is not told."""

from __future__ import annotations

import time

import pytest

from sidecar.structure.patterns import describe_pattern


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"\S", "not be blank"),
        (r"^[A-Z]{3}-\d+$", 'be 3 capital letters, then "-", then 1 or more digits'),
        (r"^\d{4}-\d{2}$", 'be 4 digits, then "-", then 2 digits'),
        (r"^(high|low)$", 'be ("high" or "low")'),
        (r"^https?://", 'begin with "http", then optionally "s", then "://"'),
        (r"\.pdf$", 'end with ".pdf"'),
        (r"[a-f\d]{2,}", 'contain 2 or more signs, each a sign from "a" to "f" or a digit'),
        (
            r"^-?\d+(?:\.\d{1,2})?$",
            'be optionally "-", then 1 or more digits, then optionally (".", then 1 to 2 digits)',
        ),
        (r"^[^,]$", 'be a sign other than ","'),
        (r"^\$5$", 'be "$5"'),
    ],
)
def test_plain_expressions(pattern: str, words: str) -> None:
    assert describe_pattern(pattern) == words


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "^$",
        "(?=x)",
        r"(a)\1",
        r"\bx\b",
        r"^\p{L}+$",
        "^a|b",
        "a||b",
        "(",
        ")",
        "(a))",
        "[",
        "a{1}{2}",
        "(" * 50,
        "x" * 300,
        r"[\b]",
        "*",
        "a$b",
    ],
)
def test_what_is_not_plain_is_not_told(pattern: str) -> None:
    assert describe_pattern(pattern) == ""


def test_it_takes_no_time() -> None:
    started = time.thread_time()
    for unit in ("(", "[a", "a|", "(a|", "a{1}", "\\d+"):
        describe_pattern((unit * 200)[:200])
    assert time.thread_time() - started < 0.5
