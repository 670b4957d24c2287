"""The process that reads what hosts sent: a document or a robots.txt, one after another.

A page of nested elements keeps its parser busy for minutes, a PDF can crash one, and what a
megabyte unpacks to is anybody's guess. So the kernel ends this process past its limits: see
``sidecar.workers.serving``. It can write no file and start no other process.

    python -P -m sidecar.sources.worker DESCRIPTOR
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sidecar.sources.urls import SourceError
from sidecar.workers.serving import Answer, serve


def read_document(body: bytes, **told: Any) -> Answer:
    """The text of a document: see ``reading.extract_text``."""
    from sidecar.sources.reading import extract_text  # noqa: PLC0415 (what is not installed is told)

    return {"text": extract_text(body, **told)}


def read_robots(body: bytes, **told: Any) -> Answer:
    """What a robots.txt says: see ``reading.is_allowed``."""
    from sidecar.sources.reading import is_allowed  # noqa: PLC0415 (what is not installed is told)

    return {"allowed": is_allowed(body, **told)}


def answer_request(
    read: Callable[..., Answer], payloads: Sequence[bytearray], **told: Any
) -> Answer:
    """What is read of the body, or the reason why nothing is."""
    try:
        return read(bytes(payloads[0]), **told)
    except SourceError as error:
        return {"reason": error.reason, "detail": error.detail}
    except ImportError as error:
        return {"reason": "SOURCE_NOT_INSTALLED", "detail": error.name or ""}
    except MemoryError:
        raise
    except Exception as error:  # whatever a library makes of it
        return {"reason": "SOURCE_UNREADABLE", "detail": type(error).__name__}


if __name__ == "__main__":
    serve(
        {
            "document": partial(answer_request, read_document),
            "robots": partial(answer_request, read_robots),
        },
        forbidden=(resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC),
    )
