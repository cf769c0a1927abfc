"""Helpers of the tests in this folder: setting up situations and inspecting them."""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache

from elfen import Chance, Dealer, Game, Ruleset, State, compile_ruleset
from elfen.kernel.builder import Builder
from elfen.land import HAND, LAND, MOVE
from playing import asked, on_until, quietly

#: The edition under test.
the_edition: ContextVar[str] = ContextVar("the_edition", default="rio-grande")


def elfenland(**options: int | str) -> Ruleset:
    """The rules of the edition under test, with these options."""
    return _compiled(the_edition.get(), tuple(options.items()))


@cache
def _compiled(edition: str, options: tuple[tuple[str, int | str], ...]) -> Ruleset:
    return compile_ruleset(edition, options=dict(options))


def build(players: int = 2) -> Builder:
    """A situation to set up, in the edition under test."""
    return elfenland().build(players)


def traveller(town: str, hand: dict[str, int], players: int = 2) -> Builder:
    """Seat 0 is the first to move, from a town, with these cards in hand."""
    return build(players).at(MOVE, seat=0, round=1).boot(0, town).zone(HAND.of(0), hand)


def game_from(situation: Builder | State, rules: Ruleset | None = None) -> Game:
    """A game that starts from a situation, with a fixed seed."""
    state = situation if isinstance(situation, State) else situation.state()
    return Game.begin(rules or elfenland(), state, Dealer.seeded("rulebook"))


def start_player(game: Game) -> int:
    """The seat that holds the starting player card."""
    return game.position.ext[LAND].start_player


def seats_asked(game: Game, decision: str) -> list[int]:
    """Play on quietly to this decision and through it; the seats in the order that they decide."""
    game = on_until(game, decision)
    seats = []
    while not game.is_over and asked(game)[0] == decision:
        seats.append(asked(game)[1])
        game = quietly(game)
    return seats


def stepwise(state: State, rules: Ruleset | None = None) -> tuple[list[Chance], list[State], State]:
    """Resolve the chance that is due: the items, the state before each, and the final state."""
    rules = rules or elfenland()
    dealer = Dealer.seeded("stepwise")
    items, states = [], []
    while isinstance(item := rules.pending(state), Chance):
        items.append(item)
        states.append(state)
        outcome, dealer = rules.sample(state, dealer)
        state = rules.apply(state, outcome)
    return items, states, state
