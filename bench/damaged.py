"""Does a repair ever change or lose a value? Responses are damaged, and what is read is compared.

    python -m bench.damaged [--count N] [--seed N]

Every response is written with its values and names listed to the letter beside it, and damaged
in one of the ways below. What comes out of the repair must have the same list; of a response that
was cut off, the beginning of it; and where a value itself was spoiled, nothing may come out. The
command prints for each kind of damage how many were read, and fails where a value differs.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sidecar.structure.reading import read_json
from sidecar.structure.strict import TooDeep, UnrepairableJson

Letters = list[str]
"""Names and strings as what they say behind a quotation mark, other values as they are written."""

_TEXTS = ("a", "", "North", "two words", "it's", 'say "x"', "é 😀", "x: 1, y", "[1] {b}", "1 000",
          "true", "a\\b", "line\nbreak  ", "//", "null", "−5", "# no", "5 %")  # fmt: skip
_NUMBERS = ("0", "-1", "12", "2.50", "1E5", "-0.0", "1e-7", "123456789012345678901234567890",
            "0.1000000000000000055511151231257827", "1200000", "3.0e+2")  # fmt: skip
_SPOILED = ("{0} 000", "{0} million", "{0}%", "−{0}", "({0})", "<{0}", "{0}'000", "{0}:30", "{0}^6",
            "0{0}", "+{0}", "{0}.", "NaN", "${0}", "~{0}", "{0},000", "{0}_000", "{0} USD",
            "about {0}", "{0}/4", "{0} - 2", "Infinity", "yes")  # fmt: skip
_BEFORE = ("Sure: ", "See [1]. ", "```json\n", "Here (see {config}) it is:\n", "As [2, 3] say, ",
           "\ufeff", "{{draft}} of the answer\n", "The [x] of data[0] is\n")  # fmt: skip
_AFTER = ("", "\n```", "\nIs there more?", " (see [4])", "\n\nSources: [1] Alpha {2024}")
_ODD = ("'", '"', "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "5", "-", ".", "%", "x", "NaN ",
        "//", "/*", "*/", "“", "null", "\t", "e", "True", '""', "1 ")  # fmt: skip


class DamagedCase(NamedTuple):
    """A damaged response.

    Attributes:
        kind: The damage.
        text: The response.
        letters: What stands in it.
        cut: Whether only the beginning of that can be expected.
        spoiled: Whether a value of it is not JSON, so that nothing can be.
    """

    kind: str
    text: str
    letters: Letters
    cut: bool = False
    spoiled: bool = False


class _Piece(NamedTuple):
    """A piece of a response: punctuation, space, or a name or value with its letters."""

    text: str
    letters: str | None = None
    name: bool = False


def responses(seed: int) -> Iterator[DamagedCase]:
    """Damaged responses without end; the same seed gives the same."""
    source = random.Random(seed)
    while True:
        pieces = list(_written(source, _top(source)))
        kind = source.choice(tuple(_DAMAGES))
        case = _DAMAGES[kind](source, pieces)
        if case is not None and case.text != _joined(pieces).text:
            yield case._replace(kind=kind)


def repaired(text: str) -> str | None:
    """What is read of a response; None where it is refused."""
    try:
        return read_json(text, 100, repair=True).text
    except (UnrepairableJson, TooDeep):
        return None


def differs(case: DamagedCase, made: str) -> str:
    """How the values of what was read differ from those that were written; "" where none does."""
    if case.spoiled:
        return "a spoiled value was read"
    found = letters_of(made)
    if found == (case.letters[: len(found)] if case.cut else case.letters):
        return ""
    lost = Counter(case.letters) - Counter(found)
    new = Counter(found) - Counter(case.letters)
    return f"lost {list(lost)}, new {list(new)}" if lost or new else "another order"


def letters_of(text: str) -> Letters:
    """The names and values of JSON to the letter, by the standard reader."""

    class Pairs(list[tuple[str, Any]]):
        """An object with all its members."""

    class Raw(str):
        """A number or constant."""

    def flat(value: Any) -> Iterator[str]:
        if isinstance(value, Pairs):
            for name, below in value:
                yield f'"{name}'
                yield from flat(below)
        elif isinstance(value, list):
            for below in value:
                yield from flat(below)
        elif isinstance(value, Raw):
            yield str(value)
        else:
            yield f'"{value}' if isinstance(value, str) else json.dumps(value)

    made = json.loads(text, object_pairs_hook=Pairs, parse_int=Raw, parse_float=Raw)
    return list(flat(made))


# responses


def _top(source: random.Random) -> Any:
    made = _value(source, 3)
    return made if isinstance(made, dict | list) and made else {"n": _value(source, 1)}


def _value(source: random.Random, depth: int) -> Any:
    draw = source.random()
    if depth and draw < 0.35:
        return {source.choice("abcdefgh"): _value(source, depth - 1) for _ in range(3)}
    if depth and draw < 0.5:
        return [_value(source, depth - 1) for _ in range(source.randrange(4))]
    if draw < 0.75:
        return ("number", source.choice(_NUMBERS))
    return source.choice((*_TEXTS, True, False, None))


def _written(source: random.Random, value: Any) -> Iterator[_Piece]:
    """A value as JSON in pieces."""
    gap = source.choice((" ", "\n  "))

    def pieces(value: Any) -> Iterator[_Piece]:
        if isinstance(value, dict | list):
            yield _Piece("[" if isinstance(value, list) else "{")
            for at, key in enumerate(value):
                if at:
                    yield from (_Piece(","), _Piece(gap))
                if isinstance(value, dict):
                    yield _Piece(json.dumps(key), f'"{key}', name=True)
                    yield from (_Piece(":"), _Piece(" "))
                yield from pieces(value[key] if isinstance(value, dict) else key)
            yield _Piece("]" if isinstance(value, list) else "}")
        elif isinstance(value, tuple):
            yield _Piece(value[1], value[1])
        else:
            written = json.dumps(value, ensure_ascii=source.random() < 0.3)
            yield _Piece(written, f'"{value}' if isinstance(value, str) else written)

    return pieces(value)


# damages


def _joined(pieces: Sequence[_Piece]) -> DamagedCase:
    letters = [piece.letters for piece in pieces if piece.letters is not None]
    return DamagedCase("", "".join(piece.text for piece in pieces), letters)


def _some(source: random.Random, pieces: Sequence[_Piece], *texts: str) -> int | None:
    """The place of one of some punctuation marks."""
    places = [at for at, piece in enumerate(pieces) if piece.text in texts]
    return source.choice(places) if places else None


def _around(source: random.Random, pieces: list[_Piece]) -> DamagedCase:
    case = _joined(pieces)
    return case._replace(text=source.choice(_BEFORE) + case.text + source.choice(_AFTER))


def _without(*marks: str) -> Callable[[random.Random, list[_Piece]], DamagedCase | None]:
    def damage(source: random.Random, pieces: list[_Piece]) -> DamagedCase | None:
        at = _some(source, pieces, *marks)
        return None if at is None else _joined([*pieces[:at], *pieces[at + 1 :]])

    return damage


def _comma_too_many(source: random.Random, pieces: list[_Piece]) -> DamagedCase | None:
    at = _some(source, pieces, "]", "}")
    if at is None or pieces[at - 1].text in ("[", "{"):
        return None
    return _joined([*pieces[:at], _Piece(","), *pieces[at:]])


def _closer_too_many(source: random.Random, pieces: list[_Piece]) -> DamagedCase:
    return _joined([*pieces, _Piece(source.choice("]}"))])


def _requoted(left: str, right: str) -> Callable[[random.Random, list[_Piece]], DamagedCase]:
    def damage(_: random.Random, pieces: list[_Piece]) -> DamagedCase:
        made = []
        for piece in pieces:
            text = piece.text
            if text.startswith('"'):
                inner = text[1:-1].replace('\\"', '"')
                inner = inner.replace("'", "\\'") if left == "'" else inner
                text = left + inner + right
            made.append(piece._replace(text=text))
        return _joined(made)

    return damage


def _python(_: random.Random, pieces: list[_Piece]) -> DamagedCase:
    words = {"true": "True", "false": "False", "null": "None"}
    return _joined([piece._replace(text=words.get(piece.text, piece.text)) for piece in pieces])


def _bare_names(_: random.Random, pieces: list[_Piece]) -> DamagedCase:
    return _joined([p._replace(text=p.text.strip('"')) if p.name else p for p in pieces])


def _commented(source: random.Random, pieces: list[_Piece]) -> DamagedCase | None:
    at = _some(source, pieces, ",", "{", "[", " ")
    said = source.choice((" /* one, 2 */", " // note: 5 {\n", "/**/"))
    return None if at is None else _joined([*pieces[: at + 1], _Piece(said), *pieces[at + 1 :]])


def _odd_spaces(source: random.Random, pieces: list[_Piece]) -> DamagedCase:
    odd = source.choice("\u00a0\u202f\u3000\u200b\u2028\x0b")
    return _joined([piece._replace(text=odd) if piece.text == " " else piece for piece in pieces])


def _raw_breaks(_: random.Random, pieces: list[_Piece]) -> DamagedCase:
    return _joined([piece._replace(text=piece.text.replace("\\n", "\n")) for piece in pieces])


def _quotes_inside(source: random.Random, pieces: list[_Piece]) -> DamagedCase:
    return _joined([piece._replace(text=piece.text.replace('\\"', '"')) for piece in pieces])


def _cut(source: random.Random, pieces: list[_Piece]) -> DamagedCase:
    case = _joined(pieces)
    return case._replace(text=case.text[: source.randint(1, len(case.text) - 1)], cut=True)


def _spoiled(source: random.Random, pieces: list[_Piece]) -> DamagedCase | None:
    places = [at for at, p in enumerate(pieces) if p.letters and p.letters[0] in "-0123456789"]
    if not places:
        return None
    at = source.choice(places)
    text = source.choice(_SPOILED).format(pieces[at].text)
    made = [*pieces[:at], _Piece(text, ""), *pieces[at + 1 :]]
    if source.random() < 0.5:
        made = [*made[:-1], _Piece(","), made[-1]]
    return _joined(made)._replace(spoiled=True)


_LEXED = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|“[^”]*”)|//[^\n]*\n|/\*.*?\*/|([^\s{}\[\],:"'“”]+)|(.)""",
    re.DOTALL,
)


