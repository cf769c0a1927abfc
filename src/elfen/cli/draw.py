"""`elfen draw`: a saved game as a picture, all of it or what one seat may know."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from elfen.cli import lines
from elfen.cli.languages import Spoken
from elfen.cli.show import at_step, shown_to
from elfen.draw import THEMES, Page, Svg
from elfen.draw import board as drawn
from elfen.draw import state as drawn_whole
from elfen.errors import ElfenError, Message, of_system
from elfen.game import Game
from elfen.text import say

F = TypeVar("F", bound=Callable[..., object])


def picture_options(command: F) -> F:
    """Adds the options of commands that write a picture."""
    for option in (
        click.option(
            "--size", type=int, metavar="PIXELS", help="How wide the picture is; 1000 if left out."
        ),
        click.option(
            "--theme",
            type=click.Choice(THEMES),
            default="light",
            show_default=True,
            help="Light or dark paper, or what the reader prefers.",
        ),
        click.option(
            "-o",
            "out",
            type=click.Path(),
            required=True,
            metavar="FILE",
            help="The file, .svg or .png.",
        ),
    ):
        command = option(command)
    return command


def names_option(command: F) -> F:
    """`--names`, which `called` reads."""
    option = click.option(
        "--names", metavar="NAME,...", help="What the players are called, by seat."
    )
    return option(command)


def called(names: str | None, game: Game) -> list[str]:
    """What `--names` says. Raises `ElfenError`."""
    if names is None:
        return []
    from elfen.cli.play import named_players  # which loads all that playing takes

    return named_players(names, game.players)


@click.command(cls=Spoken)
@click.argument("save", type=click.Path())
@click.option(
    "--seat", type=int, metavar="N", help="Draw only what seat N may know; seats count from 0."
)
@click.option("--at", type=int, metavar="STEP", help="Draw the game after STEP decisions, from 0.")
@names_option
@picture_options
def draw(
    save: str,
    seat: int | None,
    at: int | None,
    names: str | None,
    out: str,
    theme: str,
    size: int | None,
) -> None:
    """Draw a saved game as a picture: the board, the cards and whose turn it is.

    A name in .svg or .png says which; PNG takes the library resvg. Without --seat nothing is
    hidden. The game's expansions must be installed.
    """
    check_name(out)
    whole, game = at_step(save, at, seat)
    who = called(names, game)
    if seat is None:
        svg = drawn_whole(game.rules, game.state, size=size, theme=theme, names=who)
    else:
        svg = drawn(game.view(seat), size=size, theme=theme, names=who)
    put_into(out, svg)
    text = "{file}, after step {step} of {steps}, is drawn in {picture}."
    lines.say(say(text, file=save, step=game.steps, steps=whole.steps, picture=out))
    lines.say(shown_to(seat))


def check_name(out: str) -> None:
    """Raise `ElfenError` for a file that is no picture."""
    if Path(out).suffix.lower() not in (".svg", ".png"):
        text = "-o {file}: a picture is SVG or PNG: end the name in .svg or .png"
        raise ElfenError(Message("draw/name", text, file=out))


def put_into(out: str, picture: Svg | Page) -> None:
    """Write a picture, or a page of them, to a file. Raises `ElfenError`."""
    try:
        picture.save(out)
    except (OSError, ValueError) as error:
        text = "{file} cannot be written: {why}"
        raise ElfenError(Message("draw/unwritten", text, file=out, why=of_system(error))) from None
