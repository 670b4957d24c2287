"""How often is ordinary prose taken for a citation that is not written as one?

Reads texts that cite nothing, or only as their writers do, with and without bare numbers, and lists
what would be ``CITATION_UNREADABLE`` or read as a citation by its looks alone::

    python -m bench.lookalikes docs/*.md shared/data/*.jsonl.gz
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from sidecar.model.check_details import CitationForm
from sidecar.model.text import Text
from sidecar.text.bracketed import BRACKET, read_bracket
from sidecar.text.exclusions import is_covered, select_unread
from sidecar.text.layout import read_layout
from sidecar.text.markers import MarkerOptions, read_markers
from sidecar.text.masks import find_masks

_SHOWN = 60


def texts(path: Path) -> Iterator[str]:
    """The texts of a file: the narratives of JSON lines, or all of it."""
    if path.suffix == ".gz":
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                narrative = json.loads(line).get("narrative")
                if narrative:
                    yield narrative
    else:
        yield path.read_text("utf-8")


def find_lookalikes(text: Text, options: MarkerOptions) -> Iterator[tuple[bool, str]]:
    """What looks like a citation of a text: whether it is a finding, and the words."""
    blocks = read_layout(text)
    holes = find_masks(text, blocks)
    found = read_markers(text, blocks, holes, options).found
    places = select_unread(holes.excluded(text))
    plain = {
        text.span(one.start, one.end)
        for match in BRACKET.finditer(text.string)
        if not is_covered(places, match.start())
        for one in read_bracket(text.string, match, options)
    }
    for one in found:
        if one.span not in plain:
            yield one.form is CitationForm.UNREADABLE, text.slice(one.span)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the rates, and what was taken for a citation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    for path in parser.parse_args(arguments).paths:
        read = list(map(Text, texts(path)))
        for bare in (False, True):
            options = MarkerOptions(bare_numbers=bare)
            found = [each for text in read for each in find_lookalikes(text, options)]
            shown = Counter(words[:_SHOWN] for _, words in found).most_common(8)
            findings = sum(finding for finding, _ in found)
            print(
                f"{path.name}: {len(read)} texts, {sum(len(t.string) for t in read)} characters,"
                f" bare numbers {'on' if bare else 'off'}: {findings} findings, {len(found)} in all"
                f" {shown or ''}"
            )


if __name__ == "__main__":
    main()
