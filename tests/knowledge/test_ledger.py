"""The ledger through any moves at all: two pools, hands, zones that nobody sees into, open ones."""

from __future__ import annotations

import random
from operator import add, sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfen import RulesetError
from elfen.declare.kinds import Group, Kind
from elfen.declare.layout import Counts, Layout
from elfen.declare.zones import HIDDEN, OWNER, PUBLIC, SeatZone, TableZone, Zone
from elfen.knowledge.ledger import Ledger
from elfen.knowledge.seen_by_one import Alone
from elfen.knowledge.unseen_zones import ROUTES, Knowledge, problems

CARD = Group("card")
OTHER = Group("other")
KINDS = [*(Kind(id, CARD, name=id) for id in "abc"), Kind("d", OTHER, name="d")]
STACK = TableZone("stack", holds=(CARD,), visibility=HIDDEN)
RESERVE = TableZone("reserve", holds=(CARD,), visibility=HIDDEN)
BOX = TableZone("box", holds=(CARD,), visibility=HIDDEN)
PLAYED = TableZone("played", holds=(CARD,), visibility=PUBLIC)
HAND = SeatZone("hand", holds=(CARD,), visibility=OWNER)
ASIDE = SeatZone("aside", holds=(CARD,), visibility=OWNER)
DRAWER = SeatZone("drawer", holds=(CARD,), visibility=HIDDEN)
ZONES = [STACK, RESERVE, BOX, PLAYED, HAND, ASIDE]


def knowledge(*pools: TableZone, zones: list[Zone] | None = None) -> Knowledge:
    places = zones or ZONES
    return Knowledge(Layout(KINDS, places), {zone.name: zone.visibility for zone in places}, pools)  # type: ignore[attr-defined]


class Moves:
    """Zones of two seats, and a ledger that goes along with every move."""

    def __init__(self, known: Knowledge, stock: dict[int, Counts]) -> None:
        self.known = known
        self.zones: list[Counts] = [stock.get(n, (0, 0, 0)) for n in range(4 + 2 * 2)]
        self.ledger = known.begin(self.zones)

    def move(self, source: int, target: int, counts: Counts) -> None:
        change = self.known.changes[source][target]
        if change is not None:
            self.ledger = change(self.ledger, self.zones, source, target, counts)
        self.zones[source] = tuple(map(sub, self.zones[source], counts))
        self.zones[target] = tuple(map(add, self.zones[target], counts))

    @property
    def wrong(self) -> list[str]:
        return [*problems(self.known, self.ledger, self.zones)]


def at_random(moves: Moves, numbers: random.Random, n: int) -> list[str]:
    """What is wrong after the first move of n after which something is."""
    for _ in range(n):
        source = numbers.choice([zone for zone, counts in enumerate(moves.zones) if any(counts)])
        target = numbers.choice([zone for zone in range(len(moves.zones)) if zone != source])
        counts = tuple(numbers.randint(0, min(2, have)) for have in moves.zones[source])
        if numbers.random() < 0.2:
            counts = moves.zones[source]
        if any(counts):
            moves.move(source, target, counts)
        if moves.wrong:
            return moves.wrong
    return []


POOLS = st.sampled_from([(), (STACK,), (STACK, RESERVE), (STACK, RESERVE, BOX)])
STOCKS = st.sampled_from(
    [
        {0: (4, 3, 2)},
        {0: (4, 3, 2), 1: (1, 0, 2)},
        {0: (2, 3, 2), 1: (1, 0, 2), 2: (1, 1, 0), 4: (1, 0, 0), 7: (0, 2, 0)},
        {3: (3, 3, 3)},
    ]
)


@given(POOLS, STOCKS, st.integers(0, 10**9))
def test_the_truth_is_possible_whatever_moves(
    pools: tuple[TableZone, ...], stock: dict[int, Counts], seed: int
) -> None:
    moves = Moves(knowledge(*pools), stock)
    assert moves.wrong == []
    assert at_random(moves, random.Random(seed), 40) == []
    assert Ledger.from_data(moves.ledger.to_data()) == moves.ledger


