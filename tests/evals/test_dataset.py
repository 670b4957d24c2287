"""Data sets of questions: the seed's own, from files, and what is wrong with files."""

from __future__ import annotations

import json
import time
import tracemalloc
from pathlib import Path

import pytest

from sidecar.evals.dataset import EvalDataset
from sidecar.evals.model import EvalQuestion
from sidecar.evals.plain import MOST_FAULTS, DatasetInvalid

SEED_YAML = """\
id: code-understanding-basic
name: Basic Code Understanding
description: Test questions for code understanding capabilities
questions:
  - id: q001
    question: "What is the main entry point of this application?"
    expected_evidence_files:
      - "src/main.py"
      - "app/main.py"
    tags: ["entry-point", "basic"]

  - id: q002
    question: "How does authentication work in this codebase?"
    expected_evidence_files:
      - "src/auth.py"
    tags: ["auth", "architecture"]
"""


def yaml(folder: Path, text: str) -> Path:
    path = folder / "questions.yaml"
    path.write_text(text)
    return path


def lines(folder: Path, *each: object) -> Path:
    path = folder / "questions.jsonl"
    path.write_text(
        "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in each)
    )
    return path


def faults(path: Path) -> list[str]:
    """What is wrong with a file, without the file's name."""
    with pytest.raises(DatasetInvalid) as caught:
        EvalDataset.load(path)
    assert all(fault.startswith(str(path)) for fault in caught.value.faults)
    return [fault.removeprefix(f"{path}:") for fault in caught.value.faults]


def question(name: str = "q1", **more: object) -> dict[str, object]:
    return {"id": name, "question": f"What is {name}?", **more}


def test_the_seeds_yaml_is_read_as_it_stands(tmp_path: Path) -> None:
    dataset = EvalDataset.from_yaml(str(yaml(tmp_path, SEED_YAML)))
    assert (dataset.id, dataset.name) == ("code-understanding-basic", "Basic Code Understanding")
    assert dataset.description == "Test questions for code understanding capabilities"
    first, second = dataset.questions
    assert first == EvalQuestion(
        id="q001",
        question="What is the main entry point of this application?",
        expected_evidence_files=("src/main.py", "app/main.py"),
        tags=("entry-point", "basic"),
    )
    assert second.tags == ("auth", "architecture")


def test_the_seeds_data_set_in_code() -> None:
    dataset = EvalDataset(
        id="my-dataset",
        name="My Test Dataset",
        questions=[
            EvalQuestion(id="q1", question="What is the main entry point?"),
            EvalQuestion(id="q2", question="How does auth work?", tags=["auth"]),  # type: ignore[arg-type]
        ],
    )
    assert [one.id for one in dataset.filter_by_tags(["auth", "security"]).questions] == ["q2"]
    assert dataset.questions[1].tags == ("auth",)


def test_ids_in_code_are_unique_too() -> None:
    with pytest.raises(DatasetInvalid, match="'q1': two questions have that id"):
        EvalDataset(
            id="d", name="D", questions=[EvalQuestion(id="q1", question=each) for each in "ab"]
        )


def test_any_tag_or_all_of_them(tmp_path: Path) -> None:
    dataset = EvalDataset.load(yaml(tmp_path, SEED_YAML))
    both = ["auth", "basic"]
    assert len(dataset.filter_by_tags(both).questions) == 2
    assert len(dataset.filter_by_tags(both, match="all").questions) == 0
    assert len(dataset.filter_by_tags(["auth", "architecture"], match="all").questions) == 1
    assert len(dataset.filter_by_tags("auth").questions) == 1  # not its letters


def test_a_sample_is_the_same_for_a_seed_and_in_order(tmp_path: Path) -> None:
    dataset = EvalDataset.load(lines(tmp_path, *(question(f"q{i:03}") for i in range(100))))
    drawn = [one.id for one in dataset.sample(10, 7).questions]
    assert drawn == [one.id for one in dataset.sample(10, 7).questions] == sorted(drawn)
    assert len({*drawn}) == 10
    assert drawn != [one.id for one in dataset.sample(10, 8).questions]
    assert len(dataset.sample(1000, 1).questions) == 100
    with pytest.raises(ValueError, match="at least one"):
        dataset.sample(0)


