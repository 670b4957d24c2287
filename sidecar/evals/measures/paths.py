"""Which of the files that a question expects an agent has found."""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterable, Sequence


def recall(expected: Sequence[str], found: Iterable[str]) -> float:
    """The share of expected files that occur among found ones, from 0 to 1.

    An expected path matches a found one that ends with it, whole names compared: ``src/main.py``
    matches ``./src/main.py`` and ``repo/src/main.py``, not ``other_src/main.py``. Either slash
    separates; case counts.

    Args:
        expected: At least one path; one that is named twice counts once.
        found: File paths of evidence; empty ones are passed over.
    """
    paths = {f"/{_plain(path)}" for path in found if path}
    wanted = {_plain(path) for path in expected}
    met = sum(any(path.endswith(f"/{one}") for path in paths) for one in wanted)
    return met / len(wanted)


def _plain(path: str) -> str:
    slashed = unicodedata.normalize("NFC", path).replace("\\", "/")
    return posixpath.normpath(slashed).lstrip("/")
