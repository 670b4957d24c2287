"""Numbers that are taken up only to be asked about, denied or put right.

"Why did Harbour sell 1,700?", your "2,000 on average", "1,840, not 1,700", "my earlier 7% was
wrong".
"""

from __future__ import annotations

from itertools import pairwise, takewhile

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import STOP, Token
from sidecar.text.vocabulary import one_of

_QUOTES = one_of('" “ ” „ «  »')
_OPEN = one_of("$ € £ + - − * a an the some about around roughly ~")
_CUTS = one_of("; : . ! ?")
_CLAUSES = _CUTS | one_of(", which who")
_SAID = one_of(
    "wrote said gave mentioned quoted expected thought assumed claimed suggested remembered cited "
    "meant"
)
_ASKED, _ASKS = "asked", one_of("whether if why how about")
_AS = "as"  # what is as the reader said it is stated again
_EARLIER = one_of("earlier previous first former original old initial last")
_PUT = one_of("figure number answer estimate value result total count reply claim guess")
_YOU = one_of("you your")
_I = one_of("i")
_MY = one_of("my our the")
_AFTER = 4  # words after a number that tell whose it was: "the 7% I gave"
_WRONG = one_of("wrong mistaken incorrect outdated typo slip error")
_IS = one_of("is was were are a an")
_NONE = one_of("no not nothing never")
_THE = one_of("the a your my")
_REACH = 8
_BESIDE = 2


def is_taken_up(place: Place) -> bool:
    """Whether a number is not stated, but asked about, denied or put right."""
    words = place.passage.words
    before = words[max(0, place.first - 2 * _REACH) : place.first][::-1]
    after = words[place.last : place.last + 2 * _REACH]
    return (
        _is_denied(before)
        or _is_asked(after)
        or _is_given(before, after, quoted=_is_quoted(place))
        or _is_put_right(before, after)
    )


def _is_denied(before: list[Token]) -> bool:
    """Whether "not" stands right before: "not the 7%", but "believe it or not, 7%"."""
    rest = [word.word for word in before[:_REACH] if word.word not in _OPEN]
    return rest[:1] == ["not"] and rest[1:2] != ["or"]


def _is_asked(after: list[Token]) -> bool:
    """Whether it stands in a question that a sentence quotes."""
    rest = [*takewhile(lambda word: word.word not in ".!;", after)]
    at = next((i for i, word in enumerate(rest) if word.word == "?"), -1)
    return at >= 0 and any(word.word in _QUOTES for word in rest[at + 1 : at + 2])


def _is_given(before: list[Token], after: list[Token], *, quoted: bool) -> bool:
    """Whether the reader or the writer brought it up before: "you wrote 2,000", "the 7% I gave".

    What the reader has is a claim: "you had 1,700 orders", "your 12 staff".
    """
    said = [word.word for word in takewhile(lambda w: w.word not in _CLAUSES, after)][:_AFTER]
    told = any(who in _I | _YOU and verb in _SAID for who, verb in pairwise(said))
    if told and _AS not in said:
        return not _is_object(before)
    clause = [word.word for word in takewhile(lambda w: w.word not in _CLAUSES, before)][:_REACH]
    if _YOU.isdisjoint(clause) or _AS in clause:
        return False
    asked = _ASKED in clause and not _ASKS.isdisjoint(clause)
    return quoted or asked or not _SAID.isdisjoint(clause)


def _is_quoted(place: Place) -> bool:
    """Whether a quotation opens right before a number: "2,000", "about 2,000"."""
    words = place.passage.words[max(0, place.first - _BESIDE) : place.first + 1]
    return any(a.word in _QUOTES and a.end == b.start for a, b in pairwise(words))


def _is_object(before: list[Token]) -> bool:
    """Whether a verb tells the number: "sold the 7 you meant", but not "from the 7 you meant"."""
    rest = [word.word for word in before[:_REACH] if word.word not in _THE]
    return bool(rest) and rest[0].isalpha() and rest[0] not in STOP


def _is_put_right(before: list[Token], after: list[Token]) -> bool:
    """Whether it was a slip: "my earlier figure of 1,700 was wrong"."""
    clause = [word.word for word in takewhile(lambda w: w.word not in _CUTS, before)][:_REACH]
    rest = [word.word for word in takewhile(lambda w: w.word not in _CUTS, after)][:_REACH]
    earlier = not _EARLIER.isdisjoint(clause) and not (_PUT | _MY).isdisjoint(clause)
    wrong = any(a in _IS and b in _WRONG for a, b in pairwise(rest))
    return earlier and wrong and _NONE.isdisjoint(rest)
