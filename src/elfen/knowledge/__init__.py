"""What can be known of unseen pieces: the same for counting cards as for sampling them.

The ledger is part of a state and keeps what every observer can know of hidden zones: which
pieces were seen to go there, and when a pool was last mixed. It never knows where pieces are.

Open `ledger` first: what is kept. `unseen_zones` says which zones mix, `seen_by_one` what only one
seat has seen, `arrangements` counts the ways in which unseen pieces can lie, and `sampling` draws
one of them with as little counting as it takes, by `dealing`. `exact` gives the exact distribution
of what is drawn, where little is unknown.
"""

from typing import TYPE_CHECKING

from elfen.declare import later
from elfen.knowledge.ledger import Change, Family, Ledger, Mixing
from elfen.knowledge.seen_by_one import Alone, Entries
from elfen.knowledge.unseen_zones import ROUTES, Knowledge, problems

if TYPE_CHECKING:
    from elfen.knowledge.arrangements import Arrangements, Filling, Unknown
    from elfen.knowledge.dealing import dealt
    from elfen.knowledge.exact import Odds, OneDraw, OneProposal, Refused, all_odds
    from elfen.knowledge.sampling import Sampler

__all__ = [
    "ROUTES",
    "Alone",
    "Arrangements",
    "Change",
    "Entries",
    "Family",
    "Filling",
    "Knowledge",
    "Ledger",
    "Mixing",
    "Odds",
    "OneDraw",
    "OneProposal",
    "Refused",
    "Sampler",
    "Unknown",
    "all_odds",
    "dealt",
    "problems",
]

#: Names that are loaded on first use, as playing a game does not need them.
_LATER = {
    **dict.fromkeys(("Arrangements", "Filling", "Unknown"), "elfen.knowledge.arrangements"),
    "dealt": "elfen.knowledge.dealing",
    **dict.fromkeys(
        ("Odds", "OneDraw", "OneProposal", "Refused", "all_odds"), "elfen.knowledge.exact"
    ),
    "Sampler": "elfen.knowledge.sampling",
}

if not TYPE_CHECKING:  # a checker sees the imports above
    __getattr__ = later(__name__, _LATER)
