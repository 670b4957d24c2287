"""What the caller may choose about reading numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Locale = Literal["en", "de", "fr", "auto"]
Ordinals = Literal["none", "ranks", "all"]


class TooManyNumbers(ValueError):
    """A text holds more numbers than the options allow.

    Attributes:
        limit: How many are allowed.
    """

    def __init__(self, limit: int) -> None:
        super().__init__(f"the text holds more than {limit} numbers")
        self.limit = limit


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractOptions:
    """How numbers are read.

    Attributes:
        currencies: Codes that are read as currencies beside the built-in ones.
        ignore_years: Skip bare years; otherwise each is a count.
        ordinals: Which ordinals are read as numbers: all, those that tell a rank ("the
            third-highest"), or none.
        locale: Which separators doubtful forms have: "1.234" is 1.234 in "en" and 1234 in "de" and
            "fr"; "auto" takes what the other numbers of a text tell, and reads no doubtful form
            where they tell nothing. Forms that only one reading allows ("1.111,11", "0,234") are
            read so in every locale.
        max_numbers: ``TooManyNumbers`` is raised past so many, and past five times as many dates,
            names and the like that only look like numbers.
    """

    currencies: tuple[str, ...] = ("QAR", "USD")
    ignore_years: bool = True
    ordinals: Ordinals = "none"
    locale: Locale = "en"
    max_numbers: int = 10_000
