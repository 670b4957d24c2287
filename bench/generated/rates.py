"""Shares of what was judged: caught for every kind of error, false alarms for every style."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bench import repairs
from bench.figures import Figures, higher, lower
from bench.generated.judged import GeneratedJudgement
from bench.generated.mistakes import KINDS

BARS = {
    "row": 0.95,
    "column": 0.95,
    "period": 0.95,
    "unit": 0.95,
    "sign": 0.95,
    "perturbed": 0.98,
    "derived": 0.90,
}
FALSE_ALARMS = 0.02

Sizes = dict[str, Sequence[GeneratedJudgement]]
Row = dict[str, object]


def is_right(one: GeneratedJudgement) -> bool:
    """Whether it counts for false alarms: right, in a statement that is all right."""
    return not one.wrong and not any(slot.wrong for slot in one.statement.slots)


def _share(some: Iterable[GeneratedJudgement], said: str) -> float | None:
    chosen = list(some)
    return sum(one.said == said for one in chosen) / len(chosen) if chosen else None


def _all(sizes: Sizes) -> list[GeneratedJudgement]:
    return [one for some in sizes.values() for one in some]


def caught(sizes: Sizes) -> list[Row]:
    """A row for each kind of error, those of derived numbers by formula as well."""
    rows = [_row(kind, sizes, _of_kind(kind), "flagged") for kind in KINDS]
    formulas = sorted({one.formula for one in _all(sizes) if one.wrong == "derived"})
    rows += [_row(f"– {f}", sizes, _of_formula(f), "flagged") for f in formulas]
    return [row for row in rows if row["numbers"]]


def alarms(sizes: Sizes) -> list[Row]:
    """A row for each style of right statements."""
    styles = sorted({one.statement.style for one in _all(sizes) if is_right(one)})
    rows = [_row("all", sizes, is_right, "flagged")]
    rows += [_row(style, sizes, _of_style(style), "flagged") for style in styles]
    rows.append(_row("right beside an error", sizes, _is_beside, "flagged"))
    return rows


def figures(sizes: Sizes) -> Figures:
    """What is held to a bar, over all sizes and for each."""
    found: Figures = {}
    for name, some in ({"": _all(sizes)} | {f"_{n}": list(s) for n, s in sizes.items()}).items():
        for kind in KINDS:
            share = _share(filter(_of_kind(kind), some), "flagged")
            if share is not None:
                found[f"generated_{kind}_caught{name}"] = higher(share, BARS.get(kind))
        found |= {f"{key}{name}": figure for key, figure in repaired(some).items()}
        right = [one for one in some if is_right(one)]
        found[f"generated_false_alarms{name}"] = lower(_share(right, "flagged") or 0, FALSE_ALARMS)
        found[f"generated_inconclusive_right{name}"] = lower(_share(right, "open") or 0)
    return found


def repaired(some: Iterable[GeneratedJudgement]) -> Figures:
    """How right the repairs of numbers are, and how many are given."""
    flagged = [one for one in some if one.said == "flagged" and one.formula != "name"]
    told = [repairs.Repaired(bool(one.wrong), one.right, one.offered) for one in flagged]
    return repairs.figures(told, "generated")


Choice = Callable[[GeneratedJudgement], bool]


def _of_kind(kind: str) -> Choice:
    return lambda one: one.wrong == kind


def _of_formula(formula: str) -> Choice:
    return lambda one: one.wrong == "derived" and one.formula == formula


def _of_style(style: str) -> Choice:
    return lambda one: is_right(one) and one.statement.style == style


def _is_beside(one: GeneratedJudgement) -> bool:
    return not one.wrong and not is_right(one)


def _row(name: str, sizes: Sizes, choice: Choice, said: str) -> Row:
    chosen = [one for one in _all(sizes) if choice(one)]
    return {
        "": name,
        said: _shown(_share(chosen, said)),
        **{f"{size} rows": _shown(_share(filter(choice, s), said)) for size, s in sizes.items()},
        "inconclusive": _shown(_share(chosen, "open")),
        "unread": _shown(_share(chosen, "unread")),
        "numbers": len(chosen),
    }


def _shown(share: float | None) -> str | None:
    return None if share is None else f"{share:.3f}"
