"""Whole games in German, on screens of three sizes: nothing is left in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from cli.test_whole_games import GAMES, SIZES, rules, transcript
from elfen.text import speaking
from elfen.text.languages import Catalogue

#: Texts that are the same in both languages.
SAME = {"n", "nothing"}


@cache
def in_german(name: str) -> tuple[tuple[tuple[tuple[int, int], str], ...], frozenset[str]]:
    """The transcript of a game, and the texts that were told without a translation."""
    missed: set[str] = set()
    told = Catalogue.text

    def text(self: Catalogue, text: str) -> str:
        found = told(self, text)
        if found == text:
            missed.add(text)
        return found

    with pytest.MonkeyPatch.context() as patch, speaking("de"):
        patch.setattr(Catalogue, "text", text)
        return transcript.__wrapped__(name), frozenset(missed)


every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_x(name: str) -> None:
    pages, missed = in_german(name)
    print(missed)
    import pathlib
    pathlib.Path(f"/tmp/w/de-{name}.txt").write_text("\n=====\n".join(f"{s}\n{p}" for s,p in pages))
