"""Why a seat may not act: it is not its turn."""

from __future__ import annotations

from elfen.errors import Message, Reason, Seat

_RULE = "core/seat"


def not_the_turn_of(seat: int | None, due: int | None, otherwise: str) -> Reason:
    """The reason: the seat that is `due` decides, or nobody; `otherwise` is who else was meant."""
    who = otherwise if seat is None else Seat(seat)
    if due is None:
        text = "it is not {who}'s turn: nobody decides"
        return Reason(_RULE, Message("core/nobody-decides", text, who=who))
    text = "it is not {who}'s turn: {due} {due:decide|decides}"
    return Reason(_RULE, Message("core/another-decides", text, who=who, due=Seat(due)))
