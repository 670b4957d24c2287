"""Quotients whose parts are named, and the columns that they are no longer read as."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind
from sidecar.model.report import Verdict

CLINICS = (
    ["clinic", "patients", "nurses", "costs (EUR thousand)"],
    [["North", 4200, 35, 910], ["South", 2700, 18, 640], ["West", 5100, 60, 1220]],
)
FARMS = (
    ["region", "year", "wheat_tonnes", "hectares"],
    [["Upland", 2022, 9100, 1200], ["Upland", 2023, 9600, 1500], ["Coast", 2023, 4400, 550]],
)
BANKS = (
    ["bank", "loans (USD m)", "deposits (USD m)"],
    [["Alder", 840, 1050], ["Birch", 610, 590]],
)


def verdicts(bind: Any, text: str, table: Any) -> list[bool]:
    bound, _ = bind(text, *table)
    return [each.binding.verdict is Verdict.SUPPORTED for each in bound]


@pytest.mark.parametrize(
    "text",
    [
        "In the North clinic there are {} patients per nurse.",
        "Patients per nurse in the North came to {}.",
        "In the North, each nurse looks after {} patients.",
        "For every nurse in the North there are {} patients.",
        "A nurse in the North sees {} patients.",
        "North has one nurse for {} patients.",
        "The North clinic counts {} patients a nurse.",
        "The nurses of the North look after {} patients each.",
        "The patient-to-nurse ratio in the North is {}.",
        "In the North, patients divided by nurses gives {}.",
        "Dividing patients by nurses gives {} for the North.",
        "| Clinic | Patients per nurse |\n|---|---|\n| North | {} |",
        "Patients per nurse:\n\n- North: {}",
        "Q: How many patients are there per nurse in the North?\nA: {}.",
    ],
)
def test_each_way_to_say_a_quotient_is_read_and_held_to_its_value(bind: Any, text: str) -> None:
    assert verdicts(bind, text.format("120"), CLINICS)[-1]
    assert not verdicts(bind, text.format("102"), CLINICS)[-1]
    assert not verdicts(bind, text.format("150"), CLINICS)[-1]  # of the South


@pytest.mark.parametrize(
    ("text", "table", "right"),
    [
        ("Costs per patient in the South were €237.", CLINICS, True),
        ("Costs per patient in the South were €23.7.", CLINICS, False),  # costs are in thousands
        ("Costs in the South were €23,704 per 100 patients.", CLINICS, True),
        ("Overall, the clinics have 106 patients per nurse.", CLINICS, True),  # of the totals
        ("A patient in the West cost €239.", CLINICS, True),
        ("In 2023, the Upland harvested 6.4 tonnes of wheat per hectare.", FARMS, True),
        ("In 2022, the Upland harvested 6.4 tonnes of wheat per hectare.", FARMS, False),
        ("In 2023 the Coast brought in 8 tonnes of wheat a hectare.", FARMS, True),
        ("Alder's ratio of loans to deposits is 0.8.", BANKS, True),
        ("Alder's ratio of loans to deposits is 1.25.", BANKS, False),  # upside down
    ],
)
def test_quotients_know_units_periods_totals_and_which_part_is_divided(
    bind: Any, text: str, table: Any, right: bool
) -> None:
    assert verdicts(bind, text, table)[0] is right


@pytest.mark.parametrize(
    "text",
    [
        "The North clinic has 4,200 patients and a nurse on call.",
        "North had 4,200 patients, West 60 nurses and one patient too many.",
        "Every patient counts: North treated 4,200 patients.",
    ],
)
def test_an_article_makes_no_quotient_of_a_count(bind: Any, text: str) -> None:
    assert verdicts(bind, text, CLINICS)[0]


GRIDS = (
    ["site", "output (GWh)", "capacity (MW)", "floor (m²)", "cost (EUR k)"],
    [["Alm", 240, 80, 3100, 4100], ["Berg", 96, 60, 1700, 2900]],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("At Alm each megawatt yielded {} GWh.", "3", "2.2"),
        ("Alm spent EUR {} per MWh.", "17.08", "19.08"),  # the column is in GWh
        ("Berg cost EUR {} per square metre.", "1,706", "1,322"),
        ("Berg spends {} thousand euros a megawatt.", "48.3", "51.3"),
    ],
)
def test_a_unit_names_what_is_divided_by_in_its_own_size(
    bind: Any, text: str, right: str, wrong: str
) -> None:
    assert verdicts(bind, text.format(right), GRIDS)[-1]
    assert not verdicts(bind, text.format(wrong), GRIDS)[-1]


SHOPS = (
    ["shop", "town", "takings (EUR k)"],
    [["Quay", "Leith", 412.5], ["Dock", "Leith", 198.0], ["Mill", "Perth", 240.6]],
)
STAFFING = (
    ["shop", "visitors", "clerks"],
    [["Quay", 27500, 5], ["Dock", 16500, 3], ["Mill", 18000, 2]],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("At the Quay takings per visitor came to EUR {}.", "15.00", "12.00"),
        ("At the Mill each clerk brought in takings of EUR {}.", "120,300", "66,000"),
        ("The Dock took EUR {} per visitor.", "12.00", "13.37"),
    ],
)
def test_what_is_divided_may_stand_in_another_table_under_the_same_name(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), SHOPS, STAFFING) == []
    assert len(flagged(text.format(wrong), SHOPS, STAFFING)) == 1


def test_a_quotient_right_at_a_number_is_told_of_those_behind_it(flagged: Any) -> None:
    text = "The Quay had 5,500 visitors a clerk, the Dock {} and the Mill 9,000."
    assert flagged(text.format("5,500"), STAFFING) == []
    assert flagged(text.format("8,250"), STAFFING) == ["8,250"]


HIRED = (
    ["region", "cpu_hrs_k", "usd_per_cpu_hr", "bill_usd_k"],
    [["North", 205, 0.0461, 81], ["South", 188, 0.0412, 45], ["East", 122, 0.0367, 33]],
)


def test_a_rate_that_a_column_holds_is_no_quotient_of_others(flagged: Any) -> None:
    text = "In the North a CPU-hour costs $0.0461; per CPU-hour the South pays ${}."
    assert flagged(text.format("0.0412"), HIRED) == []
    assert flagged(text.format("0.0214"), HIRED) == ["$0.0214"]


REGIONS = (
    ["region", "people_k", "deaths_2023", "deaths_2024", "calls", "cost_per_call_eur"],
    [
        ["Fells", 310, 34, 31, 5230, 48.2],
        ["Marsh", 1420, 45, 58, 20870, 31.7],
        ["Downs", 868, 29, 36, 9160, 37.9],
    ],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("For each 1,000 calls in the Marsh there were {} deaths.", "2.78", "2.16"),  # not of 2023
        ("Deaths per 1,000 calls: Fells {}.", "5.93", "4.93"),
        ("Cost per call: the Downs {} euros.", "37.9", "31.7"),  # the column says it by itself
        ("In the Downs a call cost {} euros.", "37.9", "31.7"),
    ],
)
def test_a_base_makes_a_plural_one_of_many_and_the_newest_column_is_meant(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), REGIONS) == []
    assert flagged(text.format(wrong), REGIONS) != []


def test_money_is_divided_where_a_number_is_money(flagged: Any) -> None:
    table = (
        ["shop", "new_members", "members", "takings_eur"],
        [["Quay", 140, 1250, 32700], ["Mill", 95, 2310, 48510]],
    )
    text = "That came to EUR {} per active member in the Quay."
    assert flagged(text.format("26.16"), table) == []
    assert flagged(text.format("21.00"), table) == ["EUR 21.00"]


def test_a_cost_of_so_much_is_no_amount_for_each_cost(flagged: Any) -> None:
    table = (
        ["fund", "value (USD m)", "cost (USD m)"],
        [["Oak", 60.5, 25.2], ["Elm", 38.55, 23.6]],
    )
    text = "Oak has a value of USD 60.5 million on an invested cost of USD {} million."
    assert flagged(text.format("25.2"), table) == []
    assert flagged(text.format("23.6"), table) == ["USD 23.6 million"]


def test_what_a_number_is_of_may_stand_behind_it(flagged: Any) -> None:
    text = "A visitor to the Quay leaves EUR 15.00 in takings, at the Mill it is EUR {}."
    assert flagged(text.format("13.37"), SHOPS, STAFFING) == []
    assert flagged(text.format("15.73"), SHOPS, STAFFING) == ["EUR 15.73"]


def test_a_column_whose_label_says_per_person_is_no_quotient(read: Any) -> None:
    rows = [["Norway", 4.6, 49357], ["Ireland", 4.1, 40676]]
    (found,) = read(
        "Norway's income per person reached $49,357.",
        ["country", "people_m", "gdpPercap"],
        rows,
        {"people_m": ["people"], "gdpPercap": ["income per person"]},
    )
    assert not any(c.kind is Kind.QUOTIENT for c in found.readings)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("All in all takings came to 3,270 against a budget of 3,310.", []),
        ("All in all takings came to 3,207 against a budget of 3,310.", ["3,207"]),
        ("With total takings of 3,270 it was a net year.", []),
    ],
)
def test_an_article_after_a_preposition_opens_no_denominator(
    flagged: Any, text: str, wrong: list[str]
) -> None:
    # Trap: "against a budget" as "per budget".
    table = (
        ["shop", "takings", "budget", "net area"],
        [["A", 1250, 1300, 82], ["B", 2020, 2010, 95]],
    )
    assert flagged(text, table) == wrong


FERRIES = (
    ["line", "sailings", "pax", "cars", "fuel_kt", "labour_hrs", "wages_usd_k"],
    [
        ["Norvik", 420, 63000, 16800, 3.78, 12600, 410],
        ["Ostby", 150, 13500, 5400, 2.43, 6750, 205],
    ],
)
PLANTS = (
    ["plant", "co2_kt", "net_gwh", "capacity_mw", "avail_hrs", "opex_m", "staff"],
    [["Holt", 1890, 2100, 450, 7200, 63.0, 280], ["Crane", 410, 1025, 310, 8100, 41.0, 60]],
)
CLAIMS = (
    ["line", "claims", "policies", "paid", "premium"],
    [["Motor", 5200, 41600, 9100000, 18200000], ["Home", 1300, 26000, 2340000, 6500000]],
)


@pytest.mark.parametrize(
    ("text", "table", "right", "wrong"),
    [
        ("For 1,000 policies the Motor line has {} claims.", CLAIMS, "125", "152"),
        ("For a hundred policies, the Home line paid out USD {}.", CLAIMS, "9,000", "7,000"),
        ("The Norvik line burns {} kg of fuel per passenger carried.", FERRIES, "60", "71"),
        ("An hour of labour moves {} passengers on the Norvik line.", FERRIES, "5.0", "3.7"),
        ("A Norvik sailing takes {} passengers on average and 40 cars.", FERRIES, "150", "135"),
        ("Holt emits {} tonnes of CO2 for each megawatt-hour.", PLANTS, "0.90", "0.84"),
        ("Crane spends €{} to make a MWh.", PLANTS, "40", "47"),
    ],
)
def test_a_quotient_is_read_however_its_parts_are_told(
    bind: Any, text: str, table: Any, right: str, wrong: str
) -> None:
    assert verdicts(bind, text.format(right), table)[-1 - text.count("40 cars")]
    assert not verdicts(bind, text.format(wrong), table)[-1 - text.count("40 cars")]


def test_of_a_series_the_last_row_is_divided_and_what_it_came_from_is_the_first(
    flagged: Any,
) -> None:
    table = (
        ["year", "doctors", "people_m", "beds_k"],
        [[2021, 5040, 6.0, 31.2], [2022, 5100, 6.1, 30.9], [2023, 5166, 6.3, 30.1]],
    )
    text = "The number of doctors per 100,000 people has slid from {} to {}."
    assert flagged(text.format("84.0", "82.0"), table) == []
    assert flagged(text.format("87.0", "79.0"), table) == ["87.0", "79.0"]


def test_a_quotient_that_no_period_is_told_for_is_of_the_newest_one(flagged: Any) -> None:
    table = (
        ["year", "pool", "visits", "takings_eur"],
        [
            [2023, "Lido", 41200, 185400], [2023, "Spa", 12800, 192000],
            [2024, "Lido", 44100, 220500], [2024, "Spa", 11900, 202300],
        ],
    )  # fmt: skip
    text = "The Lido had 44,100 visits and takings of €220,500. "
    text += "Per visit this is {}, against €17 at Spa."
    assert flagged(text.format("€5.00"), table) == []
    assert flagged(text.format("€6.10"), table) == ["€6.10"]


def test_what_is_divided_by_may_stand_in_a_table_without_periods(flagged: Any) -> None:
    parcels = (
        ["region", "quarter", "parcels"],
        [["East", "2024 Q1", 5400], ["East", "2024 Q2", 7200], ["West", "2024 Q1", 2600],
         ["West", "2024 Q2", 3900]],
    )  # fmt: skip
    staff = (["region", "drivers"], [["East", 36], ["West", 13]])
    text = "In Q2 the East handled {} parcels per driver."
    assert flagged(text.format("200"), parcels, staff) == []
    assert flagged(text.format("150"), parcels, staff) == ["150"]  # of Q1
    assert flagged(text.format("230"), parcels, staff) == ["230"]


def test_the_quotient_of_all_rows_is_not_that_of_a_row_that_is_named(flagged: Any) -> None:
    assert flagged("Patients per nurse in the North came to 120.", CLINICS) == []
    assert flagged("Patients per nurse in the North came to 106.", CLINICS) == ["106"]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("In Q2 2025, monthly revenue per subscriber was €{} for Gold.", "24.00", "72.00"),
        ("In Q2 2025, revenue per subscriber per month was €{} for Gold.", "24.00", "31.00"),
        ("In Q2 2025, revenue per subscriber was €{} for Gold.", "72.00", "24.00"),
        ("Monthly revenue per subscriber in Q2 2025:\n\n- Gold: €{}", "24.00", "72.00"),
    ],
)
def test_a_quotient_may_be_told_for_each_month(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    table = (
        ["plan", "revenue_2025_q1", "revenue_2025_q2", "subscribers_2025_q1",
         "subscribers_2025_q2"],
        [["Gold", 612000, 648000, 8400, 9000], ["Silver", 403000, 421200, 11800, 11700]],
    )  # fmt: skip
    assert flagged(text.format(right), table) == []
    assert len(flagged(text.format(wrong), table)) == 1


def test_billions_are_counted_in_as_well(flagged: Any) -> None:
    table = (
        ["country", "rail deaths", "train-km (bn)"],
        [["Arden", 84, 1.2], ["Brun", 66, 0.6], ["Corin", 31, 0.9]],
    )
    text = "Arden counts {} rail deaths per billion train-km, Brun {}."
    assert flagged(text.format("70", "110"), table) == []
    assert flagged(text.format("70", "92"), table) == ["92"]


@pytest.mark.parametrize(
    "text",
    [
        "In Q2 2025, revenue per subscriber was €{} for Gold.",
        "Each Gold subscriber brought in €{} in Q2 2025.",
    ],
)
def test_what_is_divided_may_be_told_by_titles_alone(flagged: Any, text: str) -> None:
    quarters = ["plan", "2025 Q1", "2025 Q2"]
    revenue = [["Gold", 612000, 648000], ["Silver", 403000, 421200]]
    members = [["Gold", 8400, 9000], ["Silver", 11800, 11700]]
    tables = (
        (quarters, revenue, "Revenue (EUR) by plan"),
        (quarters, members, "Subscribers at quarter end by plan"),
    )
    assert flagged(text.format("72.00"), *tables) == []
    assert len(flagged(text.format("81.00"), *tables)) == 1
    assert len(flagged(text.format("36.00"), *tables)) == 1  # of Silver


CARE = (
    ["ward", "visits_q1", "visits_q2", "visits_q3", "visits_q4", "cost_keur", "nurses"],
    [["Aspen", 9240, 9520, 8960, 10080, 1848.0, 14], ["Birch", 5130, 5490, 5400, 5760, 1197.0, 9]],
)


@pytest.mark.parametrize("text", ["A visit to Aspen costs €{}.", "Aspen spends €{} per visit."])
def test_the_costs_of_a_year_are_divided_by_all_its_quarters(flagged: Any, text: str) -> None:
    assert flagged(text.format("48.89"), CARE) == []
    assert len(flagged(text.format("183.33"), CARE)) == 1  # by the last quarter alone
    assert len(flagged(text.format("54.96"), CARE)) == 1  # of Birch


def test_quarters_are_divided_by_the_same_quarters(flagged: Any) -> None:
    table = (
        ["shop", "sales_q1_eur", "sales_q2_eur", "orders_q1", "orders_q2"],
        [["Mill", 41000, 52000, 500, 600], ["Quay", 30900, 33200, 300, 330]],
    )
    text = "Over both quarters, the Mill had sales of €{} per order."
    assert flagged(text.format("84.55"), table) == []
    assert flagged(text.format("155.00"), table) == ["€155.00"]  # by those of the second alone


def test_what_comes_of_an_amount_of_money(flagged: Any) -> None:
    table = (["channel", "spend_usd", "revenue_usd"], [["Mail", 3150, 35280], ["Web", 6120, 22644]])
    text = "For every $1 spent, Mail generated ${} in revenue."
    assert flagged(text.format("11.20"), table) == []
    assert flagged(text.format("3.70"), table) == ["$3.70"]  # of the other


def test_what_is_divided_is_told_beside_what_divides_it(flagged: Any) -> None:
    ads = (["ad", "spend_usd", "clicks"], [["Reel", 24500, 18375], ["Poster", 61200, 40800]])
    wards = (["ward", "cost_usd", "visits"], [["Aspen", 1848000, 37800], ["Birch", 1197000, 21780]])
    text = "Across both ads the average cost per click was ${}."
    assert flagged(text.format("1.45"), ads, wards) == []  # the wards have costs in so many words
    assert flagged(text.format("1.33"), ads, wards) == ["$1.33"]  # of one of them


def test_a_quotient_may_open_what_a_period_places(flagged: Any) -> None:
    text = "In 2023 an hectare of the Upland yielded {} tonnes of wheat."
    assert flagged(text.format("6.4"), FARMS) == []
    assert len(flagged(text.format("8.0"), FARMS)) == 1  # of the Coast


@pytest.mark.parametrize(("said", "right"), [("334.6", True), ("323.6", False)])
def test_a_header_tells_by_its_unit_what_is_divided(flagged: Any, said: str, right: bool) -> None:
    # Trap: 323.6 is that of the other store.
    table = (
        ["store", "orders", "energy_kwh"],
        [["Leith", 18320, 61300], ["Dalry", 15110, 48900], ["Ayr", 9870, 52700]],
    )
    text = f"| Store | kWh per 100 orders |\n|---|---|\n| Leith | {said} |"
    assert flagged(text, table) == ([] if right else [said])


SITES = (
    ["site", "kind", "floor_area_m2", "headcount"],
    [["Lund", "Plant", 14200, 312], ["Malmo", "Plant", 9650, 188], ["Visby", "Office", 5380, 406]],
)
SITE_SALES = (
    ["site", "sales_eur"],
    [["Lund", 912000], ["Malmo", 843000], ["Visby", 246000]],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Sales per head were {} in Lund.", "€2,923", "€4,484"),
        ("Per head, the plants sold {}.", "€3,510", "€4,484"),
        ("Sales per capita were {} in Malmo.", "€4,484", "€2,923"),
        ("Sales per square metre were {} in Lund.", "€64.23", "€87.36"),
        ("| Site | Sales per head |\n|---|---|\n| Lund | {} |", "€2,923", "€4,484"),
    ],
)
def test_heads_and_square_metres_are_divided_by_in_another_table(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), SITES, SITE_SALES) == []
    assert flagged(text.format(wrong), SITES, SITE_SALES) == [wrong]
