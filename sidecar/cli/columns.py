"""Column metadata from a YAML or JSON file, as ``verifyd check --columns`` reads it.

europe_2007:                # a query id, that is the stem of a data file unless ID=FILE
  family: Gapminder         # text: about the query result itself (`family`, `title`)
  lifeExp:                  # a mapping: about the column of that name
    label: life expectancy
    unit: years
    synonyms: [expectation of life]
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

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


_FILE: TypeAdapter[dict[str, dict[str, str | _ColumnMeta]]] = TypeAdapter(
    dict[str, dict[str, str | _ColumnMeta]]
)
_ABOUT_RESULT = ("family", "title")


def load(path: Path, query_ids: Collection[str]) -> Mapping[str, Description]:
    """Read what a file says about query results.

    Args:
        path: A YAML file; JSON is YAML.
        query_ids: The query results there are. A name that is not among them is a mistake.

    Raises:
        UsageError: With what is wrong, and where.
    """
    try:
        loaded = _FILE.validate_python(yaml.safe_load(path.read_text("utf-8")) or {})
    except OSError as error:
        raise UsageError("FILE_UNREADABLE", f"cannot read {path}: {error.strerror}") from None
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        problem = " ".join(str(error).split())
        raise UsageError(REASON, f"{path} is no YAML: {problem}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(REASON, f"{path}: {where}: {first['msg'].lower()}") from None
    unknown = [query_id for query_id in loaded if query_id not in query_ids]
    if unknown:
        known = ", ".join(query_ids)
        raise UsageError(REASON, f"{path} describes {unknown[0]!r}, but the data is: {known}")
    return {query_id: _description(path, query_id, said) for query_id, said in loaded.items()}


def _description(path: Path, query_id: str, said: dict[str, str | _ColumnMeta]) -> Description:
    about: dict[str, str] = {}
    columns: list[Column] = []
    for name, meta in said.items():
        if isinstance(meta, _ColumnMeta):
            columns.append(
                Column(
                    name=name,
                    label=meta.label,
                    description=meta.description,
                    unit=meta.unit,
                    synonyms=tuple(meta.synonyms),
                )
            )
        elif name in _ABOUT_RESULT:
            about[name] = meta
        else:
            raise UsageError(REASON, f"{path}: {query_id}.{name}: a column needs a mapping")
    return Description(**about, columns=tuple(columns))
