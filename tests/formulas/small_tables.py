"""Small tables that queries are tried on, and a text that they are tried for."""

from __future__ import annotations

import re
from decimal import Decimal

import duckdb

from sidecar.formulas.columns import Tables, describe_column
from sidecar.formulas.gate import QueryVariants, extract_value, judge
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.loading import connect
from sidecar.formulas.statement import QueryExamination, examine
from sidecar.formulas.tree import parse

TITLES = "Sales by region and year; Staff; Visitors by month; Phones; Matches"
_HALF_A_PERCENT = Decimal("0.005")


def loaded() -> duckdb.DuckDBPyConnection:
    """Give a locked connection with the tables."""
    connection = connect()
    connection.execute(_SCHEMA)
    tables: dict[str, list[tuple[object, ...]]] = {
        "sales": _sales(),
        "staff": _STAFF,
        "visitors": _visitors(),
    }
    tables |= {"phones": _PHONES, "matches": _MATCHES}
    for table, rows in tables.items():
        marks = ", ".join("?" * len(rows[0]))
        connection.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def described(connection: duckdb.DuckDBPyConnection) -> Tables:
    """Give the columns of the tables."""
    known = connection.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal"
    ).fetchall()
    return {
        table: [describe_column(connection, *one) for one in known if one[0] == table]
        for table in ("sales", "staff", "visitors", "phones", "matches")
    }


def grounds(text: str) -> Grounds:
    """Give what a text states beside the number in question, which is written ``[]``."""
    numbers = [Decimal(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\.?\d*\b", text)]
    return Grounds(f"{text} {TITLES}", tuple(numbers))


def value(connection: duckdb.DuckDBPyConnection, query: str) -> Decimal | None:
    """Give the value of a query, gate or no gate."""
    return extract_value(connection.execute(query).fetchmany(2))


def passed(
    connection: duckdb.DuckDBPyConnection, query: str, text: str, aim: Decimal | None = None
) -> QueryExamination:
    """Take a query through the gate.

    Args:
        connection: As ``loaded`` gives it.
        query: The query.
        text: The text, where ``[]`` is the number that it is said to give.
        aim: That number, or None where it is what the query gives.

    Raises:
        Refusal: The gate refuses it.
    """
    tables = described(connection)
    tree = parse(connection, query)
    examined = examine(tree, tables, grounds(text))
    found = value(connection, query)
    assert found is not None
    stated = found if aim is None else aim
    margin = abs(stated) * _HALF_A_PERCENT
    variants = QueryVariants(connection, tables, tree, examined)
    judge(variants, examined, found, stated - margin, stated + margin)
    return examined


_SCHEMA = """
CREATE TABLE sales (id INTEGER, region VARCHAR, year INTEGER, quarter VARCHAR, product VARCHAR,
    units INTEGER, revenue DOUBLE, cost DOUBLE);
CREATE TABLE staff (name VARCHAR, department VARCHAR, city VARCHAR, hired DATE, gone DATE,
    age INTEGER, salary DECIMAL(12, 2), remote BOOLEAN, bonus VARCHAR);
CREATE TABLE visitors ("Month" DATE, rain DOUBLE, guests BIGINT, "Occupancy Rate (%)" DOUBLE);
CREATE TABLE phones (model VARCHAR, feature VARCHAR, detail VARCHAR);
CREATE TABLE matches (home VARCHAR, away VARCHAR, score VARCHAR, crowd VARCHAR);
"""


def _sales() -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for region_number, region in enumerate(("North", "South", "East", "West")):
        for year in (2022, 2023, 2024):
            for quarter in range(1, 5):
                at = len(rows)
                units = 130 + 37 * region_number + 11 * (year - 2022) + 7 * quarter + at * 13 % 17
                revenue = units * 1731.25 + at * 977.5
                product = ("Chairs", "Tables", "Lamps")[(at + region_number) % 3]
                cost = revenue * (0.55 + at % 7 / 50)
                rows.append((at + 1, region, year, f"Q{quarter}", product, units, revenue, cost))
    return rows


_STAFF: list[tuple[object, ...]] = [
    ("Ada Moreau", "Design", "Lyon", "2015-03-02", None, 41, "5120.50", True, "1,200"),
    ("Ben Okafor", "Sales", "Oslo", "2018-07-16", None, 35, "4300.00", False, "950"),
    ("Chen Wei", "Design", "Oslo", "2020-01-13", "2024-02-29", 29, "3990.25", True, "400"),
    ("Dora Lindqvist", "Support", "Lyon", "2012-11-05", None, 52, "3650.00", False, "310"),
    ("Emil Sørensen", "Sales", "Bergen", "2021-05-03", None, 27, "3875.75", True, "720"),
    ("Fatima Haddad", "Engineering", "Oslo", "2016-09-19", None, 38, "6890.00", True, "2,050"),
    ("Goran Petrov", "Engineering", "Lyon", "2019-02-11", None, 44, "6425.00", False, "1,780"),
    ("Hana Sato", "Engineering", "Bergen", "2022-08-22", None, 31, "5980.00", True, "1,500"),
    ("Ines Duarte", "Support", "Oslo", "2017-04-24", "2023-06-30", 47, "3480.00", False, "280"),
    ("Jonas Brandt", "Sales", "Lyon", "2023-10-09", None, 24, "3555.00", False, "150"),
    ("Keiko Mori", "Engineering", "Oslo", "2014-06-30", None, 49, "7250.00", True, "2,400"),
    ("Luca Ferri", "Design", "Bergen", "2019-12-02", None, 33, "4210.00", True, "610"),
]

_PHONES: list[tuple[object, ...]] = [
    ("Alpha", "Main camera", "50 MP, f/1.8, 23mm (wide)\n8 MP, f/2.2 (ultrawide)"),
    ("Alpha", "Selfie camera", "12.3 MP, f/2.5"),
    ("Alpha", "Battery", "Li-Po 5100 mAh, non-removable"),
    ("Alpha", "Body", "162.9 x 75.2 x 8.1 mm, 205 g"),
    ("Alpha", "Released", "2023-11-07"),
    ("Alpha", "Bands", "1, 2, 3, 5, 7, 8, 12, 20, 25, 26, 28, 38, 40, 41"),
    ("Beta", "Main camera", "64 MP, f/1.9 (wide)"),
    ("Beta", "Selfie camera", "8 MP, f/2.0"),
    ("Beta", "Battery", "Li-Ion 4,500 mAh"),
    ("Beta", "Coldest", "-20 °C, tested by 3 people"),
    ("Beta", "Weight", "1 205 g with 4.5e3 parts"),
    ("Beta", "Chipset", "Snapdragon8 Gen 2 (4 nm)"),
]

_MATCHES: list[tuple[object, ...]] = [
    ("Turku", "Lahti", "3-0", "crowd of 4,120"),
    ("Lahti", "Espoo", "2-5", "crowd of 3,987"),
    ("Espoo", "Turku", "1-4", "crowd of 5,044"),
]


def _visitors() -> list[tuple[object, ...]]:
    return [
        (
            f"{2023 + at // 12}-{at % 12 + 1:02}-01",
            round(31.5 + at * 29 % 53 + at / 10, 1),
            20480 + at * 7919 % 9973 + 410 * at,
            round(48.5 + at * 17 % 41 + at / 7, 2),
        )
        for at in range(24)
    ]
