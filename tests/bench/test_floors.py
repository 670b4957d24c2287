"""A set below its floor fails the measurement, and no floor is without its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import accuracy, accuracy_page, floors
from bench.analysts.build import SETS, SPLITS
from bench.floors import Floor, FloorsError, MeasuredFloor

FLOOR = {"set": "s", "recall": 0.8, "false_alarms": 0.1, "reason": "As measured."}


def measured(recall: float | None = 0.8, alarms: float | None = 0.1) -> MeasuredFloor:
    return MeasuredFloor("s", 10, 0.9, recall, alarms, 0.0)


def test_every_set_of_the_repository_has_a_floor_with_a_reason() -> None:
    known = floors.load()
    assert {f"{name}_{split}" for name in ("plain", *SETS) for split in SPLITS} <= known.keys()
    assert all(floor.reason for floor in known.values())


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (measured(), []),
        (measured(0.9, 0.0), []),
        (measured(recall=0.799), ["recall 0.799 is below 0.800"]),
        (measured(alarms=0.101), ["false alarms 0.101 is above 0.100"]),
        (measured(alarms=None), ["false alarms: measured None, floor 0.1"]),  # no pass by silence
    ],
)
def test_a_set_below_its_floor_is_named_with_the_figure(
    one: MeasuredFloor, told: list[str]
) -> None:
    known = {"s": Floor(**FLOOR)}  # type: ignore[arg-type]
    assert floors.missed(one, known["s"]) == told
    assert floors.complaints([one], known) == [f"s: {way}" for way in told]
    assert floors.rows([one], known)[0]["met"] == ("no" if told else "yes")


def test_a_set_that_is_measured_and_has_no_floor_is_an_error() -> None:
    assert floors.complaints([measured()], {}) == ["s: it has no floor"]
    assert floors.rows([measured()], {})[0]["met"] == "no"


@pytest.mark.parametrize(
    "change",
    [
        {"reason": ""},
        {"reason": "  "},
        {"reason": None},
        {"recall": 1.5},
        {"false_alarms": "0.1"},
        {"precision": 0.5},
    ],
)
def test_an_unsound_floor_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    file = tmp_path / "floors.yaml"
    lines = [f"  {key}: {value!r}" for key, value in {**FLOOR, **change}.items()]
    file.write_text("-\n" + "\n".join(lines).replace("None", "null"))
    with pytest.raises(FloorsError):
        floors.load(file)


@pytest.mark.parametrize("key", FLOOR)
def test_a_floor_leaves_nothing_out(key: str, tmp_path: Path) -> None:
    file = tmp_path / "floors.yaml"
    file.write_text("-\n" + "\n".join(f"  {k}: {v!r}" for k, v in FLOOR.items() if k != key))
    with pytest.raises(FloorsError, match=key):
        floors.load(file)


def test_a_second_floor_of_a_set_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "floors.yaml"
    entry = "-\n" + "\n".join(f"  {key}: {value!r}" for key, value in FLOOR.items())
    file.write_text(f"{entry}\n{entry}\n")
    with pytest.raises(FloorsError, match="twice"):
        floors.load(file)


def test_the_page_of_figures_has_every_set_with_its_floor() -> None:
    text = accuracy_page.FILE.read_text("utf-8")
    rows = [[cell.strip() for cell in line.split("|")] for line in text.splitlines()]
    told = {row[1]: (row[5], row[7], row[9]) for row in rows if len(row) == 11}
    for name, floor in floors.load().items():
        alarms = "–" if floor.false_alarms is None else str(floor.false_alarms)
        assert told[name] == (str(floor.recall), alarms, "yes"), "make accuracy WRITE=1"


def test_a_row_that_the_page_tells_otherwise_is_stale() -> None:
    row: dict[str, object] = {"set": "s", "recall": 0.8}
    page = accuracy_page.page([row, {"set": "a longer name", "recall": 0.1}], [], [])
    assert accuracy_page.stale(page, [[row]]) == []  # however wide the columns are
    assert accuracy_page.stale(page, [[row | {"recall": 0.801}]]) == []  # one number of a thousand
    (line,) = accuracy_page.stale(page, [[row | {"recall": 0.9}]])
    assert "0.9" in line


@pytest.mark.parametrize("alarms", [0.1, 0.2])
def test_the_command_fails_and_names_the_set_below_its_floor(
    alarms: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page, file = tmp_path / "page.md", tmp_path / "floors.yaml"
    file.write_text("-\n" + "\n".join(f"  {key}: {value!r}" for key, value in FLOOR.items()))
    known = floors.load(file) | {"away": Floor(**{**FLOOR, "set": "away"})}  # type: ignore[arg-type]
    monkeypatch.setattr(floors, "load", lambda: known)
    monkeypatch.setattr(accuracy_page, "FILE", page)
    page.write_text(accuracy_page.page(floors.rows([measured(alarms=alarms)], known), [], []))
    run = accuracy.AccuracyRun([measured(alarms=alarms)], [], [], [])
    assert accuracy.holds(run, write=False) is (alarms == 0.1)
    out, err = capsys.readouterr()
    assert "passed over: away" in out
    assert ("s: false alarms 0.200 is above 0.100" in err) is (alarms == 0.2)


def test_a_page_is_not_written_from_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    monkeypatch.setattr(accuracy_page, "FILE", page)
    assert not accuracy.holds(accuracy.AccuracyRun([], [], [], []), write=True)
    assert not page.exists()
