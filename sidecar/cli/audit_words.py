"""What the commands of ``verifyd audit`` say alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidecar.audit.faults import Fault

_SHOWN = 200  # characters of a tenant


def told(fault: Fault) -> str:
    """A fault in a line for people."""
    tenant = fault.tenant[:_SHOWN]  # a hostile file may have a long one
    whose = f" (tenant {tenant}, record {fault.sequence})" if tenant else ""
    return f"{fault}{whose} [{fault.code}]"
