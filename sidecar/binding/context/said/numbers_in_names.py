"""Numbers that are a part of a name or a saying: "option 2", "iOS 14.5", "14 Mill Lane", "24/7".

What the data call so is no claim ("Region 5" of a column ``region``); all other names are doubtful.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from sidecar.binding.context.passages.labelled import LabelMention
from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import STOP, is_numeral, name_words
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.number import Form, Number, Unit
from sidecar.text.vocabulary import one_of

_NUMBERED = one_of(
    "option footnote note step page chapter paragraph part phase version row seat room platform "
    "gate terminal route highway road flight question answer scenario model type tier section "
    "clause rule appendix module exercise slide tab sheet act scene verse bullet ticket invoice "
    "apartment flat floor lot item task milestone variant"
)
_STARTS = one_of('. : ; ( ) | - – — * • > " “ ” ! ?')
_MOST = 1000
_FEW = 20
_NOUN = 4  # words before what is numbered: "in the lowest-churn row"
_ITEMS = 50  # of a list, a guide or a deck
_THE = one_of("the a an this that our your its their his her my no each every per")
_STREETS = one_of("street st road rd lane avenue ave way square boulevard drive court terrace quay")
_STREET = 4  # words of a street's name
_LEADING = one_of(": , ;")
_ALWAYS = "24/7"
_TOLD = one_of("is was were are of : = to than")
_JOINTS = one_of(", and or & + - – to # no nr number .")


def numerals(catalogs: Iterable[Catalog]) -> frozenset[float]:
    """The numbers that are words of labels."""
    forms = (form for known in catalogs for labels in known.labels for form in labels.whole)
    return frozenset(float(word) for form in forms for word in form if word.isdecimal())


def names_row(place: Place, number: Number) -> bool:
    """Whether a number stands in a label of the data, so that it claims nothing."""
    plain = number.form in (Form.DIGITS, Form.WORDS) and not (number.scale or number.sign)
    return plain and any(_names(place, labelled) for labelled in _around(place))


def is_in_label(place: Place) -> bool:
    """Whether a number reads as a label does, or as a part of one, whatever it tells."""
    return any(
        at.start < place.first or (at.start, at.end) == (place.first, place.last)
        for _, at in _around(place)
    )


def _around(place: Place) -> Iterator[LabelMention]:
    """The whole labels that a number stands in."""
    for labelled in place.passage.labels:
        at = labelled.mention
        if at.whole == 1 and at.start <= place.first and place.last <= at.end:
            yield labelled


def _names(place: Place, labelled: LabelMention) -> bool:
    """Whether a label names a row, and is not told: "the 20 mg group", but "a dose of 20 mg"."""
    words, (table, at) = place.passage.words, labelled
    if any(word.word[0].isalpha() for word in words[at.start : place.first]):
        return True
    known = place.passage.catalogs[table]
    labels = known.labels_of(at.column)
    if not (known.measures and (labels.identifying or known.entities.recur)):
        return False  # what rows have, "13 MP" of a camera, is attributed to them
    label = labels.values[at.value]
    if _follows_noun(place, labelled, label):
        return True
    begin = words[at.start].start - place.passage.start
    written = not label.isdecimal() and place.passage.string.startswith(label, begin)  # "65+"
    told = any(word.word in _TOLD for word in words[max(0, at.start - 1) : at.start])
    alone = all(is_numeral(word.word) for word in words[at.start : at.end])
    return not told and (written or not alone)


def _follows_noun(place: Place, labelled: LabelMention, label: str) -> bool:
    """Whether the noun for what numbers name stands before one, or a list of them."""
    words, (table, mention) = place.passage.words, labelled
    at = mention.start - 1
    while at >= 0 and (words[at].word in _JOINTS or words[at].word.isdecimal()):
        at -= 1
    column = place.passage.catalogs[table].columns[mention.column]
    nouns = {*name_words(label), *(phrase.words[-1] for phrase in column.phrases)}
    return at >= 0 and words[at].stem in nouns


def is_name(place: Place, number: Number) -> bool:
    """Whether a number tells which one is intended, not how many or how much."""
    words, at = place.passage.words, place.first - 1
    plain = number.unit is Unit.COUNT and number.form is Form.DIGITS and not number.scale
    if not plain or number.sign or place.last - place.first != 1:
        return False
    if _is_marker(place, number) or _is_dialled(place) or _is_address(place) or _is_saying(place):
        return True
    if at < 0:
        return False
    if at in place.passage.labelled or at in place.passage.naming:
        return False
    before = words[at]
    if before.word in _NUMBERED:
        return number.value < (_MOST if _is_bare(place, at) else _FEW)
    return _is_proper(place, at) and number.value < _MOST and not place.head()


def _is_bare(place: Place, at: int) -> bool:
    """Whether no article stands before what is numbered: "step 3", but "in the sheet 17 are"."""
    words = place.passage.words
    before = words[max(0, at - _NOUN) : at][::-1]
    said = takewhile(lambda word: word.word.isalpha() or word.word == "-", before)
    return all(word.word not in _THE for word in said)


def _is_proper(place: Place, at: int) -> bool:
    """Whether a word is a name by its capital, which no sentence begins with."""
    words = place.passage.words
    word = words[at]
    if not word.word.isalpha() or word.word in STOP or word.shout or word.end - word.start < 3:
        return False
    first = at == 0 or words[at - 1].word in _STARTS
    return word.capital and not first and words[at].end < words[at + 1].start


def _is_marker(place: Place, number: Number) -> bool:
    """Whether it numbers an item within a sentence: "1) Station, 2) Harbour", "1. plot it"."""
    words = place.passage.words
    if number.value > _ITEMS:
        return False
    after = [word.word for word in words[place.last : place.last + 2]]
    if after[:1] == [")"]:
        return all(word.word != "(" for word in words[: place.first])
    led = place.first > 0 and words[place.first - 1].word in _LEADING
    return led and len(after) > 1 and after[0] == "."


def _is_dialled(place: Place) -> bool:
    """Whether a number begins with a zero, as in "0800", or is joined to one that does."""
    words = place.passage.words
    return any(
        len(word.word) > 1 and word.word[0] == "0" and word.word.isdigit()
        for word in (words[place.first], *words[place.last + 1 : place.last + 2])
        if word is words[place.first] or words[place.last].word == "-"
    )


def _is_address(place: Place) -> bool:
    """Whether the name of a street follows: "14 Mill Lane", but "820 Mill Lane customers"."""
    after = place.passage.words[place.last : place.last + _STREET]
    named = list(takewhile(lambda word: word.capital, after))
    at = next((at for at, word in enumerate(named) if at and word.word in _STREETS), -1)
    known = place.last + at in place.passage.labelled
    rest = place.passage.words[place.last + at + 1 : place.last + at + 2]
    counts = any(word.word.isalpha() and word.word not in STOP for word in rest)
    return at > 0 and not known and not counts


def _is_saying(place: Place) -> bool:
    """Whether it is a part of "24/7"."""
    around = place.passage.words[max(0, place.first - 2) : place.last + 2]
    return _ALWAYS in "".join(word.word for word in around)
