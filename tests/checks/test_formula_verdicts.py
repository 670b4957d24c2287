"""The verdict table: each verdict of context, times each outcome of a formula."""

from __future__ import annotations

from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.binding.bound import BoundNumber
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.place_names import PlaceNames
from sidecar.checks import CODES
from sidecar.checks.formula_verdicts import (
    CHANGES,
    agrees,
    apply_formula,
    find_skip_reason,
    grade_agreement,
    to_base_unit,
)
from sidecar.checks.number_findings import make_findings
from sidecar.model.formula import Formula, FormulaOrigin, FormulaOutcome, FormulaUse
from sidecar.model.number import NumericClaim, SkipReason
from sidecar.model.report import ClaimBinding, Grade, Reading, SettledBy, Severity, Verdict
from sidecar.model.text import Span, Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions

SETTINGS = NumericSettings()
CELL = Reading("sales", "data[0].units", Decimal(50), Grade.EXACT)
CONTEXT = {
    Verdict.SUPPORTED: (),
    Verdict.CONTRADICTED: ("WRONG_ROW",),
    Verdict.UNSUPPORTED: ("CLAIM_NOT_FOUND",),
    Verdict.INCONCLUSIVE: ("COINCIDENCE_LIKELY",),
}
WANTED = {
    # origin, outcome: verdict (None: that of context), code beside those of context; inconclusive
    # only where the words do not plainly name row and column
    ("DECLARED", "AGREES"): ("SUPPORTED", None),
    ("DECLARED", "DISAGREES"): ("CONTRADICTED", "FORMULA_MISMATCH"),
    ("DECLARED", "MISPLACED"): (None, "FORMULA_MISPLACED"),
    ("DECLARED", "REFUSED"): (None, "FORMULA_REFUSED"),
    ("DECLARED", "NONE"): (None, None),
    ("PROPOSED", "AGREES"): ("SUPPORTED", None),
    ("PROPOSED", "DISAGREES"): ("CONTRADICTED", "FORMULA_MISMATCH"),
    ("PROPOSED", "MISPLACED"): ("INCONCLUSIVE", "OUT_OF_EVIDENCE"),
    ("PROPOSED", "REFUSED"): ("INCONCLUSIVE", "OUT_OF_EVIDENCE"),
    ("PROPOSED", "NONE"): ("INCONCLUSIVE", "OUT_OF_EVIDENCE"),
}
SEVERITIES = {
    "FORMULA_MISMATCH": "ERROR",
    "FORMULA_MISPLACED": "WARNING",
    "FORMULA_REFUSED": "WARNING",
}


def claimed(narrative: str) -> tuple[Text, NumericClaim]:
    """The only number of a text."""
    text = Text(narrative)
    (claim,) = extract_numbers(text, ExtractOptions()).claims
    return text, claim


def test_the_table_is_whole() -> None:
    pairs = {(origin.name, came.name) for origin, came in CHANGES}
    assert (
        pairs == set(WANTED) == set(product(FormulaOrigin.__members__, FormulaOutcome.__members__))
    )
    assert {code: CODES[code].severity.name for code in SEVERITIES} == SEVERITIES


@pytest.mark.parametrize("named", [True, False], ids=["named", "unnamed"])
@pytest.mark.parametrize(
    ("context", "origin", "came"),
    [(c, o, f) for c in CONTEXT for o, f in WANTED],
    ids=lambda each: getattr(each, "name", each),
)
def test_each_row_of_it(context: Verdict, origin: str, came: str, named: bool) -> None:
    text, claim = claimed("The North sold 50 units.")
    value = {"AGREES": Decimal(50), "DISAGREES": Decimal(70), "MISPLACED": Decimal(50)}.get(came)
    formula = Formula(claim.number.span, "SELECT sum(units) FROM sales", FormulaOrigin[origin])
    why = ("NOT_ONE_SELECT", "it has two") if came == "REFUSED" else ("", "")
    use = FormulaUse(formula, FormulaOutcome[came], value, *why, ("sales.units",))
    binding = ClaimBinding(claim, context, Grade.NONE, CELL)
    before = BoundNumber(binding, CONTEXT[context], named=named)
    after = apply_formula(before, use, SETTINGS)
    verdict, code = WANTED[origin, came]
    if verdict == "INCONCLUSIVE" and (named or context is Verdict.INCONCLUSIVE):
        verdict = code = None
    assert after.binding.use == use
    assert after.binding.verdict is (context if verdict is None else Verdict[verdict])
    kept = CONTEXT[context] if verdict is None else ()
    assert after.codes == (*kept, *([code] if code else []))
    decides = verdict is not None
    if verdict == "INCONCLUSIVE":
        assert after.binding.settled_by is SettledBy.NOTHING
        assert after.binding.reading is None
        assert after.confidence is None
    elif decides:
        assert after.binding.settled_by.name == f"{origin}_FORMULA"
    else:
        expected = SettledBy.NOTHING if context is Verdict.INCONCLUSIVE else SettledBy.CELL
        assert after.binding.settled_by is expected
        assert after.binding.reading == CELL
    findings = list(make_findings(after, text, PlaceNames([])))
    assert [finding.code for finding in findings] == list(after.codes)
    for finding in findings:
        assert all(value and value in finding.message for value in [finding.details["text"]])
    if came == "DISAGREES":
        (finding,) = findings
        assert finding.repair is not None
        assert finding.repair.replacement == "70"
        assert finding.details["query"] == formula.query


