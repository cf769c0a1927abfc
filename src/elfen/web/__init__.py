"""A server on which people play in a browser, against each other and against bots.

Open `app` first: what each address answers. A game is its rules, its seed and its decisions, kept
by `store`; `tables` makes games of them again, one move at a time, and `tokens` opens seats.
`setting_up` reads the form for a new game, `choices` and `page` show what a seat may know and do,
`telling` has the words for scores, tours and refusals. `bots` plays seats that are no person's,
`live` tells pages that something has happened, and `languages` and `safety` are what every answer
goes through.
"""

from elfen.web.app import application
from elfen.web.safety import Limits
from elfen.web.serving import serve
from elfen.web.store import Key, Row, Seat, Stale, Store, StoreLost

__all__ = [
    "Key",
    "Limits",
    "Row",
    "Seat",
    "Stale",
    "Store",
    "StoreLost",
    "application",
    "serve",
]
