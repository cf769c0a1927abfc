"""Numbers for learners: actions by index, masks, and what a seat may know as a vector.

All of it is derived from declarations, for any ruleset, expansion and number of players. Only
`onlookers` needs numpy, which reads the other buffers without a copy.

Open `encoding` first, which holds the rest together: `numbering` numbers actions, `layout` says
what each number of an observation is, `codes` how values of slots become numbers, `observer`
writes them in place for one seat, `onlookers` for all seats at once out of their `whole`, and
`spelling` has the factored form of actions.
"""

from elfen.encoding.encoding import Encoding, encoding_of
from elfen.encoding.layout import Field, Layout
from elfen.encoding.numbering import Mask, Numbering
from elfen.encoding.observer import Observer
from elfen.encoding.spelling import Spelling

__all__ = [
    "Encoding",
    "Field",
    "Layout",
    "Mask",
    "Numbering",
    "Observer",
    "Spelling",
    "encoding_of",
]
