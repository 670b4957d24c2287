"""The process that runs metric code: one program after another, each in a process of its own.

It stands between the server and the interpreter: it speaks the interpreter's protocol, ends it past
its time, and is ended by the server where it does not answer itself.

    python -P -m sidecar.outcomes.sandbox.worker DESCRIPTOR
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from sidecar.outcomes.sandbox.confinement import allow_memory, confine
from sidecar.outcomes.sandbox.interpreter import Interpreter, Limits
from sidecar.outcomes.sandbox.results import SandboxError, numbers

Answer = dict[str, Any]


def main() -> None:
    """Answer until the other side closes the connection."""
    descriptor = int(sys.argv[1])
    confine(descriptor)
    try:
        _serve(Connection(descriptor))
    except EOFError:
        return
    except MemoryError:
        os.abort()  # as a library of Rust does; SIGKILL would look like somebody else's doing
    except Exception:
        os._exit(1)  # at once: anyone who asks sees how this ended, not a pipe that closed before


def _serve(connection: Connection[bytes, bytes]) -> None:
    interpreter = Interpreter()
    while True:
        data = connection.recv_bytes()
        allow_memory(len(data))
        question = json.loads(data)
        limits = Limits(**question.pop("limits"))
        interpreter.prepare(limits)
        answer = _answered(interpreter, **question) if question else {}
        connection.send_bytes(json.dumps(answer).encode())
        interpreter.prepare(limits)  # while nobody waits for it


def _answered(interpreter: Interpreter, code: str, context: str, names: Sequence[str]) -> Answer:
    try:
        return {"metrics": numbers(interpreter.run(code, json.loads(context)), set(names))}
    except SandboxError as error:
        return {"reason": error.reason, "message": error.message, "line": error.line}


if __name__ == "__main__":
    main()
