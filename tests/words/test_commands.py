"""The help of every command, and what click says of mistakes, in German."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cli.running import called
from elfen.cli.app import elfen
from elfen.cli.languages import Listing, Spoken, asked, texts_of
from elfen.text import language

#: English that no German help has, besides what is typed.
ENGLISH = re.compile(
    r"\b(the|of|you|your|and|or|are|is|to|for|game|games|save|file|default|show|usage|options)\b",
    re.I,
)
#: What is typed: commands, options, and what stands between backquotes or quotes.
TYPED = re.compile(r"(?m)^  [a-z-]+  |elfen [a-z -]+|--?[a-z][\w-]*|`[^`]*`|'[^']*'|\[[a-z|]+\]")


def lines_of(commands: click.Group = elfen, before: str = "") -> Iterator[str]:
    """What is typed for every command, and for every group of them."""
    context = click.Context(commands)
    yield before
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        if isinstance(command, click.Group):
            yield from lines_of(command, f"{before}{name} ")
        else:
            yield f"{before}{name} "


def english(page: str) -> list[str]:
    """The English words of a German page."""
    return [found[0] for found in ENGLISH.finditer(TYPED.sub("", page))]


@pytest.mark.parametrize("columns", [60, 100])
@pytest.mark.parametrize("line", [*lines_of()])
def test_help_is_german(
    line: str, columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    before = called(capsys, f"{line}--help").out
    page = called(capsys, f"--lang de {line}--help").out
    assert page.startswith("Aufruf: elfen")
    assert page.count("Optionen:\n") == 1
    assert "Die Sprache, in der du liest" in " ".join(page.split())
    assert english(page) == []
    assert max(map(len, page.splitlines())) <= columns
    options = re.compile(r"^  (-[^ ]+(?:, --[\w-]+)?)", re.M)
    assert options.findall(page.partition("Optionen:\n")[2]) == options.findall(
        before.partition("Options:\n")[2]
    )
    assert called(capsys, f"{line}--help").out == before


def test_english_in_a_german_page_would_be_noticed() -> None:
    assert english("Eine Partie\n  --save FILE [sonst: the usual]") == ["FILE", "the"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play --foo", "Es gibt keine Option '--foo'. (Meintest du etwa"),
        ("laws --bugdet x", "Es gibt keine Option '--bugdet'. Meintest du '--budget'?"),
        ("plai", "Es gibt keinen Befehl 'plai'"),
        ("board", "Es fehlt ein Befehl (siehe 'elfen board --help')"),
        ("show", "Es fehlt 'SPIELSTAND' (siehe 'elfen show --help')"),
        ("replay x", "Es fehlt die Option '--seat'"),
        ("simulate --games x", "Falscher Wert für '--games': 'x' ist keine passende Zahl (siehe"),
        ("simulate --games 0", "Falscher Wert für '--games': 0 liegt nicht im Bereich 1<=x<="),
        ("play --color red", "'red' gehört nicht zu 'auto', 'always', 'never'"),
        ("play x y", "Diese Angaben sind zu viel: x y"),
        ("play x", "Diese Angabe ist zu viel: x"),
        ("play --lesson=3", "Die Option '--lesson' hat keinen Wert"),
        ("simulate --games", "Die Option '--games' braucht einen Wert"),
        ("explain --diff a", "Die Option '--diff' braucht 2 Werte"),
    ],
)
def test_mistakes_are_told_in_german(
    line: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ELFEN_LANG", "de")
    ended = called(capsys, line)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert english(ended.err) == []


@pytest.mark.parametrize(
    ("line", "variable", "chosen"),
    [
        ("--lang de play", None, "de"),
        ("play --lang=de", None, "de"),
        ("--lang de play --lang en", None, "en"),
        ("--lang=de play --lang=en", "de", "en"),
        ("play", "de", "de"),
        ("--lang en play", "de", "en"),
        ("play --lang", "de", "de"),
        ("new-expansion -- --lang=de", None, None),
        ("play", "", None),
    ],
)
def test_the_last_language_counts(
    line: str, variable: str | None, chosen: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ELFEN_LANG", raising=False)
    if variable is not None:
        monkeypatch.setenv("ELFEN_LANG", variable)
    assert asked(line.split()) == chosen


def test_nothing_is_left_of_a_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    assert "Es gibt" in called(capsys, "--lang de play --foo").err
    assert (gettext.textdomain(), os.environ["LANGUAGE"], language()) == ("messages", "fr", "en")
    unknown = called(capsys, "play --lang dee")
    assert (unknown.code, unknown.out) == (2, "")
    assert unknown.err.startswith("elfen: there is no language 'dee'; did you mean 'de'?")


def test_english_loads_no_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    from cli.running import run

    code = "import sys; from elfen.cli import main; main({}); print('elfen.text' in sys.modules)"
    assert run(code=code.format(["--help"])).out.endswith("False\n")
    assert run(code=code.format(["--help", "--lang", "de"])).out.endswith("True\n")


def test_every_text_of_a_command_is_collected() -> None:
    params: list[click.Parameter] = [
        click.Argument(["sheep"]),
        click.Option(["--count"], metavar="NUMBER", help="How many."),
        Listing(["--who"], help="Who: {names}.", names=["a", "b"]),
    ]
    command = Spoken("sing", help="First\nlines.\n\nSecond.", short_help="Sing.", params=params)
    found = {*texts_of(command)}
    texts = {"First lines.", "Second.", "Sing.", "SHEEP", "NUMBER", "How many.", "Who: {names}."}
    assert texts <= found
    assert command.params[2].get_help_record(click.Context(command)) == ("--who TEXT", "Who: a, b.")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("expansions", "nicht mit gold: laut Spielregel ist Elfengold eine Erweiterung"),
        ("simulate --games 1 --seed 1", "1 Partie mit 4 Spielern, Elfenland, Ausgabe rio-grande"),
        ("demo --with sea --seed 1 --players 2", "Zum Spielplan elfensea: 22 von 33 Orten und 61"),
        ("arena --games 1 --seed 1 --players random,greedy --seats 2", "ms je Zug"),
        ("cite", "Optionen, die nicht wie üblich sind: keine"),
        ("board check src/elfen/boards/five-towns.toml", "5 Orte, die Hauptstadt ist Harbour"),
    ],
)
def test_what_commands_print_is_german(
    line: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    ended = called(capsys, f"--lang de {line}")
    assert ended.code == 0
    assert said in " ".join(ended.out.split())
    assert english(ended.out.replace("Elfen", "")) == []


#: English that stays: what is typed, and what the compiler says of options and short cuts.
KEPT = re.compile(
    r"\b[a-z]+/[a-z-]+|'gold', which replaces.*|nicht benutzt: .*"
    r"|; [a-z ]*[A-Z]{3}.*"
)


@pytest.mark.parametrize("name", ["land", "gold", "sea", "gold+favor"])
def test_rules_are_explained_in_german(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = " ".join(f"--with {one}" for one in name.split("+") if one != "land")
    page = called(capsys, f"--lang de explain {chosen}").out
    for words in ("Spielplan: elfen", "\nBereiche\n", "auf dem Tisch", "die Phasen jeder Runde"):
        assert words in page
    assert [found for line in page.splitlines() for found in english(KEPT.sub("", line))] == []


def test_a_difference_is_told_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    page = called(capsys, "--lang de explain --diff land gold").out
    assert page.startswith("von land, Ausgabe rio-grande\nzu land + gold, Ausgabe rio-grande\n")
    assert re.search("geändert  Runden +höchstens 4 → höchstens 6", page)
    assert "\nAblauf round\n" in page
    assert "Plugins" not in page
    assert "Es gibt keinen Unterschied." in called(capsys, "--lang de explain --diff land land").out
