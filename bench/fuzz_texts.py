"""Hostile narratives: random, mutated and naughty. The same seed gives the same texts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

_SENTENCES = (
    "Per LMIS: construction employs 1,234 people, up 15 % (QID:lmis_001).",
    "Revenue rose from $1.2M to QAR 3.4 million between 2021 and 2023, about 12.5%.",
    "Between five and seven percent, or two-thirds of one and a half million, doubled.",
    "- 45% in construction\n- 30% in services\n- 24% elsewhere\n",
    "| Sector | Count |\n|---|---|\n| A | 1,000 |\n| B | -2,5 |\n",
    "At 19:30 on 24/04/2024, version 2.4.1 of COVID-19 data [3] at https://a.b/c?d=1 said −5.2°C.",
    "## 3. Results\n\n1. First (1,234).\n   2. Nested 12,34,567 crore\n",
    "It scored 113-107, 13 of 24, ½ and 10 1/2, 2×10^5, 9.83e-3 ± 1e-5 km/s².",
    "```\nx = 41\n``` and `y = 5` > quoted 99\n",
)
_NAUGHTY = (
    "\u200b", "\u202e", "\ufeff", "\u0300" * 50, "\U0001f600", "０１２３", "٣٤٥", "१२३", "Ⅷ", "¾",
    "²", "\x00", "\r", "\r\n", "\u2028", "\t" * 30, "﷽", "\ud7ff", "\uffff", "NaN", "Infinity",
    "-inf", "1e309", "1e-400", "0x1F", "1_000", "--", "++5", "...", "1..2", "1,,2", ",1,", ".5.",
    "%%", "$$$", "£-", "(((", ")))", "[[[", "]]]", "<!--", "|" * 40, "`" * 30, "#" * 12, ">" * 30,
    "9" * 400, "QID:" * 10, "Per Per Per:", "thousand million ", "one hundred and ", "minus ",
)  # fmt: skip
_REPEATED = (
    "1,", "1.", "-", "1-", "one ", "a hundred and ", "[", "(", "1/", "%", "Per A: ", "QID:x ", "* ",
    "> ", "| 1 ", "\n- 5%", "1e5", "9", "½", "1 000 ", "to ", "$", "twenty-", "about ", "# ", "`",
    "http://", "@", "a.b.", "1:", "U.S. ", "x ", "±", "\u0301", "１", "\n", " ", "10^",
)  # fmt: skip


def texts(seed: int, count: int) -> Iterator[str]:
    """Yield texts, most under 2 KiB, one in fifty of 1000 characters."""
    source = random.Random(seed)
    for _ in range(count):
        text = source.choice(_KINDS)(source)
        yield text.encode("utf-8", "ignore").decode("utf-8")


def _mutated(source: random.Random) -> str:
    text = list(" ".join(source.choices(_SENTENCES, k=source.randint(1, 8))))
    for _ in range(source.randint(1, 12)):
        at = source.randrange(len(text) + 1)
        match source.randrange(4):
            case 0:
                text[at:at] = source.choice(_NAUGHTY)
            case 1:
                del text[at : at + source.randint(1, 9)]
            case 2:
                text[at:at] = text[at : at + 40] * source.randint(1, 5)
            case _:
                text[at : at + 1] = chr(
                    source.choice((source.randrange(128), source.randrange(0xD7FF)))
                )
    return "".join(text)


def _random(source: random.Random) -> str:
    alphabet = "0123456789,.-+%$€ \nabcdefgxXkMm()[]/:'\"_^*#|`>½−–"
    return "".join(source.choices(alphabet, k=source.randint(1, 600)))


def _naughty(source: random.Random) -> str:
    parts = [source.choice((_NAUGHTY, _SENTENCES)) for _ in range(source.randint(1, 20))]
    return "".join(source.choice(part) for part in parts)


def _repeated(source: random.Random) -> str:
    size = 1000 if source.random() < 0.2 else 500  # a number of a dense text may cost 0.5 ms
    unit = "".join(source.choices(_REPEATED, k=source.randint(1, 3)))
    return (
        source.choice(("", "Per X: 1 "))
        + unit * (size // len(unit))
        + source.choice(("", "1", "%"))
    )


_KINDS: tuple[Callable[[random.Random], str], ...] = (
    *(_mutated,) * 4, *(_random,) * 2, *(_naughty,) * 3, _repeated,
)  # fmt: skip
