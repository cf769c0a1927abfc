"""Errors that people who play meet, in German; and `str`, which stays in English."""

from __future__ import annotations

import os
import pickle
import re
from pathlib import Path

import pytest

from cli.running import called
from cli.screens import acting, played
from cli.test_whole_games import rules
from elfen import ElfenError, Game, SaveError, compile_ruleset
from elfen.cli.play import named_players
from elfen.errors import OF_SYSTEM, IllegalAction, Message, Reason, RuleFailed, of_system
from elfen.text import say, speaking

from .test_german import WRONG, without_notation

#: A save, with something in it replaced: its name, what, and by what.
SAVES = {
    "changed": ('"players": 2', '"players": 3'),
    "illegal": ('"action": "draw open', '"action": "draw opne'),
    "other": ('"action": "draw open', '"action": "draw blind'),
    "mars": ('"land": ', '"mars": 1, "land": '),
    "future": ('"schema": 1', '"schema": 9'),
    "newer": ('"land": 1', '"land": 99'),
    "broken": ('"schema": 1,', '"schema": 1'),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a save and broken ones."""
    game = rules("land").new_game(2, 4)
    for _ in range(3):
        game = game.play(next(a for a in game.legal_actions if str(a).startswith("draw open")))
    game.save(tmp_path / "ok.json")
    text = (tmp_path / "ok.json").read_text()
    for name, (old, new) in SAVES.items():
        assert old in text
        (tmp_path / f"{name}.json").write_text(text.replace(old, new, 1))
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    (tmp_path / "list.json").write_text("[]")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play --load none.json", "none.json: die Datei oder den Ordner gibt es nicht"),
        ("show .", ".: das ist ein Ordner"),
        ("show changed.json", "; der Spielstand wurde nach dem Speichern verändert"),
        ("show illegal.json", "log[0].action: 'draw opne "),
        ("show illegal.json", "' ist kein Zug; Züge beginnen mit discard, draw blind"),
        ("show other.json", "verändert"),
        ("show mars.json", "die Erweiterung 'mars' (Version 1 der Regeln) ist nicht installiert"),
        ("show future.json", "liest Schema 1, nicht 9; installiere ein neueres elfen"),
        (
            "show newer.json",
            "hat Version 99 der Regeln von 'land', hier ist es 1; installiere eine",
        ),
        ("show broken.json", "broken.json: Zeile 4, Spalte 2: kein JSON: hier fehlt ein ','"),
        ("new-expansion 9x", "'9x' kann kein Paket heißen: ein Name beginnt mit einem Buchstaben"),
        ("new-expansion 9x", "höchstens 24 Zeichen lang; wie wäre es mit 'x'?"),
        ("new-expansion gold", "eine Erweiterung 'gold' ist installiert; nimm einen anderen Namen"),
        ("new-expansion new --folder .", " ist nicht leer, darin liegt "),
        ("new-expansion new --folder ok.json", "ok.json gibt es schon und ist kein Ordner"),
        ("explain --diff land+foo gold", "'foo' in 'land+foo' ist weder eine Ausgabe noch eine"),
        ("explain --diff land deluxe+rio-grande", "sind beides Ausgaben; wähle eine"),
        ("simulate --all", "--all gehört zur Statistik: gib --stats oder --compare A B dazu an"),
        ("simulate --stats --json", "--json gibt Partien aus; Statistik schreibst du mit -o"),
        ("simulate --stats --heat x.gif", "--heat x.gif: ein Bild ist SVG oder PNG"),
        ("arena --limit 0", "--limit braucht eine Zahl von Sekunden über 0"),
        ("arena -o a --resume b", "--output beginnt eine Datei, --resume setzt eine fort"),
        ("show bytes.json", "kein Text in UTF-8: Byte 0 ist 0xff"),
        ("show list.json", "das ist kein Spielstand, sondern []"),
        ("show ok.json --seat 7", "die Plätze dieser Partie sind 0 bis 1"),
        ("show ok.json --at 9", "Schritt 9 gibt es nicht: die Partie hat die Schritte 0 bis 3"),
        ("draw ok.json -o x.gif", "ein Bild ist SVG oder PNG"),
        ("draw ok.json -o no/x.svg", "no/x.svg lässt sich nicht schreiben: die Datei oder"),
        ("replay ok.json --seat 0 -o x.gif", "der Name muss auf .html enden"),
        ("replay ok.json --seat me -o x.html", "möglich ist die Nummer eines Platzes, public"),
        (
            "rules --with golt",
            "'golt' ist nicht installiert; meintest du 'gold'? installiert sind:",
        ),
        ("rules --with gold --with gold", "Plugin 'gold' ist zweimal gewählt; einmal genügt"),
        ("rules --with gold --with sea", "mit 'sea': Elfengold ist für die Orte und Fähren von"),
        ("rules --edition rio", "die Ausgabe 'rio' von 'land' gibt es nicht; es gibt: rio-grande,"),
        (
            "rules --option round=3",
            "die Option 'round' gibt es nicht; meintest du 'rounds'? es gibt",
        ),
        ("rules --option round=3", " und 11 weitere"),
        ("rules --option rounds=9", "Option rounds: 9 geht nicht (möglich: 3, 4)"),
        ("rules --option hand_size=x", "Option hand_size: 'x' geht nicht (eine ganze Zahl "),
        ("rules --option boatmen=x", "Option boatmen: 'x' geht nicht (true oder false)"),
        ("rules --option rounds", "--option 'rounds' hat keinen Wert"),
        ("rules --option rounds=3 --option land.rounds=3", "land.rounds steht zweimal da"),
        ("rules --board none.toml", "none.toml: die Datei oder den Ordner gibt es nicht"),
        ("demo --players 9", "9 Spieler: diese Regeln sind für 2 bis 6"),
        ("play --seats human", "1 Spieler: diese Regeln sind für 2 bis 6"),
        ("play --seats human,greedi", "--seats: 'greedi' gibt es nicht; es gibt: human, flat"),
        ("play --seats human,ismcts:foo=1", "'ismcts' hat keine Einstellung 'foo'; es gibt: iter"),
        ("play --seats human,ismcts:iterations=x", "für iterations geht 'x' nicht (eine ganze"),
        ("play --seats greedy,greedy", "--seats: niemand ist human"),
        ("play --seats human,human", "mehrere Menschen brauchen ein Terminal"),
        ("play --names Ann,Ann", "'Ann' geht nicht als Name"),
        ("play --names du", "'du' geht nicht als Name"),
        ("play --names a,b,c,d", "--names nennt 4 Namen; es gibt 3 Plätze"),
        ("play --load ok.json --seed 3", "--load bringt eigene Regeln mit"),
        ("play --load ok.json --seats human,random,random", "die gespeicherte Partie hat 2 Plätze"),
        ("play --lesson --with gold", "--lesson bringt eine eigene Partie mit"),
        ("simulate --bots greedy,foo", "einen Bot namens 'foo' gibt es nicht; es gibt: flat"),
    ],
)
def test_what_is_wrong_with_a_command_is_told_in_german(
    line: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    german = called(capsys, f"--lang de {line}")
    assert (german.code, german.out) == (2, "")
    assert said in german.err
    quoted = re.compile("'[^']*'|--[a-z]+|: [a-z.]+(, [a-z-]+)*|Elfengold is .*")
    found = WRONG.search(without_notation(quoted.sub("", german.err)))
    assert found is None, (found, german.err)


def test_nobody_is_called_as_the_game_calls_people() -> None:
    assert named_players("Platz 1,du", 2) == ["Platz 1", "du"]
    for name in ("Platz 1", "du", "Du", "seat 1", "you"):
        with speaking("de"), pytest.raises(ElfenError, match="cannot be a name"):
            named_players(name, 2)


def test_what_was_typed_and_is_wrong_is_told_in_german(tmp_path: Path) -> None:
    lines = {
        "draw opne": "'draw opne' ist hier weder ein Zug noch ein Befehl; meintest du `draw open`?",
        "why move": "'move' ist unvollständig: move verlangt",
        "why discard raft*9999999": "'raft*9999999': eine Anzahl ist 1 bis 999999",
        "why move elvenhold-virst-lake raft*x": "'raft*x' ist weder eine Sorte noch Sorte*Anzahl",
        "pass now": "'now' ist zu viel; pass verlangt nichts",
        "quote nowhere": "'nowhere' ist kein Weg von hier; es gibt: ",
        "quote e": "'e' kann ",
        "why draw open raft": "keine Transportmarke",
        "save no/where.json": "no/where.json: die Datei oder den Ordner gibt es nicht",
        "hand 5": "hand steht allein; '5' ist zu viel",
    }
    with speaking("de"):
        acted = played(
            rules("land").new_game(2, 4), ("human", "random"), acting(lines), tmp_path, 400
        )
    for (line, said), page in zip(lines.items(), acted.pages[1:], strict=False):
        assert said in page, (line, page)
    assert "-'" not in "".join(acted.pages)


# The errors themselves -----------------------------------------------------------------


def english(template: str, **values: object) -> str:
    """What `say` does where English is spoken."""
    return template.format_map(values) if values else template


def test_an_error_is_told_as_its_text_where_english_is_spoken() -> None:
    errors: list[ElfenError] = []
    for wrong in (
        lambda: compile_ruleset("rio"),
        lambda: compile_ruleset(expansions=["golt"]),
        lambda: compile_ruleset(options={"round": 3}),
        lambda: rules("land").new_game(9),
        lambda: rules("land").parse("move"),
        lambda: rules("land").parse("discard x*"),
        lambda: Game.from_json("{"),
        lambda: Game.load("/nowhere/at/all"),
    ):
        with pytest.raises(ElfenError) as caught:
            wrong()
        errors.append(caught.value)
    errors.append(ElfenError())
    errors.append(ElfenError("plain {braces}"))
    for error in errors:
        assert error.told(english) == error.told(say) == str(error)
    assert all(isinstance(error.said, Message) for error in errors[:-2])
    assert type(errors[-1].said) is str


def test_every_part_of_an_error_is_told() -> None:
    inner = Message("mine/inner", "inner {n}", n=1)
    error = SaveError(Message("mine/outer", "outer: {inner}", inner=inner), "log[1]", "x.json")
    assert str(error) == "x.json: log[1]: outer: inner 1"

    def loud(template: str, **values: object) -> str:
        return english(template, **values).upper()

    assert error.told(loud) == "x.json: log[1]: OUTER: INNER 1"
    assert IllegalAction(Reason("mine", inner)).told(loud) == "INNER 1"
    assert IllegalAction(Reason("mine", "as it is")).told(loud) == "as it is"
    failed = RuleFailed("mine", "hook", "name", "in round 1", "boom")
    assert str(failed) == failed.told(english)
    assert failed.told(loud).startswith("A RULE OF PLUGIN 'MINE' FAILED IN ROUND 1: BOOM")
    assert len(ElfenError(Message("mine/long", "{x}", x="y" * 900)).told(english)) < 300


def test_what_systems_say_of_files_is_known_in_german() -> None:
    for number in OF_SYSTEM:
        text = of_system(OSError(number, "something else"))
        assert text == os.strerror(number)
        with speaking("de"):
            assert say(text) != text
    assert of_system(OSError("no number")) == "no number"


def test_another_process_tells_a_plugin_s_reason_as_well() -> None:
    with pytest.raises(ElfenError) as found:
        compile_ruleset(expansions=["gold", "sea"])
    again = pickle.loads(pickle.dumps(found.value))
    assert str(again) == str(found.value)
    assert "Elfengold is for the towns and ferries of Elfenland" in str(again)
    with speaking("de"):
        assert "Elfengold ist für die Orte und Fähren von Elfenland" in again.told(say)