@pytest.mark.parametrize(("origin", "came"), WANTED)
def test_a_number_that_is_not_judged_stays_so(origin: str, came: str) -> None:
    _, claim = claimed("The North sold 50 units.")
    formula = Formula(claim.number.span, "SELECT 1", FormulaOrigin[origin])
    use = FormulaUse(formula, FormulaOutcome[came], Decimal(50))
    before = BoundNumber(ClaimBinding(claim, Verdict.UNSUPPORTED, Grade.NONE), ("CLAIM_UNCITED",))
    after = apply_formula(before, use, SETTINGS)
    assert (after.binding.verdict, after.codes) == (Verdict.UNSUPPORTED, ("CLAIM_UNCITED",))


DECLARED = Formula(Span(0, 0), "SELECT n FROM q")
PROPOSED = DECLARED._replace(origin=FormulaOrigin.PROPOSED)


@pytest.mark.parametrize(
    ("narrative", "value", "grade"),
    [
        ("They sold 50 units.", "50", "EXACT"),
        ("They sold 50 units.", "50.3", "EXACT"),
        ("They sold 500 units.", "503", "TOLERATED"),
        ("They sold 50 units.", "52", "NONE"),
        ("It cost USD 4.2 million.", "4.2", "EXACT"),
        ("It cost USD 4.2 million.", "4.2001", "EXACT"),
        ("It cost USD 4.2 million.", "4.4", "NONE"),
        ("It cost USD 4.2 million.", "4400000", "NONE"),
        ("It cost USD 4.2 million.", "4200", "NONE"),
        ("It grew by 12%.", "12.1", "EXACT"),
        ("It grew by 12%.", "0.12", "NONE"),
        ("It grew by 12%.", "-12", "NONE"),
        ("It fell by 12%.", "12", "EXACT"),
        ("It fell by 12%.", "-12", "NONE"),  # it rose
        ("Rates rose 25 bps.", "25", "EXACT"),
        ("Rates rose 25 bps.", "0.25", "NONE"),
        ("It sold over 1,600 units.", "1634", "TOLERATED"),
        ("Over half of them left.", "0.54", "EXACT"),
        ("Over half of them left.", "0.44", "NONE"),
    ],
)
def test_values_in_the_unit_and_scale_of_the_text(narrative: str, value: str, grade: str) -> None:
    _, claim = claimed(narrative)
    for formula in (DECLARED, PROPOSED):
        found = to_base_unit(Decimal(value), formula, claim.number, SETTINGS)
        assert grade_agreement(found, claim.number, SETTINGS) is Grade[grade]
        assert agrees(Decimal(value), formula, claim.number, SETTINGS) is (grade != "NONE")


@pytest.mark.parametrize(
    ("narrative", "value", "declared", "proposed"),
    [
        ("It cost USD 4.2 million.", "4200000", True, False),  # an agent may tell it in ones
        ("The change was -42.", "-42", True, False),
        ("The change was -42.", "42", False, True),  # a model sees "-[n1]"
    ],
)
def test_agents_see_the_number_and_models_a_mask(
    narrative: str, value: str, declared: bool, proposed: bool
) -> None:
    _, claim = claimed(narrative)
    assert agrees(Decimal(value), DECLARED, claim.number, SETTINGS) is declared
    assert agrees(Decimal(value), PROPOSED, claim.number, SETTINGS) is proposed


def test_tolerated_values_say_so() -> None:
    text, claim = claimed("They sold 500 units.")
    use = FormulaUse(
        Formula(claim.number.span, "SELECT n FROM q"),
        FormulaOutcome.AGREES,
        Decimal(503),
        reads=("q data[0].n",),
    )
    before = BoundNumber(ClaimBinding(claim, Verdict.UNSUPPORTED, Grade.NONE), ("CLAIM_NOT_FOUND",))
    after = apply_formula(before, use, SETTINGS)
    (finding,) = make_findings(after, text, PlaceNames([]))
    assert (finding.code, CODES[finding.code].severity) == ("WITHIN_TOLERANCE", Severity.INFO)
    assert (finding.details["query_id"], finding.details["location"]) == ("q", "data[0].n")


STATED = ("{} %", "${}", "{} million", "about {}", "more than {}", "{},000", "-{}")
"""Ways to write a number that no name has."""


@given(st.integers(2, 99), st.sampled_from(STATED), st.booleans())
def test_a_model_cannot_call_a_stated_amount_a_name(number: int, form: str, named: bool) -> None:
    text, claim = claimed(f"The change came to {form.format(number)} there.")
    bound = BoundNumber(ClaimBinding(claim, Verdict.INCONCLUSIVE, Grade.NONE, None), named=named)
    assert find_skip_reason("identifier", bound, text, []) is None


@given(st.integers(2, 99))
def test_a_model_can_call_a_bare_number_a_name(number: int) -> None:
    text, claim = claimed(f"The trains of line {number} ran there.")
    bound = BoundNumber(ClaimBinding(claim, Verdict.INCONCLUSIVE, Grade.NONE, None))
    assert find_skip_reason("identifier", bound, text, []) is SkipReason.IDENTIFIER
    assert find_skip_reason("", bound, text, []) is None
