"""The process that reads what hosts sent: a document or a robots.txt, one after another.

A page of nested elements keeps its parser busy for minutes, a PDF can crash one, and what a
megabyte unpacks to is anybody's guess. So the kernel ends this process past its processor time, and
past its memory an allocation fails, which ends it as well. It can write no file and start no other
process.

    python -P -m sidecar.sources.worker DESCRIPTOR
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from sidecar.sources.errors import SourceError

Answer = dict[str, Any]

_LARGE = 1 << 20


def main() -> None:
    """Answer until the other side closes the connection."""
    for limit in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC):
        resource.setrlimit(limit, (0, 0))
    with Connection(int(sys.argv[1])) as connection:
        while True:
            try:
                question = json.loads(connection.recv_bytes())
                body = _received(connection, question.pop("size"))
            except EOFError:
                return
            hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
            resource.setrlimit(resource.RLIMIT_DATA, (question.pop("memory_bytes"), hard))
            signal.setitimer(signal.ITIMER_PROF, question.pop("cpu_s"))  # SIGPROF ends the process
            try:
                data = json.dumps(_answered(body, question)).encode()
            except MemoryError:
                os.kill(os.getpid(), signal.SIGKILL)  # as where a library runs out of it
            signal.setitimer(signal.ITIMER_PROF, 0)
            connection.send_bytes(data)
            if len(body) > _LARGE:
                del body, data
                _give_back()


def _give_back() -> None:
    """Return memory to the system, which the library of C keeps: a large page takes 200 MB."""
    import ctypes  # noqa: PLC0415 (large itself)

    with suppress(AttributeError, OSError):  # another library of C
        ctypes.CDLL(None).malloc_trim(0)


def document(body: bytes, **told: Any) -> Answer:
    """The text of a document: see ``reading.text_of``."""
    from sidecar.sources.reading import text_of  # noqa: PLC0415 (what is not installed is told)

    return {"text": text_of(body, **told)}


def robots(body: bytes, **told: Any) -> Answer:
    """What a robots.txt says: see ``robots.is_allowed``."""
    from sidecar.sources.robots import is_allowed  # noqa: PLC0415 (what is not installed is told)

    return {"allowed": is_allowed(body, **told)}


_QUESTIONS: dict[str, Callable[..., Answer]] = {"document": document, "robots": robots}


def _answered(body: bytes, question: Answer) -> Answer:
    try:
        return _QUESTIONS[question.pop("question")](body, **question)
    except SourceError as error:
        return {"reason": error.reason, "detail": error.detail}
    except ImportError as error:
        return {"reason": "SOURCE_NOT_INSTALLED", "detail": error.name or ""}
    except MemoryError:
        raise
    except Exception as error:  # whatever a library makes of it
        return {"reason": "SOURCE_UNREADABLE", "detail": type(error).__name__}


def _received(connection: Connection[bytes, bytes], size: int) -> bytes:
    pieces: list[bytes] = []
    while size > 0:
        pieces.append(connection.recv_bytes())
        size -= len(pieces[-1])
    return b"".join(pieces)


if __name__ == "__main__":
    main()
