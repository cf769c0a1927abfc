"""The slow twin of observers: the same numbers by names, from what a view says in words."""

from __future__ import annotations

from elfen.encoding import Encoding
from elfen.plugin import Observation


def numbers(encoding: Encoding, seen: Observation) -> dict[tuple[str, int | None], list[float]]:
    """By field and seat, what it has to be; without those of slots, decisions' data and pools."""
    players = seen.players
    first = seen.seat or 0

    def whose(offset: int) -> int:
        return (first + offset) % players

    out: dict[tuple[str, int | None], list[float]] = {("round", None): [seen.round]}
    towns = [town.id for town in seen.board.towns]
    for n in range(players):
        out["boot", n] = [town == seen.towns[whose(n)] for town in towns]
        out["visited", n] = [town in seen.visited[whose(n)] for town in towns]
    lying = dict(seen.lying)
    for field in (encoding.layout if seen.seat is not None else encoding.public).fields:
        kind, _, name = field.name.partition("/")
        if kind == "route":
            there = [{piece.id, f"{piece.group.name}:{piece.id}"} for piece in lying.get(name, ())]
            out[field.name, None] = [sum(one in ids for ids in there) for one in field.labels]
        elif kind == "agenda":
            waiting = [item for item in seen.agenda if item.name == name]
            seats = [None, *map(whose, range(players))]
            out[field.name, None] = [
                min(15, sum(item.seat == seat for item in waiting)) for seat in seats
            ]
        elif kind == "zone":
            zone, _, what = name.partition(".")
            seat = None if field.seat is None else whose(field.seat)
            (holding,) = [h for h in seen.holdings if (h.zone, h.seat) == (zone, seat)]
            if what == "size":
                out[field.name, field.seat] = [holding.size]
            elif what == "known":
                known = dict.fromkeys(field.labels, 0)
                for entry in (*seen.known.there, *seen.known.alone):
                    if (entry.zone, entry.seat) == (zone, seat):
                        for one in entry.pieces:
                            known[one] += 1
                out[field.name, field.seat] = [*known.values()]
            else:
                assert holding.pieces is not None
                counts = holding.pieces.counts
                out[field.name, field.seat] = [counts.get(one, 0) for one in field.labels]
    pending = seen.pending
    out["pending.seat", None] = [pending.seat == whose(n) for n in range(players)]
    return {key: [float(one) for one in some] for key, some in out.items()}
