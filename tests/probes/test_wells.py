"""Wells put a decision, a draw and a roll into the middle of a move, and the move goes on."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
import wells
from wells import AT_WELL, Drink, Throw, WalkOn

from elfen import Chance, Decide, Ruleset, State, compile_ruleset
from elfen.declare.chance import Drawn, Rolled
from elfen.declare.kinds import Pieces
from elfen.errors import SaveError
from elfen.game.saves import read_state, written_state
from elfen.land import HAND, MOVE, PLAYED, STACK, Move, Stop
from elfen.testing import check_game, check_rules, check_state, play_out

ROAD = "feodor-lapphalya-woods"


@cache
def with_wells() -> Ruleset:
    return compile_ruleset(expansions=[wells])


def at_the_well(stack: dict[str, int] | None = None, played: dict[str, int] | None = None) -> State:
    """Seat 0 has come from Feodor to Lapphalya, where a well is, and holds a unicorn."""
    rules = with_wells()
    build = rules.build(players=2).at(MOVE, seat=0, round=1).boot(0, "feodor")
    build = build.zone(HAND.of(0), {"unicorn": 2}).lay(ROAD, "unicorn")
    if stack is not None:
        build = build.zone(PLAYED, played or {}).zone(HAND.of(1), _the_rest(stack, played or {}))
    return rules.apply(build.state(), Move(ROAD, Pieces.of(["unicorn"])))


def _the_rest(stack: dict[str, int], played: dict[str, int]) -> dict[str, int]:
    """All travel cards that neither lie in the stack, nor are played, nor are seat 0's."""
    rules = with_wells()
    start = rules.start(2)
    all_cards = rules.layout.pieces(STACK, start.zones[rules.layout.index(STACK)]).counts
    mine = {"unicorn": 2}
    return {
        kind: n - stack.get(kind, 0) - played.get(kind, 0) - mine.get(kind, 0)
        for kind, n in all_cards.items()
    }


def drawn(*cards: str) -> Drawn:
    return Drawn(Pieces.of(cards))


def town(state: State) -> str:
    return with_wells().board.towns[state.boots[0]].id


def hand(state: State) -> dict[str, int]:
    rules = with_wells()
    return rules.layout.pieces(HAND, state.zones[rules.layout.index(HAND, 0)]).counts


def test_arriving_at_a_well_asks_in_mid_move() -> None:
    state = at_the_well()
    item = with_wells().pending(state)
    assert isinstance(item, Decide)
    assert (item.name, item.seat) == (AT_WELL, 0)
    assert with_wells().legal_actions(state) == [Drink(), Throw(), WalkOn()]
    check_state(with_wells(), state, breadth=None)


def test_the_town_piece_is_taken_before_the_well_is_asked() -> None:
    state = at_the_well()
    assert state.visited[0].bit_count() == 1


def test_walking_on_goes_on_with_the_move() -> None:
    state = with_wells().apply(at_the_well(), WalkOn())
    assert with_wells().pending(state) == Decide(MOVE, 0)
    assert Stop() in with_wells().legal_actions(state)


def test_drinking_draws_a_card_and_goes_on_with_the_move() -> None:
    rules = with_wells()
    state = rules.apply(at_the_well(), Drink())
    assert rules.pending(state) == Chance("wells/draw", 0, (1,))
    assert sum(probability for _, probability in rules.outcomes(state)) == 1
    state = rules.apply(state, drawn("raft"))
    assert hand(state) == {"unicorn": 1, "raft": 1}
    assert rules.pending(state) == Decide(MOVE, 0)


def test_a_card_from_the_well_can_be_played_in_the_same_move() -> None:
    rules = with_wells()
    state = rules.apply(rules.apply(at_the_well(), Drink()), drawn("unicorn"))
    again = Move(ROAD, Pieces.of(["unicorn"]))
    assert rules.check(state, again) is None
    assert town(rules.apply(state, again)) == "feodor"


def test_with_an_empty_stack_nobody_drinks() -> None:
    rules = with_wells()
    state = at_the_well(stack={}, played={"raft": 3})
    assert rules.legal_actions(state) == [Throw(), WalkOn()]
    reason = rules.check(state, Drink())
    assert reason is not None
    assert "stack" in reason.text


def test_a_stone_falls_as_the_roll_says() -> None:
    rules = with_wells()
    state = rules.apply(at_the_well(), Throw())
    assert dict(rules.outcomes(state)) == {
        Rolled("nothing"): Fraction(1, 2),
        Rolled("card"): Fraction(1, 3),
        Rolled("splash"): Fraction(1, 6),
    }
    nothing = rules.apply(state, Rolled("nothing"))
    assert (town(nothing), hand(nothing)) == ("lapphalya", {"unicorn": 1})
    card = rules.apply(rules.apply(state, Rolled("card")), drawn("dragon"))
    assert (town(card), hand(card)) == ("lapphalya", {"unicorn": 1, "dragon": 1})
    splash = rules.apply(state, Rolled("splash"))
    assert (town(splash), hand(splash)) == ("feodor", {"unicorn": 1})
    for after in (nothing, card, splash):
        assert rules.pending(after) == Decide(MOVE, 0)


def test_other_towns_have_no_well() -> None:
    rules = with_wells()
    state = rules.apply(rules.apply(at_the_well(), Throw()), Rolled("splash"))
    assert rules.pending(state) == Decide(MOVE, 0)
    assert town(state) not in wells.WELLS


@pytest.mark.alike(2)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_whole_games_keep_the_laws(players: int) -> None:
    game = play_out(with_wells(), players, seed=players)
    check_game(game, every=8)


def test_whole_games_come_to_wells() -> None:
    games = [play_out(with_wells(), 6, seed=seed) for seed in range(4)]
    moves = {type(entry.move) for game in games for entry in game.log}
    assert {Drink, Throw, WalkOn, Rolled} <= moves


def test_the_ruleset_keeps_the_laws() -> None:
    check_rules(with_wells())
    assert with_wells().longest(2) > compile_ruleset().longest(2)


def test_it_changes_the_game() -> None:
    plain, wet = compile_ruleset(), with_wells()
    assert {Drink(), Throw(), WalkOn()} == set(wet.actions) - set(plain.actions)
    assert plain.fingerprint != wet.fingerprint


@pytest.mark.parametrize("town", [-1, 21])
def test_a_traveller_comes_from_a_town_in_saves_too(town: int) -> None:
    state = at_the_well()
    written = written_state(with_wells(), state)
    assert read_state(with_wells(), written, "state") == state
    written["agenda"][-1]["data"] = [town]
    with pytest.raises(SaveError, match=rf"{town} is no number from 0 to \d+"):
        read_state(with_wells(), written, "state")
