"""The comparison can fail: rules with a fault planted by an outside plugin are found out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from elfen import Ruleset, compile_ruleset
from elfen.land import (
    COUNTER,
    DISCARD,
    HAND,
    PLAN,
    PLAYED,
    STACK,
    TOWN_CARDS_SHOWN,
    TURN,
    Pass,
    PlaceSecret,
    in_order,
)
from elfen.land.editions import EDITIONS
from elfen.plugin import (
    ActionType,
    Base,
    Crossing,
    Decide,
    Do,
    Manifest,
    Offer,
    Phase,
    Position,
    Price,
    Reason,
    Remove,
    Restriction,
    ScoreLine,
    Step,
    Table,
    TieBreak,
    as_it_is,
    hookimpl,
)

from .pair import STYLES, Disagreement, play_both
from .world import printed_world

GAMES = 12


class Fault:
    """A plugin that adds one entry to one of Elfenland's lists."""

    def __init__(self, hook: str, entry: object) -> None:
        def give(rules: Ruleset) -> Sequence[object]:
            return [entry]

        setattr(self, hook, hookimpl(give))

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        """A plugin like any other."""
        return Manifest("fault", rules_version=1, api=1, help="A fault.", requires=("land",))


def cheap_caravan(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
    """Two cards will do for a caravan."""
    return [Price.any(HAND, 2)] if crossing.lying(COUNTER) else []


def caravan_anywhere(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
    """A caravan needs no counter."""
    return [Price.any(HAND, 3)] if crossing.route.terrain not in ("river", "lake") else []


def caravan_if_one_cannot(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
    """A caravan only where the counter's own cards are dearer."""
    dear = not any(need.n < 2 for price in prices for need in price.needs)
    return [Price.any(HAND, 3)] if crossing.lying(COUNTER) and dear else []


def one_raft(crossing: Crossing) -> list[Price]:
    """One raft on every river, up or down."""
    costs = {"river": 1, "lake": 2}
    n = costs.get(crossing.route.terrain)
    return [Price.exactly(HAND, "raft", n)] if n else []


def desert_pigs(crossing: Crossing) -> list[Price]:
    """Giant pigs in the desert."""
    pigs = any(kind.id == "giant-pig" for kind in crossing.lying(COUNTER))
    return (
        [Price.exactly(HAND, "giant-pig", 1)] if pigs and crossing.route.terrain == "desert" else []
    )


def five_cards(table: Table, item: Do) -> None:
    """Five cards may stay in hand."""
    assert item.seat is not None
    over = table.size(HAND.of(item.seat)) - 5
    if over > 0:
        table.ask(DISCARD, item.seat, over)


def all_others_passed(table: Table, item: Decide, action: Pass) -> None:
    """Whoever placed last need not pass."""
    passes = int(item.data[0]) + 1
    if passes < table.players - 1:
        table.ask(PLAN, (item.seat + 1) % table.players, passes)


hasty_pass: ActionType[Pass] = ActionType(
    "fault/pass",
    type=Pass,
    at=(PLAN,),
    legal=lambda position, seat: (Pass(),),
    check=lambda position, seat, action: None,
    apply=all_others_passed,
    domain=lambda: (Pass(),),
    public=as_it_is,
    replaces="land/pass",
)


def boatmen_anywhere(crossing: Crossing, prices: Sequence[Price]) -> list[Price]:
    """Boatmen on every lake."""
    return [Price.any(HAND, 3)] if crossing.route.terrain == "lake" else []


def results_of(position: Position) -> list[int]:
    """For every seat the way that it ended from its town, as a negative number."""
    board = position.rules.board
    return [
        -sum(
            board.distance(position.town(seat), town)
            for town in position.counts(TOWN_CARDS_SHOWN.of(seat))
        )
        for seat in range(position.players)
    ]


def keep_nothing_yet(table: Table) -> None:
    """Planning ends, and counters stay where they are."""


def fill_up(table: Table) -> None:
    """Hands are filled up to eight."""
    table.move_all(PLAYED, STACK)
    for seat in reversed(in_order(table)):
        table.draw("land/deal", seat, 8 - table.size(HAND.of(seat)))


def no_secret_dragons(position: Any, seat: int, action: PlaceSecret) -> Reason | None:
    """Secret dragons stay at home."""
    return Reason("fault/dragons", "no secret dragons") if action.counter == "dragon" else None


COST, PHASES = "elfen_move_cost", "elfen_phases"
FAULTS: dict[str, Fault] = {
    "a caravan of two": Fault(
        COST, Offer("fault/c", cheap_caravan, text="", replaces="land/caravan")
    ),
    "a caravan of no counter": Fault(
        COST, Offer("fault/c", caravan_anywhere, text="", replaces="land/caravan")
    ),
    "no caravan for who can pay": Fault(
        COST, Offer("fault/c", caravan_if_one_cannot, text="", replaces="land/caravan")
    ),
    "no caravan at all": Fault(COST, Remove("land/caravan")),
    "obstacles cost nothing": Fault(COST, Remove("land/obstacle")),
    "rivers cost one raft up": Fault(
        COST, Base("fault/r", one_raft, text="", replaces="land/rafts")
    ),
    "giant pigs in the desert": Fault(COST, Base("fault/pigs", desert_pigs, text="")),
    "five cards in hand": Fault(
        "elfen_steps", Step("fault/limit", five_cards, of=TURN, replaces="land/hand-limit")
    ),
    "no hand limit": Fault("elfen_steps", Remove("land/hand-limit")),
    "no town pieces": Fault("elfen_steps", Remove("land/collect")),
    "who placed last need not pass": Fault("elfen_actions", hasty_pass),
    "secret dragons stay at home": Fault(
        "elfen_restrictions", Restriction("fault/d", type=PlaceSecret, forbids=no_secret_dragons)
    ),
    "the start player stays": Fault(PHASES, Remove("land/start-player")),
    "everything is kept": Fault(PHASES, Remove("land/keep")),
    "the board is not cleared": Fault(PHASES, Remove("land/clear")),
    "nothing is drawn in secret": Fault(PHASES, Remove("land/draw-secret")),
    "cards score": Fault(
        "elfen_scoring",
        ScoreLine(
            "fault/cards",
            lambda position, seat: 3 * position.size(HAND.of(seat)),
            lowest=lambda rules: 0,
            highest=lambda rules: 12,
            text="cards",
        ),
    ),
    "the fewest cards break a tie": Fault(
        "elfen_tie_breaks",
        TieBreak(
            "fault/few",
            lambda position, seat: -position.size(HAND.of(seat)),
            text="fewest cards",
            replaces="land/cards-in-hand",
        ),
    ),
}


#: The same, for rules of the editions other than the usual one.
WHITE_WIND_FAULTS = {
    "no boatmen": Fault(COST, Remove("land/boatmen")),
    "boatmen on all lakes": Fault(
        COST, Offer("fault/boatmen", boatmen_anywhere, text="", replaces="land/boatmen")
    ),
    "town cards do not count": Fault("elfen_scoring", Remove("land/town-distance")),
    "the nearest to his town wins a tie": Fault(
        "elfen_tie_breaks",
        TieBreak(
            "fault/near",
            lambda position, seat: results_of(position)[seat],
            text="nearest",
            before="land/cards-in-hand",
        ),
    ),
    "no town card is dealt": Fault("elfen_setup", Remove("land/town-cards")),
    "counters are turned in after the round": Fault(
        PHASES, Phase("fault/keep", keep_nothing_yet, replaces="land/keep")
    ),
    "hands are filled up": Fault(PHASES, Phase("fault/deal", fill_up, replaces="land/deal")),
}


@cache
def sound(edition: str) -> Ruleset:
    """The rules without a fault."""
    return compile_ruleset(edition)


def play_games(rules: Ruleset) -> None:
    """A few games of two to six players in every style."""
    world = printed_world(rules.board)
    for seed in range(GAMES):
        play_both(rules, world, 2 + seed % 5, seed, STYLES[seed % len(STYLES)])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_games_agree_without_a_fault(edition: str) -> None:
    play_games(sound(edition))


@pytest.mark.parametrize("fault", WHITE_WIND_FAULTS)
def test_a_planted_fault_in_white_wind_is_found(fault: str) -> None:
    rules = compile_ruleset("white-wind", expansions=[WHITE_WIND_FAULTS[fault]])
    with pytest.raises(Disagreement):
        play_games(rules)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    rules = compile_ruleset(edition="rio-grande", expansions=[FAULTS[fault]])
    with pytest.raises(Disagreement):
        play_games(rules)
