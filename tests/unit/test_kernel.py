"""What is listed and what is refused, steps that never end, and a game that is followed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from elfen import (
    Dealer,
    IllegalAction,
    PositionError,
    RuleFailed,
    Ruleset,
    RulesetError,
    State,
)
from elfen.kernel.table import open_table
from elfen.plugin import (
    Action,
    Decide,
    Do,
    Lottery,
    Phase,
    Position,
    Ranking,
    Reason,
    Restriction,
    ScoreLine,
    Step,
    Table,
    TieBreak,
)

from .tiny import CHOOSE, HAND, PLAY, TINY, WAIT, Play, Wait, addon, ask, compiled, deal, end, tiny

CARDS = (Play("red"), Play("blue"))


def choosing(rules: Ruleset, **cards: int) -> State:
    """Seat 0 is to play one of these cards, or to wait."""
    return rules.build(2).at("tiny/choose", seat=0, round=1).zone(HAND.of(0), cards).state()


def with_actions(play: Any = PLAY, wait: Any = WAIT, *addons: Any) -> Ruleset:
    """The tiny game in which waiting is listed first, then the cards."""
    actions = [wait, evolve(play, domain=lambda: [*CARDS])]
    return compiled(*addons, base=tiny(elfen_actions=lambda rules: actions))


# Listed, and refused -----------------------------------------------------------------------


def no_blue(position: Position, seat: int, action: Play) -> Reason | None:
    return Reason("odd/blue", "blue is out of fashion") if action.card == "blue" else None


NO_BLUE = addon(elfen_restrictions=[Restriction("odd/no-blue", type=Play, forbids=no_blue)])


def test_what_needs_something_in_a_zone_is_listed_when_it_is_there_and_else_not() -> None:
    rules = with_actions(evolve(PLAY, offered=HAND))
    assert rules.legal_actions(choosing(rules, red=1)) == [Wait(), Play("red")]
    assert rules.legal_actions(choosing(rules)) == [Wait()]


def test_a_card_in_hand_makes_it_certain_that_its_seat_is_asked_and_none_does_not() -> None:
    actions = [WAIT, evolve(PLAY, domain=lambda: [*CARDS], offered=HAND)]
    forced = [evolve(CHOOSE, forced=Wait())]
    rules = compiled(base=tiny(elfen_actions=lambda rules: actions, elfen_decisions=forced))
    state = rules.build(2).at("tiny/choose", seat=0).zone(HAND.of(0), {"red": 1}).state()
    assert rules.asks(Decide("tiny/choose", 0), state.zones)
    assert not rules.asks(Decide("tiny/choose", 1), state.zones)


def test_what_is_not_legal_by_its_own_rule_stays_so_where_nothing_else_forbids_it() -> None:
    rules = with_actions(PLAY, WAIT, NO_BLUE)
    state = choosing(rules, blue=1)
    assert str(rules.check(state, Play("red"))) == "no card"
    assert str(rules.check(state, Play("blue"))) == "blue is out of fashion"
    assert rules.check(state, Wait()) is None


def test_an_illegal_action_is_not_traced() -> None:
    rules = compiled()
    with pytest.raises(IllegalAction, match="no card"):
        rules.trace(choosing(rules, blue=1), Play("red"))


def test_nothing_is_drawn_where_somebody_decides() -> None:
    rules = compiled()
    with pytest.raises(PositionError, match="no draw or roll is due"):
        rules.sample(choosing(rules), Dealer.seeded(1))


# One of many -------------------------------------------------------------------------------


class Evenly(Random):
    """Gives the middles of n parts of the numbers from 0 to 1, over and over."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n, self.at = n, -1

    def random(self) -> float:
        self.at += 1
        return (self.at % self.n + 0.5) / self.n


def hold(position: Position, seat: int) -> tuple[Any, ...]:
    """A ticket for each card in hand; the rest is for `draw` alone."""
    held = [Play(card) for card in position.counts(HAND.of(seat))]
    return len(held), None, held


RAFFLE = Lottery(
    lambda position, seat: hold(position, seat)[2], hold, lambda held, ticket: held[2][ticket]
)


def drawn(rules: Ruleset, state: State, times: int) -> list[Action | None]:
    numbers = Evenly(times)
    return sorted((rules.sample_action(state, numbers) for _ in range(times)), key=str)


def test_each_legal_action_is_drawn_equally_often() -> None:
    rules = with_actions(evolve(PLAY, legal=RAFFLE), evolve(WAIT, legal=(Wait(),)))
    state = choosing(rules, red=1, blue=2)
    each = [Play("blue"), Play("red"), Wait()]
    assert sorted(rules.legal_actions(state), key=str) == each
    assert drawn(rules, state, 3) == each


