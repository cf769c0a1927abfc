"""The session: whose turn it is, what that person sees, and what the answer does."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rich.text import Text

from elfen.bots import Player, asked
from elfen.cli.playing import tables
from elfen.cli.playing.commands import Commands
from elfen.cli.playing.files import DEFAULT, SaveFile
from elfen.cli.playing.lesson import Lesson
from elfen.cli.playing.looks import Looks
from elfen.cli.playing.screen import Screen
from elfen.cli.playing.turn import Again, Leave, Turn
from elfen.declare import Over, Standing
from elfen.errors import ElfenError, SaveError, of_system
from elfen.game import Game, tell
from elfen.text import ENGLISH, Words, capital, language, places, say

HUMAN = "human"


def explained(row: Standing, words: Words) -> str:
    """What a total is made of: `19 for town pieces, 2 for dragon bonus counters`."""
    return ", ".join(
        words.say("{points} for {what}", points=line.points, what=words.say(line.text))
        + (f" ({line.detail})" if line.detail else "")
        for line in row.lines
        if line.points or len(row.lines) == 1
    ) or words.say("no points")


class Session:
    """One game at one screen: `players` says who plays, by seat; `bots` has the players of bots."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        bots: Mapping[int, Player],
        screen: Screen,
        file: SaveFile,
        names: Sequence[str] = (),
        lesson: Lesson | None = None,
    ) -> None:
        """The game is saved when people leave, and at its end; `names` are the players'.

        A `lesson` has something to say before each decision.
        """
        self.lesson = lesson
        self.game = game
        self.players = players
        self.bots = bots
        self.screen = screen
        self.file = file
        self.names = tuple(names)
        self.looks = Looks(game.rules, names)
        #: The seat whose secrets may be on the screen.
        self.at_screen: int | None = None
        #: The game as it was when a seat was last told the news.
        self.told: dict[int, Game] = {}
        self.mapped: dict[int, object] = {}

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(self.game.players) if seat not in self.bots]

    def run(self) -> int:
        """Play until the game is over or people leave, and return the exit code."""
        try:
            while not self.game.is_over:
                self.decide()
        except (Leave, EOFError):
            return self.leave(0)
        except KeyboardInterrupt:
            return self.leave(130)
        except BrokenPipeError:  # nobody is there any more
            with suppress(SaveError):
                self.save()
            raise
        except OSError as error:  # nobody can be shown or asked anything any more
            raise ElfenError(f"{say(of_system(error))}. {self.kept()[0]}") from error
        except ElfenError as error:  # a player or a rule has failed
            raise ElfenError(f"{error.told(say)}. {self.kept()[0]}") from error
        except BaseException:  # whatever happens, do not lose the game
            with suppress(SaveError):
                self.save()
            raise
        self.end()
        return 0

    def decide(self) -> None:
        """Let the seat that is due decide."""
        seat = self.game.seat
        assert seat is not None
        bot = self.bots.get(seat)
        if bot is not None:
            legal = self.game.legal_actions
            action = legal[0] if len(legal) == 1 else asked(bot, self.game.view(seat))
            self.game = self.game.play(action)
            return
        self.hand_over(seat)
        turn = Turn(self, seat)
        turn.show()
        commands = Commands(self, turn)
        while True:
            try:
                action = turn.ask(commands)
            except Again:
                return
            self.game = self.game.play(action, seat)
            self.reveal(seat)
            return

    def reveal(self, seat: int) -> None:
        """Show a person what chance brought, before the screen is wiped for another one."""
        if len(self.humans) == 1 or self.game.seat == seat:
            return
        since = self.told.get(seat)
        new = self.game.view(seat).log.after(since.steps if since else 0)
        if any(one.chance is not None and one.chance.seat == seat for one in new):
            self.screen.show(*[Text(line) for line in self.story(seat, since)])
            who = capital(self.looks.words.seat(seat))
            self.screen.ask(say("{who}, when you have seen that, press Enter: ", who=who))

    def hand_over(self, seat: int) -> None:
        """If another person is next, wipe the screen and wait until they are at it."""
        if self.at_screen == seat or len(self.humans) == 1:
            self.at_screen = seat
            return
        self.at_screen = None
        self.screen.wipe()
        text = Text().append(say("It is the turn of ")).append(self.looks.who(seat))
        self.screen.show(Text(), text.append(say(". Nobody else should look.")), Text())
        who = capital(self.looks.words.seat(seat))
        self.screen.ask(say("{who}, press Enter: ", who=who))
        self.screen.wipe()
        self.at_screen = seat

    def news(self, seat: int) -> list[str]:
        """What has happened since the seat's last news, as it may see it."""
        lines = self.story(seat, self.told.get(seat))
        self.told[seat] = self.game
        return lines

    def story(self, seat: int, since: Game | None = None) -> list[str]:
        """What has happened, as the seat may see it, told to the person there."""
        return list(tell(self.game, seat, self.names, seat, since))

    def undo(self) -> None:
        """Take back the last decision."""
        self.game = self.game.undo()
        for seat, last in self.told.items():
            if last.steps > self.game.steps:
                self.told[seat] = self.game

    def save(self, file: Path | None = None) -> Path:
        """Write the game to its file or another one; raises `SaveError`."""
        return self.file.write(self.game, file)

    def leave(self, code: int) -> int:
        """Save, hide secrets, say how to continue, and return the exit code."""
        told, saved = self.kept()
        with suppress(OSError):  # the terminal may have gone away
            self.wipe_for_all()
            if saved:
                self.screen.show(Text(), Text(told))
        if not saved:
            raise SaveError(told)
        return code

    def kept(self) -> tuple[str, bool]:
        """Save the game: what to say of that, and whether it worked."""
        try:
            file, wrong = self.saved_somewhere()
            text = "Saved to {file}. Go on with: elfen play --load {load}"
            return wrong + say(text, file=str(file), load=self.quoted(file)), True
        except SaveError as error:
            return say("The game is lost: {error}", error=error.told(say)), False

    def saved_somewhere(self) -> tuple[Path, str]:
        """Save the game, in this folder if its file cannot be written; raises `SaveError`.

        The file that has it, and a sentence on what was wrong with the other one, or "".
        """
        try:
            return self.save(), ""
        except SaveError as error:
            with suppress(SaveError):
                return self.file.write(self.game, DEFAULT), f"{error.told(say)}. "
            raise

    def quoted(self, file: Path) -> str:
        """A file in a command line that a shell reads, with who plays if that is not the usual."""
        command = shlex.quote(str(file))
        usual = [HUMAN, *["greedy"] * (self.game.players - 1)]
        if [*self.players] != usual:
            command += f" --seats {shlex.quote(','.join(self.players))}"
        if any(self.names):
            command += f" --names {shlex.quote(','.join(self.names))}"
        if language() != ENGLISH:
            command += f" --lang {language()}"
        return command

    def wipe_for_all(self) -> None:
        """Hide what only one of several people may see."""
        if len(self.humans) > 1:
            self.screen.wipe()
            self.at_screen = None

    def end(self) -> None:
        """Show how the game ended, and everyone's score."""
        screen, game = self.screen, self.game
        self.wipe_for_all()
        over = game.pending
        assert isinstance(over, Over)
        words = self.looks.words
        ending = words.ending(over.ending)
        if len(self.humans) == 1:
            for line in self.news(self.humans[0])[-12:]:
                screen.show(Text(line, "dim"))
        screen.heading(Text().append(say("The end"), "bold").append(f" {ending}"))
        fixed: dict[str, object] = {"no_wrap": True}
        table = tables.grid(fixed, fixed, {"no_wrap": True, "justify": "right"}, {"ratio": 1})
        for row in game.standings:
            who = Text().append(self.looks.who(row.seat))
            team = row.team.told_of(row.seat) if row.team else ""
            told = Text(explained(row, words))
            if row.ties:
                ties = ", ".join(f"{words.say(tie.text)}: {tie.points}" for tie in row.ties)
                told.append(say("; in a tie, {ties}", ties=ties), "dim")
            table.add_row(
                Text(f" {row.rank}.", "bold"),
                who.append(f" {say(self.players[row.seat])}{team}"),
                Text(str(row.total), "bold"),
                told,
            )
        screen.show(table)
        for line in places(game.standings, words.seat, words.say):
            screen.show(Text(f"    {line}"))
        try:
            file, wrong = self.saved_somewhere()
            screen.show(Text(wrong + say("Saved to {file}.", file=str(file))))
        except SaveError as error:
            text = "The game is over, and was not saved: {error}"
            raise SaveError(say(text, error=error.told(say))) from None
