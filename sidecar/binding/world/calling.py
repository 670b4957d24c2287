"""What else a text may call a value of a column: "California" for "CA", "euros" for "EUR"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from sidecar.binding.world.kinds import code_of
from sidecar.binding.world.sections import WorldKind, section_of, without_accents


def names_of(kind: WorldKind, value: str) -> tuple[str, ...]:
    """The other names of what a value calls, its code among them; none for an unknown value.

    A name with accents is given without them as well. Each name leads back to the same thing.

    Args:
        kind: What the value is, as ``kind_of`` says of its column.
        value: A code or name.
    """
    code = code_of(kind, value, hinted=True)
    if code is None:
        return ()
    names = section_of(kind).names[code]
    plain = [without_accents(name) for name in names]
    return tuple(name for name in dict.fromkeys([*names, *plain]) if name != value)


def names_in(kinds: Sequence[WorldKind], values: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The other names that tell one value of a column from all others, with the value's place.

    Beside those of ``names_of``, the last word of a currency's name: "dollars" means USD unless
    AUD stands beside it.

    Args:
        kinds: What the values may be, as ``kinds_of`` says.
        values: The distinct values of the column.
    """
    found: defaultdict[str, dict[int, None]] = defaultdict(dict)
    for place, value in enumerate(values):
        for kind in kinds:
            names = names_of(kind, value.strip())
            coins = [name.lower().split()[-1] for name in names if " " in name]
            for name in (*names, *(coins if kind.what == "currency" else ())):
                found[name][place] = None
    for name, places in found.items():
        if len(places) == 1:
            yield next(iter(places)), name