def test_a_sample_of_a_part_is_of_that_part(tmp_path: Path) -> None:
    each = (question(f"q{i}", tags=["odd"] if i % 2 else []) for i in range(20))
    odd = EvalDataset.load(lines(tmp_path, *each)).filter_by_tags(["odd"])
    assert all(one.tags == ("odd",) for one in odd.sample(5, 1).questions)
    assert [one.id for one in odd.questions[2:4]] == ["q5", "q7"]


def test_all_fields_of_ours_in_yaml(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "sales.csv").write_text("region,sales\nNorth,12.5\n")
    path = yaml(
        tmp_path,
        """\
questions:
  - id: q1
    question: What were sales?
    expected_answer: "12.5"
    metadata: {asked: 2024-03-01, by: [a, b]}
    query_results:
      - file: data/sales.csv
      - query_id: staff
        columns: [{name: n, label: staff}]
        rows: [[1234]]
    sources: [{id: s1, text: Sales were 12.5.}]
    schema: {type: object}
    success_criteria: {criteria: []}
""",
    )
    dataset = EvalDataset.load(path)
    assert (dataset.id, dataset.name, dataset.description) == ("questions", "questions", "")
    (one,) = dataset.questions
    assert one.query_results[0] == {
        "query_id": "sales",
        "file": str(tmp_path / "data" / "sales.csv"),
    }
    assert one.metadata == {"asked": "2024-03-01", "by": ["a", "b"]}
    json.dumps(dict(one.metadata))  # as JSON has it: a date is text


def test_json_lines_with_a_header_blank_lines_and_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    header = {"id": "d", "name": "D", "description": "about"}
    path.write_bytes(
        b"\xef\xbb\xbf"
        + json.dumps(header).encode()
        + b"\n\n"
        + json.dumps(question("q1")).encode()
        + b"\n  \n"
        + json.dumps(question("q2", text="é"[:0])).replace(', "text": ""', "").encode()
    )
    dataset = EvalDataset.load(path)
    assert (dataset.id, dataset.name, dataset.description) == ("d", "D", "about")
    assert [one.id for one in dataset.questions] == ["q1", "q2"]


def test_json_lines_with_a_mark_and_no_header(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(question()).encode())
    assert EvalDataset.load(path).questions[0].id == "q1"
    assert EvalDataset.load(path).name == "set"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"tag": ["a"]}, "there is no field 'tag'; did you mean 'tags'?"),
        ({"tags": "auth"}, "tags should be a valid list, not 'auth'"),
        ({"tags": ["a", 3]}, "tags[1] should be a valid string, not 3"),
        ({"question": ""}, "question is empty"),
        ({"question": "  "}, "question is blank"),
        ({"question": None}, "question should be a valid string, not None"),
        ({"metadata": []}, "metadata should be a mapping, not []"),
        ({"schema": "t1"}, "schema should be a mapping, not 't1'"),
        ({"query_results": [{"query_id": "a"}]}, "query_results[0] needs either rows or a file"),
        (
            {"query_results": [{"query_id": "a", "rows": [], "file": "a.csv"}]},
            "query_results[0] needs either rows or a file",
        ),
        ({"query_results": [{"rows": []}]}, "query_results[0] needs a query_id"),
        (
            {"query_results": [{"query_id": "a", "rows": [], "as_of": "today"}]},
            "query_results[0] cannot be used: as_of should be a time with its zone, such as"
            " 2026-01-31T08:00:00Z",
        ),
        (
            {"query_results": [{"query_id": "a", "file": "a.csv", "csv_decimal": ";"}]},
            "query_results[0] cannot be read: ';' is not a decimal mark: give . or ,"
            " (point or comma)",
        ),
        (
            {"query_results": [{"query_id": "a", "rows": [], "sheet": "x"}]},
            "query_results[0] has sheet without a file",
        ),
        (
            {"query_results": [{"query_id": "a", "rows": [], "colums": []}]},
            "there is no field 'query_results[0].colums'; did you mean 'columns'?",
        ),
        (
            {"query_results": [{"query_id": "a", "rows": [], "columns": [{"nam": "x"}]}]},
            "query_results[0].columns[0].name is missing",
        ),
        (
            {"query_results": [{"query_id": "a", "rows": []}] * 2},
            "query_results[1]: two query results or sources are called 'a'",
        ),
        (
            {"query_results": [{"query_id": "a", "rows": []}], "sources": [{"id": "a"}]},
            "sources[0]: two query results or sources are called 'a'",
        ),
        ({"sources": [{"text": "x"}]}, "sources[0].id is missing"),
        (
            {"sources": [{"id": "s", "relevance": 2.0}]},
            "sources[0].relevance should be less than or equal to 1, not 2.0",
        ),
        ({"metadata": {"x": [float("inf")]}}, "metadata holds a number that JSON does not have"),
    ],
)
def test_what_is_wrong_with_a_question(
    tmp_path: Path, change: dict[str, object], told: str
) -> None:
    given = question() | change
    in_yaml = yaml(tmp_path, json.dumps({"questions": [given]}).replace("Infinity", ".inf"))
    assert f"1: question 'q1': {told}" in faults(in_yaml)
    if "Infinity" not in json.dumps(given):
        assert f"1: question 'q1': {told}" in faults(lines(tmp_path, given))


