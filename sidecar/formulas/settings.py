"""Settings of formulas."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sidecar.formulas.engine_settings import EngineSettings
from sidecar.judges.settings import JudgeSettings
from sidecar.settings.section import Stricter


class FormulaSettings(JudgeSettings):
    """Numbers that are the value of a query (extra `formulas`), declared or proposed by a model.

    Declared ones always count. Nothing is sent to a model unless `propose` and `base_url` are set
    (extra `llm`).
    """

    propose: Literal["off", "uncovered", "open", "uncertain", "all"] = Field(
        "off",
        description="Which numbers a model is asked the formulas of: none, just the inconclusive"
        " ones, which words and data do not cover (`uncovered`; `open` is its former name), also"
        " those that are flagged or supported below `ask_below` (`uncertain`), or `all`.",
    )
    ask_below: Annotated[float, Stricter("larger")] = Field(
        0.85,
        ge=0,
        le=1,
        description="How probably right a supported number must be not to be asked about"
        " (`propose: uncertain`).",
    )
    required: Annotated[bool, Stricter("true")] = Field(
        False,
        description="The check fails where the model does not answer; else a number that it was"
        " asked about stays as its words gave it where these plainly name row and column, and is"
        " not covered elsewhere.",
    )
    engine: EngineSettings = EngineSettings()
