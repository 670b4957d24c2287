"""Agents of each kind, against real servers on this machine."""

from __future__ import annotations

import json
import logging
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import pytest
from evals import agents
from pytest_httpserver import HTTPServer
from verifyd.v1 import agent_service_pb2, agent_service_pb2_grpc
from werkzeug import Request, Response

from bench.model_endpoint import endpoint
from sidecar.evals.agents import AgentInvalid
from sidecar.evals.agents.spec import AgentOptions, parse_agent
from sidecar.evals.model import EvalResult
from sidecar.evals.runner import Patience, ask

QUESTION = agents.question(1)
QUICK = Patience(timeout_s=5, retries=2)


async def answered(spec: str, options: AgentOptions | None = None) -> EvalResult:
    agent = parse_agent(spec, options)
    try:
        return await ask(agent, QUESTION, 0, QUICK)
    finally:
        await agent.close()


async def test_a_function_of_a_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "own_agent.py").write_text(
        "def answer(q):\n    return q.id\n\n"
        "class Agent:\n    async def answer(self, q):\n        return q.question\n"
    )
    monkeypatch.chdir(tmp_path)
    assert (await answered("python:own_agent:answer")).run.answer == "q001"
    assert (await answered("python:own_agent:Agent")).run.answer == QUESTION.question


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("nonsense", "known are"),
        ("python:", "known are"),
        ("python:json", "MODULE:FUNCTION"),
        ("python:no.such.module:f", "cannot import"),
        ("python:json:nothing", "has no nothing"),
        ("python:json:decoder.NaN", "not a function"),
        ("openai:http://host/v1", "a model is named as"),
        ("openai:ftp://host/v1#m", "a model is named as"),
        ("http:nowhere", "should be a URL"),
        ("http://user:secret@host/", "should be a URL"),
        ("grpc:nowhere", "is not an address"),
        ("grpc:unix:///", "is not an address"),
        ("recorded:no-such-file", "cannot read"),
    ],
)
def test_what_names_no_agent(spec: str, told: str) -> None:
    with pytest.raises(AgentInvalid, match=told) as caught:
        parse_agent(spec)
    assert "secret" not in str(caught.value)


async def test_a_model_is_asked_with_tables_and_its_use_is_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-hidden")
    caplog.set_level(logging.DEBUG)
    (tmp_path / "prompt").write_text("Be brief.")
    options = AgentOptions(
        system_prompt=tmp_path / "prompt",
        api_key_env="MY_KEY",
        input_price=Decimal(2),
        output_price=Decimal(4),
    )
    with endpoint() as model:
        model.content = "North has 1,001 staff."
        spec = f"openai:{model.url}#small"
        result = await answered(spec, options)
        agent = parse_agent(spec, options)
    (body,) = model.asked
    assert body["messages"][0] == {"role": "system", "content": "Be brief."}
    assert '"staff": 5001' in body["messages"][1]["content"]
    assert "secret" not in json.dumps(body)
    run = result.run
    assert run.answer == "North has 1,001 staff."
    counts = run.usage.input_tokens, run.usage.output_tokens
    assert min(counts) > 0
    assert run.usage.cost == pytest.approx((2 * counts[0] + 4 * counts[1]) / 1e6)
    assert "sk-hidden" not in caplog.text + agent.name


async def test_a_model_that_cannot_be_reached() -> None:
    result = await answered("openai:http://127.0.0.1:9/v1#m")
    assert result.run.error.startswith("AGENT_UNREACHABLE: ")
    assert result.attempts == 3


async def test_a_url_is_posted_the_question(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "k")
    seen: list[dict[str, Any]] = []

    def serve(request: Request) -> Response:
        assert request.headers["Authorization"] == "Bearer k"
        seen.append(request.get_json())
        return Response(json.dumps({"answer": "so", "confidence": 0.5}))

    httpserver.expect_request("/answer", method="POST").respond_with_handler(serve)
    url = httpserver.url_for("/answer")
    result = await answered(url, AgentOptions(api_key_env="MY_KEY"))
    assert (result.run.answer, result.run.confidence) == ("so", 0.5)
    assert (seen[0]["id"], seen[0]["metadata"]) == ("q001", {"place": 1})
    assert "secret" not in json.dumps(seen)