@pytest.mark.parametrize("name", ["set.json", "set.jsonl"])
def test_json_and_json_lines_are_told_by_content(tmp_path: Path, name: str) -> None:
    questions = [question("q1", tags=["\U0001f600\t"]), question("q2")]
    path = tmp_path / name
    for text in (
        json.dumps({"questions": questions}),
        json.dumps({"id": "s", "questions": questions}, indent="\t"),
        "\n".join(map(json.dumps, questions)),
        "\n".join(map(json.dumps, [{"id": "s"}, *questions])),
    ):
        path.write_text(text)
        read = EvalDataset.load(path).questions
        assert [(one.id, [*one.tags]) for one in read] == [("q1", ["\U0001f600\t"]), ("q2", [])]


def test_an_error_in_json_has_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_text('{"questions": [\n  {"id": "q1",\n   "question": }]}')
    with pytest.raises(DatasetInvalid, match=r", line 3, column 16: not valid JSON: Expecting"):
        EvalDataset.load(path)
    path.write_text('{"questions": [\n  {"id": "q1", "question": "x"},\n  {"id": "q2"}]}')
    assert faults(path) == ["3: question 'q2': question is missing"]


def test_a_file_that_is_missing_is_told_with_its_place(tmp_path: Path) -> None:
    given = question(query_results=[{"file": "sales.csv"}, {"file": "other.xls"}])
    assert faults(lines(tmp_path, question("q0"), given)) == [
        "2: question 'q1': query_results[0] names a file that does not exist:"
        f" {tmp_path / 'sales.csv'}",
        "2: question 'q1': query_results[1] names a file of a format that is not known: other.xls;"
        " known: .csv .tsv .json .jsonl .ndjson .xlsx .xlsm .parquet .arrow .arrows .feather",
    ]


def test_lines_of_yaml_are_those_of_the_fault(tmp_path: Path) -> None:
    text = SEED_YAML.replace('tags: ["auth", "architecture"]', "tags: auth").replace(
        '    question: "How', '    questoin: "How'
    )
    assert faults(yaml(tmp_path, text)) == [
        "12: question 'q002': question is missing",
        "16: question 'q002': tags should be a valid list, not 'auth'",
        "12: question 'q002': there is no field 'questoin'; did you mean 'question'?",
    ]


def test_ids_that_stand_twice(tmp_path: Path) -> None:
    told = "4: question 'q001': line 1 has that id as well"
    path = lines(tmp_path, question("q001"), "", question("q2"), question("q001"))
    assert faults(path) == [told]
    twice = SEED_YAML.replace("q002", "q001")
    assert faults(yaml(tmp_path, twice)) == ["12: question 'q001': line 5 has that id as well"]


