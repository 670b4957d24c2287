"""Reading a chat completion: what an endpoint sent, of which nothing is trusted."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import ModelAnswer, Question, TokenUsage

# The JSON object in what a model wrote: alone, in a fence, or between sentences.

_OPENING = re.compile(r'\{\s*"')
"""Where an object begins; a brace in prose has no quotation mark after it."""

_EMPTY = re.compile(r"\{\s*\}")

_THOUGHTS_END = "</think>"
"""What some models write between their thoughts and their answer."""


class ObjectMissing(ValueError):
    """The text has no JSON object, or several, or a broken one."""


def find_object(text: str) -> str:
    """The JSON of the one object in a text, as it stands there.

    Raises:
        ObjectMissing: If there is none that is whole, or there are several that differ.
    """
    text = text.rpartition(_THOUGHTS_END)[2].strip()
    if _EMPTY.fullmatch(text):
        return text
    try:
        return _only_object(text)
    except ObjectMissing:
        raise
    except (ValueError, RecursionError):  # an integer of too many digits, too many levels
        raise ObjectMissing("its JSON is broken") from None


def _only_object(text: str) -> str:
    """The first object, if no other one differs."""
    first: Any = None
    json_text = ""
    end = 0
    while opening := _OPENING.search(text, end):
        value, end = _DECODER.raw_decode(text, opening.start())
        if not json_text:
            first, json_text = value, text[opening.start() : end]
        elif value != first:
            raise ObjectMissing("it has several JSON objects")
    if not json_text:
        raise ObjectMissing("it has no JSON object")
    # Half of a surrogate pair is in no UTF-8, and 1e999 is no number: neither may travel on.
    json.dumps(first, ensure_ascii=False, allow_nan=False).encode()
    return json_text


def _with_each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name appears twice in one object")
    return made


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_with_each_name_once, parse_constant=_refused)


_BYTES_PER_TOKEN = 4
"""Of English prose. Digits and other scripts have more tokens in as many bytes: it is a guess."""

_MOST_BYTES_PER_TOKEN = 64
"""An endpoint that says it took fewer tokens than this gives has not counted them."""

_MOST_TOKENS = 1 << 31
"""What an endpoint may say of its usage; more is a fault."""

_MOST_BRACKETS = 20_000
"""Lists and objects in a reply, those within its text counted: an answer has some hundreds, and
making each of many is what can hold the loop."""

_LEAST_LIKELY = -1e9
"""The logarithm of no chance at all; what is below is no likelihood."""


class CompletionNotJson(JudgeError):
    """The model answered without the object that it was asked for."""

    def __init__(self, detail: str) -> None:
        super().__init__("JUDGE_ANSWER_INVALID", detail)


class Completion:
    """A chat completion.

    Attributes:
        usage: What the call took.

    Args:
        data: The body of the reply.
        asked_bytes: Length of the prompt.

    Raises:
        JudgeError: If it is no chat completion.
    """

    def __init__(self, data: bytes, asked_bytes: int) -> None:
        reply = _loaded(data)
        choice = _first(_get_member(reply, "choices"))
        if not isinstance(choice, dict):
            raise JudgeError("JUDGE_ANSWER_INVALID", "the reply is not a chat completion")
        self._choice = choice
        content = _get_member(_get_member(choice, "message"), "content")
        self._content = content if isinstance(content, str) else ""
        self.usage = _usage(_get_member(reply, "usage"), asked_bytes, self._content)

    def answer(self, question: Question, model: str) -> ModelAnswer:
        """The answer in it.

        Raises:
            CompletionNotJson: If the question wants an object, and the model wrote no whole one.
            JudgeError: If the model did not answer, or not to the end.
        """
        if _get_member(_get_member(self._choice, "message"), "refusal"):
            raise JudgeError("JUDGE_ANSWER_INVALID", "the model declines to answer")
        ended = _get_member(self._choice, "finish_reason")
        if ended == "content_filter":
            raise JudgeError("JUDGE_ANSWER_INVALID", "the endpoint withholds it")
        if ended == "length" and not question.first_token:
            raise JudgeError("JUDGE_ANSWER_INVALID", "it is cut off at the most tokens")
        if not self._content:
            raise JudgeError("JUDGE_ANSWER_INVALID", "it is empty")
        text = extract_text(self._content, question)
        likely = _first_token(self._choice) if question.first_token else {}
        return ModelAnswer(text, model, self.usage, likely)


def extract_text(content: str, question: Question) -> str:
    """What ``ModelAnswer.text`` is for what a model wrote.

    Raises:
        CompletionNotJson: If the question wants an object, and there is no whole one.
    """
    if question.schema is None:
        if not _is_writable(content):
            raise CompletionNotJson("it has characters that are not valid letters")
        return content
    try:
        return find_object(content)
    except ObjectMissing as error:
        detail = str(error)
    raise CompletionNotJson(detail)


def estimate_tokens(text: str) -> int:
    """About how many tokens a text has."""
    return len(text.encode(errors="replace")) // _BYTES_PER_TOKEN + 1


def _loaded(data: bytes) -> object:
    """JSON; None where it is none, or more than an answer can be."""
    if data.count(b"[") + data.count(b"{") > _MOST_BRACKETS:
        return None
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def bound_tokens(text: str) -> int:
    """The most tokens that a text can have: each of them is one byte at least."""
    return len(text.encode(errors="replace"))


def _usage(given: object, asked_bytes: int, content: str) -> TokenUsage:
    """What a call took: as the endpoint says, or the most that it can be.

    An endpoint that counts nothing, or less than can be, would spend without end otherwise.
    """
    counts = [_get_member(given, name) for name in ("prompt_tokens", "completion_tokens")]
    sizes = asked_bytes, bound_tokens(content)
    if all(
        type(count) is int and size // _MOST_BYTES_PER_TOKEN <= count < _MOST_TOKENS
        for count, size in zip(counts, sizes, strict=True)
    ):
        return TokenUsage(*counts)
    return TokenUsage(*sizes, estimated=True)


def _first_token(choice: dict[str, Any]) -> dict[str, float]:
    """The first token and its rivals, each with the logarithm of how likely it was."""
    told = _first(_get_member(_get_member(choice, "logprobs"), "content"))
    rivals = _get_member(told, "top_logprobs")
    likely: dict[str, float] = {}
    for one in (told, *(rivals if isinstance(rivals, list) else ())):
        token, logprob = _get_member(one, "token"), _get_member(one, "logprob")
        if isinstance(token, str) and _is_likelihood(logprob):
            likely.setdefault(token, float(logprob))
    return likely


def _is_likelihood(logprob: Any) -> bool:
    """Whether it is a logarithm of something from 0 to 1."""
    return type(logprob) in {int, float} and _LEAST_LIKELY <= logprob <= 0


def _is_writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _get_member(mapping: object, name: str) -> Any:
    return mapping.get(name) if isinstance(mapping, dict) else None


def _first(items: object) -> object:
    return items[0] if isinstance(items, list) and items else None
