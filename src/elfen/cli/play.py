"""`elfen play`: a game at this terminal, with others or against bots."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click
from rich.text import Text

from elfen.bots import STOCK, player, player_names, split_specs
from elfen.cli.consoles import chosen
from elfen.cli.languages import Listing, Spoken
from elfen.cli.playing.files import DEFAULT, SaveFile, unfinished
from elfen.cli.playing.lesson import PLAYERS, SEED, Lesson
from elfen.cli.playing.screen import Screen
from elfen.cli.playing.session import HUMAN, Session
from elfen.cli.ruleset_options import chosen_rules, ruleset_options
from elfen.cli.show import GIVEN
from elfen.errors import ElfenError, Message
from elfen.game import Game, Ruleset
from elfen.text import Words, check_name, say

#: How many letters the name of a player has at most.
LONGEST_NAME = 20


@click.command(cls=Spoken)
@click.option(
    "--seats",
    metavar="NAME,...",
    cls=Listing,
    names=[HUMAN, *sorted(STOCK)],
    help="Who plays each seat: {names}, or module:name. By default you play seat 0 against greedy"
    " players.",
)
@click.option("--names", metavar="NAME,...", help="What the players are called, by seat.")
@ruleset_options
@click.option("--seed", type=int, metavar="N", help="The same seed deals the same game.")
@click.option("--lesson", is_flag=True, help="Learn Elfenland: a first round, explained.")
@click.option("--load", metavar="SAVE", type=click.Path(), help="Continue a saved game.")
@click.option(
    "--save", metavar="FILE", type=click.Path(), help="Where to save the game when you leave."
)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="When to use colours; auto respects NO_COLOR.",
)
def play(
    seats: str | None,
    names: str | None,
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str],
    board: str | None,
    seed: int | None,
    lesson: bool,
    load: str | None,
    save: str | None,
    color: str,
) -> int:
    """Play at this terminal, with others or against bots.

    Choose a legal move by its number, or type it; `help` lists everything else you can type.
    Several humans take turns at the screen, which is wiped between turns. The game is saved
    when you leave, and when it is over.
    """
    if not sys.stdin:  # Python has none if it is closed
        text = "standard input is closed: there is nobody to play"
        raise ElfenError(Message("play/nobody", text))
    screen = Screen(chosen(color))
    if lesson:
        if seats or edition or expansions or options or board or load or seed is not None:
            text = "--lesson brings its own game: leave out --seats, --with and others"
            raise ElfenError(Message("play/lesson", text))
        seats, seed = ",".join(PLAYERS), SEED
    if load is None and not (
        seats or edition or expansions or options or board or save or seed is not None
    ):
        load = offered(screen)
    if load is not None:
        if edition or expansions or options or board or seed is not None:
            text = "--load brings its own rules: leave out --edition, --with and others"
            raise ElfenError(Message("play/load", text))
        game = Game.load(load)
        players = seated(seats, game.rules, game.players)
    else:
        rules = chosen_rules(edition, expansions, options, board)
        players = seated(seats, rules, None)
        game = rules.new_game(len(players), seed)
    if players.count(HUMAN) > 1 and not screen.can_wipe:
        text = "several humans need a terminal: in a pipe or file, hands would stay readable"
        raise ElfenError(Message("play/terminal", text))
    bots = {
        seat: player(name, game.rules, None if seed is None else f"{seed}/{seat}")
        for seat, name in enumerate(players)
        if name != HUMAN
    }
    file = save_file(screen, save, load)
    called = named_players(names, len(players))
    told = [
        f"{one} ({say(who)})" if one else say(who) for one, who in zip(called, players, strict=True)
    ]
    text = "{game}: {players}. `help` explains."
    words = Words(game.rules)
    screen.show(Text(say(text, game=words.title(), players=", ".join(told)), "bold"))
    if of_board := words.of_board():
        screen.show(Text(of_board))
    if game.begun_from_position:
        screen.show(Text(say(GIVEN)))
    with ends_as_interruptions():
        return Session(
            game, players, bots, screen, file, called, Lesson() if lesson else None
        ).run()


@contextmanager
def ends_as_interruptions() -> Iterator[None]:
    """Treat a closed terminal and a request to terminate the process like Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    old = {name: signal.signal(getattr(signal, name), _interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in old.items():
            signal.signal(getattr(signal, name), handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def seated(seats: str | None, rules: Ruleset, players: int | None) -> list[str]:
    """Who plays each seat; raises `ElfenError`."""
    if seats is None:
        number = players or next((n for n in rules.player_counts if n >= 3), rules.most_players)
        return [HUMAN, *["greedy"] * (number - 1)]
    names = list(split_specs(seats))
    for name in names:
        if name == HUMAN:
            continue
        if ":" not in name and name not in player_names():
            known = ", ".join([HUMAN, *player_names()])
            text = "--seats: nobody is called {name}; there are: {known}"
            raise ElfenError(Message("play/seats", text, name=repr(name), known=known))
        player(name, rules)
    if players is not None and len(names) != players:
        text = "--seats has {n:* name|* names}; the saved game has {seats} seats"
        raise ElfenError(Message("play/saved-seats", text, n=len(names), seats=players))
    if HUMAN not in names:
        text = "--seats: nobody is {human}; `elfen demo` shows a game of bots"
        raise ElfenError(Message("play/no-human", text, human=HUMAN))
    return names


def named_players(names: str | None, players: int) -> list[str]:
    """What the players are called, by seat, "" for those without a name; raises `ElfenError`."""
    given = [name.strip() for name in names.split(",")] if names else []
    if len(given) > players:
        text = "--names has {n} names; there are {seats} seats"
        raise ElfenError(Message("play/names", text, n=len(given), seats=players))
    for number, name in enumerate(given):
        if name:
            check_name(name, given[:number], LONGEST_NAME)
    return [*given, *[""] * (players - len(given))]


def offered(screen: Screen) -> str | None:
    """The file of an unfinished game in this folder, if the person wants to go on with it."""
    if not screen.interactive:
        return None
    found = unfinished(Path())
    if found is None:
        return None
    path, game = found
    told = say(
        "{file} is not over: {game}, {players} players, round {round} of {rounds}.",
        file=str(path),
        game=Words(game.rules).game(),
        players=game.players,
        round=game.view(None).round,
        rounds=game.rules.most_rounds,
    )
    who = say("You play seat 0 against greedy players; --load with --seats has others.")
    screen.show(Text(told), Text(who))
    return str(path) if screen.agrees(say("Go on with it?"), usual=True) else None


def save_file(screen: Screen, save: str | None, load: str | None) -> SaveFile:
    """Where to save the game. Raises `ElfenError` if the person wants to keep what is there."""
    file = SaveFile(Path(save or load or DEFAULT))
    if load is not None:
        file.may_replace(Path(load))
    if save is not None and screen.interactive and file.is_anothers(file.path):
        text = "{file} is there already. Replace it when this game is saved?"
        if not screen.agrees(say(text, file=save)):
            text = "{file} stays as it is: choose another name for --save"
            raise ElfenError(Message("play/save", text, file=save))
        file.may_replace(file.path)
    return file
