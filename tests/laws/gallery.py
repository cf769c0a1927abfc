"""The gallery of faults: every plugin that is wrong on purpose, and the law that catches it.

    python tests/laws/gallery.py            # how many planted faults are caught, law by law
    python tests/laws/gallery.py --places   # which functions are named as to blame

A fault is a class in `faults`, `cuts`, `leaks` or `misfits`, which declares what must catch it.
Here they are collected and checked.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import islice

from attrs import frozen
from cuts import CUTS
from faults import FAULTS, SMALL, Expansion
from hypothesis import settings
from leaks import LEAKS
from misfits import MISFITS

from elfen import Ruleset, State, compile_ruleset
from elfen.errors import ElfenError
from elfen.testing import (
    STATE_LAWS,
    LawBroken,
    Place,
    check_game,
    check_rules,
    check_state,
    determinism,
    play_out,
)

GALLERY: tuple[type[Expansion], ...] = (*FAULTS, *CUTS, *LEAKS, *MISFITS)

COMPILING = "compiling"  #: refused when a ruleset is compiled
PLAYING = "playing"  #: refused with an error of the engine during play

_BREADTH = 2
#: With so few examples, as in CI, laws that are not to break are looked at less closely.
_FEW = 30


@frozen
class Found:
    """What was broken, and the message; `where` names the plugin and rule that are blamed."""

    laws: frozenset[str]
    where: frozenset[str | None]
    told: str


def with_expansion(expansion: Expansion) -> Ruleset:
    """Elfenland on a small board, with an expansion and the plugins chosen besides it."""
    board = None if hasattr(expansion, "own_board") else SMALL
    return compile_ruleset(
        expansions=[expansion, *expansion.beside], options={"rounds": 3}, board=board
    )


def walk(rules: Ruleset, seed: int) -> Iterator[State]:
    """The states of a random walk, until the game is over, stuck or broken."""
    numbers = random.Random(seed)
    state = rules.start(2)
    for _ in range(400):
        yield state
        try:
            moves = [*rules.legal_actions(state), *(o for o, _ in rules.outcomes(state))]
            if not moves:
                return
            state = rules.advance(state, numbers.choice(moves))
        except Exception:
            return


def broken_by(check: Callable[[], object]) -> set[LawBroken]:
    """The law that a check finds broken, if any."""
    try:
        check()
    except LawBroken as broken:
        return {broken}
    return set()


def all_broken(rules: Ruleset, closely: Collection[str] | None = None) -> set[LawBroken]:
    """All broken laws: each law is checked separately, on the states of a walk and on games.

    With laws to look at `closely`, the others are checked on every third of these states.
    """
    random.seed(1)
    found: set[LawBroken] = broken_by(partial(check_rules, rules))
    for number, state in enumerate(islice(walk(rules, seed=1), 60)):
        for law in STATE_LAWS:
            if closely is None or law.__name__ in closely or number % 3 == 0:
                found |= broken_by(partial(law, rules, state, _BREADTH))
    found |= broken_by(lambda: check_game(play_out(rules, 2, seed=1), every=12))
    found |= broken_by(lambda: determinism(play_out(rules, 2, seed=1)))
    return found


def told_of(fault: type[Expansion], games: bool = True) -> LawBroken:
    """The error of a fault, as whoever checks games gets it; without `games`, states alone.

    Raises `AssertionError`.
    """
    random.seed(1)
    rules = with_expansion(fault())
    try:
        check_rules(rules)
        for seed in range(4):
            if games:
                check_game(play_out(rules, 2, seed), every=4)
            for state in islice(walk(rules, seed), 60):
                check_state(rules, state)
    except LawBroken as broken:
        return broken
    raise AssertionError(f"{fault.__name__} breaks no law")


def is_named(fault: type[Expansion], places: Iterable[Place]) -> bool:
    """Whether a function of the fault is among the places that are to blame."""
    return any(
        place.function == fault.function or place.function.startswith(f"{fault.__name__}.")
        for place in places
    )


def caught(fault: type[Expansion]) -> Found:
    """Who catches a fault: the laws, or the engine itself while compiling or playing."""
    try:
        rules = with_expansion(fault())
    except ElfenError as error:
        return Found(frozenset({COMPILING}), frozenset(), str(error))
    if fault.breaks == PLAYING:
        return _played(rules)
    quickly = settings().max_examples <= _FEW
    found = all_broken(rules, {fault.breaks, *fault.also} if quickly else None)
    told = "\n".join(sorted({f"{broken.law}: {broken.message}"[:300] for broken in found}))
    return Found(
        frozenset(broken.law for broken in found),
        frozenset(broken.where for broken in found),
        told,
    )


def _played(rules: Ruleset) -> Found:
    try:
        state = rules.start(2)
        for _ in range(400):
            moves = [*rules.legal_actions(state), *(o for o, _ in rules.outcomes(state))]
            state = rules.advance(state, random.Random(len(moves)).choice(moves))
    except ElfenError as error:
        told = f"{error}\n{error.__cause__ or ''}"
        return Found(frozenset({PLAYING}), frozenset(), told)
    return Found(frozenset(), frozenset(), "")


def as_planted(fault: type[Expansion], found: Found) -> bool:
    """Whether exactly the declared laws catch a fault, with the declared message."""
    return (
        found.laws == {fault.breaks, *fault.also}
        and fault.says in found.told
        and (fault.where is None or fault.where in found.where)
    )


def main() -> None:
    """Print the table, or the places."""
    if "--places" in sys.argv:
        print_places()
        return
    planted = Counter(fault.breaks for fault in GALLERY)
    found = Counter(fault.breaks for fault in GALLERY if as_planted(fault, caught(fault)))
    print("| law | planted | caught |\n| --- | ---: | ---: |")
    for law in planted:
        print(f"| {law} | {planted[law]} | {found[law]} |")
    print(f"| all | {planted.total()} | {found.total()} |")


def print_places() -> None:
    """Print which places are named for each fault, and how many are right."""
    tried = [fault for fault in GALLERY if fault.breaks not in (COMPILING, PLAYING)]
    right = Counter[str]()
    for fault in tried:
        places = told_of(fault).places
        right[fault.breaks] += is_named(fault, places)
        right["first"] += is_named(fault, places[:1])
        print(
            fault.__name__, *(f"{place}{'' if place.sure else '?'}" for place in places), sep="; "
        )
    for law, planted in Counter(fault.breaks for fault in tried).items():
        print(f"{law}: {right[law]} of {planted}")
    print(f"the first of them: {right['first']} of {len(tried)}")


if __name__ == "__main__":
    main()
