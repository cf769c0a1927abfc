"""The law of determinism, in other processes: what is not written in a state makes no difference.

The same games are played here and in two more processes, in which texts have other hashes. In
the first of them everything else is different too: the expansions come in the opposite order, the
games as well, and before them the same plugins play by other rules and with other players. So
an order taken from a set of texts shows, a value that a module keeps for one ruleset and gives
to another, a cache with too small a key, a clock, an `id`, or the environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from zlib import crc32

from elfen.errors import ElfenError
from elfen.game import Ruleset
from elfen.kernel import State
from elfen.testing.repeating.answers import Play
from elfen.testing.repeating.bench import Bench, Circumstances, Elsewhere, Sitting, first_apart
from elfen.testing.repeating.causes import broken_elsewhere
from elfen.testing.repeating.other_process import Told, Unfit

#: How many decisions of a game are played at most.
_DECISIONS = 200
#: And how many from a state.
_FROM_A_STATE = 1


def in_other_processes(
    rules: Ruleset,
    players: int,
    seed: int = 0,
    games: int = 1,
    states: Sequence[State] = (),
    further: Sequence[Sitting] = (),
) -> None:
    """Random games are the same in other processes, and so is how they go on from some states, and
    how games begin by `further` rules, of so many players; see this module's docstring.

    Raises `LawBroken`.
    """
    plays = [Play.at_random(players, seed + n, _DECISIONS) for n in range(games)]
    numbers = Random(seed)
    for state in states:
        picks = tuple([numbers.randrange(1 << 16) for _ in range(_FROM_A_STATE)])
        plays.append(Play(players, seed, picks, state))
    the_same_elsewhere(rules, plays, further)


def the_same_elsewhere(
    rules: Ruleset, plays: Sequence[Play], further: Sequence[Sitting] = ()
) -> None:
    """These plays, and what the rules say of themselves, are the same in other processes.

    Compared are, for each decision: the state, the lists of actions, views and what they suppose,
    reasons, standings, cautions, events. The hashes that texts have there follow from the rules and
    the plays. Plugins that another process does not find, such as those typed in by hand, are left
    out; so are those that do not pickle, which `same_seed` reports. Raises `LawBroken`.
    """
    try:
        bench = Bench.of(rules, plays, further)
    except ElfenError:
        return
    hashes = crc32(repr((rules.fingerprint, plays)).encode()) % 1_000_000 + 1
    alone = Circumstances(hashes, in_turn=True)
    busy = Circumstances(hashes + 1, reversed=True, later=True)
    begun = [(how, Elsewhere(bench.job(how), how)) for how in (alone, busy)]
    told: list[tuple[Circumstances | None, Told]] = [(None, bench.here())]
    for how, process in begun:
        answer = process.answer()
        if isinstance(answer, Unfit):
            return
        told.append((how, answer))
    _alike(bench, told[1], told[2])
    _alike(bench, told[0], told[1])


def _alike(
    bench: Bench,
    one: tuple[Circumstances | None, Told],
    other: tuple[Circumstances | None, Told],
) -> None:
    """Raise `LawBroken` with the first answer that is another one; a case may be in one only."""
    (first, told), (second, again) = one, other
    for case, digests in told.items():
        apart = first_apart(digests, again.get(case, digests))
        if apart is not None:
            number, what = apart
            raise broken_elsewhere(bench, (first, second), (case, number), what)
