"""What the commands of ``verifyd audit`` say alike."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidecar.audit.faults import AuditFault

_SHOWN = 200  # characters of a tenant


def describe(fault: AuditFault) -> str:
    """A fault in a line for people."""
    whose = ""
    if fault.tenant:
        whose = f" (tenant {format_tenant(fault.tenant)}, record {fault.sequence})"
    return f"{fault}{whose} [{fault.code}]"


def format_tenant(tenant: str) -> str:
    """A tenant's JSON text in ASCII, since a terminal obeys some characters, and not too long."""
    return json.dumps(json.loads(tenant))[:_SHOWN]


def format_count(number: int, noun: str) -> str:
    """A number with its noun, such as ``1 record`` and ``2 records``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
