"""Column metadata from a YAML or JSON file, as ``verifyd check --columns`` reads it.

    europe:                     # a query id: the stem of a data file, unless ID=FILE
      family: Gapminder         # text: about the query result itself (`family`, `title`)
      lifeExp:                  # a mapping: about the column of that name
        label: life expectancy
        unit: years
        synonyms: [expectation of life]

So a column may be called ``title`` too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Tag,
    TypeAdapter,
    ValidationError,
)

from sidecar.cli import files
from sidecar.cli.errors import UsageError
from sidecar.model.evidence import Column

REASON = "COLUMNS_INVALID"


@dataclass(frozen=True, slots=True)
class Description:
    """What a file says about one query result."""

    family: str = ""
    title: str = ""
    columns: tuple[Column, ...] = ()


class _ColumnMeta(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    label: str = ""
    description: str = ""
    unit: str = ""
    synonyms: list[str] = []


def _kind(said: object) -> str:
    return "text" if isinstance(said, str) else "column"


_Said = Annotated[
    Annotated[str, Tag("text")] | Annotated[_ColumnMeta, Tag("column")], Discriminator(_kind)
]
_FILE: TypeAdapter[dict[str, dict[str, _Said]]] = TypeAdapter(dict[str, dict[str, _Said]])
_ABOUT_RESULT = ("family", "title")


def load(path: Path, query_ids: Collection[str]) -> Mapping[str, Description]:
    """Read what a file says about query results.

    Args:
        path: A YAML file; JSON is YAML.
        query_ids: The query results there are. A name that is not among them is a mistake.

    Raises:
        UsageError: With what is wrong, and where.
    """
    said = files.plain(path, REASON)
    try:
        loaded = _FILE.validate_python({} if said is None else said)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        names = [*first["loc"][:2], *first["loc"][3:]]  # the third is the tag of the union
        where = ".".join(map(str, names)) or "the file"
        raise UsageError(REASON, f"{path}: {where}: {first['msg'].lower()}") from None
    for query_id in loaded:
        if query_id not in query_ids:
            known = ", ".join(query_ids)
            raise UsageError(REASON, f"{path} describes {query_id!r}, but the data is: {known}")
    return {query_id: _description(path, query_id, said) for query_id, said in loaded.items()}


def _description(path: Path, query_id: str, said: Mapping[str, str | _ColumnMeta]) -> Description:
    about = {name: text for name, text in said.items() if isinstance(text, str)}
    for name in about:
        if name not in _ABOUT_RESULT:
            raise UsageError(REASON, f"{path}: {query_id}.{name}: a column needs a mapping")
    columns = [_column(name, meta) for name, meta in said.items() if isinstance(meta, _ColumnMeta)]
    return Description(**about, columns=tuple(columns))


def _column(name: str, meta: _ColumnMeta) -> Column:
    return Column(
        name=name,
        label=meta.label,
        description=meta.description,
        unit=meta.unit,
        synonyms=tuple(meta.synonyms),
    )
