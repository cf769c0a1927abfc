"""Strategies for hypothesis: rules, games, states, views and actions to try things on.

They draw decisions (and, for states, each piece that chance brings), not seeds, so a failing
example shrinks: to few expansions, few players, a short game, and quiet moves. The last action
of a list, which is mostly the quiet one (pass, stop), counts as the simplest.

Each takes a ruleset, a strategy of rulesets, or nothing, which means `rulesets()`. Where
hypothesis is installed, `st.from_type` knows them by their types: `elfen.Ruleset`,
`elfen.Game`, `elfen.State` and `elfen.View`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

from hypothesis import strategies as st

from elfen.actions import Action
from elfen.agenda import Chance, Decide
from elfen.errors import RulesetError
from elfen.game import Game
from elfen.manifest import OptionValue
from elfen.ruleset import Ruleset
from elfen.state import State
from elfen.testing.chosen import BASE, editions, others, rules_of
from elfen.testing.facts import facts
from elfen.testing.pairwise import telling
from elfen.testing.positions import positions
from elfen.views import View

__all__ = ["actions", "games", "positions", "rulesets", "states", "views"]

T = TypeVar("T")
Rules = Ruleset | st.SearchStrategy[Ruleset] | None

_MOST_EXPANSIONS = 2
_MOST_OPTIONS = 3


def rulesets(
    expansions: Sequence[str] | None = None, base: str = BASE, options: bool = False
) -> st.SearchStrategy[Ruleset]:
    """Rules with some of these expansions (None: of the installed ones), in some edition.

    What does not go together is left out; what an expansion requires comes with it. With
    `options`, a few of them get other values than usual. Shrinks to the base alone, in its first
    edition.
    """
    names = others(base) if expansions is None else tuple(expansions)
    return _rulesets(names, base, options)


def games(
    rules: Rules = None, players: int | None = None, decisions: int | None = None
) -> st.SearchStrategy[Game]:
    """Games after some decisions, from none to a whole game.

    `players` is how many play; None draws that too. `decisions` is the most that are made,
    if not a whole game's. Chance comes from a seed, a small number.
    """
    return _games(_rules(rules), players, decisions)


def states(
    rules: Rules = None, players: int | None = None, moves: int | None = None
) -> st.SearchStrategy[State]:
    """States after some moves, decisions and single outcomes of chance alike; and built ones.

    `moves` is the most that are made, if not a whole game's, and then none is built by hand
    (see `positions`). Every kind of piece that can be drawn is drawn equally often, so rare
    piles come up too.
    """
    played = _states(_rules(rules), players, moves)
    return played if moves is not None else played | positions(_rules(rules), players)


def views(
    rules: Rules = None, players: int | None = None, decisions: int | None = None
) -> st.SearchStrategy[View]:
    """What a seat, or the public, may know of one of the `games`."""
    return games(rules, players, decisions).flatmap(
        lambda game: st.sampled_from((None, *range(game.players))).map(game.view)
    )


def actions(of: Game | Ruleset, state: State | None = None) -> st.SearchStrategy[Action]:
    """The actions that are open in a game, or in a state by these rules; there may be none.

    Of a ruleset alone: actions of its domain, legal somewhere or nowhere.
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
    return draw(st.integers(rules.fewest_players, rules.most_players))


@st.composite
def _rulesets(draw: st.DrawFn, names: Sequence[str], base: str, options: bool) -> Ruleset:
    chosen: list[str] = []
    if names:
        chosen = draw(st.lists(st.sampled_from(names), unique=True, max_size=_MOST_EXPANSIONS))
    edition = draw(st.sampled_from(editions(base)))
    while True:
        with suppress(RulesetError):
            rules = rules_of(base, chosen, edition)
            break
        chosen.pop()  # it does not go with what comes before it
    if not options:
        return rules
    free = {".".join(key): option for key, option in rules.options.items()}
    given: dict[str, OptionValue] = {}
    for name in draw(st.lists(st.sampled_from(sorted(free)), unique=True, max_size=_MOST_OPTIONS)):
        given[name] = draw(st.sampled_from(telling(free[name])))
        with suppress(RulesetError):  # another option, or an expansion, forbids this value
            rules = rules_of(base, chosen, edition, given)
            continue
        del given[name]
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
