"""Agents as a command line names them: ``python:my.agent:answer``, ``recorded:answers.jsonl``."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from decimal import Decimal
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

from sidecar.evals.agents.protocol import Agent, AgentInvalid

KINDS = {
    "python": "python:MODULE:FUNCTION",
    "openai": "openai:http://HOST/v1#MODEL",
    "http": "http://HOST/PATH",
    "https": "https://HOST/PATH",
    "grpc": "grpc:unix:///PATH.sock or grpc:HOST:PORT",
    "grpcs": "grpcs:HOST:PORT",
    "recorded": "recorded:FILE.jsonl",
}
"""How each kind is written."""

_KEYED = ("http", "https", "grpc", "grpcs")
"""Kinds that read a key and none of the other options; a model reads all of them."""

_MOST_PROMPT = 1 << 20


@dataclass(frozen=True, kw_only=True)
class AgentOptions:
    """What a command line says of an agent beside where it is.

    Attributes:
        system_prompt: A file with the system prompt of a model; its own if None.
        api_key_env: The environment variable that has a key. None: ``OPENAI_API_KEY`` for a model,
            none for others.
        max_tokens: The longest answer of a model, in tokens.
        temperature: How freely a model chooses its words; None is not sent.
        input_price: Of a million tokens of prompts.
        output_price: Of a million tokens of answers.
        currency: Of the prices.
    """

    system_prompt: Path | None = None
    api_key_env: str | None = None
    max_tokens: int = 4096
    temperature: float | None = None
    input_price: Decimal | None = None
    output_price: Decimal | None = None
    currency: str = "USD"


def parse_agent(spec: str, options: AgentOptions | None = None) -> Agent:
    """The agent that a text names; each kind's libraries are imported where one is made.

    Raises:
        AgentInvalid: If it names none, or none can be made of it.
    """
    kind, _, rest = spec.partition(":")
    if kind not in KINDS or not rest:
        known = ", ".join(KINDS.values())
        raise AgentInvalid(f"{spec[:80]!r} names no agent; known are: {known}")
    options = options or AgentOptions()
    if kind != "openai":
        _refuse_unread(kind, options)
    if options.api_key_env and options.api_key_env not in os.environ:  # it may be the key itself
        raise AgentInvalid("the environment variable that should have the agent's key is not set")
    return _made(kind, rest, spec, options)


def _refuse_unread(kind: str, options: AgentOptions) -> None:
    """Raise an ``AgentInvalid`` where an option is given that would have no effect."""
    read = ("api_key_env",) if kind in _KEYED else ()
    unread = [
        one.name.replace("_", " ")
        for one in fields(options)
        if one.name not in read and getattr(options, one.name) != one.default
    ]
    if unread:
        raise AgentInvalid(f"an agent of the kind {kind!r} takes no {', '.join(unread)}")


def _made(kind: str, rest: str, spec: str, options: AgentOptions) -> Agent:
    match kind:
        case "python":
            from sidecar.evals.agents.local import import_agent  # noqa: PLC0415 (one kind at a time)

            return import_agent(rest)
        case "recorded":
            from sidecar.evals.agents.local import RecordedAgent  # noqa: PLC0415

            return RecordedAgent(Path(rest))
        case "openai":
            return _chat(rest, options)
        case "grpc" | "grpcs":
            from sidecar.evals.agents.remote import ServiceAgent  # noqa: PLC0415

            key = options.api_key_env or ""
            return ServiceAgent(rest, tls=kind == "grpcs", api_key_env=key)
        case _:
            from sidecar.evals.agents.remote import HttpAgent  # noqa: PLC0415

            return HttpAgent(spec, options.api_key_env or "")


def _chat(rest: str, options: AgentOptions) -> Agent:
    from sidecar.evals.agents.chat import SYSTEM, ChatAgent, ChatOptions  # noqa: PLC0415

    url, model = urldefrag(rest)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or not model:
        raise AgentInvalid(f"a model is named as {KINDS['openai']}")
    system = SYSTEM if options.system_prompt is None else _text(options.system_prompt)
    key = "OPENAI_API_KEY" if options.api_key_env is None else options.api_key_env
    return ChatAgent(
        ChatOptions(
            base_url=url,
            model=model,
            system=system,
            api_key_env=key,
            max_tokens=options.max_tokens,
            temperature=options.temperature,
            input_price=options.input_price,
            output_price=options.output_price,
            currency=options.currency,
        )
    )


def _text(path: Path) -> str:
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise AgentInvalid(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise AgentInvalid(f"{path} is not UTF-8: {error}") from None
    if not text.strip() or len(text) > _MOST_PROMPT:
        raise AgentInvalid(f"{path} should hold a prompt of at most {_MOST_PROMPT} characters")
    return text
