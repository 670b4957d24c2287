"""Numbers that stand in a text cell with the word beside them: "144Hz", "6.7-inch", "Gen 2".

"139 grams" stands there too where the cell has "139 g". Such a phrase is the link: it tells where
the number comes from as a row and a column would. "4K" is a word of letters and digits that stands
there as such, whatever number it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.words import STOP
from sidecar.binding.tables.texts import Texts
from sidecar.evidence.location import of_column
from sidecar.model.number import Number, Unit
from sidecar.model.report import Grade
from sidecar.text.vocabulary import one_of

_TIMES = frozenset({"x", "×", "by"})
_PLACING = one_of("in of for during since until by from to than vs versus against and after ( the")


def told(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings, those as any cell linked where the number stands so in a text cell."""
    place, number = question.place, question.target.number
    texts = [known.texts for known in question.catalogs]
    linked = [
        one._replace(row=1.0)
        if one.kind is Kind.ANYWHERE and one.agrees and stands(place, number, texts[one.table])
        else one
        for one in found
    ]
    return [*linked, *_words(question), *_years(question)]


def stands(place: Place, number: Number, texts: Texts) -> bool:
    """Whether a number and a word beside it stand in a text cell as they do in the text."""
    if not texts.cells:
        return False
    words = place.passage.words
    written = _written(place)
    after = words[place.last].word if place.last < len(words) else ""
    before = words[place.first - 1].word if place.first else ""
    phrases = []
    if after.isalpha() and after not in STOP:
        phrases.append(written + after)
    if before.isalpha() and before not in STOP and len(before) > 1:
        phrases.append(before + written)
    if not written.isdigit():  # "144hz" in one piece
        phrases.append(written)
    if number.unit is Unit.MEASURE:
        phrases.append(f"{number.value}{number.symbol}")
    if before in _TIMES:  # "104 x 46 mm", where the cell has "104 x 46 x 15 mm"
        phrases.append(f"x{number.value}")
    return any(map(texts.hold, phrases))


def _written(place: Place) -> str:
    return "".join(word.word for word in place.passage.words[place.first : place.last])


def _words(question: Question) -> Iterator[Candidate]:
    """A number that is a word of letters and digits, as the text cells that have this word."""
    written = _written(question.place)
    if not (written[:1].isdigit() and written.isalnum()) or written.isdigit():
        return
    for table, known in enumerate(question.catalogs):
        if (cell := known.texts.with_word(written)) is not None:
            row, column = cell
            where = f"data[{row}]{of_column(known.table, column)}"
            yield _stands(question, table, where)._replace(rows=(row,), columns=(column,))


def _years(question: Question) -> Iterator[Candidate]:
    """A number that is the year of a period that the data have: "in Q4 24", not "Q4 24, Q3 18"."""
    place, value = question.place, question.target.number.value
    words = [word.word for word in place.passage.words]
    for named in place.passage.periods:
        year = named.period.year
        if not (named.start < place.first < named.end and year and year % 100 == value):
            continue
        leads = words[named.end :][:1] == [":"]
        if not (place.in_table or (words[named.start - 1] in _PLACING if named.start else leads)):
            continue
        for table, known in enumerate(question.catalogs):
            inside = [column.period for column in known.pivoted] + known.period_order
            if any(named.period.covers(period) for period in inside):
                yield _stands(question, table, "period")._replace(explicit=True)


def _stands(question: Question, table: int, where: str) -> Candidate:
    """A number that is written so in the data."""
    value = question.target.number.value
    show, exact = partial(Shown, where, value), Agreement(Grade.EXACT, value)
    return Candidate(Kind.ANYWHERE, exact, 1.0, 0.0, False, 0, False, 0.0, 1.0, table, (), (), show)
