"""`elfen cite`: what a paper has to say of the rules that it used."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence

import click

from elfen import __version__
from elfen.cli.languages import Spoken
from elfen.cli.lines import say
from elfen.cli.ruleset_options import chosen_rules, players_option, ruleset_options
from elfen.game import Ruleset
from elfen.text import say as told


@click.command(short_help="Tell versions and fingerprints, for a paper's appendix.", cls=Spoken)
@ruleset_options
@players_option(2)
@click.option(
    "--seed", "seeds", metavar="SEED", multiple=True, help="A seed that was used; repeatable."
)
def cite(
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str],
    board: str | None,
    players: int,
    seeds: Sequence[str],
) -> None:
    """Tell exactly which game was played: versions, fingerprints and sizes.

    With these, anybody can play the same games again. The fingerprint covers rules versions,
    options, board and pieces; the digest covers the numbers that learners get.
    """
    rules = chosen_rules(edition, expansions, options, board)
    say(*cited(rules, players, seeds))


def cited(rules: Ruleset, players: int, seeds: Sequence[str]) -> Iterator[str]:
    """The lines of `elfen cite`. Raises `RulesetError` for a number of players."""
    from elfen.encoding import encoding_of

    encoding = encoding_of(rules, players)
    changed = [
        f"{plugin}.{name}={value}"
        for (plugin, name), value in sorted(rules.option_values.items())
        if value != rules.options[plugin, name].default
    ]
    yield f"elfen: {__version__}, Python {platform.python_version()}"
    versions = ", ".join(f"{p.name} {p.manifest.rules_version}" for p in rules.plugins)
    yield told("rules versions: {versions}", versions=versions)
    yield told("edition: {edition}", edition=rules.edition or "-")
    none = told("none")
    yield told("options that are not the default: {options}", options=", ".join(changed) or none)
    yield told("board: {board}", board=rules.board.name)
    yield told("ruleset fingerprint: {fingerprint}", fingerprint=rules.fingerprint)
    yield told("players: {players}", players=str(players))
    yield told("encoding digest: {digest}", digest=encoding.digest)
    yield told(
        "sizes: {numbers} numbers observed, {actions} actions; factored: {steps} steps of {size}",
        numbers=encoding.layout.size,
        actions=len(encoding.numbering),
        steps=encoding.spelling.longest,
        size=encoding.spelling.size,
    )
    yield told("seeds: {seeds}", seeds=", ".join(seeds) or told("not given"))
