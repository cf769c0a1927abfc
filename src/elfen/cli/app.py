"""The group of all commands, its exit codes and its one-line errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import TextIO

import click

from elfen import __version__
from elfen.cli.languages import SpokenGroup, asked, speaking
from elfen.cli.languages import say as told
from elfen.cli.lines import complain, give_up, say
from elfen.errors import ElfenError, brief, of_system, raised

#: What click calls the variable by which a shell asks for completions.
_COMPLETE = "_ELFEN_COMPLETE"


class Interrupted(Exception):
    """Ctrl-C, hidden from click, which would print an empty line of its own."""


#: Every command with what the list of commands says of it. It is in the file of its name, which is
#: loaded when it is used.
COMMANDS: Mapping[str, str] = {
    "arena": "Play players against each other and rate them.",
    "board": "Check or draw a board file.",
    "cite": "Tell versions and fingerprints, for a paper's appendix.",
    "demo": "Play and narrate one game, round by round.",
    "draw": "Draw a saved game.",
    "expansions": "List the installed plugins.",
    "explain": "Show what the chosen rules consist of.",
    "laws": "Try the laws that every game keeps on a plugin.",
    "new-expansion": "Start an expansion of your own.",
    "play": "Play at this terminal, with others or against bots.",
    "replay": "Make a page that replays a saved game.",
    "rules": "Tell how the chosen game is played, in a page.",
    "serve": "Let people play in a browser.",
    "show": "Show a saved game.",
    "simulate": "Play many games of bots and count the wins.",
}


class Commands(SpokenGroup):
    """The group of `COMMANDS`. It turns Ctrl-C into `Interrupted`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        found: click.Command = getattr(import_module(f"elfen.cli.{name}"), name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write their list, for which none of them is loaded."""
        with formatter.section(told("Commands")):
            formatter.write_dl([(name, told(text)) for name, text in COMMANDS.items()])

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


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the group; see `elfen.cli.main`. Click and rich exit quietly on a broken pipe."""
    if not sys.stdout:  # Python has none if it is closed
        return _failed("standard output is closed: send it to a file, or to /dev/null")
    unfit = ""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # towns have accents; not every stream does
            if not _takes_texts(stream):
                unfit = stream.encoding
                stream.reconfigure(encoding="utf-8")
    if unfit:
        return _failed(f"the encoding {unfit} is not for any text: set PYTHONIOENCODING=utf-8")
    streams = sys.stdout, sys.stderr
    try:
        code = _ended(arguments)
    except Exception:
        if not _spoilt(streams):
            raise
        code = 2  # it is told below
    spoilt = _spoilt(streams)
    sys.stdout, sys.stderr = streams
    if spoilt:
        _open_again(sys.stderr)
        return _failed("a player or a plugin has closed or replaced what elfen writes to")
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
    try:
        with speaking(asked(sys.argv[1:] if arguments is None else arguments)):
            return _spoken(arguments)
    except ElfenError as error:
        return _failed(error.told(told))


def _spoken(arguments: Sequence[str] | None) -> int:
    """The same, in the language that is spoken."""
    given = None if arguments is None else list(arguments)
    for argument in filter(_no_process_has, given or ()):
        text = "{argument} cannot be an argument: it has a zero or half a character"
        return _failed(told(text, argument=brief(argument)))
    try:
        code = elfen.main(
            given, prog_name="elfen", complete_var=_completion(), standalone_mode=False
        )
    except click.UsageError as error:
        where = (
            told(" (see '{command} --help')", command=error.ctx.command_path) if error.ctx else ""
        )
        return _failed(error.format_message().rstrip(".") + where)
    except click.ClickException as error:
        return _failed(error.format_message())
    except ElfenError as error:
        return _failed(error.told(told))
    except (OSError, UnicodeError) as error:  # of the input, if its encoding is a strange one
        return _unwritten(error)
    except Interrupted:
        raise KeyboardInterrupt from None
    except SystemExit as error:
        if _is_quiet(error):
            raise
        return _left(error)
    except click.Abort:  # the input has ended: the person left by Ctrl-D before a game began
        say()
        return 0
    except (Exception, KeyboardInterrupt):  # the first are faults of elfen itself
        raise
    except BaseException as error:
        return _left(error)
    return code if isinstance(code, int) else 0


def _left(error: BaseException) -> int:
    text = "a plugin or a library ended the program: {what}"
    return _failed(told(text, what=raised(error)))


def _takes_texts(stream: TextIOWrapper) -> bool:
    """Whether any text goes into the stream: not every encoding of Python takes it."""
    try:
        "elfen \xe9\n".encode(stream.encoding, "replace")
    except (UnicodeError, LookupError):
        return False
    return True


def _spoilt(streams: tuple[TextIO, TextIO]) -> bool:
    """Whether these streams are no longer those of the program, or cannot be written to."""
    return streams != (sys.stdout, sys.stderr) or any(one and one.closed for one in streams)


def _open_again(closed: TextIO) -> None:
    """Say what is wrong where that is said, though the stream has been closed: the file is not."""
    if closed and closed.closed:
        with suppress(OSError):
            sys.stderr = open(2, "w", errors="replace", closefd=False)  # noqa: SIM115


def _is_quiet(error: SystemExit) -> bool:
    """Whether click or rich have ended the program, as nobody reads what it prints."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    by_click = trace and trace.tb_frame.f_globals.get("__name__") == click.core.__name__
    return bool(by_click) or isinstance(error.__context__, BrokenPipeError)


def _completion() -> str:
    """The variable in which a shell asks for completions; "" if no shell asks like that."""
    shell, _, wanted = os.environ.get(_COMPLETE, "").partition("_")
    if not shell:
        return ""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    if found is None or wanted not in ("source", "complete"):
        return ""
    try:
        if wanted == "complete":
            found(elfen, {}, "elfen", _COMPLETE).get_completion_args()
    except (LookupError, ValueError):
        return ""
    return _COMPLETE


def _no_process_has(argument: str) -> bool:
    """Whether no process can be given such an argument; a program may still call `run` with it."""
    try:
        return b"\0" in os.fsencode(argument)
    except UnicodeEncodeError:
        return True


def _unwritten(error: OSError | UnicodeError) -> int:
    text = "cannot read the input or write the output: {reason}"
    return _failed(told(text, reason=told(of_system(error))))


def _failed(message: str) -> int:
    complain(f"elfen: {message}")
    return 2
