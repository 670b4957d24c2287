"""Columns that say yes or no of each row."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.text.vocabulary import one_of

_YES, _NO = one_of("yes y true t"), one_of("no n false f")


def is_flag(values: Sequence[object]) -> bool:
    """Whether cells say yes and no, and nothing else, of more rows than two."""
    said = {str(value).strip().lower() for value in set(values) if value is not None}
    return len(values) > len(said) > 1 and said <= _YES | _NO