@pytest.mark.parametrize("forgotten", ["leave", "take", "mix", "slip"])
def test_a_change_that_is_forgotten_would_be_caught(forgotten: str) -> None:
    caught = 0
    for seed in range(60):
        known = knowledge(STACK)
        known.changes = tuple(
            tuple(
                None if change is not None and change.__name__ == forgotten else change  # type: ignore[attr-defined]
                for change in row
            )
            for row in known.changes
        )
        moves = Moves(known, {0: (2, 3, 2), 2: (1, 1, 0), 4: (1, 0, 0)})
        caught += bool(at_random(moves, random.Random(seed), 40))
    assert caught


def of_seat(zone: SeatZone, seat: int) -> int:
    return Layout(KINDS, ZONES).index(zone, seat)


def played() -> Moves:
    """Three cards are in each of two hands, of which one was played and mixed in again."""
    moves = Moves(knowledge(STACK), {0: (4, 4, 4)})
    for seat in (0, 1):
        moves.move(0, of_seat(HAND, seat), (1, 1, 1))
        moves.move(of_seat(HAND, seat), 3, (1, 0, 0))
    moves.move(3, 0, (2, 0, 0))
    return moves


def old(moves: Moves, zone: int) -> int:
    (family,) = moves.known.families
    (mixing,) = moves.ledger.mixings
    assert mixing is not None
    return family.old(mixing, zone)


def test_old_places_stay_old_when_they_change_zones() -> None:
    moves = played()
    hand, aside = of_seat(HAND, 0), of_seat(ASIDE, 0)
    moves.move(hand, aside, (0, 1, 0))
    assert (old(moves, hand), old(moves, aside)) == (1, 1)
    moves.move(0, hand, (1, 0, 0))
    assert (old(moves, hand), old(moves, aside)) == (1, 1)


def test_a_zone_of_old_and_new_places_that_gives_a_card_away_unseen_is_forgotten() -> None:
    moves = played()
    moves.move(0, of_seat(HAND, 0), (1, 0, 0))
    moves.move(of_seat(HAND, 0), of_seat(ASIDE, 0), (0, 1, 0))
    assert moves.ledger.mixings == (None,)


def test_a_mixing_goes_on_until_something_is_drawn() -> None:
    moves = played()
    (before,) = moves.ledger.mixings
    moves.move(of_seat(HAND, 0), 0, (0, 1, 0))
    (same,) = moves.ledger.mixings
    assert before is not None
    assert same is not None
    assert same.then == before.then
    assert sum(map(sum, same.given)) == 1
    moves.move(0, of_seat(HAND, 1), (1, 0, 0))
    moves.move(of_seat(HAND, 0), 0, (0, 0, 1))
    (new,) = moves.ledger.mixings
    assert new is not None
    assert new.then != before.then
    assert sum(map(sum, new.given)) == 1


@pytest.mark.parametrize(
    ("hand", "n", "left", "went"),
    [
        ((2, 1, 0), 1, (1, 0, 0), None),  # the one may have been either of what is known
        ((2, 1, 0), 3, None, (2, 1, 0)),  # all went, known as they are
        ((3, 0, 0), 1, (2, 0, 0), (1, 0, 0)),  # there is nothing else to go
    ],
)
def test_what_is_known_of_cards_that_go_unseen(
    hand: Counts, n: int, left: Counts | None, went: Counts | None
) -> None:
    moves = Moves(knowledge(STACK), {0: (4, 4, 4), 3: hand})
    zone, aside = of_seat(HAND, 0), of_seat(ASIDE, 0)
    moves.move(3, zone, hand)
    assert moves.ledger.known[zone] == hand
    moves.move(zone, aside, hand if n == sum(hand) else (n, 0, 0))
    assert moves.ledger.known[zone] == left
    assert moves.ledger.known[aside] == went


