"""A picture of the dashboard: a real server under load, scraped by a real Prometheus.

    python -m bench.watching docs/dashboard.png [--seconds 240]

Needs ``prometheus`` and ``chromium``. Everything listens on loopback. Grafana itself is not run:
its panels are drawn from the dashboard's own JSON, with what Prometheus answers to their queries.
"""

from __future__ import annotations

import argparse
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import yaml
from verifyd import Client

from bench.model_endpoint import endpoint
from bench.watching.chart import COLUMN, ROW, Line, Panel, draw_page
from bench.watching.load import Load, answer_claims, make_settings

DASHBOARD = Path(__file__).parents[2] / "deploy/grafana/verifyd.json"
STEP_S = 5
RATE = "30s"
"""What the picture takes for Grafana's ``$__rate_interval``."""


def main() -> None:
    """Run server, Prometheus and load; draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=240)
    options = parser.parse_args()
    panels = json.loads(DASHBOARD.read_text("utf-8"))["panels"]
    with tempfile.TemporaryDirectory(prefix="watching-") as name:
        folder = Path(name)
        with _server(folder) as (target, metrics), _prometheus(folder, metrics) as url:
            began = time.time()
            _make_calls(target, options.seconds)
            span = began, time.time()
            drawn = [(panel, list(_ask(url, panel, *span))) for panel in panels]
        page = folder / "dashboard.html"
        page.write_text(draw_page(drawn, options.seconds / 60), "utf-8")
        _photograph(page, panels, options.out)


@contextmanager
def _server(folder: Path) -> Iterator[tuple[str, str]]:
    """The real server with a judge on loopback; its addresses for clients and for scrapes."""
    metrics, target = f"127.0.0.1:{_free_port()}", f"unix://{folder}/v.sock"
    config = folder / "settings.yaml"
    with endpoint() as judge:
        judge.answer, judge.delay_s = answer_claims, 0.05
        own = {"metrics": {"listen": f"tcp://{metrics}"}}
        config.write_text(yaml.safe_dump(make_settings(judge.url, folder) | own))
        words = ["serve", "--config", str(config), "--listen", target]
        with _running([sys.executable, "-m", "sidecar", *words]):
            _wait_for(f"http://{metrics}/metrics")
            yield target, metrics


@contextmanager
def _prometheus(folder: Path, metrics: str) -> Iterator[str]:
    """A Prometheus that scrapes the server once a second."""
    config, port = folder / "prometheus.yml", _free_port()
    scrape = {"job_name": "verifyd", "static_configs": [{"targets": [metrics]}]}
    config.write_text(
        yaml.safe_dump({"global": {"scrape_interval": "1s"}, "scrape_configs": [scrape]})
    )
    options = {
        "config.file": config,
        "storage.tsdb.path": folder / "tsdb",
        "web.listen-address": f"127.0.0.1:{port}",
    }
    with _running(["prometheus", *(f"--{name}={value}" for name, value in options.items())]):
        _wait_for(f"http://127.0.0.1:{port}/-/ready")
        yield f"http://127.0.0.1:{port}"


@contextmanager
def _running(command: list[str]) -> Iterator[None]:
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def _wait_for(url: str) -> None:
    for _ in range(600):
        try:
            urlopen(url).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"{url} does not answer")


def _make_calls(target: str, seconds: float) -> None:
    """Two agents, the second only in the middle half of the time."""

    def work(seed: int, begin: float, end: float) -> None:
        time.sleep(begin)
        until = time.monotonic() + end - begin
        with Client(target, timeout=60) as client:
            load = Load(client, Random(seed))
            while time.monotonic() < until:
                load.make_one()
                time.sleep(0.02)

    times = ((0.0, seconds), (seconds / 4, seconds * 3 / 4))
    with ThreadPoolExecutor(len(times)) as agents:
        for ended in [agents.submit(work, seed, *span) for seed, span in enumerate(times)]:
            ended.result()


def _ask(url: str, panel: Panel, start: float, end: float) -> Iterator[Line]:
    """The lines of a panel."""
    for target in panel.get("targets", ()):
        query = re.sub(r"\$(job|instance)\b", ".*", target["expr"])
        asked = {
            "query": query.replace("$__rate_interval", RATE),
            "start": start,
            "end": end,
            "step": STEP_S,
        }
        with urlopen(f"{url}/api/v1/query_range?{urlencode(asked)}") as answer:
            found = json.load(answer)["data"]["result"]
        for series in found:
            yield Line(_name(target["legendFormat"], series["metric"]), _values(series, start, end))


def _name(legend: str, labels: dict[str, str]) -> str:
    return re.sub(r"{{(\w+)}}", lambda found: labels.get(found[1], ""), legend).strip()


def _values(series: dict[str, Any], start: float, end: float) -> list[float | None]:
    """The value at each step; not a number is no value."""
    known = {round((at - start) / STEP_S): float(value) for at, value in series["values"]}
    steps = range(int((end - start) / STEP_S) + 1)
    return [None if (value := known.get(step)) != value else value for step in steps]


def _photograph(page: Path, panels: list[Panel], out: Path) -> None:
    last = max(panel["gridPos"]["y"] + panel["gridPos"]["h"] for panel in panels)
    subprocess.run(
        [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--window-size={24 * COLUMN},{last * ROW}",
            f"--screenshot={out.absolute()}",
            page.as_uri(),
        ],
        stderr=subprocess.DEVNULL,
        check=True,
    )


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


if __name__ == "__main__":
    main()
