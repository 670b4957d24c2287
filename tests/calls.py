"""Calling a server in tests: the generated stubs with less to write, and its refusals."""

from __future__ import annotations

import json
import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import grpc
import grpc.aio
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from verifyd.v1 import (
    evidence_pb2,
    evidence_service_pb2_grpc,
    review_service_pb2_grpc,
    verify_pb2,
    verify_pb2_grpc,
)
from verifyd.v1 import evidence_service_pb2 as pb
from verifyd.v1 import review_service_pb2 as reviews_pb

SALES = [{"region": "North", "sales": 1234}, {"region": "South", "sales": 987}]
RIGHT = "Sales were 1,234 in the North and 987 in the South."
WRONG = "Sales were 4,321 in the North."


def inline(query_id: str = "sales", rows: object = SALES) -> evidence_pb2.QueryResult:
    """A query result that travels with a request."""
    return evidence_pb2.QueryResult(query_id=query_id, json=json.dumps(rows))


def header(query_id: str = "sales") -> pb.PutQueryResultRequest:
    """The first piece of an upload of JSON."""
    return pb.PutQueryResultRequest(
        header=pb.PutQueryResultHeader(query_id=query_id, format=pb.EVIDENCE_FORMAT_JSON)
    )


def chunk(data: bytes) -> pb.PutQueryResultRequest:
    """A later piece."""
    return pb.PutQueryResultRequest(chunk=data)


def upload(query_id: str = "sales", rows: object = SALES) -> list[pb.PutQueryResultRequest]:
    """All pieces of an upload, two chunks among them."""
    data = json.dumps(rows).encode()
    return [header(query_id), chunk(data[:7]), chunk(data[7:])]


def request(
    narrative: str = RIGHT,
    results: Sequence[evidence_pb2.QueryResult] | None = None,
    handles: Sequence[str] = (),
    **fields: Any,
) -> verify_pb2.VerifyRequest:
    """A request; with the sales table inline, unless results or handles are given."""
    if results is None:
        results = [] if handles else [inline()]
    evidence = evidence_pb2.Evidence(query_results=results, handles=handles)
    return verify_pb2.VerifyRequest(narrative=narrative, evidence=evidence, **fields)


def stubs(channel: grpc.aio.Channel) -> tuple[Any, Any]:
    """The two services of a server in the event loop: ``Verify`` and evidence."""
    verify = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
    evidence = evidence_service_pb2_grpc.EvidenceServiceStub(channel)  # type: ignore[no-untyped-call]
    return verify, evidence


def stream_parts(
    message: verify_pb2.VerifyRequest, cuts: Iterable[int] = (), release: Any = 0
) -> Iterator[verify_pb2.VerifyStreamRequest]:
    """A request as the parts of a stream, its narrative cut at some offsets in bytes."""
    data, opening = message.narrative.encode(), verify_pb2.VerifyRequest()
    opening.CopyFrom(message)
    opening.narrative = ""
    start = verify_pb2.VerifyStreamStart(request=opening, release=release)
    yield verify_pb2.VerifyStreamRequest(start=start)
    for first, end in pairwise([0, *sorted(cuts), len(data)]):
        yield verify_pb2.VerifyStreamRequest(text=data[first:end])


class Echo(grpc.GenericRpcHandler):
    """Methods that are not verifyd's: one gives back what it gets, one refuses."""

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        async def echo(data: bytes, _: object) -> bytes:
            return data

        async def refuse(_: bytes, context: Any) -> bytes:
            await context.abort(grpc.StatusCode.ABORTED, "in its own words")
            return b""

        methods = {"/bench.Echo/Echo": echo, "/bench.Echo/Refuse": refuse}
        method = methods.get(details.method)
        return method and grpc.unary_unary_rpc_method_handler(method)