def test_what_a_restriction_forbids_is_never_drawn() -> None:
    rules = with_actions(evolve(PLAY, legal=RAFFLE), evolve(WAIT, legal=(Wait(),)), NO_BLUE)
    state = choosing(rules, red=1, blue=2)
    assert {*drawn(rules, state, 12)} == {*rules.legal_actions(state)} == {Play("red"), Wait()}


# Steps -------------------------------------------------------------------------------------


def test_a_step_that_puts_itself_on_the_agenda_for_ever_is_told() -> None:
    def again(table: Table, item: Do) -> None:
        table.do("odd/again")

    rules = compiled(
        addon(
            elfen_steps=[Step("odd/again", again, of="odd/loop")],
            elfen_phases=[
                Phase("odd/begin", lambda table: table.do("odd/again"), after="tiny/ask")
            ],
        )
    )
    state = rules.deal(rules.start(1), Dealer.seeded(1)).state
    with pytest.raises(RulesetError, match=r"steps without a decision.*'odd/again'.*itself"):
        rules.advance(state, Wait())


END_FIRST = [Phase("tiny/end", end), Phase("tiny/deal", deal), Phase("tiny/ask", ask)]


@pytest.mark.parametrize("phases", [TINY["elfen_phases"], END_FIRST], ids=["as usual", "end first"])
def test_a_whole_game_can_be_followed_on_one_table(phases: list[Phase]) -> None:
    """Also where nothing but the next round comes after the last decision of a round."""
    rules = compiled(base=tiny(elfen_phases=phases))
    game = rules.new_game(2, seed=4)
    while not game.is_over:
        game = game.play(game.legal_actions[0])
    table = open_table(rules, game.beginning)
    rules.follow(table, [entry.move for entry in game.log])
    assert table.freeze() == game.state


# Places ------------------------------------------------------------------------------------


def test_a_ranking_that_leaves_a_seat_out_is_told_with_its_plugin() -> None:
    ranking = Ranking(
        "odd/ranking", lambda position, results: [1], text="alone", replaces="core/ranking"
    )
    rules = compiled(addon(elfen_ranking=[ranking]))
    with pytest.raises(RulesetError, match="'odd': 'odd/ranking' gave 1 ranks for 3 seats"):
        rules.standings(rules.start(3))


def never(position: Position, seat: int) -> int:
    raise StopIteration


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


def mute(position: Position, seat: int) -> int:
    raise Mute


@pytest.mark.parametrize(
    ("points", "told"),
    [
        (lambda position, seat: None, "it gave None, not a whole number"),
        (lambda position, seat: "12", "it gave '12', not a whole number"),
        (lambda position, seat: [1], r"it gave \[1\], not a whole number"),
        (lambda position, seat: 1.5, "it gave 1.5, not a whole number"),
        (lambda position, seat: 10**5_000, "it gave a number of about 5000 digits, not"),
        (lambda position, seat: 10**300, "it gave 1000.*, not a whole number of at most 300"),
        (lambda position, seat: -(10**300), "it gave -1000.*, not a whole number of at most 300"),
        (never, "StopIteration"),
        (mute, "Mute: what it says cannot be shown"),
    ],
)
def test_points_that_are_no_number_are_told_with_their_plugin(points: Any, told: str) -> None:
    line = ScoreLine("odd/x", points, lowest=lambda rules: 0, highest=lambda rules: 9, text="x")
    for odd, field in (
        (addon(elfen_scoring=[line]), "elfen_scoring, points="),
        (addon(elfen_tie_breaks=[TieBreak("odd/x", points, text="x")]), "elfen_tie_breaks, value="),
    ):
        game = compiled(odd).new_game(2, seed=1)
        told_as = rf"'odd' failed .*'odd/x' \({field}\): .*{told}"
        with pytest.raises(RuleFailed, match=told_as):
            _ = game.standings
        with pytest.raises(RuleFailed, match=told_as):
            game.rules.results(game.state)
        with pytest.raises(RuleFailed, match=told_as):
            _ = game.view(0).scores


@pytest.mark.parametrize("ranks", [None, 1, ["1", "2"], [1, "2"], [None, None], {0: 1, 1: 2}])
def test_ranks_that_are_no_list_of_numbers_are_told_with_their_plugin(ranks: Any) -> None:
    ranking = Ranking(
        "odd/ranking", lambda position, results: ranks, text="odd", replaces="core/ranking"
    )
    rules = compiled(addon(elfen_ranking=[ranking]))
    with pytest.raises(RulesetError, match=r"'odd': 'odd/ranking' gave .*, no list of ranks"):
        rules.standings(rules.start(2))
