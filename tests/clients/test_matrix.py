"""The matrix of docs/clients.md is that of the cases as they are."""

from __future__ import annotations

from collections import Counter

import case_files
import client_matrix
import outcome_case_files
import stream_case_files
import transcript_case_files
from client_drivers import LANGUAGES


def test_the_page_has_all_cases_of_all_clients() -> None:
    have = Counter(case.id.split("/")[0] for case in case_files.load())
    have["outcomes"] = len(list(outcome_case_files.load()))
    have["stream"] = len(stream_case_files.load())
    have["transcripts"] = len(transcript_case_files.load())
    page = client_matrix.PAGE.read_text()
    table = page.partition(client_matrix.BEGIN)[2].partition(client_matrix.END)[0]
    header, _, *rows = table.strip().splitlines()
    assert header.strip("| ").split(" | ")[1:] == [one.name for one in LANGUAGES]
    for row, (folder, count) in zip(rows, sorted(have.items()), strict=True):
        name, *cells = row.strip("| ").split(" | ")
        assert name == f"`{folder}`"
        for cell, language in zip(cells, LANGUAGES, strict=True):
            if name == "`stream`" and not language.has_streams:
                assert cell == client_matrix.NOT_SUPPORTED
                continue
            passed, _, rest = cell.partition(" of ")
            total, _, unsaid = rest.partition(", ")
            assert int(total) == count
            assert int(passed) + int(unsaid.partition(" ")[0] or 0) == count


def test_a_row_tells_what_failed_and_what_cannot_be_said() -> None:
    counts = {
        ("go", "numeric", "passed"): 3,
        ("go", "numeric", "failed"): 1,
        ("python", "numeric", "passed"): 2,
        ("python", "numeric", "skipped"): 2,
        ("java", "numeric", "skipped"): 4,
    }
    assert client_matrix.render(counts, ["python", "go", "java"]).splitlines()[2] == (
        "| `numeric` | 2 of 4, 2 not expressible | 3 of 4 | not supported |"
    )


def test_a_test_of_the_cases_is_known_by_its_name() -> None:
    test = "tests/clients/test_shared_cases.py::test_verify[go-numeric/years/a_year]@go"
    assert client_matrix.parse(test) == ("go", "numeric")
    outcome = "tests/clients/test_shared_cases.py::test_outcomes[java-records/kept]"
    assert client_matrix.parse(outcome) == ("java", "outcomes")
    stream = "tests/clients/test_shared_cases.py::test_streams[go-cuts/a_number]"
    assert client_matrix.parse(stream) == ("go", "stream")
    assert client_matrix.parse("tests/clients/test_go.py::test_outcomes[go-x/y]") is None
