"""What was weighed for one number, on the page: readings, the choice, what would fix it."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.model.report import ClaimBinding, Considered
from sidecar.model.text import Text
from sidecar.reports import why
from sidecar.reports.html.markup import Html, element


def explained(binding: ClaimBinding, text: Text, names: why.Names) -> Iterator[Html]:
    """The parts of a number's card that only EXPLAIN has.

    Args:
        binding: The number, with the readings that were weighed.
        text: The narrative.
        names: Gives the words for the place of a reading; "" where it has none.
    """
    if not binding.considered:
        return
    verdict, *links = why.told(binding, text)
    odds = why.odds(binding)
    yield element("h4", "Why")
    yield element("p", verdict, f" Weighed against chance: {odds}." if odds else "")
    if links:
        yield _list(links)
    if binding.hints:
        yield element("h4", "What would fix it, if that is wrong")
        yield _list([hint.message for hint in binding.hints])
    heads = ("Weight", "Value", "Agrees", "Readings weighed")
    head = element("tr", *(element("th", name, scope="col") for name in heads))
    rows = [_row(one, names, first=not at) for at, one in enumerate(binding.considered)]
    yield element("div", element("table", head, *rows), class_="scroll readings")


def _list(lines: list[str]) -> Html:
    return element("ul", *(element("li", *_ticked(line)) for line in lines))


def _ticked(line: str) -> Iterator[str]:
    """A sentence with the names in backticks as code."""
    for place, piece in enumerate(line.split("`")):
        yield element("code", piece) if place % 2 else piece


def _row(one: Considered, names: why.Names, *, first: bool) -> Html:
    """One reading; its reasons unfold, and are open for the one that won."""
    cells = (
        element("td", _bar(one), class_="weight"),
        element("td", why.value(one)),
        element("td", why.agrees(one)),
        element("td", _reading(one, names, unfolded=first)),
    )
    return element("tr", *cells, class_="first" if first else None)


def _bar(one: Considered) -> Html:
    """The weight as a bar and a figure."""
    if one.why is None:
        return Html()
    bar = element("meter", value=str(one.why.weight), aria_hidden="true")
    return element("span", bar, element("span", why.weight(one)))


def _reading(one: Considered, names: why.Names, *, unfolded: bool) -> Html:
    what = _named(one, names)
    if one.why is None or not one.why.reasons:
        return what
    reasons = element("p", why.reasons(one.why), class_="reasons")
    return element("details", element("summary", what), reasons, open=unfolded)


def _named(one: Considered, names: why.Names) -> Html:
    """A reading by its label, with its index on demand; one that stands for many, in words."""
    lump = one.why is not None and one.why.cells > 1
    label = "" if one.reading is None or lump else names(one.reading)
    if one.reading is None or not label:
        return element("span", why.what(one, names))
    return element("span", label, title=one.reading.where)
