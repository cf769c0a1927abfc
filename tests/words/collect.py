"""Every text that needs a translation, by the catalogue that should have it.

Sentences are found in the source, where `say`, `Message` and `Reason.of` are called; what plugins
declare is read from the compiled rules.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import elfen
from elfen.game import Ruleset
from elfen.testing.texts import NOBODY, Text, calls, constants, declared, noun, said

SOURCE = Path(__file__).parents[2] / "src"

#: By the name of a catalogue: the package with its folder `locale`, and the source that it is for.
CATALOGUES = {
    "elfen": ("elfen/text", "elfen"),
    "land": ("elfen/land", "elfen/land"),
    "gold": ("elfen_gold", "elfen_gold"),
    "sea": ("elfen_sea", "elfen_sea"),
    "favor": ("elfen_favor", "elfen_favor"),
}

#: Templates that are put together from a few words, with all that they can be.
_PUT_TOGETHER = {"{giver} played {what}", "{giver} paid {what}", "{giver} discarded {what}"}


# In the source ---------------------------------------------------------------------------


def in_source(package: str) -> set[Text]:
    """The sentences of a package's source, without those of plugins inside."""
    found: set[Text] = set()
    for path in sorted((SOURCE / package).rglob("*.py")):
        inside = path.relative_to(SOURCE).as_posix()
        if package == "elfen" and inside.startswith(
            ("elfen/land/", "elfen/testing/", "elfen/web/")
        ):
            continue
        found |= said(path.read_text(encoding="utf-8"))
    return found


def identified() -> Iterator[tuple[str, str]]:
    """Every message of the source: its identifier, and its template."""
    for _, source in CATALOGUES.values():
        for path in sorted((SOURCE / source).rglob("*.py")):
            for call, names in calls(ast.parse(path.read_text(encoding="utf-8"))):
                at = {"Message": 0, "Reason.of": 1}.get(ast.unparse(call.func))
                if at is not None and len(call.args) > at + 1:
                    ids, texts = (constants(one, names) for one in call.args[at : at + 2])
                    if len(ids) == len(texts) == 1:  # not one of several of that name
                        yield ids.pop(), texts.pop()


# In the rules ----------------------------------------------------------------------------


def every_ruleset() -> Iterator[Ruleset]:
    """Rules that together declare all that the core's plugins can."""
    yield elfen.compile_ruleset()
    yield elfen.compile_ruleset("white-wind")
    yield elfen.compile_ruleset(
        options={
            "land.counters_kept": 2,
            "land.strict_caravan": True,
            "land.town_cards": True,
            "land.start_player": "random",
            "land.early_win": "at-once",
            "land.boatmen": True,
        }
    )
    yield elfen.compile_ruleset(expansions=["favor"])
    yield elfen.compile_ruleset(expansions=["gold", "favor"], options={"favor.variant": "great"})
    more = {"gold.witches": True, "gold.random_gold_values": True, "gold.preset": "elfenroads"}
    yield elfen.compile_ruleset(expansions=["gold"], options=more)
    yield elfen.compile_ruleset(expansions=["sea"])


def wanted() -> dict[str, set[Text]]:
    """All texts by catalogue."""
    from elfen.bots import STOCK
    from elfen.cli.playing.commands import COMMANDS
    from elfen.cli.playing.lesson import TEXTS
    from elfen.cli.playing.map_list import LEGEND
    from elfen.cli.playing.session import HUMAN
    from elfen.cli.show import EVERYTHING, GIVEN
    from elfen.text.how_to_play import _LAYERS
    from elfen_favor.favors import FAVORS

    found = {name: in_source(source) for name, (_, source) in CATALOGUES.items()}
    texts = [*_PUT_TOGETHER, *TEXTS.values(), LEGEND, EVERYTHING, GIVEN, *_LAYERS.values()]
    texts += [command.help for command in COMMANDS.values()]
    texts += [HUMAN, *STOCK, "nothing", "piece"]
    found["elfen"] |= {Text("", text) for text in texts}
    found["elfen"].add(noun("piece"))
    found["favor"] |= {Text("", text) for one in FAVORS.values() for text in (one.en, one.helps)}
    for rules in every_ruleset():
        for plugin, some in declared(rules).items():
            for one in some:
                whose = ("sea" if one.text == "sea" else "land") if plugin == NOBODY else plugin
                found["elfen" if whose == "core" else whose].add(one)
    #: What these have, the catalogues of plugins that require them need not have.
    asked_later = [found[name] for name in ("elfen", "land")]
    for name, some in found.items():
        for others in asked_later[: {"elfen": 0, "land": 1}.get(name, 2)]:
            some -= others
    return {name: {one for one in some if one.text.strip()} for name, some in found.items()}
