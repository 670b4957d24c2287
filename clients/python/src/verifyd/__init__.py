"""Client of verifyd: checks what an AI agent is about to say before anyone acts on it.

Example:
    with Client() as client:
        report = client.verify("Per LMIS: 1,234 employees.", {"lmis_001": rows})
        if report.action is Action.HOLD:
            print(report)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from verifyd._public import *  # noqa: F403 (its __all__ is ours)
else:
    from importlib import import_module

    from verifyd._names import MODULES

    def __getattr__(name: str) -> object:
        # Each name is loaded when it is first asked for: a program pays for what it uses, and the
        # server needs only the messages in `verifyd.v1`.
        if name in MODULES.values():
            return import_module(f"verifyd.{name}")
        if name == "__all__":
            value = import_module("verifyd._public").__all__
        elif name in MODULES:
            value = getattr(import_module(f"verifyd.{MODULES[name]}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return [*globals(), *MODULES]
