"""Short plain answers, each once as it is right and once for each of its numbers made wrong.

    python -m bench.analysts.plain FILE...     check files while writing them

A template is one of ``bench.analysts.template`` in which every number that claims something carries
the error that it would have. From one template come a record without errors, and one record for
each error alone. Where the error is ``sign``, the verb before it has two forms::

    Sales {either: rose | fell} by {growth(t["Q1"].sales, t["Q2"].sales) | 0.0% | up | sign}.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench.analysts.build import FOLDER, Record, records_of
from bench.analysts.template import TemplateError

PLAIN = FOLDER / "plain"

_BRACES = re.compile(r"\{([^{}]*)\}")
_EITHER = "either:"
_OTHER_WAY = {"up": "down", "down": "up"}


def build(split: str) -> list[Record]:
    """The records of one half: ``wrong`` is the place of the number made wrong, or None."""
    return [record for file in sorted((PLAIN / split).glob("*.yaml")) for record in read(file)]


def read(file: Path) -> list[Record]:
    """The records of one file.

    Raises:
        TemplateError: If a number claims something and has no error, or its gold is not sound.
    """
    return list(records_of(file, variants))


def variants(template: str) -> Iterator[tuple[Mapping[str, object], str]]:
    """What tells each version of a template from the others, and its template."""
    errors = list(_errors(template))
    yield {"wrong": None}, _only(template, None)
    for number in range(len(errors)):
        yield {"wrong": number, "error": errors[number]}, _only(template, number)


def _errors(template: str) -> Iterator[str]:
    """The kind of error of each number that claims something, in their order."""
    for content in _claims(template):
        parts = _parts(content)
        if len(parts) < 4 or not parts[3]:
            raise TemplateError(f"{{{content}}}: say how it would be wrong")
        yield parts[3].partition(":")[0].strip()


def _claims(template: str) -> Iterator[str]:
    return (m[1] for m in _BRACES.finditer(template) if _is_claim(m[1]))


def _is_claim(content: str) -> bool:
    return not content.strip().startswith(("none:", "!", _EITHER))


def _parts(content: str) -> list[str]:
    return [part.strip() for part in content.split("|")]


def _only(template: str, wrong: int | None) -> str:
    """The template with one error, or none."""
    number = -1

    def replaced(match: re.Match[str]) -> str:
        nonlocal number
        content = match[1].strip()
        if content.startswith(_EITHER):
            right, other = _parts(content.removeprefix(_EITHER))
            following = next(_claims(template[match.end() :]), "")
            turned = wrong == number + 1 and _parts(following)[3:] == ["sign"]
            return other if turned else right
        if not _is_claim(content):
            return match[0]
        number += 1
        expression, picture, options, error = (*_parts(content), "")[:4]
        if number != wrong:
            return f"{{{expression} | {picture} | {options}}}"
        if error == "sign":
            options = " ".join(_OTHER_WAY.get(option, option) for option in options.split())
        return f"{{{expression} | {picture} | {options} | {error}}}"

    return _BRACES.sub(replaced, template)


def main(argv: Sequence[str] | None = None) -> int:
    """Check files, and show their answers: right as a whole, and each wrong number."""
    parser = argparse.ArgumentParser(prog="python -m bench.analysts.plain", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="+", type=Path, help="YAML files of answers")
    bad = 0
    for file in parser.parse_args(argv).files:
        try:
            found = read(file)
        except (TemplateError, ValueError, KeyError) as problem:
            bad += 1
            print(f"{file}: {problem}", file=sys.stderr)
            continue
        for record in found:
            if record["wrong"] is None:
                print(f"\n{record['id']}: {record['narrative']}")
                continue
            (item,) = [gold for gold in record["gold"] if gold["label"] == "unsupported"]
            near = record["narrative"][max(0, item["start"] - 30) : item["end"]]
            print(f"  wrong ({record['error']}): …{near}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
