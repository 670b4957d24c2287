"""Mutated payloads: every one is decoded or refused, and nothing else happens.

``VERIFYD_FUZZ`` sets how many of each format are tried (default 4,000, some two seconds); a crash
of the process, as broken Arrow offsets once caused, ends the whole run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from bench import fuzz_inputs
from sidecar.errors import VerifydError
from sidecar.evidence import decoding
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits

COUNT = int(os.environ.get("VERIFYD_FUZZ", "4000"))
LIMITS = EvidenceLimits(max_decoded_bytes=8 << 20)


@pytest.mark.timeout(60 + COUNT // 500)
@pytest.mark.parametrize(
    ("kind", "corpus"),
    [(Format.ARROW, fuzz_inputs.arrow_corpus), (Format.JSON, fuzz_inputs.json_corpus)],
)
def test_mutated_payloads(kind: Format, corpus: Callable[[], list[bytes]]) -> None:
    header = Header(query_id="q", format=kind)
    decoded = refused = 0
    for payload in fuzz_inputs.mutations(1, COUNT, corpus()):
        start = time.thread_time()
        try:
            table = decoding.decode_evidence(payload, header, LIMITS)
        except VerifydError:
            refused += 1
        else:
            decoded += 1
            for values, cells in zip(table.data, table.cells, strict=True):
                assert len(list(values)) == table.row_count
                for index in range(cells.values.size):
                    assert float(cells.exact(index)) == cells.values[index]
        assert time.thread_time() - start < 0.25, payload
    assert decoded > COUNT // 100  # the mutations are not all hopeless
    assert refused > COUNT // 10


def test_the_same_seed_gives_the_same_inputs() -> None:
    assert list(fuzz_inputs.mutations(3, 20)) == list(fuzz_inputs.mutations(3, 20))
    assert list(fuzz_inputs.mutations(3, 20)) != list(fuzz_inputs.mutations(4, 20))
