"""What rows are called beside their labels: "Germans" of Germany, "factories" of manufacturing.

Words that stand for the same place, line of business, channel or group of people. What two labels
of one column share in meaning tells neither from the other; the index of labels sees to that.
"""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.binding.language.words import STOP, tokens

Phrase = tuple[str, ...]

GROUPS = (
    # places
    "united states|us|usa|u s|united states of america|america|american",
    "united kingdom|uk|u k|britain|great britain|british|briton",
    "england|english", "scotland|scottish|scot", "wales|welsh", "ireland|irish",
    "germany|german", "france|french", "italy|italian", "spain|spanish|spaniard",
    "portugal|portuguese", "netherlands|the netherlands|holland|dutch", "belgium|belgian",
    "luxembourg|luxembourger", "switzerland|swiss", "austria|austrian", "poland|polish|pole",
    "czechia|czech republic|czech", "slovakia|slovak", "slovenia|slovenian", "hungary|hungarian",
    "romania|romanian", "bulgaria|bulgarian", "greece|greek", "croatia|croatian|croat",
    "serbia|serbian|serb", "denmark|danish|dane", "sweden|swedish|swede", "norway|norwegian",
    "finland|finnish|finn", "iceland|icelandic|icelander", "estonia|estonian", "latvia|latvian",
    "lithuania|lithuanian", "ukraine|ukrainian", "russia|russian|russian federation",
    "turkey|turkish|turk|türkiye", "israel|israeli", "egypt|egyptian", "morocco|moroccan",
    "saudi arabia|saudi", "united arab emirates|uae|emirates|emirati", "qatar|qatari",
    "kuwait|kuwaiti", "iran|iranian", "iraq|iraqi", "india|indian", "pakistan|pakistani",
    "bangladesh|bangladeshi", "china|chinese", "japan|japanese", "south korea|korea|korean",
    "taiwan|taiwanese", "vietnam|vietnamese", "thailand|thai", "philippines|philippine|filipino",
    "indonesia|indonesian", "malaysia|malaysian", "singapore|singaporean", "australia|australian",
    "new zealand|new zealander", "canada|canadian", "mexico|mexican", "brazil|brazilian",
    "argentina|argentine|argentinian", "chile|chilean", "peru|peruvian", "colombia|colombian",
    "south africa|south african", "nigeria|nigerian", "kenya|kenyan", "ghana|ghanaian",
    "european union|eu", "north|northern|northerner", "south|southern|southerner", "east|eastern",
    "west|western", "north east|northeast|northeastern", "north west|northwest|northwestern",
    "south east|southeast|southeastern", "south west|southwest|southwestern", "midlands|midland",
    # lines of business, departments
    "manufacturing|factory|manufacturer", "agriculture|farming|farm|farmer|agricultural",
    "construction|builder|building trade", "retail|retailer|retail trade|retailing",
    "wholesale|wholesaler|wholesale trade",
    "finance|financial services|banking|financial and insurance activities",
    "insurance|insurer", "transport|transportation|logistics|transport and storage|haulage",
    "health|healthcare|health care|health and social work|health and social care",
    "hospitality|accommodation and food|accommodation and food services|hotels and restaurants",
    "information technology|it|ict|tech|information and communication",
    "public administration|government|public sector|civil service",
    "mining|mining and quarrying|miner", "real estate|property", "education|teaching",
    "research and development|r d|rd", "human resources|hr|personnel",
    "customer service|customer support|helpdesk|help desk", "fishing|fisheries|fishery",
    # channels and means
    "online|web|internet|e commerce|ecommerce|website|web shop|online shop",
    "store|shop|in store|counter", "phone|telephone|by phone|call", "email|e mail",
    "app|mobile app", "post|mail|letter", "rail|train|railway|by train", "road|by road|lorry|truck",
    "air|plane|by air|air freight", "sea|by sea|ship", "car|by car|driver",
    "bicycle|bike|cycling|cyclist|by bike", "foot|on foot|walking|walker|pedestrian",
    "bus|by bus", "solar|photovoltaic|pv|solar power", "wind|wind power|wind farm",
    "hydro|hydropower|water power|hydroelectric", "nuclear|nuclear power|atomic",
    "gas|natural gas", "coal|coal power", "oil|petroleum|crude", "credit card|card",
    # people
    "women|woman|female|f", "men|man|male|m", "children|child|kid|minor",
    "pensioner|retired|retiree", "student|pupil", "unemployed|jobless",
    "self employed|freelancer|self employment", "full time|full timer", "part time|part timer",
)  # fmt: skip


def phrase(said: str) -> Phrase:
    """The stems of what something is called."""
    return tuple(token.stem for token in tokens(said, 0, len(said)) if token.stem.isalnum())


_OTHERS: dict[Phrase, tuple[Phrase, ...]] = {}

for _group in GROUPS:
    _phrases = dict.fromkeys(map(phrase, _group.split("|")))
    for _one in _phrases:
        _OTHERS[_one] = tuple(other for other in _phrases if other != _one)


def others(label: Phrase) -> Iterator[Phrase]:
    """What else a row is called.

    Args:
        label: The stems of its label.
    """
    yield from _OTHERS.get(label, ())
    plain = tuple(word for word in label if word not in STOP)
    if plain != label:
        yield from _OTHERS.get(plain, ())