async def test_a_busy_url_is_asked_again(httpserver: HTTPServer) -> None:
    busy = httpserver.expect_ordered_request("/")
    busy.respond_with_data("", status=503, headers={"Retry-After": "0"})
    httpserver.expect_ordered_request("/").respond_with_json({"answer": "so"})
    result = await answered(httpserver.url_for("/"))
    assert (result.run.answer, result.attempts) == ("so", 2)


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [
        ("no json", 200, "AGENT_ANSWER_INVALID: the reply is not JSON"),
        ("[1]", 200, "AGENT_ANSWER_INVALID: the reply is not a JSON object"),
        ("[" * 100_000, 200, "AGENT_ANSWER_INVALID: the reply is not JSON"),
        ("x" * (17 << 20), 200, "AGENT_ANSWER_INVALID: the reply is longer"),
        ("{}", 403, "AGENT_REFUSED: the agent refuses the question: status 403"),
        ("", 302, "AGENT_REFUSED: the agent refuses the question: status 302"),
    ],
)
async def test_bad_replies_of_a_url(
    httpserver: HTTPServer, body: str, status: int, told: str
) -> None:
    httpserver.expect_request("/").respond_with_data(body, status=status)
    result = await answered(httpserver.url_for("/"))
    assert result.run.error.startswith(told)
    assert result.attempts == 1


class Service(agent_service_pb2_grpc.AgentServiceServicer):
    def __init__(self) -> None:
        self.calls = 0

    def Answer(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802
        self.calls += 1
        if self.calls == 1:
            context.abort(grpc.StatusCode.UNAVAILABLE, "starting")
        if self.calls == 3:
            context.abort(grpc.StatusCode.INTERNAL, "broken")
        told = json.loads(request.context_json)
        run = {"evidence": [{"id": "ev-a-1", "text": str(told["metadata"]["place"])}]}
        return agent_service_pb2.AnswerResponse(
            answer=f"{request.question_id} {request.question}", run_json=json.dumps(run)
        )


async def test_a_grpc_service_on_a_socket() -> None:
    server = grpc.server(ThreadPoolExecutor(2))
    registered: Any = agent_service_pb2_grpc.add_AgentServiceServicer_to_server
    registered(Service(), server)
    with TemporaryDirectory(prefix="verifyd-") as folder:  # a socket's path must be short
        address = f"unix://{folder}/a.sock"
        server.add_insecure_port(address)
        server.start()
        try:
            result = await answered(f"grpc:{address}")
            broken = await answered(f"grpc:{address}")
        finally:
            server.stop(None).wait()
    assert result.run.answer == f"q001 {QUESTION.question}"
    assert result.run.evidence[0].text == "1"
    assert result.attempts == 2
    assert broken.run.error == "AGENT_FAILED: INTERNAL: broken"


async def test_recorded_answers(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "q001", "answer": "ä"}\n\n{"question_id": "q9", "answer": "b"}\n')
    agent = parse_agent(f"recorded:{path}")
    assert (await ask(agent, QUESTION)).run.answer == "ä"
    missing = await ask(agent, agents.question(2))
    assert missing.run.error == "AGENT_ANSWER_MISSING: no answer to this question is recorded"
    assert agent.notes({"q001"}) == ("1 recorded answers belong to no question: q9",)
    assert agent.notes({"q001", "q9"}) == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "a.jsonl:1: the line is not JSON"),
        ('{"id": "a"}\n7\n', "a.jsonl:2: the line is not a JSON object"),
        ('{"answer": "a"}', "a.jsonl:1: the line has no id"),
        ('{"id": "a"}\n{"id": "a"}\n', "a.jsonl:2: 'a' is answered twice"),
    ],
)
def test_recordings_that_cannot_be_used(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "a.jsonl").write_text(text)
    with pytest.raises(AgentInvalid, match=told):
        parse_agent(f"recorded:{tmp_path}/a.jsonl")
