"""Settings: what is unknown, out of range or doubtful keeps the server from starting."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel, Field, SecretStr, ValidationError

from sidecar.checks import CHECKS
from sidecar.settings import loading
from sidecar.settings.loading import load
from sidecar.settings.page import render_page
from sidecar.settings.root import VERDICT_SECTIONS, Settings
from sidecar.settings.section import Section, list_paths, name_variable, suggest_name, to_json
from sidecar.settings.sources import MAX_FILE_BYTES, SettingsError

ROOT = Path(__file__).parents[2]

TOP_LEVEL = """\
rounding:
  abs_epsilon: 0.5    # ±0.5 for integer counts (handles rounding)
  rel_epsilon: 0.01   # 1% relative tolerance for large values

percent:
  epsilon_pct: 0.5    # ±0.5% for percentage matching
  sum_to_100: true    # Check bullet groups sum to ~100%

currency:
  currencies: [QAR, USD]
  epsilon_amount: 50  # ±QR50 allowed if rounded in narrative

binding:
  prefer_query_id: true           # Use QID before source_family
  require_citation_first: true    # Uncited claims = ERROR
  ignore_numbers_below: 1.0       # Skip small values
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "verifyd.yaml"


def refused(path: Path | None, environ: dict[str, str] | None = None) -> str:
    with pytest.raises(SettingsError) as error:
        load(path, environ or {})
    return str(error.value)


def test_without_a_source_every_setting_has_its_default() -> None:
    assert load(None, {"PATH": "/bin"}) == Settings()


def test_sections_at_the_top_level_load(file: Path) -> None:
    file.write_text(TOP_LEVEL)
    settings = load(file, {})
    assert settings.numeric.rounding.rel_epsilon == Decimal("0.01")
    assert settings.numeric.binding.require_citation_first is True
    assert settings.numeric.binding.ignore_numbers_below == 1
    assert settings.consistency.sum_to_100 is True
    assert settings.consistency.epsilon_pct == Decimal("0.5")


def test_a_percent_section_at_the_top_level_counts_for_both_checks(file: Path) -> None:
    file.write_text("percent: {epsilon_pct: 0.3, sum_to_100: false}")
    settings = load(file, {})
    assert settings.numeric.percent.epsilon_pct == Decimal("0.3")
    assert settings.consistency.epsilon_pct == Decimal("0.3")
    assert settings.consistency.sum_to_100 is False


def test_a_section_at_the_top_level_and_in_its_own_place_is_refused(file: Path) -> None:
    file.write_text("rounding: {abs_epsilon: 1}\nnumeric: {rounding: {abs_epsilon: 0}}")
    assert "numeric.rounding is given twice" in refused(file)


@pytest.mark.parametrize(
    "shipped", sorted((ROOT / "settings").glob("*.yaml")), ids=lambda p: p.name
)
def test_shipped_files_load(shipped: Path) -> None:
    load(shipped, {})


def test_the_citations_required_file_has_the_same_values(file: Path) -> None:
    file.write_text(TOP_LEVEL)
    assert load(ROOT / "settings" / "citations-required.yaml", {}) == load(file, {})


