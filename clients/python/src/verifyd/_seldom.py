"""Parts of a request that few requests have: what reads them is imported where one is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from verifyd import _arguments

if TYPE_CHECKING:
    from verifyd._overrides import Overrides
    from verifyd.structured import Schema, StructuredResponse
    from verifyd.transcripts import Messages, Transcript
    from verifyd.v1 import (
        consistency_pb2,
        formulas_pb2,
        structure_pb2,
        transcripts_pb2,
        verify_pb2,
    )


def rate(argument: str, given: object) -> consistency_pb2.CurrencyRate:
    """An exchange rate."""
    from verifyd._rates import CurrencyRate

    return CurrencyRate._of(argument, given)


def formula_of(narrative: str) -> Callable[[str, object], formulas_pb2.Formula]:
    """What reads formulas of numbers of a narrative."""

    def read(argument: str, given: object) -> formulas_pb2.Formula:
        from verifyd.formulas import Formula

        return _arguments.record(argument, given, Formula)._message(narrative)

    return read


def transcript(given: Transcript | Messages | None) -> transcripts_pb2.Transcript | None:
    """The conversation that a narrative answers."""
    if given is None:
        return None
    from verifyd import _conversations

    return _conversations.transcript(given)


def overrides(given: Overrides | None) -> verify_pb2.Overrides | None:
    """Settings of the request."""
    if given is None:
        return None
    from verifyd._overrides import overrides_message

    return overrides_message(given)


def response(
    given: StructuredResponse | Schema | None,
) -> structure_pb2.StructuredResponse | None:
    """A response in JSON, or the shape of one."""
    if given is None:
        return None
    from verifyd.structured import StructuredResponse

    return StructuredResponse._of(given)
