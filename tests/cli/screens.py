"""`elfen play` in this process: a session whose answers are given, and all that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console

from elfen import Game
from elfen.bots import Player, player
from elfen.cli.playing.files import SaveFile
from elfen.cli.playing.screen import Screen
from elfen.cli.playing.session import HUMAN, Session


class Acted(Screen):
    """A screen of some size that answers by a function of all that it has shown so far."""

    def __init__(self, columns: int, rows: int, answer: Callable[[str], str]) -> None:
        self.out = StringIO()
        console = Console(
            file=self.out,
            width=columns,
            height=rows,
            color_system=None,
            force_terminal=False,
            highlight=False,
            markup=False,
            emoji=False,
        )
        super().__init__(console)
        self.answer = answer
        #: What was shown before each answer, one screen each.
        self.pages: list[str] = []
        self.typed: list[str] = []
        self._read = 0

    @property
    def can_wipe(self) -> bool:
        return True

    def wipe(self) -> None:
        """Nothing is wiped: a test reads everything."""

    def ask(self, prompt: str, complete: object = None) -> str:
        said = self.out.getvalue()
        self.pages.append(said[self._read :] + prompt)
        self._read = len(said)
        typed = self.answer(self.pages[-1])
        self.typed.append(typed)
        return typed


def acting(lines: Iterable[str]) -> Callable[[str], str]:
    """Answer with these lines, and then leave."""
    left = iter(lines)

    def answer(page: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return answer


def played(
    game: Game,
    players: Sequence[str],
    answer: Callable[[str], str],
    folder: Path,
    columns: int = 80,
    rows: int = 24,
    screen: Acted | None = None,
    **more: object,
) -> Acted:
    """A session of a game with these players, until it ends or the answers do."""
    screen = screen or Acted(columns, rows, answer)
    bots: dict[int, Player] = {
        seat: player(name, game.rules, f"bot {seat}")
        for seat, name in enumerate(players)
        if name != HUMAN
    }
    file = SaveFile(folder / "game.json")
    Session(game, players, bots, screen, file, **more).run()  # type: ignore[arg-type]
    screen.pages.append(screen.out.getvalue()[screen._read :])
    return screen
