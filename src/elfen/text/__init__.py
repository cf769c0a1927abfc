"""Text for people, and plain data for programs: about rules, and about what may be seen.

Nothing is decided here: every text is derived from the declarations.

Open `words` first: what pieces, places and events are called (`grammar` has the English,
`speech` the catalogues of others). `quotes` says what a crossing costs, `explanation` what a
ruleset consists of, `how_to_play` tells players the same in a page, and `comparison` says how two
rulesets differ.
"""

from typing import TYPE_CHECKING

from elfen.declare import later
from elfen.text.event_texts import core_events
from elfen.text.grammar import capital, counted, listed, plural
from elfen.text.labels import spaced
from elfen.text.plain_data import plain
from elfen.text.speech import (
    ENGLISH,
    catalogues_of,
    language,
    languages,
    say,
    say_of,
    speaking,
)
from elfen.text.words import Words

if TYPE_CHECKING:
    from elfen.text.comparison import Comparison, Differences, How, compare
    from elfen.text.explanation import Explanation, Section, explain
    from elfen.text.how_to_play import Chapter, goal, rulebook
    from elfen.text.quotes import Quote, journeys, needed, quote
    from elfen.text.rankings import places
    from elfen.text.rules_as_data import catalogue

__all__ = [
    "ENGLISH",
    "Chapter",
    "Comparison",
    "Differences",
    "Explanation",
    "How",
    "Quote",
    "Section",
    "Words",
    "capital",
    "catalogue",
    "catalogues_of",
    "compare",
    "core_events",
    "counted",
    "explain",
    "goal",
    "journeys",
    "language",
    "languages",
    "listed",
    "needed",
    "places",
    "plain",
    "plural",
    "quote",
    "rulebook",
    "say",
    "say_of",
    "spaced",
    "speaking",
]

#: Names that are loaded on first use, as playing a game does not need them.
_LATER = {
    "Comparison": "elfen.text.comparison",
    "Differences": "elfen.text.comparison",
    "How": "elfen.text.comparison",
    "compare": "elfen.text.comparison",
    "Explanation": "elfen.text.explanation",
    "Section": "elfen.text.explanation",
    "explain": "elfen.text.explanation",
    "Quote": "elfen.text.quotes",
    "journeys": "elfen.text.quotes",
    "needed": "elfen.text.quotes",
    "quote": "elfen.text.quotes",
    "catalogue": "elfen.text.rules_as_data",
    "places": "elfen.text.rankings",
    "Chapter": "elfen.text.how_to_play",
    "goal": "elfen.text.how_to_play",
    "rulebook": "elfen.text.how_to_play",
}

if not TYPE_CHECKING:  # a checker sees the imports above
    __getattr__ = later(__name__, _LATER)
