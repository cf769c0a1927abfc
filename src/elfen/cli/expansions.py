"""`elfen expansions`: list the installed plugins."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from elfen.cli.consoles import output
from elfen.cli.languages import Spoken
from elfen.compiler import installed, load
from elfen.declare import Manifest, refuse_other_interface
from elfen.errors import FAULTS, ElfenError, RulesetError, brief, raised
from elfen.text import say as told
from elfen.text import say_of


@click.command(cls=Spoken)
def expansions() -> None:
    """List the installed plugins, the base game included, with editions and requirements."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for column in ("name", "version"):
        table.add_column(column, no_wrap=True)
    table.add_column("help")
    for name, point in sorted(installed().items()):
        table.add_row(Text(name, "bold"), _version(point), _about(name))
    output().print(table)


def _version(point: EntryPoint) -> str:
    return point.dist.version if point.dist is not None else "-"


def _about(name: str) -> RenderableType:
    """The plugin's own description, or why it cannot be used: a bad plugin hides no other."""
    try:
        manifest = _manifest(name)
    except ElfenError as error:
        return Text(error.told(told), "red")
    more: list[str] = []
    if manifest.presets:
        names = ", ".join(preset.name for preset in manifest.presets)
        more.append(told("editions: {names}", names=names))
    if manifest.requires:
        more.append(told("requires: {names}", names=", ".join(manifest.requires)))
    more += [
        told("not with {other}: {reason}", other=other, reason=say_of(manifest, reason))
        for other, reason in sorted(manifest.conflicts.items())
    ]
    more.append(told("rules version {version}", version=manifest.rules_version))
    return Group(Text(say_of(manifest, manifest.help)), *(Text(line, "dim") for line in more))


def _manifest(name: str) -> Manifest:
    plugin = load(name)
    try:
        manifest = plugin.elfen_manifest()  # type: ignore[attr-defined]
    except FAULTS as error:
        raise RulesetError(f"its elfen_manifest raised {raised(error)}") from error
    if not isinstance(manifest, Manifest):
        raise RulesetError(f"its elfen_manifest returned no Manifest but {brief(manifest)}")
    refuse_other_interface(manifest.name, manifest.api)
    return manifest
