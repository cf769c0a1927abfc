"""Board files that might never end, and boards of any size: read or refused in little time."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from elfen import Board, BoardError, compile_ruleset, load_board
from elfen.declare import board as boards
from elfen.declare import parse_board, text_files
from elfen.declare.bounds import MOST_DEPTH, MOST_OF_BOARD, MOST_ROUTES, MOST_TEXT, MOST_TOWNS

from .test_board import TEXT


def refusal(path: object) -> str:
    with pytest.raises(BoardError) as caught:
        load_board(path)  # type: ignore[arg-type]
    message = str(caught.value)
    assert len(message) <= 300
    assert message.isprintable()
    return message


# Files -----------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", Path("/dev/zero")])
def test_a_device_is_refused(path: str | Path) -> None:
    assert refusal(path) == f"{path}: neither a device nor a pipe is read: put it into a file first"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_a_pipe_to_which_nobody_writes_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "neither a device nor a pipe" in refusal(tmp_path / "pipe")


@pytest.mark.skipif(not hasattr(os, "O_NONBLOCK"), reason="one has to wait")
def test_nobody_waits_for_what_is_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.touch()
    opened = text_files.without_waiting(str(path), os.O_RDONLY)
    assert not os.get_blocking(opened)
    os.close(opened)


@pytest.mark.skipif(not hasattr(os, "O_NONBLOCK"), reason="one has to wait")
def test_a_file_in_which_nothing_is_yet_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Linux has some, such as `/proc/kmsg`."""
    path = tmp_path / "board.toml"
    path.touch()
    read, write = os.pipe()
    os.set_blocking(read, False)
    monkeypatch.setattr(text_files, "without_waiting", lambda path, flags: read)
    assert refusal(path) == f"{path}: {os.strerror(errno.EAGAIN)}"
    os.close(write)


def test_a_system_where_one_always_waits_reads_files_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(TEXT, encoding="utf-8")
    monkeypatch.delattr(os, "O_NONBLOCK", raising=False)
    assert load_board(path) == parse_board(TEXT)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert refusal(path) == f"{path}: more than {MOST_OF_BOARD} bytes are not read"


