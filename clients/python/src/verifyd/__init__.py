"""Client of verifyd: checks what an AI agent is about to say before anyone acts on it.

Example:
    with Client() as client:
        report = client.verify("Per LMIS: 1,234 employees.", {"lmis_001": rows})
        if report.action is Action.HOLD:
            print(report)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verifyd._public import *  # noqa: F403 (its __all__ is ours)
else:

    def __getattr__(name: str) -> object:
        # Loaded when it is first asked for: the server needs only the messages in `verifyd.v1`.
        if name == "__all__" or not name.startswith("_"):  # private modules find themselves
            public = import_module("verifyd._public")
            globals().update({key: vars(public)[key] for key in ("__all__", *public.__all__)})
        if name not in globals():
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return globals()[name]
