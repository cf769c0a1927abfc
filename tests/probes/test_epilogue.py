"""There is a moment before every end, for last choices and for laying secrets open."""

from __future__ import annotations

from functools import cache

import epilogue
import pytest
from attrs import evolve
from epilogue import DECK, ENOUGH, LAST_CHOICE, SECRET, SHOWN

from elfen import Decide, Game, Over, Ruleset, State, compile_ruleset
from elfen.declare.agenda import Do
from elfen.declare.events import GameEnded, PiecesMoved
from elfen.game.story import heard, tell
from elfen.land import HAND, MOVE, TOWN_CARDS, TOWN_CARDS_SHOWN
from elfen.testing import check_game, check_rules, check_state, play_out
from elfen.text.explanation import explain


@cache
def rules(*more: object) -> Ruleset:
    return compile_ruleset(expansions=[epilogue, *more])


def about_to_end(chosen: Ruleset, pieces: int = ENOUGH - 1) -> Game:
    """Seat 0 is about to take the piece of Virst; so many it has."""
    towns = [t.id for t in chosen.board.towns if t.id not in ("elvenhold", "virst")]
    build = chosen.build(2).at(MOVE, seat=0, round=1).visited(0, *towns[:pieces])
    build = build.zone(HAND.of(0), {"raft": 4})
    wishes = build.zone(SECRET.of(0), {"virst": 1}).zone(SECRET.of(1), {"ixara": 1})
    return chosen.game_from(wishes.state(), seed=1)


STEP = "move elvenhold-virst-lake raft*2"


def at_the_end(chosen: Ruleset) -> Game:
    return about_to_end(chosen).play(STEP)


def test_an_end_in_mid_move_waits_for_the_last_choices() -> None:
    game = at_the_end(rules())
    assert game.pending == Decide(LAST_CHOICE, 0)
    assert not game.is_over
    assert game.position.ending == "epilogue/enough"
    game = game.play("keep wish")
    assert game.pending == Decide(LAST_CHOICE, 1)
    game = game.play("wish again")
    assert game.pending == Over("epilogue/enough")
    assert game.position.ending == "epilogue/enough"


def test_the_last_round_waits_for_them_too() -> None:
    game = play_out(rules(), 3, seed=3)
    items = [state.agenda[-1] for state in states(game)]
    asked = [item.name for item in items if isinstance(item, Decide)]
    assert asked.count(LAST_CHOICE) == 3
    assert asked[-3:] == [LAST_CHOICE] * 3
    assert all(game.position.size(SHOWN.of(seat)) == 1 for seat in range(3))


def states(game: Game) -> list[State]:
    """All at which somebody decided, and the last."""
    found = [game.state]
    while any(entry.seat is not None for entry in game.log):
        game = game.undo()
        found.insert(0, game.state)
    return found


def test_nothing_is_told_or_scored_as_over_before_it_is() -> None:
    game = about_to_end(rules()).play(STEP)
    assert game.view(1).holding(SECRET, 0).pieces is None
    assert game.view(1).pending == Decide(LAST_CHOICE, 0)
    assert "over" not in str(game.view(1))
    assert not any("ended" in line for line in tell(game))
    assert [line.points for line in game.view(0).scores[0].lines] == [ENOUGH, 0]
    game = game.play("keep wish").play("keep wish")
    assert game.view(1).counts(SHOWN, 0) == {"virst": 1}
    assert [row.total for row in game.standings] == [ENOUGH + 2, 0]


def test_the_last_of_all_events_is_that_the_game_ended() -> None:
    game = at_the_end(rules()).play("keep wish").play("keep wish")
    *_, last = heard(game)
    assert [type(event) for event in last.events] == [PiecesMoved, PiecesMoved, GameEnded]
    assert list(tell(game))[-1].endswith("The game ended: a player has eight town pieces.")


def test_chance_may_be_drawn_in_it() -> None:
    game = at_the_end(rules())
    before = game.position.size(DECK)
    again = game.play("wish again")
    assert again.position.size(DECK) == before
    assert again.pending == Decide(LAST_CHOICE, 1)
    assert str(again.log[-1].move).startswith("drawn ")


def test_no_other_ending_comes_in_between() -> None:
    game = at_the_end(rules()).play("keep wish").play("keep wish")
    ending = next(e for e in rules().endings if e.name == "epilogue/shown")
    assert ending.when(game.position)
    assert game.pending == Over("epilogue/enough")


def test_without_an_end_nothing_happens() -> None:
    assert about_to_end(rules(), pieces=2).play(STEP).pending == Decide(MOVE, 0)


def test_a_game_is_saved_and_loaded_in_that_moment() -> None:
    game = at_the_end(rules()).play("keep wish")
    again = Game.from_json(game.to_json(), plugins=[epilogue])
    assert again.state == game.state
    assert again.play("keep wish").is_over


def test_the_moment_itself_keeps_the_laws() -> None:
    game = at_the_end(rules())
    for state in (game.state, game.play("keep wish").state, game.play("wish again").state):
        check_state(rules(), state, breadth=None)


@pytest.mark.alike(2)
@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_keep_the_laws(players: int) -> None:
    check_game(play_out(rules(), players, seed=players), every=25)


@pytest.mark.alike(4)
@pytest.mark.parametrize("more", [(), ("favor",), ("gold",), ("sea",)], ids=str)
def test_the_rulesets_keep_the_laws(more: tuple[str, ...]) -> None:
    check_rules(rules(*more))
    check_game(play_out(rules(*more), 3, seed=5), every=25)


def test_the_steps_are_told_by_explain() -> None:
    (end,) = [item for item in explain(rules()).section("Procedures").items if item.name == "end"]
    assert [step.name for step in end.items] == ["epilogue/ask", "epilogue/show"]
    assert "before the game is over" in end.words


def test_a_state_that_goes_on_below_its_end_is_wrong() -> None:
    state = at_the_end(rules()).state
    below = evolve(state, agenda=(state.agenda[-1], *state.agenda))
    assert rules().validate(state) == ()
    assert any("below the end" in text for text in rules().validate(below))
    assert isinstance(state.agenda[1], Do)


def test_town_cards_lie_open_however_the_game_ends() -> None:
    chosen = compile_ruleset(expansions=[epilogue], options={"town_cards": True})
    game = about_to_end(chosen)
    state = (
        chosen.build(2)
        .as_in(game.state)
        .visited(0, *game.view(0).visited[0])
        .zone(HAND.of(0), {"raft": 4})
        .zone(TOWN_CARDS.of(0), {"yttar": 1})
        .zone(TOWN_CARDS.of(1), {"virst": 1})
        .state()
    )
    game = chosen.game_from(state, seed=1).play(STEP)
    assert game.view(0).counts(TOWN_CARDS_SHOWN, 1) == {"virst": 1}
    assert not game.is_over
    game = game.play("keep wish").play("keep wish")
    assert game.view(0).counts(TOWN_CARDS_SHOWN, 1) == {"virst": 1}
    assert game.position.size(TOWN_CARDS.of(1)) == 0
