"""Saves of rules version 1, in which another seat opened a tile that was auctioned again (G5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from elfen import Game, SaveError
from elfen.game.saves.document import digest_of
from elfen_gold import BID
from playing import asked

DATA = Path(__file__).parent / "data"

#: At this step of the second save the start player has defaulted twice, and seat 1 is to open.
DEFAULTED = 11


def document(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / f"version-1-{name}.json").read_text("utf-8"))
    assert found["rules"]["expansions"]["gold"] == 1
    return found


def cut(name: str, lines: int) -> str:
    """The save as it was after so many decisions."""
    found = document(name)
    found = {**found, "log": found["log"][:lines], "dealer": found["begin"]["dealer"]}
    found["state"] = None
    for line in found["log"]:
        found["dealer"] = {**found["dealer"], **line.get("dealer", {})}
    return json.dumps({**found, "digest": digest_of(found)})


def test_an_old_game_in_which_everyone_could_pay_goes_on() -> None:
    saved = document("plain")
    game = Game.load(DATA / "version-1-plain.json")
    again = json.loads(game.to_json())
    assert game.steps == len(saved["log"]) > 100
    assert again["rules"]["expansions"]["gold"] == 2
    for key in ("players", "begin", "log", "dealer", "state"):
        assert again[key] == saved[key]


def test_an_old_game_in_which_the_same_seat_opened_again_goes_on() -> None:
    game = Game.from_json(cut("auctioned-again", DEFAULTED + 3))
    assert asked(game.at(DEFAULTED + 1)) == (BID, 1)
    assert game.steps == DEFAULTED + 3


def test_an_old_game_in_which_another_seat_opened_again_says_what_it_needs() -> None:
    with pytest.raises(SaveError) as caught:
        Game.load(DATA / "version-1-auctioned-again.json")
    assert caught.value.message.startswith("2, but seat 0 decides; the game was played by rules")
    assert (
        "the game was played by rules version 1 of 'gold': install a version of package 'elfen' ("
        in caught.value.message
    )
    assert caught.value.message.endswith(
        " is installed) that has it; brought up: 'gold' from rules version 1 to 2"
    )
    assert caught.value.where is not None
    assert caught.value.where.startswith("log[")


def test_an_old_game_that_was_changed_is_not_told_to_need_other_rules() -> None:
    text = (DATA / "version-1-plain.json").read_text("utf-8")
    with pytest.raises(SaveError) as caught:
        Game.from_json(text.replace('"action": "no bid"', '"action": "bid 1"'))
    assert "was played by rules version" not in caught.value.message
    assert caught.value.message.endswith("; the save has been changed since it was written")
