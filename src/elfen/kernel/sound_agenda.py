"""What is wrong with a state's agenda and round, by what is declared of them.

An agenda can be sound here, keep all promises, and still come up in no game: how a plugin's steps
follow each other is not declared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from elfen.declare import Chance, Decide, Do, Draw, Memo, Over
from elfen.errors import RulesetError, brief
from elfen.kernel.chance import too_few
from elfen.kernel.items_made import NEXT_ROUND
from elfen.kernel.state import State

if TYPE_CHECKING:
    from elfen.declare import Item
    from elfen.declare.given import Ruleset


def agenda_problems(rules: Ruleset, state: State) -> Iterator[str]:
    """Everything that is wrong with the agenda and the round of a state of the right shape."""
    if state.round < 0:
        yield f"round {brief(state.round)}: a game begins with round 0"
    if not state.agenda:
        yield "the agenda is empty: nothing would happen next"
        return
    if isinstance(state.agenda[-1], Do):
        yield f"the step {state.agenda[-1].name} is due, but a state waits for no step"
    yield from _bottom(state.agenda[0])
    for place, item in enumerate(state.agenda):
        if isinstance(item, Over):
            if item.ending not in {ending.name for ending in rules.endings}:
                yield f"there is no ending {brief(item.ending)}"
            if place:
                yield f"the agenda goes on below the end, {brief(item.ending)}"
            continue
        if item.name == NEXT_ROUND and place:
            yield f"the agenda has {NEXT_ROUND!r} above the bottom"
        known = rules.knows(item)
        if not known:
            yield f"the agenda has {brief(item.name)}, which these rules do not know"
        elif isinstance(item, Decide) and (wrong := rules.items.misfit(item)):
            yield wrong
        if item.seat is not None and not 0 <= item.seat < state.players:
            yield f"the agenda has {item.name!r} for seat {item.seat}, which does not play"
        elif isinstance(item, Chance) and known:
            yield from _chance(rules, state, item)


def broken_promises(rules: Ruleset, state: State) -> Iterator[str]:
    """What no game comes to in a sound state if plugins keep what they promise of whole games.

    A plugin that does not keep it leads to such states itself: that is for laws to tell.
    """
    most = rules.once(_most_rounds)
    if most is not None and state.round > most:
        yield f"round {brief(state.round)}: a game has {most} at most"
    yield from _too_often(rules, state)
    yield from _too_many(rules, state)


def _most_rounds(rules: Ruleset) -> int | None:
    """How many rounds a game can have; None if no ending says so."""
    try:
        return rules.most_rounds
    except RulesetError:
        return None


def _bottom(item: Item) -> Iterator[str]:
    """Whatever a game asks, the next round or the end is below it."""
    if isinstance(item, Over):
        return
    if item.name != NEXT_ROUND or not isinstance(item, Do):
        name = brief(item.name)
        yield f"at the bottom of the agenda is {name}, neither the next round nor the end"
    elif item.seat is not None or item.data:
        yield f"the agenda has {NEXT_ROUND!r} for a seat or with data; it has none"


def _too_often(rules: Ruleset, state: State) -> Iterator[str]:
    """Decisions that are on the agenda more often than a whole game can ask them."""
    asked = Counter(item.name for item in state.agenda if isinstance(item, Decide))
    bounds = rules.once(_bounds)
    for name, n in asked.items():
        if n > (most := bounds[name, state.players]):
            most_of = f"{most} are the most in a game of {state.players}"
            yield f"the agenda asks {name!r} {n} times; {most_of}"


def _bounds(rules: Ruleset) -> Memo[tuple[str, int], int]:
    """How often each decision can be asked, for each number of players."""
    return Memo(lambda key: rules.at_most(*key))


def _chance(rules: Ruleset, state: State, item: Chance) -> Iterator[str]:
    """Problems of a draw: its number and its source."""
    try:
        rules.chance(item.name, item.seat, item.data)
    except RulesetError as error:
        yield f"the agenda has a draw that cannot be: {error}"
        return
    if rules.items.draws.get(item.name) is not None and (item.source or 0) >= state.players:
        yield f"the agenda has {item.name!r} from seat {item.source}, which does not play"
    n = item.data[0] if item.data else None
    if item.name in rules.items.draws and (type(n) is not int or n < 1):
        yield f"the agenda has a draw of {brief(n)} by {item.name!r}"


def _too_many(rules: Ruleset, state: State) -> Iterator[str]:
    """A draw that is due, of more pieces than there are."""
    item = state.agenda[-1]
    draw = rules.once(_draws).get(item.name) if isinstance(item, Chance) else None
    if draw is None or not isinstance(item, Chance):
        return
    there = sum(state.zones[rules.layout.index(draw.source, item.source or 0)])
    if int(item.data[0]) > there:
        told = too_few(draw, there, int(item.data[0]))
        yield f"the agenda has a draw that cannot be: {told}"


def _draws(rules: Ruleset) -> dict[str, Draw]:
    """All draws of pieces, by name."""
    return {o.entry.name: o.entry for o in rules.chances if isinstance(o.entry, Draw)}
