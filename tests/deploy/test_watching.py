"""The dashboard, the alerts and the runbook name what a real server exposes, and each other."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from queries import Exposed, Query, find_problems, scrape

from bench.model_endpoint import endpoint
from bench.watching.load import KINDS, Load, answer_claims, make_settings

ROOT = Path(__file__).parents[2]
DASHBOARD = json.loads((ROOT / "deploy/grafana/verifyd.json").read_text("utf-8"))
ALERTS = ROOT / "deploy/prometheus/alerts.yaml"
TESTS = ROOT / "deploy/prometheus/alerts_test.yaml"
RUNBOOK = (ROOT / "docs/runbook.md").read_text("utf-8")
RULES = [
    rule for group in yaml.safe_load(ALERTS.read_text("utf-8"))["groups"] for rule in group["rules"]
]


def panels() -> list[dict[str, Any]]:
    return [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


def dashboard_queries() -> Iterator[Query]:
    for panel in panels():
        for target in panel["targets"]:
            shown = re.findall(r"{{(\w+)}}", target["legendFormat"])
            yield Query(f"panel {panel['title']} {target['refId']}", target["expr"], shown)
    for note in DASHBOARD["annotations"]["list"]:
        shown = re.findall(r"{{(\w+)}}", note["titleFormat"])
        yield Query(f"annotation {note['name']}", note["expr"], shown)
    for variable in DASHBOARD["templating"]["list"]:
        if variable["type"] == "query":
            ((selector, label),) = re.findall(
                r"label_values\((.+), (\w+)\)", variable["definition"]
            )
            yield Query(f"variable {variable['name']}", selector, [label])


def alert_queries() -> Iterator[Query]:
    for rule in RULES:
        shown = re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"])
        yield Query(f"alert {rule['alert']}", rule["expr"], shown)


def runbook_queries() -> Iterator[Query]:
    for block in re.findall(r"```promql\n(.*?)```", RUNBOOK, re.DOTALL):
        for query in block.strip().split("\n\n"):
            yield Query(f"runbook {query}", re.sub(r"^#.*\n", "", query))


@pytest.fixture(scope="module")
def exposed(connect: Any, tmp_path_factory: pytest.TempPathFactory) -> Exposed:
    """What a server exposes that has had a call of every kind."""
    folder = tmp_path_factory.mktemp("watched")
    with endpoint() as judge:
        judge.answer = answer_claims
        settings = make_settings(judge.url, folder)
        metrics = folder / "metrics.sock"
        with connect(settings | {"metrics": {"listen": f"unix://{metrics}"}}) as client:
            load = Load(client, Random(1))
            for kind in KINDS:
                kind(load)
            return scrape(metrics)


@pytest.mark.parametrize("queries", [dashboard_queries, alert_queries, runbook_queries])
def test_every_query_parses_and_names_what_is_exposed(queries: Any, exposed: Exposed) -> None:
    asked = list(queries())
    assert len(asked) > 15
    assert [problem for query in asked for problem in find_problems(query, exposed)] == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rate(verifyd_calls_total)", "expected type matrix"),
        ("verifyd_call_total", "there is no metric verifyd_call_total"),
        ('verifyd_calls_total{methods="x"}', "has no label methods"),
        ('rate(verifyd_calls_total{status="Internal"}[1m])', "status is never Internal"),
        ('verifyd_decisions_total{action=~"HOLD|KEEP"}', "action is never KEEP"),
        ("sum by (tenant) (verifyd_calls_total)", "no metric has the label tenant"),
    ],
)
def test_a_wrong_query_is_found(text: str, problem: str, exposed: Exposed) -> None:
    assert problem in "\n".join(find_problems(Query("here", text), exposed))


def test_the_dashboard_shows_every_metric(exposed: Exposed) -> None:
    text = " ".join(query.text for query in dashboard_queries())
    shown = {re.sub(r"_bucket$", "", name) for name in re.findall(r"\bverifyd_\w+", text)}
    families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in exposed}
    unseen = {name for name in families if name.startswith("verifyd_")} - shown
    assert unseen == {"verifyd_model_answers_kept_total"}  # the former name of cached


def test_panels_do_not_overlap_and_have_ids_of_their_own() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert at["x"] + at["w"] <= 24
        assert not taken & cells
        taken |= cells
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)


def test_every_panel_says_what_it_shows() -> None:
    assert [panel["title"] for panel in panels() if not panel["description"]] == []


def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_every_alert_leads_to_its_section_which_names_it(rule: dict[str, Any]) -> None:
    page, _, anchor = rule["annotations"]["runbook_url"].partition("#")
    assert page == "docs/runbook.md"
    assert anchor in anchors(RUNBOOK)
    (section,) = [one for one in sections() if anchor in anchors(one)]
    assert f"`{rule['alert']}`" in section
    assert rule["labels"]["severity"] in {"page", "ticket"}


def test_every_alert_that_the_runbook_names_exists_and_is_tested() -> None:
    named = {rule["alert"] for rule in RULES}
    assert set(re.findall(r"`(Verifyd[A-Z]\w+)`", RUNBOOK)) == named
    assert set(re.findall(r'alertname="(\w+)"', TESTS.read_text("utf-8"))) == named


def sections() -> list[str]:
    return re.split(r"^(?=## )", RUNBOOK, flags=re.MULTILINE)[1:]


def test_the_runbook_has_the_three_scenarios_and_ten_more() -> None:
    titles = [section.partition("\n")[0] for section in sections()]
    assert [title for title in titles if re.match(r"## Scenario \d", title)] == titles[:3]
    assert len(titles) >= 13


@pytest.mark.parametrize("section", sections(), ids=lambda section: section.partition("\n")[0])
def test_every_section_says_what_to_see_to_do_and_to_prevent(section: str) -> None:
    parts = re.findall(r"^\*\*(.+?)\*\*", section, re.MULTILINE)
    assert parts == ["Symptom.", "Meaning.", "Look at.", "Do.", "Prevent."]
    looked = section.partition("**Look at.**")[2].partition("**Do.**")[0]
    assert "```" in looked


@pytest.mark.parametrize("words", [("check", "rules", ALERTS), ("test", "rules", TESTS)])
def test_promtool_accepts_the_rules(words: tuple[Any, ...]) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed: it comes with Prometheus")
    ran = subprocess.run([promtool, *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
