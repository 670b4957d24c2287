"""Names of subjects, with near duplicates: "North", "Northern", "North East"; shared surnames."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from sidecar.text.vocabulary import listed

_ONSETS = listed("b br d dr f g gl h j k kr l m n p r s st t tr v w z")
_VOWELS = listed("a e i o u ai ea ou")
_CODAS = listed("l n r s m nd rt ck th x")
_GIVEN = listed(
    "Ada Ben Carla Dmitri Elena Farid Grace Hugo Ines Jonas Kaito Lena Marco Nadia Omar Priya "
    "Quinn Rosa Samuel Tara Umar Vera Wei Ximena Yusuf Zoe"
)
_POINTS = ["North", "East", "South", "West"]
_REGIONS = [
    f"{point}{rest}"
    for point in _POINTS
    for rest in ("", "ern", " Coast", "ern Coast", " Central", " Hills")
] + ["North East", "North West", "South East", "South West"]
_NAMES_OF_PLACES = ("{}", "New {}", "{} North", "North {}", "Upper {}", "Port {}", "{} Heights")
_BRANCHES = ("{}", "{} Central", "{} East", "{} Old Town", "{} Harbour", "Greater {}")
_COMPANIES = ("{}", "{} Group", "{} Group Asia", "{} Holdings", "{} Foods", "{} Energy")
_HOSPITALS = ("{} General", "{} Children's Hospital", "St {}", "St {} Clinic", "{} University")
_SCHOOLS = ("{} Primary", "{} Secondary", "{} Academy", "{} Girls' Academy", "{} College")
_MASCOTS = listed("Falcons Rovers United City Athletic Wolves Mariners Rangers")
_TRADES = listed("Food Marine Rural Urban Textile Metal Digital Public Private Medical")
_BUSINESSES = listed("retail wholesale transport manufacturing services repair leasing research")


def _base(random: Random) -> str:
    """A name that nobody has."""
    syllables = "".join(
        random.choice(_ONSETS) + random.choice(_VOWELS) for _ in range(random.choice((1, 2)))
    )
    return (syllables + random.choice(_ONSETS)[0] + "a" + random.choice(_CODAS)).capitalize()


def _varied(patterns: tuple[str, ...]) -> Callable[[Random], Iterator[str]]:
    def names(random: Random) -> Iterator[str]:
        while True:
            base = _base(random)
            for pattern in random.sample(patterns, random.randint(1, 3)):
                yield pattern.format(base)

    return names


def _regions(random: Random) -> Iterator[str]:
    yield from random.sample(_REGIONS, len(_REGIONS))
    while True:
        base = _base(random)
        for region in random.sample(_REGIONS, 2):
            yield f"{base} {region}"


def _people(random: Random) -> Iterator[str]:
    while True:
        surname = _base(random)
        for given in random.sample(_GIVEN, random.randint(1, 3)):
            yield f"{given} {surname}"


def _products(random: Random) -> Iterator[str]:
    while True:
        series = random.choice((_base(random), "".join(random.sample("ABCEKMRTVX", 2))))
        number = random.randint(11, 99)
        model = f"{series}-{number}0" if series.isupper() else f"{series} {number}"
        yield from random.sample((model, f"{model}0", f"{model} Pro", f"{model} Mini"), 2)


def _teams(random: Random) -> Iterator[str]:
    while True:
        city = _base(random)
        for mascot in random.sample(_MASCOTS, random.randint(1, 2)):
            yield f"{city} {mascot}"


def _stations(random: Random) -> Iterator[str]:
    letters = random.sample("ABCDGHKLNRT", 4)
    for number in count(1):
        for letter in random.sample(letters, 3):
            yield f"{letter}{number}" if number > 9 else f"{letter}0{number}"


def _sectors(random: Random) -> Iterator[str]:
    pairs = [f"{trade} {business}" for trade in _TRADES for business in _BUSINESSES]
    yield from random.sample(pairs, len(pairs))
    while True:
        yield f"{_base(random)} {random.choice(_BUSINESSES)}"


_NAMERS: dict[str, Callable[[Random], Iterator[str]]] = {
    "city": _varied(_NAMES_OF_PLACES),
    "place": _varied(_BRANCHES),
    "company": _varied(_COMPANIES),
    "hospital": _varied(_HOSPITALS),
    "school": _varied(_SCHOOLS),
    "region": _regions,
    "person": _people,
    "product": _products,
    "team": _teams,
    "station": _stations,
    "sector": _sectors,
}


def labels(kind: str, size: int, random: Random) -> tuple[str, ...]:
    """So many different names of a kind."""
    found: dict[str, None] = {}
    for name in _NAMERS[kind](random):
        found[name] = None
        if len(found) == size:
            break
    return tuple(random.sample(list(found), size))
