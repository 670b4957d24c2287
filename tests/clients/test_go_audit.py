"""`verifyd-audit`, a verifier in Go that shares no code, says of every file what ours says."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import drawn_copies
import pytest
from audit_damage import DAMAGES, HOSTILE, TENANTS
from cryptography.hazmat.primitives import serialization
from go_module import NEEDS_GO, go

from bench.audit_files import KEY, book
from bench.drawn_audit import damaged, whole
from sidecar.__main__ import main

pytestmark = NEEDS_GO

Both = Callable[..., tuple[dict[str, Any], dict[str, Any]]]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("go") / "verifyd-audit"
    go("build", "-o", str(made), "./cmd/verifyd-audit")
    return made


@pytest.fixture
def pem(tmp_path: Path) -> Path:
    path = tmp_path / "public.pem"
    path.write_bytes(
        KEY.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
    )
    return path


@pytest.fixture
def both(program: Path, pem: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Both:
    """What ours and the other say of a file with checkpoints, without their sentences."""

    def run(
        data: bytes, marks: bytes | None, copies: bytes | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        file, checkpoints = tmp_path / "audit.jsonl", tmp_path / "checkpoints.jsonl"
        file.write_bytes(data)
        words = [str(file)]
        if marks is not None:
            checkpoints.write_bytes(marks)
            words += ["--checkpoints", str(checkpoints), "--public-key", str(pem)]
        if copies is not None:
            (tmp_path / "records.jsonl").write_bytes(copies)
            words += ["--records", str(tmp_path / "records.jsonl")]
        status = main(["audit", "verify", *words, "--format", "json"])
        ours = capsys.readouterr()
        theirs = subprocess.run(
            [program, *words, "--format", "json"], capture_output=True, check=False, timeout=60
        )
        assert theirs.returncode == status, theirs.stderr
        said = json.loads(ours.out)
        if said["fault"] is not None:
            del said["fault"]["message"]
        return said, json.loads(theirs.stdout)

    return run


def test_they_agree_on_whole_files(both: Both) -> None:
    source = random.Random(11)
    for _ in range(20):
        drawn = whole(source)
        ours, theirs = both(b"".join(drawn.lines), b"".join(drawn.marks))
        assert ours == theirs
        assert theirs["whole"]
        assert theirs["records"] == len(drawn.lines)


def test_they_agree_on_200_damaged_files(both: Both) -> None:
    codes = set()
    for drawn in damaged(13, 200):
        ours, theirs = both(b"".join(drawn.lines), b"".join(drawn.marks))
        assert ours == theirs, drawn.kind
        assert not theirs["whole"]
        codes.add(theirs["fault"]["code"])
    assert len(codes) > 10


@pytest.mark.parametrize("damage", DAMAGES)
def test_they_agree_on_damage_by_hand(both: Both, damage: str) -> None:
    made = book(TENANTS, 12)
    marks = b"".join(made.checkpoint(tenant) for tenant in TENANTS)
    change, code, line = DAMAGES[damage]
    ours, theirs = both(b"".join(change(made.lines)), marks)
    assert ours == theirs
    assert (theirs["fault"]["code"], theirs["fault"]["line"]) == (code, line)


@pytest.mark.parametrize("kind", HOSTILE)
def test_they_agree_on_hostile_files(both: Both, kind: str) -> None:
    data, code = HOSTILE[kind]
    ours, theirs = both(data, None)
    assert ours == theirs
    assert theirs["fault"]["code"] == code


def test_they_agree_on_every_byte_of_a_line(both: Both) -> None:
    line = book(["a\x7f\u2028\U0001f600\x08\x01"], 1).lines[0]
    source = random.Random(3)
    for _ in range(200):
        damaged = bytearray(line)
        damaged[source.randrange(len(line))] = source.choice(b'"\\{}:,019aefu-x \n\0\x7f\xff')
        ours, theirs = both(bytes(damaged), None)
        assert ours == theirs, damaged


@pytest.mark.parametrize("seed", range(12))
def test_they_agree_on_copies_of_drawn_records(both: Both, seed: int) -> None:
    source = random.Random(seed)
    drawn = [drawn_copies.record(source) for _ in range(20)]
    made, copies = drawn_copies.book(drawn)
    rewritten = b"".join(drawn_copies.rewritten(source, line) for line in copies)
    ours, theirs = both(b"".join(made.lines), None, rewritten)
    assert ours == theirs
    assert (theirs["whole"], theirs["copies"]) == (True, 20)
    place = source.randrange(20)
    copies[place] = drawn_copies.changed(source, copies[place])
    ours, theirs = both(b"".join(made.lines), None, b"".join(copies))
    assert ours == theirs
    assert (theirs["fault"]["code"], theirs["fault"]["line"]) == ("RECORD_DIFFERS", place + 1)


@pytest.mark.parametrize("kind", drawn_copies.WRONG)
def test_they_agree_on_wrong_copies(both: Both, kind: str) -> None:
    made, copies = drawn_copies.book([{"a": 1}, {"b": [1e300]}, {}])
    change, code = drawn_copies.WRONG[kind]
    ours, theirs = both(b"".join(made.lines), None, b"".join(change(copies)))
    assert ours == theirs
    assert theirs["fault"]["code"] == code


def test_records_past_the_last_checkpoint(both: Both) -> None:
    made = book(TENANTS, 12)
    marks = b"".join(made.checkpoint(tenant) for tenant in TENANTS)
    made.add("acme")
    made.add("new")
    ours, theirs = both(b"".join(made.lines), marks)
    assert ours == theirs
    assert (theirs["whole"], theirs["uncovered"]) == (True, 2)


def test_what_cannot_be_verified_is_no_verdict(program: Path, pem: Path, tmp_path: Path) -> None:
    def status(*words: object) -> int:
        done = subprocess.run([program, *map(str, words)], capture_output=True, check=False)
        return done.returncode

    (tmp_path / "audit").write_bytes(b"")
    assert status(tmp_path / "audit") == 0
    assert status() == 2
    assert status(tmp_path / "nothing") == 2
    assert status(tmp_path / "audit", tmp_path / "audit") == 2
    assert status(tmp_path / "audit", "-checkpoints", tmp_path / "audit") == 2
    assert status(tmp_path / "audit", "-public-key", pem) == 2
    assert status(tmp_path / "audit", "-public-key", tmp_path / "audit") == 2
    both = ("-checkpoints", tmp_path / "audit", "-public-key", pem)
    assert status(tmp_path / "audit", *both) == 1  # no checkpoints in their file
    assert status(tmp_path / "audit", "-checkpoints", tmp_path / "none", "-public-key", pem) == 2