def test_a_file_as_long_as_may_be_is_read(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text(f"#{'x' * (MOST_OF_BOARD - len(TEXT) - 2)}\n{TEXT}", encoding="utf-8")
    assert path.stat().st_size == MOST_OF_BOARD
    assert load_board(path) == parse_board(TEXT)
    path.write_text(f"#{'x' * (MOST_OF_BOARD - len(TEXT) - 1)}\n{TEXT}", encoding="utf-8")
    assert "bytes are not read" in refusal(path)
    assert "are the most that are read" in message_of(path.read_text())


@pytest.mark.parametrize(
    "path", [None, 3, b"board.toml", ["board.toml"], 10**5000, "\ud800", ""], ids=lambda _: ""
)
def test_what_is_no_path_is_refused(path: object) -> None:
    assert refusal(path)


@pytest.mark.parametrize("text", [None, 3, b"format = 1", [TEXT]])
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(BoardError, match="expected a text, not "):
        parse_board(text)  # type: ignore[arg-type]


def message_of(text: str) -> str:
    """What the error says of a board; one short line."""
    with pytest.raises(BoardError) as caught:
        parse_board(text)
    message = str(caught.value)
    assert len(message) <= 300
    assert message.isprintable()
    for problem in caught.value.problems:
        assert len(problem) <= 300
        assert problem.isprintable()
    return message


# Sizes -----------------------------------------------------------------------------------


def large(towns: int, routes: int, wrong: str = "") -> str:
    """A board of so many towns and routes, perhaps with a mistake in every route."""
    head = 'format = 1\nname = "large"\ncapital = "t0"\nsize = [9, 9]\n'
    other = "x" if wrong == "ends" else "t"
    terrain = "3" if wrong == "terrain" else '"plains"'
    lines = [
        f'{{ ends = ["t{n % towns}", "{other}{(n + 1) % towns}"], terrain = {terrain},'
        f' id = "r{0 if wrong == "ids" else n}" }},'
        for n in range(routes)
    ]
    places = [
        f't{n} = {{ name = "T", at = [{0 if wrong != "at" else 99}, 0] }}' for n in range(towns)
    ]
    return head + "\n".join(["routes = [", *lines, "]", "[towns]", *places])


def test_the_largest_board_can_be_played_on() -> None:
    board = parse_board(large(MOST_TOWNS, MOST_ROUTES))
    assert (len(board.towns), len(board.routes)) == (MOST_TOWNS, MOST_ROUTES)
    game = compile_ruleset(board=board).new_game(2, 1)
    for _ in range(5):
        game = game.play(game.legal_actions[0])
    assert type(game).from_json(game.to_json()).state == game.state


def test_a_larger_board_is_refused() -> None:
    assert message_of(large(MOST_TOWNS + 1, 400)) == "board: 301 towns; 300 are the most"
    assert message_of(large(9, MOST_ROUTES + 1)) == "board: 1001 routes; 1000 are the most"


def test_a_larger_board_made_by_hand_is_refused() -> None:
    largest = parse_board(large(MOST_TOWNS, MOST_ROUTES))
    last, way = largest.towns[-1], largest.routes[-1]
    for more, told in (
        ({"towns": [*largest.towns, evolve(last, id="one_more")]}, "301 towns; 300 are the most"),
        ({"routes": [*largest.routes, evolve(way, id="one-more")]}, "1001 routes; 1000 are the"),
    ):
        with pytest.raises(BoardError, match=f"^board 'large': {told}"):
            evolve(largest, **more)


def long_board(of_last: int) -> Board:
    """A board with many long texts of its own, the last of so many letters."""
    texts = ["x" * MOST_TEXT] * (MOST_OF_BOARD // MOST_TEXT) + ["x" * of_last]
    return evolve(parse_board(TEXT), extra={"letters": texts})


def too_many(of_last: int) -> int:
    """How many characters too many such a board takes, as its refusal says."""
    with pytest.raises(BoardError) as caught:
        long_board(of_last)
    told = re.search(r"it takes (\d+) characters in a save; (\d+) are", str(caught.value))
    assert told
    return int(told[1]) - int(told[2])


def test_a_board_may_fill_its_part_of_a_save_and_take_no_character_more() -> None:
    fits = MOST_TEXT - too_many(MOST_TEXT)
    assert len(long_board(fits).extra["letters"][-1]) == fits
    assert too_many(fits + 1) == 1


@pytest.mark.parametrize("wrong", ["ends", "ids", "at", "terrain"])
def test_a_board_with_a_thousand_mistakes_is_refused_in_a_line(wrong: str) -> None:
    text = large(MOST_TOWNS, MOST_ROUTES, wrong)
    assert re.search("; and [0-9]+ more$", message_of(text))


@pytest.mark.parametrize("letters", range(1, 60, 6))
def test_of_many_mistakes_as_many_are_told_as_fit_each_of_them_whole(letters: int) -> None:
    wrong = f"{{ ends = ['a', 'b'], terrain = 'sand', id = 'r', source = '{'x' * letters}' }},"
    told = message_of(TEXT.replace("routes = [", "routes = [" + wrong * 50))
    assert re.search("; and [0-9]+ more$", told)
    assert " ... " not in told


@pytest.mark.parametrize("wrong", ["", "ends", "ids", "at", "terrain"])
def test_the_work_of_reading_a_board_grows_with_its_size(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MOST_TOWNS", "MOST_ROUTES", "MOST_OF_BOARD"):
        monkeypatch.setattr(boards, name, 1 << 30)
    assert growth(wrong) < 5


def test_a_reader_that_looks_at_all_towns_for_each_route_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("MOST_TOWNS", "MOST_ROUTES", "MOST_OF_BOARD"):
        monkeypatch.setattr(boards, name, 1 << 30)
    made = boards._problems

    def slow(board: boards.Board) -> list[str]:
        for _ in (*board.routes, *board.routes):
            assert sum(1 for town in board.towns if town.id)
        return made(board)

    monkeypatch.setattr(boards, "_problems", slow)
    assert growth("") > 5


def growth(wrong: str) -> float:
    """How much more work a board four times as large is, counted in lines that are run."""
    small, big = (lines(large(n, 2 * n, wrong)) for n in (100, 400))
    return big / small


def lines(text: str) -> int:
    """The number of lines that run while a text is read: the same on every machine."""
    count = 0

    def note(frame: object, event: str, argument: object) -> object:
        nonlocal count
        count += 1
        return note

    try:
        parse_board(TEXT)
    finally:
        sys.settrace(note)  # type: ignore[arg-type]
    try:
        parse_board(text)
    except BoardError:
        pass
    finally:
        sys.settrace(None)
    return count


# Texts that are made to do harm ----------------------------------------------------------


HARMFUL = {
    "a key of many parts": ".".join(["a"] * 400_000) + " = 1",
    "a key of many quoted parts": ".".join(['"a"'] * 200_000) + " = 1",
    "a table of many parts": "[" + " . ".join(["a"] * 200_000) + "]",
    "a key of 41 parts": f"{TEXT}x.{'.'.join(['a'] * 40)} = 1",
    "many quotes": '"' * 1_000_000,
    "many words": "a-" * 500_000 + ".a" * 39,
    "many keys of some parts": "\n".join(f"{'.'.join(['a'] * 39)}.b{n} = 1" for n in range(8_000)),
    "many tables": "\n".join(f"[a.b{n}]" for n in range(70_000)),
    "many lists of tables": "[[a]]\n" * 170_000,
    "many lists": "a = " + "[" * 500_000,
    "many inline tables": "a = " + "{a=" * 300_000,
    "many escapes": 'a = "' + "\\n" * 500_000 + '"',
    "a hexadecimal number": f"format = 0x{'f' * 4_000}",
    "a hexadecimal size": TEXT.replace("100, 80", f"0x{'f' * 4_000}, 80"),
    "a hexadecimal town": TEXT.replace("[1, 2]", f"[0x{'f' * 4_000}, 2]"),
    "a hexadecimal name": TEXT.replace('"small"', f"0x{'f' * 4_000}"),
    "a long number": f"a = {'9' * 1_000_000}",
    "a long fraction": f"a = 0.{'9' * 1_000_000}",
    "a deep name": TEXT.replace('"small"', "[" * 150 + "]" * 150),
    "a long name": TEXT.replace('"small"', f'"{"x" * 900_000}"'),
    "a name with half a character": TEXT.replace('"small"', '"\ud800"'),
    "half a character as a key": TEXT.replace("[extra.gold]", "[extra.'\ud800']"),
    "a long town": TEXT.replace("a = {", f"{'a' * 500_000} = {{"),
    "a name in two lines": TEXT.replace('"small"', '"""a\n\x7f"""').replace('"plains"', "3"),
    "a terrain in two lines": TEXT.replace('"plains"', '"a\\nb"').replace('"river"', '"\\u001b"'),
}


@pytest.mark.parametrize("name", HARMFUL)
def test_what_is_made_to_do_harm_is_refused(name: str) -> None:
    assert message_of(HARMFUL[name])


def test_a_key_of_more_parts_than_tables_may_be_deep_is_refused_unread() -> None:
    told = message_of(f"a{'.a' * MOST_DEPTH} = 1")
    assert told.endswith(f"tables in tables deeper than {MOST_DEPTH} are not read")
    assert "deeper" not in message_of(f"a{'.a' * (MOST_DEPTH - 1)} = 1")


def test_dots_in_texts_and_numbers_make_no_deep_key() -> None:
    many = ", ".join(["1.5"] * 200)
    dotted = ". ".join(["St"] * 100) + "..." * 40
    board = parse_board(f'{TEXT}x = [{many}]\ny = "{dotted}"\n')
    assert board.extra["gold"]["y"] == dotted


PROGRAM = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (500 << 20, 500 << 20))
from elfen import ElfenError, load_board
began = time.process_time()
for path in sys.argv[1:]:
    try:
        load_board(path)
    except ElfenError as error:
        print(error)
print(time.process_time() - began, file=sys.stderr)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are kept by Linux")
def test_all_of_it_is_refused_within_little_memory(tmp_path: Path) -> None:
    paths = [*written(tmp_path), Path("/dev/zero")]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, paths)],
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(paths)


def written(folder: Path) -> Iterator[Path]:
    for n, text in enumerate(HARMFUL.values()):
        path = folder / f"{n}.toml"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        yield path
