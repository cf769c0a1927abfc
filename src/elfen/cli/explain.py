"""`elfen explain`: show the chosen rules, or the differences between two rulesets."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from elfen.cli.consoles import output
from elfen.cli.languages import Spoken
from elfen.cli.lines import say
from elfen.cli.ruleset_options import chosen_rules, players_option, ruleset_options
from elfen.cli.ruleset_words import rules_of
from elfen.text import Comparison, Differences, Explanation, How, Section, compare
from elfen.text import explain as explained
from elfen.text import say as told

_STYLES = {
    How.ADDED: "green",
    How.REMOVED: "red",
    How.REPLACED: "magenta",
    How.CHANGED: "yellow",
    How.MOVED: "cyan",
}


@click.command(cls=Spoken)
@ruleset_options
@players_option(None)
@click.option(
    "--diff",
    nargs=2,
    metavar="A B",
    help="Show how B differs from A instead. Each is an edition, expansions and KEY=VALUE joined"
    " by +, such as gold+rounds=3; land is the plain game.",
)
def explain(
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str],
    board: str | None,
    players: int | None,
    diff: tuple[str, str] | None,
) -> None:
    """Show what the chosen rules consist of.

    Options, zones, phases, decisions, costs, endings and scores are listed in the order in
    which they apply, each with the plugin that it comes from. In a pipe or a file they are
    plain text, one per line.

    `elfen explain --diff land gold` shows what Elfengold changes, `--diff rio-grande white-wind`
    how two editions differ. --edition, --with, --option and --board then apply to both.
    """
    if diff is not None:
        before, after = (rules_of(spec, edition, expansions, options, board) for spec in diff)
        show_comparison(compare(before, after, players), output())
        return
    explanation = explained(chosen_rules(edition, expansions, options, board), players)
    console = output()
    if console.is_terminal:
        show(explanation, console)
    else:
        say(*explanation.lines)


def show(explanation: Explanation, console: Console) -> None:
    """Print an explanation."""
    console.print(Text(explanation.title, "bold"))
    for fact in explanation.facts:
        console.print(Text(fact))
    for section in explanation.sections:
        show_titled(section.title, as_table(section), console)


def show_titled(title: str, table: Table, console: Console) -> None:
    """Print a table under its title, after an empty line."""
    console.print()
    console.print(Text(title, "bold"))
    console.print(table)


def as_table(section: Section) -> Table:
    """A table of names, their meanings and their origins."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(style="dim", max_width=24)
    for depth, item in section.rows():
        style = "cyan" if item.plugin else "bold"
        name = Text("  " * (1 + depth)).append(item.name, style)
        table.add_row(name, Text(item.words), Text(item.origin))
    return table


def show_comparison(comparison: Comparison, console: Console) -> None:
    """Print a comparison."""
    if not console.is_terminal:
        say(*comparison.lines)
        return
    console.print(Text(told("from {rules}", rules=comparison.before), "bold"))
    console.print(Text(told("to {rules}", rules=comparison.after), "bold"))
    if not comparison.lists:
        console.print()
        console.print(told("There is no difference."))
    for one in comparison.lists:
        show_titled(one.title, as_changes(one), console)


def as_changes(differences: Differences) -> Table:
    """A table of changed entries: the kind of change, name, details and plugin."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(max_width=32, overflow="fold")
    table.add_column(ratio=1)
    table.add_column(style="dim", max_width=12)
    for change in differences.changes:
        style = _STYLES[change.how]
        table.add_row(
            Text(f"  {change.how.told()}", style),
            Text(change.name),
            Text(change.words),
            Text(change.plugin or ""),
        )
    return table
