"""`elfen rules`: how the chosen game is played, in a page."""

from __future__ import annotations

from collections.abc import Sequence

import click

from elfen.cli.consoles import output
from elfen.cli.languages import Spoken
from elfen.cli.rulebook_page import page
from elfen.cli.ruleset_options import chosen_rules, ruleset_options


@click.command(short_help="Tell how the chosen game is played, in a page.", cls=Spoken)
@ruleset_options
def rules(
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str],
    board: str | None,
) -> None:
    """Tell how the chosen game is played, in a page.

    It is put together from what the game and its expansions declare. `elfen explain` lists all of
    that, and `elfen play --lesson` plays a first round with you.
    """
    chosen = chosen_rules(edition, expansions, options, board)
    console = output()
    for one in page(chosen):
        console.print(one)
