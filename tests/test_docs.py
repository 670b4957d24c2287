"""The pages say what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sidecar.checks import CHECKS
from sidecar.checks.codes import CODES
from sidecar.cli import explain

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    page
    for folder in (".", "docs", "docs/adr", "docs/checks", "demo", "clients/python", "clients/go")
    for page in (ROOT / folder).glob("*.md")
    if page.name != "narrative.md"
)


def test_the_reference_of_codes_is_that_of_the_registry() -> None:
    assert (ROOT / "docs/codes.md").read_text("utf-8") == explain.reference() + "\n"


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_has_a_page_that_the_index_lists(name: str) -> None:
    assert (ROOT / f"docs/checks/{name}.md").exists()
    assert f"(checks/{name}.md)" in (ROOT / "docs/README.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_codes_in_prose_are_registered() -> None:
    # "CLAIM_NOT_FOUND" in a page must be a code that exists; settings and decisions are not codes.
    text = (ROOT / "docs/decisions.md").read_text("utf-8")
    named = set(re.findall(r"\| `([A-Z]+_[A-Z_]+)` \|", text))
    assert named <= set(CODES)
    assert named
