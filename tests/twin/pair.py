"""The engine and the twin side by side, compared at every decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from random import Random

from elfen import Dealer, Decide, Over, Ruleset, State
from elfen.declare.chance import Drawn, Outcome, Rolled
from elfen.plugin import Action as EngineAction

from .reading import plain, read
from .turns import Action, Table, Ways, legal
from .whole_game import game, set_up
from .world import World

Choose = Callable[[list[EngineAction], Random], EngineAction]

CHECKED = 10


class Disagreement(AssertionError):
    """Engine and twin differ; the message says where and how."""


def agree(what: str, engine: object, twin: object) -> None:
    """Raise `Disagreement` unless the two are equal."""
    if engine != twin:
        raise Disagreement(f"{what}: the engine has {engine!r}, the twin {twin!r}")


def compare_actions(
    rules: Ruleset, world: World, state: State, table: Table, random: Random
) -> None:
    """Check that the legal actions are the twin's, without duplicates, and that no others pass."""
    due = asked(rules, state)
    assert due is not None
    wanted = legal(world, table, *due, ways_of(rules))
    listed = [plain(action) for action in rules.legal_actions(state)]
    where = f"{due[0]}, seat {due[1]}, round {state.round}"
    if set(listed) != wanted:
        missing, extra = sorted(wanted - set(listed)), sorted(set(listed) - wanted)
        raise Disagreement(f"{where}: the engine lacks {missing} and has {extra} too many")
    agree(f"{where}, number of actions", len(listed), len(wanted))
    strange = set(rules.legal_actions(state)) - domain(rules)
    agree(f"{where}, actions outside the domain", strange, set())
    some = [*random.sample(rules.actions, CHECKED), *rules.legal_actions(state)]
    for action in some[: 2 * CHECKED]:
        allowed = rules.check(state, action) is None
        if allowed != (plain(action) in wanted):
            agree(f"{where}, {action}", allowed, not allowed)


def play_both(
    rules: Ruleset, world: World, players: int, seed: int, choose: Choose
) -> tuple[str, list[Action]]:
    """Play a game in both; return the ending's name, and all actions in order."""
    random = Random(seed)
    dealt = rules.deal(rules.start(players), Dealer.seeded(seed))
    state, dealer, news = dealt.state, dealt.dealer, [*dealt.outcomes]
    ways = ways_of(rules)
    table = set_up(world, players, ways)
    twin = game(world, table, ways)
    story: list[Action] = []
    try:
        request = next(twin)
        while True:
            if request[0] == "decide":
                agree("news left over", news, [])
                agree("decision", asked(rules, state), request[1:])
                agree(f"table at {request}", read(rules.position(state)), table)
                compare_actions(rules, world, state, table, random)
                action = choose(sorted(rules.legal_actions(state), key=notation), random)
                played = rules.play(state, action, dealer)
                state, dealer, news = played.state, played.dealer, [*played.outcomes]
                story.append(plain(action))
                request = twin.send(story[-1])
            else:
                request = twin.send(chance(request, news))
    except StopIteration as end:
        ending, ranks = end.value
    agree("news after the end", news, [])
    agree("ending", rules.pending(state), Over(f"land/{ending}"))
    agree("table at the end", read(rules.position(state)), table)
    places = {row.seat: row.rank for row in rules.standings(state)}
    agree("ranks", [places[seat] for seat in range(players)], ranks)
    return ending, story


def ways_of(rules: Ruleset) -> Ways:
    """The options of Elfenland, for the twin."""
    return {name: value for (of, name), value in rules.option_values.items() if of == "land"}


#: The notation of actions, cached as it is needed at every decision where they are legal.
notation = lru_cache(maxsize=1 << 16)(str)


@lru_cache(maxsize=8)
def domain(rules: Ruleset) -> frozenset[EngineAction]:
    """Every action that could ever be legal by the rules."""
    return frozenset(rules.actions)


def asked(rules: Ruleset, state: State) -> tuple[str, int] | None:
    """The decision that the engine waits for, and its seat, in the twin's terms."""
    item = rules.pending(state)
    if not isinstance(item, Decide):
        return None
    return item.name.removeprefix("land/"), item.seat


def chance(request: Action, news: list[Outcome]) -> Counter[str] | int:
    """The engine's outcomes of chance that the twin asks for; they are removed from the news."""
    kind, n = request
    if not news:
        raise Disagreement(f"the twin wants {request}, but chance brought the engine nothing more")
    if kind == "roll":
        rolled = news.pop(0)
        assert isinstance(rolled, Rolled), rolled
        return int(rolled.face)
    drawn: Counter[str] = Counter()
    while drawn.total() < n and news:
        outcome = news.pop(0)
        assert isinstance(outcome, Drawn), outcome
        drawn.update(outcome.pieces.counts)
    agree("pieces drawn", drawn.total(), n)
    return drawn


def anything(actions: list[EngineAction], random: Random) -> EngineAction:
    """Any legal action."""
    return random.choice(actions)


def any_verb(actions: list[EngineAction], random: Random) -> EngineAction:
    """Any verb, then an action with that verb: passes, stops and obstacles come early."""
    verb = random.choice(sorted({action.verb for action in actions}))
    return random.choice([action for action in actions if action.verb == verb])


def eagerly(actions: list[EngineAction], random: Random) -> EngineAction:
    """Place and move as long as possible, for as few cards as possible."""
    busy = [action for action in actions if action.verb not in ("stop", "pass")] or actions
    fewest = min(len(notation(action)) for action in busy)
    cheap = [action for action in busy if len(notation(action)) <= fewest + 4]
    return random.choice(cheap)


STYLES: tuple[Choose, ...] = (anything, any_verb, eagerly)
