"""Every example runs without the network, and ends with the answer that is right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "clients" / "python" / "examples"
NEEDS = {
    "langgraph_orders.py": "langgraph",
    "llama_index_orders.py": "llama_index.core",
    "openai_agents_orders.py": "agents",
    "pydantic_ai_orders.py": "pydantic_ai",
}


def test_every_example_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == NEEDS.keys()


@pytest.mark.parametrize("name", NEEDS)
def test_an_example_ends_with_the_right_answer(name: str) -> None:
    pytest.importorskip(NEEDS[name])
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)],
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "The North had 1,324 orders." in done.stdout
    assert done.stdout.splitlines()[-1] == "The North had 1,234 orders."
