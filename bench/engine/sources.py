"""Texts with numbers whose meaning is known, or at least whether they are right.

The corpus, the templates of yardsticks and FeTaQA tell what each number means; other files of
records only tell which numbers are right.
"""

from __future__ import annotations

import json
import random
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from bench import records, yaml_file
from bench.analysts.tables import AnalystTable, parse
from bench.analysts.template import TemplateError, render
from bench.corpus import check, marks, spoil
from bench.engine.gold import Meaning, formulas_of, meaning

_BRACES = re.compile(r"\{([^{}]*)\}")
_EITHER = "either:"
_SOURCES = 20  # of a file of records


class SourceStatement(NamedTuple):
    """A number of a text.

    Attributes:
        start, end: Where it stands, in code points.
        text: As it is written.
        expression: What it means.
        meaning: The same, as far as the engine could find it.
        claims: Whether it claims something about the data.
        wrong: The same number made wrong, as it is written; empty where there is none.
        label: Whether it is right, where that is all that is known.
    """

    start: int
    end: int
    text: str
    expression: str
    meaning: Meaning | None
    claims: bool
    wrong: str = ""
    label: bool | None = None


class Story(NamedTuple):
    """A text and its numbers."""

    text: str
    numbers: Sequence[SourceStatement]


class TrainingSource(NamedTuple):
    """Query results and the texts about them."""

    name: str
    records: Sequence[tuple[Mapping[str, Any], Sequence[Story]]]


def half_of(name: str) -> int:
    """The half, 0 or 1, that a source is in: weights of one half are measured on the other."""
    return zlib.crc32(name.encode()) % 2


def sources(file: Path) -> Iterator[TrainingSource]:
    """What a file holds."""
    if file.name.startswith("fetaqa"):
        yield from _cells(file)
    elif ".jsonl" in file.suffixes:
        yield from _of_labels(file)
    elif "corpus" in file.parts:
        yield _of_corpus(file)
    else:
        yield _of_templates(file)


def _of_corpus(file: Path) -> TrainingSource:
    case = check.read(file)
    stories = []
    for place, answer in enumerate(case.answers, 1):
        rng = random.Random(f"{case.name}-{place}")
        said = [_marked(number, case.tables, rng) for number in answer.numbers]
        stories.append(Story(answer.text, said))
    return TrainingSource(case.name, [({"query_results": case.results}, stories)])


def _marked(
    number: marks.Marked, tables: Mapping[str, AnalystTable], rng: random.Random
) -> SourceStatement:
    claims = number.expression != marks.NO_CLAIM
    spoilt = spoil.spoil(number, tables, rng)
    return SourceStatement(
        number.start, number.end, number.text, number.expression,
        meaning(number.expression, tables) if claims else None, claims,
        spoilt.text if spoilt else "",
    )  # fmt: skip


def _of_templates(file: Path) -> TrainingSource:
    loaded = yaml_file.read(file)
    results, tables, about = [], {}, {}
    for name, table in loaded["tables"].items():
        columns, rows = parse(table["rows"])
        tables[name] = AnalystTable(columns, rows)
        head = {key: table[key] for key in ("query_id", "title", "family") if key in table}
        results.append({**head, "columns": columns, "rows": rows})
        if "about" in table:
            about[table["query_id"]] = table["about"]
    stories = []
    for each in loaded["narratives"]:
        with suppress(TemplateError):  # some hold with their errors alone
            stories.append(_rendered(each["text"].strip(), tables))
    record = {"query_results": results, "columns_meta": about}
    return TrainingSource(file.stem, [(record, stories)])


def _rendered(template: str, tables: Mapping[str, AnalystTable]) -> Story:
    """A template without its errors, and what its numbers mean."""
    found = list(_BRACES.finditer(template))
    names = [at for at, match in enumerate(found) if match[1].strip().startswith("!")]
    has_forms = _EITHER in template  # of verbs, of which the right one is taken
    right = _BRACES.sub(lambda match: _right(match[1], keeps_sign=not has_forms), template)
    text, gold = render(right, tables)
    scored = [g for g in gold if g["kind"] == "number" and g["scored"]]
    contents = [m[1].strip() for m in found if not m[1].strip().startswith(("!", _EITHER))]
    said = []
    for content, item in zip(contents, scored, strict=not names):
        said.append(_templated(content, item, tables))
    return Story(text, said)