def test_what_begins_in_a_hand_is_known_there_and_what_begins_in_a_second_pool_is_mixed_in() -> (
    None
):
    moves = Moves(knowledge(STACK, RESERVE), {0: (3, 0, 0), 1: (0, 2, 0), 4: (0, 0, 1)})
    assert moves.ledger.known[4] == (0, 0, 1)
    (mixing,) = moves.ledger.mixings
    assert mixing is not None
    assert (mixing.pool, mixing.fresh) == (1, (0, 2, 0))


def test_unseen_zones_that_share_a_group_hold_the_same_ones() -> None:
    both = TableZone("both", holds=(CARD, OTHER), visibility=HIDDEN)
    with pytest.raises(RulesetError, match=r"'stack' and 'both' .* 'card'"):
        knowledge(STACK, zones=[STACK, both])


def test_a_family_of_one_zone_is_mixed_as_any() -> None:
    """There are no hands: what was played goes back into the stack, which alone is not seen."""
    known = knowledge(STACK, zones=[STACK, PLAYED])
    zones: list[Counts] = [(2, 2, 0), (0, 1, 1)]
    into_the_stack = known.changes[1][0]
    assert into_the_stack is not None
    ledger = into_the_stack(known.begin(zones), zones, 1, 0, (0, 1, 0))
    zones = [(2, 3, 0), (0, 0, 1)]
    assert [*problems(known, ledger, zones)] == []
    (mixing,) = ledger.mixings
    assert mixing is not None
    assert mixing.then == ((2, 2, 0),)
    ledger = into_the_stack(ledger, zones, 1, 0, (0, 0, 1))
    (mixing,) = ledger.mixings
    assert mixing is not None
    assert (mixing.then, mixing.fresh) == (((2, 2, 0),), (0, 1, 1))


def test_a_known_card_is_seen_to_go_onto_a_route_and_to_come_back() -> None:
    known = knowledge(STACK, RESERVE)
    moves = Moves(known, {0: (4, 4, 4), 3: (1, 0, 0)})
    hand = of_seat(HAND, 0)
    moves.move(3, hand, (1, 0, 0))
    out, back = known.changes[hand][ROUTES], known.changes[ROUTES][hand]
    assert out is not None
    assert back is not None
    ledger = out(moves.ledger, moves.zones, hand, ROUTES, (1, 0, 0))
    assert ledger.known[hand] is None
    assert back(ledger, moves.zones, ROUTES, hand, (0, 1, 0)).known[hand] == (0, 1, 0)


def test_what_goes_openly_into_a_box_that_is_never_drawn_from_is_known_there() -> None:
    moves = Moves(knowledge(STACK), {0: (4, 4, 4), 3: (1, 0, 0)})
    moves.move(3, 2, (1, 0, 0))
    assert moves.ledger.known[2] == (1, 0, 0)
    assert moves.ledger.mixings == (None,)


def test_who_lays_a_card_into_a_drawer_that_nobody_sees_into_alone_knows_it() -> None:
    """The drawer is its own, but closed to it as well."""
    zones: list[Zone] = [STACK, RESERVE, BOX, PLAYED, HAND, DRAWER]
    moves = Moves(knowledge(STACK, zones=zones), {0: (4, 4, 4)})
    hand, drawer = of_seat(HAND, 0), of_seat(HAND, 0) + 1
    moves.move(0, hand, (1, 1, 0))
    moves.move(hand, drawer, (0, 1, 0))
    assert moves.ledger.alone == (Alone(0, drawer, (0, 1, 0), (0, 0, 0), (0, 0, 0)),)
    assert moves.wrong == []


def test_cards_are_counted_for_a_family_of_one_zone_too() -> None:
    known = knowledge(STACK, zones=[STACK, PLAYED])
    assert known.counts(known.families[0], 1, 2) == (0, 2, 0)


