"""Files of results: what is none is refused and left as it is, and no line is believed unread."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from synthetic import results

from elfen import ElfenError
from elfen.arena import GameResult, Report, Results
from paced import seconds

RESULT = results({"a": 1.0, "b": 0.0}, 1, seed=1, seats=2)[0]
LINE = RESULT.as_line()
HUGE = 10**400


@pytest.mark.parametrize(
    "text",
    [
        "my only copy, no newline at the end",
        "a poem\nof two lines\n",
        "\n",
        "\nno newline",
        LINE[:40],
        LINE[:-1],
        '{"series": "my own, of another kind"',
        LINE + "what I thought of this game",
        LINE + "\n",
        LINE + '{"series": 1}\n',
        LINE + "\0" * 40,
        LINE + LINE[:40].ljust(65537, "a") + LINE,
        LINE + LINE,
        LINE + evolve(RESULT, rotation=1).as_line() + evolve(RESULT, rounds=9).as_line(),
    ],
)
def test_what_is_no_file_of_results_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "poem.txt"
    file.write_text(text)
    with pytest.raises(ElfenError, match=r"poem\.txt: line \d: ") as told:
        Results.found(file)
    assert len(str(told.value)) <= 300
    assert file.read_text() == text


@pytest.mark.parametrize("cut", [1, 5, 12, 40, len(LINE) - 1])
def test_only_a_line_that_was_cut_off_is_forgotten(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(LINE + LINE[:cut])
    with Results.found(file) as found:
        assert [*found] == [RESULT]
    assert file.read_text() == LINE


def test_an_empty_file_has_no_result(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.touch()
    with Results.found(file) as found:
        assert not [*found]
        found.add(RESULT)
    assert file.read_text() == LINE


@pytest.mark.parametrize(
    "change",
    [
        {"ranks": [1, HUGE]},
        {"ranks": [1, 3]},
        {"ranks": [0, 1]},
        {"scores": [1, HUGE]},
        {"scores": [1, -HUGE]},
        {"seconds": [0.1, HUGE]},
        {"seconds": [0.1, float("nan")]},
        {"seconds": [0.1, float("inf")]},
        {"seconds": [0.1, 1e308]},
        {"seconds": [0.1, -1]},
        {"seconds": [0.1, True]},
        {"decisions": [1, HUGE]},
        {"decisions": [1, -1]},
        {"rounds": HUGE},
        {"deal": HUGE},
        {"rotation": HUGE},
        {"seed": HUGE},
        {"series": [1]},
        {"series": 1.5},
        {"series": "\ud800"},
        {"ending": 3},
        {"players": [], "ranks": [], "scores": [], "seconds": [], "decisions": []},
        {"players": "ab"},
        {"forfeit": {"seat": 2, "reason": "late"}},
        {"forfeit": {"seat": "0", "reason": "late"}},
        {"forfeit": {"seat": 0, "reason": 1}},
    ],
    ids=lambda change: str(change)[:40],
)
def test_a_line_with_numbers_that_no_game_has_is_named(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(LINE + json.dumps(json.loads(LINE) | change) + "\n")
    before = file.read_bytes()
    with pytest.raises(ElfenError, match="line 2: no result of a game") as told:
        Results.found(file)
    assert len(str(told.value)) <= 300
    assert file.read_bytes() == before


def test_the_largest_numbers_that_are_read_can_be_reported(tmp_path: Path) -> None:
    pytest.importorskip("openskill", reason="openskill is not installed")
    most = 10**300 - 1
    large = evolve(RESULT, scores=(most, most), decisions=(most, most), seconds=(1e9, 1e9))
    file = tmp_path / "games.jsonl"
    file.write_text("".join(evolve(large, deal=deal).as_line() for deal in range(20)))
    with Results.found(file) as found:
        assert Report([*found]).rows


def test_no_result_is_written_that_could_not_be_read_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with Results.new(file) as kept:
        kept.add(RESULT)
        for one in (
            evolve(RESULT, scores=(1, HUGE)),
            evolve(RESULT, scores=(1, 10**5000)),
            evolve(RESULT, players=("a" * 100_000, "b")),
            evolve(RESULT, players=("é" * 20_000, "ö" * 20_000)),
            evolve(RESULT, players=("a\ud800", "b")),
        ):
            with pytest.raises(ElfenError, match="no result of a game"):
                kept.add(one)
    with Results.found(file) as found:
        assert [*found] == [RESULT]


def test_no_game_is_written_twice(tmp_path: Path) -> None:
    """Neither by one run, nor by two that go on with the same file at the same time."""
    file = tmp_path / "games.jsonl"
    other = evolve(RESULT, rotation=1)
    with Results.new(file) as kept:
        kept.add(RESULT)
        with pytest.raises(ElfenError, match=r"game 0\.0 is in .*games\.jsonl already"):
            kept.add(RESULT)
        with Results.found(file) as late:
            kept.add(other)
            with pytest.raises(ElfenError, match="another process writes to it"):
                late.add(other)
    with Results.found(file) as found:
        assert [*found] == [RESULT, other]


def test_a_line_ends_where_the_program_ends_it(tmp_path: Path) -> None:
    odd = evolve(RESULT, players=("a\u2028", "b\x85"))
    file = tmp_path / "games.jsonl"
    with Results.new(file) as kept:
        kept.add(odd)
    with Results.found(file) as found:
        assert [*found] == [odd]


def test_a_file_without_an_end_is_not_read(tmp_path: Path) -> None:
    pipe, link, long = tmp_path / "pipe", tmp_path / "link", tmp_path / "long"
    os.mkfifo(pipe)
    link.symlink_to("/dev/zero")
    with long.open("wb") as file:
        file.truncate(1 << 34)
    for path in (pipe, link, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(ElfenError, match="neither a device nor a pipe is read"):
            Results.found(path)
    with pytest.raises(ElfenError, match="line 1: more than 65536 bytes in a line are not read"):
        Results.found(long)
    assert long.stat().st_size == 1 << 34


@pytest.mark.parametrize("path", ["", ".", "none", "a\0b", "a\ud800b", "x" * 5000])
def test_a_path_that_leads_nowhere_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ElfenError, match=r"cannot read|the name of the file is empty"):
        Results.found(path)
    with pytest.raises(
        ElfenError, match=r"cannot write|is there already|the name of the file is empty"
    ):
        Results.new(path if path != "none" else "none/none")


def test_results_are_what_their_lines_say() -> None:
    for result in (RESULT, evolve(RESULT, series=HUGE), evolve(RESULT, series=-1)):
        assert GameResult.of_line(result.as_line()) == result
    assert LINE.startswith('{"series": ')


@pytest.mark.parametrize("strange", [None, 5, [], b"x"])
def test_what_is_no_path_and_no_line_is_told_as_such(strange: Any) -> None:
    for ask in (Results.new, Results.found):
        with pytest.raises(ElfenError, match="has to be the path of a file of results"):
            ask(strange)
    with pytest.raises(ElfenError, match="no result of a game"):
        GameResult.of_line(strange)


def test_a_long_file_is_read_in_no_time(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    before, deal, after = RESULT.as_line().partition(f'"deal": {RESULT.deal},')
    assert deal
    file.write_text("".join(f'{before}"deal": {n},{after}' for n in range(60_000)))
    assert seconds(lambda: Results.found(file).close(), 2) <= 2