def test_a_float_in_the_file_means_the_decimal_that_is_written(file: Path) -> None:
    file.write_text("numeric: {rounding: {rel_epsilon: 0.1}}")
    assert load(file, {}).numeric.rounding.rel_epsilon == Decimal("0.1")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("numeric: {roundin: {}}", ["'numeric.roundin'", "did you mean 'numeric.rounding'?"]),
        ("sever: {}", ["'sever'", "did you mean 'server'?"]),
        (
            "numeric: {rounding: {rel_epsilon: -1}}",
            ["numeric.rounding.rel_epsilon is -1, but it should be a number from 0 to 1"],
        ),
        ("policy: {mode: enforced}", ["policy.mode", "'enforced'", '"enforce" or "observe"']),
        (
            "numeric: {rounding: {abs_epsilon: .nan}}",
            ["numeric.rounding.abs_epsilon is nan, but it should be a number from 0"],
        ),
        (
            "numeric: {currency: {currencies: [usd]}}",
            ["currencies.0 is 'usd'", "three capital letters"],
        ),
        ("server: 3", ["server", "mapping"]),
        ("server: {tls_cert: a.pem}", ["server", "tls_key"]),
        ("server: {deadline_s: 100}", ["deadline_s", "max_deadline_s"]),
        (
            "overridable: [numeric.rounding.rel_eps]",
            ["did you mean 'numeric.rounding.rel_epsilon'"],
        ),
        ("overridable: [server.listen]", ["overridable: 'server.listen' is not known"]),
        ("[1, 2]", ["top level must be a mapping"]),
        ("a: 1\nb: 2\na: 3", ["line 3", "'a' appears twice"]),
        ("a: &x {}\nb: *x", ["line 2", "aliases are not allowed"]),
        ("a: [1", ["line 1"]),
        ("a: !!python/object/apply:os.system [ls]", ["line 1"]),
        ("{a: 1}: 2", ["line 1"]),
        ("a: 2024-13-45", ["no valid YAML"]),
        ("[" * 5000, ["line 1", "more than 64 levels"]),
    ],
)
def test_faults_are_told_with_file_path_value_and_range(
    file: Path, text: str, parts: list[str]
) -> None:
    file.write_text(text)
    message = refused(file)
    assert str(file) in message
    for part in parts:
        assert part in message
    assert "Traceback" not in message


def test_every_fault_is_told_at_once(file: Path) -> None:
    file.write_text("policy: {mode: x}\nserver: {workers: 0}")
    assert len(refused(file).splitlines()) == 2


def test_a_missing_or_endless_file_is_refused(file: Path) -> None:
    assert "No such file" in refused(file)
    file.write_text("#" * (MAX_FILE_BYTES + 1))
    assert "longer than" in refused(file)


SECOND_NAMES = {
    "verification_require_citations": ("citations", "require_citations", False),
    "verification_min_evidence_support": ("support", "min_evidence_support", Decimal("0.7")),
    "verification_confidence_tolerance": ("support", "confidence_tolerance", Decimal("0.1")),
    "verify_claims": ("claims", "enabled", True),
    "verify_confidence_threshold": ("claims", "confidence_threshold", Decimal("0.9")),
}


def test_the_other_variables_of_claims() -> None:
    settings = load(
        None, {"VERIFY_MODEL": "better-model", "VERIFY_CLAIM_TYPES": "statistic,quote, date"}
    )
    assert settings.claims.model == "better-model"
    assert settings.claims.types == ("statistic", "quote", "date")
    with pytest.raises(SettingsError, match="VERIFY_CLAIM_TYPES"):
        load(None, {"VERIFY_CLAIM_TYPES": "statistics"})


@pytest.mark.parametrize("name", SECOND_NAMES)
def test_settings_by_their_second_names(file: Path, name: str) -> None:
    section, setting, value = SECOND_NAMES[name]
    file.write_text(f"{name}: {str(value).lower()}")
    for settings in (load(file, {}), load(None, {name.upper(): str(value).lower()})):
        assert getattr(getattr(settings, section), setting) == value
    own = f"VERIFYD_{section}__{setting}".upper()
    with pytest.raises(SettingsError, match="are the same setting"):
        load(None, {name.upper(): "0", own: "0"})
    file.write_text(f"{name}: 0\n{section}: {{{setting}: 0}}")
    assert "is given twice" in refused(file)
    assert load(None, {name: "nonsense", "VERIFICATION_ELSE": "1"}) == Settings()  # not ours


