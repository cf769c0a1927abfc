"""The ruleset: compiled rules, with methods to play, to observe and to describe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from elfen.compiler import compile_rules, from_recipe, refuse_lost
from elfen.declare import Board, OptionValue, listed
from elfen.errors import ElfenError, PositionError, brief
from elfen.kernel import CompiledRules, Dealer, Recipe, State
from elfen.views import Sight

if TYPE_CHECKING:
    from pathlib import Path

    from elfen.game.caches import Cache
    from elfen.game.game import Game
    from elfen.text import Quote, Words
    from elfen.views import KnownTo, Observation

#: More events than any game has.
_MOST_EVENTS = 1_000_000


class Ruleset(CompiledRules):
    """Compiled rules, made by `elfen.compile_ruleset`; `recipe` is what they were made from."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return (compile_recipe, (self.recipe,))

    def __copy__(self) -> Ruleset:
        return self  # nothing in it changes

    def __deepcopy__(self, memo: object) -> Ruleset:
        return self

    # Playing ---------------------------------------------------------------------------

    def new_game(self, players: int, seed: int | str | None = None) -> Game:
        """A game at its first decision. Without a seed, its chance is unpredictable."""
        from elfen.game.game import Game

        return Game.begin(self, self.start(players), Dealer.seeded(seed))

    def game_from(self, state: State, seed: int | str | None = None) -> Game:
        """A game that starts from a state, such as one from `build`, after any chance that is due.

        Raises `PositionError`, which lists everything that is wrong with the state.
        """
        from elfen.game.game import Game

        wrong = self.validate(state)
        if wrong:
            raise PositionError("; ".join(wrong))
        return Game.begin(self, state, Dealer.seeded(seed))

    # Looking ---------------------------------------------------------------------------

    def words(
        self, names: Sequence[str] = (), you: int | None = None, language: str | None = None
    ) -> Words:
        """What tells names, events, reasons and views of these rules to people; see `Words`.

        `names` are those of the players, by seat; the seat `you` is addressed. The language is
        `en` or another that the core speaks; None is the one of `elfen.speaking`.
        """
        from elfen.text import Words

        return Words(self, names, you, language)

    def observe(self, state: State, seat: int | None) -> Observation:
        """The table as `seat` (None: the public) may know it now.

        Raises `PositionError` for a seat that does not play, and for what is no state.
        """
        from elfen.views import observe

        return observe(self, state, seat)

    def seen(self, events: Iterable[object], seat: int | None) -> tuple[object, ...]:
        """What `seat` (None: the public) may see of events, such as those of `trace`.

        Raises `RulesetError` for what is no event of these rules, and `ElfenError` for what are
        none at all.
        """
        given = listed("events", events, _MOST_EVENTS)
        try:
            return self.sight.events(given, seat)
        except Exception as error:
            self._blame(None, error, asked=False)
            raise

    @property
    def sight(self) -> Sight:
        """Who may see what."""
        return self.once(Sight)

    @property
    def known_to(self) -> KnownTo:
        """What each seat knows of unseen pieces."""
        from elfen.views import KnownTo

        return self.once(KnownTo)

    # Reading ---------------------------------------------------------------------------

    def describe(self, event: object) -> str:
        """An event in plain English; the text reveals no more than the event itself."""
        from elfen.text import Words

        try:
            return Words(self).event(event)
        except Exception as error:
            self._blame(None, error, asked=False)
            raise

    def quote(self, state: State, seat: int, route: str | Sequence[str]) -> Quote:
        """Every way to pay for crossing a route from the seat's town, line by line.

        For a sequence of routes: every way to pay for a journey along them that an action type
        offers. Raises `BoardError` for an unknown route, `PositionError` for a route that
        cannot be entered there or for no seat, and `ElfenError` for more than 10000 routes.
        """
        from elfen.text import quote

        try:
            return quote(self, state, seat, route)
        except Exception as error:
            self._blame(state, error)
            raise

    def journeys(self, state: State, seat: int) -> tuple[Quote, ...]:
        """A quote for every journey that an action type offers from the seat's town."""
        from elfen.text import journeys

        try:
            return journeys(self, state, seat)
        except Exception as error:
            self._blame(state, error)
            raise

    def caches(self) -> tuple[Cache, ...]:
        """What is remembered between games, by the function that fills each cache, fullest first.

        Every cache has a limit. The plugins' own are among them if they are a `Memo`.
        """
        from elfen.game.caches import caches

        return caches(self)

    def to_data(self) -> dict[str, Any]:
        """Everything that views name, with its display names, as plain data for JSON.

        For front ends: the board with its towns and routes, kinds, zones, decisions, actions,
        draws, options and so on, by the ids that views use. It contains nothing hidden.
        """
        from elfen.text import catalogue

        return catalogue(self)

    def to_json(self) -> str:
        """`to_data` as one line of JSON."""
        import json

        return json.dumps(self.to_data(), ensure_ascii=False, allow_nan=False)


def refuse_no_rules(rules: object, error: type[ElfenError] = ElfenError) -> None:
    """Raise an `error` if these are no compiled rules."""
    if not isinstance(rules, Ruleset):
        raise error(f"rules={brief(rules)} has to be a Ruleset, of elfen.compile_ruleset")


#: The base game of a ruleset that names none.
BASE = "land"


def compile_ruleset(
    edition: str | None = None,
    expansions: str | object | Iterable[str | object] = (),
    options: Mapping[str, OptionValue] | None = None,
    board: Board | str | Path | None = None,
    base: str | object = BASE,
) -> Ruleset:
    """Compile the rules of a game.

    `edition` names a preset of the base game (None: its first). `expansions` is one plugin or
    several, in any order: names of installed plugins, or plugin objects. A plugin object is a
    module, an instance of a class, or a `types.SimpleNamespace`, with functions marked
    `@hookimpl`. `options` maps `name` or `plugin.name` to a value. `board` is a board, or the
    path of a board file, that replaces the usual one. `base` is the base game. Raises
    `RulesetError` or `BoardError`, which say what is wrong and what to do.
    """
    rules = compile_again(edition, expansions, options, board, base)
    refuse_lost(rules)
    return rules


def compile_again(
    edition: str | None,
    expansions: str | object | Iterable[str | object],
    options: Mapping[str, OptionValue] | None,
    board: Board | str | Path | None,
    base: str | object,
) -> Ruleset:
    """Like `compile_ruleset`, but for all options of an earlier ruleset, as in a save.

    Options without effect are therefore no error.
    """
    return compile_rules(Ruleset, edition, expansions, options, board, base)


def compile_recipe(recipe: Recipe) -> Ruleset:
    """The ruleset that a recipe describes; rulesets are pickled as their recipes."""
    base, *expansions = [from_recipe(module) for module in recipe.modules]
    return compile_again(recipe.edition, expansions, recipe.options, recipe.board, base)
