"""The ten agents: what their system prompts say and how they call their tools."""

from __future__ import annotations

import json
from typing import NamedTuple


class Agent(NamedTuple):
    """A data agent: its tool, variants of its system prompt, and what it says as it calls."""

    tool: str
    prompts: tuple[str, ...]
    remarks: tuple[str, ...]


AGENTS = {
    "atlas": Agent(
        "query_table",
        (
            "You answer questions about countries. Use query_table on the table gapminder "
            "(country, continent, year, life_exp, pop, gdp_per_cap). Never guess numbers.",
            "You are Atlas, a concise assistant for development statistics. Data comes from "
            "query_table only.",
        ),
        ("", "", "Let me check the table."),
    ),
    "ticker": Agent(
        "http_get",
        (
            "You are an assistant with access to a REST API (http_get). Endpoints: /v2/prices for "
            "monthly share prices, /v2/generation for electricity generation by source in GWh.",
            "Answer questions on stock prices and power generation. Fetch what you need with "
            "http_get and mind the paging.",
        ),
        ("", "I'll fetch that from the API.", ""),
    ),
    "rain": Agent(
        "run_export",
        (
            "You help a building contractor with weather questions. run_export gives you CSV from "
            "seattle_weather (daily; mm, degrees Celsius, m/s), 2012 to 2015.",
            "Weather desk assistant. Tools: run_export (CSV). Keep answers short and use metric "
            "units.",
        ),
        ("", "", "One moment, exporting the data."),
    ),
    "nest": Agent(
        "summarise",
        (
            "You are the field station's data assistant. summarise returns Markdown tables from "
            "the penguin measurements and from Burtin's table of antibiotics.",
            "Biology data helper. Call summarise; quote results with their units.",
        ),
        ("", "Summarising…", ""),
    ),
    "civic": Agent(
        "fetch_page",
        (
            "You research US state statistics. Use fetch_page on stats.example.org and answer from "
            "what the page says.",
            "Web research agent. You may call fetch_page. Crime rates on the site are per 100,000 "
            "residents.",
        ),
        ("", "", "Looking at the statistics site."),
    ),
    "garage": Agent(
        "lookup_record",
        (
            "You look things up in two catalogues, cars (model years 1970 to 1982) and US "
            "airports, with lookup_record.",
            "Catalogue assistant. Use lookup_record for cars and airports, and say so if there is "
            "no record.",
        ),
        ("", "Let me look it up.", ""),
    ),
    "hangar": Agent(
        "sql_db_query",
        (
            "You are an agent designed to interact with a SQL database. Given an input question, "
            "create a syntactically correct sqlite query to run, then look at the results of the "
            "query and return the answer. DO NOT make any DML statements.",
            "You are a helpful analyst for the nycflights database (flights, airlines, planes, "
            "nycairports), flights departing New York City in 2013.",
        ),
        ("", "", ""),
    ),
    "ledger": Agent(
        "psql",
        (
            "You have read access to a PostgreSQL database with the tables grunfeld (investment, "
            "market value and capital of firms, million dollars) and longley (macroeconomic "
            "series; people in thousands). Use psql.",
            "Economic history assistant. Run queries with psql, then answer in plain English.",
        ),
        ("", "Running the query.", ""),
    ),
    "frame": Agent(
        "python",
        (
            "You are a pandas assistant. Loaded: df (US macro quarterly), sun (sunspots), nile, "
            "sst (El Niño region), stack (stack loss). The python tool prints its last expression "
            "with to_string().",
            "Use the python tool to answer questions about the loaded data frames. Be precise.",
        ),
        ("", "", "I'll compute this."),
    ),
    "field": Agent(
        "search",
        (
            "You answer from the document collection (search) and from files (read_file). Cite "
            "only what they contain.",
            "Research assistant for agriculture, commodities and social history. Tools: search for "
            "passages, read_file for CSV and JSON extracts.",
        ),
        ("", "Searching the collection.", ""),
    ),
}


def tool_of(agent: str, arguments: dict[str, object]) -> str:
    """The tool a call goes to: the field agent has two."""
    return "read_file" if "file" in arguments else AGENTS[agent].tool


def arguments_of(agent: str, text: str) -> dict[str, object]:
    """Arguments as the source has them: JSON, or the SQL of the agents that write SQL."""
    if agent in {"hangar", "ledger"}:
        query = text.replace("::INT", "") if agent == "hangar" else f"{text};"
        return {"query": query}
    arguments: dict[str, object] = json.loads(text)
    return arguments
