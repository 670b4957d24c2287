"""The process that runs metric code: one program after another, each in a process of its own.

It stands between the server and the interpreter: it speaks the interpreter's protocol, ends it past
its time, and is ended by the server where it does not answer itself.

    python -P -m sidecar.outcomes.sandbox.worker DESCRIPTOR
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from sidecar.outcomes.sandbox.confinement import confine
from sidecar.outcomes.sandbox.interpreter import Interpreter, InterpreterLimits
from sidecar.outcomes.sandbox.results import SandboxError, read_numbers
from sidecar.workers.serving import Answer, serve


class SandboxPrograms:
    """Runs one program after another."""

    def __init__(self) -> None:
        self._interpreter = Interpreter()
        self._limits = InterpreterLimits(0, 0)

    def prepare(self, timeout_s: float, memory_bytes: int) -> Answer:
        """Have an interpreter with these limits."""
        self._limits = InterpreterLimits(timeout_s, memory_bytes)
        self.renew()
        return {}

    def run(self, code: str, names: Sequence[str], payloads: Sequence[bytearray]) -> Answer:
        """The metrics that a program gives, or the reason why it gives none."""
        (context,) = payloads
        try:
            return {
                "metrics": read_numbers(
                    self._interpreter.run(code, json.loads(context)), set(names)
                )
            }
        except SandboxError as error:
            return {"reason": error.reason, "message": error.message, "line": error.line}

    def renew(self) -> None:
        """Have a fresh interpreter for the next program, while nobody waits for it."""
        self._interpreter.prepare(self._limits)


def main() -> None:
    """Answer until the other side closes the connection."""
    confine()
    programs = SandboxPrograms()
    serve({"prepare": programs.prepare, "run": programs.run}, idle=programs.renew)


if __name__ == "__main__":
    main()
