"""Values that belong to another record than the one that a call is about.

A call that has the name of one payee and the account of another is wrong although both stand in a
result. That is sure only where the call's other values single out one of several like records, and
that one has another value under the same key.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass, field

from sidecar.model.cached import cached_property
from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.haystack import compact
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.leaves import Path, format_path
from sidecar.transcripts.origins.passages import Passage

_MOST_ALIKE = 16  # records that share a value

Place = tuple[int, str]


@dataclass(slots=True)
class Record:
    """An object of a result.

    Attributes:
        group: The tool that returned it, and the keys that lead to it: like records share both.
        fields: Its values, by their keys.
        texts: What they say, compact.
    """

    group: tuple[str, Path]
    fields: dict[str, Passage] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def place(self, key: str) -> Place:
        """Where one of its values stands."""
        passage = self.fields[key]
        return passage.message, format_path(passage.path)

    def fits_better(self, other: Record, beside: Set[str]) -> bool:
        """Whether it has all that another has of some values, and more, where that has others."""
        own = {key for key, value in self.texts.items() if value in beside}
        others = {key for key, value in other.texts.items() if value in beside}
        return others < own <= other.fields.keys()


class Records:
    """The records of the results of a conversation."""

    def __init__(self, said: Conversation) -> None:
        self._said = said

    def find_right_values(
        self, key: str, beside: Set[str], origins: Sequence[Origin]
    ) -> Collection[str]:
        """What a key has in the record that a call is about; empty where its value may be right.

        Args:
            key: The key of the value that is judged.
            beside: The names, dates and addresses beside it in the call, compact.
            origins: The places of the value.
        """
        if any(not origin.source.startswith("tool:") or origin.how for origin in origins):
            return ()
        alike = self._of_key.get(key, ())
        places = {(origin.message, origin.path) for origin in origins}
        given = [record for record in alike if record.place(key) in places]
        if len(given) < len(places) or len(given) > _MOST_ALIKE:
            return ()  # it stands in prose or under other keys as well
        return {
            record.fields[key].string
            for record in alike
            if any(record.group == one.group for one in given)
            and all(record.fits_better(one, beside) for one in given)
        }

    @cached_property
    def _of_key(self) -> dict[str, list[Record]]:
        """The records that have a key."""
        records: dict[tuple[int, int, Path], Record] = {}
        for passage in self._said.passages:
            key = passage.path[-1] if passage.is_value and not passage.is_key else 0
            if isinstance(key, str):
                parent = passage.path[:-1]
                group = passage.source, tuple(one for one in parent if isinstance(one, str))
                place = passage.message, id(passage.whole), parent
                record = records.setdefault(place, Record(group))
                record.fields[key] = passage
                record.texts[key] = compact(passage.string)
        found: dict[str, list[Record]] = defaultdict(list)
        for record in records.values():
            for key in record.fields:
                found[key].append(record)
        return found
