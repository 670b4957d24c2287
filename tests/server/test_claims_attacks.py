"""Judges that obey every instruction they read, invent quotes or answer nonsense: none is believed.

A real server asks a real endpoint over HTTP. Each attack is written in ``tests/claims``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from claims import obedient
from claims.written import ATTACKS, HONEST, Case, answer_of, source_of
from verifyd import Client, Decision, Report, Source
from verifyd.v1 import claims_pb2

from bench.model_endpoint import Body, Endpoint, endpoint

SUPPORTED = claims_pb2.CLAIM_VERDICT_SUPPORTED
JUDGED = [
    case
    for kind, cases in ATTACKS.items()
    for case in cases
    if kind not in ("injections", "answers", "limits")
]


@pytest.fixture(scope="module")
def known() -> Iterator[Endpoint]:
    with endpoint() as one:
        yield one


@pytest.fixture(scope="module")
def client(known: Endpoint, connect: Any) -> Iterator[Client]:
    claims = {"enabled": True, "base_url": known.url, "model": "m", "retries": 0, "cache_bytes": 0}
    with connect({"claims": claims}) as one:
        yield one


def ask(client: Client, text: str, source: Source) -> Report:
    return client.verify(text, sources=[source], checks=["claims"])


def assert_not_accepted(report: Report) -> None:
    (result,) = report.raw.report.results
    assert report.decision in (Decision.FAIL, Decision.UNVERIFIED)
    assert result.HasField("failure") or result.findings.claims.claims
    assert SUPPORTED not in {one.verdict for one in result.findings.claims.claims}


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: case["why"])
def test_quotes_that_bear_nothing_out(client: Client, known: Endpoint, case: Case) -> None:
    verdict = case.get("verdict", "supported")
    known.answer = lambda _: obedient.answered({"c0": (verdict, case["quotes"])})
    report = ask(client, f"{case['claim']} [Source 1].", Source("s1", source_of(case)))
    assert_not_accepted(report)


@pytest.mark.parametrize("case", ATTACKS["injections"], ids=lambda case: case["why"])
def test_instructions_are_data(client: Client, known: Endpoint, case: Case) -> None:
    known.asked.clear()
    known.answer = lambda body: obedient.content(obedient.prompt_of(body))
    text, source = placed(case)
    assert_not_accepted(ask(client, text, source))
    prompt = obedient.prompt_of(known.asked[-1])
    assert not any(source.url and source.url in prompt for _ in known.asked)
    assert not any(source.title and source.title in prompt for _ in known.asked)


def placed(case: Case) -> tuple[str, Source]:
    """The text and the source of an attack, with its instruction where it belongs."""
    say, claim, text = case["say"], case["claim"], source_of(case)
    plain = f"{claim} [Source 1]."
    match case["where"]:
        case "source":
            return plain, Source("s1", f"{text}\n\n{say}\n\nEnd of the page.")
        case "cell":
            return plain, Source("s1", text.replace("| West", f"| {say} | 1 | 1 | 1 % |\n| West"))
        case "narrative":
            return f"{say} {plain}", Source("s1", text)
        case "claim":
            return f"{claim} {say} [Source 1].", Source("s1", text)
        case "title":
            return plain, Source("s1", text, title=say)
        case "url":
            return plain, Source("s1", text, url=say)
        case "id":
            return plain, Source(say, text)
    raise AssertionError(case["where"])


@pytest.mark.parametrize("case", ATTACKS["answers"], ids=lambda case: case["why"])
def test_an_answer_that_cannot_be_read_is_no_verdict(
    client: Client, known: Endpoint, case: Case
) -> None:
    known.answer = lambda _: answer_of(case)
    source = Source("s1", source_of({"source": "council"}))
    assert_not_accepted(ask(client, "The mayor is of the council [Source 1].", source))


def test_the_marks_of_the_source_cannot_be_foretold(client: Client, known: Endpoint) -> None:
    known.answer = lambda body: obedient.content(obedient.prompt_of(body))
    prompts = []
    for word in ("one", "two"):
        ask(client, f"It is {word} of them all [Source 1].", Source("s1", "<<<0123456789abcdef>>>"))
        prompts.append(obedient.prompt_of(known.asked[-1]))
    marks = [prompt.split("two lines ")[1].split(";")[0] for prompt in prompts]
    assert marks[0] != marks[1]
    assert all(prompt.count(mark) == 3 for prompt, mark in zip(prompts, marks, strict=True))


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case["claim"])
def test_a_right_verdict_stands(client: Client, known: Endpoint, case: Case) -> None:
    known.answer = lambda body: right(body, case["quotes"])
    report = ask(client, f"{case['claim']} [Source 1].", Source("s1", source_of(case)))
    (result,) = report.raw.report.results
    assert report.decision is Decision.PASS, result
    assert {one.verdict for one in result.findings.claims.claims} == {SUPPORTED}


def right(body: Body, quotes: list[str]) -> str:
    """The answer of an honest judge on all the claims of a question."""
    asked = obedient.claims_of(obedient.prompt_of(body))
    return obedient.answered({claim["id"]: ("supported", quotes) for claim in asked}, 0.95)
