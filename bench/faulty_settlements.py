"""Is nothing booked by a fault? Settlements whose judge, sandbox and hook fail at random.

    python -m bench.faulty_settlements [--count 1000] [--rate 0.3] [--seed 1]

A real server settles tasks that clients send at once over its socket. Each task has a known right
end: half of them succeed, half are a failure of their own doing. Meanwhile the judge answers with
errors, nonsense, half of its verdicts or not in time, the governance hook is down or garbles its
answer, workers of the sandbox are killed while they run, and endless programs hold its one place.
Every call that is refused must be ``UNAVAILABLE`` with a time to try again, and is sent again with
its key. At the end the ledger has one entry for each key, with the right amount.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import grpc
from google.rpc import error_details_pb2
from google.type import money_pb2
from grpc_status import rpc_status
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import outcome_service_pb2_grpc, verify_pb2
from verifyd.v1.evidence_pb2 import Evidence, Source

from bench.served import served

CLIENTS = 8
_TOLD = 100
_PATIENCE_S = 600.0
_WORKER = b"sidecar.outcomes.sandbox.worker"
_STAFF = "In 2024 the staff was 1,234, after 1,180. Exports were flat."
_CLAIM = "Staff was 1,234 in 2024 [Source 1]."


@dataclass
class SettlementTally:
    """What happened; threads share it.

    Attributes:
        refused: Refusals by their reasons.
        wrong: What should not have happened.
        settled: The answers by key: success, and units and billionths of the total.
    """

    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    settled: dict[str, tuple[bool, int, int]] = field(default_factory=dict)


@dataclass
class Trouble:
    """What fails, and how often.

    Attributes:
        drawn: Decides.
        rate: The share of answers that are wrong; 0 once everything shall work again.
    """

    drawn: random.Random
    rate: float

    def strikes(self) -> bool:
        """Whether the next answer is a wrong one."""
        return self.drawn.random() < self.rate


def _verdict(claim: str) -> dict[str, Any]:
    return {
        "id": claim,
        "verdict": "supported",
        "confidence": 0.95,
        "quotes": ["In 2024 the staff was 1,234"],
        "reasoning": "it is stated",
    }


def _completion(content: str) -> bytes:
    message = {"role": "assistant", "content": content}
    choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    return json.dumps(
        {
            "id": "b",
            "object": "chat.completion",
            "created": 0,
            "model": "m",
            "choices": choices,
            "usage": usage,
        }
    ).encode()


@contextmanager
def _asked(trouble: Trouble) -> Iterator[str]:
    """A judge at ``/v1``, and a governance hook at ``/hook``."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            hook = self.path == "/hook"
            right = b'{"valid": true, "flags": []}'
            if not hook:
                right = _completion(json.dumps({"results": [_verdict("c0")]}))
            status, data = 200, right
            if trouble.strikes():
                wrong = [(500, b"oops"), (200, b"[1"), (200, b""), (200, b'{"valid": "yes"}')]
                if not hook:
                    wrong += [(429, b"{}"), (200, _completion('{"results": []}')), (0, b"")]
                status, data = trouble.drawn.choice(wrong)
            with suppress(OSError):
                if not status:
                    self.connection.close()  # it hangs up
                    return
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Say nothing on standard error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def _settings(url: str, folder: str) -> dict[str, Any]:
    sandbox = {"workers": 1, "timeout_ms": 400}
    return {
        "store": {"url": f"sqlite://{folder}/v.db", "timeout_s": 20},
        "claims": {
            "enabled": True,
            "base_url": f"{url}/v1",
            "model": "m",
            "retries": 0,
            "cache_bytes": 0,
        },
        "outcomes": {
            "cache_ttl_s": 0,
            "extractors": {"custom": {"enabled": True, "sandbox": sandbox}},
            "governance": {"url": f"{url}/hook", "timeout_s": 5},
        },
    }


def _criterion(metric: str, metric_type: str, threshold: float, penalty: str) -> dict[str, Any]:
    return {
        "metric": metric,
        "metric_type": metric_type,
        "comparison": "gte",
        "threshold": threshold,
        "bonus": "0.5",
        "penalty": penalty,
    }


def request(number: int) -> pb.SettleOutcomeRequest:
    """A task; an odd number is a task that fails, since its program says so."""
    code = "metrics['a'] = context['input']['n'] % 2 == 0 and 1 or 0"
    criteria = {
        "currency": "USD",
        "criteria": [
            _criterion("a", "custom", 1, "0.4"),
            _criterion("claims_supported_rate", "percentage", 0.5, "0.3"),
        ],
        "custom_code": code,
    }
    narrative = verify_pb2.VerifyRequest(
        narrative=_CLAIM,
        evidence=Evidence(sources=[Source(id="s1", text=_STAFF)]),
        checks=["claims"],
    )
    return pb.SettleOutcomeRequest(
        outcome=pb.VerifyOutcomeRequest(
            contract_id="bench",
            agent_id="agent",
            document=json.dumps(criteria),
            input_json=json.dumps({"n": number}),
            output_json="{}",
            verify=narrative,
        ),
        key=f"key-{number}",
        base_cost=money_pb2.Money(currency_code="USD", units=1),
        consumer_id="payer",
    )


RIGHT = {0: (True, 2, 0), 1: (False, 0, 600_000_000)}
"""How even and odd tasks end: success, units and billionths."""


