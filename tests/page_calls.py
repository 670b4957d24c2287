"""Somebody with a browser in tests: cookies, forms and redirects, as HTTP has them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import yaml
from calls import WRONG, Calls, request
from http_calls import HttpCaller, Reply

FORM = "application/x-www-form-urlencoded"
TOKENS = {"finance": "token-of-finance", "health": "token-of-health"}
TEXT = f"{WRONG} Sales were 500 in the South."
_INPUT = re.compile(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"')
_FORM = re.compile(r"<form[^>]*>.*?</form>", re.DOTALL)


class Person:
    """A browser of one person.

    Attributes:
        cookie: That it holds.

    Args:
        caller: A connection to the server.
        host: What the browser calls the server.
        scheme: Of its addresses.
    """

    def __init__(self, caller: HttpCaller, host: str = "localhost", scheme: str = "http") -> None:
        self._caller, self._host = caller, host
        self._origin = f"{scheme}://{host}"
        self.cookie = ""

    def get(self, path: str, **headers: str) -> Reply:
        """Load a page."""
        return self._sent("GET", path, b"", headers)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Reply:
        """Send a form from a page of the server."""
        own = {"origin": self._origin, "content-type": FORM}
        return self._sent("POST", path, urlencode(fields).encode(), own | headers)

    def form(self, path: str, mark: str) -> dict[str, str]:
        """The fields of a form of a page: of the first one in which a text stands."""
        page = self.get(path).body.decode()
        (found, *_) = [form for form in _FORM.findall(page) if mark in form]
        return {name: unescape(value) for name, value in _INPUT.findall(found)}

    def sign_in(self, name: str = "Ana", token: str = "") -> Reply:
        """Sign in with the form for that."""
        fields = self.form("/review/sign-in", "sign-in")
        return self.post("/review/sign-in", fields | {"name": name, "token": token})

    def decide(self, review_id: str, item: int, action: str, **fields: str) -> Reply:
        """Decide a finding with the form of the page as it is now."""
        path = f"/review/answers/{review_id}"
        return self.post(path, self.decision(review_id, item) | {"action": action} | fields)

    def decision(self, review_id: str, item: int) -> dict[str, str]:
        """The form of a finding, which may become older than the review."""
        return self.form(f"/review/answers/{review_id}", f'data-item="{item}"')

    def _sent(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Reply:
        own = {"host": self._host, **({"cookie": self.cookie} if self.cookie else {})}
        reply = self._caller.request(method, path, body or None, **own | headers)
        if given := reply.headers.get("set-cookie"):
            self.cookie = given.partition(";")[0]
        return reply


@contextmanager
def person(server: Any, host: str = "localhost") -> Iterator[Person]:
    """Somebody who is not signed in yet."""
    with HttpCaller(server.http) as caller:
        yield Person(caller, host)


def settings(url: str, **sections: Any) -> dict[str, Any]:
    """Of a server with pages."""
    server = {"http": "tcp://127.0.0.1:0"} | sections.pop("server", {})
    own = {
        "server": server,
        "store": {"url": url, "migrate": True, "timeout_s": 20},
        "pages": {"enabled": True},
        "policy": {"severities": {"CLAIM_NOT_FOUND": "error"}},
    }
    return own | sections


def with_tokens(folder: Path) -> dict[str, Any]:
    """Settings of a server with two tenants."""
    digests = {name: hashlib.sha256(token.encode()).hexdigest() for name, token in TOKENS.items()}
    (folder / "tokens.yaml").write_text(yaml.safe_dump(digests))
    server = {"token_file": str(folder / "tokens.yaml")}
    return settings(f"sqlite://{folder}/v.db", server=server)


def flag(server: Any, text: str = TEXT, token: str = "", **fields: Any) -> str:
    """The id of the review of a text."""
    with server.channel() as channel:
        return str(Calls(channel, token).verify(request(text, **fields)).meta.review.review_id)
