"""Text for people, and plain data for programs: about rules, and about what may be seen.

Nothing is decided here: every text is derived from the declarations.

Open `words` first: what pieces, places and events are called. `quotes` says what a crossing costs,
`explanation` what a ruleset consists of, and `comparison` how two rulesets differ.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from elfen.text.plain_data import plain
from elfen.text.words import Words, core_events, counted

if TYPE_CHECKING:
    from elfen.text.comparison import Comparison, Differences, How, compare
    from elfen.text.explanation import Explanation, Section, explain
    from elfen.text.quotes import Quote, journeys, needed, quote
    from elfen.text.rules_as_data import catalogue
    from elfen.text.shared_places import places

__all__ = [
    "Comparison",
    "Differences",
    "Explanation",
    "How",
    "Quote",
    "Section",
    "Words",
    "catalogue",
    "compare",
    "core_events",
    "counted",
    "explain",
    "journeys",
    "needed",
    "places",
    "plain",
    "quote",
]

#: Names that are loaded on first use, as playing a game does not need them.
_LATER = {
    "Comparison": "comparison",
    "Differences": "comparison",
    "How": "comparison",
    "compare": "comparison",
    "Explanation": "explanation",
    "Section": "explanation",
    "explain": "explanation",
    "Quote": "quotes",
    "journeys": "quotes",
    "needed": "quotes",
    "quote": "quotes",
    "catalogue": "rules_as_data",
    "places": "shared_places",
}

if not TYPE_CHECKING:  # a checker sees the imports above

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"elfen.text.{_LATER[name]}"), name)