@pytest.mark.parametrize(("written", "mode"), [("true", "cached"), ("false", "fresh")])
def test_a_second_name_may_have_values_of_its_own(file: Path, written: str, mode: str) -> None:
    file.write_text(f"verify_use_cached: {written}")
    assert load(file, {}).sources.mode == mode
    assert load(None, {"VERIFY_USE_CACHED": written}).sources.mode == mode
    with pytest.raises(SettingsError, match=r"VERIFY_USE_CACHED: sources\.mode is 'perhaps'"):
        load(None, {"VERIFY_USE_CACHED": "perhaps"})


def test_the_environment_stands_over_the_file(file: Path) -> None:
    file.write_text(
        "server: {workers: 2, max_queue: 7}\npolicy: {severities: {COINCIDENCE_LIKELY: info}}"
    )
    environ = {
        "VERIFYD_CONFIG": str(file),
        "VERIFYD_SERVER__WORKERS": "3",
        "VERIFYD_NUMERIC__CURRENCY__CURRENCIES": "[EUR, QAR]",
        "VERIFYD_NUMERIC__BINDING__IGNORE_YEARS": "false",
        "VERIFYD_NUMERIC__ROUNDING__REL_EPSILON": "1e-3",  # in YAML 1.1 this would be a string
        "VERIFYD_POLICY__SEVERITIES": "{CLAIM_NOT_FOUND: warning}",
        "VERIFYD_OVERRIDABLE": "[policy.mode]",
        "VERIFYD_YARDSTICKS": "/somewhere",
    }
    settings = load(None, environ)
    assert settings.server.workers == 3
    assert settings.server.max_queue == 7
    assert settings.numeric.currency.currencies == ("EUR", "QAR")
    assert settings.numeric.binding.ignore_years is False
    assert settings.numeric.rounding.rel_epsilon == Decimal("0.001")
    assert settings.policy.severities == {
        "COINCIDENCE_LIKELY": "info",  # a mapping adds to that of the file
        "CLAIM_NOT_FOUND": "warning",
    }
    assert settings.overridable == ("policy.mode",)


@pytest.mark.parametrize(
    ("variable", "value", "parts"),
    [
        ("VERIFYD_SERVER__LISTN", "x", ["did you mean 'VERIFYD_SERVER__LISTEN'?"]),
        ("VERIFYD_SERVER", "{}", ["no such setting"]),
        ("VERIFYD_CONFG", "x", ["no such setting"]),
        ("VERIFYD_SERVER__WORKERS", "many", ["server.workers", "'many'", "from 1 to 64"]),
        ("VERIFYD_NUMERIC__CURRENCY__CURRENCIES", "[EUR", ["line 1"]),
    ],
)
def test_a_variable_that_is_no_setting_is_refused_by_name(
    variable: str, value: str, parts: list[str]
) -> None:
    message = refused(None, {variable: value})
    assert variable in message
    for part in parts:
        assert part in message


def test_every_setting_is_described_and_has_a_variable_of_its_own() -> None:
    paths = dict(list_paths(Settings))
    assert all(field.description for field in paths.values())
    assert len({name_variable(path) for path in paths}) == len(paths)


def test_settings_do_not_change() -> None:
    settings = Settings()
    with pytest.raises(ValidationError, match="frozen"):
        settings.policy.mode = "observe"  # type: ignore[misc]


class TestDigest:
    def test_depends_on_what_a_verdict_depends_on(self) -> None:
        changes: list[dict[str, Any]] = [
            {"policy": {"mode": "observe"}},
            {"numeric": {"rounding": {"abs_epsilon": "0.5"}}},
            {"consistency": {"sum_to_100": False}},
            {},
        ]
        assert len({Settings.model_validate(change).digest for change in changes}) == len(changes)

    def test_does_not_depend_on_the_rest(self) -> None:
        moved = Settings.model_validate({"server": {"workers": 1}, "logging": {"level": "debug"}})
        assert moved.digest == Settings().digest

    def test_covers_every_check(self) -> None:
        assert set(CHECKS) | {"policy", "sources", "feedback"} == VERDICT_SECTIONS


class Judge(Section):
    api_key: SecretStr = SecretStr("")
    keys: tuple[SecretStr, ...] = ()
    retries: int = Field(0, le=3)


