"""A narrative with its gold, from a template whose numbers are expressions.

What stands in braces becomes a number, or a mark::

    {expression | picture}                     a right number
    {expression | picture | options}           with a factor (``*100``, ``/1000``), a direction that
                                               the verb gives (``up``, ``down``), ``signed`` or
                                               ``cut``
    {expression | picture | options | error}   a wrong number: what the text claims is the
                                               expression, what it says comes from the error
    {none: two}                                a number that claims nothing about the tables
    {!South}                                   a wrong name; the numbers of its clause have the
                                               error ``name``, which leaves them unscored

Errors are those of ``bench.analysts.errors``. Every other numeral of a template has to be a year, a
date, a list number or part of a name; it becomes an unscored item of that form. So no number of a
text can be forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from bench.analysts import errors
from bench.analysts.derivations import derivation, evaluate
from bench.analysts.tables import AnalystTable
from bench.analysts.written import ORDINALS, AnalystText, write

Gold = dict[str, Any]

_BRACES = re.compile(r"\{([^{}]*)\}")
_MONTHS = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    "|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_OTHER = re.compile(
    r"(?P<identifier>QID:[\w-]+|\b[A-Z]+-?\d[\w-]*|\b\d[A-Z]\b"
    r"|(?:Table|Article|Section|Annex|Note|Figure) \d+"
    r"|(?i:first|second|third|fourth)[ -](?:quarter|half))"
    rf"|(?P<date>\d{{4}}-\d\d-\d\d|\d{{1,2}} {_MONTHS}(?: \d{{4}})?"
    rf"|{_MONTHS} \d{{1,2}}\b(?:, \d{{4}})?)"
    r"|(?P<time>\d\d:\d\d)"
    r"|(?P<year>\b(?:19|20)\d\d(?:/\d\d)?\b)"
    r"|(?P<list>(?m:^)(?:#+ \d+(?:\.\d+)*[.)]? |\s*\d+[.)] ))"
)
_NUMERAL = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|halved|twice|tripled?"
    r"|doubled?|quarters|thirds?|fourth|fifths?|first|second|dozen|hundred|million)\b",
    re.IGNORECASE,
)
_FORMS = {"list": "identifier"}


class TemplateError(ValueError):
    """A template, or the gold that it asks for, is not sound."""


def render(template: str, tables: Mapping[str, AnalystTable]) -> tuple[str, list[Gold]]:
    """The text, and the gold items in its order."""
    text, gold, at = "", list[Gold](), 0
    for match in _BRACES.finditer(template):
        text += template[at : match.start()]
        before, item = _item(match[1].strip(), tables)
        text += before
        gold.append({"start": len(text), "end": len(text) + len(item["text"]), **item})
        text += str(item["text"])
        at = match.end()
    text += template[at:]
    labels = sorted({cell for table in tables.values() for cell in table.labels()}, key=len)
    gold += _others(text, gold, labels[::-1])
    return text, sorted(gold, key=lambda item: int(item["start"]))


def _item(content: str, tables: Mapping[str, AnalystTable]) -> tuple[str, Gold]:
    """What stands before an item but is no part of it, and the item."""
    if content.startswith("!"):
        return "", {"text": content[1:], "kind": "span", "label": "unsupported", "category": "NAME"}
    if content.startswith("none:"):
        text = content.removeprefix("none:").strip()
        form = "digit" if re.search(r"\d", text) else "word"
        form = "ordinal" if text in ORDINALS else form
        return "", _number(text, form, None, "no_claim")
    expression, picture, options, error = ([p.strip() for p in content.split("|")] + [""] * 3)[:4]
    try:
        return _judged(expression, picture, options.split(), error, tables)
    except (ValueError, ArithmeticError, AttributeError, LookupError) as problem:
        raise TemplateError(f"{{{content}}}: {problem}") from problem


def _judged(
    expression: str,
    picture: str,
    options: list[str],
    error: str,
    tables: Mapping[str, AnalystTable],
) -> tuple[str, Gold]:
    kind, _, argument = (part.strip() for part in error.partition(":"))
    factor, cut = _factor(options), "cut" in options
    truth = evaluate(expression, tables) * factor
    _hold_direction(truth, options, kind)
    truth = truth if "signed" in options else abs(truth)
    if kind in ("", "name"):
        written = _signed(write(truth, picture, cut=cut), options)
        if not written.holds(truth):
            raise ValueError(f"{written.text!r} is not how to write {float(truth)}")
        if abs((written.low + written.high) / 2 - truth) > abs(truth) / 20 and not cut:
            raise ValueError(f"{written.text!r} says too little of {float(truth)}")
        item = _number(written.text, written.form, written.value, derivation(expression))
        if kind:
            item |= {"label": "unsupported", "category": "NAME", "error": "name", "scored": False}
        return written.before, item
    value = errors.value(kind, argument, truth, lambda e: evaluate(e, tables) * factor)
    value = value if "signed" in options else abs(value)
    written = _signed(write(value, argument if kind == "unit" else picture, cut=cut), options)
    errors.check(kind, written, value, truth)
    item = _number(written.text, written.form, written.value, derivation(expression))
    right = _right(truth, picture, options)
    wrong = {"label": "unsupported", "category": kind, "error": kind, "tight": True, "right": right}
    return written.before, item | wrong


def _right(truth: Fraction, picture: str, options: list[str]) -> str:
    """How the right value is written; plainly, where the picture has no form for it."""
    try:
        return _signed(write(truth, picture, cut="cut" in options), options).text
    except ValueError:
        return f"{float(truth):.4g}"


def _number(text: str, form: str, value: Fraction | None, derived: str) -> Gold:
    return {
        "text": text,
        "kind": "number",
        "label": "supported",
        "category": "",
        "form": form,
        "value": None if value is None else float(value),
        "scored": True,
        "derivation": derived,
        "error": "",
    }


def _factor(options: list[str]) -> Fraction:
    for option in options:
        if option[0] in "*/":
            by = Fraction(option[1:])
            return by if option[0] == "*" else 1 / by
    return Fraction(1)


def _hold_direction(truth: Fraction, options: list[str], kind: str) -> None:
    """A direction in words must be the truth's, but for an error of the sign."""
    if not {"up", "down", "signed"} & set(options) and (truth < 0 or kind == "sign"):
        raise ValueError(f"{float(truth)} needs a direction or a sign")
    if "up" in options or "down" in options:
        agrees = (truth > 0) == ("up" in options)
        if agrees == (kind == "sign"):
            raise ValueError(
                f"the direction {'is right' if agrees else 'is wrong'}: {float(truth)}"
            )


def _signed(written: AnalystText, options: list[str]) -> AnalystText:
    if "signed" not in options or written.value < 0:
        return written
    return AnalystText(**{**vars(written), "text": f"+{written.text}"})


def _others(text: str, gold: list[Gold], labels: list[str]) -> Iterator[Gold]:
    """Years, dates, list numbers, labels of the tables and names with digits, outside the gold."""
    free = list(text)
    for item in gold:
        free[item["start"] : item["end"]] = "\0" * (item["end"] - item["start"])
    rest = "".join(free)
    other = re.compile("|".join([*map(re.escape, labels), _OTHER.pattern]))
    for match in other.finditer(rest):
        form = match.lastgroup or "identifier"
        lead = len(match[0]) - len(match[0].lstrip("\n #"))
        found = match[0].strip("\n #")
        item = _number(found, _FORMS.get(form, form), None, "no_claim")
        start = match.start() + lead
        yield {"start": start, "end": start + len(found), **item, "scored": False}
    if missed := _NUMERAL.search(other.sub("", rest)):
        near = missed.string[max(0, missed.start() - 40) : missed.end() + 20].replace("\0", "#")
        raise TemplateError(f"a number outside of braces: {near!r}")
