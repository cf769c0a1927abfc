"""Files: written whole or not at all, whatever happens on the way."""

from __future__ import annotations

import errno
import os
import pickletools
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from elfen import ElfenError, Game, SaveError, load_board
from elfen.declare import listed, whole_files, write_out
from elfen.game.saves import files

from .samples import same, samples

OLD, NEW = samples()["tiny"].game.at(0), samples()["tiny"].game
RULES = NEW.rules

#: Where a process is killed while it saves, as code that runs there.
MOMENTS = {
    "with half of it written": """
class Half:
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def write(self, text):
        self.file.write(text[: len(text) // 2]); self.file.flush(); die()
made = Path.open
Path.open = lambda path, *a, **k: Half(made(path, *a, **k))
""",
    "before it is on the disk": "os.fsync = die",
    "before it takes the old one's place": "os.replace = die",
}

PROGRAM = """
import os, signal, sys
from pathlib import Path
from elfen.game.saves import files
def die(*_): os.kill(os.getpid(), signal.SIGKILL)
{fault}
{moment}
files.write_whole(sys.argv[1], sys.argv[2])
"""

#: A writer that writes over the old file.
IN_PLACE = """
def in_place(path, text):
    with Path(path).open("w") as file:
        file.write(text); file.flush(); os.fsync(file.fileno()); os.replace(path, path)
files.write_whole = in_place
"""


