"""`elfen show`: a saved game in words, all of it or what one seat may know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import called, on_terminal, run
from elfen import Game, compile_ruleset
from elfen.game.saves.document import digest_of
from elfen.testing import play_out
from elfen.text.rankings import places

RULES = compile_ruleset()
GAME = play_out(RULES, 3, seed=1)
STEP = 25


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game in the middle (middle.json) and one that is over (over.json)."""
    path = tmp_path_factory.mktemp("saves")
    GAME.at(STEP).save(path / "middle.json")
    GAME.save(path / "over.json")
    return path


def test_all_of_a_game_is_shown_and_that_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = called(capsys, f"show {folder}/middle.json")
    assert (ended.code, ended.err) == (0, "")
    out = " ".join(ended.out.split())
    assert "Elfenland, edition rio-grande, 3 players," in out
    assert f"after step {STEP} of {STEP}." in out
    assert "Everything is shown, also what players hide from each other" in out
    game = GAME.at(STEP)
    for index, counts in enumerate(game.state.zones):
        zone, _ = RULES.layout.zone_at(index)
        if any(counts):
            assert f"({RULES.layout.pieces(zone, counts)})" in out
    for number, entry in enumerate((e for e in game.log if e.seat is not None), start=1):
        assert f" {number} seat {entry.seat}: {entry.move} " in out
    for entry in game.log:
        assert str(entry.move) in out
    assert "Seat 0 is the start player." in out
    n = len(game.legal_actions)
    assert out.endswith(f"Round 1 Seat {game.seat} decides: move the elf boot. {n} legal actions.")


def test_a_seat_is_shown_what_its_view_has(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = GAME.at(STEP)
    for seat in range(3):
        view = game.view(seat)
        out = " ".join(called(capsys, f"show {folder}/middle.json --seat {seat}").out.split())
        assert f"Only what seat {seat} may know is shown." in out
        assert "Everything" not in out
        for entry in view.log:
            assert str(entry) in out
        for holding in view.holdings:
            if holding.zone == "land/hand":
                told = f"hand 8 ({holding.pieces})" if holding.seat == seat else "hand 8;"
                assert told in out or holding.size != 8
        assert ("legal actions" in out) == (seat == game.seat)


def test_what_a_seat_is_shown_is_the_same_whatever_is_hidden_from_it(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two games that differ only in the hand of seat 1, as seat 0 and as anyone with all sees."""
    outs = []
    for dealt in ("dragon*8", "unicorn*8"):
        game = _with_hand(dealt)
        path = tmp_path / "game.json"
        game.save(path)
        outs.append([called(capsys, f"show {path}{more}").out for more in (" --seat 0", "")])
    (seen, whole), (other_seen, other_whole) = outs
    assert seen == other_seen
    assert whole != other_whole


def _with_hand(dealt: str) -> Game:
    """A game with these cards dealt to seat 1."""
    document = json.loads(RULES.new_game(2, seed=3).to_json(snapshot=False))
    chance = document["begin"]["chance"]
    place = next(n for n, text in enumerate(chance) if text.count("*") and _size(text) == 8)
    chance[place : place + 2] = ["drawn elfcycle*8", f"drawn {dealt}"]
    return Game.from_json(json.dumps({**document, "digest": digest_of(document)}), RULES)


def _size(text: str) -> int:
    words = text.split()[1:]
    return sum(int(word.partition("*")[2] or 1) for word in words)


def test_any_step_is_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = called(capsys, f"show {folder}/over.json --at 0").out
    assert f"after step 0 of {GAME.steps}." in " ".join(start.split())
    assert "draw open" not in start
    middle = called(capsys, f"show {folder}/middle.json").out.splitlines()
    at = called(capsys, f"show {folder}/over.json --at {STEP}").out.splitlines()
    first = middle.index("The table")
    assert at[at.index("The table") :] == middle[first:]


def test_the_end_has_the_standings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ("", " --seat 2"):
        out = called(capsys, f"show {folder}/over.json{more}").out
        _, _, end = out.partition("The end: the last round is over\n")
        lines = end.splitlines()
        assert [line.split()[2] for line in lines[: GAME.players]] == [
            str(row.seat) for row in GAME.standings
        ]
        assert [line.strip() for line in lines[GAME.players :]] == [*places(GAME.standings)]


@pytest.mark.alike(2)
@pytest.mark.parametrize("columns", [36, 60, 140])
def test_it_fits_any_terminal(folder: Path, columns: int) -> None:
    line = f"show {folder}/middle.json --seat 1"
    plain = on_terminal(line, columns=columns, env={"NO_COLOR": "1"}).out
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= columns
    assert "Elvenhold" in plain
    assert "\x1b[1mThe log\x1b[0m" in on_terminal(line, columns=columns).out


WRONG = {
    "show": "Missing argument 'SAVE'",
    "show {folder}/none.json": "none.json: No such file or directory",
    "show {folder}": "Is a directory",
    "show {folder}/middle.json --seat 3": "--seat 3: the seats of this game are 0 to 2",
    "show {folder}/middle.json --seat -1": "--seat -1: the seats of this game are 0 to 2",
    "show {folder}/middle.json --seat one": "'one' is not a valid integer",
    "show {folder}/middle.json --at 26": "no step 26: the game has those from 0 to 25",
    "show {folder}/middle.json --at -1": "no step -1: the game has those from 0 to 25",
    "show {folder}/middle.json --at end": "'end' is not a valid integer",
    "show {folder}/middle.json again": "unexpected extra argument (again)",
    "show {folder}/empty.json": "empty.json: line 1, column 1: not JSON: expecting value",
    "show {folder}/cut.json": "cut.json: line ",
    "show {folder}/changed.json": "changed.json: digest: the save has been changed",
    "show {folder}/view.json": "view.json: format: this is what one seat may know",
    "show {folder}/wet.json": "wet.json: rules.expansions.wells: expansion 'wells'",
    "show {folder}/binary.json": "binary.json: not a text in UTF-8",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_one_line_and_code_2(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GAME.at(STEP).to_json()
    (folder / "empty.json").write_text("")
    (folder / "cut.json").write_text(text[:-40])
    (folder / "changed.json").write_text(text.replace('"position": ', '"position": 1'))
    (folder / "view.json").write_text(GAME.redacted(0))
    (folder / "wet.json").write_text(text.replace('{"land": 1}', '{"land": 1, "wells": 1}'))
    (folder / "binary.json").write_bytes(b"\x80\x04\x95")
    ended = called(capsys, line.format(folder=folder))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("elfen: ")
    assert WRONG[line] in ended.err
    assert ended.err.count("\n") == 1


def test_a_save_cannot_send_codes_to_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = json.loads(GAME.at(2).to_json())
    document["rules"]["expansions"]["\x1b[2J\x07"] = 1
    path.write_text(json.dumps({**document, "digest": digest_of(document)}))
    ended = run(f"show {path}")
    assert ended.code == 2
    assert "\x1b" not in ended.err + ended.out
    assert "\x07" not in ended.err
    assert "is not installed" in ended.err


def test_it_works_in_a_process_of_its_own(folder: Path) -> None:
    ended = run(f"show {folder}/middle.json --at 3")
    assert (ended.code, ended.err) == (0, "")
    assert "\x1b" not in ended.out
    assert max(map(len, ended.out.splitlines())) <= 80
