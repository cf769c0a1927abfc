"""Strategies for hypothesis: rulesets, games, states, views and actions to test with.

They draw decisions (and, for states, each piece that is drawn), not seeds, so a failing
example shrinks: to few expansions, few players, a short game, and quiet moves. The last action
of a list, mostly the quiet one (pass, stop), counts as the simplest.

Each takes a ruleset, a strategy of rulesets, or nothing, which means `rulesets()`. Where
hypothesis is installed, `st.from_type` resolves `elfen.Ruleset`, `elfen.Game`, `elfen.State`
and `elfen.View` to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

from attrs import evolve
from hypothesis import strategies as st

from elfen.declare import Action, Chance, Decide, OptionValue
from elfen.errors import RulesetError
from elfen.game import BASE, Game, Ruleset, compile_recipe
from elfen.kernel import State
from elfen.testing.facts import facts
from elfen.testing.positions import positions
from elfen.testing.suite.installed import editions, others, rules_of
from elfen.testing.suite.pairwise import telling
from elfen.views import View

__all__ = ["actions", "games", "positions", "rulesets", "states", "views"]

T = TypeVar("T")
Rules = Ruleset | st.SearchStrategy[Ruleset] | None

_MOST_OPTIONS = 3


def rulesets(
    expansions: Sequence[str] | None = None, base: str = BASE, options: bool = False
) -> st.SearchStrategy[Ruleset]:
    """Rules of the base in any edition, or with one or two expansions (None: of all installed).

    Combinations that do not go together are left out; what an expansion requires is added. With
    `options`, up to three options have unusual values, and each draw is slow, as it compiles
    rules. Shrinks to the base alone, in its first edition.
    """
    names = others(base) if expansions is None else tuple(expansions)
    made = st.sampled_from(prepared(base, tuple(names)))
    return made.flatmap(_with_options) if options else made


def games(
    rules: Rules = None, players: int | None = None, decisions: int | None = None
) -> st.SearchStrategy[Game]:
    """Games after some decisions, from none to a whole game.

    `players` is the number of players; None draws that too. `decisions` bounds the number of
    decisions; None allows a whole game. Chance comes from a seed, a small number.
    """
    return _games(_rules(rules), players, decisions)


def states(
    rules: Rules = None,
    players: int | None = None,
    moves: int | None = None,
    built: bool = False,
) -> st.SearchStrategy[State]:
    """States after some moves: decisions and single outcomes of chance.

    `moves` bounds their number; None allows a whole game. Every kind of piece that can be
    drawn is drawn equally often, so rare piles come up too. With `built`, also `positions`
    that no game leads to, in which the bounds of a score need not hold.
    """
    played = _states(_rules(rules), players, moves)
    return played | positions(_rules(rules), players) if built else played


def views(
    rules: Rules = None, players: int | None = None, decisions: int | None = None
) -> st.SearchStrategy[View]:
    """Views of `games`, by any seat or the public."""
    return games(rules, players, decisions).flatmap(
        lambda game: st.sampled_from((None, *range(game.players))).map(game.view)
    )


def actions(of: Game | Ruleset, state: State | None = None) -> st.SearchStrategy[Action]:
    """The legal actions of a game, or of a state under a ruleset; there may be none.

    For a ruleset alone: actions of its domain, which may be legal anywhere or nowhere.
    """
    if isinstance(of, Ruleset) and state is None:
        return st.sampled_from(sorted(facts(of).domain, key=str))
    legal = of.legal_actions if isinstance(of, Game) else of.legal_actions(state)  # type: ignore[arg-type]
    return st.sampled_from(legal[::-1]) if legal else st.nothing()


def _rules(rules: Rules) -> st.SearchStrategy[Ruleset]:
    if rules is None:
        return rulesets()
    return st.just(rules) if isinstance(rules, Ruleset) else rules


def _seats(draw: st.DrawFn, rules: Ruleset, players: int | None) -> int:
    if players is not None:
        return players
    return draw(st.sampled_from(rules.player_counts))


@lru_cache(maxsize=8)
def prepared(base: str, names: tuple[str, ...]) -> tuple[Ruleset, ...]:
    """The base in all its editions, and with one and with two of the expansions.

    All are compiled at once, so that draws are fast: hypothesis complains about slow ones.
    """
    found = [rules_of(base, (), edition) for edition in editions(base)]
    for chosen in (*combinations(names, 1), *combinations(names, 2)):
        with suppress(RulesetError):  # they do not go together
            found.append(rules_of(base, chosen))
    for rules in found:
        facts(rules).usual_length(rules.fewest_players)
    return tuple({rules.fingerprint: rules for rules in found}.values())


@st.composite
def _with_options(draw: st.DrawFn, rules: Ruleset) -> Ruleset:
    """The same rules with other values for some options, as far as they go together."""
    free = {".".join(key): option for key, option in rules.options.items()}

    def valued(name: str) -> st.SearchStrategy[tuple[str, OptionValue]]:
        return st.tuples(st.just(name), st.sampled_from(telling(free[name])))

    some = st.sampled_from(sorted(free)).flatmap(valued)  # name and value shrink away together
    given = dict(draw(st.lists(some, unique_by=lambda one: one[0], max_size=_MOST_OPTIONS)))
    while given:
        with suppress(RulesetError):
            return compile_recipe(evolve(rules.recipe, options={**rules.recipe.options, **given}))
        given.popitem()
    return rules


@st.composite
def _games(
    draw: st.DrawFn,
    rulesets: st.SearchStrategy[Ruleset],
    players: int | None,
    decisions: int | None,
) -> Game:
    rules = draw(rulesets)
    seats = _seats(draw, rules, players)
    game = rules.new_game(seats, draw(st.integers(0, 999)))
    most = facts(rules).usual_length(seats)[0] if decisions is None else decisions
    for _ in range(draw(st.integers(0, most))):
        if game.is_over:
            break
        game = game.play(_pick(draw, game.legal_actions))
    return game


@st.composite
def _states(
    draw: st.DrawFn,
    rulesets: st.SearchStrategy[Ruleset],
    players: int | None,
    moves: int | None,
) -> State:
    rules = draw(rulesets)
    seats = _seats(draw, rules, players)
    state = rules.start(seats)
    most = facts(rules).usual_length(seats)[1] if moves is None else moves
    for _ in range(draw(st.integers(0, most))):
        item = rules.pending(state)
        if isinstance(item, Decide):
            state = rules.advance(state, _pick(draw, rules.legal_actions(state)))
        elif isinstance(item, Chance):
            outcome, _ = _pick(draw, rules.outcomes(state))
            state = rules.advance(state, outcome)
        else:
            break
    return state


def _pick(draw: st.DrawFn, items: Sequence[T]) -> T:
    return items[-1 - draw(st.integers(0, len(items) - 1))]
