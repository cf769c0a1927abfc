"""A hypothesis state machine that plays games in every possible way and checks the laws.

    from elfen.testing.machine import GameMachine

    class MyGame(GameMachine):
        ruleset = elfen.compile_ruleset(expansions=["letters"])

        @invariant()
        def nobody_has_three_letters(self):
            ...

    TestMyGame = MyGame.TestCase

hypothesis decides, undoes, redoes, forks, saves and loads, and shrinks failures to a few steps.
Add rules and invariants of your own as in any `RuleBasedStateMachine`; `self.game` is the
current game.
"""

from __future__ import annotations

from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from elfen.game import Game
from elfen.testing.blaming.shrinking import StateLaw
from elfen.testing.laws import STATE_LAWS, check_held
from elfen.testing.saving import saved
from elfen.testing.strategies import Rules, actions, games


class GameMachine(RuleBasedStateMachine):
    """A game that is played, undone, redone, forked, saved and loaded at will.

    Set on a subclass: `ruleset`, a ruleset or a strategy of them (None: any that are installed);
    `players`, the number of players (None: any); `laws`, the laws of states, of which one is
    checked after each step, in turn; `breadth`, how many moves each of them tries.
    """

    ruleset: ClassVar[Rules] = None
    players: ClassVar[int | None] = None
    laws: ClassVar[tuple[StateLaw, ...]] = STATE_LAWS
    breadth: ClassVar[int | None] = 2

    game: Game

    def __init__(self) -> None:
        super().__init__()
        self._undone: list[Game] = []
        self._asked = 0

    @initialize(data=st.data())
    def begin(self, data: Any) -> None:
        """Begin a game."""
        self.game = data.draw(games(self.ruleset, self.players, decisions=0), "game")

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data())
    def decide(self, data: Any) -> None:
        """Take one of the legal actions."""
        action = data.draw(actions(self.game), "action")
        self.game = self.game.play(action)
        self._undone.clear()

    @precondition(lambda self: self.game.steps)
    @rule()
    def undo(self) -> None:
        """Go back one decision, to a game that can be redone."""
        before = self.game.undo()
        assert before.redo() is self.game, "redo does not lead to the game that was undone"
        earlier = self.game.log[: -len(self.game.last)]
        assert before.log == earlier, "undo has changed what was before"
        self._undone.append(self.game)
        self.game = before

    @precondition(lambda self: self._undone)
    @rule()
    def redo(self) -> None:
        """Go forward again."""
        self.game = self._undone.pop()

    @rule(seed=st.integers(0, 9))
    def fork(self, seed: int) -> None:
        """Fork with another seed, which keeps the state and the log."""
        fork = self.game.fork(seed)
        assert (fork.state, fork.log) == (self.game.state, self.game.log), "a fork has changed"
        self.game = fork
        self._undone.clear()

    @rule()
    def save_and_load(self) -> None:
        """Save the game, and continue with the loaded copy."""
        saved(self.game)
        self.game = Game.from_json(self.game.to_json(), self.game.rules)
        self._undone.clear()

    @invariant()
    def the_laws_hold(self) -> None:
        """The next law of states, in turn; a game that breaks it is kept as a save."""
        if not self.laws:
            return
        law = self.laws[self._asked % len(self.laws)]
        self._asked += 1
        check_held(self.game, (law,), self.breadth)
