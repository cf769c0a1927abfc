"""What the page of a table shows: all of it from the view of whoever looks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import frozen

import elfen.draw
from elfen.bots import GreedyPlayer
from elfen.bots.planner import plan
from elfen.declare import Over, Standing
from elfen.text import Words, capital, places
from elfen.views import View
from elfen.web.choices import Group, choices, pieces, quotes
from elfen.web.tables import Table

#: What of the picture is shown: the page itself says whose turn it is, and what has happened.
PARTS = ("board", "legal", "last", "key", "seats", "hand", "table")

#: How many lines of the log are shown at once; all others open.
LATEST = 12


@frozen
class Player:
    """A row of who plays: `due` if it is this one's turn, `me` if this one looks."""

    seat: int
    name: str
    told: str
    points: str
    lines: str
    due: bool
    me: bool


@frozen
class Place:
    """A line of the standings at the end, with the lines that make up the points."""

    rank: int
    name: str
    total: int
    lines: str
    ties: str


@frozen
class Shown:
    """The table as one seat (None: whoever watches) may see it."""

    id: str
    version: int
    step: int
    seat: int | None
    owner: bool
    title: str
    heading: str
    mine: bool
    over: bool
    picture: str
    players: tuple[Player, ...]
    pieces: dict[str, str]
    groups: tuple[Group, ...]
    quotes: dict[str, list[str]]
    undo: str
    latest: tuple[str, ...]
    before: tuple[str, ...]
    notes: tuple[str, ...]
    standings: tuple[Place, ...]
    places: tuple[str, ...]


def name_of(table: Table, seat: int) -> str:
    """What a seat is called: the name of who plays it, or its number."""
    return table.names[seat] or f"seat {seat}"


def shown(table: Table, seat: int | None, owner: bool) -> Shown:
    """What a page shows of a table."""
    game = table.game
    view = game.view(seat)
    words = Words(table.rules, table.names)
    item = game.pending
    over = isinstance(item, Over)
    mine = not over and item.seat == seat
    told = [line for step in table.told(seat) for line in step if line]
    groups = choices(view, words) if mine else []
    if isinstance(item, Over):
        heading = f"The end. {capital(words.ending(item.ending))}."
    else:
        who = "It is your turn" if mine else f"{capital(name_of(table, item.seat))} decides"
        heading = f"Round {view.round}. {who}: {table.rules.decision(item).text}."
        if more := words.told(view):
            heading += f" {more}"
    return Shown(
        id=table.id,
        version=table.version,
        step=game.steps,
        seat=seat,
        owner=owner,
        title=words.game(),
        heading=heading,
        mine=mine,
        over=over,
        picture=elfen.draw.board(view, theme="auto", parts=PARTS).with_ids("board"),
        players=_players(table, view),
        pieces=pieces(view, words) if mine else {},
        groups=tuple(groups),
        quotes=quotes(view, groups),
        undo=_undo(table, seat),
        latest=tuple(told[-LATEST:]),
        before=tuple(told[:-LATEST]),
        notes=tuple(
            [line for _, line in words.slot_lines(view, lambda slot: capital(words.zone(slot)))]
        ),
        standings=tuple([_place(table, one) for one in game.standings]) if over else (),
        places=places(game.standings, partial(name_of, table)) if over else (),
    )


def _place(table: Table, standing: Standing) -> Place:
    team = standing.team.told_of(standing.seat) if standing.team else ""
    name = f"{capital(name_of(table, standing.seat))}{team}"
    lines = ", ".join([str(line) for line in standing.lines if line.points])
    ties = ", ".join(map(str, standing.ties))
    return Place(standing.rank, name, standing.total, lines, ties)


def _players(table: Table, view: View) -> tuple[Player, ...]:
    due = table.game.seat
    rows: list[Player] = []
    for score in view.scores:
        seat = score.seat
        told = "a bot" if table.seats[seat].bot else ""
        points = str(score.total) + ("" if score.complete else " and what is secret")
        lines = ", ".join([str(line) for line in score.lines if line.points != 0])
        row = (
            seat,
            capital(name_of(table, seat)),
            told,
            points,
            lines,
            seat == due,
            seat == view.seat,
        )
        rows.append(Player(*row))
    return tuple(rows)


def _undo(table: Table, seat: int | None) -> str:
    """`yes` if the seat may take back its last decision, else why not; "" if it has made none."""
    game = table.game
    if seat is None or not game.steps or game.last[0].seat != seat:
        return ""
    reason = game.undoable(seat).reason
    return "yes" if reason is None else game.rules.words().reason(reason)


def hint(view: View, names: Sequence[str] = ()) -> list[str]:
    """What the greedy player would do, and the best tour of the position, in words."""
    words = Words(view.rules, names)
    action = GreedyPlayer(view.rules, 0).choose(view)
    told = [f"A greedy player would: {words.action(action)}."]
    tour = plan(view)
    if tour.steps:
        told += [f"The best way as things lie: {tour.told[0]}", *tour.told[1:]]
    return [capital(line) for line in told]
