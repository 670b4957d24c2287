"""Are texts held whose figures are invented, however many of them are?

    python -m bench.invented [--tables 50] [--statements 10] [--seed 1] [--preset P] [--show]

Makes small tables, plain statements about their cells (row, column and unit named), and for each
table one text for every number of invented figures, from none to all. A private server judges them
with the settings that ship. A text with an invented figure that is released is an error of the
verifier, and so is a right one that is held; either makes the command fail.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from verifyd import Action, Client, QueryResult, Report

from bench.generated.labels import labels
from bench.generated.tables import domains
from bench.scoring import table as as_table
from sidecar.binding.settings import BindingSettings

_ROWS, _COLUMNS = (4, 8), (2, 4)
_NEAR = 0.02
"""How near an invented figure may be to a cell, as a share of it: nearer it may be no invention."""
_TRIES = 1000
_COUNTED = (
    "{row} has {value} {noun}.",
    "{At} {row} there are {value} {noun}.",
    "{At} {row}, the number of {noun} is {value}.",
    "{row} reports {value} {noun}.",
    "We counted {value} {noun} {at} {row}.",
)
_MEASURED = (
    "{row} has {a} {noun} of {value}.",
    "The {noun} {at} {row} is {value}.",
    "{At} {row}, the {noun} came to {value}.",
    "{Noun} {at} {row} stands at {value}.",
    "{row}'s {noun} is {value}.",
)


class Cell(NamedTuple):
    """A cell, and how it is told.

    Attributes:
        sentence: A sentence with a place for ``value``.
        unit: How a value is written with its unit: "{} km".
        value: What the cell has.
        places: Decimals.
    """

    sentence: str
    unit: str
    value: float
    places: int

    def written(self, value: float) -> str:
        """The digits of a value."""
        return f"{value:,.{self.places}f}"

    def told(self, value: float) -> str:
        """The sentence with a value."""
        return self.sentence.replace("{value}", self.unit.format(self.written(value)))


class InventedScene(NamedTuple):
    """A table, plain statements about its cells, and another figure for each.

    Attributes:
        rows: The table.
        cells: What is stated, in order.
        invented: Of each statement, a figure that no cell has.
        order: In which they are invented.
    """

    rows: Sequence[Mapping[str, object]]
    cells: Sequence[Cell]
    invented: Sequence[float]
    order: Sequence[int]

    def text(self, count: int) -> str:
        """All statements, so many of them with an invented figure."""
        told = zip(self.cells, self._values(count), strict=True)
        return " ".join(cell.told(value) for cell, value in told)

    def spans(self, count: int) -> Iterator[tuple[int, int]]:
        """Where the figures of that text stand, in code points."""
        offset = 0
        for cell, value in zip(self.cells, self._values(count), strict=True):
            start = offset + cell.sentence.index("{value}") + cell.unit.index("{}")
            yield start, start + len(cell.written(value))
            offset += len(cell.told(value)) + 1

    def _values(self, count: int) -> list[float]:
        wrong = {*self.order[:count]}
        return [self.invented[at] if at in wrong else c.value for at, c in enumerate(self.cells)]


class InventedJudgement(NamedTuple):
    """A text, and what was said of it."""

    text: str
    invented: int
    report: Report

    @property
    def is_mistaken(self) -> bool:
        """Whether a right text was held, or another one released."""
        return (self.report.action is Action.HOLD) is not bool(self.invented)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.invented", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--tables", type=int, default=50, metavar="N")
    parser.add_argument("--statements", type=int, default=10, metavar="N", help="in each text")
    parser.add_argument("--seed", type=int, default=1, help="which set (default 1)")
    parser.add_argument("--preset", default=BindingSettings().preset)
    parser.add_argument("--show", action="store_true", help="print the texts judged wrongly")
    options = parser.parse_args(argv)
    settings = {"numeric": {"binding": {"preset": options.preset}}}
    with Client.local(settings=settings, timeout=60) as client:
        made = scenes(options.tables, options.statements, options.seed)
        found = [one for scene in made for one in judge(client, scene)]
    mistaken = [one for one in found if one.is_mistaken]
    if options.show:
        for one in mistaken:
            print(f"\n{one.invented} invented: {one.text}")
            print(
                *(
                    f"  {f.severity.name} {f.code} {f.confidence} {f.text!r}"
                    for f in one.report.findings
                ),
                sep="\n",
            )
    print(as_table(rows(found)))
    return 1 if mistaken else 0


def scenes(count: int, statements: int, seed: int) -> Iterator[InventedScene]:
    """So many tables with statements; another seed makes others."""
    random = Random(f"invented/{seed}")
    chosen: list[Any] = []
    while len(chosen) < count:
        chosen += random.sample(domains(), len(domains()))
    return (_scene(domain, statements, random) for domain in chosen[:count])


def judge(
    client: Client, scene: InventedScene, counts: Sequence[int] | None = None
) -> Iterator[InventedJudgement]:
    """What a server says of the texts of a scene, by default for every number of inventions."""
    handle = client.put(result(scene))
    for count in range(len(scene.cells) + 1) if counts is None else counts:
        text = scene.text(count)
        yield InventedJudgement(text, count, client.verify(text, handles=[handle]))


def result(scene: InventedScene) -> QueryResult:
    """The table of a scene."""
    return QueryResult("table", scene.rows)


def rows(found: Sequence[InventedJudgement]) -> list[dict[str, object]]:
    """How many texts were released, by the number of invented figures."""
    counts = sorted({one.invented for one in found})
    groups = {count: [one for one in found if one.invented == count] for count in counts}
    return [
        {
            "invented": count,
            "texts": len(group),
            "released": sum(one.report.action is not Action.HOLD for one in group),
        }
        for count, group in groups.items()
    ]


def _scene(domain: Any, statements: int, random: Random) -> InventedScene:
    measures = [one for one in domain["measures"] if not {"change", "gain", "signed"} & {*one}]
    measures = random.sample(measures, min(len(measures), random.randint(*_COLUMNS)))
    fewest = -(-statements // len(measures))
    names = labels(domain["labels"], max(fewest, random.randint(*_ROWS)), random)
    ways = [_way(measure) for measure in measures]
    values = [_values(way, len(names), random) for way in ways]
    header = [domain["one"].split()[-1], *(way.header for way in ways)]
    rows_ = [[row, *(column[at] for column in values)] for at, row in enumerate(names)]
    told = _places(len(names), len(ways), statements, random)
    cells = [_cell(names[row], ways[at], values[at][row], domain, random) for row, at in told]
    taken = [value for column in values for value in column]
    invented = [_invented(cell, taken, random) for cell in cells]
    order = random.sample(range(statements), statements)
    return InventedScene(
        [dict(zip(header, row, strict=True)) for row in rows_], cells, invented, order
    )


def _places(rows: int, columns: int, count: int, random: Random) -> list[tuple[int, int]]:
    """So many cells, in the order of the table or in none."""
    told = random.sample(list(product(range(rows), range(columns))), count)
    return sorted(told) if random.random() < 0.5 else told


class _Way(NamedTuple):
    noun: str
    counts: bool
    header: str
    unit: str
    typical: float
    places: int


def _way(measure: Any) -> _Way:
    """How a measure is called, and its values written."""
    typical = float(measure["typical"])
    if "count" in measure:
        noun = measure["count"]
        return _Way(noun, True, noun.replace(" ", "_"), "{}", max(typical, 20.0), 0)
    if "percent" in measure:
        noun = measure["percent"]
        return _Way(noun, False, f"{noun.replace(' ', '_')}_pct", "{}%", typical, 1)
    if "money" in measure:
        noun = measure["money"]
        return _Way(noun, False, f"{noun.replace(' ', '_')}_usd", "${}", typical, 0)
    noun, unit = measure["noun"], measure["in"]
    return _Way(noun, False, f"{noun} ({unit})", f"{{}} {unit}", typical, int(typical < 100))


def _values(way: _Way, count: int, random: Random) -> list[float]:
    """Values of a measure, all of them different."""
    found: list[float] = []
    while len(found) < count:
        low, high = 0.5 * way.typical, 1.7 * way.typical
        if way.unit == "{}%":
            high = min(high, 99.0)
        value = round(random.uniform(low, high), way.places)
        if value not in found:
            found.append(value)
    return found


def _cell(row: str, way: _Way, value: float, domain: Any, random: Random) -> Cell:
    sentence = random.choice(_COUNTED if way.counts else _MEASURED)
    at, noun = domain["at"], way.noun
    article = "an" if noun[0] in "aeiou" else "a"
    told = {"row": row, "a": article, "noun": noun, "Noun": noun[0].upper() + noun[1:], "at": at}
    filled = sentence.format(**told, At=at.capitalize(), value="{value}")
    return Cell(filled[0].upper() + filled[1:], way.unit, value, way.places)


def _invented(cell: Cell, taken: Sequence[float], random: Random) -> float:
    """A figure of the same size that is no cell's, nor near one."""
    for _ in range(_TRIES):
        value = round(cell.value * random.uniform(0.3, 3.0), cell.places)
        far = all(abs(value - one) > max(_NEAR * abs(one), 2 * 10.0**-cell.places) for one in taken)
        if far and (value < 100 or cell.unit != "{}%"):
            return value
    raise ValueError(f"no figure is left beside {cell}")


if __name__ == "__main__":
    sys.exit(main())
