"""The commands that may be typed at any decision instead of an action."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen
from rich.text import Text

from elfen.bots import GreedyPlayer
from elfen.bots.planner import plan
from elfen.cli.playing import tables
from elfen.cli.playing.told import refused, told_score
from elfen.cli.playing.turn import Again, Leave, Turn
from elfen.cli.playing.typed import MOST_MEANT, folded
from elfen.cli.rulebook_page import page, told
from elfen.declare import Action
from elfen.errors import ElfenError, NotationError, did_you_mean
from elfen.game import laid_by
from elfen.text import goal, say

if TYPE_CHECKING:
    from elfen.cli.playing.session import Session

_LATEST = 20
_SHORTEST_MEANT = 3  #: letters of a word that may be a misspelt one


@frozen
class Command:
    """A command: the arguments it takes, and its purpose."""

    does: Callable[[Commands, str], None]
    takes: str
    help: str
    #: Other words for it, which people try.
    also: str = ""

    @property
    def others(self) -> list[str]:
        """The other words, in English and in the language that is spoken."""
        return folded(f"{self.also}, {say(self.also)}").split(", ") if self.also else []


class Commands:
    """The commands of one turn."""

    def __init__(self, session: Session, turn: Turn) -> None:
        self.session = session
        self.turn = turn
        self.screen = session.screen

    def run(self, line: str) -> bool:
        """Run a line if it is a command, and return whether it was one."""
        name, _, rest = line.partition(" ")
        command = COMMANDS.get("help" if name == "?" else folded(name))
        if command is None:
            return False
        if rest.strip() and not command.takes:
            text = "{name} stands alone; {rest} is too much"
            raise ElfenError(say(text, name=name, rest=repr(rest.strip())))
        command.does(self, rest.strip())
        return True

    @staticmethod
    def nearest(line: str, verbs: Iterable[str]) -> str:
        """See `nearest`."""
        return nearest(line, verbs)

    def complete(self, before: str, word: str) -> list[str]:
        """The possible completions of the last word of a line."""
        first = before.split(" ", 1)[0]
        if first == "quote":
            return self.turn.reader.routes_from_here(folded(word))
        if first == "why":
            before = before.partition(" ")[2]
        found = self.turn.reader.completions(before, word)
        if not before.strip() and first != "why":
            found += [name for name in COMMANDS if name.startswith(folded(word))]
        return sorted(set(found))

    # One method per command ------------------------------------------------------------

    def why(self, rest: str) -> None:
        """Say why each action that is meant is not legal, or what speaks against it."""
        if not rest:
            raise ElfenError(say("say which action, such as: why stop"))
        view = self.turn.view
        found = self._asked_about(rest)
        if len(found) > MOST_MEANT:
            some = ", ".join(map(str, found[:3]))
            text = "{line} may mean {n} actions, such as {some}: say more"
            raise ElfenError(say(text, line=rest, n=len(found), some=some))
        checked = {action: view.check(action) for action in found}
        for action, reason in checked.items():
            if reason is None:
                warned = self.turn.cautions(action)
                but = "".join(say(", but {caution}", caution=str(one)) for one in warned)
                self.say(f"{action}: {say('that is allowed')}{but}")
        self.say(*refused(checked, rest, self.turn.looks.words))

    def _asked_about(self, rest: str) -> tuple[Action, ...]:
        """The actions, legal or not, that a line or a number of the menu may mean."""
        reader = self.turn.reader
        if rest.isascii() and rest.isdigit():
            return self.turn.numbered(rest).actions
        found = reader.find(rest) or self.turn.menu.as_shown(rest)
        if len(found) > MOST_MEANT or any(str(one) == rest for one in found):
            return found
        try:
            meant = reader.meant(rest)
        except NotationError as error:
            if not found:
                raise self.turn.not_understood(rest, self) or error from None
            meant = ()
        begun = {str(one).rpartition(" ")[0] for one in meant if str(one).endswith(" -")}
        if any(str(one).startswith(f"{some} ") for one in found for some in begun):
            # what is legal is told with its pieces, so nothing is left to say without them
            meant = tuple([one for one in meant if not str(one).endswith(" -")])
        return tuple(dict.fromkeys((*found, *meant)))

    def quote(self, rest: str) -> None:
        """Say what a step costs, or every step from here."""
        turn = self.turn
        routes = [turn.reader.route(rest)] if rest else turn.reader.here
        laid = laid_by(self.session.game, turn.seat)
        for route in routes:
            quote = turn.view.quote(route)
            self.say(*quote.told)
            if shows := turn.signs.told(quote.end):
                self.say(f"   {turn.looks.words.town(quote.end)}: {shows}")
            if route in laid:
                self.say(f"   {say('on the way: {what}', what=turn.laid(laid[route]))}")
        for journey in () if rest else turn.view.journeys():
            if len(journey.routes) > 1:
                self.say(*journey.told)

    def chart(self, rest: str) -> None:
        """Show how many cards each counter requires on each terrain."""
        self.screen.show(tables.chart(self.turn.view, self.turn.looks))

    def hint(self, rest: str) -> None:
        """Say what the greedy player would do, and the best tour in the present position."""
        view = self.turn.view
        action = GreedyPlayer(view.rules, 0).choose(view)
        text = self.turn.menu.text(action)
        would = say("A greedy player would: {action}", action=text)
        self.say(would + (f"  ({action})" if text != str(action) else ""))
        tour = plan(view)
        if tour.steps:
            first, *steps = tour.told_by(self.turn.looks.words)
            shows = [self.turn.signs.told(step.town) for step in tour.steps]
            self.say(say("The best way as things lie, {way}", way=first))
            for step, show in zip(steps, shows, strict=True):
                self.say(f"{step}  ({show})" if show else step)

    def undo(self, rest: str) -> None:
        """Take back the last decision."""
        session = self.session
        answer = session.game.undoable(self.turn.seat)
        if not answer:
            told = self.turn.looks.words.reason(answer.reason) if answer.reason else ""
            raise ElfenError(say("this cannot be taken back: {why}", why=told))
        session.undo()
        raise Again

    def save(self, rest: str) -> None:
        """Write the game to a file."""
        file, path = self.session.file, Path(rest) if rest else None
        if path is not None and self.screen.interactive and file.is_anothers(path):
            if not self.screen.agrees(say("{file} is there already. Replace it?", file=rest)):
                raise ElfenError(say("{file} stays as it is; nothing was saved", file=rest))
            file.may_replace(path)
        self.say(say("Saved to {file}.", file=str(self.session.save(path))))

    def log(self, rest: str) -> None:
        """Tell what has happened."""
        lines = self.session.story(self.turn.seat)
        if rest not in ("", "all"):
            raise ElfenError(say("log, or log all"))
        self.say(*(lines if rest else lines[-_LATEST:]))

    def map(self, rest: str) -> None:
        """Show the map."""
        self.screen.show(self.turn.map())

    def hand(self, rest: str) -> None:
        """Show the person's own pieces."""
        self.screen.show(tables.own_pieces(self.turn.view, self.turn.looks))

    def scores(self, rest: str) -> None:
        """Show all scores, as far as the seat can know them."""
        for score in sorted(self.turn.view.scores, key=lambda score: -score.total):
            self.say(told_score(score, self.turn.looks.words))

    def rules(self, rest: str) -> None:
        """Tell how the game is played."""
        self.screen.show(*page(self.session.game.rules))

    def goal(self, rest: str) -> None:
        """Tell what counts, and when the game is over."""
        self.screen.show(*told(goal(self.session.game.rules)))

    def menu(self, rest: str) -> None:
        """Show the whole turn again."""
        self.turn.title, self.turn.first = "", 0
        self.turn.show(all_of_it=True)

    def help(self, rest: str) -> None:
        """Explain how to answer."""
        action = self.turn.view.legal_actions[0]
        text = (
            "Choose by number, or type an action; words may be cut short, and accents left"
            " out: {action}"
        )
        self.say(say(text, action=str(action)))
        text = "Tab completes. If a line may mean several actions, you can choose among them."
        self.say(say(text))
        self.screen.show(Text())
        table = tables.grid({"no_wrap": True}, {"ratio": 1})
        for name, command in COMMANDS.items():
            takes = say(command.takes) if command.takes else ""
            table.add_row(Text(f"  {name} {takes}", "cyan"), say(command.help))
        self.screen.show(table)

    def quit(self, rest: str) -> None:
        """Leave the game."""
        raise Leave

    def say(self, *lines: str) -> None:
        """Print lines of text."""
        self.screen.show(*map(Text, lines))


