"""A whole game by the rulebook, in the rulebook's order: it yields what it asks for.

It yields `("draw", n)` for n pieces that are drawn (and is sent a Counter of them),
`("roll", players)` for a start player, and `("decide", decision, seat)` for a decision
(and is sent a legal action). In the end it returns how the game ended and all ranks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from .turns import USUAL, Action, Table, Ways
from .world import FACTS, World

Asking = Generator[tuple[Any, ...], Any, Any]

TRANSPORTS = tuple(FACTS["chart"])
MOST_PLAYERS = 6


def set_up(world: World, players: int, ways: Ways = USUAL) -> Table:
    """The table before anything is dealt or turned up."""
    copies = 1
    while ways["town_cards"] and copies * len(world["town_cards"]) < MOST_PLAYERS:
        copies += 1
    cards = world["town_cards"] if ways["town_cards"] else []
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
        "kept_secret": [Counter() for _ in range(players)],
        "kept_shown": [Counter() for _ in range(players)],
        "town": [Counter() for _ in range(players)],
        "town_shown": [Counter() for _ in range(players)],
        "deck": Counter(dict.fromkeys(cards, copies)),
        "obstacles": [ways["obstacles"]] * players,
        "lying": {},
        "boots": [world["capital"]] * players,
        "visited": [set() for _ in range(players)],
    }


def game(world: World, table: Table, ways: Ways = USUAL) -> Asking:
    """The game on a prepared table, from turning up counters to the last hand."""
    if ways["town_cards"]:
        for seat in range(len(table["boots"])):
            drawn = yield ("draw", 1)
            hand_over(drawn, table["deck"], table["town"][seat])
    yield from turn_up(table, ways)
    if ways["start_player"] == "random":
        table["start"] = yield ("roll", len(table["boots"]))
    rounds = ways["rounds"]
    early_back = ways["counters_back"] == "after-planning"
    for number in range(1, rounds + 1):
        table["round"] = number
        yield from deal(table, ways)
        yield from draw_secret(table, ways)
        yield from choose_counters(table, ways)
        yield from plan(table)
        if early_back:
            yield from keep(table, ways["counters_kept"] if number < rounds else 0)
        yield from move(world, table, ways)
        if ways["early_win"] == "at-once" and ways["rounds"] != 3 and has_all(world, table):
            return "all-pieces", ranks(world, table, ways, early=True)
        if has_won_early(world, table, ways):
            return "all-pieces", ranks(world, table, ways, early=True)
        if number < rounds:
            table["start"] = order(table)[1]
            if not early_back:
                yield from keep(table, ways["counters_kept"])
            yield from clear(table, ways)
    for seat, card in enumerate(table["town"]):
        table["town_shown"][seat], table["town"][seat] = card, Counter()
    return "last-round", ranks(world, table, ways)


def has_won_early(world: World, table: Table, ways: Ways) -> bool:
    """Whether someone has all town pieces at the end of a round in which this wins."""
    rounds = {"any-round": (1, 2, 3), "round-3": (3,)}.get(ways["early_win"], ())
    return ways["rounds"] != 3 and table["round"] in rounds and has_all(world, table)


def has_all(world: World, table: Table) -> bool:
    """Whether someone has all town pieces."""
    return any(len(visited) == len(world["towns"]) - 1 for visited in table["visited"])


def order(table: Table) -> list[int]:
    """All seats, from the start player to the left."""
    players = len(table["boots"])
    return [(table["start"] + n) % players for n in range(players)]


def turn_up(table: Table, ways: Ways) -> Asking:
    """Five counters lie open, or as many as there are."""
    missing = min(ways["open_row"] - table["open"].total(), table["pile"].total())
    if missing > 0:
        drawn = yield ("draw", missing)
        hand_over(drawn, table["pile"], table["open"])


def deal(table: Table, ways: Ways) -> Asking:
    """All cards but those in hands are shuffled; hands are filled up to eight.

    Or everyone gets eight new ones. While there are too few cards, the eight becomes one less.
    """
    table["stack"] += table["played"]
    table["played"] = Counter()
    size = ways["hand_size"]
    new = ways["deal"] == "eight-new"
    while True:
        wanted = [size if new else max(size - hand.total(), 0) for hand in table["hands"]]
        if sum(wanted) <= table["stack"].total():
            break
        size -= 1
    for seat in order(table):
        if wanted[seat]:
            drawn = yield ("draw", wanted[seat])
            hand_over(drawn, table["stack"], table["hands"][seat])


def draw_secret(table: Table, ways: Ways) -> Asking:
    """One counter from the pile for everyone, to be kept secret."""
    for _ in range(ways["counters_secret"]):
        for seat in order(table):
            if table["pile"].total():
                drawn = yield ("draw", 1)
                hand_over(drawn, table["pile"], table["secret"][seat])


def choose_counters(table: Table, ways: Ways) -> Asking:
    """Three more, one at a time, open ones or from the pile; they lie open."""
    for _ in range(ways["counters_chosen"]):
        for seat in order(table):
            if not table["open"].total() and not table["pile"].total():
                continue
            action = yield ("decide", "draw", seat)
            if action == ("draw blind",):
                drawn = yield ("draw", 1)
                hand_over(drawn, table["pile"], table["shown"][seat])
            else:
                hand_over(Counter([action[1]]), table["open"], table["shown"][seat])
                yield from turn_up(table, ways)


def plan(table: Table) -> Asking:
    """In turn one piece a turn or a pass, until all have passed in a row.

    A seat without counters and obstacle has passed, as all can see.
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


