"""The law of determinism: the same seed and the same decisions give the same game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from elfen.declare import Action, Outcome
from elfen.game import Game, Ruleset
from elfen.kernel import State
from elfen.testing.blaming.watching import Handed, Watched
from elfen.testing.differences import Raised, settled
from elfen.testing.facts import calling, changed, facts, snapshot, states_of
from elfen.testing.law_broken import DETERMINISM, LawBroken

#: So many decisions of a game are taken back, and as many of those that chance followed.
_TAKEN_BACK = 3


def determinism(game: Game, since: int = 0) -> None:
    """Every decision of a game, repeated, gives the same game and leaves the one before unchanged.

    So it does with the same rules compiled again, and with the rules pickled and read back; and
    so does the log, played from the start. A few decisions are taken back and made again. `since`
    leaves out that many decisions, less one. Raises `LawBroken`.
    """
    rules = game.rules
    line = list(_unforked(games_of(game)[max(0, since - 1) :]))
    for before, after in line:
        _again(before, after)
    for before, after in _apart(line):
        _taken_back(before, after)
    log = [entry.move for entry in game.log]
    for how, others in _others(rules).items():
        for before, after in line:
            _elsewhere(how, others, before, after)
        _logged(how, others, game, log)


def _apart(line: Sequence[tuple[Game, Game]]) -> Iterator[tuple[Game, Game]]:
    """A few of these decisions, far apart, and of those that chance followed first."""
    by_chance = [pair for pair in line if len(pair[1].last) > 1]
    for some in (by_chance, line):
        yield from some[:: len(some) // _TAKEN_BACK + 1]


def _taken_back(before: Game, after: Game) -> None:
    """A decision that is taken back leads to the game before it, and once more to the same game;
    the game that was there before can be redone no more than it could.
    """
    action, kept = _decision(after), after.history[-2]
    could = _can_redo(kept)
    undone = calling(DETERMINISM, f"taking back {action}", after.undo)
    again = calling(DETERMINISM, f"{action}, played again,", lambda: undone.play(action))
    if undone.state != before.state or again.state != after.state or again.last != after.last:
        raise LawBroken(
            DETERMINISM,
            f"{action}, taken back and played once more, gives another game",
            runs=(Handed(partial(_is_another, before), after.undo),),
        )

    if _can_redo(kept) != could or not _can_redo(undone):
        raise LawBroken(
            DETERMINISM,
            f"taking back {action} does not let that game be redone, but another one that was there"
            " before",
            runs=(_marking(after),),
        )


def _marking(after: Game) -> Watched:
    """Taking back the last decision of a new copy, until the game before it can be redone."""
    kept: list[Game] = []

    def run() -> Game:
        copy = Game.from_json(after.to_json(), after.rules)
        kept[:] = copy.history[-2:-1]
        return copy.undo()

    return Watched(lambda _: any(map(_can_redo, kept)), run)


def _can_redo(game: Game) -> bool:
    return not isinstance(settled(game.redo), Raised)


def _is_another(before: Game, answer: object) -> bool:
    """Whether this is a game, and not the one before as far as what comes next."""
    if not isinstance(answer, Game) or answer.steps > before.steps:
        return False
    return (answer.state, answer._dealer) != (before.state, before._dealer)


def _unforked(line: Sequence[Game]) -> Iterator[tuple[Game, Game]]:
    """The games before and after each decision, except where a fork changed the seed."""
    for before, after in pairwise(line):
        if before._dealer.seed == after._dealer.seed:
            yield before, after


def same_seed(rules: Ruleset, players: int, seed: int, decisions: Sequence[int] = ()) -> None:
    """Games of one seed are equal, whichever copy of the rules plays them.

    `decisions` are indices into the list of legal actions (modulo its length). Raises
    `LawBroken`.
    """
    told: dict[str, tuple[State, tuple[str, ...]]] = {}
    played: dict[str, Game] = {}
    for how, copy in _others(rules).items():
        for time in ("once", "again"):
            what = f"a game of seed {seed}, {how},"
            game = _decided(copy, players, seed, decisions, what)
            told[f"{how}, {time}"] = game.state, tuple(map(str, game.log))
            played[f"{how}, {time}"] = game
    (first, (state, log)), *rest = told.items()
    for how, (other_state, other_log) in rest:
        if other_log != log:
            at = next(
                n for n, pair in enumerate(zip(log, other_log, strict=False)) if len({*pair}) > 1
            )
            raise LawBroken(
                DETERMINISM,
                f"seed {seed} gives {log[at]!r} ({first}), but {other_log[at]!r} ({how}), after"
                f" {at} lines of the log",
                runs=_parting(played[first], played[how], seed, decisions),
            )
        if other_state != state:
            raise LawBroken(
                DETERMINISM,
                f"seed {seed} gives other states: {first}; {how}",
                runs=_parting(played[first], played[how], seed, decisions),
            )


def _parting(
    one: Game, other: Game, seed: int, decisions: Sequence[int]
) -> tuple[Callable[[], object], ...]:
    """The first step of two games, or the list before it, that is not the same in both."""
    for number, (a, b) in enumerate(zip(games_of(one), games_of(other), strict=False)):
        if a.state != b.state:
            if not number:
                return tuple([partial(g.rules.new_game, g.players, seed) for g in (one, other)])
            return tuple([_decide(g, number - 1, decisions) for g in (one, other)])
        if a.legal_actions != b.legal_actions:
            return tuple([partial(g.rules.legal_actions, g.state) for g in (a, b)])
    return ()


def _decide(game: Game, number: int, decisions: Sequence[int]) -> Callable[[], object]:
    before = games_of(game)[number]
    action = before.legal_actions[decisions[number] % len(before.legal_actions)]
    return lambda: before.play(action).state


def _decided(rules: Ruleset, players: int, seed: int, decisions: Sequence[int], what: str) -> Game:
    """The game after these decisions; `what` it is, in the message if a rule fails."""
    game = calling(DETERMINISM, what, lambda: rules.new_game(players, seed))
    for number in decisions:
        actions = calling(DETERMINISM, what, lambda: game.legal_actions)  # noqa: B023
        if not actions:
            break
        action = actions[number % len(actions)]
        try:
            game = calling(DETERMINISM, what, lambda: game.play(action))  # noqa: B023
        except LawBroken as broken:
            made = [(state, move) for state, move in states_of(game) if move is not None]
            broken.past = (*made, (game.state, action))
            raise
    return game


def games_of(game: Game) -> list[Game]:
    """The game at its beginning and after each of its decisions."""
    return list(game.history)


def _others(rules: Ruleset) -> dict[str, Ruleset]:
    known = facts(rules)
    return {
        "by the same rules": rules,
        "by the rules compiled again": known.fresh,
        "by the rules pickled and read back": known.thawed,
    }


def _decision(after: Game) -> Action:
    action = after.last[0].move
    assert isinstance(action, Action)
    return action


def _again(before: Game, after: Game) -> None:
    action = _decision(after)
    old = snapshot(before.state)
    told = repr(before)
    again = calling(DETERMINISM, f"{action}, played again,", lambda: before.play(action))
    if again.state != after.state or again.last != after.last:
        raise LawBroken(
            DETERMINISM,
            f"{action} played twice from one game gives two games",
            _blame(before, action),
            runs=(lambda: before.play(action), lambda: before.play(action)),
        )
    if changed(old, before.state) or repr(before) != told:
        raise LawBroken(
            DETERMINISM,
            f"playing {action} has changed the game before it",
            _blame(before, action),
            runs=(Watched.since(lambda: snapshot(before.state), lambda: before.play(action)),),
        )


def _elsewhere(how: str, others: Ruleset, before: Game, after: Game) -> None:
    """Another copy of the rules takes the same step, chance included."""
    action = _decision(after)
    played = calling(
        DETERMINISM,
        f"{action}, played {how},",
        lambda: others.play(before.state, action, before._dealer),
        _blame(before, action),
    )
    if played.state != after.state or played.outcomes != tuple(
        entry.move for entry in after.last[1:]
    ):
        raise LawBroken(
            DETERMINISM,
            f"{action} played {how} gives another game",
            _blame(before, action),
            runs=tuple(
                [
                    partial(rules.play, before.state, action, before._dealer)
                    for rules in (before.rules, others)
                ]
            ),
        )


def _logged(how: str, others: Ruleset, game: Game, log: Sequence[Action | Outcome]) -> None:
    state = game.beginning
    for number, move in enumerate(log):
        state = calling(
            DETERMINISM,
            f"line {number} of the log, {move}, {how},",
            partial(others.apply, state, move),
        )
    if state != game.state:
        raise LawBroken(
            DETERMINISM,
            f"the log played from the start {how} gives another state",
            runs=_parting_of_logs(others, game, log),
        )


def _parting_of_logs(
    others: Ruleset, game: Game, log: Sequence[Action | Outcome]
) -> tuple[Callable[[], object], ...]:
    """The first move that two copies of the rules make in two ways."""
    state = game.beginning
    for move in log:
        runs = tuple([partial(rules.apply, state, move) for rules in (game.rules, others)])
        state, again = (run() for run in runs)
        if again != state:
            return runs
    return ()


def _blame(game: Game, action: Action) -> str | None:
    return facts(game.rules).blame(action)
