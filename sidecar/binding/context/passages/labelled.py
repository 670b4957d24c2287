"""A label that a text names, with the query result that has it."""

from __future__ import annotations

from typing import NamedTuple

from sidecar.binding.language.labels import Mention


class LabelMention(NamedTuple):
    """A label named in a text, and the query result it stands in."""

    table: int
    mention: Mention
