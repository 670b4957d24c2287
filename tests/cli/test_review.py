"""``verifyd review`` against a real server: list, decide, revision, and what goes wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from verifyd import (
    Client,
    Decision,
    FlaggedItem,
    ReviewAction,
    ReviewDecision,
    Severity,
    Span,
    Verdict,
)

from bench import records, scoring
from sidecar.cli import review_export

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


def ids(review: Run) -> str:
    return str(review("list", "--state", "all").out.split()[0])


def test_stats(review: Run) -> None:
    assert review("stats").out.splitlines()[0] == "0 decisions"
    review_id = ids(review)
    review("decide", review_id, "1=edit:1,234", "2=keep", "--by", "Ana")
    review("decide", review_id, "1=keep", "2=remove", "--by", "Ben", "--revision", "1")
    ran = review("stats", "--threshold", "0.5")
    assert (ran.status, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines()]
    assert rows[0] == ["4", "decisions"]
    half = ["1", "0", "1", "0", "50.0%", "9.5%", "to", "90.5%"]
    assert ["the", "text", "is", "wrong", *half] in rows
    assert ["left", "open", "by", "the", "check", "0", "0", "0", "0", "-", "-"] in rows
    assert ["numeric", "CLAIM_NOT_FOUND", "-", *half] in rows
    assert ["Ana,", "Ben", "2", "0", "-1.00"] in rows
    assert ["0.5", "1", "1", "0", "0", "0", "held,", "0", "released"] in rows
    severity = ["numeric", "CLAIM_NOT_FOUND", "warning"]
    assert [*severity, "0", "0", "1", "1", "0", "held,", "0", "released"] in rows

    told = json.loads(review("stats", "--code", "CLAIM_NOT_FOUND", "--json").out)
    assert (told["decisions"], told["pairs"][0]["kappa"]) == (4, -1)
    assert len(told["thresholds"][0]["effects"]) == 19
    assert json.loads(review("stats", "--check", "claims", "--json").out)["groups"] == []


def test_kappa_that_is_undefined_is_called_so(review: Run) -> None:
    review_id = ids(review)
    review("decide", review_id, "1=keep", "--by", "Ana")
    review("decide", review_id, "1=keep", "--by", "Ben", "--revision", "1")
    assert "1     undefined: one answer to all" in review("stats").out


def test_export_is_read_as_a_yardstick(review: Run, server: Any, tmp_path: Path) -> None:
    text = "Über: sales were 4,321 in the North. Sales were 900 in the South. In words: 5 in all."
    with Client(server.target, token=TOKEN) as client:
        client.verify(text, {"sales": ROWS}, request_id="r2")
        flagged = {
            item.text: item for item in client.list_flagged().items if item.request_id == "r2"
        }
    review_id = flagged["4,321"].review_id
    first, second = (flagged[words].item_id for words in ("4,321", "900"))
    review("decide", review_id, f"{first}=edit:1,234", "--by", "Ana")
    review("decide", review_id, f"{first}=keep", f"{second}=keep", "--by", "Ben", "--revision", "1")
    review("decide", review_id, f"{first}=remove", "--by", "Ben", "--revision", "2")
    file = tmp_path / "own.jsonl"
    ran = review("export", "--output", str(file))
    assert (ran.status, ran.out) == (0, "")
    assert "1 records with 2 labels" in ran.err
    (record,) = records.read(file)
    assert (record["id"], record["request_id"], record["narrative"]) == (review_id, "r2", text)
    assert record["evidence_digest"] == flagged["900"].evidence_digest
    assert (record["annotators"], record["query_results"]) == (1, [])
    gold = {one["text"]: one for one in record["gold"]}
    assert all(text[one["start"] : one["end"]] == words for words, one in gold.items())
    assert (gold["4,321"]["label"], gold["4,321"]["votes"]) == ("unsupported", [2, 2])
    assert (gold["900"]["label"], gold["900"]["votes"]) == ("supported", [0, 1])
    assert {one["scored"] for one in gold.values() if one["label"] == "open"} <= {False}
    assert "Ana" not in file.read_text()

    # A verifier that flags all of them again finds one wrong number, and one falsely.
    again = [{**one, "verdict": "contradicted"} for one in record["gold"]]
    (score, *_) = scoring.score([record], {review_id: again}, None)
    assert score.counts["hit"] == score.counts["alarm"] == 1
    assert not score.counts["miss"] + score.counts["pass"]
    assert review("export", "--since", "2999-01-01").out == ""
    assert review("export", "--check", "claims").out == ""


def test_an_export_that_cannot_be_written(review: Run, tmp_path: Path) -> None:
    ran = review("export", "--output", str(tmp_path))
    assert (ran.status, "[FILE_UNWRITABLE]" in ran.err) == (2, True)


def flagged_item(item_id: int, start: int, words: str, **changes: Any) -> FlaggedItem:
    fields: dict[str, Any] = {
        "review_id": "a",
        "item_id": item_id,
        "request_id": "r",
        "revision": 1,
        "created_at": datetime.now(UTC),
        "decision": Decision.FAIL,
        "text_digest": "",
        "check": "claims",
        "code": "CLAIM_UNSUPPORTED",
        "severity": Severity.ERROR,
        "verdict": Verdict.UNSUPPORTED,
        "message": "",
        "details": {},
        "confidence": None,
        "byte_span": Span(start, start + len(words.encode())),
        "text": words,
        "scope": Span(0, 0),
        "scope_text": "",
        "suggestion": None,
        "quote": "",
        "decided": None,
        "history": (),
        "model": "",
        "evidence_digest": "e",
    }
    return FlaggedItem(**fields | changes)


def decided(action: ReviewAction, person: str = "Ana") -> dict[str, Any]:
    one = ReviewDecision(action, "", person, "", datetime.now(UTC))
    return {"decided": one, "history": (one,)}


def test_a_claim_is_a_record_of_its_own() -> None:
    items = [
        flagged_item(
            1,
            4,
            "Wages fell",
            **decided(ReviewAction.REMOVE),
            quote="Wages rose",
            details={"source_id": "s1", "url": "https://a"},
            model="small",
            confidence=0.75,
        ),
        flagged_item(2, 0, "Ü:"),
        flagged_item(3, 0, "Ü:", verdict=Verdict.INCONCLUSIVE, **decided(ReviewAction.KEEP)),
    ]
    (record,) = review_export.make_claim_records("Ü: Wages fell.", items)
    gold = {"start": 0, "end": 10, "text": "Wages fell", "kind": "statement"}
    gold |= {"category": "CLAIM_UNSUPPORTED", "scored": True, "label": "unsupported"}
    assert record == {
        "id": "a-1",
        "dataset": "reviews",
        "split": "dev",
        "request_id": "r",
        "evidence_digest": "e",
        "annotators": 1,
        "narrative": "Wages fell",
        "source_id": "s1",
        "url": "https://a",
        "quote": "Wages rose",
        "gold": [gold | {"votes": [1, 1], "model": "small", "confidence": 0.75}],
    }


def test_of_findings_of_one_number_a_change_tells_most() -> None:
    # Trap: a number that is open in one finding and kept in another one has a label.
    places = {"check": "numeric", "code": "X"}
    items = [
        flagged_item(1, 0, "5", **places),
        flagged_item(2, 0, "5", **places, **decided(ReviewAction.KEEP)),
        flagged_item(3, 0, "5", **places, **decided(ReviewAction.REMOVE)),
        flagged_item(4, 2, "six", **places, verdict=Verdict.INCONCLUSIVE),
        flagged_item(
            5, 2, "six", **places, verdict=Verdict.INCONCLUSIVE, **decided(ReviewAction.KEEP)
        ),
    ]
    (record,) = review_export.make_number_records("5 six", items)
    told = [(one["text"], one["form"], one["label"], one["scored"]) for one in record["gold"]]
    assert told == [("5", "digit", "unsupported", True), ("six", "word", "supported", False)]


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
    thresholds = ("1.1", "-1", "nan", "high")
    assert [review("stats", f"--threshold={each}").status for each in thresholds] == [2, 2, 2, 2]


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