def move(world: World, table: Table, ways: Ways) -> Asking:
    """Each seat moves until it stops, takes town pieces, then cuts its hand to four."""
    for seat in order(table):
        while (action := (yield ("decide", "move", seat))) != ("stop",):
            _, route, cards = action
            hand_over(Counter(cards), table["hands"][seat], table["played"])
            a, b, _ = world["routes"][route]
            town = b if table["boots"][seat] == a else a
            table["boots"][seat] = town
            if town != world["capital"]:
                table["visited"][seat].add(town)
            if ways["early_win"] == "at-once" and ways["rounds"] != 3 and has_all(world, table):
                return
        while table["hands"][seat].total() > ways["hand_limit"]:
            _, cards = yield ("decide", "discard", seat)
            hand_over(Counter(cards), table["hands"][seat], table["played"])


def keep(table: Table, most: int) -> Asking:
    """A number of counters are kept, secret or open as they were; all others go back."""
    for seat in order(table):
        secret, shown = table["secret"][seat], table["shown"][seat]
        if secret.total() + shown.total() <= most:
            continue
        for _ in range(most):
            verb, counter = yield ("decide", "keep", seat)
            where = "secret" if verb == "keep secret" else "shown"
            hand_over(Counter([counter]), table[where][seat], table[f"kept_{where}"][seat])
        table["pile"] += secret + shown
        for where in ("secret", "shown"):
            table[where][seat] = table[f"kept_{where}"][seat]
            table[f"kept_{where}"][seat] = Counter()


def clear(table: Table, ways: Ways) -> Asking:
    """Counters on the board go back, obstacles leave the game, and the row is full again."""
    for lying in table["lying"].values():
        table["pile"] += Counter(piece for piece in lying if piece != "obstacle")
    table["lying"] = {}
    yield from turn_up(table, ways)


def ranks(world: World, table: Table, ways: Ways, early: bool = False) -> list[int]:
    """Most points first, then tie-breaks; seats that are equal in everything share a rank.

    Points are town pieces, less the way to the town on the card.
    """
    results = []
    for seat, visited in enumerate(table["visited"]):
        cards = table["hands"][seat].total()
        away = 0
        if ways["town_cards"] and not early:
            (town,) = table["town_shown"][seat].elements()
            away = steps_between(world, table["boots"][seat], town)
        nearness = -away if ways["tie_break"] == "nearest-town" else 0
        results.append((len(visited) - away, nearness, cards))
    return [1 + sum(other > mine for other in results) for mine in results]


def steps_between(world: World, start: str, end: str) -> int:
    """The fewest routes of any kind from one town to another."""
    reached, steps = {start}, 0
    while end not in reached:
        next_to = [{a, b} for a, b, _ in world["routes"].values() if reached & {a, b}]
        reached = reached.union(*next_to)
        steps += 1
    return steps


def hand_over(pieces: Counter[str], source: Counter[str], target: Counter[str]) -> None:
    """Move pieces; they must be there."""
    for kind, n in pieces.items():
        assert source[kind] >= n, f"{n} {kind} wanted, {source[kind]} there"
        source[kind] -= n
        target[kind] += n


def del_one(pieces: Counter[str], kind: str) -> None:
    """Remove one piece; it must be there."""
    assert pieces[kind] > 0, f"no {kind} there"
    pieces[kind] -= 1
