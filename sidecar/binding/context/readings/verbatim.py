"""Numbers that stand in a text cell with the word beside them: "144Hz", "6.7-inch", "Gen 2".

Such a phrase is the link: it tells where the number comes from as a row and a column would.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.language.words import STOP
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.tables.catalog import Catalog
from sidecar.binding.context.weighing.candidate import Candidate, Kind


def told(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings, those as any cell linked where the number stands so in a text cell."""
    return [
        one._replace(row=1.0)
        if one.kind is Kind.ANYWHERE
        and one.agrees
        and stands(question.place, question.catalogs[one.table])
        else one
        for one in found
    ]


def stands(place: Place, known: Catalog) -> bool:
    """Whether a number and a word beside it stand in a text cell as they do in the text."""
    if not known.phrases:
        return False
    words = place.passage.words
    number = "".join(w.word for w in words[place.first : place.last])
    after = words[place.last].word if place.last < len(words) else ""
    before = words[place.first - 1].word if place.first else ""
    phrases = []
    if after.isalpha() and after not in STOP:
        phrases.append(number + after)
    if before.isalpha() and before not in STOP and len(before) > 1:
        phrases.append(before + number)
    if not number.isdigit():  # "144hz" in one piece
        phrases.append(number)
    return any(map(known.holds, phrases))
