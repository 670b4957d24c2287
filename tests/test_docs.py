"""The pages say what is there."""

from __future__ import annotations

import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from sidecar.__main__ import COMMANDS, _parser
from sidecar.checks import CHECKS, CODES
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
    assert (ROOT / "docs/codes.md").read_text("utf-8") == explain.render_reference() + "\n"


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


def commands(page: str) -> list[str]:
    """The commands of verifyd that a page shows, without what a shell does with them."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", page, re.DOTALL | re.MULTILINE)
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    starts = [line.strip() for line in lines if line.strip().startswith("verifyd ")]
    return [re.split(r"\s[#|<>&]", line)[0] for line in starts]


SHOWN = [(page, each) for page in PAGES for each in commands(page.read_text("utf-8"))]


def status(words: list[str]) -> object:
    """The exit status of parsing some words as a command line; 0 where they are accepted."""
    try:
        _parser(words[:1]).parse_args(words)
    except SystemExit as ended:  # 0 for --help
        return ended.code
    return 0


@pytest.mark.parametrize(("page", "command"), SHOWN, ids=lambda shown: str(shown)[-60:])
def test_the_commands_of_a_page_are_accepted(page: Path, command: str) -> None:
    assert status(shlex.split(command)[1:]) == 0


def test_pages_show_commands() -> None:
    assert len(SHOWN) > 30
    assert status(["check", "--no-such-option"]) == 2


def test_targets_and_modules_that_pages_name_exist() -> None:
    texts = "\n".join(page.read_text("utf-8") for page in PAGES)
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)", texts)) - targets == set()
    modules = set(re.findall(r"python -m ((?:bench|sidecar|fastpath)[\w.]*)", texts))
    assert {name for name in modules if find_spec(name) is None} == set()
