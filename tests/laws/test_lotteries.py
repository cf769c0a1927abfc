"""`sample_action` draws each legal action equally often, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from faults import SMALL, TUNES, DrawsUnfairly, Whistle
from gallery import with_expansion

from elfen import Decide, Ruleset, State, compile_ruleset
from elfen.kernel.kernel import Kernel
from elfen.land import OBSTACLES, PLAN
from elfen.land.planning import Pass
from elfen.plugin import Lottery, Position, Reason
from elfen.testing import LawBroken, agreement, check_game, play_out, states_of
from elfen.testing.agreeing.lotteries import drawn_as_listed, tickets_of
from testing.in_the_core import asks, blamed, in_place_of

Sample = Callable[..., Any]


def planning(rules: Ruleset) -> State:
    """A state with several types of actions, some of whose tickets are blanks."""
    found = [
        state
        for state, _ in states_of(play_out(rules, 2, seed=4))
        if getattr(rules.pending(state), "name", "") == "land/plan"
        and len({*map(type, rules.legal_actions(state))}) > 3
    ]
    return found[len(found) // 2]


def first_a_type(sample: Sample) -> Sample:
    """Any type of action is as likely as any other, however long their lists."""

    def draw(rules: Ruleset, state: State, rng: random.Random) -> Any:
        actions = rules.legal_actions(state)
        cls = rng.choice([*dict.fromkeys(map(type, actions))])
        return rng.choice([action for action in actions if type(action) is cls])

    return draw


def never_the_first_half(sample: Sample) -> Sample:
    """What stands in the first half of the list does not come."""

    def draw(rules: Ruleset, state: State, rng: random.Random) -> Any:
        actions = rules.legal_actions(state)
        return rng.choice(actions[len(actions) // 2 :])

    return draw


def anything(sample: Sample) -> Sample:
    """Now and then an action of the domain comes, legal or not."""

    def draw(rules: Ruleset, state: State, rng: random.Random) -> Any:
        return rng.choice(rules.actions) if rng.random() < 0.1 else sample(rules, state, rng)

    return draw


def where_nobody_decides(sample: Sample) -> Sample:
    """Somebody always passes."""
    return lambda rules, state, rng: sample(rules, state, rng) or Pass()


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (first_a_type, "were drawn"),
        (never_the_first_half, "were drawn"),
        (anything, "is drawn at .* but is not listed"),
        (where_nobody_decides, "where nobody decides"),
    ],
)
def test_a_kernel_that_draws_wrongly_is_found(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[Sample], Sample], says: str
) -> None:
    rules = compile_ruleset(options={"rounds": 3}, board=SMALL)
    state = rules.start(2) if fault is where_nobody_decides else planning(rules)
    monkeypatch.setattr(Ruleset, "sample_action", fault(Ruleset.sample_action))
    with pytest.raises(LawBroken, match=says) as caught:
        agreement(rules, state)
    assert caught.value.law == "agreement"


@pytest.mark.parametrize("expansions", [(), ("gold", "favor")], ids=str)
def test_a_fair_kernel_is_not_accused(expansions: tuple[Any, ...]) -> None:
    rules = compile_ruleset(expansions=expansions)
    asked = set()
    for number, (state, _) in enumerate(states_of(play_out(rules, 2, seed=3))):
        item = rules.pending(state)
        if isinstance(item, Decide) and (number % 9 == 0 or item.name not in asked):
            asked.add(item.name)
            drawn_as_listed(rules, state, rules.legal_actions(state))
    assert "land/plan" in asked


@pytest.mark.parametrize("expansions", [(), ("gold",)], ids=str)
def test_who_has_nothing_left_to_lay_finds_no_action_and_no_ticket(
    expansions: tuple[str, ...],
) -> None:
    rules = compile_ruleset(expansions=expansions)
    build = rules.build(2).at("land/plan", seat=0, round=1).zone(OBSTACLES.of(0), {})
    state = build.lay("feodor-lapphalya-woods", "dragon").draft()
    drawn = {
        one.entry.name: one.entry.legal
        for one in rules.answers["land/plan"]
        if isinstance(one.entry.legal, Lottery)
    }
    assert "land/place-obstacle" in drawn
    for name, lottery in drawn.items():
        assert [*lottery(state, 0)] == [], name
        assert [*tickets_of(lottery, state, 0)] == [], name


def test_games_draw_as_their_rules_do() -> None:
    game = compile_ruleset().new_game(3, seed=1)
    rng = random.Random(1)
    while (action := game.sample_action(rng)) is not None:
        game = game.play(action)
    assert game.is_over


class DrawsWhatItListedLast(DrawsUnfairly):
    """Tickets are for what was listed last, perhaps in another town."""

    def __init__(self) -> None:
        self.listed: tuple[Whistle, ...] = TUNES

    def legal(self, position: Position, seat: int) -> tuple[Whistle, ...]:
        self.listed = TUNES[position.boots[seat] % 2 :]
        return self.listed

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        heard = TUNES[position.boots[seat] % 2 :]
        return None if action in heard else Reason("fault/whistle", "too low for this town")

    def hold(self, position: Position, seat: int) -> tuple[Any, ...]:
        return len(self.listed), self.listed

    def draw(self, held: tuple[Any, ...], ticket: int) -> Whistle:
        return held[1][ticket]  # type: ignore[no-any-return]


class DrawsTheNextForABlank(DrawsUnfairly):
    """A ticket for what is not possible gives the next tune that is."""

    def legal(self, position: Position, seat: int) -> tuple[Whistle, ...]:
        if position.boots[seat] % 2:
            return TUNES[1:]
        return TUNES

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        here = self.legal(position, seat)
        return None if action in here else Reason("fault/whistle", "too low")

    def hold(self, position: Position, seat: int) -> tuple[Any, ...]:
        return len(TUNES), TUNES, len(TUNES) - len(self.legal(position, seat))

    def draw(self, held: tuple[Any, ...], ticket: int) -> Whistle:
        return held[1][max(ticket, held[2])]  # type: ignore[no-any-return]


def test_who_draws_it_is_named_beside_who_lists_it() -> None:
    rules = with_expansion(DrawsTheNextForABlank())
    with pytest.raises(LawBroken, match=r"whistle .* has 2 tickets .* listed 1 times") as caught:
        check_game(play_out(rules, 2, seed=1))
    named = [place.function.rpartition(".")[2] for place in caught.value.places]
    assert named == ["legal", "draw", "hold"]


def test_tickets_are_given_out_after_another_state_was_asked_about() -> None:
    rules = with_expansion(DrawsWhatItListedLast())
    with pytest.raises(LawBroken, match=r"whistle .* tickets .* and is listed") as caught:
        check_game(play_out(rules, 2, seed=1))
    assert caught.value.law == "agreement"
    place = caught.value.places[0]
    assert place.function.startswith("DrawsWhatItListedLast.")


def test_who_draws_by_other_numbers_than_are_given_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Kernel.sample_action

    def sample_action(self: Any, state: State, rng: random.Random) -> Any:
        """If all tickets were blanks, Python's own numbers choose from the list."""
        counting = _Counting(rng)
        action = right(self, state, counting)
        return random.choice(self.legal_actions(state)) if counting.asked > _TICKETS else action

    rules = compile_ruleset()
    states = [state for state, _ in states_of(play_out(rules, 6, seed=1))]
    planned = [state for state in states if asks(state, PLAN)]

    def looked_at() -> None:
        for state in planned:
            drawn_as_listed(rules, state, rules.legal_actions(state))

    looked_at()
    monkeypatch.setattr(Kernel, "sample_action", in_place_of(right, sample_action))
    with pytest.raises(LawBroken, match="uses Python's global random generator") as caught:
        looked_at()
    assert caught.value.law == "purity"
    assert blamed(caught.value, rules) == ["Kernel.sample_action"]


#: So many tickets the kernel draws before it makes the list.
_TICKETS = 8


class _Counting(random.Random):
    """Gives the numbers of another, and counts them."""

    def __init__(self, numbers: random.Random) -> None:
        super().__init__(0)
        self._numbers, self.asked = numbers, 0

    def random(self) -> float:
        self.asked += 1
        return self._numbers.random()
