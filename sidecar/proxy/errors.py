"""The errors that the proxy itself answers with."""

from __future__ import annotations

import json

from sidecar.server.http.request import Response


class ProxyError(Exception):
    """A request that gets an error instead of an answer.

    Attributes:
        status: Of HTTP.
        code: For programs.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code

    def write(self) -> bytes:
        """The error as OpenAI's API has it, in one line."""
        error = {"message": str(self), "type": "verifyd_proxy", "param": None, "code": self.code}
        return json.dumps({"error": error}).encode()

    def response(self) -> Response:
        """The same as a response."""
        return Response(self.status, [("content-type", "application/json")], self.write())