def test_what_is_known_or_put_back_unseen_leaves_no_old_place() -> None:
    moves = Moves(knowledge(STACK), {0: (4, 4, 4), 3: (3, 0, 0)})
    hands = of_seat(HAND, 0), of_seat(HAND, 1)
    for hand in hands:
        moves.move(0, hand, (1, 1, 1))
    moves.move(3, hands[0], (1, 0, 0))
    moves.move(3, 0, (2, 0, 0))
    assert [old(moves, hand) for hand in hands] == [3, 3]
    moves.move(hands[1], 0, (0, 1, 0))
    assert [old(moves, hand) for hand in hands] == [3, 2]


def test_a_zone_that_has_shown_a_card_is_forgotten_when_another_goes_unseen() -> None:
    """As many are in the hand as there were, but one of them is new."""
    moves = played()
    hand, aside = of_seat(HAND, 0), of_seat(ASIDE, 0)
    moves.move(hand, 3, (0, 1, 0))
    moves.move(0, hand, (1, 0, 0))
    assert old(moves, hand) == sum(moves.zones[hand])
    moves.move(hand, aside, (0, 0, 1))
    assert moves.ledger.mixings == (None,)


def test_what_one_seat_knew_and_all_have_seen_is_past_when_the_mixing_goes_on() -> None:
    moves = Moves(knowledge(STACK), {0: (4, 4, 4), 3: (0, 0, 1)})
    giver, taker = of_seat(HAND, 0), of_seat(HAND, 1)
    moves.move(0, giver, (1, 1, 0))
    moves.move(giver, taker, (1, 0, 0))
    moves.move(3, 0, (0, 0, 1))
    moves.move(taker, 3, (1, 0, 0))
    none = (0, 0, 0)
    assert moves.ledger.alone == (Alone(0, taker, none, (1, 0, 0), (1, 0, 0)),)
    moves.move(3, 0, (1, 0, 0))
    assert not moves.ledger.alone
    assert moves.wrong == []


# What is told of a ledger that no game can have ------------------------------------------


def mixed() -> Moves:
    """Seat 1 took a card openly, before more were mixed in; then seat 0 has shown another."""
    moves = Moves(knowledge(STACK), {0: (4, 4, 4), 3: (3, 0, 0)})
    for seat in (0, 1):
        moves.move(0, of_seat(HAND, seat), (1, 1, 1))
    moves.move(3, of_seat(HAND, 1), (1, 0, 0))
    moves.move(3, 0, (2, 0, 0))
    moves.move(of_seat(HAND, 0), 3, (0, 1, 0))
    assert moves.wrong == []
    return moves


@pytest.mark.parametrize("kind", [0, 1])
def test_more_cards_in_the_stack_than_were_there_and_were_mixed_in_are_told_of(kind: int) -> None:
    moves = mixed()
    moves.zones[0] = tuple(n + (at == kind) for at, n in enumerate(moves.zones[0]))
    assert moves.wrong == ["ledger: more pieces are unseen than were since the mixing into 0"]


NONE = (0, 0, 0)
HAND_1 = 6


@pytest.mark.parametrize(
    ("alone", "told"),
    [
        ([Alone(2, HAND_1, (0, 1, 0), NONE, NONE)], "seat 2 does not play"),
        ([Alone(0, 8, (0, 1, 0), NONE, NONE)], "is visible to it, a pool, or does not exist"),
        ([Alone(0, HAND_1, (-1, 1, 0), NONE, NONE)], "does not hold such pieces"),
        (
            [Alone(0, HAND_1, (0, 1, 0), (0, 0, 1), NONE)],
            "are neither there nor have been shown",
        ),
        (
            [Alone(0, HAND_1, (0, 0, 1), NONE, NONE), Alone(0, HAND_1, (0, 1, 0), NONE, NONE)],
            "unordered or there twice",
        ),
    ],
)
def test_what_a_seat_cannot_know_alone_is_told_of(alone: list[Alone], told: str) -> None:
    moves = mixed()
    assert of_seat(HAND, 1) == HAND_1
    moves.ledger = moves.ledger._replace(alone=tuple(alone))
    (wrong,) = moves.wrong
    assert told in wrong
