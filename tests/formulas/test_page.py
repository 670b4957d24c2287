"""The page on formulas says what the code does."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import yaml
from verifyd.formulas import prompt

from sidecar.formulas import columns
from sidecar.formulas.expressions.calls import SCALARS
from sidecar.formulas.tree import REASONS
from sidecar.text.footnotes import find_footnotes

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "formulas.md").read_text("utf-8")
SKILL = (DOCS / "skill" / "SKILL.md").read_text("utf-8")
CHECK = "verifyd check answer.md --data q1.csv"
STRIP = "verifyd check answer.md --strip-formulas"


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


def test_the_prompt_of_the_page_and_the_skill_is_the_one_of_the_client() -> None:
    for text in (PAGE, SKILL):
        assert f"```text\n{prompt()}```" in text
    assert 15 <= len(prompt().splitlines()) <= 25


def test_the_skill_has_the_front_matter_of_its_format() -> None:
    _, front, body = SKILL.split("---\n", 2)
    known = yaml.safe_load(front)
    assert set(known) == {"name", "description", "license", "compatibility"}
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", known["name"])
    assert len(known["name"]) <= 64
    assert 0 < len(known["description"]) <= 1024
    assert 0 < len(known["compatibility"]) <= 500
    assert len(body.splitlines()) < 500


def test_the_commands_of_the_skill_do_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "q1.csv").write_text("region,year,price\nNorth,2023,2500000\nSouth,2023,1700000\n")
    note = "[^f1]: SELECT sum(price) / 1e6 FROM q1 WHERE year = 2023\n"
    for number, status in (("4.2", 0), ("4.3", 1)):
        answer = f"Sales in 2023 were USD {number} million[^f1].\n\n{note}"
        (tmp_path / "answer.md").write_text(answer)
        assert _run(CHECK, tmp_path).returncode == status
    stripped = _run(STRIP, tmp_path)
    assert stripped.stdout == "Sales in 2023 were USD 4.3 million.\n"


def _run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    assert f"\n{command}\n" in SKILL
    words = [sys.executable, "-m", "sidecar", *shlex.split(command)[1:]]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