def nearest(line: str, verbs: Iterable[str]) -> str:
    """A question about the command or action that a line may mean: `did you mean ...?`, or ""."""
    words = folded(line).split() or [""]
    for name, command in COMMANDS.items():
        if words[0] in command.others:
            return say("did you mean `{name}`? ", name=name)
    verbs = list(verbs)
    begun = [*COMMANDS, *(verb.split()[0] for verb in verbs), *verbs]
    if len(words[0]) < _SHORTEST_MEANT:
        begun = [name for name in begun if name.startswith(words[0])]
    found = did_you_mean(" ".join(words[:2]), verbs) or did_you_mean(words[0], begun)
    close = found.split("'")
    return say("did you mean `{name}`? ", name=close[1]) if len(close) == 3 else ""


COMMANDS = {
    "why": Command(
        Commands.why,
        "ACTION",
        "why an action is not allowed, or what speaks against it",
        "reason, explain",
    ),
    "quote": Command(
        Commands.quote, "[ROUTE]", "what a step from here costs, card by card", "price, cost"
    ),
    "chart": Command(
        Commands.chart, "", "how many cards each counter takes on each terrain", "costs, table"
    ),
    "hint": Command(Commands.hint, "", "what a greedy player would do", "advice, tip"),
    "undo": Command(
        Commands.undo, "", "take back your decision, if it has revealed nothing", "back, takeback"
    ),
    "map": Command(Commands.map, "", "the board, and everything on it", "board, plan"),
    "hand": Command(Commands.hand, "", "your own pieces", "cards, pieces"),
    "goal": Command(Commands.goal, "", "what counts in the end, and when that is", "aim, target"),
    "rules": Command(Commands.rules, "", "how the game is played, in a page", "rulebook, manual"),
    "scores": Command(Commands.scores, "", "how everyone stands", "points, standings"),
    "log": Command(Commands.log, "[all]", "what has happened", "history, story"),
    "menu": Command(Commands.menu, "", "all of this again", "choices, actions"),
    "save": Command(
        Commands.save, "[FILE]", "save the game; --load goes on with it", "write, store"
    ),
    "help": Command(Commands.help, "", "this", "h, commands"),
    "quit": Command(Commands.quit, "", "save the game and leave", "exit, q, bye, end"),
}
