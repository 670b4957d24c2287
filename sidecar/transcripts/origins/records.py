"""Values that belong to another record than the one that a call names.

A call that has the name of one passenger and the birth date of another is wrong although both stand
in a result. That is sure only where the result has records with the same keys as the call.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from sidecar.model.cached import cached_property
from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.haystack import compact
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.leaves import Path, format_path
from sidecar.transcripts.origins.passages import Passage

Record = Mapping[str, Passage]


class Records:
    """The records of the results of a conversation."""

    def __init__(self, said: Conversation) -> None:
        self._said = said

    def find_right_values(
        self, key: str, named: Mapping[str, str], origins: Sequence[Origin]
    ) -> Collection[str]:
        """What a key has in the records that a call names; empty where the value may be right.

        Args:
            key: The key of the value that is judged.
            named: The names and ids beside it in the call, by their keys.
            origins: The places of the value.
        """
        if not named or any(not origin.source.startswith("tool:") for origin in origins):
            return ()
        alike = self._of_key.get(key, ())
        places = {(origin.message, origin.path) for origin in origins}
        given = [record for record in alike if _place(record[key]) in places]
        if len(given) < len(places):
            return ()  # it stands under other keys as well
        own = [record for record in alike if _is_named(record, named)]
        if any(_is_named(record, named) for record in given):
            return ()
        return {record[key].string for record in own}

    @cached_property
    def _of_key(self) -> dict[str, list[Record]]:
        """The records that have a key."""
        records: dict[tuple[int, int, Path], dict[str, Passage]] = defaultdict(dict)
        for passage in self._said.passages:
            if passage.is_value and not passage.is_key and isinstance(passage.path[-1], str):
                record = (passage.message, id(passage.whole), passage.path[:-1])
                records[record][passage.path[-1]] = passage
        found: dict[str, list[Record]] = defaultdict(list)
        for one in records.values():
            for key in one:
                found[key].append(one)
        return found


def _place(passage: Passage) -> tuple[int, str]:
    return passage.message, format_path(passage.path)


def _is_named(record: Record, named: Mapping[str, str]) -> bool:
    """Whether a record has every one of some names and ids."""
    return all(
        key in record and compact(record[key].string) == compact(value)
        for key, value in named.items()
    )
