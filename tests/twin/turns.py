"""Legal actions by the rulebook: every function reads a plain table and lists them all.

`ways` are the options of the rules by name; USUAL are those of the Rio Grande edition. A table
is a dict: `hands`, `secret`, `shown`, `kept_secret`, `kept_shown` (what is being kept while more
is chosen), `town`, `town_shown` (the town card), all a Counter by seat, `obstacles` (a number by
seat), `stack`, `played`, `pile`, `open`, `deck` (the town cards that nobody has), all Counters,
`lying` (`{route: [pieces]}`), `boots`, `visited` (sets of towns by seat), `start` (the start
player) and `round`. An action is a tuple: its verb, then what it names; cards are tuples in
alphabetical order.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

from .world import FACTS, World

Table = dict[str, Any]
Action = tuple[Any, ...]
Cards = tuple[str, ...]
Ways = dict[str, Any]

CHART = FACTS["chart"]
ROADS = ("plains", "woods", "desert", "mountains")

USUAL: Ways = {
    "rounds": 4,
    "start_player": "first",
    "deal": "refill",
    "hand_size": 8,
    "hand_limit": 4,
    "town_cards": False,
    "counters_secret": 1,
    "counters_chosen": 3,
    "open_row": 5,
    "counters_kept": 1,
    "counters_back": "end-of-round",
    "obstacles": 1,
    "caravan": 3,
    "strict_caravan": False,
    "boatmen": False,
    "early_win": "any-round",
    "tie_break": "nearest-town",
}


def subsets(hand: Counter[str], n: int) -> set[Cards]:
    """Every distinct choice of n cards from a hand."""
    return {tuple(sorted(some)) for some in combinations(hand.elements(), n)}


def ways_to_pay(
    world: World,
    lying: list[str],
    route: str,
    start: str,
    hand: Counter[str],
    ways: Ways = USUAL,
) -> set[Cards]:
    """Every choice of cards from a hand that pays for the step from `start` along a route."""
    one_end, _, terrain = world["routes"][route]
    if ways["boatmen"] and route in world["boatmen"]:
        return subsets(hand, 3) | ({("raft",)} if hand["raft"] else set())
    if terrain == "lake":
        return {("raft",) * 2} if hand["raft"] >= 2 else set()
    if terrain == "river":
        rafts = 1 if start == one_end else 2
        return {("raft",) * rafts} if hand["raft"] >= rafts else set()
    if not lying:
        return set()
    counter = lying[0]
    more = 1 if "obstacle" in lying else 0
    found = set()
    matching = CHART[counter][terrain] + more
    if hand[counter] >= matching:
        found.add((counter,) * matching)
    if found and ways["strict_caravan"]:
        return found
    return found | subsets(hand, ways["caravan"] + more)


def legal_moves(world: World, table: Table, seat: int, ways: Ways) -> set[Action]:
    """Steps along every route from where the boot stands, and stopping."""
    start = table["boots"][seat]
    actions: set[Action] = {("stop",)}
    for route, (a, b, _) in world["routes"].items():
        if start in (a, b):
            lying = table["lying"].get(route, [])
            for cards in ways_to_pay(world, lying, route, start, table["hands"][seat], ways):
                actions.add(("move", route, cards))
    return actions


def legal_plans(world: World, table: Table, seat: int) -> set[Action]:
    """Counters on free roads that suit them, the obstacle next to a counter, and passing."""
    actions: set[Action] = {("pass",)}
    for route, (_, _, terrain) in world["routes"].items():
        if terrain not in ROADS:
            continue
        lying = table["lying"].get(route, [])
        if not lying:
            for verb, stock in (("place", "shown"), ("place secret", "secret")):
                for counter, n in table[stock][seat].items():
                    if n > 0 and CHART[counter][terrain] > 0:
                        actions.add((verb, counter, route))
        elif "obstacle" not in lying and table["obstacles"][seat] > 0:
            actions.add(("place obstacle", route))
    return actions


def legal_draws(table: Table) -> set[Action]:
    """Any open counter, or the pile if there is one."""
    actions: set[Action] = {("draw open", counter) for counter, n in table["open"].items() if n}
    if table["pile"].total():
        actions.add(("draw blind",))
    return actions


def legal_keeps(table: Table, seat: int) -> set[Action]:
    """Any counter in stock, secret and open ones apart."""
    secret = {("keep secret", counter) for counter, n in table["secret"][seat].items() if n}
    shown = {("keep", counter) for counter, n in table["shown"][seat].items() if n}
    return secret | shown


def legal_discards(table: Table, seat: int, ways: Ways) -> set[Action]:
    """Whatever leaves exactly four cards, or four of the cards if even more have to go."""
    hand = table["hands"][seat]
    due = min(4, hand.total() - ways["hand_limit"])
    return {("discard", cards) for cards in subsets(hand, due)}


def legal(world: World, table: Table, decision: str, seat: int, ways: Ways = USUAL) -> set[Action]:
    """Every legal answer of a seat to a decision."""
    if decision == "move":
        return legal_moves(world, table, seat, ways)
    if decision == "plan":
        return legal_plans(world, table, seat)
    if decision == "draw":
        return legal_draws(table)
    if decision == "keep":
        return legal_keeps(table, seat)
    assert decision == "discard", decision
    return legal_discards(table, seat, ways)
