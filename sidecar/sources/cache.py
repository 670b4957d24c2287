"""Texts that are kept on disk, one file for each URL; what was not used for longest goes first.

A file is a line of JSON about the text, then the text. It is named by the digest of its URL,
written beside its place and put there in one step, so several processes may share a folder.
Whatever else is found there, damaged or of another version, counts as nothing. The folder is our
own, below the one that is given: what anybody else may write to would speak for the sources.
"""

from __future__ import annotations

import json
import logging
import os
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sidecar.model.digests import sha256_hex

log = logging.getLogger(__name__)

_FOLDER = "sources-1"
"""Raise the number when the same file would mean something else."""
_NAME = re.compile(r"[0-9a-f]{64}\.txt|[A-Za-z0-9_]+\.part")
_BLOCK = 4096
"""Bytes that a file takes at least."""
_LOST_S = 3600
"""Age at which a file that was never finished is removed."""
_MOST_BYTES = 8 * 1024 * 1024
"""Of one file: more than any text may have."""


class _File(NamedTuple):
    used: float
    nbytes: int
    path: Path


class SourceCache:
    """Texts by URL. All methods block, and are for threads to call; none fails for what is on disk.

    Args:
        folder: Where our own folder is, or is made.
        max_bytes: Disk that its files may take.
        clock: Seconds since the epoch.
    """

    def __init__(
        self, folder: Path, max_bytes: int, clock: Callable[[], float] = time.time
    ) -> None:
        self._folder = folder / _FOLDER
        self._max_bytes = max_bytes
        self._clock = clock

    def get(self, url: str, ttl_s: float) -> str | None:
        """The text of a URL, if a copy is kept that is not too old."""
        path = self._path(url)
        try:
            if not self._is_ours():
                return None
            data = _read(path)
            text = self._text(data, url, ttl_s)
            if text is not None:
                os.utime(path)
            return text
        except OSError:
            return None

    def put(self, url: str, text: str) -> None:
        """Keep a text, if that can be done."""
        body = text.encode()
        told = {"url": url, "time": self._clock(), "sha256": sha256_hex(body)}
        data = json.dumps(told).encode() + b"\n" + body
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._is_ours() and _measure_disk(len(data)) <= self._max_bytes:
                self._make_room(_measure_disk(len(data)))
                self._write(self._path(url), data)
        except OSError as error:
            log.warning("a source cannot be cached", extra={"reason": error.strerror})

    def _path(self, url: str) -> Path:
        return self._folder / f"{sha256_hex(url.encode())}.txt"

    def _is_ours(self) -> bool:
        """Whether nobody else can have written what is in the folder."""
        found = os.lstat(self._folder)
        ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
        if not ours or found.st_mode & 0o022:
            log.warning("others may write to the folder of sources: it is not used")
            return False
        return True

    def _text(self, data: bytes, url: str, ttl_s: float) -> str | None:
        """What a file holds, if it is whole, of this URL and young enough."""
        head, _, body = data.partition(b"\n")
        try:
            told = json.loads(head)
            age = self._clock() - told["time"]
            is_sound = told["url"] == url and told["sha256"] == sha256_hex(body)
            return body.decode() if is_sound and 0 <= age < ttl_s else None
        except (KeyError, RecursionError, TypeError, ValueError):
            return None

    def _make_room(self, needed: int) -> None:
        """Remove what was never finished, then what was not used for longest."""
        files = sorted(self._files())
        free = self._max_bytes - sum(file.nbytes for file in files)
        for used, nbytes, path in files:
            is_lost = path.suffix == ".part" and used < self._clock() - _LOST_S
            if is_lost or (free < needed and path.suffix != ".part"):
                with suppress(OSError):  # another process was faster
                    path.unlink()
                free += nbytes

    def _files(self) -> Iterator[_File]:
        with os.scandir(self._folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                        found = entry.stat(follow_symlinks=False)
                        yield _File(found.st_mtime, _measure_disk(found.st_size), Path(entry.path))

    def _write(self, path: Path, data: bytes) -> None:
        number, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(data)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _read(path: Path) -> bytes:
    """A regular file; not what a link or pipe of its name leads to."""
    number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError("not a file")
        return file.read(_MOST_BYTES)


def _measure_disk(nbytes: int) -> int:
    """Disk that a file takes."""
    return -(-nbytes // _BLOCK) * _BLOCK
