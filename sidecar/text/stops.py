"""Words before and after a full stop that tell whether it ends a sentence."""

from __future__ import annotations

from fastpath import scan_words
from fastpath import sentences_stops as role
from sidecar.text.vocabulary import one_of

# Never at the end of a sentence: titles and words that need what follows.
LEADING = one_of(
    "mr mrs ms dr prof sr jr st mt ft gen col lt sgt capt rev hon rep sen gov pres fig figs "
    "eq vol ch sec approx ca cf vs viz e.g i.e al ed eds no nos nr pp p art esp incl excl"
)
# At the end of a sentence only before a word that begins one.
TRAILING = one_of(
    "inc ltd co corp llc plc bros dept est etc jan feb mar apr jun jul aug sep sept oct nov "
    "dec a.m p.m am pm ave blvd rd min max avg u.s u.k u.n e.u d.c ph.d b.c a.d s.a yr yrs hr "
    "hrs mil bn mio mrd mill tsd"
)
ABBREVIATED = LEADING | TRAILING
MEASURING = one_of("ms min max hr hrs yr yrs sec ft mt st mil bn pp")
"""Those of them that are units in lower case, behind a number: "410 ms." ends before a capital."""

LETTERED = one_of(
    "grade grades graded class classes type types group groups category categories section "
    "sections plan plans team teams option options tier tiers zone zones vitamin vitamins "
    "hepatitis level levels series appendix exhibit block blocks unit units route routes line "
    "lines terminal terminals gate gates wing wings variant variants version versions model "
    "models site sites lot lots batch batches arm arms cohort cohorts product products service "
    "services store stores region regions ward wards rating rated scenario scenarios scored "
    "company item items"
)
"""Words whose letter is a name: "grade E." ends a sentence, the "J." of "J. Smith" does not."""

LINKING = one_of("a an the is was were be been")
"""What may stand between such a word and its letter: "the grade was an E."."""
NEEDS_DIGIT = one_of("no nos nr p pp fig figs eq vol ch sec art ed st mt")
STARTERS = one_of(
    "the a an this that these those it its he she they we you i in on at by for from with as "
    "but and or however meanwhile although while when if after before since there here his "
    "her their our my per according overall total both each all no most many some"
)


_ROLES = {
    role.LEADING: LEADING,
    role.NUMBERED: NEEDS_DIGIT,
    role.TRAILING: TRAILING,
    role.STARTER: STARTERS,
    role.MEASURING: MEASURING,
    role.LETTERED: LETTERED,
    role.LINKING: LINKING,
}
TABLE = scan_words.table(
    {
        word: (sum(flag for flag, words in _ROLES.items() if word in words), 0, 0)
        for word in sorted(frozenset().union(*_ROLES.values()))
    }
)
"""What words do before and after a full stop, for the compiled pass."""
