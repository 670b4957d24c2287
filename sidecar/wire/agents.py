"""Messages of ``AgentService``, which agents serve and evals call."""

from __future__ import annotations

from verifyd.v1 import agent_service_pb2 as pb

METHOD = "/verifyd.v1.AgentService/Answer"


def encode_request(question_id: str, question: str, context_json: str) -> bytes:
    """The bytes of an ``AnswerRequest``."""
    asked = pb.AnswerRequest(question_id=question_id, question=question, context_json=context_json)
    return asked.SerializeToString()


def decode_answer(data: bytes) -> tuple[str, str]:
    """The answer and the JSON of the run in the bytes of an ``AnswerResponse``."""
    given = pb.AnswerResponse.FromString(data)
    return given.answer, given.run_json
