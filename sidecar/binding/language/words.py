"""Words of texts and of names in one normal form, so that they can be compared.

A stem is lower case without plural, tense and the commonest noun endings: "Exports", "exported" and
"export" are one. Names of columns are taken apart first: ``avgTemp_C``, ``main.temp_max`` and
"Average temperature" share words.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import normalize

from sidecar.model.cached import cache_if_short
from sidecar.text.vocabulary import one_of
from sidecar.work import unless_abandoned

# Verbs that tell what was or is: "sold", "came to", "reported".

COPULAS = one_of("is are was were be been being has have had")
_PAST = one_of("did came made saw sold brought won got took rose fell hit went")
_NO_PASTS = "eed"  # as "need" and "exceed" end


def is_past(word: str) -> bool:
    """Whether a word tells what something did."""
    return word in _PAST or (word.endswith("ed") and not word.endswith(_NO_PASTS))


_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\w\s]")
_CAMEL = re.compile(
    r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z]{2})"
)
_CALL = re.compile(
    r"\b(count|sum|avg|mean|median|min|max)\(\s*(?:distinct\s+)?(\w*?)(?:_ids?)?\s*\*?\s*\)",
    re.IGNORECASE,
)
_NAME_PART = re.compile(r"[^\W_]+|%")

_ABBREVIATED = {
    "acct": "account", "amt": "amount", "avg": "average", "bal": "balance", "chg": "change",
    "cnt": "count", "cust": "customer", "deg": "degree", "dept": "department", "dist": "distance",
    "dl": "download", "dur": "duration", "emp": "employee", "hc": "headcount", "hr": "hour",
    "hrs": "hour",
    "len": "length", "max": "maximum", "med": "median", "mgr": "manager", "min": "minimum",
    "mkt": "market", "mo": "month", "mth": "month", "num": "number", "nr": "number",
    "pct": "percent", "perc": "percent", "pop": "population", "pos": "position", "prev": "previous",
    "prod": "product", "qtr": "quarter", "qty": "quantity", "rev": "revenue",
    "spec": "specification", "std": "standard", "temp": "temperature", "tot": "total",
    "txn": "transaction", "vol": "volume", "ul": "upload", "wk": "week", "wks": "week",
    "acq": "acquisition", "appt": "appointment", "appts": "appointment", "avail": "availability",
    "diff": "difference", "disc": "discount", "elec": "electricity", "err": "error",
    "errs": "error", "fcst": "forecast", "freq": "frequency", "hh": "household",
    "intl": "international", "mfg": "manufacturing", "mgmt": "management", "nbr": "number",
    "infl": "inflation", "unemp": "unemployment",
    "ord": "order", "ords": "order", "perf": "performance", "precip": "precipitation",
    "req": "request", "reqs": "request", "resp": "response", "stud": "student", "svc": "service",
    "tgt": "target", "ttl": "total",
    "usr": "user", "usrs": "user", "util": "utilisation", "val": "value", "veh": "vehicle",
    "wt": "weight", "yr": "year", "%": "percent", "percentage": "percent",
}  # fmt: skip
_IRREGULAR = {
    "bought": "buy", "children": "child", "fell": "fall", "fallen": "fall", "felt": "feel",
    "grew": "grow", "grown": "grow", "growth": "grow", "held": "hold", "led": "lead",
    "lost": "loss", "losses": "loss", "lose": "loss", "made": "make", "men": "man",
    "paid": "pay", "people": "person", "persons": "person", "ran": "run", "rose": "rise",
    "risen": "rise", "sold": "sale", "sell": "sale", "sales": "sale", "spent": "spend",
    "women": "woman", "won": "win", "hottest": "hot", "cold": "cold", "series": "series",
    "admission": "admit", "readmission": "readmit", "delivery": "deliver",
    "deliveries": "deliver", "receipt": "receiv",
    "production": "produc", "consumption": "consum", "departure": "depart", "arrival": "arriv",
    "withdrawal": "withdraw", "withdrew": "withdraw", "withdrawn": "withdraw",
    "subscription": "subscrib", "emission": "emit", "expenditure": "spend", "spending": "spend",
    "cancellation": "cancel", "attendance": "attend", "leakage": "leak", "usage": "use",
    "overran": "overrun", "overruns": "overrun", "overspent": "overspend",
    "overspending": "overspend", "underspent": "underspend", "underspending": "underspend",
    "buses": "bus", "gases": "gas",
    "news": "news", "gas": "gas", "analysis": "analysis", "basis": "basis",
}  # fmt: skip
_ENDINGS = ("ments", "ment", "ings", "ing", "ees", "ee", "ers", "ors", "ed", "er", "or")
_UNACCENTED = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
)
_VOWEL = re.compile(r"[aeiouy]")

STOP = one_of(
    "a an the of in on at by for from to with and or as is are was were be been being has had have "
    "it its this that these those their his her our your my they them he she we you i which who "
    "whose while where when than then there here also both each all any some other others another "
    "such so but nor not no yes only just very more most less least much many few per into over "
    "under about after before during between within up down out off s t do did does done can could "
    "will would shall should may might must if because since until although though however"
)
"""Words that name nothing."""


class Token(NamedTuple):
    """A word, numeral or mark of a text.

    Attributes:
        stem: Its normal form; a numeral or mark as it stands.
        start: Where it starts, in code points.
        end: Where it ends.
        word: In lower case as it stands.
        capital: Whether it begins with a capital.
        shout: Whether it is all capitals.
    """

    stem: str
    start: int
    end: int
    word: str
    capital: bool = False
    shout: bool = False


def tokens(string: str, start: int, end: int) -> list[Token]:
    """The words, numerals and marks of ``string[start:end]``, in order."""
    found = unless_abandoned(_WORD.finditer(string, start, end))
    return [_token(match[0], match.start()) for match in found]


def _token(said: str, start: int) -> Token:
    end = start + len(said)
    if not said[0].isalpha():  # numerals are too many to be kept, and have no other form
        word = said.lower()
        return Token(word, start, end, word)
    root, word, capital, shout = _form(said)
    return Token(root, start, end, word, capital, shout)


@cache_if_short(16384)
def _form(said: str) -> tuple[str, str, bool, bool]:
    """What a word is wherever it stands: its normal form, in lower case, and its capitals."""
    word, capital = said.lower(), said[0].isupper()
    return stem(word), word, capital, capital and said.isupper()


@cache_if_short(65536)
def stem(word: str) -> str:
    """The normal form of one lower-case word."""
    if not word[0].isalpha():
        return word
    if not (word.isalpha() and word.isascii()):
        word = _unmarked(word)
    if word in _IRREGULAR or len(word) <= _SHORT:
        return _IRREGULAR.get(word, word)
    word = _singular(word)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    root = _root(word)
    if root != word and root.endswith("ll") and len(root) > _SHORT + 2:
        return root[:-1]  # "enrolled" as "enrolment"
    word = root
    return word[:-1] if word.endswith("e") and len(word) > _SHORT + 1 else word


def _unmarked(word: str) -> str:
    """A word without its accents and apostrophes: "Zürich" as "Zurich", "O'Brien's" as "OBrien"."""
    if word.endswith(("'s", "’s")):
        word = word[:-2]
    plain = normalize("NFKD", word.replace("'", "").replace("’", "").translate(_UNACCENTED))
    return "".join(letter for letter in plain if not "\u0300" <= letter <= "\u036f") or word


def _singular(word: str) -> str:
    if word.endswith("ied") and len(word) > _SHORT + 1:  # "supplied" is of a supply
        return word[:-3] + "y"
    if word.endswith("ies") and len(word) > _SHORT + 1:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _root(word: str) -> str:
    """A word without the ending of a tense, of a person or of what was done."""
    if word.endswith(("tion", "sion")) and len(word) > _NOUN:  # "generation" is generated
        return word.removesuffix("ion")
    if word.endswith("ship") and len(word) > _NOUN:
        word = word.removesuffix("ship")
    for ending in _ENDINGS:
        root = word[: -len(ending)]
        if word.endswith(ending) and len(root) >= _LEAST[ending] and _VOWEL.search(root):
            doubled = root[-1] == root[-2] and root[-1] not in "aeiouflsz"
            return root[:-1] if doubled else root
    return word


_NOUN = 7  # letters of nouns such as "mission" that are of no verb
_SHORT = 3  # letters of words that have no endings
_LEAST = {
    "ed": 3,
    "ing": 3,
    "ings": 3,
    "er": 5,
    "or": 5,
    "ers": 5,
    "ors": 5,
    "ee": 4,
    "ees": 4,
    "ment": 4,
    "ments": 4,
}


def spelled_out(name: str) -> str:
    """A name without the marks of a query: ``avg(price)``, ``COUNT(DISTINCT customer_id)``."""
    return _CALL.sub(r"\1 \2 ", name) if "(" in name else name


@cache_if_short(4096)
def name_words(name: str) -> tuple[str, ...]:
    """The stems of a column's name or label: camelCase, snake_case and dots taken apart."""
    parts = []
    for part in _NAME_PART.findall(_CAMEL.sub(" ", spelled_out(name))):
        for word in part.lower().split():
            parts.append(stem(_ABBREVIATED.get(word, word)))
    return tuple(parts)


_CARDINALS = one_of("one two three four five six seven eight nine ten eleven twelve")


def is_numeral(word: str) -> bool:
    """Whether a lower-case word of a text is digits or a small number in words."""
    return word[:1].isdigit() or word in _CARDINALS
