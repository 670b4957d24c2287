"""A worker with faults, as one would be whose interpreter has a hole: the code says which."""

from __future__ import annotations

import ctypes
import os
import time
from typing import Any

from sidecar.outcomes.sandbox import worker
from sidecar.outcomes.sandbox.interpreter import Interpreter


def believe(found: Any, names: object) -> Any:
    """Let every result pass."""
    return found


def faulty(interpreter: Interpreter, code: str, context: object) -> object:
    """Run code that has no fault."""
    match code:
        case "hangs":
            time.sleep(600)
        case "crashes":
            ctypes.string_at(0)
        case "leaves":
            os._exit(3)
        case "has a bug":
            raise KeyError("a cell of the context")
        case "has no memory":
            raise MemoryError
        case "lies":
            worker.numbers = believe  # type: ignore[attr-defined]
            return {"b": 1}
    return _run(interpreter, code, context)


_run = Interpreter.run

if __name__ == "__main__":
    Interpreter.run = faulty  # type: ignore[method-assign, assignment]
    worker.main()
