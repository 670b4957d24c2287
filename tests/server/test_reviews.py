"""Reviews over a socket: kept, listed and decided; and no fault of a store approves anything."""

from __future__ import annotations

import hashlib
import random
import resource
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
import yaml
from calls import RIGHT, SALES, WRONG, Calls, inline, refusal, request, stubs
from claim_requests import FALSE, TRUE, claims_request, judged_by, said
from databases import KINDS, Postgres
from pytest_httpserver import HTTPServer
from sampled import sampled
from verifyd import Client
from verifyd.v1 import report_pb2, review_service_pb2_grpc
from verifyd.v1 import review_service_pb2 as pb
from waiting import wait_until

KEEP, EDIT, REMOVE = pb.REVIEW_ACTION_KEEP, pb.REVIEW_ACTION_EDIT, pb.REVIEW_ACTION_REMOVE
SURE = {"severities": {"CLAIM_NOT_FOUND": "error"}}
TOKENS = {"finance": "token-of-finance", "health": "token-of-health"}
LONG = "Sales were 4,321 in the North.\n\n" * 300


def settings(url: str, **sections: Any) -> dict[str, Any]:
    """The settings of a server with a store."""
    store = {"url": url, "migrate": True} | sections.pop("store", {})
    return {"store": store, "policy": SURE} | sections