def endless(number: int) -> pb.VerifyOutcomeRequest:
    """A program that holds the only place of the sandbox until it is ended."""
    criteria = {
        "criteria": [_criterion("a", "custom", 1, "0")],
        "currency": "USD",
        "custom_code": f"while {number + 1}: pass",
    }
    return pb.VerifyOutcomeRequest(document=json.dumps(criteria), output_json="{}")


def settle(stub: Any, number: int, tally: SettlementTally) -> None:
    """Settle a task, again and again until it is booked."""
    message, until = request(number), time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        try:
            done = stub.SettleOutcome(message, timeout=20)
        except grpc.RpcError as error:
            pause_s = _refused(error, number, tally)
            if pause_s is None:
                return
            time.sleep(min(pause_s, 0.1))
            continue
        total = done.settlement.breakdown.total
        tally.settled[message.key] = done.settlement.success, total.units, total.nanos
        return
    tally.wrong.append(f"{message.key}: not settled within {_PATIENCE_S:g} s")


def _refused(error: Any, number: int, tally: SettlementTally) -> float | None:
    """How long to wait; None where that should not have happened."""
    status = rpc_status.from_call(error)
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    for detail in status.details if status is not None else ():
        detail.Unpack(info)
        detail.Unpack(retry)
    tally.refused[info.reason or error.code().name] += 1
    pause_s = retry.retry_delay.ToMilliseconds() / 1000
    if error.code() is not grpc.StatusCode.UNAVAILABLE or not info.reason or not pause_s:
        tally.wrong.append(f"key-{number}: {error.code().name} {info.reason} {error.details()}")
        return None
    return float(pause_s)


def _killing(pid: int, trouble: Trouble, ended: threading.Event) -> None:
    """Kill workers of the sandbox now and then."""
    while not ended.wait(trouble.drawn.uniform(0.05, 0.4)):
        for child in _workers(pid):
            if trouble.strikes():
                with suppress(OSError):
                    os.kill(child, signal.SIGKILL)


def _workers(pid: int) -> list[int]:
    found = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                with suppress(OSError):
                    if _WORKER in Path(f"/proc/{child}/cmdline").read_bytes():
                        found.append(int(child))
    return found


def _holding(stub: Any, trouble: Trouble, ended: threading.Event) -> None:
    """Hold the one place of the sandbox now and then."""
    number = 0
    while not ended.wait(trouble.drawn.uniform(0.2, 1.5)):
        number += 1
        if trouble.strikes():
            with suppress(grpc.RpcError):
                stub.VerifyOutcome(endless(number), timeout=5)


def run(
    count: int, rate: float, seed: int
) -> tuple[SettlementTally, dict[str, tuple[bool, int, int]]]:
    """Settle so many tasks amid trouble; what happened, and what the ledger has by key."""
    tally, trouble, ended = SettlementTally(), Trouble(random.Random(seed), rate), threading.Event()
    with (
        tempfile.TemporaryDirectory(prefix="faulty-") as folder,
        _asked(trouble) as url,
        served(_settings(url, folder)) as server,
        grpc.insecure_channel(server.address) as channel,
        ThreadPoolExecutor(CLIENTS + 2) as pool,
    ):
        stub: Any = outcome_service_pb2_grpc.OutcomeServiceStub(channel)  # type: ignore[no-untyped-call]
        about: list[Callable[[], None]] = [
            lambda: _killing(server.pid, trouble, ended),
            lambda: _holding(stub, trouble, ended),
        ]
        beside = [pool.submit(act) for act in about]
        try:
            each = [pool.submit(settle, stub, number, tally) for number in range(count)]
            for at, one in enumerate(each, 1):
                one.result()
                if at % _TOLD == 0:
                    print(f"{at} settled", file=sys.stderr, flush=True)
        finally:
            ended.set()
        for one in beside:
            one.result()
        return tally, _ledger(stub)


def _ledger(stub: Any) -> dict[str, tuple[bool, int, int]]:
    """What is booked, by key."""
    found: dict[str, tuple[bool, int, int]] = {}
    token = ""
    while not found or token:
        page = stub.ListOutcomes(pb.ListOutcomesRequest(page_size=1000, page_token=token))
        for one in page.outcomes:
            entry = one.settlement
            total = entry.breakdown.total
            found[entry.key] = entry.success, total.units, total.nanos
        token = page.next_page_token
    return found


def faults(
    count: int, tally: SettlementTally, ledger: dict[str, tuple[bool, int, int]]
) -> list[str]:
    """Everything that is not as it should be."""
    found = list(tally.wrong)
    wanted = {f"key-{number}": RIGHT[number % 2] for number in range(count)}
    found += [
        f"{key}: booked as {ledger.get(key)}" for key in wanted if ledger.get(key) != wanted[key]
    ]
    found += [f"{key}: booked, and nobody asked" for key in ledger.keys() - wanted.keys()]
    found += [
        f"{key}: answered otherwise" for key, one in tally.settled.items() if one != ledger.get(key)
    ]
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; 1 where something was booked by a fault."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.faulty_settlements",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--count", type=int, default=1000, help="settlements")
    parser.add_argument("--rate", type=float, default=0.3, help="share of what fails")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    tally, ledger = run(options.count, options.rate, options.seed)
    wrong = faults(options.count, tally, ledger)
    refused = ", ".join(f"{count} {reason}" for reason, count in tally.refused.most_common())
    print(f"{len(ledger)} of {options.count} settled, {tally.refused.total()} refusals: {refused}")
    for one in wrong:
        print(one, file=sys.stderr)
    print(f"{len(wrong)} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
