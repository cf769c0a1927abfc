"""Whole games in German, on screens of three sizes: nothing is left in English, and all fits."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from cli.screens import played
from cli.test_whole_games import GAMES, NAMES, SIZES, rules, transcript
from elfen.cli.playing.commands import COMMANDS
from elfen.cli.playing.lesson import PLAYERS, SEED, Lesson
from elfen.text import speaking
from elfen.text.speech import Catalogue

#: Texts that are the same in both languages.
SAME = {"n", "{town}: {favor}"}

#: English that no German screen has, but what is typed; and German that nobody writes.
WRONG = re.compile(
    r"\b(the|of|you|your|and|or|is|are|were|to|for|seat|counters?|cards?|town|route|nothing)\b"
    r"|\b1 (Ortssteine|Karten|Punkte|Reisekarten|Züge|Wege)\b|\bdu (hat|ist|zieht|spielt|nimmt)\b"
    r"|\b(eine|ein) (eine|ein)\b|[{}]|None"
)

Pages = tuple[tuple[tuple[int, int], str], ...]


@cache
def in_german(name: str, size: tuple[int, int]) -> tuple[Pages, frozenset[str]]:
    """The transcript of a game at this size, and the texts that were told untranslated."""
    missed: set[str] = set()
    told = Catalogue.text

    def text(self: Catalogue, text: str) -> str:
        found = told(self, text)
        if found == text:
            missed.add(text)
        return found

    with pytest.MonkeyPatch.context() as patch, speaking("de"):
        patch.setattr(Catalogue, "text", text)
        return transcript.__wrapped__(name, (size,)), frozenset(missed - SAME)


@pytest.mark.alike(5)
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_told_in_german(name: str, size: tuple[int, int]) -> None:
    pages, missed = in_german(name, size)
    assert {shown for shown, _ in pages} == {size}
    assert not {text for text in missed if re.search("[a-z]", text) and "/" not in text}
    columns, rows = size
    for _, page in pages:
        said = page.partition("Gespeichert in")[0]
        assert widest(said) <= columns, page
        turn = page[page.rindex("── Runde") :] if "── Runde" in page else ""
        assert len(turn.splitlines()) <= rows, page
        found = WRONG.search(without_notation(said))
        assert found is None, (found, page)
    assert "Du hast" in pages[0][1]
    assert "▸Ann du" in pages[0][1]
    assert "── Ende die letzte Runde ist vorbei" in pages[-1][1]


@pytest.mark.parametrize(
    ("typed", "command"),
    [("Hilfe", "help"), ("regeln", "rules"), ("zurück", "undo"), ("ende", "quit"), ("q", "quit")],
)
def test_german_words_get_the_nearest_command(typed: str, command: str, tmp_path: Path) -> None:
    lines = iter([typed, "help", "quit"])
    with speaking("de"):
        game = rules("land").new_game(2, 4)
        pages = played(game, ("human", "random"), lambda _: next(lines), tmp_path).pages
    assert f"meintest du `{command}`?" in " ".join(pages[1].split())
    assert re.search(r"^  chart +wie viele", pages[2], re.MULTILINE)
    assert re.search(r"^  save \[DATEI\] +", pages[2], re.MULTILINE)


@pytest.mark.alike(3)
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("name", GAMES)
def test_every_command_answers_in_german(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    lines = [one for one in COMMANDS if one not in ("save", "quit", "why", "undo")]
    lines += ["why stop", "why move elvenhold-virst-lake", "quote virst", "undo"]
    left = iter(lines)
    with speaking("de"):
        game = rules(name).new_game(2, 4)
        acted = played(
            game, ("human", "random"), lambda page: next(left, "quit"), tmp_path, *size, names=NAMES
        )
    assert len(acted.pages) > len(lines)
    for typed, page in zip(["", *lines], acted.pages, strict=False):
        assert widest(page) <= size[0], (typed, page)
        found = WRONG.search(without_notation(page))
        assert found is None, (typed, found, page)


def widest(page: str) -> int:
    """How many columns the widest line of a page takes."""
    return max([0, *(len(line.rstrip()) for line in page.splitlines())])


def without_notation(page: str) -> str:
    """A screen without what is for typing: beside the lines of menus, and in quotes."""
    page = re.sub("`[^`]*`", "", page)
    return re.sub(r"(?m)^( *\d+ .*?)(?:  |· )[a-z][a-z -]*[ \d*a-z-]*$", r"\1", page)


def test_what_is_left_in_english_would_be_noticed() -> None:
    for said in ("Du nimmst the hand.", "1 Ortssteine", "du hat", "eine eine Karte", "{what}"):
        assert WRONG.search(said)
    assert without_notation(" 2  passen   pass") == " 2  passen "
    assert without_notation("ziehen: `draw\n card`") == "ziehen: "


def test_commands_and_the_lesson_speak_german(tmp_path: Path) -> None:
    lines = ["1", "why move beata", "hint", "scores", "quote", "help", "map", "exit", "log", "quit"]
    left = iter(lines)
    with speaking("de"):
        game = rules("land").new_game(len(PLAYERS), SEED)
        acted = played(
            game, PLAYERS, lambda page: next(left), tmp_path, lesson=Lesson(), names=("Ann", "")
        )
    said = " ".join(acted.out.getvalue().split())
    for words in (
        "Willkommen in Elfenland.",
        "Ich würde wählen: offen nehmen:",
        "beantwortet nicht, was Ann gefragt ist: eine Transportmarke wählen",
        "Ein gieriger Spieler würde: offen nehmen:",
        "Ann, 0 Punkte: Ortssteine: 0",
        "Elvenhold nach",
        "warum ein Zug nicht erlaubt ist, oder was gegen ihn spricht",
        "meintest du `quit`?",
        "W Wald",
        "Ü Wüste",
        "--lang de",
    ):
        assert words in said, (words, acted.out.getvalue())
