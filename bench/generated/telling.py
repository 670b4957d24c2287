"""Statements out of templates: every field is looked up in a scene."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random

import yaml

from bench.generated import derivations
from bench.generated.facts import FactMeasure, FactTable
from bench.generated.scenes import GeneratedScene, Unfit, scene
from bench.generated.statements import GeneratedStatement, Slot
from bench.generated.written import Style, style

_FIELD = re.compile(r"\{([^}]+)\}")
_CELL = re.compile(r"([STU])\.([MN])(?:\.([pq]))?$")
_NAME = re.compile(r"(?:(at|At) )?([STU])('s|-)?$")
_MEASURE = re.compile(r"(a )?([MN])([+^]?)$")
_PERIOD = re.compile(r"(?:(in|In|that) )?([pq])$")
_TRIES = 12  # scenes, until another style is tried

Group = Mapping[str, Sequence[str]]


@cache
def templates() -> Mapping[str, Group]:
    """The templates: ``cells`` by style, ``derived`` by formula."""
    text = (Path(__file__).parent / "templates.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Group] = yaml.safe_load(text)
    return found


def tell(table: FactTable, group: str, random: Random) -> GeneratedStatement | None:
    """A true statement about a table, of any style in a group; None where none fits."""
    names = list(templates()[group])
    told = (tell_in(name, table, group, random) for name in random.sample(names, len(names)))
    return next(filter(None, told), None)


def tell_in(name: str, table: FactTable, group: str, random: Random) -> GeneratedStatement | None:
    """The same in one style."""
    for _ in range(_TRIES):
        template = random.choice(templates()[group][name])
        try:
            teller = _Teller(scene(table, random), name, random)
            return teller.tell(template, derived=group == "derived")
        except Unfit:
            continue
    return None


class _Teller:
    """Fills one template."""

    def __init__(self, seen: GeneratedScene, name: str, random: Random) -> None:
        self._scene = seen
        self._name = name
        self._random = random
        self._results: dict[str, derivations.Derived] = {}

    def tell(self, template: str, *, derived: bool) -> GeneratedStatement:
        fields = _FIELD.findall(template)
        if derived:
            self._derive(fields)
        if not derived or self._name != "rows":
            self._require_place(template)
        pieces = self._pieces(template)
        return GeneratedStatement(self._scene.table, self._name, list(_joined(pieces)))

    def _derive(self, fields: Sequence[str]) -> None:
        """Compute first: an extreme says whom the sentence is about."""
        for field in fields:
            if field.startswith("="):
                name = field[1:].partition("|")[0] or self._name
                self._results[name] = result = derivations.derive(name, self._scene)
                self._scene = result.scene

    def _require_place(self, template: str) -> None:
        """The words must say which subject and period are intended, where there are several."""
        facts = self._scene.facts
        whole = "of subjects" in self._name or self._name in ("count above",)
        over_time = any(field in template for field in ("{first}", "{last}"))
        if (
            len(facts.subjects) > 1
            and not whole
            and not re.search(r"\{(?:at )?S(?:'s|-)?\}", template)
        ):
            raise Unfit
        dated = re.search(r"\{(?:[Ii]n )?p\}", template) or over_time
        if len(facts.periods) > 1 and not dated:
            raise Unfit

    def _pieces(self, template: str) -> Iterator[str | Slot]:
        for number, part in enumerate(_FIELD.split(template)):
            yield part if number % 2 == 0 else self._field(part)

    def _field(self, field: str) -> str | Slot:
        head, _, words = field.partition("|")
        if head.startswith("="):
            return self._result(head[1:] or self._name, _ways(words))
        if cell := _CELL.match(head):
            return self._cell(cell[1], cell[2], cell[3] or "p", words)
        if name := _NAME.match(head):
            return self._named(name)
        if measure := _MEASURE.match(head):
            return self._measure(measure)
        if period := _PERIOD.match(head):
            return self._period(period)
        return self._other(head)

    def _cell(self, subject: str, measure: str, period: str, words: str) -> Slot:
        seen = self._scene
        place, what = seen.place(subject, measure, period), seen.measure(measure)
        value, ways = seen.facts.value(place), _ways(words)
        if words == "±":
            if what.gain is None:
                raise Unfit
            ways = f"a {what.gain[0]} of ~", f"a {what.gain[1]} of ~"
        elif words and not what.moves:
            raise Unfit
        if ways and not value:
            raise Unfit
        how = self._style(abs(value) if ways else value, what)
        return Slot(value, value, how, what, "cell", (place,), ways=ways)

    def _result(self, name: str, ways: tuple[str, str] | None) -> Slot:
        result = self._results[name]
        value, others = result.value, result.others
        if name == "difference" and ways is None:
            value, others = abs(value), tuple(abs(other) for other in others)
        if ways and not value:
            raise Unfit
        size = abs(value) if ways else value
        if result.measure is derivations.COUNT:
            how = style(size, result.measure, self._random, exact=True)
            how = how._replace(form=result.form)
        else:
            how = self._style(size, result.measure, hedged=False)
        return Slot(value, value, how, result.measure, name, result.operands, others, ways)

    def _named(self, name: re.Match[str]) -> str:
        preposition, letter, ending = name.groups()
        label = self._scene.subject(letter)
        if ending == "-":
            return self._surname(label)
        if ending:
            return f"{label}'" if label.endswith("s") else f"{label}'s"
        if preposition:
            at = self._scene.facts.topic.at
            return f"{at.capitalize() if preposition == 'At' else at} {label}"
        return label

    def _surname(self, label: str) -> str:
        surname = label.rsplit(maxsplit=1)[-1]
        facts = self._scene.facts
        if facts.topic.pronoun == "it" or surname == label:
            raise Unfit
        if sum(name.split()[-1] == surname for name in facts.subjects) > 1:
            raise Unfit
        return surname

    def _measure(self, field: re.Match[str]) -> str:
        article, letter, mark = field.groups()
        measure = self._scene.measure(letter)
        if mark == "+":
            if not measure.counted:
                raise Unfit
            return measure.counted
        noun = measure.noun
        if article:
            return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
        return noun[0].upper() + noun[1:] if mark == "^" else noun

    def _period(self, field: re.Match[str]) -> str:
        how, letter = field.groups()
        facts = self._scene.facts
        index = self._scene.periods["pq".index(letter)]
        if index < 0:
            raise Unfit
        period = facts.periods[index]
        if not period.said:
            if how == "in":
                return ""
            raise Unfit
        if how == "that":
            return f"that {period.word}"
        phrase = period.phrase
        return {None: period.said, "in": phrase, "In": phrase[0].upper() + phrase[1:]}[how]

    def _other(self, field: str) -> str | Slot:
        facts, topic = self._scene.facts, self._scene.facts.topic
        if field == "#":
            return self._exact(derivations.rows(self._scene))
        if field == "t":
            border, what = derivations.limit(self._scene), self._scene.measure("M")
            how = style(border, what, self._random, exact=True)
            places = max(0, -int(border.normalize().as_tuple().exponent))
            how = how._replace(words=False, places=places)
            return Slot(border, border, how, what, "limit", ())
        if field == "moves":
            return _or_unfit(self._scene.measure("M").moves)
        words = {
            "one": topic.one,
            "one^": topic.one.capitalize(),
            "many": topic.many,
            "it": topic.pronoun,
            "Its": "Its" if topic.pronoun == "it" else "Their",
            "family": facts.family,
            "id": self._scene.table.query_id,
            "first": facts.periods[0].said,
            "last": facts.periods[-1].said,
        }
        return _or_unfit(words[field])

    def _exact(self, result: derivations.Derived) -> Slot:
        how = style(result.value, result.measure, self._random, exact=True)
        return Slot(
            result.value, result.value, how, result.measure, result.formula, result.operands
        )

    def _style(self, value: Decimal, measure: FactMeasure, *, hedged: bool = True) -> Style:
        chosen = style(value, measure, self._random, exact=self._name == "grid")
        return chosen if hedged else chosen._replace(hedge="", places=max(chosen.places, 0))


def _ways(words: str) -> tuple[str, str] | None:
    positive, bar, negative = words.partition("|")
    return (positive, negative) if bar else None


def _or_unfit(word: str) -> str:
    if not word:
        raise Unfit
    return word


def _joined(pieces: Iterator[str | Slot]) -> Iterator[str | Slot]:
    """Without the space before a phrase that is left out, and capitals at the beginning."""
    held = ""
    for piece in pieces:
        if isinstance(piece, Slot):
            yield held
            yield piece
            held = ""
        elif not piece and held.endswith(" "):
            held = held[:-1]
        else:
            held += piece
    yield held
