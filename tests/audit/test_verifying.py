"""An audit file is verified: what is whole is accepted, and each damage is named with its line."""

from __future__ import annotations

import base64
import io
import json
import string
import tracemalloc
from collections.abc import Callable, Iterator

import pytest
from audit_files import KEY, PUBLIC, Book, book, fields, parsed, rewritten
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from sidecar.audit import chain, checkpoints, grammar, lines, verifying
from sidecar.audit.faults import FAULTS, Fault
from sidecar.audit.verifying import Verdict, verify

TENANTS = ("acme", "bücher", "c" * 100)


def judged(data: bytes, marks: bytes | None = None) -> Verdict:
    """The verdict of a file with a file of checkpoints."""
    known = None
    if marks is not None:
        known = checkpoints.read(lines.checkpoints(io.BytesIO(marks)), PUBLIC)
    return verify(lines.records(io.BytesIO(data)), known)


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
    assert judged(b"".join(made.lines), marks) == Verdict(12, 3, 3, 0, None)


def test_records_after_the_last_checkpoint_are_counted(made: Book, marks: bytes) -> None:
    made.add("acme")
    made.add("new")
    assert judged(b"".join(made.lines), marks) == Verdict(14, 4, 3, 2, None)


def test_without_checkpoints_nothing_is_covered(made: Book) -> None:
    assert judged(b"".join(made.lines)) == Verdict(12, 3, None, 12, None)


def test_an_empty_file_is_whole_without_checkpoints_alone(made: Book, marks: bytes) -> None:
    assert judged(b"") == Verdict(0, 0, None, 0, None)
    assert fault(b"", marks) == ("TAIL_CUT", 1)


def test_tenants_may_be_in_any_order_among_each_other(made: Book, marks: bytes) -> None:
    apart = sorted(made.lines, key=lambda line: str(parsed(line)["tenant"]))
    assert apart != made.lines
    assert judged(b"".join(apart), marks).fault is None


# Each changes the fifth of twelve lines, the second of "bücher", or what is around it.
DAMAGES: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str, int]] = {
    "a byte": (lambda a: put(a, 4, a[4].replace(b"4.05", b"9.05")), "DIGEST_WRONG", 5),
    "its digest": (lambda a: put(a, 4, edited(a[4], digest="0" * 64)), "DIGEST_WRONG", 5),
    "no newline": (lambda a: put(a, 4, a[4][:-1]), "LINE_MALFORMED", 5),
    "a space": (lambda a: put(a, 4, a[4].replace(b":", b": ", 1)), "LINE_MALFORMED", 5),
    "an escape": (lambda a: put(a, 4, a[4].replace(b"nlp", b"nl\\u0070")), "LINE_MALFORMED", 5),
    "upper case": (lambda a: put(a, 4, a[4].replace(b"\\u00fc", b"\\u00FC")), "LINE_MALFORMED", 5),
    "carriage return": (lambda a: put(a, 4, a[4][:-1] + b"\r\n"), "LINE_MALFORMED", 5),
    "an empty line": (lambda a: put(a, 4, b"\n", a[4]), "LINE_MALFORMED", 5),
    "a byte order mark": (lambda a: put(a, 0, b"\xef\xbb\xbf" + a[0]), "LINE_MALFORMED", 1),
    "version 2": (lambda a: put(a, 4, a[4].replace(b'"v":1', b'"v":2')), "VERSION_UNKNOWN", 5),
    "gone": (lambda a: put(a, 4), "SEQUENCE_GAP", 7),
    "twice": (lambda a: put(a, 4, a[4], a[4]), "SEQUENCE_REPEATED", 6),
    "twice, renumbered": (
        lambda a: put(a, 4, a[4], sealed(a[4], sequence=3)), "PREVIOUS_WRONG", 6
    ),
    "swapped": (lambda a: [*a[:4], a[7], *a[5:7], a[4], *a[8:]], "SEQUENCE_GAP", 5),
    "replaced": (lambda a: put(a, 4, sealed(a[4], total="9")), "PREVIOUS_WRONG", 8),
    "the first replaced": (lambda a: put(a, 1, sealed(a[1], total="9")), "PREVIOUS_WRONG", 5),
    "another tenant's": (lambda a: put(a, 4, sealed(a[4], tenant="z")), "SEQUENCE_GAP", 5),
    "sequence 0": (lambda a: put(a, 1, sealed(a[1], sequence=0)), "SEQUENCE_REPEATED", 2),
    "no genesis": (lambda a: put(a, 1, sealed(a[1], previous="1" * 64)), "PREVIOUS_WRONG", 2),
    "older": (lambda a: remade(a, 4, time="2020-01-01T00:00:00.000000Z"), "TIME_BACKWARDS", 5),
    "no such time": (lambda a: remade(a, 4, time="2026-11-25"), "LINE_MALFORMED", 5),
    "chain made anew": (lambda a: remade(a, 4, total="9"), "HEAD_WRONG", 11),
    "tail cut": (lambda a: a[:-1], "TAIL_CUT", 12),
    "tail cut inside": (lambda a: put(a, 11, a[11][:40]), "LINE_CUT", 12),
    "last newline": (lambda a: put(a, 11, a[11][:-1]), "LINE_CUT", 12),
}  # fmt: skip


def put(before: list[bytes], place: int, *now: bytes) -> list[bytes]:
    return [*before[:place], *now, *before[place + 1 :]]


