"""Audit files with checkpoints, drawn at random, and what can be done to them."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench.audit_files import Book, fields, parsed, rewritten, untold, written

_NAMES = ("acme", "bücher & söhne", 'a "b" \\ c', "\U0001f600\x7f\n", "t" * 90, "0")
_STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(32))


@dataclass(frozen=True)
class DrawnLog:
    """A file with checkpoints, as it is or damaged.

    Attributes:
        kind: What was done to it.
        lines: The audit file's, each with its newline, but where that was cut.
        marks: The checkpoints' lines.
    """

    kind: str
    lines: Sequence[bytes]
    marks: Sequence[bytes]

    @property
    def said(self) -> dict[str, list[bytes]]:
        """The records of each tenant: what no order among tenants changes."""
        found = defaultdict(list)
        for line in self.lines:
            found[str(parsed(line)["tenant"])].append(line)
        return dict(found)


def whole(source: random.Random) -> DrawnLog:
    """A file that is whole, with checkpoints up to its end."""
    made, marks = Book(), []
    tenants = source.sample(_NAMES, source.randint(1, 5))
    for number in range(source.randint(6, 40)):
        tenant = source.choice(tenants)
        kind = source.choice(["settlement", "settlement", "reversal"])
        total = f"{source.randint(0, 10**6)}.{source.randint(0, 99):02}"
        made.add(tenant, fields(number, kind=kind, total=total))
        if source.random() < 0.1:
            marks.append(made.checkpoint(tenant))
    marks += [made.checkpoint(tenant) for tenant in made.counts]
    return DrawnLog("untouched", made.lines, marks)


def damaged(seed: int, count: int) -> Iterator[DrawnLog]:
    """Damaged files, of all kinds in turns; none says the same as the one that it was made of."""
    source = random.Random(seed)
    kinds = [*_DAMAGES.items()]
    before = whole(source)
    number = 0
    while number < count:
        if number % 50 == 0:
            before = whole(source)
        kind, change = kinds[number % len(kinds)]
        made, marks = change(source, [*before.lines], [*before.marks])
        after = DrawnLog(kind, made, marks)
        if _differ(before, after):
            number += 1
            yield after


def _differ(before: DrawnLog, after: DrawnLog) -> bool:
    if (after.lines, after.marks) == (before.lines, before.marks):
        return False
    if after.kind in {"swapped", "moved"}:
        return before.said != after.said
    return True


_Lines = list[bytes]
_Change = Callable[[random.Random, _Lines, _Lines], tuple[_Lines, _Lines]]


def _records(change: Callable[[random.Random, _Lines], _Lines]) -> _Change:
    """A change of the records alone."""
    return lambda source, made, marks: (change(source, made), marks)


def _marks(change: Callable[[random.Random, _Lines], _Lines]) -> _Change:
    """A change of the checkpoints alone."""
    return lambda source, made, marks: (made, change(source, marks))


def _some(source: random.Random, made: _Lines) -> int:
    return source.randrange(len(made))


def _bit(source: random.Random, made: _Lines) -> _Lines:
    place = _some(source, made)
    line = bytearray(made[place])
    line[source.randrange(len(line))] ^= 1 << source.randrange(8)
    return [*made[:place], bytes(line), *made[place + 1 :]]


def _value(source: random.Random, made: _Lines) -> _Lines:
    """A value is another one, of the same kind, and the line is still canonical JSON."""
    place = _some(source, made)
    said = parsed(made[place])
    key = source.choice([key for key in said if said[key] != ""])
    said[key] = _other(source, said[key])
    line = written(said)
    return [*made[:place], line, *made[place + 1 :]]


def _other(source: random.Random, value: object) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + source.choice([-1, 1, 10])
    text = str(value)
    at = source.randrange(len(text))
    digits = "0123456789abcdef" if len(text) == 64 else "0123456789"
    return text[:at] + source.choice(digits) + text[at + 1 :]


def _field_gone(source: random.Random, made: _Lines) -> _Lines:
    place = _some(source, made)
    said = parsed(made[place])
    said.pop(source.choice([*said]))
    line = written(said)
    return [*made[:place], line, *made[place + 1 :]]


def _deleted(source: random.Random, made: _Lines) -> _Lines:
    first = _some(source, made)
    return made[:first] + made[first + source.randint(1, 3) :]


def _tenant_gone(source: random.Random, made: _Lines) -> _Lines:
    gone = parsed(source.choice(made))["tenant"]
    return [line for line in made if parsed(line)["tenant"] != gone]


def _swapped(source: random.Random, made: _Lines) -> _Lines:
    one, other = _some(source, made), _some(source, made)
    made[one], made[other] = made[other], made[one]
    return made


def _moved(source: random.Random, made: _Lines) -> _Lines:
    line = made.pop(_some(source, made))
    made.insert(source.randint(0, len(made)), line)
    return made


def _doubled(source: random.Random, made: _Lines) -> _Lines:
    made.insert(source.randint(0, len(made)), source.choice(made))
    return made


def _cut_at_line(source: random.Random, made: _Lines) -> _Lines:
    return made[: _some(source, made)]


def _cut_inside(source: random.Random, made: _Lines) -> _Lines:
    data = b"".join(made)
    return data[: source.randrange(len(data))].splitlines(keepends=True)


def _forged(source: random.Random, made: _Lines) -> _Lines:
    """A record says something else, and every digest after it was made anew."""
    place = _some(source, made)
    said = parsed(made[place])
    key = source.choice(["id", "key", "total", "success", "agent_id", "body_digest"])
    said[key] = _other(source, said[key])
    made[place] = json.dumps(said).encode()
    return rewritten(made)


def _forged_one(source: random.Random, made: _Lines) -> _Lines:
    """A record says something else, and has the digest that belongs to that."""
    place = _some(source, made)
    changed = [*made[: place + 1]]
    said = parsed(changed[place])
    said["total"] = _other(source, said["total"])
    changed[place] = json.dumps(said).encode()
    return rewritten(changed)[: place + 1] + made[place + 1 :]


def _dropped(source: random.Random, made: _Lines) -> _Lines:
    """A record is gone, and all after it were made to fit."""
    made.pop(_some(source, made))
    return rewritten(made)


def _inserted(source: random.Random, made: _Lines) -> _Lines:
    """A record that never was, and all after it made to fit."""
    place = _some(source, made)
    said = {**parsed(made[place]), "id": "never", "total": "1000000"}
    made.insert(place, json.dumps(said).encode())
    return rewritten(made)


def _appended_anew(source: random.Random, made: _Lines) -> _Lines:
    """The tail is cut, and others are appended instead, at least as many."""
    kept = _some(source, made)
    told = [json.dumps({**parsed(line), "id": "other"}).encode() for line in made[kept:]]
    more = told[-1:] * source.randint(0, 2)
    return rewritten([*made[:kept], *told, *more])


def _mark_value(source: random.Random, marks: _Lines) -> _Lines:
    place = _some(source, marks)
    said = parsed(marks[place])
    key = source.choice([*said])
    said[key] = _other(source, said[key])
    marks[place] = written(said)
    return marks


def _mark_unsigned(source: random.Random, marks: _Lines) -> _Lines:
    place = _some(source, marks)
    said = parsed(marks[place])
    del said["signature"]
    marks[place] = written(said)
    return marks


def _mark_cut(source: random.Random, marks: _Lines) -> _Lines:
    return [*marks[:-1], marks[-1][: source.randrange(1, len(marks[-1]))]]


def _forged_with_mark(source: random.Random, made: _Lines, marks: _Lines) -> tuple[_Lines, _Lines]:
    """A chain made anew, and checkpoints for it by a key of the forger's own."""
    now = Book()
    for line in _forged(source, made):
        said = parsed(line)
        now.add(str(said["tenant"]), untold(said))
    forged = [now.checkpoint(tenant, _STRANGER) for tenant in now.counts]
    if source.random() < 0.5:  # under the name of the right key
        right = str(parsed(marks[0])["key"]).encode()
        wrong = str(parsed(forged[0])["key"]).encode()
        forged = [line.replace(wrong, right) for line in forged]
    return now.lines, forged


_DAMAGES: dict[str, _Change] = {
    "bit flipped": _records(_bit),
    "value changed": _records(_value),
    "field gone": _records(_field_gone),
    "deleted": _records(_deleted),
    "tenant gone": _records(_tenant_gone),
    "swapped": _records(_swapped),
    "moved": _records(_moved),
    "doubled": _records(_doubled),
    "cut at a line": _records(_cut_at_line),
    "cut inside": _records(_cut_inside),
    "forged": _records(_forged),
    "forged alone": _records(_forged_one),
    "dropped anew": _records(_dropped),
    "inserted anew": _records(_inserted),
    "appended anew": _records(_appended_anew),
    "checkpoint bit": _marks(_bit),
    "checkpoint value": _marks(_mark_value),
    "checkpoint unsigned": _marks(_mark_unsigned),
    "checkpoint cut": _marks(_mark_cut),
    "checkpoints forged": _forged_with_mark,
}
