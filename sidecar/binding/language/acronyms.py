"""Acronyms of business and statistics, and what they stand for: ``aht_sec`` is handling time."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.binding.language.words import STOP, stem

_MEANINGS = {
    # sales and marketing
    "aov": "average order value|basket|order value", "arpu": "average revenue per user",
    "asp": "average selling price", "cac": "customer acquisition cost|acquisition",
    "clv": "customer lifetime value", "ltv": "lifetime value|loan to value",
    "cpa": "cost per acquisition", "cpc": "cost per click", "cpl": "cost per lead",
    "cpm": "cost per thousand", "cr": "conversion rate|conversion", "cvr": "conversion rate",
    "ctr": "click through rate", "dau": "daily active users", "mau": "monthly active users",
    "wau": "weekly active users", "gmv": "gross merchandise value|merchandise value",
    "arr": "annual recurring revenue", "mrr": "monthly recurring revenue",
    "nrr": "net revenue retention|retention", "grr": "gross revenue retention",
    "nps": "net promoter score|promoter score", "csat": "customer satisfaction|happy",
    "roas": "return on ad spend", "yoy": "year on year", "qoq": "quarter on quarter",
    # service and operations
    "aht": "average handling time|handling", "asa": "average speed of answer|answer|wait",
    "fcr": "first call resolution|first contact resolution|resolved at once",
    "sla": "service level", "mttr": "mean time to repair|repair time",
    "mtbf": "mean time between failures", "oee": "overall equipment effectiveness",
    "otd": "on time delivery|punctual", "otif": "on time in full", "wip": "work in progress",
    "moq": "minimum order quantity", "los": "length of stay|stay",
    "alos": "average length of stay|stay", "dna": "did not attend|missed appointments",
    "hc": "headcount", "fte": "full time equivalent|full timer|full time staff",
    "adr": "average daily rate|room rate|room price|night",
    "revpar": "revenue per available room|revenue per room", "occ": "occupancy|full",
    # money
    "aum": "assets under management", "capex": "capital expenditure|capital spending",
    "opex": "operating expenditure|operating cost|running cost", "cog": "cost of goods sold",
    "ebit": "operating profit|operating result|operating income|operating loss",
    "ebitda": "operating profit before depreciation", "eps": "earnings per share",
    "fcf": "free cash flow", "npl": "non performing loans|bad loans", "cit": "cost to income",
    "nim": "net interest margin", "nav": "net asset value", "pnl": "profit and loss",
    "px": "price", "roa": "return on assets", "roe": "return on equity",
    "roi": "return on investment", "ter": "total expense ratio|charge|fee|expense ratio",
    "ytm": "yield to maturity|yield", "cpi": "consumer prices|inflation",
    "gdp": "gross domestic product|economy|economic output", "gni": "gross national income",
    "gva": "gross value added", "pc": "per capita|per head|per person",
    "percap": "per capita|per head|per person",
    # area and air
    "sqft": "square feet|floor area|area", "sqm": "square metres|floor area|area",
    "ghg": "greenhouse gas|greenhouse gas emissions|emissions",
}  # fmt: skip


def _stems(said: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in said.split() if word not in STOP)


_SPELLED = {short: tuple(map(_stems, meanings.split("|"))) for short, meanings in _MEANINGS.items()}


def spelled(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A name with an acronym spelled out, in each way that it may be, or cut to one."""
    for at, word in enumerate(words):
        for meant in _SPELLED.get(word, ()):
            yield (*words[:at], *meant, *words[at + 1 :])
    for short, (whole, *_) in _SPELLED.items():
        size = len(whole)
        for at in range(len(words) - size + 1) if size > 1 else ():
            if words[at : at + size] == whole:
                yield (*words[:at], short, *words[at + size :])
