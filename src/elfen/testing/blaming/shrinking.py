"""A game in which a law is broken is made short, and written as a test that can be pasted.

Decisions are left out, many at once and then one by one, as long as the same law is still broken,
by the same entry, after the last of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType

from elfen.compiler import from_recipe, installed
from elfen.declare import Action
from elfen.errors import ElfenError
from elfen.game import Game, Ruleset
from elfen.kernel import Dealer, State
from elfen.testing import patience
from elfen.testing.blaming.examples import unkept
from elfen.testing.facts import states_of
from elfen.testing.law_broken import LawBroken

StateLaw = Callable[[Ruleset, State, "int | None"], None]

_SECONDS = 10.0
_SEEDS = 1000
_MOST_DECISIONS = 30
_BREADTH = 8  # of check_state, which the test calls


def shrunk(game: Game, law: StateLaw) -> Game:
    """The shortest game found, in some seconds, that breaks the law as this one does at its end.

    The same game if it does not break the law at its end.
    """
    until = patience.deadline(_SECONDS)
    how = _broken(law, game)
    if how is None:
        return game
    decisions = [entry.move for entry in game.log if isinstance(entry.move, Action)]
    first = game.at(0)
    size = len(decisions)
    while size and not patience.is_over(until):
        at = 0
        while at < len(decisions) and not patience.is_over(until):
            shorter = _replayed(first, [*decisions[:at], *decisions[at + size :]])
            if shorter is not None and shorter.steps < game.steps and _broken(law, shorter) == how:
                game = shorter
                decisions = [entry.move for entry in game.log if isinstance(entry.move, Action)]
            else:
                at += size
        size //= 2
    return game


def _broken(law: StateLaw, game: Game) -> tuple[str, str | None] | None:
    """How a law is broken after the last decision of a game or in the chance that followed."""
    for state in _end(game):
        try:
            law(game.rules, state, _BREADTH)
        except LawBroken as broken:
            return broken.law, broken.where
        except Exception:
            return None
    return None


def _end(game: Game) -> list[State]:
    """The states after the last decision of a game."""
    found: list[State] = []
    for state, move in states_of(game):
        found.append(state)
        if isinstance(move, Action):
            found.clear()
    return found


def _replayed(first: Game, decisions: Sequence[Action]) -> Game | None:
    """The game with these decisions, without those that are not legal; None if a rule fails."""
    game = first
    try:
        for action in decisions:
            if not game.is_over and game.check(action) is None:
                game = game.play(action)
    except Exception:
        return None
    return game


def pasted(game: Game, law: str, save: str | None) -> str:
    """A test that fails because of a game; empty if none does."""
    for made in (_recipe(game), _loaded(game, save)):
        for check in ("check_state(game.rules, game.state)", "check_game(game, since=game.steps)"):
            test = "" if made is None else _test(law, made, check)
            if test and _fails(test, law):
                return test
    return ""


def _test(law: str, made: tuple[list[str], list[str]], check: str) -> str:
    imports, lines = made
    names = [check.partition("(")[0], *(["example_from_save"] if "_save(" in lines[0] else [])]
    head = [*imports, f"from elfen.testing import {', '.join(names)}"]
    body = [f"    {line}" for line in (*lines, check)]
    return "\n".join([*head, "", "", f"def test_{law}():", *body])


def _recipe(game: Game) -> tuple[list[str], list[str]] | None:
    """The game by its rules, seed and decisions, if that is short and can be written."""
    rules, recipe = game.rules, game.rules.recipe
    seed = next((n for n in range(_SEEDS) if Dealer.seeded(n).seed == game._dealer.seed), None)
    decisions = [str(entry.move) for entry in game.log if isinstance(entry.move, Action)]
    names = [*map(_named, rules.recipe.modules)]
    if (
        seed is None
        or recipe.board is not None
        or len(decisions) > _MOST_DECISIONS
        or game.beginning != rules.start(game.players)
        or None in names
    ):
        return None
    (base, _), *others = [name for name in names if name is not None]
    more = [text for _, text in others if text]
    expansions = f", expansions=[{', '.join(name for name, _ in others)}]" if others else ""
    options = f", options={dict(recipe.options)!r}" if recipe.options else ""
    on = "" if base == "'land'" else f", base={base}"
    lines = [
        f"rules = elfen.compile_ruleset(edition={recipe.edition!r}{expansions}{options}{on})",
        f"game = rules.new_game({game.players}, seed={seed})",
    ]
    if decisions:
        listed = [f"    {decision!r}," for decision in decisions]
        lines += ["for action in (", *listed, "):", "    game = game.play(action)"]
    return ["import elfen", *more], lines


def _loaded(game: Game, save: str | None) -> tuple[list[str], list[str]] | None:
    """The game from its save, with the plugins that are not installed."""
    names = [*map(_named, game.rules.recipe.modules)]
    if save is None or None in names:
        return None
    plugins = [(name, text) for name, text in (n for n in names if n is not None) if text]
    given = f", plugins=[{', '.join(name for name, _ in plugins)}]" if plugins else ""
    return [text for _, text in plugins], [f"game = example_from_save({save!r}{given})"]


def _named(module: tuple[str, object]) -> tuple[str, str] | None:
    """How a plugin is written in a test, and the import that it needs; None if it has no name."""
    plugin = from_recipe(module)
    if isinstance(plugin, ModuleType):
        name = plugin.__name__
        entry = next((n for n, point in installed().items() if point.value == name), None)
        return (repr(entry), "") if entry is not None else (name, f"import {name}")
    cls = type(plugin)
    if cls.__module__ == "types" or "." in cls.__qualname__:
        return None
    return f"{cls.__name__}()", f"from {cls.__module__} import {cls.__name__}"


def _fails(test: str, law: str) -> bool:
    """Whether a test fails because the law is broken."""
    names: dict[str, Callable[[], None]] = {}
    with unkept():
        try:
            exec(compile(test, "<test>", "exec"), names)
            names[f"test_{law}"]()
        except LawBroken as broken:
            return broken.law == law
        except Exception:
            return False
    return False


def saved(game: Game, path: str | None) -> str | None:
    """The path, after the game was saved there; None if that is not possible."""
    if path is not None:
        try:
            game.save(path, snapshot=False)
        except (ElfenError, OSError):
            return None
    return path


def test_of(game: Game, law: str, laws: Sequence[StateLaw], save: str | None) -> str:
    """The test of a failing game, or nothing; the save of the game becomes that of a short one."""
    named = next((one for one in laws if one.__name__ == law), None)
    short = game if named is None else shrunk(game, named)
    return pasted(short, law, saved(short, save))
