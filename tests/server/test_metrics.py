"""Metrics, as Prometheus reads them from a real server."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import grpc
import pytest
from calls import RIGHT, WRONG, Calls, chunk, header, inline, refusal, request, stubs, upload
from claim_requests import FALSE, claims_request, judged_by, said
from prometheus_client.parser import text_string_to_metric_families
from verifyd import Client, Money, Settled, VerifydError
from waiting import wait_until

from bench.model_endpoint import endpoint
from sidecar.instruments import configured
from sidecar.instruments.configured import ScrapeServer
from sidecar.instruments.metrics import Metrics
from sidecar.server.listen import TcpAddress

ON = {"metrics": {"listen": "tcp://127.0.0.1:0"}}
VERIFY = "verifyd.v1.VerifyService/Verify"

LABELS = {
    "criteria": [
        {"metric": "accuracy", "metric_type": "accuracy", "comparison": "gte", "threshold": 0.9}
    ]
}

Series = dict[tuple[str, frozenset[tuple[str, str]]], float]


def where(server: Any) -> str:
    (line,) = [line for line in server.log_lines() if line["message"] == "serving"]
    return str(line["metrics"])


def scraped(server: Any) -> Series:
    with urlopen(where(server)) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        return parsed(answer.read().decode())


def parsed(page: str) -> Series:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


def value(series: Series, name: str, **labels: str) -> float | None:
    return series.get((f"verifyd_{name}", frozenset(labels.items())))


def settled(client: Client, labels: list[str], key: str) -> Settled:
    """Settle labels of which "a" is right."""
    return client.settle_outcome(
        LABELS,
        {"predictions": labels},
        task_input={"ground_truth": ["a"]},
        contract_id="contract",
        agent_id=f"agent of {key}",
        consumer_id="consumer",
        key=key,
        base_cost=Money(Decimal(10), "USD"),
    )


class TestWhatIsCounted:
    def test_calls_decisions_checks_findings_and_numbers(self, start_server: Any) -> None:
        server = start_server(ON)
        with server.channel() as channel:
            calls = Calls(channel)
            for _ in range(2):
                calls.verify(request(RIGHT))
            calls.verify(request(WRONG))
            refusal(lambda: calls.verify(request("   ")))
        seen = scraped(server)
        assert value(seen, "calls_total", method=VERIFY, status="OK", reason="") == 3
        assert (
            value(
                seen,
                "calls_total",
                method=VERIFY,
                status="INVALID_ARGUMENT",
                reason="NARRATIVE_EMPTY",
            )
            == 1
        )
        assert value(seen, "decisions_total", decision="PASS", action="RELEASE") == 2
        assert value(seen, "decisions_total", decision="FAIL", action="HOLD") == 1
        assert value(seen, "checks_total", check="numeric", ending="finished") == 3
        assert value(seen, "check_duration_seconds_count", check="consistency") == 3
        finding = {"check": "numeric", "code": "CLAIM_NOT_FOUND", "severity": "ERROR"}
        assert value(seen, "findings_total", **finding) == 1
        assert value(seen, "numbers_judged_total", verdict="SUPPORTED") == 4
        assert value(seen, "numbers_judged_total", verdict="CONTRADICTED") == 1

    def test_settlements_by_how_they_ended(self, start_server: Any, tmp_path: Path) -> None:
        server = start_server(ON | {"store": {"url": f"sqlite://{tmp_path}/v.db", "migrate": True}})
        with Client(server.target) as client:
            good = settled(client, ["a"], "good")
            settled(client, ["b"], "bad")
            for _ in range(2):
                settled(client, ["a"], "good")
            assert good.settlement.success
            client.reverse_settlement(good.settlement.id, contract_id="contract", key="back")
            with pytest.raises(VerifydError):
                client.reverse_settlement(good.settlement.id, contract_id="contract", key="more")
        seen = scraped(server)
        told = {labels: n for (name, labels), n in seen.items() if "settlements" in name}
        assert {tuple(sorted(dict(labels).values())): n for labels, n in told.items()} == {
            ("SETTLEMENT", "SUCCESS"): 1,
            ("FAILURE", "SETTLEMENT"): 1,
            ("REPLAYED", "SETTLEMENT"): 2,
            ("REVERSAL", "REVERSED"): 1,
        }

    def test_claims_and_what_models_were_used_for(self, start_server: Any) -> None:
        prices = {"m": {"input": 2, "output": 4}}
        with endpoint() as known:
            server = start_server(ON | judged_by(known.url, prices=prices, cache_bytes=1 << 20))
            with server.channel() as channel:
                calls = Calls(channel)
                known.content = said({"quotes": ["In 2024 the staff was 1,234"]})
                for _ in range(2):
                    calls.verify(claims_request())
                known.content = None
                calls.verify(claims_request(FALSE))
            seen = scraped(server)
        assert value(seen, "claims_judged_total", verdict="SUPPORTED") == 2
        assert value(seen, "model_calls_total", model="m", ending="answered") == 1
        assert value(seen, "model_calls_total", model="m", ending="JUDGE_REFUSED") == 1
        for name in ("cached", "kept"):  # the former name is exported for one version more
            assert value(seen, f"model_answers_{name}_total", model="m") == 1
        assert value(seen, "model_call_duration_seconds_count", model="m") == 2
        prompt = value(seen, "model_tokens_total", model="m", kind="prompt") or 0
        answer = value(seen, "model_tokens_total", model="m", kind="completion") or 0
        assert prompt > answer > 10
        cost = value(seen, "model_cost_total", model="m")
        assert cost == pytest.approx((2 * prompt + 4 * answer) / 1e6)

    def test_latency_buckets_add_up(self, start_server: Any) -> None:
        server = start_server(ON)
        with server.channel() as channel:
            for _ in range(3):
                Calls(channel).verify(request())
        seen = scraped(server)
        name = "verifyd_call_duration_seconds_bucket"
        buckets = {dict(labels)["le"]: n for (key, labels), n in seen.items() if key == name}
        counts = list(buckets.values())
        assert buckets["+Inf"] == 3
        assert counts == sorted(counts)
        total = value(seen, "call_duration_seconds_sum", method=VERIFY)
        assert total is not None
        assert 0.0003 < total < 3

    def test_a_check_that_could_not_finish_is_counted_by_its_reason(
        self, start_server: Any
    ) -> None:
        server = start_server(ON | {"numeric": {"max_numbers": 3}})
        with server.channel() as channel:
            Calls(channel).verify(request("We sold 11, 12, 13 and 14 boats."))
        seen = scraped(server)
        assert value(seen, "checks_total", check="numeric", ending="TOO_MANY_NUMBERS") == 1
        assert value(seen, "checks_total", check="numeric", ending="finished") is None
        assert value(seen, "decisions_total", decision="UNVERIFIED", action="HOLD") == 1

    def test_what_the_store_holds_and_did(self, start_server: Any) -> None:
        server = start_server(ON)
        with server.channel() as channel:
            calls = Calls(channel)
            handle = calls.put().handle
            calls.verify(request(handles=[handle]))
            refusal(lambda: calls.get("0" * 64))
            seen = scraped(server)
            calls.delete(handle)
        assert value(seen, "evidence_entries") == 1
        assert (value(seen, "evidence_bytes") or 0) > 100
        assert value(seen, "evidence_hits_total") == 1
        assert value(seen, "evidence_misses_total") == 1
        assert value(scraped(server), "evidence_bytes") == 0

    def test_limits_stand_beside_what_is_in_use(self, start_server: Any) -> None:
        own = {"max_in_flight": 7, "max_queue": 9}
        server = start_server(ON | {"server": own, "evidence": {"memory_bytes": 5 << 20}})
        seen = scraped(server)
        assert value(seen, "calls_in_flight_limit") == 7
        assert value(seen, "calls_queued_limit") == 9
        assert value(seen, "evidence_limit_bytes") == 5 << 20

    def test_reviews_that_were_stored_and_that_were_not(
        self, start_server: Any, tmp_path: Path
    ) -> None:
        stored = start_server(ON | {"store": {"url": f"sqlite://{tmp_path}/v.db", "migrate": True}})
        lost = start_server(ON | {"store": {"url": "postgresql://nobody@127.0.0.1:1/none"}})
        for server in (stored, lost):
            with server.channel() as channel:
                Calls(channel).verify(request(RIGHT))
                Calls(channel).verify(request(WRONG))
        assert value(scraped(stored), "reviews_total", result="stored") == 1
        assert value(scraped(stored), "reviews_total", result="not_stored") is None
        assert value(scraped(lost), "reviews_total", result="not_stored") == 1

    def test_calls_in_flight_waiting_and_refused(self, start_server: Any) -> None:
        server = start_server(ON | {"server": {"max_in_flight": 1, "max_queue": 1}})
        with server.channel() as channel:
            calls = Calls(channel)
            end = threading.Event()
            slow = calls.start_put(header() if first else chunk(b"[]") for first in waited(end))
            wait_until(lambda: value(scraped(server), "calls_in_flight") == 1)
            waiting = calls.start_put(iter(upload()))
            wait_until(lambda: value(scraped(server), "calls_queued") == 1)
            refusal(calls.list_checks)
            assert value(scraped(server), "calls_refused_total") == 1
            slow.cancel()
            waiting.result()
            end.set()
        ended = {"method": "verifyd.v1.EvidenceService/PutQueryResult", "reason": ""}
        wait_until(lambda: value(scraped(server), "calls_total", status="CANCELLED", **ended) == 1)
        wait_until(lambda: value(scraped(server), "calls_total", status="OK", **ended) == 1)
        seen = scraped(server)
        assert value(seen, "calls_in_flight") == value(seen, "calls_queued") == 0

    def test_the_build_and_the_process(self, server: Any, start_server: Any) -> None:
        seen = scraped(start_server(ON))
        names = {name for name, _ in seen}
        assert {"verifyd_build_info", "process_resident_memory_bytes"} <= names
        assert not any(name.endswith("_created") for name in names)


def waited(end: threading.Event) -> Iterator[bool]:
    """True at once, and False when the end has come."""
    yield True
    end.wait(20)
    yield False


def test_the_page_of_the_docs_names_every_family(start_server: Any) -> None:
    text = (Path(__file__).parents[2] / "docs/observability.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `verifyd_")]
    named = {name for row in rows for name in re.findall(r"verifyd_\w+", row)}
    with urlopen(where(start_server(ON))) as answer:
        told = set(re.findall(r"^# TYPE (verifyd_\w+)", answer.read().decode(), re.MULTILINE))
    assert named == told


def test_no_caller_can_make_a_series_or_write_in_one(start_server: Any) -> None:
    # Trap: a label made of a query id or a tenant would fill the memory of whoever scrapes.
    server = start_server(ON)

    def provoke(mark: str) -> None:
        with server.channel() as channel:
            calls = Calls(channel)
            calls.verify(request(f"{mark} sold 4,321.", request_id=mark))
            calls.verify(request(RIGHT, [inline(mark, [{mark: 1234, "b": 987}])]))
            calls.put(upload(mark))
            refusal(lambda: calls.verify(request(checks=[mark])))
            refusal(lambda: calls.get(mark))
            with pytest.raises(grpc.RpcError):
                channel.unary_unary(f"/{mark}/{mark}")(b"")

    provoke("zebra")
    first = scraped(server)
    for number in range(20):
        provoke(f"zebra{number}")
    last = scraped(server)
    assert set(last) == set(first)
    assert "zebra" not in str(last)


class TestWhere:
    def test_nothing_listens_or_is_imported_unless_asked_for(self, server: Any) -> None:
        (line,) = [line for line in server.log_lines() if line["message"] == "serving"]
        assert "metrics" not in line
        script = (
            "import asyncio, sys\n"
            "from sidecar.server.server import Server\n"
            "from sidecar.settings.root import Settings\n"
            "async def main(): Server(Settings())\n"
            "asyncio.run(main())\n"
            "print([m for m in sys.modules if m.startswith(('prometheus', 'opentelemetry'))])"
        )
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
        assert ran.stdout.strip() == b"[]"

    def test_a_unix_socket_for_the_group_alone(self, start_server: Any, tmp_path: Path) -> None:
        path = tmp_path / "m" / "metrics.sock"
        server = start_server({"metrics": {"listen": f"unix://{path}"}})
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o750
        connection = http.client.HTTPConnection("metrics")
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(str(path))
        connection.request("GET", "/metrics")
        assert value(parsed(connection.getresponse().read().decode()), "calls_in_flight") == 0
        server.stop()
        assert not path.exists()

    @pytest.mark.parametrize(
        ("settings", "words"),
        [
            ({"listen": "tcp://0.0.0.0:0"}, "metrics.allow_remote"),
            ({"listen": "tcp://127.0.0.1:70000"}, "at most 65535"),
            ({"listen": "127.0.0.1:9464"}, "metrics.listen"),
        ],
    )
    def test_what_keeps_it_from_starting(
        self, start_server: Any, settings: dict[str, str], words: str
    ) -> None:
        with pytest.raises(AssertionError, match=re.escape(words)):
            start_server({"metrics": settings})

    def test_a_port_that_is_taken(self, start_server: Any) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            with pytest.raises(AssertionError, match="metrics: cannot listen there"):
                start_server({"metrics": {"listen": f"tcp://127.0.0.1:{taken.getsockname()[1]}"}})

    def test_other_machines_only_where_they_are_meant(self, start_server: Any) -> None:
        server = start_server({"metrics": {"listen": "tcp://0.0.0.0:0", "allow_remote": True}})
        assert where(server).startswith("http://0.0.0.0:")


class TestTheHttpServer:
    def test_there_is_one_page_and_it_is_only_read(self, start_server: Any) -> None:
        url = where(start_server(ON))
        with urlopen(Request(url, method="HEAD")) as answer:
            assert answer.read() == b""
        for request_, status in (
            (Request(url, data=b"x"), 405),
            (Request(url.replace("/metrics", "/")), 404),
        ):
            with pytest.raises(HTTPError) as error:
                urlopen(request_)
            assert error.value.code == status

    @pytest.mark.parametrize(
        "sent", [b"", b"\r\n\r\n", b"\x00\xff" * 50 + b"\r\n\r\n", b"GET " + b"x" * 20_000]
    )
    def test_what_is_no_request_harms_nothing(self, start_server: Any, sent: bytes) -> None:
        server = start_server(ON)
        host, port = where(server).removeprefix("http://").removesuffix("/metrics").split(":")
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(sent)
        assert value(scraped(server), "calls_in_flight") == 0
        server.stop()
        assert not [line for line in server.log_lines() if line["level"] == "error"]

    async def test_who_dawdles_is_hung_up_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(configured, "WAIT_S", 0.05)
        host, port = await started(scraper := ScrapeServer(lambda: b""))
        with socket.create_connection((host, port)) as connection:
            connection.sendall(b"GET /met")
            connection.setblocking(False)
            assert await asyncio_read(connection) == b""
        await scraper.stop()

    async def test_too_many_at_once_are_hung_up_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(configured, "MAX_CONNECTIONS", 1)
        host, port = await started(scraper := ScrapeServer(lambda: b"page"))
        with socket.create_connection((host, port)) as first:
            first.setblocking(False)
            with socket.create_connection((host, port)) as second:
                second.setblocking(False)
                assert await asyncio_read(second) == b""
            first.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
            assert (await asyncio_read(first)).endswith(b"\r\n\r\npage")
        await scraper.stop()


async def started(scraper: ScrapeServer) -> tuple[str, int]:
    url = await scraper.start(TcpAddress("127.0.0.1", 0))
    host, port = url.removeprefix("http://").removesuffix("/metrics").split(":")
    return host, int(port)


async def asyncio_read(connection: socket.socket) -> bytes:
    """Everything until the other side hangs up."""
    loop = asyncio.get_running_loop()
    received = b""
    async with asyncio.timeout(5):
        while data := await loop.sock_recv(connection, 65536):
            received += data
    return received


async def test_an_instrument_that_fails_costs_no_call_and_is_logged(
    serve: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Metrics, "ended", broken)
    async with serve(dict(ON)) as (_, channel):
        assert (await stubs(channel)[0].Verify(request())).report.results
    (record,) = [r for r in caplog.records if r.message == "an instrument failed"]
    assert record.__dict__["instrument"] == "Metrics"


async def test_scraping_does_not_block_the_loop(serve: Any) -> None:
    async with serve(dict(ON)) as (server, channel):
        verify, evidence = stubs(channel)
        await evidence.PutQueryResult(iter(upload()))
        await verify.Verify(request(WRONG))
        url = server.metrics_address
        page = await asyncio.to_thread(lambda: urlopen(url).read())
    assert value(parsed(page.decode()), "evidence_entries") == 1
