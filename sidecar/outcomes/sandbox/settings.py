"""Settings of the sandbox for metric code."""

from __future__ import annotations

from pydantic import Field

from sidecar.settings.section import Section


class SandboxSettings(Section):
    """What metric code may take."""

    timeout_ms: int = Field(
        5000,
        ge=50,
        le=60_000,
        description="Longest time of one program, in milliseconds; past it the process is ended"
        " (`SANDBOX_TIMEOUT`).",
    )
    memory_limit_mb: int = Field(
        256,
        ge=32,
        le=4096,
        description="Memory of one program, its context included, in MiB (`SANDBOX_MEMORY`).",
    )
    workers: int = Field(
        2,
        ge=1,
        le=64,
        description="Most programs that run at the same time, each in processes of its own; the"
        " others wait as long as one may take, then fail (`SANDBOX_BUSY`).",
    )
    max_code_bytes: int = Field(
        64 * 1024,
        ge=1,
        le=1024 * 1024,
        description="Longest program, in bytes of UTF-8 (`SANDBOX_TOO_LARGE`).",
    )
    max_context_bytes: int = Field(
        4 * 1024 * 1024,
        ge=2,
        le=64 * 1024 * 1024,
        description="Largest context of a program, in bytes as JSON (`SANDBOX_TOO_LARGE`).",
    )
