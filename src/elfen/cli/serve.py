"""`elfen serve`: a server on which people play in a browser."""

from __future__ import annotations

import webbrowser

import click

from elfen.cli.languages import Spoken
from elfen.cli.languages import say as told
from elfen.cli.lines import say
from elfen.errors import ElfenError, Message


@click.command(short_help="Let people play in a browser.", cls=Spoken)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=8000,
    show_default=True,
    help="The port.",
)
@click.option(
    "--store",
    default="sqlite:///elfen-games.db",
    show_default=True,
    metavar="URL",
    help="Where games are kept: a file, or postgresql+psycopg://… for several servers.",
)
@click.option("--open/--no-open", "opens", default=False, help="Open a browser, too.")
def serve(host: str, port: int, store: str, opens: bool) -> None:
    """Let people play in a browser, against each other and against bots.

    Games are kept in a file of the current folder. Stop the server by Ctrl-C; games go on when it
    runs again. It needs the extra `web`: pip install 'elfen[web]'.
    """
    try:
        from elfen.web import serve as served
    except ImportError as error:
        text = "{name} is missing: pip install 'elfen[web]'"
        raise ElfenError(Message("serve/missing", text, name=str(error.name))) from None

    def begun(address: str) -> None:
        text = "Play at {address} (Ctrl-C ends it; games are kept in {store})"
        say(told(text, address=address, store=store))
        if opens:
            webbrowser.open(address)

    served(store, host, port, begun)