class WithSecrets(BaseModel):
    judge: Judge = Judge()


def test_a_dump_never_shows_a_secret() -> None:
    judge = Judge(api_key=SecretStr("hunter2"))
    shown = json.dumps(judge.model_dump(), default=to_json)
    assert json.loads(shown)["api_key"] == "**********"
    assert json.loads(json.dumps(Judge().model_dump(), default=to_json))["api_key"] == ""


@pytest.mark.parametrize(
    "judge",
    [
        {"api_key": ["hunter2"], "retries": 4},
        {"keys": ["a", {"x": "hunter2"}], "retries": 4},
        {"api_keyy": "hunter2", "retries": 4},
        "hunter2",
    ],
)
def test_a_fault_never_shows_a_secret(
    judge: object, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "Settings", WithSecrets)
    file.write_text(yaml.safe_dump({"judge": judge}))
    message = refused(file)
    assert "judge" in message
    assert "hunter2" not in message
    assert ("retries is 4" in message) == (judge != "hunter2")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("VERIFYD_CLAIMS__API_KEY_ENV", "sk-hunter2"),  # the key itself
        ("VERIFYD_NUMERIC__FORMULAS__API_KEY_ENV", "sk-hunter2"),
        ("VERIFYD_STORE__PASSWORD_ENV", "hunter2!"),
        ("VERIFYD_STORE__URL", "postgresql://user:hunter2@host/database"),
        ("VERIFYD_CLAIMS__BASE_URL", "http://user:hunter2@host/v1"),
        ("VERIFYD_TRACING__ENDPOINT", "grpc://hunter2@host"),
        ("VERIFYD_OUTCOMES__GOVERNANCE__URL", "ftp://user:hunter2@host"),
    ],
)
def test_a_secret_in_the_wrong_place_is_not_shown(variable: str, value: str) -> None:
    message = refused(None, {variable: value})
    assert variable in message
    assert "hunter2" not in message


def test_a_dump_loads_again(file: Path) -> None:
    file.write_text(yaml.safe_dump(Settings().dump()))
    assert load(file, {}) == Settings()


def test_the_reference_page_is_current() -> None:
    written = (ROOT / "docs" / "settings.md").read_text()
    assert written == render_page(), "run: python -m sidecar.settings > docs/settings.md"


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ({"on_nothing": {"numerc": "fail"}}, "numeric"),
        ({"required_checks": ["numerics"]}, "numeric"),
        ({"optional_checks": ["consistancy"]}, "consistency"),
        ({"severities": {"CLAIM_NOT_FUND": "info"}}, "CLAIM_NOT_FOUND"),
    ],
)
def test_trap_a_misspelled_name_would_leave_the_default_in_force(
    policy: dict[str, object], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        Settings.model_validate({"policy": policy})


@pytest.mark.parametrize("known", ["numeric", "accuracy", "equal_to", "x"])
def test_no_word_is_suggested_for_itself(known: str) -> None:
    assert suggest_name(known, [known]) == ""
    others = suggest_name(known, [known, f"{known}s"])
    assert others in ("", f"; did you mean {known + 's'!r}?")


@pytest.mark.parametrize("odd", ["numeri\u0441", "nu\u200bmeric", "\uff4eumeric"])
def test_a_word_that_only_looks_right_is_told_so(odd: str) -> None:
    assert suggest_name(odd, ["numeric"]) == "; did you mean 'numeric', in plain ASCII letters?"


@pytest.mark.parametrize("secret", ["pass/word", "pass word", "p@ss", "a'b/c"])
def test_the_password_of_a_url_is_not_shown(secret: str) -> None:
    message = refused(None, {"VERIFYD_CLAIMS__BASE_URL": f"http://user:{secret}@host"})
    assert "VERIFYD_CLAIMS__BASE_URL" in message
    assert "user" not in message
    assert not any(part in message for part in (secret, secret[-4:]))
