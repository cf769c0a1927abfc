"""What a seat gets of a game in writing: nothing that it may not know."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from elfen import Game, PositionError, SaveError

from .samples import samples


@pytest.mark.parametrize("name", samples())
def test_it_has_the_rules_and_the_view_of_the_seat_and_nothing_else(name: str) -> None:
    game = samples()[name].game
    for seat in (None, *range(game.players)):
        document = json.loads(game.redacted(seat))
        assert [*document] == ["format", "schema", "rules", "step", "view"]
        assert document["view"] == json.loads(game.view(seat).to_json())
        assert document["view"]["seat"] == seat
        assert document["rules"] == json.loads(game.to_json())["rules"]
        assert document["step"] == game.steps


def secrets_of(game: Game) -> list[str]:
    """Texts of a save that nobody may be told."""
    document: dict[str, Any] = json.loads(game.to_json())
    return [document["begin"]["dealer"]["seed"], document["digest"], "position", "dealer", "digest"]


@pytest.mark.parametrize("name", samples())
def test_no_seed_position_or_digest_is_in_it(name: str) -> None:
    game = samples()[name].game
    whole = game.to_json()
    for seat, secret in product((None, 0, 1), secrets_of(game)):
        assert secret in whole
        assert secret not in game.redacted(seat)


def test_games_that_a_seat_cannot_tell_apart_are_the_same_in_writing() -> None:
    """Another dealer for what is to come, and another order of undo and redo."""
    game = samples()["land"].game
    for other in (game.fork(1), game.undo().redo(), game.play(game.legal_actions[0]).undo()):
        for seat in (None, 0, 1):
            assert other.redacted(seat) == game.redacted(seat)
    assert game.fork(1).to_json() != game.to_json()


def test_cards_of_others_are_not_in_it() -> None:
    game = samples()["land"].game
    own = json.loads(game.redacted(0))["view"]
    hands = {one["seat"]: one for one in own["holdings"] if one["zone"] == "land/hand"}
    assert hands[0]["pieces"]
    assert hands[1]["pieces"] is None
    assert hands[1]["size"] == 8
    drawn = json.loads(game.to_json())["begin"]["chance"][2]
    assert drawn.removeprefix("drawn ") in json.dumps(json.loads(game.redacted(1)))
    assert drawn.removeprefix("drawn ") not in json.dumps(own)


def test_it_cannot_be_loaded() -> None:
    game = samples()["land"].game
    with pytest.raises(SaveError) as caught:
        Game.from_json(game.redacted(0), game.rules)
    assert str(caught.value) == (
        "format: this is what one seat may know of a game; load the save itself"
    )


@pytest.mark.parametrize("seat", [2, -1, 1.0, True, "0"])
def test_a_seat_that_does_not_play_has_none(seat: Any) -> None:
    with pytest.raises(PositionError, match="there is no seat"):
        samples()["land"].game.redacted(seat)
