"""Statistics in German: what people read, and files, which stay as they are for programs."""

from __future__ import annotations

import re

import pytest

from elfen import compile_ruleset
from elfen.cli import main
from elfen.cli.figures import Wanted, run_statistics
from elfen.stats import Comparison, Statistics, compare
from elfen.text import speaking
from elfen.text.speech import Catalogue
from words.test_commands import english

SHORT = {"land.rounds": 3}


GAMES = {
    "land": "Elfenland",
    "gold": "Elfengold",
    "sea": "Elfensea",
    "favor": "Elfenland mit Die Gunst der Orte",
}


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_is_told_in_german(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    missed: set[str] = set()
    told = Catalogue.text

    def text(self: Catalogue, text: str) -> str:
        found = told(self, text)
        if found == text and self.language == "de":
            missed.add(text)
        return found

    monkeypatch.setattr(Catalogue, "text", text)
    monkeypatch.setenv("COLUMNS", "200")
    shared = {"edition": None, "expansions": [] if name == "land" else [name], "options": ()}
    with speaking("de"):
        run_statistics({**shared, "board": None}, ["random"], 2, 2, 1, 1, Wanted(everything=True))
    page = capsys.readouterr().out
    assert page.startswith(
        f"2 Partien mit 2 Spielern (random), {GAMES[name]}, Ausgabe rio-grande, "
    )
    for words in ("\nLänge  ", "\nEntscheidungen mit Auswahl  ", "\nOrte, je Partie  ", "Streuung"):
        assert words in page
    assert english(page) == []
    assert not {one for one in missed if re.search(r"[a-z]{2} [a-z]", one)}


def test_a_comparison_is_told_in_german(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--lang de simulate --games 20 --seed 1 --bots random --players 2"
    assert main([*line.split(), "--compare", "", "--option rounds=3"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("20 Kartenverteilungen nach A und nach B, 2 Spieler (random), Startzahl")
    assert re.search(r"\nLänge .*\nRunden +4\.00 +3\.00 +−1\.00", page)
    assert "Gezeigt ist, was kaum Zufall sein kann" in page
    assert english(re.sub(r"\(--option.*\)", "", page)) == []


def test_files_of_figures_are_the_same_in_every_language() -> None:
    def compared() -> Comparison:
        after = compile_ruleset(options=SHORT)
        return compare(compile_ruleset(), after, ["random"], 2, 2, 1)

    plain = compared()
    with speaking("de"):
        found = compared()
        assert [row.column for row in found.before.rows] == [
            row.column for row in plain.before.rows
        ]
        assert [row.column for row in found.rows] == [row.column for row in plain.rows]
        name = "actions.land/place.counter=dragon"
        told = found.before.told[name].label
    assert told == "eine offene Transportmarke auf einen Weg legen, Marke: Drache"
    assert found.before.told[name].label == "lay an open counter on a road, counter: dragon"


def test_columns_have_the_same_names_in_every_language() -> None:
    of = Statistics(compile_ruleset(), 2)
    with speaking("de"):
        assert of.told.names() == of.columns.names()
        assert of.told is of.told
