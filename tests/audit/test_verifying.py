"""An audit file is verified: what is whole is accepted, and each damage is named with its line."""

from __future__ import annotations

import base64
import io
import string
import tracemalloc
from collections.abc import Iterator

import pytest
from audit_damage import DAMAGES, HOSTILE, TENANTS, edited, put, remade
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from bench.audit_files import KEY, PUBLIC, Book, book, fields, parsed, written
from sidecar.audit import chain, checkpoints, verifying
from sidecar.audit.faults import FAULTS, AuditFault
from sidecar.audit.verifying import FileVerdict, verify
from sidecar.model.digests import to_canonical_json


def judged(data: bytes, marks: bytes | None = None) -> FileVerdict:
    """The verdict of a file with a file of checkpoints."""
    known = None
    if marks is not None:
        known = checkpoints.read(verifying.read_checkpoints(io.BytesIO(marks)), PUBLIC)
    return verify(verifying.read_records(io.BytesIO(data)), known)


def fault(data: bytes, marks: bytes | None = None) -> tuple[str, int]:
    """The code and line of what is wrong with a file."""
    found = judged(data, marks).fault
    assert found is not None
    assert found.file == "audit"
    return found.code, found.line


@pytest.fixture
def made() -> Book:
    return book(TENANTS, 12)


@pytest.fixture
def marks(made: Book) -> bytes:
    return b"".join(made.checkpoint(tenant) for tenant in TENANTS)


def test_a_whole_file_is_accepted(made: Book, marks: bytes) -> None:
    assert judged(b"".join(made.lines), marks) == FileVerdict(12, 3, 3, {}, None)


def test_records_after_the_last_checkpoint_are_counted(made: Book, marks: bytes) -> None:
    made.add("acme")
    made.add("new")
    assert judged(b"".join(made.lines), marks) == FileVerdict(
        14, 4, 3, {'"acme"': 1, '"new"': 1}, None
    )


def test_without_checkpoints_nothing_is_covered(made: Book) -> None:
    assert judged(b"".join(made.lines)) == FileVerdict(
        12, 3, None, {'"acme"': 4, '"bücher"': 4, f'"{"c" * 40}…"': 4}, None
    )


def test_an_empty_file_is_whole_without_checkpoints_alone(made: Book, marks: bytes) -> None:
    assert judged(b"") == FileVerdict(0, 0, None, {}, None)
    assert fault(b"", marks) == ("TAIL_CUT", 1)


def test_tenants_may_be_in_any_order_among_each_other(made: Book, marks: bytes) -> None:
    apart = sorted(made.lines, key=lambda line: str(parsed(line)["tenant"]))
    assert apart != made.lines
    assert judged(b"".join(apart), marks).fault is None


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_named_with_its_line(made: Book, marks: bytes, damage: str) -> None:
    change, code, line = DAMAGES[damage]
    data = b"".join(change(made.lines))
    assert data != b"".join(made.lines)
    assert fault(data, marks) == (code, line)


def test_what_only_checkpoints_show_is_whole_without_them(made: Book, marks: bytes) -> None:
    unseen = [
        name
        for name, (change, _, _) in DAMAGES.items()
        if judged(b"".join(change(made.lines))).fault is None
    ]
    assert unseen == ["chain made anew", "tail cut"]


def test_the_first_fault_is_told_with_its_tenant_and_sequence(made: Book) -> None:
    data = b"".join(put(made.lines, 4, edited(made.lines[4], total="9")))
    verdict = judged(data)
    assert verdict.fault is not None
    assert (verdict.fault.tenant, verdict.fault.sequence) == ('"bücher"', 2)
    assert str(verdict.fault) == FAULTS["DIGEST_WRONG"]
    assert verdict.records == 4


def test_a_checkpoint_between_narrows_what_was_replaced(made: Book) -> None:
    marks = made.checkpoint("acme")
    made.add("acme")
    made.add("acme")
    marks += made.checkpoint("acme")
    damaged = remade(made.lines, 13, total="9")
    found = judged(b"".join(damaged), marks).fault
    assert found is not None
    assert (found.code, found.line) == ("HEAD_WRONG", 14)
    assert "records 5 to 6" in str(found)


def test_a_tenant_that_is_gone_altogether(made: Book, marks: bytes) -> None:
    rest = [line for line in made.lines if parsed(line)["tenant"] != "acme"]
    verdict = judged(b"".join(rest), marks)
    assert verdict.fault is not None
    assert (verdict.fault.code, verdict.fault.tenant) == ("TAIL_CUT", '"acme"')
    assert "at the last checkpoint: 4; in the file: 0" in str(verdict.fault)


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.timeout(10)
def test_hostile_files_end_with_a_fault(kind: str) -> None:
    data, code = HOSTILE[kind]
    assert fault(data) == (code, 1)


