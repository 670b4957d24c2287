"""What the engine knows of English: cue classes, and words and marks that divide clauses.

A class says what a word may ask for ("total", "share of"); which class asks for which formula, and
how much, is fitted, so a word needs no weight of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.binding.language.words import stem
from sidecar.text.vocabulary import one_of

_CUES: Mapping[str, str] = {
    "rise": "grow grew grown growth rise rose risen rising increase increased increases "
    "gain gained gains jump jumped climb climbed up upward surge surged expand expanded soar "
    "soared "
    "added add adds improve improved improvement accelerate accelerated",
    "fall": "fall fell fallen falling decline declined declines declining drop dropped drops "
    "decrease decreased down downward shrink shrank shrunk lost slip slipped slid dip dipped "
    "plunge plunged reduce reduced reduction cut contract contracted eased",
    "than": "than ahead behind gap difference exceed exceeded exceeds beat beats versus vs "
    "compared "
    "outsold lead leads leading trailed trails shortfall against apart relative",
    "more": "more higher greater larger extra above over bigger longer",
    "less": "less fewer lower smaller short below under shorter",
    "share": "share percent portion proportion account accounted accounts represent represents "
    "represented contribute contributed contribution make makes made comprise comprises constitute "
    "constitutes fraction slice mix",
    "times": "times twice double doubled triple tripled fold multiple ratio quadruple thrice halve "
    "halved half",
    "per": "per each every apiece rate",
    "sum": "total totals totalled totaling totaled combined together sum sums overall altogether "
    "aggregate all both whole cumulative across jointly entire collectively",
    "mean": "average averaged averages averaging mean typical typically",
    "median": "median middle",
    "highest": "highest maximum peak peaked max largest biggest top most best greatest record "
    "longest fastest strongest busiest oldest",
    "lowest": "lowest minimum bottom min smallest least worst fewest cheapest shortest slowest "
    "weakest quietest youngest",
    "range": "range ranged ranges ranging spread between span varied varying vary",
    "count": "number count counted many there out exactly only",
    "rank": "rank ranked ranks place placed position",
    "rest": "remaining rest remainder other others left remain remains",
    "points": "point points pp ppt",
    "aim": "target goal forecast plan planned expect expected assume benchmark threshold "
    "guideline policy limit aim should want would could next future estimate industry usual "
    "usually "
    "asked reasons things steps options ways recommend suggest",
    "before": "earlier previous previously prior ago before last year-on-year yoy preceding same",
    "yearly": "compound cagr annualised annualized annual",
    "to": "to reached reach reaching hit stood stands",
    "by": "by",
    "from": "from",
    "not": "not no never none without neither except excluding failed missed",
    "and": "and plus with",
    "if": "if assuming suppose",
    "now": "now latest current currently today recent recently",
}
CUE_NAMES = tuple(_CUES)


def _bits() -> Mapping[str, int]:
    found: dict[str, int] = {}
    for place, words in enumerate(_CUES.values()):
        for word in words.split():
            found[word] = found.get(word, 0) | 1 << place
    return found


CUES = _bits()
"""The classes of each lower-case word, as bits in the order of ``CUE_NAMES``."""

BREAKS = frozenset([",", ";", ":", "—", "–", "(", ")", "|", "•", ".", "!", "?"])
"""Marks that end a clause."""

STRONG = frozenset([";", ":", "—", "–", "while", "whereas", "but", "although", "though"])
"""What parts a sentence more than a comma does."""

FUNCTION = one_of(
    "the a an of in on at to for and or by with from as is are was were be been it its their this "
    "that these those per than has had have been came come stood stands reached totalled hit only "
    "just about around roughly nearly almost over under some now still also"
)
"""Words that do not put distance between a number and what it is of."""

UNIT_WORDS = one_of(
    "percent percentage point points pp million billion thousand times bps k m bn days day hours "
    "hour minutes minute years year months month weeks week seconds ms mm kg km"
)

JOINERS = frozenset(["-", "–", "of", "for", "out", "/", "to", "and", "x", "×"])
"""What joins numbers that are stated together: "12 of 20", "3-1"."""

RUNNING = frozenset(
    ["and", "to", "or", "against", "versus", "vs", "then", "through", "the", "with"]
)
"""What joins numbers of several rows that are stated one after the other: "12, 14 and 9"."""

PARTING = frozenset(["and", "but", "or", "while", "whereas", "against", "versus", "vs", "than"])
"""What parts a number from a name that does not belong to it."""

ROLES: Mapping[str, str] = {
    "from": "from", "to": "to", "against": "against", "versus": "against", "vs": "against",
    "than": "against", "after": "after", "instead": "after", "was": "was", "were": "was",
    "had": "was", "been": "was", "with": "with",
}  # fmt: skip
"""What a word right before a number makes of it."""

LEADING = frozenset(
    ["in", "on", "from", "to", "since", "until", "by", "after", "before", "than", "against", "over",
     "versus", "vs", "between", "for", "during", "of", "with", "at", "through"]
)  # fmt: skip
"""What a word before a period makes of it."""

PRONOUNS = one_of("it its they their them there that this he she his her those these here")
"""What carries a name on from the sentence before."""

FALLING = frozenset(
    map(
        stem,
        one_of(
            "fall drop decline decrease reduce reduction shrink contract lose loss slip slide cut "
            "plunge plummet tumble dip ease slump sink lower down deficit negative minus less "
            "fewer behind below weaken worsen deteriorate outflow shortfall under "
            "out pull withdraw redeem leave left bleed bled drain burn red"
        ),
    )
)
"""Stems of words of a fall, or of less than nothing: after them a number needs no sign."""