def killed(path: Path, moment: str, fault: str = "") -> None:
    """Save the new game in a process that is killed at that moment."""
    program = PROGRAM.format(moment=MOMENTS[moment], fault=fault)
    done = subprocess.run(
        [sys.executable, "-c", program, str(path), NEW.to_json()], capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_process_that_is_killed_while_saving_leaves_the_old_file_whole(
    moment: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    OLD.save(path)
    killed(path, moment)
    assert same(Game.load(path, RULES), OLD)
    left = [other.name for other in tmp_path.iterdir() if other != path]
    assert len(left) == 1
    assert left[0].startswith(".game.json.")
    NEW.save(path)
    assert same(Game.load(path, RULES), NEW)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_writer_that_writes_over_the_old_file_is_found_out(moment: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    OLD.save(path)
    killed(path, moment, fault=IN_PLACE)
    try:
        kept = same(Game.load(path, RULES), OLD)
    except SaveError:
        kept = False
    assert not kept


def test_a_process_killed_at_any_time_leaves_one_game_or_the_other(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    OLD.save(path)
    program = (
        "import sys\nfrom elfen.game.saves.files import write_whole\n"
        "while True:\n    for text in sys.argv[2:]:\n"
        "        write_whole(sys.argv[1], text)\n        print(flush=True)\n"
    )
    for saves in (1, 4, 11):
        with subprocess.Popen(
            [sys.executable, "-c", program, str(path), NEW.to_json(), OLD.to_json()],
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            for _ in range(saves):
                process.stdout.readline()
            process.kill()
        game = Game.load(path, RULES)
        assert same(game, OLD) or same(game, NEW)


def test_a_failure_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    OLD.save(path)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError) as caught:
        NEW.save(path)
    assert str(caught.value) == f"{path}: No space left on device"
    monkeypatch.undo()
    assert [*tmp_path.iterdir()] == [path]
    assert same(Game.load(path, RULES), OLD)


def test_a_save_and_its_name_are_forced_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    forced: list[tuple[int, os.stat_result, bool]] = []
    monkeypatch.setattr(os, "fsync", lambda n: forced.append((n, os.fstat(n), path.exists())))
    NEW.save(path)
    (_, file, early), (number, folder, late) = forced
    assert (early, late) == (False, True)
    assert os.path.samestat(file, path.stat())
    assert file.st_size == path.stat().st_size
    assert os.path.samestat(folder, tmp_path.stat())
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(number)


def test_who_finds_no_moment_to_save_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process always takes the new file for one left behind."""
    replace = os.replace

    def removed_before(new: Path, target: Path) -> None:
        new.unlink()
        replace(new, target)

    monkeypatch.setattr(os, "replace", removed_before)
    with pytest.raises(SaveError, match=r"game\.json: other processes keep saving there"):
        NEW.save(tmp_path / "game.json")
    assert [*tmp_path.iterdir()] == []


def test_a_link_and_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    OLD.save(path)
    usual = stat.S_IMODE(path.stat().st_mode)
    (tmp_path / "plain").write_text("")
    assert usual == stat.S_IMODE((tmp_path / "plain").stat().st_mode)
    path.chmod(0o600)
    link.symlink_to(path)
    NEW.save(str(link))
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert same(Game.load(link, RULES), NEW)


def test_a_link_to_itself_stays_and_is_told(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(link)
    with pytest.raises(SaveError, match=r"link\.json"):
        NEW.save(link)
    assert [*tmp_path.iterdir()] == [link]
    assert link.is_symlink()


def test_what_cannot_be_read_or_written_is_told_with_its_path(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_bytes(b'{"a": "\xff"}')
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(1 << 31)
    changed = tmp_path / "changed.json"
    changed.write_text(NEW.to_json().replace('"players": 2', '"players": "2"'), encoding="utf-8")
    for path, words in {
        tmp_path / "none.json": "No such file or directory",
        tmp_path: "Is a directory",
        broken: "not a text in UTF-8: byte 7 is 0xff",
        large: "bytes are not read",
        changed: "players: expected a whole number, not '2'",
        Path("a\0b"): "null",
    }.items():
        with pytest.raises(SaveError) as caught:
            Game.load(path, RULES)
        assert str(caught.value).startswith(f"{path}: ".replace("\0", "\N{REPLACEMENT CHARACTER}"))
        assert words in str(caught.value)
        assert caught.value.file == str(path)
    for path in (tmp_path / "no" / "folder.json", tmp_path, Path("a\0b")):
        with pytest.raises(SaveError) as caught:
            NEW.save(path)
        assert caught.value.file == str(path)
    assert {one.name for one in tmp_path.iterdir()} == {"broken.json", "large.json", "changed.json"}


def test_the_first_of_all_folders_is_refused_as_one(tmp_path: Path) -> None:
    """It has no name, so there is none for a file beside it either."""
    with pytest.raises(SaveError, match=re.escape(os.strerror(errno.EISDIR))):
        NEW.save(tmp_path.anchor)


def test_an_empty_name_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path of no parts would be the folder that one is in."""
    monkeypatch.chdir(tmp_path)
    for use in (samples()["land"].game.save, Game.load, load_board):
        with pytest.raises(ElfenError, match="the name of the file is empty"):
            use("")
    assert [*tmp_path.iterdir()] == []


def test_a_list_that_fails_with_an_error_of_ours_keeps_it() -> None:
    def names() -> Iterator[str]:
        raise SaveError("no names today")
        yield ""

    with pytest.raises(SaveError, match=r"^no names today$"):
        listed("expansions", names(), 5)


def test_a_file_with_a_mark_of_its_byte_order_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(NEW.to_json(), encoding="utf-8-sig")
    assert same(Game.load(path, RULES), NEW)


def test_no_pickle_is_in_a_save(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    NEW.save(path)
    assert path.read_bytes().isascii()
    with pytest.raises(ValueError, match="at position 0, opcode"):
        list(pickletools.genops(path.read_bytes()))
    sources = [
        file.read_text(encoding="utf-8") for file in Path(files.__file__).parent.glob("*.py")
    ]
    assert len(sources) > 5
    assert not any("pickle" in source for source in sources)


# What is no file -------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_a_pipe_or_a_device_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(SaveError, match="neither a device nor a pipe is read"):
            Game.load(path, RULES)
    with pytest.raises(SaveError, match="pipe: neither a device nor a pipe is replaced"):
        NEW.save(pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    link = tmp_path / "link"
    link.symlink_to(pipe)
    with pytest.raises(SaveError, match="is replaced"):
        NEW.save(link)
    assert [*tmp_path.iterdir()] in ([pipe, link], [link, pipe])


def test_a_device_that_cannot_be_opened_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: str, flags: int) -> int:
        raise PermissionError(errno.EACCES, "not for you")

    monkeypatch.setattr(whole_files, "without_waiting", refused)
    with pytest.raises(PermissionError, match="not for you"):
        write_out(os.devnull, b"text")


def test_a_killed_process_leaves_one_file_at_most_which_the_next_save_removes(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.json"
    OLD.save(path)
    for moment in [*MOMENTS, *MOMENTS]:
        killed(path, moment)
        (left,) = {one for one in tmp_path.iterdir() if one != path}
        assert re.fullmatch(r"\.game\.json\.[0-9a-f]{8}\.unfinished", left.name)
    OLD.save(tmp_path / "other.json")
    assert left.exists()
    NEW.save(path)
    assert {one.name for one in tmp_path.iterdir()} == {"game.json", "other.json"}
    assert same(Game.load(path, RULES), NEW)


def test_nothing_else_is_removed(tmp_path: Path) -> None:
    names = {".game.json.unfinished", ".game.json.old.unfinished", ".game.json.12345678.new"}
    for name in names:
        (tmp_path / name).write_text("mine")
    NEW.save(tmp_path / "game.json")
    assert {one.name for one in tmp_path.iterdir()} == {*names, "game.json"}


def test_two_at_once_leave_one_game_or_the_other(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    program = (
        "import sys\nfrom elfen.errors import SaveError\n"
        "from elfen.game.saves.files import write_whole\n"
        "for _ in range(60):\n"
        "    try:\n        write_whole(sys.argv[1], sys.argv[2])\n"
        "    except SaveError as error:\n        print(error)\n"
    )
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(path), game.to_json()],
            stdout=subprocess.PIPE,
            text=True,
        )
        for game in (OLD, NEW, OLD)
    ]
    told = "".join(writer.communicate()[0] for writer in writers)
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert all("other processes" in line for line in told.splitlines())
    game = Game.load(path, RULES)
    assert same(game, OLD) or same(game, NEW)
    assert [*tmp_path.iterdir()] == [path]