class TestInUse:
    @pytest.fixture
    def calls(self, start_server: Any, store_url: str) -> Iterator[Calls]:
        server = start_server(settings(store_url))
        with server.channel() as channel:
            yield Calls(channel)
        assert server.stop() == 0
        assert "4,321" not in server.log_text()

    @pytest.mark.parametrize("store_url", KINDS, indirect=True)
    def test_from_a_wrong_number_to_a_right_text(self, calls: Calls) -> None:
        text = f"{WRONG} Sales were 500 in the South."
        kept = calls.verify(request(text, request_id="r1")).meta.review
        assert (kept.stored, kept.items, kept.dropped_items) == (True, 2, 0)
        page = calls.list_flagged()
        assert [(item.review_id, item.item_id) for item in page.items] == [
            (kept.review_id, 1),
            (kept.review_id, 2),
        ]
        first = page.items[0]
        assert (first.finding.check, first.finding.code) == ("numeric", "CLAIM_NOT_FOUND")
        assert (first.text, first.scope_text, first.request_id) == ("4,321", WRONG, "r1")
        assert first.finding.HasField("confidence")
        assert first.decision == report_pb2.DECISION_FAIL
        assert calls.revision(kept.review_id).text == text
        decided = calls.decide(kept.review_id, (1, EDIT, "1,234"), (2, REMOVE), comment="checked")
        assert (decided.revision, decided.open_items) == (1, 0)
        revision = calls.revision(kept.review_id)
        assert (revision.text, revision.complete) == ("Sales were 1,234 in the North.", True)
        assert not calls.list_flagged().items
        done = calls.list_flagged(state=pb.REVIEW_STATE_DECIDED).items
        assert [item.decided.action for item in done] == [EDIT, REMOVE]
        assert done[0].decided.comment == "checked"

    @pytest.mark.parametrize("store_url", KINDS, indirect=True)
    def test_what_was_decided_says_how_often_people_agree(self, calls: Calls) -> None:
        assert calls.agreement().decisions == 0
        text = f"{WRONG} Sales were 500 in the South."
        review_id = calls.verify(request(text)).meta.review.review_id
        calls.decide(review_id, (1, EDIT, "1,234"))
        calls.decide(review_id, (1, KEEP), expected_revision=1, decided_by="Ben")
        calls.decide(review_id, (1, REMOVE), expected_revision=2)
        found = calls.agreement(check="numeric", threshold=0)
        assert (found.decisions, found.truncated) == (3, False)
        settled = found.settled
        assert (settled.agreed, settled.false_alarms, settled.open) == (1, 0, 1)
        assert settled.share.low == pytest.approx(0.2065, abs=1e-4)
        assert not found.left_open.HasField("share")
        (group,) = found.groups
        assert (group.check, group.code, group.counts) == ("numeric", "CLAIM_NOT_FOUND", settled)
        (pair,) = found.pairs
        assert (pair.first, pair.second, pair.items, pair.same) == ("Ana", "Ben", 1, 0)
        assert pair.kappa == 0
        assert not found.thresholds  # as the settings give the severity of its code
        assert found.calibrations[0].with_confidence == 1
        assert found.severities[0].as_warning.released_wrong == 1
        assert not calls.agreement(check="claims").groups

        first, second = calls.list_flagged(state=pb.REVIEW_STATE_ALL).items
        assert [(one.decided_by, one.action) for one in first.history] == [
            *(("Ana", EDIT), ("Ben", KEEP)),
            ("Ana", REMOVE),
        ]
        assert first.history[-1] == first.decided
        assert not second.history
        assert len(first.evidence_digest) == 64
        assert calls.revision(review_id, original=True).original_text == text
        assert not calls.revision(review_id).original_text

    def test_the_same_text_again_is_the_same_review(self, calls: Calls) -> None:
        kept = [calls.verify(request(WRONG)).meta.review for _ in range(3)]
        assert len({one.review_id for one in kept}) == 1
        assert len(calls.list_flagged().items) == 1

    def test_the_narrative_of_a_task_is_kept_too(self, start_server: Any, store_url: str) -> None:
        server = start_server(settings(store_url))
        criterion = {
            "metric": "numbers_supported_rate",
            "metric_type": "percentage",
            "comparison": "gte",
            "threshold": 1,
        }
        with Client(server.target) as client:
            for text, flagged in ((RIGHT, 0), (WRONG, 1)):
                result = client.verify_outcome(
                    {"criteria": [criterion]}, {}, narrative=text, results={"sales": SALES}
                )
                assert result.success is not bool(flagged)
                items = client.list_flagged().items
                assert [item.text for item in items] == ["4,321"] * flagged

    def test_a_right_text_is_none(self, calls: Calls) -> None:
        assert not calls.verify(request(RIGHT)).meta.HasField("review")
        assert not calls.list_flagged().items

    def test_the_report_is_the_same_as_without_a_store(self, calls: Calls, server_for: Any) -> None:
        with server_for({"policy": SURE}).channel() as channel:
            plain = Calls(channel).verify(request(WRONG))
        assert not plain.meta.HasField("review")
        assert calls.verify(request(WRONG)).report == plain.report

    @pytest.mark.slow
    def test_a_long_text_with_many_findings(self, calls: Calls) -> None:
        kept = calls.verify(request(LONG)).meta.review
        assert (kept.stored, kept.items) == (True, 300)
        page = calls.list_flagged(page_size=1000)
        assert len(page.items) == 300
        calls.decide(kept.review_id, *[(item.item_id, REMOVE) for item in page.items])
        assert calls.revision(kept.review_id).text.strip() == ""

    @pytest.mark.parametrize(
        ("call", "reason"),
        [
            (lambda calls: calls.revision("nothing"), "REVIEW_NOT_FOUND"),
            (lambda calls: calls.decide("nothing", (1, KEEP)), "REVIEW_NOT_FOUND"),
            (lambda calls: calls.decide("a"), "DECISION_INVALID"),
            (lambda calls: calls.decide("a", (1, 0)), "DECISION_INVALID"),
            (lambda calls: calls.decide("a", (1, 9)), "DECISION_INVALID"),
            (lambda calls: calls.decide("a", (1, EDIT)), "DECISION_INVALID"),
            (lambda calls: calls.decide("a", (1, KEEP, "x")), "DECISION_INVALID"),
            (lambda calls: calls.decide("a", (1, KEEP), (1, REMOVE)), "DECISION_INVALID"),
            (lambda calls: calls.decide("a", (1, KEEP), decided_by=" "), "DECISION_INVALID"),
            (lambda calls: calls.decide("a", (1, KEEP), decided_by="a\nb"), "DECISION_INVALID"),
            (lambda calls: calls.decide("a", (1, KEEP), decided_by="a" * 201), "DECISION_INVALID"),
            (lambda calls: calls.decide("a", (1, KEEP), comment="a" * 2001), "FIELD_TOO_LONG"),
            (lambda calls: calls.decide("a", (1, EDIT, "a" * 10_001)), "FIELD_TOO_LONG"),
            (lambda calls: calls.decide("a", *[(1, KEEP)] * 2001), "FIELD_TOO_LONG"),
            (lambda calls: calls.list_flagged(page_size=1001), "PAGE_INVALID"),
            (lambda calls: calls.list_flagged(page_token="x"), "PAGE_INVALID"),
            (lambda calls: calls.list_flagged(check="a" * 101), "FIELD_TOO_LONG"),
            (lambda calls: calls.list_flagged(code="a\0"), "PAGE_INVALID"),
            (lambda calls: calls.agreement(check="a" * 101), "FIELD_TOO_LONG"),
            (lambda calls: calls.agreement(code="a\0"), "PAGE_INVALID"),
            (lambda calls: calls.agreement(threshold=1.01), "PAGE_INVALID"),
            (lambda calls: calls.agreement(threshold=float("nan")), "PAGE_INVALID"),
        ],
    )
    def test_what_is_refused(
        self, server_for: Any, tmp_path_factory: pytest.TempPathFactory, call: Any, reason: str
    ) -> None:
        folder = tmp_path_factory.getbasetemp() / "refusing"  # one server for all of them
        with server_for(settings(f"sqlite://{folder}/v.db")).channel() as channel:
            assert refusal(lambda: call(Calls(channel))).reason == reason

    def test_decided_already_and_changed(self, calls: Calls) -> None:
        review_id = calls.verify(request(WRONG)).meta.review.review_id
        calls.decide(review_id, (1, KEEP))
        refused = refusal(lambda: calls.decide(review_id, (1, REMOVE)))
        assert (refused.code, refused.reason) == ("FAILED_PRECONDITION", "REVIEW_ALREADY_DECIDED")
        assert refused.metadata == {"item_id": "1", "revision": "1"}
        refused = refusal(lambda: calls.decide(review_id, (1, REMOVE), expected_revision=0))
        assert (refused.code, refused.reason) == ("ABORTED", "REVIEW_CHANGED")
        assert calls.decide(review_id, (1, REMOVE), expected_revision=1).revision == 2


