"""The journal: what was killed goes on, and no question has two results."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from evals import agents

from sidecar.evals.journal import Journal, JournalInvalid, RunIdentity, load_run, page_name
from sidecar.evals.model import EvalResult, ResearchRun

ABOUT = RunIdentity(
    dataset_id="staff",
    dataset_name="Staff",
    dataset_digest="d",
    questions=3,
    agent="a",
    settings_digest="s",
    engine_version="1",
    checks=("numeric",),
    started_at="2026-11-25T00:00:00+00:00",
)


def result(place: int) -> EvalResult:
    run = ResearchRun(run_id=str(place), question="?", answer=f"ä{place}\n\u2028")
    return EvalResult(question=agents.question(place), run=run, place=place)


def filled(folder: Path, *places: int) -> Journal:
    journal = Journal.begun(folder, ABOUT)
    for place in places:
        journal.append(result(place))
    return journal


def test_results_are_read_in_the_order_of_the_data_set(tmp_path: Path) -> None:
    filled(tmp_path, 2, 0, 1).close()
    run = load_run(tmp_path)
    assert [one.question.id for one in run.results] == ["q000", "q001", "q002"]
    assert [one.run.answer for one in run.results[1:]] == ["ä1\n\u2028", "ä2\n\u2028"]
    assert run.results[-1].question.query_results == (), "tables stay in the data set"
    assert run.complete
    assert (run.agent, run.started_at) == ("a", ABOUT.started_at)


def test_each_result_is_on_the_disk_at_once(tmp_path: Path) -> None:
    journal = filled(tmp_path, 0)
    assert len(load_run(tmp_path).results) == 1
    assert not load_run(tmp_path).complete
    journal.close()


def test_no_question_has_two_results(tmp_path: Path) -> None:
    journal = filled(tmp_path, 0)
    with pytest.raises(JournalInvalid, match="q000"):
        journal.append(result(0))
    journal.close()
    path = tmp_path / "results.jsonl"
    path.write_bytes(path.read_bytes() * 2)
    for read in (lambda: load_run(tmp_path), lambda: Journal.begun(tmp_path, ABOUT, resume=True)):
        with pytest.raises(JournalInvalid, match="q000"):
            read()


def test_wherever_the_last_line_is_cut_it_is_asked_again(tmp_path: Path) -> None:
    filled(tmp_path, 0, 1).close()
    path = tmp_path / "results.jsonl"
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for length in (*range(first, first + 40), *range(len(whole) - 40, len(whole))):
        path.write_bytes(whole[:length])
        assert len(load_run(tmp_path).results) == 1, "reading changes nothing"
        assert path.stat().st_size == length
        journal = Journal.begun(tmp_path, ABOUT, resume=True)
        assert journal.done == {"q000"}
        assert path.read_bytes() == whole[:first]
        journal.append(result(1))
        journal.close()
        assert path.read_bytes() == whole


def test_what_is_cut_before_the_end_is_told(tmp_path: Path) -> None:
    filled(tmp_path, 0, 1).close()
    path = tmp_path / "results.jsonl"
    path.write_bytes(b'{"question"\n' + path.read_bytes())
    with pytest.raises(JournalInvalid, match=r"results\.jsonl:1: this is not a result"):
        Journal.begun(tmp_path, ABOUT, resume=True)


@pytest.mark.parametrize(
    "line",
    [
        '{"question":{"id":["a"]},"place":0}',
        '{"question":{"id":1},"place":0}',
        '{"question":{"id":"a"},"place":Infinity}',
        '{"question":{"id":"a"},"place":"0"}',
    ],
)
def test_a_line_with_an_id_or_place_that_is_none_is_no_result(tmp_path: Path, line: str) -> None:
    filled(tmp_path, 0).close()
    path = tmp_path / "results.jsonl"
    kept = path.read_bytes()
    path.write_bytes(line.encode() + b"\n" + kept)
    with pytest.raises(JournalInvalid, match=r"results\.jsonl:1: this is not a result"):
        load_run(tmp_path)
    path.write_bytes(kept + line.encode() + b"\n")
    assert len(load_run(tmp_path).results) == 1


def test_a_run_is_not_begun_over_another(tmp_path: Path) -> None:
    filled(tmp_path, 0).close()
    with pytest.raises(JournalInvalid, match="has a run already"):
        Journal.begun(tmp_path, ABOUT)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"dataset_digest": "e"}, "questions of the data set"),
        ({"agent": "b"}, "agent .then a, now b"),
        ({"settings_digest": "t"}, "settings"),
        ({"engine_version": "2"}, "version of verifyd"),
        ({"checks": ()}, "checks"),
    ],
)
def test_another_run_does_not_go_on(tmp_path: Path, change: dict[str, object], told: str) -> None:
    filled(tmp_path, 0).close()
    with pytest.raises(JournalInvalid, match=told):
        Journal.begun(tmp_path, replace(ABOUT, **change), resume=True)  # type: ignore[arg-type]
    later = replace(ABOUT, started_at="2027-01-01T00:00:00+00:00")
    journal = Journal.begun(tmp_path, later, resume=True)
    assert journal.about.started_at == ABOUT.started_at
    journal.close()


def test_resuming_nothing_begins(tmp_path: Path) -> None:
    Journal.begun(tmp_path / "new" / "run", ABOUT, resume=True).close()
    assert json.loads((tmp_path / "new" / "run" / "run.json").read_text())["format"] == 1


def test_two_processes_do_not_write_to_one_run(tmp_path: Path) -> None:
    journal = filled(tmp_path, 0)
    with pytest.raises(JournalInvalid, match="another process writes"):
        Journal.begun(tmp_path, ABOUT, resume=True)
    journal.close()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 1}', '{"format": 2}'])
def test_a_damaged_record_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(JournalInvalid, match=r"run\.json"):
        Journal.begun(tmp_path, ABOUT, resume=True)
    with pytest.raises(JournalInvalid, match="has no run"):
        load_run(tmp_path / "no")


def test_pages_stay_in_their_folder(tmp_path: Path) -> None:
    journal = filled(tmp_path)
    ids = ["q1", "../../escape", "..", ".", "a/b", "ä ö", "x" * 5000, "x" * 4999 + "y"]
    for one in ids:
        journal.page(one, "<p>")
    journal.close()
    names = {path.name for path in (tmp_path / "answers").iterdir()}
    assert names == {page_name(one) for one in ids}
    assert len(names) == len(ids)
    assert page_name("a/b") == f"{quote('a/b', safe='')}.html"