def test_memory_does_not_grow_with_the_file() -> None:
    made = book(["acme"], 500)

    def endless() -> Iterator[bytes]:
        for number in range(2_000):
            yield made.add("acme", fields(number))
            made.lines.clear()

    made.lines.clear()
    made.counts.clear()
    made.heads.clear()
    tracemalloc.start()
    verdict = verify(endless())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (verdict.records, verdict.fault) == (2_000, None)  # 1.3 MB of lines
    assert most < 200_000


def test_tenants_are_bounded(made: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "MOST_TENANTS", 2)
    assert fault(b"".join(made.lines)) == ("TENANTS_TOO_MANY", 3)


TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]))
VALUES = st.one_of(TEXT, st.booleans(), st.none(), st.integers(-(10**15) + 1, 10**15 - 1))
NAMES = st.text(alphabet=string.ascii_lowercase + "_", min_size=1).filter(
    lambda name: name[0] != "_" and name not in {"v", "tenant", "sequence", "previous", "digest"}
)


@given(TEXT, st.dictionaries(NAMES, VALUES))
def test_whatever_is_written_is_read(tenant: str, told: dict[str, object]) -> None:
    told |= {"time": "2026-11-25T12:00:00.000000Z"}
    made = chain.make_line(tenant=tenant, sequence=1, previous=chain.GENESIS, fields=told)
    verdict = verify([made.text.encode() + b"\n"])
    assert (verdict.records, verdict.uncovered, verdict.fault) == (1, 1, None)


@given(st.data())
def test_what_is_read_is_canonical(data: st.DataObject) -> None:
    line = bytearray(book(["a\x7f\u2028\U0001f600\x08\x01"], 1).lines[0])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(line) - 1))
        line[place : place + 1] = data.draw(st.binary(max_size=2))
    found = chain.parse_record(bytes(line))
    if found is None:
        return
    said = parsed(bytes(line))
    assert written(said) == line
    assert to_canonical_json(said["tenant"]) == found.tenant
    assert to_canonical_json({k: v for k, v in said.items() if k != "digest"}) == found.covered


def checkpoint_fault(data: bytes) -> tuple[str, int]:
    """The code and line of what is wrong with checkpoints."""
    with pytest.raises(AuditFault) as caught:
        checkpoints.read(verifying.read_checkpoints(io.BytesIO(data)), PUBLIC)
    assert caught.value.file == "checkpoints"
    return caught.value.code, caught.value.line


def test_every_bit_of_a_checkpoint_counts(made: Book) -> None:
    whole = made.checkpoint("acme")
    codes = set()
    for place in range(len(whole) * 8):
        damaged = bytearray(whole)
        damaged[place // 8] ^= 1 << place % 8
        codes.add(checkpoint_fault(bytes(damaged))[0])
    assert codes == {
        "CHECKPOINT_CUT",
        "CHECKPOINT_KEY_UNKNOWN",
        "CHECKPOINT_MALFORMED",
        "CHECKPOINT_SIGNATURE_WRONG",
        "CHECKPOINT_VERSION_UNKNOWN",
    }


def test_checkpoints_that_contradict_each_other(made: Book) -> None:
    first = made.checkpoint("acme")
    made.add("acme")
    later = made.checkpoint("acme")
    other = book(["acme"], 5)
    assert checkpoint_fault(later + first) == ("CHECKPOINT_BACKWARDS", 2)
    assert checkpoint_fault(first + later + other.checkpoint("acme")) == (
        "CHECKPOINT_CONTRADICTS",
        3,
    )
    again = checkpoints.read([first, first, later], PUBLIC)
    assert (again.count, again.of[b'"acme"'].counts.tolist()) == (3, [4, 5])


def test_checkpoints_without_a_right_signature_are_never_ignored(made: Book) -> None:
    whole = made.checkpoint("acme")
    unsigned = written({k: v for k, v in parsed(whole).items() if k != "signature"})
    assert checkpoint_fault(whole + unsigned) == ("CHECKPOINT_MALFORMED", 2)
    stranger = made.checkpoint("acme", Ed25519PrivateKey.generate())
    assert checkpoint_fault(whole + stranger) == ("CHECKPOINT_KEY_UNKNOWN", 2)
    named = stranger.replace(parsed_key(stranger), parsed_key(whole))
    assert checkpoint_fault(whole + named) == ("CHECKPOINT_SIGNATURE_WRONG", 2)
    assert checkpoint_fault(whole + whole[:-1]) == ("CHECKPOINT_CUT", 2)
    assert checkpoint_fault(b"a" * 20_000) == ("CHECKPOINT_TOO_LONG", 1)
    assert checkpoint_fault(b"") == ("CHECKPOINTS_EMPTY", 1)


def parsed_key(line: bytes) -> bytes:
    return str(parsed(line)["key"]).encode()


def test_the_signature_is_over_everything_else(made: Book) -> None:
    said = parsed(made.checkpoint("acme"))
    signature = base64.b64decode(str(said.pop("signature")))
    KEY.public_key().verify(signature, to_canonical_json(said))
