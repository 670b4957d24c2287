"""A URL is https with a name; whatever could mean something else is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.sources.urls import SourceError, Url, parse_url


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("https://example.org", "https://example.org/"),
        ("HTTPS://Example.ORG/A?b=C#part", "https://example.org/A?b=C"),
        (" https://example.org/ ", "https://example.org/"),
        ("https://example.org.:443/", "https://example.org/"),
        ("https://example.org:8443/", "https://example.org:8443/"),
        ("https://example.org?a=b", "https://example.org/?a=b"),
        ("https://example.org/é%20ü|", "https://example.org/%C3%A9%20%C3%BC%7C"),
        ("https://münchen.example/", "https://xn--mnchen-3ya.example/"),
        ("https://faß.example/", "https://xn--fa-hia.example/"),  # not fass.example
        ("https://ＥＸＡＭＰＬＥ．org/", "https://example.org/"),
        ("https://a_b.example.org/", "https://a_b.example.org/"),
        ("https://example.org/a@b:c", "https://example.org/a@b:c"),
        ("https://example.org//other.test/", "https://example.org//other.test/"),
    ],
)
def test_equal_urls_have_one_spelling(written: str, text: str) -> None:
    assert parse_url(written).text == text
    assert parse_url(text).text == text


@pytest.mark.parametrize(
    "written",
    [
        "",
        "example.org",
        "//example.org/",
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https:example.org",
        "https:/example.org",
        "https:///example.org",
        "https://",
        "https://:443/",
        "https://user@example.org/",
        "https://user:pass@example.org/",
        "https://example.org@10.0.0.1/",
        "https://example.org\\@10.0.0.1/",
        "https://example.org:0/",
        "https://example.org:65536/",
        "https://example.org:x/",
        "https://example.org:٤٤٣/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.0.0.1/",
        "https://017700000001/",
        "https://１２７.0.0.1/",
        "https://127。0。0。1/",
        "https://127.0.0.1./",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[fe80::1%25eth0]/",
        "https://exa mple.org/",
        "https://example.org/a b",
        "https://example.org/a\nb",
        "https://example.org/a\tb",
        "https://example.org/\x00",
        "https://%65xample.org/",
        "https://example..org/",
        "https://example.org../",
        "https://-example.org/",
        "https://a／b.example/",
        "https://a＠b.example/",
        "https://\u200bexample.org\u2044x/",
        "https://example.org/\ud800",
        "https://" + "a" * 64 + ".org/",
        "https://" + "a." * 130 + "org/",
        "https://example.org/" + "a" * 9000,
    ],
)
def test_what_could_mean_something_else_is_no_url(written: str) -> None:
    with pytest.raises(SourceError) as refused:
        parse_url(written)
    assert refused.value.reason == "SOURCE_URL_INVALID"


@pytest.mark.parametrize(
    ("location", "text"),
    [
        ("/b", "https://example.org/b"),
        ("b?c", "https://example.org/a/b?c"),
        ("../b", "https://example.org/b"),
        ("?c", "https://example.org/a/x?c"),
        ("//other.test/b", "https://other.test/b"),
        ("https://other.test:8443", "https://other.test:8443/"),
    ],
)
def test_a_redirect_starts_from_where_it_is(location: str, text: str) -> None:
    assert parse_url("https://example.org/a/x?y").joined(location).text == text


@pytest.mark.parametrize(
    ("host", "port", "allowed", "is_allowed"),
    [
        ("example.org", 443, "example.org", True),
        ("www.example.org", 443, "example.org", False),
        ("www.example.org", 443, "*.example.org", True),
        ("a.b.example.org", 443, "*.example.org", True),
        ("example.org", 443, "*.example.org", False),
        ("badexample.org", 443, "*.example.org", False),
        ("example.org.evil.test", 443, "*.example.org", False),
        ("example.org", 8443, "example.org", False),
        ("example.org", 8443, "example.org:8443", True),
        ("example.org", 443, "example.org:8443", False),
        ("www.example.org", 8443, "*.example.org:8443", True),
    ],
)
def test_hosts_are_allowed_by_name_and_port(
    host: str, port: int, allowed: str, *, is_allowed: bool
) -> None:
    assert Url(host, port, "/").is_allowed(["unlike.test", allowed]) is is_allowed
    assert not Url(host, port, "/").is_allowed([])


_LABELS = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,5}[a-z0-9])?", fullmatch=True)
_NAMES = st.lists(_LABELS, min_size=1, max_size=3).map(lambda labels: ".".join([*labels, "org"]))
_PORTS = st.sampled_from(["", ":443", ":8443"])


def _spelled(draw: st.DrawFn, host: str) -> str:
    """A host in one of the spellings that mean the same."""
    letters = [draw(st.sampled_from([one, one.upper()])) for one in host]
    return "".join(letters) + draw(st.sampled_from(["", "."]))


@st.composite
def _near(draw: st.DrawFn, name: str) -> str:
    """Hosts that are a name, stand below it, or only look like that."""
    label, host = draw(_LABELS), draw(_NAMES)
    parent = name.partition(".")[2]
    each = [name, f"{label}.{name}", f"{label}.{host.partition('.')[0]}.{name}", f"{label}{name}"]
    each += [f"{name}.{host}", f"{label}-{name}", f"{name[:-1]}", f"{name}{label}", parent, host]
    return _spelled(draw, draw(st.sampled_from(each)))


@given(st.data(), _NAMES, _PORTS, _PORTS)
def test_a_wildcard_is_all_hosts_below_a_name_and_no_other(
    data: st.DataObject, name: str, port: str, allowed_port: str
) -> None:
    written = data.draw(_near(name))
    try:
        url = parse_url(f"https://{written}{port}/")
    except SourceError:
        return
    labels, suffix = written.lower().rstrip(".").split("."), name.split(".")
    same_port = (port or ":443") == (allowed_port or ":443")
    is_below = len(labels) > len(suffix) and labels[-len(suffix) :] == suffix
    assert url.is_allowed([f"*.{name}{allowed_port}"]) is (is_below and same_port)
    assert url.is_allowed([f"{name}{allowed_port}"]) is (labels == suffix and same_port)
    assert url.is_allowed([f"*{allowed_port}"]) is (len(labels) > 1 and same_port)


@pytest.mark.parametrize(
    ("written", "allowed"),
    [
        ("https://bücher.example.org/", True),
        ("https://xn--bcher-kva.example.org/", True),
        ("https://www。example。org/", True),  # dots of other scripts are dots of the name
        ("https://www.ｅxample.org/", True),  # so are letters that mean the same
        ("https://www.exаmple.org/", False),  # a Cyrillic letter makes another name
        ("https://www.example.org.evil.test/", False),
        ("https://evilexample.org/", False),
    ],
)
def test_a_wildcard_goes_by_names_as_the_name_system_has_them(
    written: str, *, allowed: bool
) -> None:
    assert parse_url(written).is_allowed(["*.example.org"]) is allowed


@given(st.text(max_size=60), st.sampled_from(["", "https://", "https://example.org/"]))
def test_any_text_is_a_url_or_refused(text: str, begin: str) -> None:
    try:
        url = parse_url(begin + text)
    except SourceError:
        return
    assert url.text.isascii()
    assert parse_url(url.text) == url
