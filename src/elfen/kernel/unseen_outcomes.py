"""What is left of an outcome for an observer who may not see it, with its own notation."""

from __future__ import annotations

from attrs import frozen


@frozen(cache_hash=True)
class DrawnUnseen:
    """`number` pieces were drawn, but not visibly. Its notation is `drawn 3`."""

    number: int

    def __str__(self) -> str:
        return f"drawn {self.number}"


@frozen(cache_hash=True)
class RolledUnseen:
    """A roll was made, but its face is hidden. Its notation is `rolled`."""

    def __str__(self) -> str:
        return "rolled"


Unseen = DrawnUnseen | RolledUnseen
