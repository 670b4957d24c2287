"""Numbers that are taken up only to be asked about, denied or put right."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "text",
    [
        '"Why did Harbour sell only 1,700 bikes?" you asked. It sold 1,840.',
        'You wrote "1,700 bikes at Harbour", but it was 1,840.',
        'Your "2,000 on average" may come from another year.',
        "Harbour sold 1,840 bikes, not 1,700.",
        "Harbour sold 1,840 (not the 1,700 I gave).",
        "My earlier figure of 1,700 for Harbour was wrong; it is 1,840.",
    ],
)
def test_a_premise_is_no_figure(flagged: Any, text: str, shops: Any) -> None:
    assert flagged(text, shops) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Harbour sold not only 1,700 bikes.", ["1,700"]),
        ("Harbour sold 1,700 bikes, not 1,500.", ["1,700"]),
        ("You asked about Harbour: it sold 1,700 bikes.", ["1,700"]),
        ('"Harbour sold 1,700 bikes," says the manager.', ["1,700"]),
    ],
)
def test_what_is_told_beside_it_is_judged(
    flagged: Any, text: str, wrong: list[str], shops: Any
) -> None:
    assert flagged(text, shops) == wrong


@pytest.mark.parametrize(
    "text",
    [
        "You had 1,700 bikes sold at Harbour.",
        "Harbour sold the 1,700 bikes we reported.",
        "You asked about Harbour, which sold 1,700 bikes.",
        "At Harbour your 1,700 bikes sold were a record.",
    ],
)
def test_what_the_reader_has_is_judged(flagged: Any, text: str, shops: Any) -> None:
    # Trap: a reply to an owner says "you" and "your" of the data itself.
    assert flagged(text, shops) == ["1,700"]


@pytest.mark.parametrize(
    "text",
    [
        "The figure you asked for is {} at Harbour.",
        "Harbour sold the {} bikes you mentioned.",
        "Harbour sold {} bikes as I said.",
        "As you said Harbour sold {} bikes.",
        "Believe it or not {} bikes were sold at Harbour.",
        "The first shop, Harbour, sold {} with no error.",
        "The original figure for Harbour, {}, is not wrong.",
        "The last count gave {} bikes at Harbour, and nothing was wrong with it.",
        'Your "Harbour" sold {} bikes.',
        "Did you know that Harbour sold {} bikes?",
    ],
)
def test_what_is_confirmed_is_judged(flagged: Any, text: str, shops: Any) -> None:
    # Trap: "as you said" and "the figure you asked for" tell a number, whoever spoke before.
    assert flagged(text.format("2,200"), shops) == ["2,200"]
    assert flagged(text.format("1,840"), shops) == []
