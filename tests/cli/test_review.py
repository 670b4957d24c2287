"""``verifyd review`` against a real server: list, decide, revision, and what goes wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from verifyd import Client

Run = Callable[..., Any]

ROWS = [{"region": "North", "sales": 1234}, {"region": "South", "sales": 987}]
TEXT = "Sales were 4,321 in the North. Sales were 900 in the South.\n"
TOKEN = "token-of-finance"


@pytest.fixture
def server(start_server: Any, tmp_path: Path) -> Any:
    """A server with a token, and a text whose numbers are wrong."""
    digest = hashlib.sha256(TOKEN.encode()).hexdigest()
    (tmp_path / "tokens.yaml").write_text(yaml.safe_dump({"finance": digest}))
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    own = start_server(
        {
            "store": {"url": f"sqlite://{tmp_path}/v.db"},
            "server": {"token_file": str(tmp_path / "tokens.yaml")},
        }
    )
    with Client(own.target, token=TOKEN) as client:
        client.verify(TEXT, {"sales": ROWS}, request_id="r1")
    return own


@pytest.fixture
def review(verifyd: Run, server: Any, tmp_path: Path) -> Run:
    """The command, for that server and with the token."""

    def run(action: str, *words: str) -> Any:
        where = ("--target", server.target, "--token-file", tmp_path / "token")
        return verifyd("review", action, *words, *where)

    return run


def test_from_a_list_to_a_revision(review: Run) -> None:
    listed = review("list")
    assert listed.status == 0
    head, first, place, *_, last = listed.out.splitlines()
    assert "FAIL" in head
    assert "request r1" in head
    assert first.startswith("  1  error CLAIM_NOT_FOUND: '4,321' ")
    assert place == "     in: Sales were 4,321 in the North."
    assert last == "2 flagged"
    review_id = head.split()[0]

    undecided = review("revision", review_id)
    assert (undecided.status, undecided.out) == (1, TEXT)
    assert "2 flagged findings are not decided" in undecided.err

    decided = review("decide", review_id, "1=edit:1,234", "2=remove", "--by", "Ana")
    assert (decided.status, decided.out) == (0, "revision 1, 0 items open\n")
    assert review("revision", review_id).out == "Sales were 1,234 in the North.\n"
    assert review("list").out == "0 flagged\n"
    assert "     edit 1,234 by Ana (revision 1)" in review("list", "--state", "decided").out


def test_json(review: Run) -> None:
    listed = json.loads(review("list", "--json", "--limit", "1").out)
    assert listed["more"] is True
    (item,) = listed["items"]
    assert (item["code"], item["severity"], item["text"]) == ("CLAIM_NOT_FOUND", "ERROR", "4,321")
    assert json.loads(review("decide", item["review_id"], "1=keep", "--json").out) == {
        "revision": 1,
        "open_items": 1,
    }
    found = json.loads(review("revision", item["review_id"], "--json").out)
    assert (found["text"], found["complete"], found["kept_items"]) == (TEXT, False, 1)


FILTERS = {
    "--check claims": 0,
    "--code CLAIM_NOT_FOUND": 2,
    "--since 2020-01-01": 2,
    "--since 2999-01-01T00:00:00Z": 0,
    "--review nothing": 0,
    "--state all": 2,
}


def test_filters(review: Run) -> None:
    counts = {words: review("list", *words.split()).out.splitlines()[-1] for words in FILTERS}
    assert counts == {words: f"{count} flagged" for words, count in FILTERS.items()}


REFUSED = {
    "decide nothing 1=keep": "REVIEW_NOT_FOUND",
    "revision nothing": "REVIEW_NOT_FOUND",
    "decide a one=keep": "DECISION_INVALID",
    "decide a 1": "DECISION_INVALID",
    "decide a 1=drop": "DECISION_INVALID",
    "decide a 1=edit": "DECISION_INVALID",
    "decide a 1=keep:this": "DECISION_INVALID",
}


def test_what_is_refused(review: Run) -> None:
    for words, reason in REFUSED.items():
        ran = review(*words.split())
        assert (words, ran.status, ran.out) == (words, 2, "")
        assert f"[{reason}]" in ran.err


def test_wrong_options(review: Run) -> None:
    options = ("--since yesterday", "--limit 0", "--state new")
    assert [review("list", *words.split()).status for words in options] == [2, 2, 2]


def test_without_the_token(verifyd: Run, server: Any) -> None:
    ran = verifyd("review", "list", "--target", server.target)
    assert (ran.status, "[CREDENTIALS_MISSING]" in ran.err) == (2, True)


def test_a_file_that_is_not_there(verifyd: Run, tmp_path: Path) -> None:
    ran = verifyd("review", "list", "--target", "unix:///x", "--token-file", tmp_path / "none")
    assert (ran.status, "[FILE_UNREADABLE]" in ran.err) == (2, True)


def test_no_address(verifyd: Run) -> None:
    ran = verifyd("review", "list", "--target", "nowhere")
    assert (ran.status, "[ADDRESS_INVALID]" in ran.err) == (2, True)


def test_a_server_that_is_not_there(verifyd: Run, tmp_path: Path) -> None:
    where = ("--target", f"unix://{tmp_path}/none.sock", "--timeout", "0.3")
    ran = verifyd("review", "list", *where)
    assert (ran.status, ran.out) == (3, "")


def test_words_cannot_act_on_the_terminal(review: Run, server: Any) -> None:
    # The narrative is somebody else's, and so are labels in the data.
    with Client(server.target, token=TOKEN) as client:
        client.verify("Sales \x1b[2Jwere 4,321 in the North.", {"sales": ROWS})
    listed = review("list")
    assert listed.status == 0
    assert "\x1b" not in listed.out
