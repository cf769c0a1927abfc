"""Every text that needs a translation, by the catalogue that should have it.

Sentences are found in the source, where `say`, `Message` and `Reason.of` are called; what plugins
declare is read from the compiled rules.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import click
import jinja2
import jinja2.nodes

import elfen
from elfen.cli.languages import Spoken, texts_of
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

#: What click says of our commands, which it looks up by itself; some with its plural.
_CLICK = (
    ("Usage:",),
    ("Options",),
    ("default: {default}",),
    ("required",),
    ("Show this message and exit.",),
    ("Missing command.",),
    ("Missing argument",),
    ("Missing option",),
    ("No such option {name!r}.",),
    ("No such command {name!r}.",),
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Option {name!r} does not take a value.",),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Invalid value for {param_hint}: {message}",),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ("{value!r} is not a valid {number_type}.",),
    ("{value} is not in the range {range}.",),
)

#: What Python says of a text that is no JSON.
_JSON = (
    "expecting value",
    "expecting property name enclosed in double quotes",
    "expecting ',' delimiter",
    "expecting ':' delimiter",
    "unterminated string starting at",
    "extra data",
    "invalid control character at",
    "invalid \\escape",
)


# In the source ---------------------------------------------------------------------------


def in_source(package: str) -> set[Text]:
    """The sentences of a package's source, without those of plugins inside."""
    found: set[Text] = set()
    for path in sorted((SOURCE / package).rglob("*.py")):
        inside = path.relative_to(SOURCE).as_posix()
        if package == "elfen" and inside.startswith(("elfen/land/", "elfen/testing/")):
            continue
        found |= said(path.read_text(encoding="utf-8"))
    return found


def in_template(source: str) -> set[Text]:
    """The texts that are told in a template of the server."""
    calls = jinja2.Environment().parse(source).find_all(jinja2.nodes.Call)
    said = [one.args[0] for one in calls if getattr(one.node, "name", "") == "say"]
    return {Text("", one.value) for one in said if isinstance(one, jinja2.nodes.Const)}


def bare_words(source: str) -> list[str]:
    """What a template says by itself, without asking for a translation; the name is elfen's own."""
    attributes = r"\{% macro [^%]*%\}[^<]*?\{% endmacro %\}"
    lexed = jinja2.Environment().lex(re.sub(attributes, "", source))
    plain = "".join(text if kind == "data" else "\0" for _, kind, text in lexed)
    reader = _Bare()
    reader.feed(plain)
    return [one for one in re.findall(r"[^\W\d_]{2,}", " ".join(reader.found)) if one != "elfen"]


class _Bare(HTMLParser):
    """Collects what people read of a template."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        read = {"title", "aria-label", "placeholder", "alt"}
        self.found += [value for name, value in attrs if value and name in read]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def on_replay_page(page: str) -> set[Text]:
    """The texts of the page of a replay, which stand in double brackets."""
    return {Text("", text) for text in re.findall(r"\[\[(.+?)\]\]", page)}


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


def helps(commands: click.Group) -> Iterator[str]:
    """What the help of these commands says, and that of those below them."""
    context = click.Context(commands)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert isinstance(command, Spoken), f"elfen {name} speaks English only"
        yield from texts_of(command)
        if isinstance(command, click.Group):
            yield from helps(command)


def wanted() -> dict[str, set[Text]]:
    """All texts by catalogue."""
    from elfen.bots import STOCK
    from elfen.cli.app import COMMANDS as APP
    from elfen.cli.app import elfen as app
    from elfen.cli.arena import VERDICTS
    from elfen.cli.board import MARKS
    from elfen.cli.playing.commands import COMMANDS
    from elfen.cli.playing.lesson import TEXTS
    from elfen.cli.playing.map_list import LEGEND
    from elfen.cli.playing.session import HUMAN
    from elfen.cli.show import EVERYTHING, GIVEN
    from elfen.declare import LAYERS
    from elfen.draw.themes import TERRAINS
    from elfen.errors import OF_SYSTEM
    from elfen.game.saves.rulesets import NOT_INSTALLED
    from elfen.stats import SECTIONS
    from elfen.stats.tables import PLACES
    from elfen.text.comparison import How, lists_of
    from elfen.text.how_to_play import _LAYERS
    from elfen_favor.favors import FAVORS

    found = {name: in_source(source) for name, (_, source) in CATALOGUES.items()}
    texts = [*_PUT_TOGETHER, *TEXTS.values(), LEGEND, EVERYTHING, GIVEN, *_LAYERS.values()]
    for command in COMMANDS.values():
        texts += filter(None, (command.help, command.takes, command.also))
    texts += [HUMAN, *STOCK, "nothing", "piece", *TERRAINS]
    texts += [*_JSON, *SECTIONS.values(), *PLACES.values()]
    texts += [NOT_INSTALLED, *map(os.strerror, OF_SYSTEM)]
    texts += [*VERDICTS.values(), *MARKS.values()]
    texts += [one.value for one in How]
    titles = lists_of(elfen.compile_ruleset())
    texts += [title for title in titles if not title.startswith(("Procedure ", "Move cost, "))]
    texts += [
        (layer.__doc__ or "").split("\n")[0].partition(":")[2].strip(" .") for layer in LAYERS
    ]
    texts += [*APP.values(), *texts_of(app), *helps(app)]
    found["elfen"] |= {Text("", text) for text in texts if re.search("[A-Za-z]{2}", text)}
    found["elfen"] |= {Text("", *forms) for forms in _CLICK}
    found["elfen"].add(noun("piece"))
    for page in (SOURCE / "elfen/web/pages").glob("*.html"):
        found["elfen"] |= in_template(page.read_text(encoding="utf-8"))
    replay = SOURCE / "elfen/draw/replay_page/page.html"
    found["elfen"] |= on_replay_page(replay.read_text(encoding="utf-8"))
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
