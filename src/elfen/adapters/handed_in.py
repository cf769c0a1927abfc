"""What learners hand in: actions, seeds and counts as whole numbers of any library."""

from __future__ import annotations

from operator import index

from elfen.errors import FAULTS, ElfenError, brief


def whole(value: object, what: str) -> int:
    """A whole number, of Python or of numpy; raises `ElfenError`, which says what it should be."""
    try:
        return index(value)  # type: ignore[arg-type]
    except FAULTS:
        raise ElfenError(f"{what} has to be a whole number, not {brief(value)}") from None
