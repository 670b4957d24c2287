"""The page on formulas says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from sidecar.formulas.refusals import REASONS
from sidecar.text.footnotes import footnotes

PAGE = (Path(__file__).parents[2] / "docs" / "formulas.md").read_text("utf-8")


def test_every_reason_is_there_in_the_same_words() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert rows == {name: words for name, words in REASONS.items() if name != "MISPLACED"}


def test_the_example_holds_two_formulas() -> None:
    (example,) = re.findall(r"```markdown\n(.*?)```", PAGE, re.DOTALL)
    assert [note.label for note in footnotes(example)] == ["f1", "f2"]
    assert all(note.markers for note in footnotes(example))


def test_the_prompt_has_about_twenty_lines() -> None:
    (prompt,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert 15 <= len(prompt.splitlines()) <= 25
