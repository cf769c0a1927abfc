"""What a law says when it is broken."""

from __future__ import annotations

from elfen.errors import ElfenError

CONSERVATION = "conservation"
AGREEMENT = "agreement"
PURITY = "purity"
DETERMINISM = "determinism"
PROGRESS = "progress"
SAMPLING = "sampling"
NONINTERFERENCE = "noninterference"


class LawBroken(ElfenError, AssertionError):
    """A law that every game keeps does not hold.

    `law` is its name, `message` what was seen, and `where` the step, action or plugin that
    is to blame, as far as that is known.
    """

    def __init__(self, law: str, message: str, where: str | None = None) -> None:
        super().__init__(law, message, where)
        self.law = law
        self.message = message
        self.where = where

    def __str__(self) -> str:
        place = f" [{self.where}]" if self.where else ""
        return f"{self.law}: {self.message}{place}"
