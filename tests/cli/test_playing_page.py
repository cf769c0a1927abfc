"""The session that docs/playing.md shows is what happens."""

from __future__ import annotations

from pathlib import Path

from cli.playing_page import PAGE, played, sessions
from elfen.cli.playing.commands import COMMANDS

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_session_on_the_page_happens_just_so(tmp_path: Path) -> None:
    (session,) = sessions(TEXT)
    assert session[2].count("seat 0> ") > 4
    assert played(session[1], session[2], tmp_path) == session[2]


def test_another_answer_on_the_page_would_be_noticed(tmp_path: Path) -> None:
    (session,) = sessions(TEXT)
    assert (
        played(session[1], session[2].replace("seat 0> 1", "seat 0> 2", 1), tmp_path)
        != (session[2])
    )


def test_the_page_names_every_command() -> None:
    assert [name for name in COMMANDS if f"`{name}" not in TEXT] == []
