"""Saves: games as JSON documents, which are read strictly and replayed. See docs/saves.md.

There is no other way from a document to a game, so every save that loads can be played.

Open `loading` first, which loads or refuses a save. `writing` makes one, `document` is its format,
and `strict_json` reads JSON; `rulesets`, `states` and `slot_values` write and read rules, states
and plugins' slots, `replay` plays the game again, `schemas` upgrades older documents, and `files`
reads and writes files.
"""

from elfen.game.saves.document import FORMAT, SCHEMA, VIEW_FORMAT, digest_of
from elfen.game.saves.loading import from_json
from elfen.game.saves.states import read as read_state
from elfen.game.saves.states import written as written_state
from elfen.game.saves.writing import redacted, to_json

__all__ = [
    "FORMAT",
    "SCHEMA",
    "VIEW_FORMAT",
    "digest_of",
    "from_json",
    "read_state",
    "redacted",
    "to_json",
    "written_state",
]
