"""The pages say what is there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from sidecar.__main__ import COMMANDS
from sidecar.checks import CHECKS
from sidecar.checks.codes import CODES
from sidecar.cli import explain
from sidecar.settings.root import Settings

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


def packages() -> set[str]:
    """Every folder of the repository that holds files, and every package of the server."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [Path(line).parts for line in listed.stdout.splitlines()]
    top = {f"{parts[0]}/" for parts in files if len(parts) > 1 and not parts[0].startswith(".")}
    own = {f"sidecar/{parts[1]}/" for parts in files if parts[0] == "sidecar" and len(parts) > 2}
    clients = {f"clients/{parts[1]}/" for parts in files if parts[0] == "clients"}
    return top - {"sidecar/", "clients/", "proto/"} | own | clients | {"proto/verifyd/v1/"}


ARCHITECTURE = (ROOT / "docs/architecture.md").read_text("utf-8")


def test_architecture_has_a_row_for_every_package() -> None:
    rows = set(re.findall(r"^\| `([\w/]+/)` \|", ARCHITECTURE, re.MULTILINE))
    assert packages() - rows == set()
    assert {row for row in rows if not (ROOT / row).is_dir()} == set()


def test_architecture_names_every_command() -> None:
    (row,) = re.findall(r"^\| `sidecar/cli/` \|(.*)\|$", ARCHITECTURE, re.MULTILINE)
    assert re.findall(r"`(\w+)`", row) == list(COMMANDS)


def test_every_page_gives_the_same_figure_of_the_default_mode() -> None:
    # `make capture` measures it and writes it into both.
    measured = re.compile(r"<!-- speed -->\n(In the default mode, .+)\n<!-- /speed -->")
    pages = [(ROOT / page).read_text("utf-8") for page in ("README.md", "docs/performance.md")]
    (figure,) = {figure for page in pages for figure in measured.findall(page)}
    assert all(measured.search(page) for page in pages)
    assert f"`{Settings().numeric.binding.mode}`" in figure
