"""Words of business and statistics that mean the same: what is called one is stated by the others.

Measures that may stand side by side in one table are in different groups: revenue and profit, gross
and net, applications and decisions. A word may be in several groups.
"""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.binding.language.words import STOP, stem
from sidecar.model.cached import cache_if_short

# Acronyms of business and statistics, and what they stand for: ``aht_sec`` is handling time.

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


def _meaning_stems(said: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in said.split() if word not in STOP)


_SPELLED = {
    short: tuple(map(_meaning_stems, meanings.split("|"))) for short, meanings in _MEANINGS.items()
}


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


_SHORT = 4  # letters of a shortened word at least

WORTH = 0.6
"""Of a name that is said with a word of the same meaning."""

_GROUPS = (
    # money
    "revenue sales turnover takings receipts billings billed",
    "profit earnings surplus result loss", "deficit shortfall",
    "cost expense expenditure spending outlay",
    "salary pay wage remuneration payroll labour", "budget plan planned budgeted",
    "fee charge levy", "fine penalty", "rent rental lease", "debt borrowing",
    "investment invested capex", "subsidy grant funding", "donation gift contribution giving gave",
    "discount reduced reduction rebate markdown", "refund reimbursement", "price tariff fare",
    "loan lending lent borrowed", "deposit saving", "overdue arrears unpaid", "invoice bill",
    "dividend payout",
    # trade and services
    "unit piece copy item", "quantity volume", "order purchase", "stock inventory",
    "shipment consignment shipped dispatched delivered",
    "customer client patron shopper buyer people",
    "member membership people", "store shop outlet branch", "company firm enterprise business",
    "online web internet digital", "enquiry inquiry query", "bid tender offer",
    "booking reservation booked reserved", "complaint grievance", "satisfaction csat csi nps",
    "rating score grade", "attrition churn churned left lost",
    "new joined won gained added signed acquired", "session visit", "subscriber subscription",
    "download install", "view pageview watched",
    "occupancy utilisation utilization occupied filled",
    "capacity seat", "overnight night stay", "portion serving plate", "calorie kcal",
    "visit visitor attendance attendee footfall audience spectator turnout checkin admission guest "
    "people",
    "visitor tourist guest", "diner cover guest", "class lesson course", "ticket case",
    "donor giver supporter backer", "trainer coach instructor",
    # people and work
    "headcount employee staff workforce personnel worker fte post people team",
    "employment job", "hire hired recruit recruited joiner join",
    "leaver departure resignation exit quit", "absence absent absenteeism sickness sick",
    "vacancy vacant unfilled", "student pupil learner enrolled enrolment people",
    "population inhabitant resident people citizen", "doctor physician gp", "female women girls",
    "male men boys", "child kid", "pension pensioner retired retirement",
    "migrant immigrant immigration migration", "foreign international overseas abroad",
    "unemployment jobless", "household home",
    # files, permits, courts, safety
    "application applicant applied lodged filed submitted received",
    "granted approved approval accepted recognised positive issued awarded",
    "refused refusal rejected rejection denied negative noes",
    "decision decided settled processed handled resolved disposed concluded completed closed",
    "pending backlog outstanding unresolved open", "withdrawn retracted",
    "remaining remainder unspent left",
    "overturned reversed quashed",
    "permit licence license", "case file dossier", "conviction convicted", "prisoner inmate",
    "crime offence", "death fatality killed dead died deaths mortality",
    "injury injured hurt wounded", "accident crash collision", "birth born newborn",
    "marriage wedding married", "inspection inspected audit", "vote ballot", "voter elector",
    # health
    "surgery operation procedure", "appointment consultation", "test assay examination analysis",
    "sample specimen", "vaccination vaccinated jab dose", "admission admitted",
    "turnaround wait", "abnormal pathological",
    # transport
    "passenger pax rider ridership traveller boarding people",
    "journey trip ride", "sailing crossing voyage", "vehicle car automobile",
    "lorry truck", "bicycle bike", "freight cargo tonnage", "arrival landed", "delay late lateness",
    "punctuality punctual", "cancelled cancellation scrapped", "distance mileage",
    # production, energy, land
    "output production produced generation generated yield", "consumption consumed usage used",
    "defect defective faulty reject scrap", "downtime outage stoppage", "breakdown failure",
    "maintenance servicing repair", "electricity power", "petrol gasoline",
    "waste rubbish garbage trash", "rain rainfall precipitation", "sunshine sun",
    "harvest crop yield harvested", "dwelling home house housing property", "flat apartment",
    "area surface floorspace acreage", "height altitude elevation", "duration lasted took",
    # what is planned, and how it starts and ends
    "average usual normal norm", "forecast projected projection predicted expected",
    "target goal standard limit", "start opening began", "end closing finish",
)  # fmt: skip

ALIKE: dict[str, tuple[str, ...]] = {}
"""The other stems of the groups of each stem."""

_AMBIGUOUS: set[str] = set()
"""The stems of several groups."""

for _words in _GROUPS:
    _stems = dict.fromkeys(map(stem, _words.split()))
    _AMBIGUOUS |= {_stem for _stem in _stems if _stem in ALIKE}
    for _stem in _stems:
        ALIKE[_stem] = (*ALIKE.get(_stem, ()), *(other for other in _stems if other != _stem))


OVER = frozenset({"overrun", "overspend", "underspend"})
"""What holds an outcome against its plan."""

_TOLD_BY = {
    **dict.fromkeys(map(stem, ("actual", "outturn", "realised", "spent")), OVER | {"spend"}),
    **dict.fromkeys(map(stem, ("budget", "budgeted", "planned", "plan")), OVER),
}
"""Words that tell of plans and of what became of them, by a word of the columns that hold these."""


def told_by(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What speaks of a column beside its name: an overrun is one of actual cost over the plan."""
    return [(said,) for word in words for said in sorted(_TOLD_BY.get(word, ()))]


def others(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A name with one of its words said otherwise, in every way that there is.

    Words that mean the same are said once: "people" are ``staff_fte``. A word of several groups is
    said otherwise only where it is the whole name: people who were hurt are no inhabitants.
    """
    meant = [word for word in words if len(words) == 1 or word not in _AMBIGUOUS]
    said = dict.fromkeys(other for word in meant for other in _alike(word))
    return [
        tuple(dict.fromkeys(other if other in _alike(word) else word for word in words))
        for other in said
    ]


@cache_if_short(4096)
def _alike(word: str) -> tuple[str, ...]:
    """What means the same as a word, or as the one that it shortens: "population" as ``inhab``."""
    if word in ALIKE or len(word) < _SHORT:
        return ALIKE.get(word, ())
    full = [known for known in ALIKE if known.startswith(word)]
    one = full[:1] if all(other in ALIKE[full[0]] for other in full[1:]) else []
    return (*one, *ALIKE[one[0]]) if one else ()
