"""Places as text: who shares a place, and which tie-break decided between two places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, zip_longest

from elfen.declare import Scored, Standing, Team
from elfen.text.grammar import capital
from elfen.text.speech import say


def places(
    standings: Sequence[Standing],
    called: Callable[[int], str] = "seat {}".format,
    say: Callable[..., str] = say,
) -> tuple[str, ...]:
    """Who shares a place in `standings`, and what decided between equal totals, as sentences.

    `called` says what a seat is called, and `say` tells templates, as `Words.say` does.

    A tie-break is named only if all seats of two neighbouring places have equal totals and equal
    values up to it, and the seats of the lower place have a worse value. So it is not named where
    another ranking did not use it. For teams, the text says what became of each.
    """
    if standings and standings[0].team is not None:
        return _of_teams(standings, say)
    told: list[str] = []
    groups = [tuple(rows) for _, rows in groupby(standings, lambda row: row.rank)]
    for group, after in zip_longest(groups, groups[1:], fillvalue=()):
        if len(group) > 1:
            text = "{seats} share place {rank}"
            told.append(say(text, seats=_seats(group, called, say), rank=group[0].rank))
        decided = _decided(group, after) if after else None
        if decided is not None:
            one, other = decided
            are = "{seats} are ahead of {others} by {what}: {points} to {fewer}"
            text = "{seats} is ahead of {others} by {what}: {points} to {fewer}"
            told.append(
                say(
                    are if len(group) > 1 else text,
                    seats=_seats(group, called, say),
                    others=_seats(after, called, say),
                    what=say(one.text),
                    points=one.points,
                    fewer=other.points,
                )
            )
    return tuple(map(capital, told))


def _decided(group: Sequence[Standing], after: Sequence[Standing]) -> tuple[Scored, Scored] | None:
    """The tie-break that puts all seats of one place ahead of the next; None if none does."""
    if len({row.total for row in (*group, *after)}) > 1:
        return None
    for one, other in zip(group[0].ties, after[0].ties, strict=True):
        figures = [
            {tie.points for row in rows for tie in row.ties if tie.name == one.name}
            for rows in (group, after)
        ]
        if [len(points) for points in figures] != [1, 1]:
            return None
        if one.points != other.points:
            return (one, other) if one.points > other.points else None
    return None


def _seats(rows: Sequence[Standing], called: Callable[[int], str], say: Callable[..., str]) -> str:
    """`seat 0, seat 1 and seat 2`."""
    *first, last = [called(row.seat) for row in rows]
    return f"{', '.join(first)} {say('and')} {last}" if first else last


def _of_teams(standings: Iterable[Standing], say: Callable[..., str]) -> tuple[str, ...]:
    """What became of each team, the best first; () if everyone plays alone."""
    ranks = {row.team: row.rank for row in standings if row.team is not None}
    if len(ranks) == 1:
        return (capital(say("all win") if min(ranks.values()) == 1 else say("all lose")),)
    return tuple(
        capital(_place([team for team, its in ranks.items() if its == rank], rank, say))
        for rank in sorted({*ranks.values()})
    )


def _place(teams: Sequence[Team], rank: int, say: Callable[..., str]) -> str:
    if len(teams) > 1:
        shared = f"{', '.join(map(str, teams[:-1]))} {say('and')} {teams[-1]}"
        return say("place {rank} is shared by {teams}", rank=rank, teams=shared)
    (team,) = teams
    if rank == 1:
        return say("won by {team}", team=str(team))
    return say("place {rank}: {team}", rank=rank, team=str(team))
