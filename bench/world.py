"""Which names does the world have for its countries, their parts, its currencies and its months?

Writes ``names.txt`` and ``peoples.txt`` of ``sidecar/binding/world`` from packages that hold CLDR
and ISO data. They are no dependency of the project; what they give changes about once a year::

    npm install --prefix build/world cldr-core@48.2.0 cldr-dates-full@48.2.0 \
        cldr-localenames-full@48.2.0 cldr-numbers-full@48.2.0 cldr-subdivisions-full@48.2.0 \
        i18n-iso-countries@7.14.0 iso-3166@4.4.0 i18n-nationality@1.4.0
    python -m bench.world build/world/node_modules
"""

from __future__ import annotations

import argparse
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sidecar.binding.world.peoples import PEOPLES
from sidecar.binding.world.sections import FILE

_HEAD = """\
# Made by `python -m bench.world`: change that instead. A section is a kind; a line is a code and
# what else it is called. From Unicode CLDR {cldr} (Copyright 1991-2025 Unicode, Inc., Unicode
# License v3), i18n-iso-countries {iso} (Copyright 2013-2024 Michael Wittig, MIT License) and
# iso-3166 {parts} (Copyright 2014 Titus Wormer, MIT License).
"""
_PEOPLES_HEAD = """\
# Made by `python -m bench.world`: change that instead. What is of a country, by its code. From
# i18n-nationality {version} (Copyright 2016 widdix GmbH, MIT License).
"""
_MISNAMED = ("WF",)
"""Of which the package has the adjective of another country."""

_RESERVED = {"GB": ("UK",), "GR": ("EL",), "XK": ("XKX",)}
"""Codes in wide use that ISO 3166-1 reserves or leaves free: of Eurostat and of the World Bank."""

_BEYOND = ("EU", "XK")
"""Not in ISO 3166-1 itself, and in most tables of countries."""

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_ISO_PART = re.compile(r"code: '(\w\w)-(\w+)',\s+name: (?:'([^'\n]+)'|\"([^\"\n]+)\")")
_IN_BRACKETS = re.compile(r"\s\(.*\)\Z")

Section = dict[str, list[str]]


