"""Everything that a text may cite, and what a citation finds there.

An id is looked up as written, then without the differences that writers make (case, hyphens and
underscores) where that leads to one entry alone. A name finds all entries that carry it. A number
finds the source of that number, or the item at that place where the request holds no sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sidecar.evidence.index import TableIndex
from sidecar.model.cached import cached_property
from sidecar.model.check_details import CitationForm, Marker
from sidecar.model.evidence import EvidenceItem, Source, Table
from sidecar.text.bracketed import MarkerOptions, Titles, drop_place, normalize_id, squeeze_name
from sidecar.text.linked import normalize_address

_SNIPPET = 100
_LEAST_ALIKE = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class LibraryEntry:
    """One thing that can be cited.

    Attributes:
        id: Its id, unique in the library.
        names: What else it is called in prose.
        text: What it says; None for a query result, whose cells are the ``numeric`` check's.
        provenance: Where it comes from, or "".
        relevance: From 0 to 1, where the caller says.
        table: The query result, if it is one.
    """

    id: str
    names: Sequence[str] = ()
    text: str | None = None
    provenance: str = ""
    relevance: float | None = None
    table: Table | None = None

    @property
    def snippet(self) -> str:
        """How it begins, in one line."""
        begins = self.text if self.table is None else _first_row(self.table)
        return " ".join((begins or "")[: 4 * _SNIPPET].split())[:_SNIPPET]


class Library:
    """The evidence of one request.

    Args:
        items: Pieces of evidence.
        sources: Documents.
        results: Query results.
    """

    def __init__(
        self,
        items: Sequence[EvidenceItem],
        sources: Sequence[Source],
        results: Sequence[TableIndex],
    ) -> None:
        of_items = [_of_item(item) for item in items]
        of_sources = [_of_source(source) for source in sources]
        self._results = {r.table.query_id: _of_table(r.table) for r in results}
        self.entries = [*of_items, *of_sources, *self._results.values()]
        self._by_id = {entry.id: entry for entry in self.entries}
        numbers = [source.number for source in sources] or range(1, len(items) + 1)
        self._pairs: dict[str, frozenset[str]] = {}
        self._by_number = dict(zip(map(str, numbers), of_sources or of_items, strict=True))

    def options(
        self,
        *,
        prefixes: Sequence[str] = (),
        bare_numbers: bool = False,
        verses: bool = True,
        most: int = 20_000,
    ) -> MarkerOptions:
        """What counts as a citation of this evidence; tables are no names in parentheses.

        Args:
            prefixes: What ids begin with, known or not.
            bare_numbers: Whether ``[3]`` is a citation.
            verses: Whether verses of known works are that are not known themselves.
            most: Reading ends soon after so many.
        """
        passages = [entry for entry in self.entries if entry.table is None]
        return MarkerOptions(
            prefixes=prefixes,
            known=frozenset(self._by_canonical),
            titles=Titles(_callings(self.entries), verses=verses),
            aside=Titles(_callings(passages), verses=verses),
            bare_numbers=bare_numbers,
            addresses={
                normalize_address(name): name
                for entry in passages
                for name in entry.names
                if name.startswith(("http://", "https://"))
            },
            most=most,
        )

    def find(self, marker: Marker) -> Sequence[LibraryEntry]:
        """What a citation points at: nothing, one entry, or all that carry a name."""
        match marker.form:
            case CitationForm.UNREADABLE:
                return ()
            case CitationForm.SOURCE_NUMBER | CitationForm.NUMBER:
                found = self._by_number.get(str(int(marker.key)) if marker.key.isdigit() else "")
            case CitationForm.QUERY_ID:
                found = self._results.get(marker.key)
            case CitationForm.ID:
                found = self._identified(marker.key)
            case CitationForm.NAME:
                return self._named(marker.key) or self._named(drop_place(marker.key))
        return self._only(found)

    def nearest(self, marker: Marker) -> str:
        """The id or name of the request that is most like one that was not found, or ""."""
        match marker.form:
            case CitationForm.SOURCE_NUMBER | CitationForm.NUMBER | CitationForm.UNREADABLE:
                return ""  # the next number is no likelier than any other
            case CitationForm.QUERY_ID:
                known: Iterable[str] = self._results
            case CitationForm.ID:
                known = self._by_id
            case CitationForm.NAME:
                known = self._names
        wanted = _pairs(marker.key)
        best, alike = "", _LEAST_ALIKE
        for name in known:
            pairs = self._pairs.get(name) or self._pairs.setdefault(name, _pairs(name))
            likeness = 2 * len(wanted & pairs) / max(1, len(wanted) + len(pairs))
            if likeness > alike:
                best, alike = name, likeness
        return best

    def _named(self, name: str) -> Sequence[LibraryEntry]:
        named = self._by_name.get(squeeze_name(name)) or self._only(self._identified(name))
        alike = () if named else self._by_squeezed_id.get(squeeze_name(name), ())
        return alike if len(alike) == 1 else named

    def _identified(self, key: str) -> LibraryEntry | None:
        exact = self._by_id.get(key)
        alike = () if exact else self._by_canonical.get(normalize_id(key), ())
        return alike[0] if len(alike) == 1 else exact

    @staticmethod
    def _only(entry: LibraryEntry | None) -> Sequence[LibraryEntry]:
        return () if entry is None else (entry,)

    @cached_property
    def _by_canonical(self) -> dict[str, list[LibraryEntry]]:
        return _grouped((normalize_id(entry.id), entry) for entry in self.entries)

    @cached_property
    def _by_squeezed_id(self) -> dict[str, list[LibraryEntry]]:
        return _grouped((squeeze_name(entry.id), entry) for entry in self.entries)

    @cached_property
    def _by_name(self) -> dict[str, list[LibraryEntry]]:
        names = ((squeeze_name(name), entry) for entry in self.entries for name in entry.names)
        return _grouped((name, entry) for name, entry in names if name)

    @cached_property
    def _names(self) -> Sequence[str]:
        """Every name that is written to be cited, in the order of the request."""
        return list(dict.fromkeys(name for e in self.entries for name in e.names if name))


def _of_item(item: EvidenceItem) -> LibraryEntry:
    names = (item.title, item.provenance)
    return LibraryEntry(item.id, names, item.text, item.provenance, item.relevance)


def _of_source(source: Source) -> LibraryEntry:
    names = (source.family, source.title, source.url)
    provenance = source.family or source.url or source.title
    return LibraryEntry(source.id, names, source.text, provenance, source.relevance)


def _of_table(table: Table) -> LibraryEntry:
    names = (table.family, table.title)
    return LibraryEntry(table.query_id, names, None, table.family or table.query_id, None, table)


def _first_row(table: Table) -> str:
    """How a query result begins: its title and first row."""
    values = [
        f"{column.name}={cells[0]}"
        for column, cells in zip(table.columns[:20], table.data, strict=False)
        if table.row_count
    ]
    row = ", ".join(values)
    return f"{table.title}: {row}" if table.title else row


def _callings(entries: Iterable[LibraryEntry]) -> Iterator[str]:
    return (name for entry in entries for name in (entry.id, *entry.names))


def _grouped(pairs: Iterable[tuple[str, LibraryEntry]]) -> dict[str, list[LibraryEntry]]:
    """The entries under each name, each once."""
    groups: dict[str, dict[str, LibraryEntry]] = {}
    for name, entry in pairs:
        groups.setdefault(name, {})[entry.id] = entry
    return {name: list(group.values()) for name, group in groups.items()}


def _pairs(name: str) -> frozenset[str]:
    """The pairs of neighbouring letters of a name."""
    plain = f" {normalize_id(name)} "
    return frozenset(plain[i : i + 2] for i in range(len(plain) - 1))
