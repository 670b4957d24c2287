"""The page of agreement over a socket: its numbers are those of the command."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from page_calls import Person, flag, person, settings

from sidecar.__main__ import main

PAGE = "/review/stats"


@pytest.fixture(scope="module")
def server(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server where two people have decided two findings, and nobody a third one."""
    server = server_for(settings(f"sqlite://{tmp_path_factory.mktemp('pages')}/v.db"))
    review_id = flag(server)
    flag(server, "Sales were 4,321 in the South.")
    with person(server) as ana, person(server) as ben:
        ana.sign_in("Ana <b>")
        ben.sign_in("Ben")
        ana.decide(review_id, 1, "edit", replacement="1,234")
        ana.decide(review_id, 2, "keep")
        ben.decide(review_id, 1, "keep")
        ben.decide(review_id, 2, "remove")
    return server


@pytest.fixture
def ana(server: Any) -> Iterator[Person]:
    with person(server) as found:
        found.sign_in()
        yield found


def rows(page: str) -> list[list[str]]:
    """The words in the cells of all tables."""
    found = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in found]


def test_it_has_the_numbers_of_the_command(
    server: Any, ana: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", "stats", "--target", server.target]) == 0
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    page = ana.get(PAGE).body.decode()
    shown = [" ".join(row).split() for row in rows(page) if row]
    assert ["numeric", "CLAIM_NOT_FOUND", "-", "1", "0", "1"] in [row[:6] for row in shown]
    lines = [line for line in printed if line and line[0] in {"numeric", "the", "left", "0.05"}]
    assert len(lines) > 4
    for line in lines:
        assert line in shown
    assert ["Ana &lt;b&gt;, Ben", "2", "0", "-1.00"] in rows(page)


@pytest.mark.parametrize("query", ["", "?code=CLAIM_NOT_FOUND", "?check=claims", "?threshold=0.5"])
def test_its_export_is_what_the_command_prints(
    server: Any, ana: Person, query: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = query.replace("?", "--").split("=") if query else []
    main(["review", "stats", "--json", "--target", server.target, *options])
    exported = ana.get(f"{PAGE}.json{query}")
    assert exported.json == json.loads(capsys.readouterr().out)
    assert "attachment" in exported.headers["content-disposition"]
    link = f'href="{PAGE}.json{query}"'
    assert link in ana.get(f"{PAGE}{query}").body.decode()


def test_each_share_is_drawn(ana: Person) -> None:
    page = ana.get(PAGE).body.decode()
    assert "numeric CLAIM_NOT_FOUND: 50.0% of 2" in page
    assert 'aria-label="Stated confidence across, the share of verdicts that held upward"' in page
    assert not re.search(r"\sstyle=|<style|<script(?! src=)", page)


def test_texts_of_another_time_are_not_counted(ana: Person) -> None:
    page = ana.get(f"{PAGE}?since=2999-01-01").body.decode()
    assert "0 decisions" in page
    assert "nothing is decided" in page


@pytest.mark.parametrize(
    "query", ["since=yesterday", "threshold=2", "threshold=nan", "threshold=x"]
)
def test_what_cannot_be_asked(ana: Person, query: str) -> None:
    for path in (PAGE, f"{PAGE}.json"):
        assert ana.get(f"{path}?{query}").status == 400


def test_nobody_sees_it_unless_signed_in(server: Any) -> None:
    with person(server) as nobody:
        for path in (PAGE, f"{PAGE}.json"):
            assert nobody.get(path).status == 303
