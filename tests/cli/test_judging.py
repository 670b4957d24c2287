"""``verifyd check --judge``: claims judged from the command line, by an endpoint on loopback."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.model_endpoint import Endpoint, endpoint
from sidecar.cli import check
from sidecar.cli.check_options import describe_spending
from sidecar.cli.terminal import Progress
from sidecar.judges.spending import SpendingAccount
from sidecar.settings.root import Settings

Run = Callable[..., Any]
Write = Callable[[str, str], Path]
TEXT = "Staff rose to 1,234 in 2024 [Source 1]. Exports fell [Source 2].\n"
ANSWER = {
    "results": [
        {
            "id": "c0",
            "verdict": "supported",
            "confidence": 0.95,
            "quotes": ["In 2024 the staff was 1,234"],
            "reasoning": "It says so.",
        },
        {
            "id": "c1",
            "verdict": "contradicted",
            "confidence": 0.9,
            "quotes": ["Exports were flat that year"],
            "reasoning": "They were flat.",
        },
    ]
}


@pytest.fixture
def judge() -> Iterator[Endpoint]:
    with endpoint() as running:
        running.content = json.dumps(ANSWER)
        yield running


@pytest.fixture
def words(write: Write) -> list[object]:
    """A narrative and its two sources, as a command line names them."""
    first = write("one.txt", "In 2024 the staff was 1,234, after 1,180.")
    second = write("two.txt", "Exports were flat that year.")
    only = ["--check", "claims"]
    return ["check", write("n.md", TEXT), "--sources", first, second, *only]


def test_claims_are_judged_and_the_cost_is_told(
    verifyd: Run, words: list[object], judge: Endpoint
) -> None:
    ran = verifyd(*words, "--judge", judge.url)
    assert ran.status == 1
    assert "error CLAIM_CONTRADICTED: two says otherwise: They were flat." in ran.out
    assert "**Cited Claims**: 1 of 2 supported (50.0%), 1 flagged" in ran.out
    (told,) = ran.err.splitlines()
    assert told.startswith("verifyd check: 2 calls to gpt-4o-mini, ")
    assert told.endswith(" USD")
    assert {body["model"] for body in judge.asked} == {"gpt-4o-mini"}


@pytest.mark.parametrize(
    ("form", "words_there"),
    [
        ("json", '"summary": {'),
        ("markdown", "### ❌ Claim 1: CONTRADICTED"),
        ("html", "Every claim (2)"),
        ("annotated", "Exports fell [Source 2] **[❌ Claim 1: CONTRADICTED]**."),
    ],
)
def test_every_form_has_the_claims(
    verifyd: Run, words: list[object], judge: Endpoint, form: str, words_there: str
) -> None:
    ran = verifyd(*words, "--judge", judge.url, "--format", form)
    assert words_there in ran.out
    assert "calls to" not in ran.out  # what it cost is not of the report


def test_a_model_of_no_known_price_has_no_known_cost(
    verifyd: Run, words: list[object], judge: Endpoint
) -> None:
    ran = verifyd(*words, "--judge", judge.url, "--model", "own-7b")
    assert {body["model"] for body in judge.asked} == {"own-7b"}
    assert "2 calls to own-7b, " in ran.err
    assert ran.err.endswith("cost not known\n")


@pytest.mark.parametrize(
    ("way", "fixed"),
    [
        ("mark", TEXT.replace("[Source 2].", "[Source 2] [contradicted].")),
        ("remove_citation", TEXT.replace("[Source 2].", "[Source 2] [contradicted].")),
        ("remove_claim", "Staff rose to 1,234 in 2024 [Source 1]. \n"),
    ],
)
def test_a_filter_makes_repairs_that_can_be_written(
    verifyd: Run, words: list[object], judge: Endpoint, tmp_path: Path, way: str, fixed: str
) -> None:
    out = tmp_path / "fixed.md"
    ran = verifyd(*words, "--judge", judge.url, "--filter", way, "--write-fixed", out)
    assert ran.status == 1  # of the narrative as it was
    assert out.read_text() == fixed
    assert f"{out} has 1 repair\n" in ran.err


def test_a_file_that_cannot_be_written_is_told_of(
    verifyd: Run, words: list[object], judge: Endpoint, tmp_path: Path
) -> None:
    ran = verifyd(*words, "--judge", judge.url, "--write-fixed", tmp_path / "no" / "f.md")
    assert ran.status == 2
    assert "FILE_UNWRITABLE" in ran.err


def test_nobody_is_asked_without_a_judge(
    verifyd: Run, words: list[object], judge: Endpoint
) -> None:
    ran = verifyd(*words)
    assert ran.status == 3
    assert "CLAIMS_NOT_ENABLED" in ran.out
    assert "name the endpoint of a model: --judge URL" in ran.err
    assert judge.asked == []


def test_a_judge_that_is_not_there_is_no_pass(verifyd: Run, words: list[object]) -> None:
    with endpoint() as gone:
        url = gone.url
    ran = verifyd(*words, "--judge", url)
    assert ran.status == 3
    assert "JUDGE_UNREACHABLE" in ran.out
    assert f"does a server listen at {url}?" in ran.err


def test_a_missing_key_is_named(
    verifyd: Run, words: list[object], judge: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge.content = None  # it refuses
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    ran = verifyd(*words, "--judge", judge.url)
    assert ran.status == 3
    assert "no key was sent: the variable OPENAI_API_KEY is not set" in ran.err
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert "is the key right?" in verifyd(*words, "--judge", judge.url).err


def test_who_waits_is_told_how_many_sources_are_done(
    verifyd: Run, words: list[object], judge: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(check, "Progress", lambda _: Progress(terminal))
    verifyd(*words, "--judge", judge.url)
    steps = [f"judging sources: {done} of 2 done" for done in range(3)]
    assert [step for step in steps if step in terminal.getvalue()] == steps


def test_a_source_that_may_not_be_fetched_is_told_with_what_would_let_it(
    verifyd: Run, write: Write, judge: Endpoint
) -> None:
    text = write("n.md", "Staff rose [Source 1].")
    url = "https://page.example/a?b=1"
    ran = verifyd("check", text, "--sources", url, "--judge", judge.url, "--check", "claims")
    assert ran.status == 1
    assert "SOURCE_UNAVAILABLE" in ran.out
    assert f"to fetch {url}: --allow-host page.example" in ran.err
    assert judge.asked == []


def test_a_host_that_is_allowed_is_asked_and_a_private_one_never(
    verifyd: Run, write: Write, judge: Endpoint
) -> None:
    text = write("n.md", "Staff rose [Source 1].")
    words = ["check", text, "--sources", "https://localhost/a", "--judge", judge.url]
    ran = verifyd(*words, "--check", "claims", "--allow-host", "localhost", "--format", "json")
    # A resolver may not even tell the address of this machine.
    assert re.search('"unavailable": "SOURCE_(ADDRESS_FORBIDDEN|UNREACHABLE)"', ran.out)
    assert "--allow-host" not in ran.err


def test_any_host_is_allowed_with_a_warning(verifyd: Run, write: Write, judge: Endpoint) -> None:
    text = write("n.md", "Staff rose [Source 1].")
    words = ["check", text, "--sources", "https://localhost/a", "--judge", judge.url]
    ran = verifyd(*words, "--check", "claims", "--allow-host", "*", "--format", "json")
    assert "warning: sources.allowed_hosts has *" in ran.err
    assert '"unavailable": "SOURCE_HOST_NOT_ALLOWED"' in ran.out  # a bare name is no public host
    assert judge.asked == []


def test_a_url_that_is_none_is_refused(verifyd: Run, words: list[object]) -> None:
    ran = verifyd(*words, "--judge", "ftp://x")
    assert ran.status == 2
    assert "--judge" in ran.err


def test_what_was_kept_or_left_open_is_told_too() -> None:
    account = SpendingAccount()
    use = account.of("m")
    use.calls, use.kept, use.failures = 1, 2, 1
    account.spend("m", 900, 100, None)
    (line,) = describe_spending(account, Settings())
    assert line == (
        "1 call (2 cached answers, 1 without an answer) to m, 1,000 tokens, cost not known"
    )


def test_the_page_of_the_check_shows_what_is_printed(
    verifyd: Run, words: list[object], judge: Endpoint
) -> None:
    page = (Path(__file__).parents[2] / "docs/checks/claims.md").read_text("utf-8")
    shown = page.partition("```markdown\n")[2].partition("```")[0]
    assert shown.startswith("# Verification Report\n")
    assert shown in verifyd(*words, "--judge", judge.url, "--format", "markdown").out
