"""``verifyd serve``: what it says before it serves. Serving itself: tests/server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sidecar.__main__ import main


def test_wrong_settings_exit_with_2_and_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "verifyd.yaml"
    config.write_text("sever: {}")
    assert main(["serve", "--config", str(config)]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("verifyd serve: ")
    assert "did you mean 'server'?" in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--listen", "tcp://0.0.0.0:0"], "open to other machines"),
        (["--listen", "http://x"], "verifyd serve: --listen: server.listen is 'http://x', but "),
        (["--listen", "unix:///run/a\nb"], "--listen: server.listen"),
        (["--listen", "unix:///dev/null/v.sock"], "/dev/null/v.sock: "),
        (["--token-file", "/nonexistent/tokens.yaml"], "No such file"),
        (["--tls-cert", "c.pem"], "verifyd serve: --tls-cert: server: tls_cert and tls_key"),
        (["--config", "/nonexistent/verifyd.yaml"], "No such file"),
    ],
)
def test_what_it_cannot_do_exits_with_2(
    options: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *options]) == 2
    assert problem in capsys.readouterr().err


def test_who_said_what_is_wrong_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "verifyd.yaml"
    config.write_text("server: {workers: 0, deadline_s: 50, tls_key: k.pem}")
    monkeypatch.setenv("VERIFYD_SERVER__MAX_QUEUE", "many")
    assert main(["serve", "--config", str(config), "--listen", "x"]) == 2
    lines = capsys.readouterr().err.splitlines()
    told = [line.removeprefix("verifyd serve: ").split(": server.") for line in lines]
    assert {(where, what.split()[0]) for where, what in told} == {
        (str(config), "workers"),
        ("VERIFYD_SERVER__MAX_QUEUE", "max_queue"),
        ("--listen", "listen"),
    }
    # A rule of a section may be broken by any that set something in it, and by no other.
    monkeypatch.setenv("VERIFYD_SERVER__MAX_QUEUE", "5")
    monkeypatch.setenv("VERIFYD_LOGGING__LEVEL", "debug")
    config.write_text("server: {tls_key: k.pem}")
    assert main(["serve", "--config", str(config), "--reflection"]) == 2
    wanted = f"{config}, VERIFYD_SERVER__MAX_QUEUE, --reflection: server: tls_cert and"
    assert wanted in capsys.readouterr().err
    monkeypatch.setenv("VERIFYD_CONFIG", "/nonexistent/verifyd.yaml")
    assert main(["serve"]) == 2
    wanted = "verifyd serve: VERIFYD_CONFIG: /nonexistent/verifyd.yaml: No such file"
    assert wanted in capsys.readouterr().err


def test_an_option_stands_over_a_variable_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VERIFYD_SERVER__LISTEN", "x")
    assert main(["serve", "--listen", "unix:///v.sock", "--print-settings"]) == 0
    assert json.loads(capsys.readouterr().out)["server"]["listen"] == "unix:///v.sock"


def test_options_stand_over_environment_over_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "verifyd.yaml"
    config.write_text("server: {listen: 'unix:///file', workers: 2, max_queue: 5}")
    monkeypatch.setenv("VERIFYD_SERVER__LISTEN", "unix:///environment")
    monkeypatch.setenv("VERIFYD_SERVER__WORKERS", "3")
    words = ["serve", "--config", str(config), "--listen", "unix:///option", "--print-settings"]
    assert main(words) == 0
    shown = json.loads(capsys.readouterr().out)["server"]
    assert shown["listen"] == "unix:///option"
    assert shown["workers"] == 3
    assert shown["max_queue"] == 5
