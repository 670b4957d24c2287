"""Nothing that anybody sends may crash the server, or cost it more than some tenths of a second.

    python -m bench.fuzz [--count N] [--seed S] [--only KIND]

A tenth of the inputs are narratives read by the extraction, a tenth payloads (Arrow, JSON, row
messages) decoded as evidence, a tenth texts that cite, judged by the checks ``citations`` and
``support``, a tenth responses and schemas for the check ``structure``, a tenth formulas and answers
of models (2 s of CPU for forty of them), a tenth answers of judges about claims, whose quotes must
stand in damaged sources, a tenth conversations, which approve nothing that no tool returned, three
tenths whole requests to a real server: mutated narratives against
mutated evidence, mutated bytes of requests, narratives that are about their evidence, out of joint,
and requests of every method drawn from the contract (``fuzz_drawn`` shows one; these may take 2 s,
and no CPU past 2 s more). What may come back is a result or a ``VerifydError``; anything else, a
check with a fault in the result, an input that takes more CPU than four times a standard piece of
work (about .1 s; ``fuzz_tally``), or a server that died fails the run, with the seed and the number
of the input. So does memory that keeps growing. CPU and memory are those of the processes that did
the work; standard error tells how far it has come.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial

import grpc
from verifyd.v1 import evidence_pb2, verify_pb2

from bench import (
    fuzz_citing,
    fuzz_claims,
    fuzz_contract,
    fuzz_formulas,
    fuzz_inputs,
    fuzz_told,
    fuzz_transcripts,
)
from bench.fuzz_structure import pairs
from bench.fuzz_tally import FuzzTally
from bench.fuzz_texts import texts
from bench.sidecars import cpu_seconds, cpu_with_worker, echo_server
from bench.workload import methods
from sidecar.binding.settings import BindingSettings
from sidecar.checks import CheckError, CheckSubject
from sidecar.checks.citations import CitationsCheck
from sidecar.checks.structure import StructureCheck, StructureSettings
from sidecar.checks.support import SupportCheck
from sidecar.citations.settings import CitationsSettings, SupportSettings
from sidecar.errors import VerifydError
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.structure import StructuredResponse
from sidecar.model.text import Text
from sidecar.structure.judging import WORKERS
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions, TooManyNumbers
from sidecar.wire import evidence as wire

_SOUND = b'[{"n": 1234, "share": 0.15, "size": "137 x 64.5 mm"}, {"n": 45, "share": 12.5}]'
_EXPECTED = {"OK", "INVALID_ARGUMENT", "FAILED_PRECONDITION", "NOT_FOUND", "RESOURCE_EXHAUSTED"}
_LIMIT_OF_REQUESTS = 20.0
"""Most CPU for a request, of the standard work: a kilobyte of bare numbers has 300 to judge."""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--count", type=int, default=50_000, help="inputs in all (50000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=_KINDS, help="inputs of this kind alone")
    options = parser.parse_args()
    chosen = [_KINDS[options.only]] if options.only else list(_KINDS.values())
    share = options.count // len(chosen)
    faults = 0
    for fuzz in chosen:
        tally = fuzz(options.seed, share)
        print(tally, flush=True)
        faults += len(tally.faults)
    print(f"{options.count - faults} passed, {faults} failed")
    return 1 if faults else 0


def _extraction(seed: int, count: int) -> FuzzTally:
    tally = FuzzTally("extraction", seed, count, os.getpid())
    options = ExtractOptions()
    for number, text in enumerate(texts(seed, count)):
        _run(tally, number, len(text), partial(_extract, text, options))
    return tally


def _extract(text: str, options: ExtractOptions) -> None:
    extract_numbers(Text(text), options)


def _decoding(seed: int, count: int) -> FuzzTally:
    tally = FuzzTally("decoding", seed, count, os.getpid())
    limits = EvidenceLimits()
    for number, (kind, payload) in enumerate(_payloads(seed, count)):
        header = Header(query_id="q", format=kind)
        _run(tally, number, len(payload), partial(wire.decode, payload, header, limits))
    return tally


def _citing(seed: int, count: int) -> FuzzTally:
    tally = FuzzTally("citing", seed, count, os.getpid())
    for number, given in enumerate(fuzz_citing.inputs(seed, count)):
        _run(tally, number, len(given.text), partial(_judge, given))
    return tally


def _judge(given: fuzz_citing.Cited) -> None:
    subject = CheckSubject(
        Text(given.text),
        items=given.items,
        sources=given.sources,
        bare_numbers=given.bare_numbers,
    )
    CitationsCheck(CitationsSettings.model_validate(given.settings)).run(subject)
    SupportCheck(SupportSettings()).run(subject)


def _run(tally: FuzzTally, number: int, size: int, work: Callable[[], object]) -> None:
    started = time.process_time()
    try:
        work()
        ending = "ok"
    except (VerifydError, CheckError, TooManyNumbers) as error:
        ending = getattr(error, "reason", type(error).__name__)
    except Exception as error:
        tally.fault(number, repr(error)[:300])
        return
    tally.record(number, ending, time.process_time() - started, size)


def _payloads(seed: int, count: int) -> Iterator[tuple[Format, bytes]]:
    arrow = fuzz_inputs.mutations(seed, count)
    json = fuzz_inputs.mutations(seed, count, fuzz_inputs.json_corpus())
    rows = fuzz_inputs.mutations(seed, count, [_rows_message()])
    sources = [
        (Format.ARROW, arrow),
        (Format.ARROW, arrow),
        (Format.JSON, json),
        (Format.ROWS, rows),
    ]
    for number in range(count):
        kind, source = sources[number % len(sources)]
        yield kind, next(source)


def _rows_message() -> bytes:
    cell = evidence_pb2.Cell
    row = evidence_pb2.Row(
        cells=[
            cell(text="137 x 64.5"),
            cell(number=1.5),
            cell(integer=7),
            cell(decimal="1.50"),
            cell(),
        ]
    )
    columns = ["a", "b", "c", "d", "e"]
    return evidence_pb2.Rows(columns=columns, rows=[row, row]).SerializeToString()


def _structure(seed: int, count: int) -> FuzzTally:
    """The CPU of the worker counts as well, and its start where an input before ended it."""
    tally = FuzzTally("structure", seed, count, os.getpid())
    check = StructureCheck(StructureSettings())
    rules = ("citation_or_negation", "limit_of_certainty")
    for number, (response, schema) in enumerate(pairs(seed, count)):
        subject = CheckSubject(Text("x"), structured=StructuredResponse(response, schema, rules))
        before = cpu_with_worker(WORKERS.pid)
        try:
            check.run(subject)
            ending = "ok"
        except CheckError as error:
            ending = error.reason
        except Exception as error:
            tally.fault(number, repr(error)[:300])
            continue
        tally.record(
            number, ending, cpu_with_worker(WORKERS.pid) - before, len(response) + len(schema)
        )
    return tally


def _transcripts(seed: int, count: int) -> FuzzTally:
    tally = FuzzTally("transcripts", seed, count, os.getpid(), limit=_LIMIT_OF_REQUESTS)
    for number, given in enumerate(fuzz_transcripts.inputs(seed, count)):
        size = len(given.messages)
        _run(tally, number, size, partial(fuzz_transcripts.verify, given))
    return tally


def _verify(seed: int, count: int) -> FuzzTally:
    """Whole requests."""
    return _asked("Verify", seed, count, _hostile(seed, count))


def _told(seed: int, count: int) -> FuzzTally:
    """Whole requests whose narratives are about their evidence."""
    return _asked("told", seed, count, _requests(seed, count))


def _asked(kind: str, seed: int, count: int, requests: Iterator[bytes]) -> FuzzTally:
    """What a real server says to requests; the CPU of its process is read from the system."""
    with (
        echo_server(BindingSettings().mode) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        tally = FuzzTally(kind, seed, count, server.pid, limit=_LIMIT_OF_REQUESTS)
        call = methods(channel).verify
        used = cpu_seconds(server.pid)
        for number, request in enumerate(requests):
            try:
                ending = _ending(call(request))
            except grpc.RpcError as error:
                ending = error.code().name
            before, used = used, cpu_seconds(server.pid)
            if ending in _EXPECTED:
                tally.record(number, ending, used - before, len(request))
            else:
                tally.fault(number, ending)
    return tally


def _ending(reply: bytes) -> str:
    """How a request that was answered ended: a check that raised is reported in its answer."""
    results = verify_pb2.VerifyResponse.FromString(reply).report.results
    faults = [result.check for result in results if result.failure.reason == "INTERNAL"]
    return f"{' and '.join(faults)} raised" if faults else "OK"


def _hostile(seed: int, count: int) -> Iterator[bytes]:
    """Hostile texts with sound or mutated evidence; the bytes of some are mutated as well."""
    source = random.Random(seed)
    payloads = _payloads(seed + 1, count)
    for text in texts(seed + 1, count):
        kind, payload = next(payloads)
        if source.random() < 0.5:  # sound evidence, so that hostile texts get judged
            kind, payload = Format.JSON, _SOUND
        yield _request(text, kind, payload, source)


def _requests(seed: int, count: int) -> Iterator[bytes]:
    """Narratives with the tables that they are about."""
    source = random.Random(seed)
    for text, results in fuzz_told.inputs(seed, count):
        request = verify_pb2.VerifyRequest(
            narrative=text,
            checks=["numeric", "consistency"],
            detail=source.choice(list(verify_pb2.Detail.keys())),
        )
        for query_id, payload in results:
            request.evidence.query_results.add(query_id=query_id, json=payload)
        yield request.SerializeToString()


def _request(text: str, kind: Format, payload: bytes, source: random.Random) -> bytes:
    request = verify_pb2.VerifyRequest(
        narrative=text,
        checks=["numeric", "consistency", "citations", "support"],
        detail=source.choice(list(verify_pb2.Detail.keys())),
    )
    result = request.evidence.query_results.add(query_id="lmis_001", family="LMIS")
    if kind is Format.ARROW:
        result.arrow = payload
    elif kind is Format.JSON:
        result.json = payload.decode("utf-8", "replace")
    else:
        result.rows.columns.append("a")
    items, sources = fuzz_citing.evidence(source, text)
    for one in items:
        request.evidence.items.add(**asdict(one))
    for each in sources:
        request.evidence.sources.add(**asdict(each))
    data = bytearray(request.SerializeToString())
    if source.random() < 0.2:
        data[source.randrange(len(data))] ^= 1 << source.randrange(8)
    return bytes(data)


_KINDS = {
    "extraction": _extraction,
    "decoding": _decoding,
    "citing": _citing,
    "structure": _structure,
    "verify": _verify,
    "told": _told,
    "drawn": fuzz_contract.run,
    "formulas": fuzz_formulas.run,
    "claims": fuzz_claims.run,
    "transcripts": _transcripts,
}

if __name__ == "__main__":
    sys.exit(main())
