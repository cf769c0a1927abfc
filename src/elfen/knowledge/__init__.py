"""What can be known of unseen pieces: the same for counting cards as for sampling them.

The ledger is part of a state and keeps what every observer can know of hidden zones: which
pieces were seen to go there, and when a pool was last mixed. It never knows where pieces are.

Open `ledger` first: what is kept. `unseen_zones` says which zones mix, `seen_by_one` what only one
seat has seen, `arrangements` counts the ways in which unseen pieces can lie, and `sampling` draws
one of them with as little counting as it takes, by `dealing`.
"""

from elfen.knowledge.arrangements import Arrangements, Filling, Unknown
from elfen.knowledge.dealing import dealt
from elfen.knowledge.ledger import Change, Family, Ledger, Mixing
from elfen.knowledge.sampling import Sampler
from elfen.knowledge.seen_by_one import Alone, Entries
from elfen.knowledge.unseen_zones import ROUTES, Knowledge, problems

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
    "Sampler",
    "Unknown",
    "dealt",
    "problems",
]
