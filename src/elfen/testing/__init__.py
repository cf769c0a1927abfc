"""The laws that every game keeps, to test an expansion or a program that plays.

    from elfen.testing import check_game, check_rules, play_out

    def test_my_expansion_keeps_the_laws():
        rules = elfen.compile_ruleset(expansions=[my_expansion])
        check_rules(rules)
        check_game(play_out(rules, players=3, seed=1))

A law is a plain function that raises `LawBroken`; no test runner is needed. The extra `testing`
adds hypothesis strategies that find positions to try and shrink them (`elfen.testing.strategies`),
a state machine (`elfen.testing.machine`), and `pytest --elfen-expansion NAME`. See
docs/testing.md.

Open `laws` first: which laws there are. A law has a file of its name, or a room where it has many
parts: `secrecy` (noninterference), `agreeing` (agreement), `repeating` (determinism). `corners`
goes where games hardly come, `blaming` says who is at fault, `suite` tries everything on an
installed plugin; `facts` is what the laws have in common.
"""

from elfen.testing.agreeing.agreement import agreement
from elfen.testing.blaming.examples import example_from_save
from elfen.testing.conservation import conservation
from elfen.testing.facts import states_of
from elfen.testing.law_broken import LawBroken, Place
from elfen.testing.laws import STATE_LAWS, check_game, check_rules, check_state, play_out
from elfen.testing.progress import progress
from elfen.testing.purity import purity
from elfen.testing.repeating.determinism import determinism, same_seed
from elfen.testing.sampling import sampling
from elfen.testing.saving import saved, saving
from elfen.testing.secrecy.noninterference import noninterference

__all__ = [
    "STATE_LAWS",
    "LawBroken",
    "Place",
    "agreement",
    "check_game",
    "check_rules",
    "check_state",
    "conservation",
    "determinism",
    "example_from_save",
    "noninterference",
    "play_out",
    "progress",
    "purity",
    "same_seed",
    "sampling",
    "saved",
    "saving",
    "states_of",
]