def test_an_id_that_does_not_come_first_is_found_too(tmp_path: Path) -> None:
    other = {"question": "x", "sources": [{"id": "q1"}], "id": "q2"}
    assert len(EvalDataset.load(lines(tmp_path, question("q1"), other)).questions) == 2
    other["id"] = "q1"
    assert faults(lines(tmp_path, question("q1"), other)) == [
        "2: question 'q1': line 1 has that id as well"
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "q1", "question": }', "2: it is not JSON: Expecting value (column 26)"),
        ('{"id": "q1", "question": "x"', "2: it is not JSON: Expecting ',' delimiter (column 1)"),
        ("[1, 2]", "2: a question is an object of JSON"),
        ('{"id": "q1", "question": "x", "id": "q2"}', "2: the key 'id' appears twice"),
        ('{"id": "q1", "question": "x", "metadata": {"a": NaN}}', "2: JSON has no NaN"),
        ("[" * 100_000, "2: it is nested too deeply"),
    ],
)
def test_lines_that_are_no_objects(tmp_path: Path, line: str, told: str) -> None:
    assert faults(lines(tmp_path, question("q0"), line)) == [told]


def test_a_line_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b'{"id": "q1", "question": "\xff"}\n')
    assert faults(path) == ["1: it is not UTF-8"]


def test_all_faults_are_told_up_to_twenty(tmp_path: Path) -> None:
    path = lines(tmp_path, *(question(f"q{i}", tags=1) for i in range(50)))
    with pytest.raises(DatasetInvalid) as caught:
        EvalDataset.load(path)
    assert len(caught.value.faults) == MOST_FAULTS
    assert str(caught.value).endswith("… and more")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- id: q1", " a data set is a mapping with questions"),
        ("questions: []", "1: questions should be a list of at least one"),
        ("id: x\nquestions: 3", "2: questions should be a list of at least one"),
        ("id: x", "1: questions should be a list of at least one"),
        ("a: [", ", line 1, column 5: expected the node content, but found '<stream end>'"),
        (
            "titel: x\nname: 3\nquestions: [{id: a, question: b}]",
            "2: name should be a valid string, not 3",
        ),
        ("questions: [3]", "1: question 1: a question is a mapping of fields"),
        ("questions: [{question: b}]", "1: question 1: id is missing"),
    ],
)
def test_documents_that_are_no_data_sets(tmp_path: Path, text: str, told: str) -> None:
    path = yaml(tmp_path, text)
    with pytest.raises(DatasetInvalid) as caught:
        EvalDataset.load(path)
    assert any(fault.endswith(told) for fault in caught.value.faults), caught.value.faults


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name in ("no.yaml", "no.jsonl"):
        with pytest.raises(DatasetInvalid, match="cannot be read: No such file or directory"):
            EvalDataset.load(tmp_path / name)
    with pytest.raises(DatasetInvalid, match="no data set is named like this"):
        EvalDataset.load(tmp_path / "questions.txt")
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    with pytest.raises(DatasetInvalid, match="there are no questions"):
        EvalDataset.load(empty)


def test_a_hundred_thousand_questions_are_begun_at_once(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("w") as file:
        for i in range(100_000):
            more = {"metadata": {"number": i, "text": "word " * 40}}
            file.write(json.dumps(question(f"q{i:06}", **more)) + "\n")
    tracemalloc.start()
    started = time.process_time()
    dataset = EvalDataset.load(path)
    seconds = time.process_time() - started
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(dataset.questions) == 100_000
    assert dataset.questions[99_999].metadata["number"] == 99_999
    assert dataset.questions[-1].id == "q099999"
    assert peak < 100 << 20
    assert seconds < 8  # 0.4 s without tracing, on an idle machine; the bar is 2 s


def test_a_large_file_is_checked_as_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    filler = "x" * 1000
    with path.open("w") as file:
        for i in range(5000):
            tags = 3 if i == 4321 else [filler]
            file.write(json.dumps(question(f"q{i}", tags=tags)) + "\n")
    dataset = EvalDataset.load(path)
    assert dataset.questions[4320].id == "q4320"
    with pytest.raises(DatasetInvalid, match="4322: question 'q4321': tags should be a valid list"):
        dataset.questions[4321]
    with pytest.raises(DatasetInvalid, match="4322"):
        dataset.check()
