"""Pictures as PNG, with the library resvg and without."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest
from drawn_games import positions

import elfen.draw
from cli.running import called
from elfen import ElfenError
from elfen.draw import Svg

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def test_a_png_is_as_large_as_the_picture_says(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg is not installed")
    for theme in ("light", "dark"):
        svg = elfen.draw.board(positions("gold", 4)[8].view(1), theme=theme, size=700)
        svg.save(tmp_path / "game.png")
        png = (tmp_path / "game.png").read_bytes()
        assert png == svg.png()
        assert png.startswith(SIGNATURE)
        assert struct.unpack(">I", png[16:20]) == (700,)
        assert len(png) > 50_000  # an empty one would be a few kilobytes


def test_a_command_writes_a_png(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resvg_py", reason="resvg is not installed")
    game = positions("land", 2)[3]
    game.save(tmp_path / "game.json")
    out = tmp_path / "game.png"
    ended = called(capsys, f"draw {tmp_path}/game.json --seat 1 -o {out}")
    assert (ended.code, ended.err) == (0, "")
    assert out.read_bytes() == elfen.draw.board(game.view(1)).png()


def test_without_the_library_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    svg = elfen.draw.board(positions("land", 2)[3].view(0))
    with pytest.raises(ElfenError, match=r"pip install 'elfen\[png\]'"):
        svg.save(tmp_path / "game.png")
    assert not (tmp_path / "game.png").exists()


def test_a_png_has_one_theme() -> None:
    svg = elfen.draw.board(positions("land", 2)[3].view(0), theme="auto")
    with pytest.raises(ElfenError, match="light or dark"):
        svg.png()


def test_a_png_is_no_larger_than_can_be_drawn_at_once() -> None:
    position = positions("land", 2)[3]
    large = elfen.draw.board(position.view(0), size=3000)
    with pytest.raises(ElfenError, match="from 200 to 3000"):
        elfen.draw.board(position.view(0), size=3001)
    larger = Svg(large.replace(' width="3000"', ' width="30000"', 1))
    with pytest.raises(ElfenError, match=r"^a PNG of 30000 x [\d.]+ pixels is too large: draw it"):
        larger.png()


@pytest.mark.parametrize("text", ["", "x", "<svg/>", '<svg x="" width="9" height="9"><g'])
def test_what_is_no_picture_of_elfen_becomes_no_png(text: str) -> None:
    pytest.importorskip("resvg_py", reason="resvg is not installed")
    with pytest.raises(ElfenError, match=r"that elfen has drawn|does not become a PNG"):
        Svg(text).png()