def _at_random(source: random.Random, pieces: list[_Piece]) -> DamagedCase:
    """Some characters changed anywhere: what is read must have what stands there afterwards."""
    text = _joined(pieces).text
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(text) + 1)
        odd = source.choice(_ODD)
        gone = source.choice((0, 0, 1, 1, 3))
        text = text[:at] + (odd if source.random() < 0.6 else "") + text[at + gone :]
    return DamagedCase("", text, _lexed(text))


def _lexed(text: str) -> Letters:
    """The names and values of a text by a plain expression."""
    words = {"True": "true", "False": "false", "None": "null"}
    found = []
    for each in _LEXED.finditer(text):
        quoted, word = each[1], each[2]
        if quoted:
            found.append(f'"{_said(quoted[1:-1])}')
        elif word and any(map(str.isalnum, word)):
            names = (
                re.match(r"\s*:", text[each.end() :]) and word[0].isalpha() and word not in words
            )
            found.append(f'"{word}' if names else words.get(word, word))
    return found


def _said(inner: str) -> str:
    meant = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}

    def said(each: re.Match[str]) -> str:
        return chr(int(each[1], 16)) if each[1] else meant.get(each[2], each[2])

    inner = re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))", said, inner, flags=re.DOTALL)
    return inner.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


_DAMAGES: dict[str, Callable[[random.Random, list[_Piece]], DamagedCase | None]] = {
    "words around": _around,
    "comma too many": _comma_too_many,
    "comma missing": _without(","),
    "colon missing": _without(":"),
    "closing bracket missing": _without("]", "}"),
    "closing bracket too many": _closer_too_many,
    "single quotes": _requoted("'", "'"),
    "curly quotes": _requoted("“", "”"),
    "constants of Python": _python,
    "names without quotes": _bare_names,
    "comments": _commented,
    "spaces of other kinds": _odd_spaces,
    "line breaks in strings": _raw_breaks,
    "quotes in strings": _quotes_inside,
    "cut off": _cut,
    "value spoiled": _spoiled,
    "any characters": _at_random,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.damaged", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--count", type=int, default=100_000, help="how many (default: 100000)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    seen, kept, wrong = Counter[str](), Counter[str](), list[str]()
    for case in islice(responses(args.seed), args.count):
        seen[case.kind] += 1
        made = repaired(case.text)
        if made is None:
            continue
        kept[case.kind] += 1
        how = differs(case, made)
        if how:
            wrong.append(f"{case.kind}: {case.text!r} -> {made!r}: {how}")
    for kind in _DAMAGES:
        share = kept[kind] / seen[kind] if seen[kind] else 0
        print(f"{kind:25} {seen[kind]:6} damaged, {share:6.1%} read")
    print("\n".join(wrong[:20]))
    print(f"{args.count} responses, {sum(kept.values())} read, {len(wrong)} with another value")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