@pytest.mark.parametrize(
    ("own", "missing"),
    [
        ({}, "store.url"),
        (
            {"store": {"url": "sqlite:///FOLDER/v.db"}, "reviews": {"enabled": False}},
            "reviews.enabled",
        ),
    ],
)
def test_a_server_that_keeps_none(
    start_server: Any, tmp_path: Path, own: dict[str, Any], missing: str
) -> None:
    server = start_server(yaml.safe_load(yaml.safe_dump(own).replace("/DIR", str(tmp_path))))
    with server.channel() as channel:
        calls = Calls(channel)
        assert not calls.verify(request(WRONG)).meta.HasField("review")
        of_a = (lambda: calls.revision("a"), lambda: calls.decide("a"))
        for call in (calls.list_flagged, calls.agreement, *of_a):
            refused = refusal(call)
            assert (refused.code, refused.reason) == ("FAILED_PRECONDITION", "STORE_NOT_CONFIGURED")
            assert refused.metadata == {"setting": missing}


def test_a_claim_that_its_source_contradicts(
    start_server: Any, store_url: str, httpserver: HTTPServer
) -> None:
    against = {"verdict": "contradicted", "quotes": ["Exports were flat."], "reasoning": "flat"}
    answer = {"choices": [{"message": {"content": said({}, against)}, "finish_reason": "stop"}]}
    httpserver.expect_request("/v1/chat/completions").respond_with_json(answer)
    judged = judged_by(httpserver.url_for("/v1"))
    with start_server(settings(store_url) | judged).channel() as channel:
        calls = Calls(channel)
        kept = calls.verify(claims_request(f"{TRUE} {FALSE}")).meta.review
        items = calls.list_flagged(check="claims").items
        contradicted = [item for item in items if item.text == "Exports fell"]
        assert kept.items == len(items)
        assert [item.quote for item in contradicted] == ["Exports were flat"]
        assert contradicted[0].scope_text == FALSE
        assert contradicted[0].model == judged["claims"]["model"]
        calls.decide(kept.review_id, (contradicted[0].item_id, REMOVE))
        groups = {one.code: one for one in calls.agreement(check="claims").groups}
        assert groups["CLAIM_CONTRADICTED"].model == judged["claims"]["model"]
        assert groups["CLAIM_CONTRADICTED"].counts.agreed == 1
        assert calls.revision(kept.review_id).text == TRUE


