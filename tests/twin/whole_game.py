"""A whole game by the rulebook, told in its order: what it asks for, it yields.

It yields `("draw", n)` for n pieces that chance brings (and is sent a Counter of them),
`("roll", players)` for a start player, and `("decide", decision, seat)` for a decision
(and is sent a legal action). In the end it returns how the game ended and all ranks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from .turns import Action, Table
from .world import FACTS, World

Asking = Generator[tuple[Any, ...], Any, Any]

TRANSPORTS = tuple(FACTS["chart"])


def set_up(world: World, players: int) -> Table:
    """The table before anything is dealt or turned up."""
    return {
        "round": 0,
        "start": 0,
        "stack": Counter({**dict.fromkeys(TRANSPORTS, 10), "raft": 12}),
        "played": Counter(),
        "pile": Counter(dict.fromkeys(TRANSPORTS, 8)),
        "open": Counter(),
        "hands": [Counter() for _ in range(players)],
        "secret": [Counter() for _ in range(players)],
        "shown": [Counter() for _ in range(players)],
        "obstacles": [1] * players,
        "lying": {},
        "boots": [world["capital"]] * players,
        "visited": [set() for _ in range(players)],
    }


def game(world: World, table: Table, rounds: int = 4, roll: bool = False) -> Asking:
    """The game on a table that is set up, from turning up five counters to the last hand."""
    yield from turn_up(table)
    if roll:
        table["start"] = yield ("roll", len(table["boots"]))
    all_pieces = len(world["towns"]) - 1
    for number in range(1, rounds + 1):
        table["round"] = number
        yield from deal(table)
        yield from draw_secret(table)
        yield from draw_three(table)
        yield from plan(table)
        yield from move(world, table)
        early = rounds == 4 and number < rounds
        if early and any(len(visited) == all_pieces for visited in table["visited"]):
            return "all-pieces", ranks(table)
        if number < rounds:
            yield from finish_round(table)
    return "last-round", ranks(table)


def order(table: Table) -> list[int]:
    """All seats, from the start player to the left."""
    players = len(table["boots"])
    return [(table["start"] + n) % players for n in range(players)]


def turn_up(table: Table) -> Asking:
    """Five counters lie open, or as many as there are."""
    missing = min(5 - table["open"].total(), table["pile"].total())
    if missing:
        drawn = yield ("draw", missing)
        hand_over(drawn, table["pile"], table["open"])


def deal(table: Table) -> Asking:
    """All cards but those in hands are shuffled; hands are filled up to eight."""
    table["stack"] += table["played"]
    table["played"] = Counter()
    for seat in order(table):
        drawn = yield ("draw", 8 - table["hands"][seat].total())
        hand_over(drawn, table["stack"], table["hands"][seat])


def draw_secret(table: Table) -> Asking:
    """One counter from the pile for everyone, to be kept secret."""
    for seat in order(table):
        drawn = yield ("draw", 1)
        hand_over(drawn, table["pile"], table["secret"][seat])


def draw_three(table: Table) -> Asking:
    """Three more, one at a time, open ones or from the pile; they lie open."""
    for _ in range(3):
        for seat in order(table):
            action = yield ("decide", "draw", seat)
            if action == ("draw blind",):
                drawn = yield ("draw", 1)
                hand_over(drawn, table["pile"], table["shown"][seat])
            else:
                hand_over(Counter([action[1]]), table["open"], table["shown"][seat])
                yield from turn_up(table)


def plan(table: Table) -> Asking:
    """In turn one piece a turn or a pass, until all have passed in a row.

    Who has no counter and no obstacle has passed, as all can see.
    """
    seat, passes = table["start"], 0
    while passes < len(table["boots"]):
        stock = table["secret"][seat].total() + table["shown"][seat].total()
        action: Action = ("pass",)
        if stock or table["obstacles"][seat]:
            action = yield ("decide", "plan", seat)
        passes = passes + 1 if action == ("pass",) else 0
        if action[0] == "place obstacle":
            table["obstacles"][seat] -= 1
            table["lying"][action[1]].append("obstacle")
        elif action[0] != "pass":
            verb, counter, route = action
            del_one(table["secret" if verb == "place secret" else "shown"][seat], counter)
            table["lying"][route] = [counter]
        seat = (seat + 1) % len(table["boots"])


def move(world: World, table: Table) -> Asking:
    """Everyone moves as long as he says, takes town pieces, then cuts his hand to four."""
    for seat in order(table):
        while (action := (yield ("decide", "move", seat))) != ("stop",):
            _, route, cards = action
            hand_over(Counter(cards), table["hands"][seat], table["played"])
            a, b, _ = world["routes"][route]
            town = b if table["boots"][seat] == a else a
            table["boots"][seat] = town
            if town != world["capital"]:
                table["visited"][seat].add(town)
        if table["hands"][seat].total() > 4:
            _, cards = yield ("decide", "discard", seat)
            hand_over(Counter(cards), table["hands"][seat], table["played"])


def finish_round(table: Table) -> Asking:
    """The start player card goes on; one counter is kept; the board is cleared."""
    table["start"] = order(table)[1]
    for seat in order(table):
        secret, shown = table["secret"][seat], table["shown"][seat]
        if secret.total() + shown.total() > 1:
            verb, counter = yield ("decide", "keep", seat)
            del_one(secret if verb == "keep secret" else shown, counter)
            table["pile"] += secret + shown
            kept = Counter([counter])
            table["secret"][seat] = kept if verb == "keep secret" else Counter()
            table["shown"][seat] = kept if verb == "keep" else Counter()
    for lying in table["lying"].values():
        table["pile"] += Counter(piece for piece in lying if piece != "obstacle")
    table["lying"] = {}
    yield from turn_up(table)


def ranks(table: Table) -> list[int]:
    """Most town pieces, then most cards in hand; equal in both is equal in rank."""
    results = [
        (len(visited), hand.total())
        for visited, hand in zip(table["visited"], table["hands"], strict=True)
    ]
    return [1 + sum(other > mine for other in results) for mine in results]


def hand_over(pieces: Counter[str], source: Counter[str], target: Counter[str]) -> None:
    """Move pieces that have to be there."""
    for kind, n in pieces.items():
        assert source[kind] >= n, f"{n} {kind} wanted, {source[kind]} there"
        source[kind] -= n
        target[kind] += n


def del_one(pieces: Counter[str], kind: str) -> None:
    """Take one piece away that has to be there."""
    assert pieces[kind] > 0, f"no {kind} there"
    pieces[kind] -= 1
