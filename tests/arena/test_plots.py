"""The report as a picture."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from synthetic import results

from elfen import ElfenError
from elfen.arena import Report

pytest.importorskip("matplotlib")


@cache
def report() -> Report:
    return Report(results({"strong": 1.0, "ismcts:iterations=400": 0.5, "weak": 0.0}, 20, 1))


def test_a_picture_names_the_players_and_their_shares(tmp_path: Path) -> None:
    import matplotlib

    file = tmp_path / "arena.svg"
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        report().plot(file)
    text = file.read_text()
    share = report().share("strong", "weak")
    assert share is not None
    for told in ("strong", "ismcts:iterations=400", f"{share:.0%}"):
        assert told in text


def test_the_ending_chooses_the_format(tmp_path: Path) -> None:
    report().plot(tmp_path / "arena.png")
    assert (tmp_path / "arena.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ElfenError, match="cannot draw"):
        report().plot(tmp_path / "arena.what")
    with pytest.raises(ElfenError, match="cannot write"):
        report().plot(tmp_path / "nowhere" / "arena.png")