class Packages:
    """The packages, by their folder.

    Args:
        root: The folder ``node_modules``.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, path: str, *keys: str) -> Any:
        """What a file of theirs holds under some keys; nothing where the file is missing."""
        file = self._root / path
        found: Any = json.loads(file.read_text("utf-8")) if file.exists() else {}
        for key in keys if file.exists() else ():
            found = found[key]
        return found

    def own_names(self) -> Mapping[str, str]:
        """The names of subdivisions in their own languages, as ISO 3166-2 has them."""
        found = _ISO_PART.finditer((self._root / "iso-3166/2.js").read_text("utf-8"))
        named = ((f"{each[1]}{each[2]}".lower(), each[3] or each[4]) for each in found)
        return {code: _IN_BRACKETS.sub("", name) for code, name in named}

    def supplemental(self, name: str, *keys: str) -> Any:
        """A part of CLDR that no language has of its own."""
        return self.read(f"cldr-core/supplemental/{name}.json", "supplemental", *keys)

    def subdivisions(self, language: str) -> Mapping[str, str]:
        """The names of subdivisions in a language."""
        found: Mapping[str, str] = self.read(
            f"cldr-subdivisions-full/subdivisions/{language}/{language}.json",
            *("subdivisions", "localeDisplayNames", "subdivisions"),
        )
        return found


def countries(packages: Packages) -> Section:
    """The countries by their code of two letters."""
    path = "cldr-localenames-full/main/en/territories.json"
    english = packages.read(path, "main", "en", "localeDisplayNames", "territories")
    codes = packages.supplemental("codeMappings", "codeMappings")
    iso = packages.read("i18n-iso-countries/langs/en.json", "countries")
    found: Section = {}
    for code in sorted({*iso, *_BEYOND}):
        alpha3 = codes[code]["_alpha3"] if code not in _BEYOND else None
        alternatives = [name for key, name in english.items() if key.startswith(f"{code}-alt")]
        names = iso.get(code, [])
        names = [names] if isinstance(names, str) else names
        spellings = (alpha3, *_RESERVED.get(code, ()), english[code], *alternatives, *names)
        found[code] = [name for name in spellings if name]
    return found


def subdivisions(packages: Packages, country: str) -> Section:
    """The subdivisions of a country by their codes, from the widest level that has letters."""
    contained = packages.supplemental("subdivisionContainment", "subdivisionContainment")
    level = contained.get(country, {}).get("_contains", [])
    while level and not all(code[2:].isalpha() for code in level):
        level = [part for code in level for part in contained.get(code, {}).get("_contains", [])]
    likely = packages.supplemental("likelySubtags", "likelySubtags").get(f"und-{country}", "")
    languages = ("en", likely.partition("-")[0])
    named = [*map(packages.subdivisions, languages), packages.own_names()]
    aliases = packages.supplemental("aliases", "metadata", "alias", "subdivisionAlias")
    known = countries(packages)
    found: Section = {}
    for code in level:
        names = [names[code] for names in named if code in names]
        replaced = aliases.get(code, {}).get("_replacement", "")
        names += known.get(replaced, [])[1:]  # "PR" is a country as well; its third letter is not
        if names:
            names += [name.partition(", ")[0] for name in names]  # "Madrid, Comunidad de"
            found[code[2:].upper()] = [name for name in names if _is_latin(name)]
    return found


def peoples(packages: Packages) -> Mapping[str, str]:
    """The adjective of each country that has one of its own: "Dutch"."""
    said = packages.read("i18n-nationality/langs/en.json", "nationalities")
    names = {name for entry in countries(packages).values() for name in entry}
    used = Counter(said.values())
    return {
        code: word
        for code, word in sorted(said.items())
        if word.replace(" ", "").isalpha() and word not in names and used[word] == 1
        if code not in _MISNAMED
    }


def currencies(packages: Packages) -> Section:
    """The currencies that are legal tender somewhere today."""
    regions = packages.supplemental("currencyData", "currencyData", "region")
    today = {
        code
        for region in regions.values()
        for entry in region
        for code, facts in entry.items()
        if "_to" not in facts and facts.get("_tender") != "false"
    }
    path = "cldr-numbers-full/main/en/currencies.json"
    english = packages.read(path, "main", "en", "numbers", "currencies")
    keys = ("displayName", "displayName-count-one", "displayName-count-other", "symbol")
    return {
        code: [english[code][key] for key in keys if key in english[code]] for code in sorted(today)
    }


def times(packages: Packages) -> dict[str, Section]:
    """Months, quarters and days of the week by their numbers; a week begins on Monday."""
    path = "cldr-dates-full/main/{}/ca-gregorian.json"
    found: dict[str, Section] = {"month": {}, "quarter": {}, "weekday": {}}
    for language in ("en", "en-GB", "en-AU"):
        forms = packages.read(path.format(language), "main", language, "dates", "calendars")
        dates = forms["gregorian"]
        for kind, section in found.items():
            names = dates["days" if kind == "weekday" else f"{kind}s"]["format"]
            for width in ("wide", "abbreviated"):
                for key, name in names[width].items():
                    number = _WEEKDAYS.index(key) + 1 if kind == "weekday" else int(key)
                    section.setdefault(str(number), []).append(name)
    return {kind: dict(sorted(s.items(), key=lambda e: int(e[0]))) for kind, s in found.items()}


def _is_latin(name: str) -> bool:
    return all(not c.isalpha() or unicodedata.name(c, "").startswith("LATIN") for c in name)


def written(title: str, section: Section) -> str:
    """A section as the file has it: no name twice, and none that two codes share."""
    own = {code: dict.fromkeys((code, *names)) for code, names in section.items()}
    used = Counter(name.casefold() for names in own.values() for name in _distinct(names))
    lines = [title]
    for code, names in own.items():
        kept = [n for n in _distinct(names) if n == code or used[n.casefold()] == 1]
        lines.append("|".join(kept))
    return "\n".join(lines) + "\n"


def _distinct(names: Iterable[str]) -> list[str]:
    """Names without those that differ in capitals alone."""
    return list({name.casefold(): name for name in reversed(list(names))}.values())[::-1]


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("packages", type=Path, help="the folder node_modules")
    packages = Packages(parser.parse_args().packages)
    versions = {
        name: packages.read(f"{package}/package.json", "version")
        for name, package in (
            ("cldr", "cldr-core"),
            ("iso", "i18n-iso-countries"),
            ("parts", "iso-3166"),
        )
    }
    economies = packages.supplemental("territoryInfo", "territoryInfo")
    gdp = {code: int(economies.get(code, {}).get("_gdp", 0)) for code in countries(packages)}
    world = sum(gdp.values()) - gdp["EU"]
    parts = [_HEAD.format(**versions), written("country", countries(packages))]
    for country in sorted(gdp, key=lambda code: (-gdp[code], code)):
        section = subdivisions(packages, country)
        if len(section) > 1:
            title = f"subdivision {country} {max(gdp[country] / world, 1e-6):.6f}"
            parts.append(written(title, section))
    parts.append(written("currency", currencies(packages)))
    parts += [written(kind, section) for kind, section in times(packages).items()]
    FILE.write_text("\n".join(parts), "utf-8")
    version = packages.read("i18n-nationality/package.json", "version")
    lines = [f"{code}|{word}\n" for code, word in peoples(packages).items()]
    PEOPLES.write_text(_PEOPLES_HEAD.format(version=version) + "".join(lines), "utf-8")
    print(f"{FILE}: {FILE.stat().st_size} bytes, {len(parts) - 1} kinds")


if __name__ == "__main__":
    main()
