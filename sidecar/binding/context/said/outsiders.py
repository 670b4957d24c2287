"""Numbers of others than those whom the data are about: benchmarks, ministries, whole industries.

"The industry averages 12%", "nationally a call costs €512", "according to the ministry".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import Token, stem
from sidecar.text.vocabulary import one_of

_OTHERS = frozenset(
    map(
        stem,
        one_of(
            "nationally internationally globally elsewhere benchmark industry ministry association "
            "regulator competitor competitors rival rivals literature textbook consensus analysts "
            "gartner eurostat economists experts consultants union study survey surveyed poll "
            "respondents questionnaire "
            "europe country thumb"
        ),
    )
)
_PLACES = one_of("nationally internationally globally elsewhere")
_RATES = one_of("inflation vat gdp loan loans mortgage discount interest")
"""What has a rate of its own, stated right beside it: "a discount of 5%", "5% interest"."""

_RULES = one_of("law act rule statute regulation directive code")
_ALLOW = one_of("allows permits requires demands prescribes sets caps limits")
"""What a rule does: "the Act allows 15 minutes", but "as a rule it is 15 minutes"."""

_PHRASES = {
    stem("europe"): one_of("across in"),
    stem("country"): one_of("whole"),
    stem("thumb"): one_of("of"),
}
"""What must stand right before a word, a "the" aside, that tells of others only so."""

_ABSENT = ("in the data", "in the table", "in the sheet")
_MARKS = one_of(", ; : .")
_NOT = one_of("not isn't isn’t")
_TELLING = _OTHERS | set(map(stem, _RATES | _RULES)) | set(map(stem, one_of("data table sheet")))
_ENDS = one_of("; : . ( ) but while whereas that which")
_HAS = one_of("costs cost weighs lasts measures holds carries takes")
_OPENING = one_of(". , ; : ( and but")
_SUBJECT, _OBJECT = 7, 3  # words from a thing to the number, and from the verb to it
_BEHIND = 5  # words from a number to others behind it, and from a rate to it
_JOINTS = one_of("rate of at is was by to : stood stands the a an")
_OPENS = _PLACES | one_of("in across for according by at among")
_AGAINST = one_of(
    "against than versus vs above below over under beat beats beating unlike compared is was are "
    "were be"
)
"""What stands between a number and others whose it is not: "5%, above the industry's"."""

_OURS = one_of("our we us ours here")
_SUMS = one_of("total totals overall altogether combined sum")


def is_of_others(place: Place) -> bool:
    """Whether the clause of a number tells of others, and of nothing that a table names."""
    if _TELLING.isdisjoint(place.passage.stems):
        return False
    if _is_absent(place):
        return True
    words, clause = place.passage.words, _clause(place)
    told = {words[at].stem for at in clause if _tells(words, at, place)}
    if not told or _is_known(told, place):
        return False
    if any(
        words[at].word in _OURS
        and not {words[at + 1].stem, words[at + 1].word} & (_OTHERS | _RULES)
        for at in clause[:-1]
    ):
        return False
    summed = any(words[at].word in _SUMS for at in clause)
    return not summed and not any(at in place.passage.labelled for at in clause)


def _tells(words: Sequence[Token], at: int, place: Place) -> bool:
    """Whether a word says of whom, or of what, the number is.

    Others stand before it, or right behind it; a comma is between them only where they open the
    sentence: "nationally, it is 5%", but "5%, an industry record".
    """
    word, between = words[at], words[min(at + 1, place.last) : max(at, place.first)]
    if word.word in _RULES:
        return any(one.word in _ALLOW for one in words[at + 1 : at + 2]) or at == place.last
    if word.word in _RATES:
        near = between if at > place.first else [w for w in between if w.word not in _JOINTS]
        return not near and len(between) < _BEHIND
    if word.stem not in _OTHERS or [w.word for w in words[at : at + 2]] == ["elsewhere", "in"]:
        return False
    before = [one.word for one in words[max(0, at - 2) : at] if one.word != "the"][-1:]
    if word.stem in _PHRASES and _PHRASES[word.stem].isdisjoint(before):
        return False
    said = {one.word for one in between}
    if at < place.first:
        opening = [one.word for one in words[:at]]  # "in a tough industry, it was 5%"
        opens = words[0].word in _OPENS and at < _SUBJECT and not {"a", "an"} & {*opening}
        return "," not in said or opens
    return len(between) < _BEHIND and said.isdisjoint(_AGAINST | {","})


def _is_absent(place: Place) -> bool:
    """Whether a number itself is said to be in no data: "the 300 euros are not in the data"."""
    passage = place.passage
    rest = takewhile(lambda word: word.word not in _MARKS, passage.words[place.last :])
    said = " ".join(word.word for word in rest)
    return any(
        f"{no} {phrase}" in said and not said.split(phrase, 1)[1].startswith(" of")
        for no in _NOT
        for phrase in _ABSENT
    )


def is_generic(place: Place) -> bool:
    """Whether a number tells of any such thing, of which no table is: "a coffee costs €3.20"."""
    begin = max(0, place.first - _SUBJECT)
    before = place.passage.words[begin : place.first]
    if not place.passage.labelled.isdisjoint(range(begin, place.first)):
        return False
    verb = next((at for at in reversed(range(len(before))) if before[at].word in _HAS), -1)
    if verb < 1 or len(before) - verb > _OBJECT:
        return False
    start = next((at for at in range(verb) if before[at].word in ("a", "an")), -1)
    noun = {word.stem for word in before[start + 1 : verb]}
    opens = start == 0 or (start > 0 and before[start - 1].word in _OPENING)
    return opens and bool(noun) and not _is_known(noun, place)


def _clause(place: Place) -> range:
    """The tokens around a number, up to where another clause begins."""
    words = place.passage.words
    before = list(takewhile(lambda word: word.word not in _ENDS, words[: place.first][::-1]))
    after = list(takewhile(lambda word: word.word not in _ENDS, words[place.last :]))
    return range(place.first - len(before), place.last + len(after))


def _is_known(told: set[str], place: Place) -> bool:
    """Whether a table is about those very others."""
    return any(
        not known.title.isdisjoint(told)
        or not known.label_words.isdisjoint(told)
        or not known.label_names.isdisjoint(told)
        or any(not told.isdisjoint(phrase.words) for c in known.columns for phrase in c.phrases)
        for known in place.passage.catalogs
    )
