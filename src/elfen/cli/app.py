"""The group of all commands, its exit codes and its one-line errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import click

from elfen import __version__
from elfen.cli.arena import arena
from elfen.cli.board import board
from elfen.cli.cite import cite
from elfen.cli.consoles import complain, give_up, say
from elfen.cli.demo import demo
from elfen.cli.draw import draw
from elfen.cli.expansions import expansions
from elfen.cli.explain import explain
from elfen.cli.laws import laws
from elfen.cli.new_expansion import new_expansion
from elfen.cli.play import play
from elfen.cli.replay import replay
from elfen.cli.show import show
from elfen.cli.simulate import simulate
from elfen.errors import ElfenError, brief


class Interrupted(Exception):
    """Ctrl-C, hidden from click, which would print an empty line of its own."""


class Commands(click.Group):
    """A group that turns Ctrl-C into `Interrupted`."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted from None


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.version_option(__version__, "-V", "--version", message="elfen %(version)s")
@click.pass_context
def elfen(context: click.Context) -> None:
    """Play with the rules of Elfenland and its expansions.

    Elfenland itself is always included. --with adds an expansion, --edition chooses the
    rulebook, and --option sets a single rule. `elfen explain` shows the resulting rules.
    """
    if context.invoked_subcommand is None:
        say(*context.get_help().splitlines())


for command in (
    board,
    demo,
    play,
    explain,
    simulate,
    arena,
    show,
    draw,
    replay,
    expansions,
    laws,
    new_expansion,
    cite,
):
    elfen.add_command(command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the group; see `elfen.cli.main`. Click and rich exit quietly on a broken pipe."""
    if not sys.stdout:  # Python has none if it is closed
        return _failed("standard output is closed: send it to a file, or to /dev/null")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # towns have accents; not every stream does
    code = _ended(arguments)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        give_up(sys.stdout)
        return 1
    except OSError as error:
        give_up(sys.stdout)
        return code or _unwritten(error)
    return code


def _ended(arguments: Sequence[str] | None) -> int:
    """The exit code of the group with these arguments; what is wrong has been said."""
    given = None if arguments is None else list(arguments)
    for argument in filter(_no_process_has, given or ()):
        return _failed(
            f"{brief(argument)} cannot be an argument: it has a zero or half a character"
        )
    try:
        code = elfen.main(given, prog_name="elfen", standalone_mode=False)
    except click.UsageError as error:
        where = f" (see '{error.ctx.command_path} --help')" if error.ctx else ""
        return _failed(error.format_message().rstrip(".") + where)
    except click.ClickException as error:
        return _failed(error.format_message())
    except ElfenError as error:
        return _failed(str(error))
    except OSError as error:
        return _unwritten(error)
    except Interrupted:
        raise KeyboardInterrupt from None
    return code if isinstance(code, int) else 0


def _no_process_has(argument: str) -> bool:
    """Whether no process can be given such an argument; a program may still call `run` with it."""
    try:
        return b"\0" in os.fsencode(argument)
    except UnicodeEncodeError:
        return True


def _unwritten(error: OSError) -> int:
    return _failed(f"cannot read the input or write the output: {error.strerror or error}")


def _failed(message: str) -> int:
    complain(f"elfen: {message}")
    return 2
