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

if TYPE_CHECKING:
    from elfen.text.called import check_name
    from elfen.text.comparison import Comparison, Differences, How, compare
    from elfen.text.explanation import Explanation, Section, explain
    from elfen.text.grammar import capital, counted, listed, plural
    from elfen.text.how_to_play import Chapter, goal, rulebook
    from elfen.text.labels import spaced
    from elfen.text.plain_data import plain
    from elfen.text.quotes import Quote, journeys, needed, quote
    from elfen.text.rankings import places
    from elfen.text.rules_as_data import catalogue
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
    "check_name",
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

#: Names that are loaded on first use, as rules are compiled without them.
_LATER = {
    "check_name": "elfen.text.called",
    **dict.fromkeys(("Comparison", "Differences", "How", "compare"), "elfen.text.comparison"),
    **dict.fromkeys(("Explanation", "Section", "explain"), "elfen.text.explanation"),
    **dict.fromkeys(("capital", "counted", "listed", "plural"), "elfen.text.grammar"),
    **dict.fromkeys(("Chapter", "goal", "rulebook"), "elfen.text.how_to_play"),
    "spaced": "elfen.text.labels",
    "plain": "elfen.text.plain_data",
    **dict.fromkeys(("Quote", "journeys", "needed", "quote"), "elfen.text.quotes"),
    "places": "elfen.text.rankings",
    "catalogue": "elfen.text.rules_as_data",
    **dict.fromkeys(
        ("ENGLISH", "catalogues_of", "language", "languages", "say", "say_of", "speaking"),
        "elfen.text.speech",
    ),
    "Words": "elfen.text.words",
}

if not TYPE_CHECKING:  # a checker sees the imports above
    __getattr__ = later(__name__, _LATER)