async def test_the_event_loop_never_waits(serve: Any, store_url: str) -> None:
    # Within ``serve``, a blocking call of ours on the loop is an error of the call.
    async with serve(settings(store_url)) as (_, channel):
        verify, _ = stubs(channel)
        review: Any = review_service_pb2_grpc.ReviewServiceStub(channel)  # type: ignore[no-untyped-call]
        for text in (WRONG, LONG):
            kept = (await verify.Verify(request(text))).meta.review
            assert kept.stored
        item = (await review.ListFlagged(pb.ListFlaggedRequest())).items[0]
        decision = pb.ItemDecision(item_id=item.item_id, action=REMOVE)
        await review.Decide(
            pb.DecideRequest(review_id=item.review_id, decisions=[decision], decided_by="Ana")
        )
        revision = await review.GetRevision(pb.GetRevisionRequest(review_id=item.review_id))
        assert revision.removed_items == 1
        agreement = await review.GetAgreement(pb.GetAgreementRequest())
        assert agreement.decisions == 1


def test_tenants_see_their_own(start_server: Any, tmp_path: Path) -> None:
    tokens = tmp_path / "tokens.yaml"
    digests = {name: hashlib.sha256(token.encode()).hexdigest() for name, token in TOKENS.items()}
    tokens.write_text(yaml.safe_dump(digests))
    own = settings(f"sqlite://{tmp_path}/v.db", server={"token_file": str(tokens)})
    with start_server(own).channel() as channel:
        finance, health = (Calls(channel, token) for token in TOKENS.values())
        review_id = finance.verify(request(WRONG)).meta.review.review_id
        assert not health.list_flagged(state=pb.REVIEW_STATE_ALL).items
        assert refusal(lambda: health.revision(review_id)).reason == "REVIEW_NOT_FOUND"
        assert refusal(lambda: health.decide(review_id, (1, KEEP))).reason == "REVIEW_NOT_FOUND"
        finance.decide(review_id, (1, KEEP))
        assert finance.agreement().decisions == 1
        assert health.agreement() == pb.GetAgreementResponse(
            settled=pb.AgreementCounts(), left_open=pb.AgreementCounts()
        )
        assert health.verify(request(WRONG)).meta.review.review_id != review_id
        assert len(finance.list_flagged(state=pb.REVIEW_STATE_ALL).items) == 1


