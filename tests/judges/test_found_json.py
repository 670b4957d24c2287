"""The one object in what a model wrote is found; nothing is guessed."""

from __future__ import annotations

import json
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.judges.completion import ObjectMissing, find_object

OBJECT = '{"a": [1, {"b": "}"}]}'


@pytest.mark.parametrize(
    "text",
    [
        OBJECT,
        f"  {OBJECT}\n",
        f"\ufeff{OBJECT}",
        f"```json\n{OBJECT}\n```",
        f"Sure! Here it is: {OBJECT} Anything else?",
        f"The set {{x}} is meant: {OBJECT}",
        f'<think>Maybe {{"a": 2}}, or {{"a": 3</think>{OBJECT}',
        f"{OBJECT}\n{OBJECT}",  # said twice
    ],
)
def test_it_is_found_as_it_stands(text: str) -> None:
    assert find_object(text) == OBJECT


def test_an_empty_object_is_one() -> None:
    assert find_object("{ }") == "{ }"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON object"),
        ("I cannot say.", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ("{}{}", "no JSON object"),
        ('{"a": 1} or rather {"a": 2}', "several"),
        ('{"answers": [{"a": 1}', "broken"),  # the inner one is no answer
        ('{"a": 1,}', "broken"),
        ('{"a": NaN}', "broken"),
        ('{"b": {"a": "no", "a": "yes"}}', "broken"),  # readers would take the last one
        ('{"a": 1e999}', "broken"),  # no number that anything can count with
        ('{"a": ' + "9" * 5000 + "}", "broken"),
        ('{"a": ' + "[" * 100_000, "broken"),
        ('{"a": "\\ud800"}', "broken"),  # half a letter, that no UTF-8 holds
    ],
)
def test_what_is_no_single_whole_object_is_refused(text: str, why: str) -> None:
    with pytest.raises(ObjectMissing, match=why):
        find_object(text)


@pytest.mark.parametrize(
    "piece", ['{"', "{", '{"a":1}', '{"a":', "{ " * 50, '[{"a":', '"', "```json\n{"]
)
def test_hostile_repetition_takes_no_long_time(piece: str) -> None:
    text = piece * (256 * 1024 // len(piece))
    started = time.thread_time()
    with suppress(ObjectMissing):
        find_object(text)
    assert time.thread_time() - started < 0.5


@given(st.text() | st.text(alphabet='{}[]":,\\ a1\n`'))
def test_whatever_is_found_is_an_object(text: str) -> None:
    try:
        found = find_object(text)
    except ObjectMissing:
        return
    assert isinstance(json.loads(found), dict)
    assert found in text
