"""The page on the sandbox says what is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sidecar.outcomes.sandbox.results import REASONS
from sidecar.outcomes.settings import SandboxSettings

PAGE = (Path(__file__).parents[3] / "docs/sandbox.md").read_text("utf-8")


def test_its_examples_run_and_give_what_it_says() -> None:
    code, caller = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    names: dict[str, Any] = {"code": code}
    exec(caller, names)
    promised = re.search(r"# (\{.*?\})", caller)
    assert promised is not None
    assert repr(names["found"].values) == promised[1]


def test_it_lists_every_reason_and_limit_with_its_default() -> None:
    assert set(re.findall(r"^\| `(SANDBOX_\w+)` \|", PAGE, flags=re.MULTILINE)) == set(REASONS)
    listed = re.findall(r"^\| `([a-z_]+)` \| ([\d,]+) \|", PAGE, flags=re.MULTILINE)
    defaults = {name: int(value.replace(",", "")) for name, value in listed}
    assert defaults == SandboxSettings().values()
