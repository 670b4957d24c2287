"""What every benchmark returns."""

from __future__ import annotations

from typing import Literal, TypedDict


class Figure(TypedDict):
    """One measured figure.

    Attributes:
        value: A ratio, unless the name ends with its unit.
        bar: What it is held to, or None where it only explains another.
        better: Which way is better.
    """

    value: float
    bar: float | None
    better: Literal["lower", "higher"]


Figures = dict[str, Figure]


def lower(value: float, bar: float | None = None) -> Figure:
    """A figure that is better when it is lower."""
    return {"value": round(float(value), 6), "bar": bar, "better": "lower"}


def higher(value: float, bar: float | None = None) -> Figure:
    """A figure that is better when it is higher."""
    return {"value": round(float(value), 6), "bar": bar, "better": "higher"}


def met(figure: Figure) -> bool:
    """Whether a figure meets its bar; one without a bar always does."""
    if figure["bar"] is None:
        return True
    if figure["better"] == "lower":
        return figure["value"] <= figure["bar"]
    return figure["value"] >= figure["bar"]
