"""What is left of an outcome for an observer who may not see it, with its own notation."""

from __future__ import annotations

from attrs import frozen

from elfen.declare import Shown


@frozen(cache_hash=True, repr=False)
class DrawnUnseen(Shown):
    """`number` pieces were drawn, but not visibly. Its notation is `drawn 3`."""

    number: int

    def __str__(self) -> str:
        return f"drawn {self.number}"


@frozen(cache_hash=True, repr=False)
class RolledUnseen(Shown):
    """A roll was made, but its face is hidden. Its notation is `rolled`."""

    def __str__(self) -> str:
        return "rolled"


Unseen = DrawnUnseen | RolledUnseen
