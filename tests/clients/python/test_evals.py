"""``verifyd.evals``: all names of evals from one place, its example, and what is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from verifyd import evals

from sidecar.evals import dataset, metrics, model, runner, verifying

ROOT = Path(__file__).parent.parent.parent.parent
PAGE = (ROOT / "docs/evals.md").read_text("utf-8")

SEED = {
    "AnswerVerifier": verifying,
    "EvalDataset": dataset,
    "EvalRunner": runner,
    "EvalMetrics": metrics,
    "calculate_metrics": metrics,
} | dict.fromkeys(
    (
        *("CitationVerification", "ConfidenceCalibration", "EvalQuestion", "EvalRun"),
        *("EvidenceSupportScore", "ResearchRun", "VerificationResult", "VerificationStatus"),
    ),
    model,
)


def block(name: str) -> str:
    found = re.search(rf"<!-- {name} -->\n```\w*\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def ran(code: str, folder: Path, *, isolated: bool = False) -> subprocess.CompletedProcess[str]:
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("VERIF", "PYTHONPATH"))}
    if isolated:
        environ["PYTHONPATH"] = str(folder)
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("name", SEED)
def test_the_names_of_the_seed_are_the_engines_own(name: str) -> None:  # and no second one
    assert name in evals.__all__
    assert getattr(evals, name) is getattr(SEED[name], name)


def test_everything_that_is_listed_is_there() -> None:
    assert len(set(evals.__all__)) == len(evals.__all__)
    assert all(hasattr(evals, name) for name in evals.__all__)


def test_the_example_of_the_page_prints_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "questions.yaml").write_text(block("questions"), "utf-8")
    done = ran(block("python"), tmp_path)
    assert (done.stdout, done.stderr) == (block("printed"), "")


@pytest.mark.parametrize("other", [False, True], ids=["none", "another package of the name"])
def test_without_the_sidecar_it_says_what_to_install(tmp_path: Path, *, other: bool) -> None:
    if other:  # such as a widget that is called so
        (tmp_path / "sidecar").mkdir()
        (tmp_path / "sidecar/__init__.py").write_text("Sidecar = object")
    block_ = "" if other else "import sys; sys.modules['sidecar'] = None\n"
    done = ran(f"{block_}import verifyd.evals", tmp_path, isolated=True)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: ")
    assert "install the package verifyd-sidecar" in last


def test_the_client_itself_does_without_the_sidecar(tmp_path: Path) -> None:
    code = "import sys; sys.modules['sidecar'] = None\nfrom verifyd import Client; print(Client)"
    assert ran(code, tmp_path).returncode == 0


def test_another_module_that_is_missing_is_named_itself(tmp_path: Path) -> None:
    done = ran("import sys; sys.modules['numpy'] = None\nimport verifyd.evals", tmp_path)
    assert done.returncode == 1
    assert "numpy" in done.stderr.strip().splitlines()[-1]
