"""The page on formulas says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from sidecar.formulas import columns
from sidecar.formulas.expressions.calls import SCALARS
from sidecar.formulas.tree import REASONS
from sidecar.text.footnotes import find_footnotes

PAGE = (Path(__file__).parents[2] / "docs" / "formulas.md").read_text("utf-8")


def test_every_reason_is_there_in_the_same_words() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert rows == {name: words for name, words in REASONS.items() if name != "MISPLACED"}


def test_every_function_is_there() -> None:
    scalars = frozenset().union(*(names for names, *_ in SCALARS))
    over_rows = columns.AGGREGATES | columns.COUNTS - {"count_star"}
    windows = columns.RANKS | columns.SHARES | columns.NEIGHBOURS | columns.ENDS
    named = {name for name in scalars | over_rows | windows if name.isidentifier()}
    operators = {"like_escape", "ilike_escape"}  # LIKE with an escape, as the engine calls it
    listed = re.search(r"^\| what they give \|.*?\n\n", PAGE, re.MULTILINE | re.DOTALL)
    assert listed is not None
    assert set(re.findall(r"`([a-z_]+)`", listed[0])) == named - operators | {"coalesce"}


def test_the_example_holds_two_formulas() -> None:
    (example,) = re.findall(r"```markdown\n(.*?)```", PAGE, re.DOTALL)
    assert [note.label for note in find_footnotes(example)] == ["f1", "f2"]
    assert all(note.markers for note in find_footnotes(example))


def test_the_prompt_has_about_twenty_lines() -> None:
    (prompt,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert 15 <= len(prompt.splitlines()) <= 25
