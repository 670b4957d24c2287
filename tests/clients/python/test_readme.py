"""Every example of the README runs, and prints what the README says it prints."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from sampled import sampled

README = Path(__file__).parents[3] / "clients" / "python" / "README.md"
EXAMPLES = re.findall(
    r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", README.read_text(encoding="utf-8"), re.DOTALL
)
JUDGED = re.findall(
    r"```python judged\n(.*?)```\n\n```text\n(.*?)```",
    README.read_text(encoding="utf-8"),
    re.DOTALL,
)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5
    assert all(printed for _, printed in EXAMPLES)


@pytest.mark.parametrize("example", sampled(EXAMPLES, 4, map(str, range(len(EXAMPLES)))))
def test_an_example_prints_what_it_says(example: tuple[str, str]) -> None:
    code, printed = example
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed


def test_the_example_of_claims_prints_what_it_says(
    server_for: Callable[[Mapping[str, Any]], Any],
) -> None:
    # Its judge is that of tests/cases/claims/filters.yaml.
    ((code, printed),) = JUDGED
    address = server_for({"claims": {"enabled": True, "filter": "remove_citation"}}).target
    done = subprocess.run(
        [sys.executable, "-c", f"address = {address!r}\n{code}"],
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed
