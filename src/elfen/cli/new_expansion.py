"""`elfen new-expansion`: write the package of a new expansion."""

from __future__ import annotations

from pathlib import Path

import click

from elfen import __version__
from elfen.cli.languages import Spoken
from elfen.cli.languages import say as told
from elfen.cli.lines import say
from elfen.cli.scaffold import write_expansion


@click.command("new-expansion", cls=Spoken)
@click.argument("name")
@click.option(
    "--folder",
    metavar="PATH",
    help="Where to write it; by default ./NAME. The folder must be empty or new.",
)
def new_expansion(name: str, folder: str | None) -> None:
    """Write the package of an expansion called NAME.

    It works as it is: a plugin with one small rule of each common sort, tests, a README,
    and everything pip needs. NAME starts with a letter and consists of lower-case letters and
    digits, with single - or _ between them. Files are never overwritten.
    """
    into = Path(folder or name)
    for path in write_expansion(name, into, __version__):
        say(told("wrote {file}", file=path))
    say(told("{folder} has an expansion that works. Next:", folder=into))
    for line in (
        f"cd {into}",
        "python -m pip install -e '.[dev]'",
        "pytest",
        "mypy",
        f"elfen play --with {name}",
    ):
        say(f"  {line}")
