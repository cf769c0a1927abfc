"""Register elfen's types with hypothesis: `st.from_type(elfen.Game)` draws `games()`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elfen.game import Game, Ruleset
from elfen.kernel import State
from elfen.views import View

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

#: The types, and the strategies that draw them.
TYPES: dict[type, str] = {Ruleset: "rulesets", Game: "games", State: "states", View: "views"}


def register() -> None:
    """Register a strategy for each type with hypothesis, which is imported.

    The strategies themselves are loaded when one of them is first drawn.
    """
    from hypothesis import strategies as st

    for cls, strategy in TYPES.items():
        st.register_type_strategy(cls, _drawn_by(strategy))


def _drawn_by(name: str) -> Any:
    def strategy(type: type) -> SearchStrategy[Any]:
        from elfen.testing import strategies

        more = {"built": True} if name == "states" else {}
        found: SearchStrategy[Any] = getattr(strategies, name)(**more)
        return found

    return strategy
