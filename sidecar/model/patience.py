"""Whether anybody still waits for what is being worked at."""

from __future__ import annotations


class Abandoned(Exception):
    """Nobody waits for the result any more."""


class Patience:
    """Ends work that nobody waits for, wherever it looks: a thread cannot be stopped from outside.

    Attributes:
        ended: Whether it has ended. It never begins again.
    """

    def __init__(self) -> None:
        self.ended = False

    def end(self) -> None:
        """Nobody waits any more."""
        self.ended = True

    def hold(self) -> None:
        """Go on only while somebody waits.

        Raises:
            Abandoned: Nobody does.
        """
        if self.ended:
            raise Abandoned
