"""``--sources``: what "[Source 1]" cites, from files, folders, lists and URLs.

Each argument gives one source or several, numbered in the order in which they are given:

    report.txt, notes.md     a text; its id is the file's name without its ending
    page.html, paper.pdf     the same, read as what a host sends is (extra `web`)
    7=report.txt             the same, cited as [Source 7]
    wages=report.txt         the same, with an id of its own
    sources/                 the files of a folder by their names, 2.txt before 10.txt
    https://example.com/a    a page, whose text the settings may let be fetched
    sources.yaml             a list with id, number, title, url, text: see ``citable``
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sidecar.cli import files
from sidecar.cli.files import read_bounded
from sidecar.cli.terminal import Progress, UsageError
from sidecar.model.evidence import EvidenceItem, Source
from sidecar.sources.reader import DocumentReader
from sidecar.sources.reading import decode
from sidecar.sources.settings import SourcesSettings
from sidecar.sources.urls import SourceError

# Lists of items and sources, as ``verifyd check --evidence`` and ``--sources`` read them.

REASON = "EVIDENCE_INVALID"


class _ItemEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: str
    text: str = ""
    kind: str = ""
    provenance: str = ""
    relevance: float | None = None
    title: str = ""


class _SourceEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: str
    number: int = 0
    family: str = ""
    title: str = ""
    url: str = ""
    text: str = ""
    relevance: float | None = None
    citation_optional: bool = False


_Row = TypeVar("_Row", _ItemEntry, _SourceEntry)
_ITEMS = TypeAdapter(list[_ItemEntry])
_SOURCES = TypeAdapter(list[_SourceEntry])


def load_items(path: Path) -> list[EvidenceItem]:
    """The pieces of evidence of a file.

    Raises:
        UsageError: With what is wrong, and where.
    """
    return [
        EvidenceItem(**one.model_dump()) for one in _read(path, _ITEMS, _ItemEntry.model_fields)
    ]


def load_sources(path: Path, before: int = 0) -> list[Source]:
    """The documents of a file; those without a number have that of their place.

    Args:
        path: The file.
        before: How many documents stand before its first.

    Raises:
        UsageError: With what is wrong, and where.
    """
    read = _read(path, _SOURCES, _SourceEntry.model_fields)
    return [
        Source(**one.model_dump() | {"number": one.number or place})
        for place, one in enumerate(read, before + 1)
    ]


def _read(path: Path, adapter: TypeAdapter[list[_Row]], fields: Collection[str]) -> list[_Row]:
    said = files.read_plain(path, REASON)
    if said is None:
        raise UsageError(REASON, f"{path} is empty; a list without entries is []")
    try:
        return adapter.validate_python(said)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        told = first["msg"].lower()
        if first["type"] == "extra_forbidden":
            told = f"there is no such field; there are: {', '.join(fields)}"
        raise UsageError(REASON, f"{path}: {where}: {told}") from None


_TEXTS = frozenset({".txt", ".text", ".md", ".markdown"})
_DOCUMENTS = {
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "application/xhtml+xml",
    ".pdf": "application/pdf",
}
_LISTS = frozenset({".json", ".jsonl", ".ndjson", ".yaml", ".yml"})
_URL = re.compile(r"https?://", re.IGNORECASE)
_NUMBER = re.compile(r"[1-9]\d{0,8}")
_DIGITS = re.compile(r"(\d+)")
_LONGEST_ID = 200


class _SourceArgument(NamedTuple):
    """An argument, and what stands before its "=": a number, an id, or nothing."""

    name: str
    place: str


def read(arguments: Sequence[str], settings: SourcesSettings, progress: Progress) -> list[Source]:
    """The sources of a command line; those without a number have that of their place.

    Args:
        arguments: What follows ``--sources``.
        settings: How long documents and their texts may be.
        progress: Is notified of which file is read.

    Raises:
        UsageError: With what is wrong, and where.
    """
    found: list[Source] = []
    reader = DocumentReader()
    try:
        for argument in arguments:
            files = _SourceReader(reader, settings, progress)
            found.extend(list(files.sources(_named(argument), len(found))))
    finally:
        reader.close()
    return found


def _named(argument: str) -> _SourceArgument:
    """``NAME=PLACE`` or ``PLACE``; a file whose name holds "=", and a URL, are found first."""
    if "=" not in argument or _URL.match(argument) or Path(argument).exists():
        return _SourceArgument("", argument)
    name, _, place = argument.partition("=")
    return _SourceArgument(name, place)


class _SourceReader(NamedTuple):
    """Reads the sources that arguments stand for."""

    reader: DocumentReader
    settings: SourcesSettings
    progress: Progress

    def sources(self, named: _SourceArgument, before: int) -> Iterator[Source]:
        """What an argument stands for, behind so many other sources."""
        if _URL.match(named.place):
            yield _numbered(named, before + 1, named.place, url=named.place)
            return
        path = Path(named.place)
        several = path.is_dir() or path.suffix.lower() in _LISTS
        if several and named.name:
            message = f"{named.place} holds several sources, and cannot be called {named.name!r}"
            raise UsageError(REASON, message)
        if not path.is_dir():
            yield from self._file(named, path, before)
            return
        files = sorted((one for one in path.iterdir() if _is_listed(one)), key=_by_number)
        if not files:
            raise UsageError(REASON, f"the folder {path} holds no files")
        for file in files:
            given = list(self._file(_SourceArgument("", str(file)), file, before))
            before += len(given)
            yield from given

    def _file(self, named: _SourceArgument, path: Path, before: int) -> Iterator[Source]:
        if path.suffix.lower() in _LISTS:
            yield from load_sources(path, before)
        else:
            yield _numbered(named, before + 1, path.stem, text=self._text(path))

    def _text(self, path: Path) -> str:
        """The text of a file; of a page or a PDF, what its readers see."""
        ending = path.suffix.lower()
        if ending not in _TEXTS and ending not in _DOCUMENTS:
            known = ", ".join(sorted([*_TEXTS, *_DOCUMENTS, *_LISTS]))
            message = f"cannot read {path} as a source; known are: {known}"
            raise UsageError("FORMAT_UNKNOWN", message)
        self.progress.step(f"reading {path}")
        data = read_bounded(path, self.settings.max_bytes, REASON)
        if ending in _TEXTS:
            return _decoded(path, data)
        try:
            return self.reader.text(data, {"content-type": _DOCUMENTS[ending]}, self.settings)
        except SourceError as error:
            raise UsageError(error.reason, f"cannot read {path}: {error}") from None


def _decoded(path: Path, data: bytes) -> str:
    try:
        return decode(data, "", is_page=False)
    except SourceError:
        problem = f"{path} is not text, or in no known encoding"
        raise UsageError("FILE_UNREADABLE", problem) from None


def _numbered(
    named: _SourceArgument, place: int, own: str, *, url: str = "", text: str = ""
) -> Source:
    """A source with the number or id that it was given, or else those of its place and name."""
    is_number = _NUMBER.fullmatch(named.name) is not None
    number = int(named.name) if is_number else place
    identifier = named.name if named.name and not is_number else "-".join(own.split())
    if len(identifier) > _LONGEST_ID:
        identifier = f"source-{number}"
    return Source(id=identifier, number=number, url=url, text=text)


def _is_listed(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")


def _by_number(path: Path) -> list[tuple[int, str]]:
    """Names in the order of people: numbers in them count as numbers."""
    return [
        (int(part), "") if place % 2 else (-1, part.casefold())
        for place, part in enumerate(_DIGITS.split(path.name))
    ]