def test_a_newer_database_keeps_the_server_from_starting(start_server: Any, tmp_path: Path) -> None:
    own = settings(f"sqlite://{tmp_path}/v.db")
    start_server(own).stop()
    with sqlite3.connect(tmp_path / "v.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(AssertionError, match="the database has schema '9999'"):
        start_server(own)


class Fault:
    """A store that stops working under a server."""

    def __init__(self, kind: str, folder: Path, postgres: Postgres | None) -> None:
        self.kind = kind
        self._folder = folder
        self._postgres = postgres
        self.url = f"sqlite://{folder}/v.db" if postgres is None else postgres.create()
        if kind == "no folder":
            (folder / "file").write_text("")
            self.url = f"sqlite://{folder}/file/v.db"

    @contextmanager
    def happening(self, pid: int) -> Iterator[None]:
        """The fault, while the context lasts, for a server with this process id."""
        if self.kind == "locked":
            with sqlite3.connect(self._folder / "v.db", isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                yield
                other.execute("ROLLBACK")
        elif self.kind == "full":
            before = resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
            yield
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
        elif self._postgres is None:
            yield
        else:
            self._postgres.signal(signal.SIGKILL if self.kind == "killed" else signal.SIGSTOP)
            try:
                yield
            finally:
                if self.kind == "hung":
                    self._postgres.signal(signal.SIGCONT)


@pytest.fixture(params=["locked", "full", "no folder", "killed", "hung"])
def fault(request: pytest.FixtureRequest, tmp_path: Path) -> Fault:
    """Each thing that can happen to a store."""
    of_postgres = request.param in {"killed", "hung"}
    postgres = request.getfixturevalue("own_postgres") if of_postgres else None
    return Fault(request.param, tmp_path, postgres)


DEADLINE_S = 1.5


@pytest.mark.timing
@pytest.mark.parametrize("required", [False, True])
@pytest.mark.parametrize("mode", ["enforce", "observe"])
def test_a_fault_approves_nothing_and_holds_nobody_up(
    start_server: Any, fault: Fault, mode: str, *, required: bool
) -> None:
    own = settings(fault.url, policy=SURE | {"mode": mode}, reviews={"required": required})
    server = start_server(own)
    with server.channel() as channel:
        calls = Calls(channel)
        calls.verify(request(WRONG, checks=["consistency"]))  # whatever is loaded late is there
        with fault.happening(server.process.pid):
            right = in_time(lambda: calls.verify(request(RIGHT), timeout=DEADLINE_S))
            wrong = in_time(lambda: calls.verify(request(WRONG), timeout=DEADLINE_S))
            in_time(lambda: calls.list_flagged(timeout=DEADLINE_S))
    assert right.report.decision == report_pb2.DECISION_PASS
    assert right.report.action == report_pb2.ACTION_RELEASE
    if required:
        assert isinstance(wrong, grpc.RpcError)
        refused = refusal(lambda: raised(wrong))
        assert (refused.code, refused.reason) == ("UNAVAILABLE", "REVIEW_NOT_STORED")
        assert refused.metadata == {"items": "1"}
    else:
        held = mode == "enforce"
        assert wrong.report.decision == report_pb2.DECISION_FAIL
        assert wrong.report.action == (
            report_pb2.ACTION_HOLD if held else report_pb2.ACTION_RELEASE
        )
        assert not wrong.meta.review.stored
        assert wrong.meta.review.items == 1


def in_time(call: Callable[[], Any]) -> Any:
    """What a call gives, or the error that it ends with; within its deadline and a tenth more."""
    started = time.monotonic()
    try:
        return call()
    except grpc.RpcError as error:
        return error
    finally:
        assert time.monotonic() - started < DEADLINE_S + 0.1


def raised(error: Any) -> None:
    raise error


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["killed", "hung", "locked", "full"])
def test_after_a_fault_it_goes_on(
    start_server: Any, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    of_postgres = kind in {"killed", "hung"}
    postgres = request.getfixturevalue("own_postgres") if of_postgres else None
    fault = Fault(kind, tmp_path, postgres)
    server = start_server(settings(fault.url, store={"timeout_s": 0.5}))
    with server.channel() as channel:
        calls = Calls(channel)
        with fault.happening(server.process.pid):
            assert not verified(calls).stored
        if postgres is not None and kind == "killed":
            postgres.start()
        wait_until(lambda: verified(calls).stored)  # it is the same review each time
        assert len(calls.list_flagged().items) == 1


def verified(calls: Calls) -> Any:
    return calls.verify(request(WRONG, [inline()])).meta.review


@pytest.mark.parametrize("seed", sampled(range(3), 3))
def test_a_server_that_is_killed_decides_all_or_nothing(
    start_server: Any, store_url: str, seed: int
) -> None:
    # How long a whole decision takes is measured first; then one is cut somewhere in it.
    random.seed(seed)
    own = settings(store_url)
    server = start_server(own)
    with server.channel() as channel:
        calls = Calls(channel)
        review_id = calls.verify(request(LONG)).meta.review.review_id
        everything = [(item, EDIT, "1,234") for item in range(1, 301)]
        started = time.monotonic()
        calls.decide(review_id, *everything)
        whole_s = time.monotonic() - started
        again = [(item, EDIT, "987") for item in range(1, 301)]
        killer = threading.Timer(random.uniform(0.1, 0.9) * whole_s, server.process.kill)
        killer.start()
        try:
            answered = calls.decide(review_id, *again, expected_revision=1).revision == 2
        except grpc.RpcError:
            answered = False
        killer.join()
        server.process.wait()
    with start_server(own).channel() as channel:
        found = Calls(channel).revision(review_id)
    assert {found.text.count("987"), found.text.count("1,234")} == {0, 300}
    assert found.revision == (2 if "987" in found.text else 1)
    assert not answered or found.revision == 2
