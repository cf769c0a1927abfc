"""What can be known of unseen pieces: it is the same for who counts cards as for who samples them.

The ledger stands beside a state and keeps what every observer can know of hidden zones: which
pieces were seen to go there, and when a pool was last mixed. It never knows where pieces are.

Open `ledger` first: what is kept. `unseen_zones` says which zones mix, `seen_by_one` what one seat
has seen by itself, and `arrangements` counts and samples the ways in which the unseen can lie.
"""

from elfen.knowledge.arrangements import Arrangements, Filling, Unknown
from elfen.knowledge.ledger import Change, Family, Ledger, Mixing
from elfen.knowledge.seen_by_one import Alone
from elfen.knowledge.unseen_zones import ROUTES, Knowledge, problems

__all__ = [
    "ROUTES",
    "Alone",
    "Arrangements",
    "Change",
    "Family",
    "Filling",
    "Knowledge",
    "Ledger",
    "Mixing",
    "Unknown",
    "problems",
]
