"""Numbers that are plans, targets or assumptions of the text rather than figures of the data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language import verbs
from sidecar.binding.language.words import STOP, Token, stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.number import Number, Unit
from sidecar.text.vocabulary import one_of

_NEAR = 0.6
_GOAL = "goal"
_AIMS = frozenset({"of", "is", "was", ":"})
_PLANS = frozenset(
    map(
        stem,
        one_of(
            "target targets goal goals plan plans planned budget budgeted forecast forecasts "
            "expected expects assumed assumption benchmark ambition aim aims aimed objective "
            "guidance capped cap ceiling hoped hopes wish wanted threshold thresholds limit limits "
            "covenant cutoff consensus allowance guideline sla"
        ),
    )
)
_RULES = one_of("allow allows allowed permit permits permitted need needs require requires")
"""Words of a rule, stated right before a number; what was needed is a figure."""

_OWN = one_of("our my")
_HELD_AGAINST = one_of("above below over under beyond against versus than beat beats missed")
_COPULAS = one_of("is was were been being had has remains")
_MET = _HELD_AGAINST | one_of("exceeded exceeds exceeding met meets hit reached reaches")
_SET = one_of("fix fixes fixed set sets raise raises raised lower lowers lowered put puts")
_LED = one_of("at with : and by in to")
_AT = one_of(
    "hit hits reach reached reaches at cross crossed crosses pass passed passes broke tops"
)

_LINES = one_of("line mark threshold limit bar ceiling cap floor target goal")
_THE = one_of("the a an this that our their its")
_MARKS = one_of(", ; : ( )")
_INFINITIVE = 12  # words from a goal to the number that is to be reached
_WITHIN = 3  # words from a number to the line that it is: "the 200,000 bonus line"
_PREDICATE = 5  # words after a number that may say what it is
_FUTURE = frozenset(
    map(stem, one_of("announced announces promised promises pledged pledges propose proposed"))
)
_FURTHER = one_of("further more new additional extra")
_WISHED = one_of(
    "aim aimed set agreed want wanted promised planned budgeted hoped expected target targeted "
    "pledged forecast"
)
_WHO = one_of("that which we they i you the")
_WISH = 7  # words after a number in which a clause says who set it: "the 5% we aim for"
_LEGAL = one_of("policy legal statutory regulatory contractual agreed required internal mandatory")
_EXTREMES, _WAGE = one_of("minimum maximum"), one_of("wage wages requirement allowed permitted")
_BETWEEN = one_of(
    "of for at to by is was were be been a an the our its their : about around roughly under over "
    "below above least most reach reaching hit achieve set from than next year quarter month had "
    "goes went value level line figure rate mark number everybody everyone all us stays remains "
    "stands lies sits"
)
"""What may stand between a plan and its number: "the target of 90%", "hoped for at least 12"."""


def is_planned(place: Place) -> bool:
    """Whether a number is a plan, target or assumption rather than a figure."""
    if _PLANS.isdisjoint(place.passage.stems):
        return False
    words = place.passage.words
    return any(
        _is_plan(words, at) and place.own.near(at, at + 1) >= _NEAR and not _is_met(place, at)
        for at in range(max(0, place.first - 8), min(len(words), place.last + 10))
    )


def is_aimed(place: Place, number: Number, catalogs: Sequence[Catalog]) -> bool:
    """Whether words say at a number itself that it is aimed at, and no data tell of aims.

    "Against a target of 90%", "the 90% goal", "announced 200 further beds".
    """
    words = place.passage.words
    told = any(word.stem in _FUTURE for word in words[max(0, place.first - 4) : place.first])
    if told and any(word.word in _FURTHER for word in words[place.last : place.last + 2]):
        return True
    at = place.first - 1
    naming, labelled = place.passage.naming, place.passage.labelled
    while at >= 0 and (
        words[at].word in _BETWEEN
        or at in naming
        or at in labelled
        or (at and words[at - 1].word == "for")  # "the threshold for alarms stays at 10%"
    ):
        at -= 1
    if at >= 0 and (_is_rule(words, at) or _is_plan(words, at) or _is_bar(words, at)):
        return not _is_told(words[at].stem, catalogs) and not _is_met(place, at)
    line = _line(place, number) or _called(place) or _task(place) or _wished(place) or _head(place)
    if line == "":
        return _is_own(place)
    return not _is_told(line, catalogs)


def _line(place: Place, number: Number) -> str:
    """What a number is right before, if it is a plan or a line: "the 90% goal"; else nothing."""
    words, counts = place.passage.words, number.unit is Unit.COUNT
    set_ = place.first > 0 and words[place.first - 1].word in _THE
    reached = any(word.word in _AT for word in words[max(0, place.first - 2) : place.first])
    for word in words[place.last : place.last + _WITHIN]:
        if (word.stem in _PLANS or (set_ and word.word in _LINES and not reached)) and not (
            counts and word.stem == _GOAL
        ):
            return word.stem
        if word.word in STOP or not word.word.isalpha():
            break
    return ""


def _task(place: Place) -> str:
    """The plan that says what is to be done: "the goal is to cut waits by 50%"; else nothing.

    A verb tells of it as well: "expect rents to rise by 3%".
    """
    words = place.passage.words[max(0, place.first - _INFINITIVE) : place.first]
    clause = list(takewhile(lambda word: word.word not in _MARKS, reversed(words)))[::-1]
    ends = [at for at, (to, verb) in enumerate(pairwise(clause)) if _is_infinitive(to, verb)]
    for at in ends:
        plan = next((i for i in reversed(range(at)) if _is_plan(clause, i)), -1)
        if plan < 0 or (clause[plan].stem == _GOAL and clause[plan + 1].word not in _COPULAS):
            continue
        passive = plan > 0 and clause[plan - 1].word in _COPULAS  # forecasts may be data
        told = passive or any(verbs.is_past(word.word) for word in clause[plan + 1 : at])
        if clause[plan + 1].word in _COPULAS or not told:
            return clause[plan].stem
    return ""


def _is_infinitive(to: Token, verb: Token) -> bool:
    return to.word == "to" and verb.word.isalpha() and not (verb.capital or verb.word in STOP)


def _wished(place: Place) -> str:
    """The verb that says who set a number: "the 5% we aim for"; else nothing."""
    words = place.passage.words
    if all(word.word != "the" for word in words[max(0, place.first - _WITHIN) : place.first]):
        return ""
    rest = words[place.last : place.last + _WISH]
    after = list(takewhile(lambda word: word.word not in _MARKS and word.word.isalpha(), rest))
    verb = next((word.stem for word in after[1:] if word.word in _WISHED), "")
    return verb if after and after[0].word in _WHO else ""


def _head(place: Place) -> str:
    """The plan that heads the column of a table of the text: "Target"; else nothing."""
    words = [stem(word) for word in place.header.lower().split()]
    return next((word for word in words if word in _PLANS), "")


def _called(place: Place) -> str:
    """The plan that a number is said to be: "42% was the forecast"; else nothing."""
    words = place.passage.words[place.last : place.last + _PREDICATE]
    verbs = list(takewhile(lambda word: word.word in _COPULAS, words))
    noun = [word for word in words[len(verbs) :] if word.word not in _THE][:1]
    return noun[0].stem if verbs and noun and noun[0].stem in _PLANS else ""


def _is_own(place: Place) -> bool:
    """Whether a number is what the writer reckoned with: "a touch above our 42%."."""
    before = [word.word for word in place.passage.words[max(0, place.first - 2) : place.first]]
    after = place.passage.words[place.last : place.last + 1]
    told = len(before) == 2 and before[0] in _HELD_AGAINST and before[1] in _OWN
    return told and not any(word.word[0].isalnum() for word in after)


def _is_told(plan: str, catalogs: Sequence[Catalog]) -> bool:
    """Whether a table has such plans as well: its own budget is a figure as any other."""
    return any(
        plan in known.title
        or any(plan in phrase.words for c in known.columns for phrase in c.phrases)
        for known in catalogs
    )


def _is_rule(words: Sequence[Token], at: int) -> bool:
    """Whether a word tells of a rule: "the permit allows 12", "rated for 12", not "rated 12"."""
    rated = [word.word for word in words[at : at + 2]] == ["rated", "for"]
    return rated or words[at].word in _RULES


def _is_bar(words: Sequence[Token], at: int) -> bool:
    """Whether a word is the bar that is set: "fixes the bar at 85%"."""
    said = [word.word for word in words[max(0, at - 2) : at + 2]]
    return len(said) > 3 and said[0] in _SET and said[1] in _THE and said[3] == "at"


def _is_met(place: Place, at: int) -> bool:
    """Whether a number behind a plan is what came of it: "sales beat the plan and came to 9"."""
    words = place.passage.words
    between = [word.word for word in words[at + 1 : place.first]]
    if any(verbs.is_past(word) and words[at].word != word for word in between):
        return True
    before = [word.word for word in words[max(0, at - _WITHIN) : at]]
    led = not _LED.isdisjoint(between) and "of" not in between
    return led and not _MET.isdisjoint(before)


def _is_plan(words: Sequence[Token], at: int) -> bool:
    """Whether a word tells of a plan: "its goal of 12", "the goal is 12", but no goal scored."""
    if words[at].word in _EXTREMES:
        beside = (*words[max(0, at - 1) : at], *words[at + 1 : at + 2])
        return any(word.word in _LEGAL | _WAGE for word in beside)
    after = [word.word for word in words[at + 1 : at + 3]]
    aim = not _AIMS.isdisjoint(after[:1]) or (after[:1] != [] and after[1:] == ["%"])
    return words[at].stem in _PLANS and (words[at].stem != _GOAL or aim)
