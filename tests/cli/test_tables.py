"""Files become the tables that the server would make of them."""

from __future__ import annotations

import datetime
import sys
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sidecar.cli.tables import DataFile, Description, parse, read
from sidecar.cli.terminal import UsageError
from sidecar.errors import VerifydError
from sidecar.evidence.settings import EvidenceLimits

LIMITS = EvidenceLimits()


def test_the_query_id_is_the_stem_or_what_is_said() -> None:
    assert parse("a/b.csv") == DataFile("b", Path("a/b.csv"))
    assert parse("q1=a/b.csv") == DataFile("q1", Path("a/b.csv"))
    assert parse("q=1=b.csv") == DataFile("q", Path("1=b.csv"))


def test_a_file_whose_name_holds_an_equals_sign_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("year=2024.csv").write_text("a\n1\n")  # as partitioned exports are called
    assert parse("year=2024.csv") == DataFile("year=2024", Path("year=2024.csv"))


def test_a_query_result_that_begins_with_its_id_is_known_by_it(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text('{"query_id": "lmis_q1", "rows": [{"data": {"salary": 1234}}]}')
    assert parse(str(path)) == DataFile("lmis_q1", path)
    assert parse(f"q={path}") == DataFile("q", path)
    table, _ = read(parse(str(path)), Description(), LIMITS)
    assert table.query_id == "lmis_q1"
    assert [list(values) for values in table.data] == [[1234]]


def test_trap_an_id_that_a_row_has_is_not_that_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text('[{"query_id": "lmis_q1", "salary": 1234}]')
    assert parse(str(path)).query_id == "result"
    path.write_text('{"query_id": "lmis_q1", "n": 1}\n{"query_id": "lmis_q2", "n": 2}\n')
    assert parse(str(path)).query_id == "result"


def test_an_ending_that_tells_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match=r"known are: \.csv") as caught:
        parse("data.docx")
    assert caught.value.reason == "FORMAT_UNKNOWN"


@pytest.mark.parametrize("name", ["s.csv", "s.json", "s.arrow", "s.parquet"])
def test_a_file_past_the_limit_is_not_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"x" * 5000)
    with pytest.raises(VerifydError) as caught:
        read(
            DataFile("s", path),
            Description(),
            LIMITS.changed(max_decoded_bytes=4096),
        )
    assert caught.value.reason == "EVIDENCE_TOO_LARGE"
    assert caught.value.metadata == {
        "query_id": "s",
        "limit": "max_decoded_bytes",
        "given": "5000",
        "maximum": "4096",
    }


def test_a_small_parquet_file_that_unpacks_to_much_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    table = pa.table({"a": pa.array([0] * 500_000, pa.int64())})
    pq.write_table(table, path, use_dictionary=False, compression="zstd")
    assert path.stat().st_size < 100_000
    with pytest.raises(VerifydError) as caught:
        read(
            DataFile("s", path),
            Description(),
            LIMITS.changed(max_decoded_bytes=1 << 20),
        )
    assert caught.value.reason == "EVIDENCE_TOO_LARGE"


def test_parquet_keeps_exact_values(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    day = datetime.date(2024, 4, 24)
    table = pa.table(
        {
            "big": pa.array([2**53 + 1], pa.int64()),
            "money": pa.array(["12.10"]).cast(pa.decimal128(10, 2)),
            "day": pa.array([day]),
            "name": pa.array(["a"]).dictionary_encode(),
        }
    )
    pq.write_table(table, path)
    decoded, _ = read(DataFile("s", path), Description(), LIMITS)
    assert decoded.cells[0].exact(0) == 9007199254740993
    assert decoded.cells[1].exact(0) == Decimal("12.1")
    assert decoded.cells[2].values.size == 0  # a date is never a number


def test_parquet_with_nested_types_is_refused_like_arrow(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    pq.write_table(pa.table({"a": [[1, 2]]}), path)
    with pytest.raises(VerifydError) as caught:
        read(DataFile("s", path), Description(), LIMITS)
    assert caught.value.reason == "EVIDENCE_TYPE_UNSUPPORTED"


def test_without_pyarrow_parquet_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.parquet"
    path.write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(VerifydError) as caught:
        read(DataFile("s", path), Description(), LIMITS)
    assert caught.value.reason == "EVIDENCE_FORMAT_UNAVAILABLE"


def test_the_handle_tells_files_and_descriptions_apart(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("a\n1\n")
    file = DataFile("s", path)
    handles = [
        read(file, Description(), LIMITS)[1],
        read(file, Description(), LIMITS)[1],
        read(file, Description(family="LMIS"), LIMITS)[1],
        read(DataFile("t", path), Description(), LIMITS)[1],
    ]
    assert handles[0] == handles[1]
    assert len(set(handles)) == 3
