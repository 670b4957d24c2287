"""The command line as a whole."""

from __future__ import annotations

import subprocess
import sys


def test_a_reader_that_has_seen_enough_makes_no_traceback() -> None:
    # `verifyd explain | head -1`: the pipe is closed before all is written.
    with subprocess.Popen(
        [sys.executable, "-m", "sidecar", "explain", "CLAIM_NOT_FOUND"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        closed = b"verifyd: the output was closed before all of it was written\n"
        assert process.stderr.read() == closed
        assert process.wait() == 2
