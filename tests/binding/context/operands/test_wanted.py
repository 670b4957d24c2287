"""What the words right at a number ask for is meant, and hardly anything else."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

PORTS = (
    ["port", "2020", "2021", "2022", "2023"],
    [["Lind", 400, 460, 529, 560], ["Vask", 210, 190, 205, 240], ["Holm", 95, 102, 88, 120]],
)
TOLLS = (
    ["month", "cars", "toll_eur"],
    [["2024-01", 800, 5600], ["2024-02", 882, 6100], ["2024-03", 972, 7000]],
)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Traffic at Lind has grown by 11.9% a year since 2020.", True),
        ("Traffic at Lind has grown by 40% a year since 2020.", False),  # in all
        ("The compound annual growth rate of Lind from 2020 to 2023 was 11.9%.", True),
        ("From 2020 to 2023 Lind grew at a CAGR of 40.0%.", False),
        ("Between 2020 and 2022, Lind expanded by 15% per annum.", True),
        ("Between 2020 and 2022, Lind expanded by 32.3% per annum.", False),
        ("Between 2020 and 2022, Lind expanded by 32.3%.", True),  # nobody asks for each year
    ],
)
def test_growth_of_each_year_is_not_that_of_all_years(bind: Any, text: str, right: bool) -> None:
    bound, _ = bind(text, *PORTS)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Lind, Vask and Holm handled 270 ships on average in 2023.", False),
        ("The three ports averaged 307 ships in 2023.", True),
        ("The three ports averaged 920 ships in 2023.", False),  # their sum
        ("The median port handled 240 ships in 2023.", True),
        ("Over the four years, Holm averaged 101 ships.", True),
        ("Over the four years, Holm averaged 405 ships.", False),
    ],
)
def test_a_mean_is_no_sum(bind: Any, text: str, right: bool) -> None:
    bound, _ = bind(text, *PORTS)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("From January to March, cars increased by 10.2% a month.", True),
        ("From January to March, cars increased by 21.5% a month.", False),
        ("In an average month, €6,233 of tolls were taken.", True),
        ("The average of the three months was 885 cars.", True),
    ],
)
def test_months_are_averaged_and_compounded_as_years_are(bind: Any, text: str, right: bool) -> None:
    bound, _ = bind(text, *TOLLS)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right


def test_a_cell_of_a_column_of_means_is_a_mean_itself(flagged: Any) -> None:
    # Trap: "on average" asks for no mean over all items where one of them is taken up.
    menu = ["item", "avg_discount_pct"], [["Wrap", 5.0], ["Rib", 2.0], ["Bowl", 7.5], ["Pie", 0.5]]
    told = "The Wrap does well. In the app its discount is {} on average."
    assert flagged(told.format("5%"), menu) == []
    assert flagged(told.format("7%"), menu) == ["7%"]


MONTHS = (
    ["month", "revenue", "orders", "new_customers"],
    [
        ["2024-01", 48210, 1312, 214],
        ["2024-02", 51877, 1408, 239],
        ["2024-03", 55103, 1521, 187],
        ["2024-04", 53340, 1467, 305],
        ["2024-05", 60912, 1688, 276],
        ["2024-06", 64455, 1793, 341],
    ],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Revenue rose to 60,912 in May 2024.", []),
        ("Revenue rose to 7,572 in May 2024.", ["7,572"]),  # it rose by so much
        ("Orders rose by 221 in May 2024.", []),
        ("Orders rose by 1,688 in May 2024.", ["1,688"]),  # it rose to so much
    ],
)
def test_what_something_moved_to_is_not_how_far(flagged: Any, text: str, wrong: list[str]) -> None:
    assert flagged(text, MONTHS) == wrong


def test_a_cell_that_is_named_is_no_quotient_by_chance(flagged: Any) -> None:
    # Trap: the revenue of May by its new customers is 221 as well.
    assert flagged("Orders were 221 in May 2024.", MONTHS) == ["221"]
    assert flagged("Orders were 1,688 in May 2024.", MONTHS) == []
    assert flagged("Revenue per new customer was 221 in May 2024.", MONTHS) == []


TRAVEL = (
    ["mode", "y2019_mn_pkm", "y2022_mn_pkm", "y2023_mn_pkm"],
    [
        ["Rail", 13217, 12688, 14176],
        ["Metro", 7340, 6610, 7228],
        ["Bus", 9100, 7050, 7700],
        ["Car", 80210, 78110, 82330],
    ],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Rail rose by 11.7% in 2023.", []),
        ("Rail rose by 12.7% in 2023.", ["12.7%"]),  # its share of 2023
        ("Rail was up 11.7% on the year.", []),
        ("Rail was up 12.7% on the year.", ["12.7%"]),
        ("Buses are 15.4% below 2019.", []),
        ("Buses are 6.9% below 2019.", ["6.9%"]),
        ("In 2023 rail made up 12.7% of all travel.", []),
        ("In 2023 rail made up 17.8% of all travel.", ["17.8%"]),
    ],
)
def test_how_far_something_moved_is_no_share(flagged: Any, text: str, wrong: list[str]) -> None:
    assert flagged(text, TRAVEL) == wrong


def test_what_is_lost_may_be_a_share(flagged: Any) -> None:
    parks = (["park", "output_gwh", "curtailed_gwh"], [["Alto", 120, 6], ["Brava", 240, 3]])
    told = "Curtailment took its toll: relative to output, Alto loses {}, the most of all."
    assert flagged(told.format("5.0%"), parks) == []
    assert flagged(told.format("7.0%"), parks) == ["7.0%"]


BALANCES = (
    ["month", "opening", "closing", "customers"],
    [
        ["2024-01", 410200, 431000, 214],
        ["2024-02", 431000, 442300, 239],
        ["2024-03", 442300, 470100, 187],
        ["2024-04", 470100, 482800, 305],
        ["2024-05", 482800, 501100, 276],
        ["2024-06", 501100, 514460, 341],
    ],
)


def test_what_grows_steadily_does_so_between_the_ends_that_are_named(flagged: Any) -> None:
    told = "The compound monthly growth rate of closing from January to June was {}."
    assert flagged(told.format("3.6%"), BALANCES) == []
    assert flagged(told.format("2.67%"), BALANCES) == ["2.67%"]  # of June alone


FORECAST = (
    ["day", "wind_speed_ms", "gust_ms", "temp_c", "pressure_hpa", "clouds_pct"],
    [
        ["2024-01-03", 4.91, 7.3, 8.26, 1019, 40],
        ["2024-01-04", 3.17, 5.6, 6.21, 1021, 76],
        ["2024-01-05", 6.41, 9.85, 7.83, 1024, 91],
        ["2024-01-06", 2.04, 3.64, 5.33, 1017, 6],
    ],
)


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("The wind speed will be {} with gusts.", "2.04 m/s", "3.3 m/s"),
        ("The temperature will be {}.", "7.83°C", "3.51°C"),
    ],
)
def test_a_level_is_no_sum_and_no_quotient_of_others(
    flagged: Any, said: str, right: str, wrong: str
) -> None:
    """Trap: among so many differences and quotients of linked cells one agrees by chance."""
    assert flagged(said.format(right), FORECAST) == []
    assert flagged(said.format(wrong), FORECAST) == [wrong]


RATES = (
    ["year", "mortgage_rate_pct", "median_rent", "starts_k"],
    [
        [2018, 3.04, 838, 45.2],
        [2019, 2.91, 861, 42.8],
        [2020, 2.47, 880, 38.6],
        [2021, 2.19, 921, 47.9],
        [2022, 3.78, 987, 41.3],
        [2023, 5.42, 1043, 31.4],
    ],
)


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("The average mortgage rate climbed from 2.19% in 2021 to {}.", "5.42%", "6.42%"),
        ("The average mortgage rate fell to {}, from 2.91% in 2019.", "2.19%", "1.19%"),
        ("On average, rents rose from 921 in 2021 to {}.", "1,043", "1,143"),
    ],
)
def test_what_an_average_moved_to_is_no_mean_of_all_years(
    flagged: Any, said: str, right: str, wrong: str
) -> None:
    """Trap: "average" is part of what the column tells of each year."""
    assert flagged(said.format(right), RATES) == []
    assert flagged(said.format(wrong), RATES) == [wrong]