def edited(line: bytes, **changed: object) -> bytes:
    said = {**parsed(line), **changed}
    return json.dumps(said, separators=(",", ":")).encode() + b"\n"


def sealed(line: bytes, **changed: object) -> bytes:
    """A record that was changed, with a digest of its own."""
    said = {**parsed(line), **changed}
    told = {key: value for key, value in said.items() if key not in {"v", "digest"}}
    tenant, sequence, previous = (told.pop(key) for key in ("tenant", "sequence", "previous"))
    made = chain.line(
        tenant=str(tenant), sequence=int(str(sequence)), previous=str(previous), fields=told
    )
    return made.text.encode() + b"\n"


def remade(before: list[bytes], place: int, **changed: object) -> list[bytes]:
    """A record was changed, and everything after it was made to fit."""
    return rewritten(put(before, place, edited(before[place], **changed)))


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
    assert (verdict.fault.tenant, verdict.fault.sequence) == ('"b\\u00fccher"', 2)
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
    assert "4 records, the file has 0" in str(verdict.fault)


LED = b'{"v":1,"tenant":"a","sequence":1'
HOSTILE = {
    "a huge line": (b'{"v":1,"tenant":"' + b"a" * (3 << 20), "LINE_TOO_LONG"),
    "a huge line of newline at last": (b"a" * (1 << 20) + b"\n", "LINE_TOO_LONG"),
    "the longest line": (b"a" * ((1 << 20) - 1) + b"\n", "LINE_MALFORMED"),
    "NUL": (b"\0" * 1000 + b"\n", "LINE_MALFORMED"),
    "not UTF-8": (b'{"v":1,"tenant":"\xff","sequence":1}\n', "LINE_MALFORMED"),
    "UTF-8": ('{"v":1,"tenant":"é","sequence":1}\n'.encode(), "LINE_MALFORMED"),
    "deep nesting": (b'{"v":1,"tenant":' + b"[" * 500_000 + b"\n", "LINE_MALFORMED"),
    "deep objects": (b'{"a":' * 100_000 + b"\n", "LINE_MALFORMED"),
    "a long number": (b'{"v":' + b"9" * 500_000 + b"}\n", "LINE_MALFORMED"),
    "many fields": (LED + b',"a":1' * 170_000 + b"\n", "LINE_MALFORMED"),
    "half a surrogate": (b'{"v":1,"tenant":"\\ud800","sequence":1}\n', "LINE_MALFORMED"),
    "no JSON": (b"hello\n", "LINE_MALFORMED"),
    "a list": (b"[]\n", "LINE_MALFORMED"),
    "version 0": (b'{"v":0,"tenant":"a"}\n', "VERSION_UNKNOWN"),
    "version NaN": (b'{"v":NaN,"tenant":"a"}\n', "LINE_MALFORMED"),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.timeout(10)
def test_hostile_files_end_with_a_fault(kind: str) -> None:
    data, code = HOSTILE[kind]
    assert fault(data) == (code, 1)


def test_memory_does_not_grow_with_the_file() -> None:
    made = book(["acme"], 500)

    def endless() -> Iterator[bytes]:
        for number in range(5_000):
            yield made.add("acme", fields(number))
            made.lines.clear()

    made.lines.clear()
    made.counts.clear()
    made.heads.clear()
    tracemalloc.start()
    verdict = verify(endless())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (verdict.records, verdict.fault) == (5_000, None)  # 4 MB of lines
    assert most < 200_000


def test_tenants_are_bounded(made: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "MOST_TENANTS", 2)
    assert fault(b"".join(made.lines)) == ("TENANTS_TOO_MANY", 3)


TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]))
VALUES = st.one_of(TEXT, st.booleans(), st.none(), st.integers(-(10**18) + 1, 10**18 - 1))
NAMES = st.text(alphabet=string.ascii_lowercase + "_", min_size=1).filter(
    lambda name: name[0] != "_" and name not in {"v", "tenant", "sequence", "previous", "digest"}
)


@given(TEXT, st.dictionaries(NAMES, VALUES))
def test_whatever_is_written_is_read(tenant: str, told: dict[str, object]) -> None:
    told |= {"time": "2026-11-25T12:00:00.000000Z"}
    made = chain.line(tenant=tenant, sequence=1, previous=chain.GENESIS, fields=told)
    assert verify([made.text.encode() + b"\n"]) == Verdict(1, 1, None, 1, None)


@given(st.data())
def test_what_is_read_is_canonical(data: st.DataObject) -> None:
    line = bytearray(book(["a\x7f\u2028\U0001f600\x08"], 1).lines[0])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(line) - 1))
        line[place : place + 1] = data.draw(st.binary(max_size=2))
    found = grammar.record(bytes(line))
    if found is None:
        return
    said = parsed(bytes(line))
    assert json.dumps(said, separators=(",", ":")).encode() + b"\n" == line
    assert json.dumps(said["tenant"]).encode() == found.tenant


def checkpoint_fault(data: bytes) -> tuple[str, int]:
    """The code and line of what is wrong with checkpoints."""
    with pytest.raises(Fault) as caught:
        checkpoints.read(lines.checkpoints(io.BytesIO(data)), PUBLIC)
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
    unsigned = whole[: whole.index(b',"signature"')] + b"}\n"
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


def test_the_signature_is_over_the_bytes_before_it(made: Book) -> None:
    line = made.checkpoint("acme")
    body, _, rest = line.partition(b',"signature":"')
    KEY.public_key().verify(base64.b64decode(rest[:88]), body)