class Calls:
    """The methods of a server over one channel, with a token if one is given."""

    def __init__(self, channel: grpc.Channel, token: str = "") -> None:
        verify = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
        evidence = evidence_service_pb2_grpc.EvidenceServiceStub(  # type: ignore[no-untyped-call]
            channel
        )
        self._options: dict[str, Any] = {"timeout": 60}
        if token:
            self._options["metadata"] = (("authorization", f"Bearer {token}"),)
        self._stubs = {"verify": verify.Verify, "list_checks": verify.ListChecks}
        self._stubs |= {"verify_stream": verify.VerifyStream}
        self._stubs |= {"put": evidence.PutQueryResult, "get": evidence.GetEvidence}
        self._stubs |= {"delete": evidence.DeleteEvidence}
        review = review_service_pb2_grpc.ReviewServiceStub(channel)  # type: ignore[no-untyped-call]
        self._stubs |= {"list_flagged": review.ListFlagged, "decide": review.Decide}
        self._stubs |= {"revision": review.GetRevision, "agreement": review.GetAgreement}

    def verify(self, message: verify_pb2.VerifyRequest, **options: Any) -> Any:
        """Call ``Verify``."""
        return self._stubs["verify"](message, **self._options | options)

    def start_verify(self, message: verify_pb2.VerifyRequest, **options: Any) -> Any:
        """Begin a ``Verify`` and return its future."""
        return self._stubs["verify"].future(message, **self._options | options)

    def stream(self, parts: Iterable[verify_pb2.VerifyStreamRequest], **options: Any) -> Any:
        """Call ``VerifyStream``; the call, which iterates over its responses."""
        return self._stubs["verify_stream"](iter(parts), **self._options | options)

    def list_checks(self) -> Any:
        """Call ``ListChecks``."""
        return self._stubs["list_checks"](verify_pb2.ListChecksRequest(), **self._options)

    def put(self, pieces: Sequence[pb.PutQueryResultRequest] | None = None) -> Any:
        """Call ``PutQueryResult``; with the sales table, unless pieces are given."""
        return self._stubs["put"](iter(upload() if pieces is None else pieces), **self._options)

    def start_put(self, pieces: Iterator[pb.PutQueryResultRequest], **options: Any) -> Any:
        """Begin a ``PutQueryResult`` and return its future."""
        return self._stubs["put"].future(pieces, **self._options | options)

    def get(self, handle: str) -> Any:
        """Call ``GetEvidence``."""
        return self._stubs["get"](pb.GetEvidenceRequest(handle=handle), **self._options)

    def delete(self, handle: str) -> Any:
        """Call ``DeleteEvidence``."""
        return self._stubs["delete"](pb.DeleteEvidenceRequest(handle=handle), **self._options)

    def list_flagged(self, *, timeout: float = 20, **fields: Any) -> Any:
        """Call ``ListFlagged``."""
        message = reviews_pb.ListFlaggedRequest(**fields)
        return self._stubs["list_flagged"](message, **self._options | {"timeout": timeout})

    def decide(self, review_id: str, *items: tuple[Any, ...], **fields: Any) -> Any:
        """Call ``Decide`` with triples of item, action and replacement."""
        decisions = [
            reviews_pb.ItemDecision(item_id=item[0], action=item[1], replacement="".join(item[2:]))
            for item in items
        ]
        fields = {"decided_by": "Ana"} | fields
        message = reviews_pb.DecideRequest(review_id=review_id, decisions=decisions, **fields)
        return self._stubs["decide"](message, **self._options)

    def agreement(self, **fields: Any) -> Any:
        """Call ``GetAgreement``."""
        message = reviews_pb.GetAgreementRequest(**fields)
        return self._stubs["agreement"](message, **self._options)

    def revision(self, review_id: str, **fields: Any) -> Any:
        """Call ``GetRevision``."""
        message = reviews_pb.GetRevisionRequest(review_id=review_id, **fields)
        return self._stubs["revision"](message, **self._options)


@dataclass(frozen=True)
class Refusal:
    """A rich error."""

    code: str
    reason: str
    metadata: dict[str, str]
    message: str
    retry_s: float | None


def refusal(call: Callable[[], object]) -> Refusal:
    """The rich error of a call, which must fail with one."""
    try:
        call()
    except grpc.RpcError as error:
        return read_refusal(error)
    raise AssertionError("the call was not refused")


def read_refusal(error: Any) -> Refusal:
    """The rich error of a failed call."""
    status = rpc_status.from_call(error)
    assert status is not None, f"no ErrorInfo: {error}"
    info, retry_s = error_details_pb2.ErrorInfo(), None
    assert status.details[0].Unpack(info)
    assert info.domain == "verifyd"
    for detail in status.details[1:]:
        retry = error_details_pb2.RetryInfo()
        assert detail.Unpack(retry)
        retry_s = retry.retry_delay.ToNanoseconds() / 1e9
    return Refusal(error.code().name, info.reason, dict(info.metadata), status.message, retry_s)


class SlowUpload:
    """An upload that stays in flight until it is told to finish."""

    def __init__(self, calls: Calls, **options: Any) -> None:
        self._pieces: queue.Queue[pb.PutQueryResultRequest | None] = queue.Queue()
        self._pieces.put(header())
        calls.list_checks()  # calls that wait for a connection may overtake each other
        self.future = calls.start_put(self._sent(), **options)

    def _sent(self) -> Iterator[pb.PutQueryResultRequest]:
        while (piece := self._pieces.get()) is not None:
            yield piece

    def finish(self) -> Any:
        """Send the rest, and return the answer."""
        for piece in (*upload()[1:], None):
            self._pieces.put(piece)
        return self.future.result()

    def failed(self) -> Any:
        """The refusal that ended it."""
        error = self.future.exception()
        self._pieces.put(None)
        return read_refusal(error)
