"""The laws also hold the kernel itself: each of its functions, made faulty, is caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from faults import SMALL

from elfen import Chance, Decide, Game, Ruleset, State, compile_ruleset
from elfen.declare.chance import Drawn
from elfen.declare.kinds import Pieces
from elfen.kernel import compiled_rules, payments
from elfen.kernel.chance import CompiledDraw, CompiledRoll
from elfen.land import TURN
from elfen.plugin import PUBLIC, Do, Manifest, Roll, Step, Table, hookimpl
from elfen.testing import (
    LawBroken,
    agreement,
    check_game,
    check_state,
    determinism,
    play_out,
    sampling,
    states_of,
)
from elfen.testing.agreeing.agreement import notation
from elfen.testing.blaming.blame import places
from elfen.testing.laws import check_payments
from elfen.testing.sampling import in_bulk, shrunken, singly
from testing.in_the_core import blamed, in_place_of

Patch = Callable[[Callable[..., Any]], Callable[..., Any]]


def small() -> Ruleset:
    return compile_ruleset(options={"rounds": 3}, board=SMALL)


def state_at(rules: Ruleset, what: type, name: str) -> State:
    """The first state of a game that waits for this decision or draw."""
    for state, _ in states_of(play_out(rules, 2, seed=4)):
        item = rules.pending(state)
        if isinstance(item, what) and getattr(item, "name", "") == name:
            return state
    raise AssertionError(f"no state waits for {name}")


def without_the_last(outcomes: Callable[..., Any]) -> Callable[..., Any]:
    return lambda rules, state: outcomes(rules, state)[:-1]


def unchecked(apply: Callable[..., Any]) -> Callable[..., Any]:
    return lambda rules, state, move: rules.advance(state, rules.legal_actions(state)[0])


def always_the_same(sample: Callable[..., Any]) -> Callable[..., Any]:
    def greedy(rules: Ruleset, state: State, dealer: Any) -> Any:
        _, dealer = sample(rules, state, dealer)
        left = state
        pieces: list[str] = []
        for _ in range(int(rules.pending(state).data[0])):  # type: ignore[union-attr]
            outcome, _ = rules.outcomes(left)[0]
            assert isinstance(outcome, Drawn)
            pieces += outcome.pieces
            left = rules.advance(left, outcome)
        return Drawn(Pieces.of(pieces)), dealer

    return greedy


def half_way(trace: Callable[..., Any]) -> Callable[..., Any]:
    def traced(rules: Ruleset, state: State, move: Any) -> Any:
        told = trace(rules, state, move)
        return type(told)(state, told.events)

    return traced


def anything_drawn(check: Callable[..., Any]) -> Callable[..., Any]:
    def lenient(rules: Ruleset, state: State, move: Any) -> Any:
        return None if isinstance(move, Drawn) else check(rules, state, move)

    return lenient


def any_face(check: Callable[..., Any]) -> Callable[..., Any]:
    def lenient(roll: Any, position: Any, item: Any, outcome: Any) -> Any:
        known = roll.roll.faces(position, item)
        face = getattr(outcome, "face", None)
        return None if face in known else check(roll, position, item, outcome)

    return lenient


class Dial:
    """At the end of a turn a die is rolled of which one face cannot come up."""

    def __init__(self, known: Callable[[], list[str]] = lambda: ["1", "2"]) -> None:
        self.known = known

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("dial", rules_version=1, api=1, requires=("land",), help="a die")

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Roll]:
        return [
            Roll(
                "dial/roll",
                lambda position, item: {"1": 2, "2": 0},
                lambda table, item, face: None,
                visibility=PUBLIC,
                domain=lambda rules, players: self.known(),
            )
        ]

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        def roll(table: Table, item: Do) -> None:
            table.roll("dial/roll")

        return [Step("dial/turn", roll, of=TURN, after="land/hand-limit")]


def rolling(dial: Dial) -> tuple[Ruleset, State]:
    """Rules with a dial, and a state in which it is due."""
    rules = compile_ruleset(options={"rounds": 3}, board=SMALL, expansions=[dial])
    return rules, state_at(rules, Chance, "dial/roll")


def test_a_face_without_weight_is_not_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state = rolling(Dial())
    check_state(rules, state)
    monkeypatch.setattr(CompiledRoll, "check", any_face(CompiledRoll.check))
    with pytest.raises(LawBroken, match=r"rolled 2 is not listed .* but the check allows it"):
        check_state(rules, state)


def test_a_domain_of_a_roll_that_fails_is_told_by_the_law_of_agreement() -> None:
    rules, state = rolling(Dial(lambda: ["1", {}["2"]]))
    with pytest.raises(LawBroken, match="the domain of 'dial/roll' raised KeyError") as caught:
        agreement(rules, state)
    assert caught.value.law == "agreement"


def one_list(legal_actions: Callable[..., Any]) -> Callable[..., Any]:
    kept: dict[State, list[Any]] = {}

    def listed(rules: Ruleset, state: State) -> Any:
        return kept.setdefault(state, list(legal_actions(rules, state)))

    return listed


@pytest.mark.parametrize(
    ("function", "patch", "what", "name", "law", "says"),
    [
        ("outcomes", without_the_last, Chance, "land/refill", "agreement", "sum to"),
        ("check", anything_drawn, Chance, "land/refill", "agreement", "the check allows it"),
        ("sample", always_the_same, Chance, "land/deal", "sampling", "by single draws"),
        ("apply", unchecked, Decide, "land/draw", "agreement", ""),
        ("trace", half_way, Decide, "land/draw", "purity", "trace and apply"),
        ("legal_actions", one_list, Decide, "land/plan", "purity", "not a copy"),
    ],
)
def test_a_faulty_kernel_is_caught(
    monkeypatch: pytest.MonkeyPatch,
    function: str,
    patch: Patch,
    what: type,
    name: str,
    law: str,
    says: str,
) -> None:
    rules = small()
    state = state_at(rules, what, name)
    check_state(rules, state)
    monkeypatch.setattr(Ruleset, function, patch(getattr(Ruleset, function)))
    with pytest.raises(LawBroken) as caught:
        check_state(rules, state)
    assert caught.value.law == law
    assert says in caught.value.message


def test_play_that_goes_its_own_way_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = small()
    game = play_out(rules, 2, seed=4)
    check_game(game, every=50)
    play = Ruleset.play
    monkeypatch.setattr(
        Ruleset,
        "play",
        lambda self, state, action, dealer: play(self, state, action, dealer.below(9)[1]),
    )
    with pytest.raises(LawBroken) as caught:
        check_game(game, every=50)
    assert caught.value.law == "sampling"
    with pytest.raises(LawBroken) as caught:
        determinism(game)
    assert caught.value.law == "determinism"


def test_a_game_whose_chance_goes_on_from_what_was_taken_back_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, undo = play_out(small(), 2, seed=4), Game.undo
    determinism(game)
    monkeypatch.setattr(Game, "undo", lambda self: undo(self)._with(self._dealer))
    with pytest.raises(
        LawBroken, match=r"taken back and played once more, gives another"
    ) as caught:
        determinism(game)
    assert caught.value.law == "determinism"
    named = [place.function for place in places(caught.value, game.rules)]
    assert "Game._with" in named


def test_a_game_that_was_there_is_not_marked_by_taking_back_a_later_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def undo(self: Any, seat: int | None = None) -> Game:
        game = self._line(states=True)[-2]  # of these, the first one is the game itself
        game._undone = self
        return game  # type: ignore[no-any-return]

    determinism(play_out(small(), 2, seed=4))
    monkeypatch.setattr(Game, "undo", in_place_of(Game.undo, undo))
    game = play_out(small(), 2, seed=4)
    with pytest.raises(LawBroken, match=r"does not let that game be redone, but an") as caught:
        determinism(game)
    assert caught.value.law == "determinism"
    assert blamed(caught.value, game.rules) == ["Game.undo"]


def test_actions_that_are_not_in_the_order_of_their_notation_are_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def _all_actions(rules: Ruleset) -> tuple[Any, ...]:
        found = {action for one in rules.action_types for action in one.entry.domain()}
        return tuple(sorted(found, key=lambda action: action.verb))

    notation(small())
    wrong = in_place_of(compiled_rules._all_actions, _all_actions)
    monkeypatch.setattr(compiled_rules, "_all_actions", wrong)
    with pytest.raises(LawBroken, match="which is not the order of their notation") as caught:
        notation(rules := compile_ruleset(options={"rounds": 4}, board=SMALL))
    assert caught.value.law == "agreement"
    assert blamed(caught.value, rules)[0] == "_all_actions"


def test_a_draw_of_more_than_there_is_may_not_be_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, right = compile_ruleset(), CompiledDraw.check
    state = state_at(rules, Chance, "land/deal")

    def by_kinds_alone(self: Any, position: Any, item: Any, outcome: Drawn) -> Any:
        return right(self, position, item, Drawn(Pieces.of([*outcome.pieces.counts])))

    sampling(rules, state)
    monkeypatch.setattr(CompiledDraw, "check", by_kinds_alone)
    with pytest.raises(
        LawBroken, match=r"is accepted for land/deal, where \d of them can be drawn"
    ):
        sampling(rules, state)


def test_a_large_draw_is_compared_by_a_small_one_with_all_its_ways() -> None:
    rules = compile_ruleset()
    state = state_at(rules, Chance, "land/deal")
    assert rules.pending(state).data == (8,)  # type: ignore[union-attr]
    little = shrunken(rules, state)
    expected = singly(rules, little)
    assert sum(expected.values()) == 1
    assert len(expected) > 2
    assert in_bulk(rules, little) == expected
    assert in_bulk(rules, state) == {}


def test_a_payment_of_fewer_pieces_than_the_price_needs_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bundles = payments._bundles

    def of_the_last_need(layout: Any, needs: Any, stocked: Any) -> Any:
        """Of two needs of one zone only the last is met."""
        last = {need.zone.name: need for need in needs}
        yield from bundles(layout, [*last.values()], stocked)

    monkeypatch.setattr(payments, "_bundles", of_the_last_need)
    check_payments(compile_ruleset(expansions=["gold"]))  # no price needs two of one zone
    with pytest.raises(LawBroken, match="but has 2 pieces and not 3") as caught:
        check_payments(compile_ruleset(expansions=["gold"], options={"witches": True}))
    # The last function of the core that still had both needs: it calls the one above.
    assert caught.value.places[0].function == "PaymentTable.__init__"
