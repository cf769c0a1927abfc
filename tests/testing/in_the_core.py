"""Wrong functions in place of right ones of the core, and who is named for them."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from elfen import Ruleset, State
from elfen.testing import LawBroken
from elfen.testing.blaming.blame import places


def in_place_of(right: Any, wrong: Callable[..., Any]) -> Any:
    """A wrong function under the name of the right one, and in its file: so who is to blame is told
    as if the core itself were wrong.
    """
    code = right.__code__
    named = wrong.__code__.replace(
        co_filename=code.co_filename,
        co_qualname=code.co_qualname,
        co_name=code.co_name,
        co_firstlineno=code.co_firstlineno,
    )
    return FunctionType(
        named, wrong.__globals__, code.co_name, wrong.__defaults__, wrong.__closure__
    )


def blamed(broken: LawBroken, rules: Ruleset) -> list[str]:
    """The functions that are named."""
    return [place.function for place in places(broken, rules)]


def asks(state: State, decision: str) -> bool:
    """Whether this decision is due."""
    return bool(state.agenda) and getattr(state.agenda[-1], "name", "") == decision
