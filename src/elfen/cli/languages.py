"""`--lang`: the language in which commands, their help and click speak to people.

English needs nothing of this: the catalogues, and `elfen.text`, are loaded for another language.
"""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from itertools import pairwise, takewhile
from typing import Any, TypeVar

import click

#: Sets the language of commands without `--lang`.
VARIABLE = "ELFEN_LANG"

P = TypeVar("P", bound=click.Parameter)


def say(text: str, /, **values: object) -> str:
    """A template with values, in the language that is spoken; see `elfen.text.say`."""
    speech = sys.modules.get("elfen.text.speech")
    if speech is None:  # nobody has asked for a language
        return text.format_map(values) if values else text
    found: str = speech.say(text, **values)
    return found


class Listing(click.Option):
    """An option with `{names}` in its help, for which it writes these names."""

    def __init__(
        self, declarations: Sequence[str], *, help: str, names: Sequence[str], **settings: Any
    ) -> None:
        self.template = help
        self.names = ", ".join(names)
        super().__init__(declarations, help=help.format(names=self.names), **settings)


class Spoken(click.Command):
    """A command with `--lang`, whose help and errors are in that language.

    The texts in the source are English. What the option does is done by `asked`.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        option = click.Option(
            ["--lang"],
            metavar="LANGUAGE",
            expose_value=False,
            help="The language of what you read, such as de; ELFEN_LANG sets another default.",
        )
        self.params.append(option)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, for this command in the language that is spoken."""
        ctx.command = here = self.told()
        return super(Spoken, here).parse_args(ctx, args)

    def told(self) -> Spoken:
        """This command, with all that people read of it in the language that is spoken."""
        here = copy(self)
        here.help = here.help and _paragraphs(here.help)
        here.short_help = here.short_help and say(here.short_help)
        here.options_metavar = here.options_metavar and say(here.options_metavar)
        if isinstance(here, click.Group):
            here.subcommand_metavar = say(here.subcommand_metavar)
        here.params = [_told(param) for param in here.params]
        return here

    def get_short_help_str(self, limit: int = 45) -> str:
        """What a group says of the command."""
        return super(Spoken, self.told()).get_short_help_str(limit)


class SpokenGroup(Spoken, click.Group):
    """A group of such commands."""


def texts_of(command: click.Command) -> Iterator[str]:
    """Every text that `Spoken.told` looks up."""
    yield command.options_metavar or ""
    yield command.short_help or ""
    yield from map(_joined, (command.help or "").split("\n\n"))
    if isinstance(command, click.Group):
        yield command.subcommand_metavar
    for param in command.params:
        yield _metavar(param)
        if isinstance(param, click.Option):
            yield param.template if isinstance(param, Listing) else param.help or ""


def _told(param: P) -> P:
    """A parameter in the language that is spoken."""
    here = copy(param)
    here.metavar = say(_metavar(param)) or None
    if isinstance(here, Listing):
        here.help = say(here.template, names=here.names)
    elif isinstance(here, click.Option):
        here.help = here.help and say(here.help)
    return here


def _metavar(param: click.Parameter) -> str:
    """What stands for the value; empty where click knows better, such as for choices."""
    if param.metavar is not None:
        return param.metavar
    return (param.name or "").upper() if isinstance(param, click.Argument) else ""


def _paragraphs(text: str) -> str:
    return "\n\n".join(say(_joined(one)) for one in text.split("\n\n"))


def _joined(paragraph: str) -> str:
    return " ".join(paragraph.split())


def asked(arguments: Sequence[str]) -> str | None:
    """The language that arguments, or else the environment, ask for; the last one counts.

    It is known before click reads the arguments, so that help and errors are in it, too.
    """
    found = os.environ.get(VARIABLE) or None
    for one, after in pairwise([*takewhile(lambda one: one != "--", arguments), None]):
        if one == "--lang":
            found = after or found
        elif one and one.startswith("--lang="):
            found = one.removeprefix("--lang=")
    return found


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Speak a language within the block, as click does, too; None leaves all as it is.

    Raises `ElfenError` for a language that there is not. Click asks the standard library's
    gettext, which has one language for the whole process.
    """
    if language is None:
        yield
        return
    from importlib.resources import files

    from elfen.text import speaking as spoken

    domain, before = gettext.textdomain(), os.environ.get("LANGUAGE")
    with spoken(language):
        gettext.bindtextdomain("elfen", str(files("elfen.text") / "locale"))
        gettext.textdomain("elfen")
        os.environ["LANGUAGE"] = language
        try:
            yield
        finally:
            gettext.textdomain(domain)
            os.environ.pop("LANGUAGE")
            if before is not None:
                os.environ["LANGUAGE"] = before
