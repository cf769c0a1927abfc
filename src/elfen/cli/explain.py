"""`elfen explain`: what the chosen rules consist of."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from elfen.cli.consoles import output
from elfen.cli.rules import (
    board_option,
    chosen_rules,
    edition_option,
    option_option,
    players_option,
    with_option,
)
from elfen.explain import Explanation, Section
from elfen.explain import explain as explained


@click.command(short_help="Show what the chosen rules consist of.")
@edition_option
@with_option
@option_option
@board_option
@players_option(None)
def explain(
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str],
    board: str | None,
    players: int | None,
) -> None:
    """Show what the chosen rules consist of.

    Options, zones, phases, decisions, costs, endings and scores stand in the order in which
    they count, each with the plugin that it comes from. Into a pipe or a file it goes as plain
    text, a line each.
    """
    explanation = explained(chosen_rules(edition, expansions, options, board), players)
    console = output()
    if console.is_terminal:
        show(explanation, console)
    else:
        click.echo(str(explanation))


def show(explanation: Explanation, console: Console) -> None:
    """Print an explanation."""
    console.print(Text(explanation.title, "bold"))
    for fact in explanation.facts:
        console.print(Text(fact))
    for section in explanation.sections:
        console.print()
        console.print(Text(section.title, "bold"))
        console.print(as_table(section))


def as_table(section: Section) -> Table:
    """Names, what they mean, and where they come from."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(style="dim", max_width=24)
    for depth, item in section.rows():
        style = "cyan" if item.plugin else "bold"
        name = Text("  " * (1 + depth)).append(item.name, style)
        table.add_row(name, Text(item.words), Text(item.origin))
    return table
