"""Saves of games that could not have happened: refused as far as it shows, and told apart."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from cli.running import called
from elfen import Game, SaveError, compile_ruleset
from elfen.errors import PositionError
from elfen.game.saves import written_state
from elfen.kernel import NEXT_ROUND, State
from elfen.land import DRAW, MOVE
from elfen.plugin import Chance, Decide, Do, Over

from .samples import dump, samples

RULES = compile_ruleset()
BUILT = RULES.build(2).at(MOVE, seat=1, round=2).state()
LAST_ROUND = "land/last-round"

#: States that no game comes to, with what is said of each.
IMPOSSIBLE: dict[str, tuple[State, str]] = {
    "a seat draws for ever": (
        evolve(BUILT, agenda=(Do(NEXT_ROUND), *[Decide(DRAW, 1, ())] * 25)),
        "the agenda asks 'land/draw' 25 times; 24 are the most in a game of 2",
    ),
    "a round after the last": (
        evolve(BUILT, round=5),
        "round 5: a game has 4 at most",
    ),
    "a round before the first": (evolve(BUILT, round=-1), "round -1: a game begins with round 0"),
    "nothing after the turn": (
        evolve(BUILT, agenda=BUILT.agenda[1:]),
        "at the bottom of the agenda is 'land/clear', neither the next round nor the end",
    ),
    "two next rounds": (
        evolve(BUILT, agenda=(Do(NEXT_ROUND), *BUILT.agenda)),
        "the agenda has 'core/next-round' above the bottom",
    ),
    "a seat's next round": (
        evolve(BUILT, agenda=(Do(NEXT_ROUND, 0), *BUILT.agenda[1:])),
        "the agenda has 'core/next-round' for a seat or with data; it has none",
    ),
    "a draw of more than there is": (
        evolve(BUILT, agenda=(*BUILT.agenda, Chance("land/refill", None, (99,)))),
        "the agenda has a draw that cannot be: land/refill is to draw 99 from land/",
    ),
    "a draw of nothing": (
        evolve(BUILT, agenda=(*BUILT.agenda, Chance("land/refill", None, (0,)))),
        "the agenda has a draw of 0 by 'land/refill'",
    ),
    "a draw of a word": (
        evolve(BUILT, agenda=(*BUILT.agenda, Chance("land/refill", None, ("x",)))),
        "the agenda has a draw of 'x' by 'land/refill'",
    ),
    "a draw without a number": (
        evolve(BUILT, agenda=(*BUILT.agenda, Chance("land/refill", None, ()))),
        "the agenda has a draw of None by 'land/refill'",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_shows_to_be_impossible_is_refused(name: str) -> None:
    state, wanted = IMPOSSIBLE[name]
    (told,) = RULES.validate(state)
    assert told.startswith(wanted)
    with pytest.raises(PositionError, match="^" + told[:20]):
        RULES.game_from(state)
    with pytest.raises(SaveError) as caught:
        Game.from_json(forged(state))
    assert caught.value.where == "begin.state"
    assert told in caught.value.message


def forged(state: State) -> str:
    """The save of a game that began from a state, whether or not it could have."""
    document = json.loads(RULES.game_from(BUILT, 1).to_json())
    document["begin"]["state"] = written_state(RULES, state)
    return dump({**document, "state": None, "log": []})


def test_as_much_as_there_can_be_is_not_refused() -> None:
    most = RULES.at_most(DRAW, 2)
    state = evolve(BUILT, agenda=(Do(NEXT_ROUND), *[Decide(DRAW, 1, ())] * most))
    assert RULES.validate(state) == ()
    assert RULES.validate(evolve(BUILT, round=RULES.most_rounds)) == ()
    left = sum(BUILT.zones[RULES.layout.index(RULES.chances[0].entry.source)])
    drawn = Chance(RULES.chances[0].entry.name, 0, (left,))
    assert RULES.validate(evolve(BUILT, agenda=(*BUILT.agenda, drawn))) == ()


# What does not show is told apart ----------------------------------------------------------

#: Games as they could not have come about, though nothing in them is impossible by itself.
UNHEARD_OF: dict[str, State] = {
    "over in round one": evolve(RULES.start(2), round=1, agenda=(Over(LAST_ROUND),)),
    "twenty counters for one seat": evolve(
        BUILT, agenda=(Do(NEXT_ROUND), *[Decide(DRAW, 1, ())] * 20)
    ),
}


@pytest.mark.parametrize("name", UNHEARD_OF)
def test_a_forged_beginning_is_told_from_a_start(name: str) -> None:
    text = forged(UNHEARD_OF[name])
    game = Game.from_json(text)
    assert game.begun_from_position
    assert "begun from a position" in repr(game)
    with pytest.raises(SaveError) as caught:
        Game.from_json(text, only_from_start=True)
    assert caught.value.where == "begin.state"
    assert str(caught.value) == (
        "begin.state: the game began from a given position, not from the start; load it without"
        " only_from_start=True"
    )


def test_a_game_that_was_begun_at_the_start_says_so_and_is_loaded() -> None:
    for name, sample in samples().items():
        game, text = sample.game, sample.game.to_json()
        asked: list[Callable[[], Game]] = [
            lambda text=text, plugins=sample.plugins: Game.from_json(  # type: ignore[misc]
                text, plugins=plugins, only_from_start=True
            ),
            lambda text=text, rules=sample.rules: Game.from_json(  # type: ignore[misc]
                text, rules, only_from_start=True
            ),
        ]
        assert game.begun_from_position is (name == "land, built")
        assert ("begun from a position" in repr(game)) is game.begun_from_position
        for ask in asked:
            if game.begun_from_position:
                with pytest.raises(SaveError):
                    ask()
            else:
                assert ask().begun_from_position is False


def test_every_game_of_a_line_says_how_it_began() -> None:
    for game in (RULES.new_game(2, 1), RULES.game_from(BUILT, 1)):
        begun = game.begun_from_position
        after = game.play(game.legal_actions[0])
        again = Game.from_json(after.to_json())
        for one in (after, after.undo(), after.at(0), after.fork(2), after.undo().fork(3), again):
            assert one.begun_from_position is begun
        assert pickle.loads(pickle.dumps(after)).begun_from_position is begun


def test_a_position_that_is_the_start_is_the_start() -> None:
    game = RULES.game_from(RULES.start(2), 1)
    assert not game.begun_from_position
    assert not Game.from_json(game.to_json(), only_from_start=True).begun_from_position


def test_a_position_is_refused_before_it_is_read() -> None:
    document = json.loads(RULES.game_from(BUILT, 1).to_json())
    document["begin"]["state"] = {"any": "thing"}
    with pytest.raises(SaveError, match=r"^begin\.state: the game began from a given position"):
        Game.from_json(dump(document), only_from_start=True)


def test_a_file_is_refused_by_its_name(tmp_path: Path) -> None:
    built, begun = tmp_path / "built.json", tmp_path / "begun.json"
    RULES.game_from(BUILT, 1).save(built)
    RULES.new_game(2, 1).save(begun)
    assert Game.load(built).begun_from_position
    assert not Game.load(begun, only_from_start=True).begun_from_position
    with pytest.raises(SaveError) as caught:
        Game.load(built, only_from_start=True)
    assert str(caught.value).startswith(f"{built}: begin.state: the game began from a given")


def test_show_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = "It began from a given position, not from the start."
    RULES.game_from(BUILT, 1).save(tmp_path / "built.json")
    RULES.new_game(2, 1).save(tmp_path / "begun.json")
    for more in ("", " --seat 0", " --at 0"):
        shown = " ".join(called(capsys, f"show {tmp_path}/built.json{more}").out.split())
        assert said in shown
        shown = " ".join(called(capsys, f"show {tmp_path}/begun.json{more}").out.split())
        assert said not in shown


def test_play_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    RULES.game_from(BUILT, 1).save(tmp_path / "built.json")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    out = called(capsys, f"play --load {tmp_path}/built.json --save {tmp_path}/on.json").out
    assert "It began from a given position, not from the start." in " ".join(out.split())
