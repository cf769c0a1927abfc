"""What is left of an outcome for those who may not see it; each has a notation of its own."""

from __future__ import annotations

from attrs import frozen


@frozen(cache_hash=True)
class DrawnUnseen:
    """So many pieces were drawn, one may not see which. Its notation is `drawn 3`."""

    number: int

    def __str__(self) -> str:
        return f"drawn {self.number}"


@frozen(cache_hash=True)
class RolledUnseen:
    """A roll was made, one may not see which face came up. Its notation is `rolled`."""

    def __str__(self) -> str:
        return "rolled"


Unseen = DrawnUnseen | RolledUnseen