def _right(content: str, *, keeps_sign: bool) -> str:
    """A pair of braces without the error."""
    stripped = content.strip()
    if stripped.startswith(_EITHER):
        return stripped.removeprefix(_EITHER).partition("|")[0].strip()
    if stripped.startswith("!"):
        return stripped[1:]
    parts = stripped.split("|")
    is_sign = [part.strip() for part in parts[3:]] == ["sign"]  # the number itself is right
    return "{" + "|".join(parts[: 4 if is_sign and keeps_sign else 3]) + "}"


def _templated(
    content: str, item: Mapping[str, Any], tables: Mapping[str, AnalystTable]
) -> SourceStatement:
    place = int(item["start"]), int(item["end"]), str(item["text"])
    if content.startswith("none:"):
        return SourceStatement(
            item["start"], item["end"], str(item["text"]), marks.NO_CLAIM, None, claims=False
        )
    expression, _, options, error = ([p.strip() for p in content.split("|")] + [""] * 4)[:4]
    if error == "name":
        return SourceStatement(*place, expression, None, claims=True)
    factor = Fraction(1)
    for option in options.split():
        if option[0] in "*/":
            by = Fraction(option[1:])
            factor = by if option[0] == "*" else 1 / by
    told = meaning(expression, tables, float(factor))
    return SourceStatement(*place, expression, told, claims=True)


def named(records_of: str, record: Mapping[str, Any]) -> str:
    """The source that a record of a file belongs to: those about the same data are in one."""
    data = json.dumps(record["query_results"]).encode()
    return f"{records_of}/{zlib.crc32(data) % _SOURCES}"


def _of_labels(file: Path) -> Iterator[TrainingSource]:
    """Texts whose numbers are labelled right or wrong."""
    shared = records.metadata(file)
    made = []
    for record in records.read(file):
        about = {**shared, **record.get("columns_meta", {})}
        said = [_labelled(g) for g in record["gold"] if g["kind"] == "number" and g.get("scored")]
        made.append(({**record, "columns_meta": about}, [Story(record["narrative"], said)]))
    yield from _grouped(file, made)


def _grouped(
    file: Path, made: Sequence[tuple[Mapping[str, Any], Sequence[Story]]]
) -> Iterator[TrainingSource]:
    groups: dict[str, list[tuple[Mapping[str, Any], Sequence[Story]]]] = {}
    for each in made:
        groups.setdefault(named(file.name.partition(".")[0], each[0]), []).append(each)
    for name, some in groups.items():
        yield TrainingSource(name, some)


def _labelled(item: Mapping[str, Any]) -> SourceStatement:
    is_right = item["label"] == "supported"
    return SourceStatement(
        item["start"], item["end"], str(item["text"]), "", None, claims=True, label=is_right
    )


def _cells(file: Path) -> Iterator[TrainingSource]:
    """Sentences whose numbers are cells of known places."""
    made = []
    for record in records.read(file):
        if record["channel"] == "right":
            said = [_cell(g, record) for g in record["gold"] if g["kind"] == "number"]
            made.append((record, [Story(record["narrative"], said)]))
    yield from _grouped(file, made)


def _cell(item: Mapping[str, Any], record: Mapping[str, Any]) -> SourceStatement:
    known = item.get("scored") and item.get("how") == "cell" and "row" in item
    told = None
    if known:
        row = int(item["row"])
        told = Meaning(
            "cell", formulas_of("cell"), float(item["value"]), 0, frozenset([row]), single=True
        )
    return SourceStatement(item["start"], item["end"], str(item["text"]), "cell", told, claims=True)
