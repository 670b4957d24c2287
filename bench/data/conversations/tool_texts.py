"""What the tools of the ten agents return: one writer for each agent, in a few variations."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple


class Rows(NamedTuple):
    """Result of a query."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def records(self) -> list[dict[str, Any]]:
        """Each row by column name."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def json_rows(result: Rows, vary: int, _: dict[str, Any]) -> str:
    """A JSON list of rows, bare, wrapped, indented, or split into columns and data."""
    match vary % 5:
        case 0:
            return json.dumps({"row_count": len(result.rows), "rows": result.records()})
        case 1:
            return json.dumps({"columns": result.columns, "data": result.rows})
        case 2:
            return json.dumps(result.records(), indent=2)
        case _:
            return json.dumps(result.records())


_UNITS = {"close": "USD", "gwh": "GWh"}


def _resource(number: int, record: dict[str, Any], vary: int) -> dict[str, Any]:
    if vary % 2:
        return {"id": f"r{number}", "type": "observation", "attributes": record}
    return {
        name: {"value": value, "unit": _UNITS[name]} if name in _UNITS else value
        for name, value in record.items()
    }


def api(result: Rows, vary: int, arguments: dict[str, Any]) -> str:
    """The body of an HTTP API: items below data, paging and timing below meta."""
    page = arguments["params"].get("page", 1)
    total = 17 if "page" in arguments["params"] else len(result.rows)
    items = [_resource(n, record, vary) for n, record in enumerate(result.records(), 1)]
    meta = {"page": page, "per_page": 9 if total == 17 else 50, "total": total}
    more = f"{arguments['path']}?page=2" if page * meta["per_page"] < total else None
    body = {
        "status": 200,
        "data": {"resource": arguments["path"], "items": items},
        "meta": meta | {"took_ms": 3 + vary % 40, "request_id": f"{vary * 7919 % 0xFFFFFF:06x}"},
        "links": {"next": more},
    }
    return json.dumps(body, indent=2 if vary % 3 == 0 else None)


def csv_text(result: Rows, vary: int, _: dict[str, Any]) -> str:
    """CSV, now and then with a comment, semicolons or tabs."""
    out = io.StringIO()
    if vary % 4 == 0:
        out.write(f"# export, {len(result.rows)} rows\n")
    delimiter = ";" if vary % 7 == 0 else "\t" if vary % 11 == 0 else ","
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(result.columns)
    writer.writerows(result.rows)
    return out.getvalue()


def markdown(result: Rows, vary: int, _: dict[str, Any]) -> str:
    """A Markdown table, with a title or a note in some."""
    rule = ["---" if vary % 2 else ":--" if n == 0 else "--:" for n in range(len(result.columns))]
    lines = [list(result.columns), rule, *([_cell(value) for value in row] for row in result.rows)]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    title = "### Result\n\n" if vary % 3 == 0 else ""
    note = f"\n\n_{len(result.rows)} rows_" if vary % 4 == 0 else ""
    return title + table + note


def html_page(result: Rows, vary: int, _: dict[str, Any]) -> str:
    """A web page with one table."""

    def row(tag: str, cells: Sequence[Any]) -> str:
        texts = (f"{c:,}" if isinstance(c, float) and vary % 2 else _cell(c) for c in cells)
        return "<tr>" + "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in texts) + "</tr>"

    body = "\n".join(row("td", cells) for cells in result.rows)
    table = (
        f'<table class="data"><thead>{row("th", result.columns)}</thead>\n'
        f"<tbody>{body}</tbody></table>"
    )
    if vary % 3 == 0:
        return table
    return (
        "<html><head><title>State statistics</title></head><body>\n"
        '<nav><a href="/">Home</a> | <a href="/states">States</a></nav>\n'
        f"<h1>States, 2009</h1>\n{table}\n<p>Rates per 100,000 residents.</p>\n</body></html>"
    )


def key_values(result: Rows, vary: int, _: dict[str, Any]) -> str:
    """Records as lines of ``key: value``."""
    bullet, colon = ("- ", ": ") if vary % 4 == 0 else ("", " = ") if vary % 4 == 1 else ("", ": ")
    records = [
        "\n".join(f"{bullet}{name}{colon}{_cell(value) or 'n/a'}" for name, value in record.items())
        for record in result.records()
    ]
    return ("\n---\n" if vary % 3 == 0 else "\n\n").join(records)


def tuples(result: Rows, _: int, __: dict[str, Any]) -> str:
    """Python's repr of a list of tuples, as SQLDatabase.run of LangChain returns it."""
    return repr(list(result.rows))


def psql(result: Rows, _: int, __: dict[str, Any]) -> str:
    """The aligned output of psql."""
    texts = [result.columns, *([_cell(value) for value in row] for row in result.rows)]
    widths = [max(len(text) for text in column) for column in zip(*texts, strict=True)]
    head = " | ".join(
        name.center(width) for name, width in zip(result.columns, widths, strict=True)
    )
    lines = [f" {head}", "-+-".join("-" * width for width in widths).join("--")]
    for values, row in zip(texts[1:], result.rows, strict=True):
        cells = (
            text.ljust(width) if isinstance(value, str) else text.rjust(width)
            for text, value, width in zip(values, row, widths, strict=True)
        )
        lines.append((" " + " | ".join(cells)).rstrip())
    count = len(result.rows)
    return "\n".join([*lines, f"({count} row{'' if count == 1 else 's'})"])


def frame(result: Rows, vary: int, _: dict[str, Any]) -> str:
    """``DataFrame.to_string()``, with or without its index."""
    table = import_module("pandas").DataFrame(result.rows, columns=result.columns)
    text: str = table.to_string(index=vary % 3 != 0)
    return text


def passages(result: Rows, sentences: str, vary: int, aside: str) -> str:
    """Search hits: a sentence written for this conversation, its wordings taken in turn."""
    wordings = sentences.split(" || ")
    said = [
        wordings[n % len(wordings)].format(**record) for n, record in enumerate(result.records())
    ]
    cut = (len(said) + 1) // 2 if vary % 2 else len(said)
    texts = [text for text in (" ".join(said[:cut]), " ".join(said[cut:]), aside) if text]
    return "\n\n".join(
        f"[{n}] (score {0.95 - 0.13 * n:.2f}) {text}" for n, text in enumerate(texts, 1)
    )


Writer = Callable[[Rows, int, dict[str, Any]], str]
WRITERS: dict[str, Writer] = {
    "atlas": json_rows,
    "ticker": api,
    "rain": csv_text,
    "nest": markdown,
    "civic": html_page,
    "garage": key_values,
    "hangar": tuples,
    "ledger": psql,
    "frame": frame,
}
