"""Copies of records are compared with the log, however they are written; the rest is named."""

from __future__ import annotations

import io
import random

import drawn_copies
import pytest

from sidecar.audit import verifying
from sidecar.audit.verifying import FileVerdict, verify


def judged(made: list[bytes], copies: list[bytes]) -> FileVerdict:
    return verify(made, None, verifying.read_copies(io.BytesIO(b"".join(copies))))


@pytest.mark.parametrize("seed", range(20))
def test_a_copy_may_be_written_in_any_way(seed: int) -> None:
    source = random.Random(seed)
    made, copies = drawn_copies.book([drawn_copies.record(source) for _ in range(9)])
    verdict = judged(made.lines, [drawn_copies.rewritten(source, line) for line in copies])
    assert (verdict.fault, verdict.copies, verdict.records) == (None, 9, 9)
    place = source.randrange(9)
    copies[place] = drawn_copies.changed(source, copies[place])
    fault = judged(made.lines, copies).fault
    assert fault is not None
    assert (fault.code, fault.file, fault.line) == ("RECORD_DIFFERS", "records", place + 1)


def test_some_may_be_missing() -> None:
    # The server deletes old ones, and a reversal has none.
    made, copies = drawn_copies.book([{"a": 1}, {"a": 2}, {"a": 3}])
    assert judged(made.lines, copies[1:]).copies == 2
    assert judged(made.lines, []).copies == 0


@pytest.mark.parametrize("kind", drawn_copies.WRONG)
def test_what_is_wrong_with_copies(kind: str) -> None:
    made, copies = drawn_copies.book([{"a": 1}, {"b": [1e300]}, {}])
    change, code = drawn_copies.WRONG[kind]
    fault = judged(made.lines, change(copies)).fault
    assert fault is not None
    assert (fault.code, fault.file) == (code, "records")
