"""Settings from an ``.env`` file: below the environment, and each error with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidecar.settings.loading import load
from sidecar.settings.root import Settings
from sidecar.settings.sources import MAX_FILE_BYTES, SettingsError

SECRET = "hunter2"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "verifyd.env"


def loaded(file: Path, content: str | bytes, **environ: str) -> Settings:
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return load(None, {"VERIFYD_ENV_FILE": str(file), **environ})


def refused(file: Path, content: str | bytes, **environ: str) -> str:
    with pytest.raises(SettingsError) as error:
        loaded(file, content, **environ)
    return str(error.value)


def test_the_file_of_a_research_pipeline_is_read_as_it_is(file: Path) -> None:
    found = loaded(
        file,
        "# Verification Configuration\n"
        "VERIFY_CLAIMS=true  # Enable claim verification stage\n"
        "VERIFY_MODEL=gpt-4o-mini  # Model for verification (cheap is fine)\n"
        "export VERIFY_CONFIDENCE_THRESHOLD='0.75'\r\n"
        'VERIFYD_NUMERIC__CURRENCY__CURRENCIES="[EUR, QAR]"\n'
        f"OPENAI_API_KEY={SECRET}\n"
        "VERIFY_SSL=1\n",
    )
    assert (found.claims.enabled, found.claims.model) == (True, "gpt-4o-mini")
    assert float(found.claims.confidence_threshold) == 0.75
    assert found.numeric.currency.currencies == ("EUR", "QAR")


def test_the_environment_beats_the_file_and_the_file_beats_yaml(file: Path, tmp_path: Path) -> None:
    yaml = tmp_path / "settings.yaml"
    yaml.write_text("server: {workers: 2, max_queue: 7, drain_s: 4}")
    content = f"VERIFYD_CONFIG={yaml}\nVERIFYD_SERVER__WORKERS=3\nVERIFYD_SERVER__MAX_QUEUE=8\n"
    found = loaded(file, content, VERIFYD_SERVER__WORKERS="5").server
    assert (found.workers, found.max_queue, found.drain_s) == (5, 8, 4)
    other = tmp_path / "other.yaml"
    other.write_text("server: {drain_s: 6}")
    assert loaded(file, content, VERIFYD_CONFIG=str(other)).server.drain_s == 6


def test_values_refer_to_the_environment_and_to_earlier_lines(file: Path) -> None:
    content = "NAME=a\nVERIFYD_CLAIMS__MODEL=${NAME}-${SIZE}-${OTHER:-x}\n"
    assert loaded(file, content, SIZE="mini").claims.model == "a-mini-x"
    assert loaded(file, content, SIZE="mini", NAME="b").claims.model == "b-mini-x"
    assert f"{file}:2: VERIFYD_CLAIMS__MODEL: ${{SIZE}} has no value" in refused(file, content)


@pytest.mark.parametrize(
    ("content", "line", "parts"),
    [
        ("\n\n# x\nVERIFYD_SERVER__WORKRS=1", 4, ["did you mean 'VERIFYD_SERVER__WORKERS'"]),
        ("A=1\n\n  VERIFYD_SERVER__WORKERS=many", 3, ["server.workers is 'many'", "1 to 64"]),
        ("VERIFY_MODLE=x", 1, ["did you mean 'VERIFY_MODEL'"]),
        ("VERIFID_SERVER__WORKERS=1", 1, ["did you mean 'VERIFYD_SERVER__WORKERS'"]),
        ("verifyd_server__workers=1", 1, ["write 'VERIFYD_SERVER__WORKERS'"]),
        ("verify_model=x", 1, ["write 'VERIFY_MODEL'"]),
        ("VERIFYD_PORT=tcp://10.0.0.1:1", 1, ["there is no such setting"]),  # nobody injects here
        ("A=1\nVERIFYD_SERVER__WORKERS", 2, ["has no value", "VERIFYD_SERVER__WORKERS=VALUE"]),
        ("A=1\nVERIFYD_SERVER__WORKERS: 3", 2, ["not NAME=VALUE"]),
        ("A=1\nB='x\nC=2", 2, ["a quote is not closed"]),
        ("VERIFYD_ENV_FILE=other.env", 1, ["cannot name another"]),
        ("VERIFYD_OVERRIDABLE=[a", 1, ["VERIFYD_OVERRIDABLE"]),
        (b"A=1\r\nB=\xe9\r\n", 2, ["not UTF-8"]),
        ("A=1\n".encode("utf-16"), 1, ["not UTF-8"]),
        (b"A=1\nB=\0\n", 2, ["NUL"]),
    ],
)
def test_an_error_names_the_line(
    file: Path, content: str | bytes, line: int, parts: list[str]
) -> None:
    message = refused(file, content)
    assert f"{file}:{line}:" in message
    for part in parts:
        assert part in message


def test_a_setting_that_is_set_twice_is_refused(file: Path) -> None:
    content = "VERIFY_MODEL=a\nVERIFYD_CLAIMS__MODEL=b\nVERIFY_MODEL=c\n"
    message = refused(file, content)
    assert f"{file}:2: VERIFYD_CLAIMS__MODEL and {file}:1: VERIFY_MODEL are the same" in message
    assert f"{file}:3: VERIFY_MODEL and" in message


def test_a_file_that_cannot_be_read_is_named_with_what_names_it(tmp_path: Path) -> None:
    for path, problem in ((tmp_path / "none", "No such file"), (tmp_path, "directory")):
        with pytest.raises(SettingsError, match=f"VERIFYD_ENV_FILE: {path}: .*{problem}"):
            load(None, {"VERIFYD_ENV_FILE": str(path)})
    large = tmp_path / "large.env"
    large.write_text("#" * (MAX_FILE_BYTES + 1))
    with pytest.raises(SettingsError, match="longer than"):
        load(None, {"VERIFYD_ENV_FILE": str(large)})
    assert load(None, {"VERIFYD_ENV_FILE": ""}) == Settings()


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    lines=st.lists(
        st.sampled_from(
            [
                "VERIFYD_OUTCOMES__GOVERNANCE__TOKEN={}",
                "VERIFYD_OUTCOMES__GOVERNANCE__TOKEN='{}",
                "VERIFYD_OUTCOMES__GOVERNANCE__TOKN={}",
                "OPENAI_API_KEY={} x",
                "OPENAI_API_KEY = '{}' x",
                "KEY: {}",
                '"{}',
                "VERIFYD_SERVER__WORKERS=many",
            ]
        ),
        max_size=6,
    ),
    end=st.sampled_from([b"", b"\xff", b"\0"]),
)
def test_no_message_quotes_a_secret(file: Path, lines: list[str], end: bytes) -> None:
    content = "\n".join(line.format(SECRET) for line in lines).encode() + end
    try:
        said = str(loaded(file, content).dump())
    except SettingsError as error:
        said = str(error)
    assert SECRET not in said
