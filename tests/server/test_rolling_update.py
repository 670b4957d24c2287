"""Two servers behind a balancer of connections are replaced one by one, while clients call them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from forwarder import forwarding
from verifyd import Action, Client, QueryResult

CLIENTS = 6
ROWS = [{"region": "North", "staff": 1234}, {"region": "South", "staff": 5678}]
RIGHT = "The North has 1,234 staff, the South 5,678."
WRONG = "The North has 1,234 staff, the South 6,578."

pytestmark = pytest.mark.slow


def test_no_call_fails(start_server: Callable[..., Any]) -> None:
    listen = ("--listen", "tcp://127.0.0.1:0")
    stop = threading.Event()
    progress = [0] * CLIENTS

    def call(number: int, target: str) -> Counter[Action]:
        actions: Counter[Action] = Counter()
        with Client(target, timeout=20) as client:
            handle = client.put(QueryResult(f"staff_{number}", ROWS))
            while not stop.is_set():
                for text, action in ((RIGHT, Action.RELEASE), (WRONG, Action.HOLD)):
                    report = client.verify(text, handles=[handle])
                    assert report.action is action, report
                    actions[report.action] += 1
                progress[number] += 1
        return actions

    def every_client_has_called() -> None:
        """Wait until each has had an answer since."""
        before = list(progress)
        while not all(now > then + 1 for now, then in zip(progress, before, strict=True)):
            assert not stop.wait(0.01)
            assert not any(run.done() for run in runs), [run.exception() for run in runs]

    servers = [start_server({}, *listen) for _ in range(2)]
    with forwarding() as balancer, ThreadPoolExecutor(CLIENTS) as threads:
        balancer.set_servers([server.target for server in servers])
        runs = [threads.submit(call, number, balancer.target) for number in range(CLIENTS)]
        try:
            every_client_has_called()
            for place, old in enumerate(list(servers)):
                servers[place] = start_server({}, *listen)
                balancer.set_servers([server.target for server in servers])
                every_client_has_called()
                assert old.stop() == 0
                every_client_has_called()
        finally:
            stop.set()
        counted = sum((run.result() for run in runs), Counter())
    print(f"{counted.total()} calls, none failed")
    assert counted[Action.RELEASE] == counted[Action.HOLD] > CLIENTS
    served = [line for server in servers for line in server.log_lines() if "decision" in line]
    assert served  # by the new ones, which had none of the evidence
