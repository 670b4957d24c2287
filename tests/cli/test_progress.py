"""Progress is for people who watch, and leaves nothing behind."""

from __future__ import annotations

import io

from sidecar.cli.terminal import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_each_step_and_an_empty_line_at_the_end() -> None:
    stream = Terminal()
    with Progress(stream) as progress:
        progress.step("reading a.csv")
    assert stream.getvalue() == "\r\x1b[Kreading a.csv …\r\x1b[K"


def test_a_log_file_gets_nothing() -> None:
    stream = io.StringIO()
    with Progress(stream) as progress:
        progress.step("reading a.csv")
    assert stream.getvalue() == ""
