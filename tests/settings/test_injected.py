"""Variables that Kubernetes injects are ignored; misspelt settings never are."""

from __future__ import annotations

import string

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sidecar.settings.loading import load
from sidecar.settings.root import Settings
from sidecar.settings.section import list_paths, name_variable
from sidecar.settings.sources import SettingsError
from sidecar.settings.variables import is_injected

KNOWN = sorted(name_variable(path) for path, _ in list_paths(Settings))
WORDS = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=6)
HOSTS = st.one_of(
    st.ip_addresses(v=4).map(str), st.ip_addresses(v=6).map(str), st.just("localhost")
)
PORTS = st.integers(1, 65535)


@st.composite
def services(draw: st.DrawFn) -> dict[str, str]:
    """What Kubernetes sets for one Service, as its documentation has it."""
    words = ["verifyd", *draw(st.lists(WORDS, max_size=3))]
    name = "_".join(words).upper()
    host, ports = draw(HOSTS), draw(st.lists(PORTS, min_size=1, max_size=3, unique=True))
    inside = f"[{host}]" if ":" in host else host
    environ = {
        f"{name}_SERVICE_HOST": host,
        f"{name}_SERVICE_PORT": str(ports[0]),
        f"{name}_PORT": f"tcp://{inside}:{ports[0]}",
    }
    for port in ports:
        named = "_".join(draw(st.lists(WORDS, min_size=1, max_size=2))).upper()
        environ[f"{name}_SERVICE_PORT_{named}"] = str(port)
        protocol = draw(st.sampled_from(["tcp", "udp", "sctp"]))
        prefix = f"{name}_PORT_{port}_{protocol.upper()}"
        environ[prefix] = f"{protocol}://{inside}:{port}"
        environ |= {f"{prefix}_PROTO": protocol, f"{prefix}_PORT": str(port)}
        environ[f"{prefix}_ADDR"] = host
    return environ


@settings(deadline=None)
@given(st.lists(services(), min_size=1, max_size=3))
def test_the_variables_of_services_change_nothing(found: list[dict[str, str]]) -> None:
    environ = {name: value for one in found for name, value in one.items()}
    assert load(None, environ) == Settings()
    changed = load(None, environ | {"VERIFYD_SERVER__WORKERS": "3"})
    assert changed.server.workers == 3


@settings(deadline=None)
@given(services(), st.data())
def test_a_value_that_kubernetes_does_not_give_is_refused(
    environ: dict[str, str], data: st.DataObject
) -> None:
    # Trap: a guessed name such as VERIFYD_PORT=8080 would be passed over without a word.
    name = data.draw(st.sampled_from(sorted(environ)))
    value = data.draw(st.sampled_from(["8080;", "unix:///v.sock", "observe mode", "/etc/x", "[1]"]))
    with pytest.raises(SettingsError, match=rf"{name}: there is no such setting; .*'VERIF"):
        load(None, environ | {name: value})


@settings(deadline=None)
@given(st.sampled_from(KNOWN), st.data())
def test_a_misspelt_setting_is_refused_by_name(setting: str, data: st.DataObject) -> None:
    body = setting.removeprefix("VERIFYD_")
    at = data.draw(st.integers(0, len(body) - 1))
    letter = data.draw(st.sampled_from(string.ascii_uppercase + string.digits + "_"))
    end = data.draw(st.sampled_from(["", "_PORT", "_SERVICE_HOST", "_PORT_80_TCP"]))
    wrong = data.draw(
        st.sampled_from(
            [body[:at] + body[at + 1 :], body[:at] + letter + body[at:], body.replace("__", "_")]
        )
    )
    variable = f"VERIFYD_{wrong}{end if '__' in wrong else ''}"
    assume(variable not in KNOWN)
    value = data.draw(st.sampled_from(["1", "10.0.0.1", "tcp://10.0.0.1:80", ""]))
    with pytest.raises(SettingsError, match=rf"{variable}: there is no such setting; .*'VERIF"):
        load(None, {variable: value})


def test_no_setting_is_taken_for_an_injected_variable() -> None:
    values = ("1", "10.0.0.1", "tcp://10.0.0.1:80", "tcp", "")
    assert not [name for name in KNOWN for value in values if is_injected(name, {name: value})]


@pytest.mark.parametrize(
    "variable", ["VERIFYD_METRICS_PORT", "VERIFYD_SERVER_LISTEN_PORT", "VERIFYD_SERVER_PORT"]
)
def test_a_name_that_people_may_write_needs_the_service_beside_it(variable: str) -> None:
    environ = {variable: "tcp://127.0.0.1:7000"}
    with pytest.raises(SettingsError, match=f"{variable}: there is no such setting"):
        load(None, environ)
    host = f"{variable.removesuffix('_PORT')}_SERVICE_HOST"
    assert load(None, environ | {host: "127.0.0.1"}) == Settings()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("VERIFYD_PORT", "tcp://10.0.0.1:50051"),
        ("VERIFYD_PORT", "tcp://[fd00::1]:50051"),
        ("VERIFYD_PORT", ""),  # cleared in the pod's spec
        ("VERIFYD_SERVICE_HOST", "fd00::1"),
        ("VERIFYD_SERVICE_PORT_GRPC", "50051"),
        ("VERIFYD_PORT_50051_TCP_PROTO", "tcp"),
        ("VERIFYD_METRICS_PORT_9090_TCP_ADDR", "10.0.0.1"),
    ],
)
def test_each_injected_form_is_known_by_itself(variable: str, value: str) -> None:
    assert load(None, {variable: value}) == Settings()
