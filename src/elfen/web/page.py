"""What the page of a table shows: all of it from the view of whoever looks."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

import elfen.draw
from elfen.bots import GreedyPlayer
from elfen.bots.planner import plan
from elfen.declare import Over, Standing
from elfen.errors import Seat
from elfen.text import Words, capital, places, say
from elfen.views import View
from elfen.web.choices import Group, choices, pieces, quotes
from elfen.web.tables import Table
from elfen.web.telling import placed

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
        heading = say("The end. {why}.", why=capital(words.ending(item.ending)))
    else:
        asked = words.say(table.rules.decision(item).text)
        due = say("It is your turn: {asked}.", asked=asked)
        if not mine:
            text = "{seat} decides: {what}."
            due = capital(words.say(text, seat=Seat(item.seat), what=asked))
        heading = say("Round {round}. {due}", round=view.round, due=due)
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
        picture=_picture(table, view),
        players=_players(table, view, words),
        pieces=pieces(view, words) if mine else {},
        groups=tuple(groups),
        quotes=quotes(view, groups),
        undo=_undo(table, seat, words),
        latest=tuple(told[-LATEST:]),
        before=tuple(told[:-LATEST]),
        notes=tuple(
            [line for _, line in words.slot_lines(view, lambda slot: capital(words.zone(slot)))]
        ),
        standings=tuple([_place(one, words) for one in game.standings]) if over else (),
        places=places(game.standings, words.seat, words.say) if over else (),
    )


def _picture(table: Table, view: View) -> str:
    drawn = elfen.draw.board(view, theme="auto", parts=PARTS, names=table.names)
    return drawn.with_ids("board")


def _place(standing: Standing, words: Words) -> Place:
    lines = ", ".join([words.score_line(line) for line in standing.lines if line.points])
    ties = ", ".join([words.score_line(line) for line in standing.ties])
    return Place(standing.rank, placed(standing, words), standing.total, lines, ties)


def _players(table: Table, view: View, words: Words) -> tuple[Player, ...]:
    due = table.game.seat
    rows: list[Player] = []
    for score in view.scores:
        seat = score.seat
        told = say("a bot") if table.seats[seat].bot else ""
        points = str(score.total)
        if not score.complete:
            points = say("{points} and what is secret", points=points)
        lines = ", ".join([words.score_line(line) for line in score.lines if line.points != 0])
        row = (
            seat,
            capital(words.seat(seat)),
            told,
            points,
            lines,
            seat == due,
            seat == view.seat,
        )
        rows.append(Player(*row))
    return tuple(rows)


def _undo(table: Table, seat: int | None, words: Words) -> str:
    """`yes` if the seat may take back its last decision, else why not; "" if it has made none."""
    game = table.game
    if seat is None or not game.steps or game.last[0].seat != seat:
        return ""
    reason = game.undoable(seat).reason
    return "yes" if reason is None else words.reason(reason)


def hint(view: View, names: Sequence[str] = ()) -> list[str]:
    """What the greedy player would do, and the best tour of the position, in words."""
    words = Words(view.rules, names)
    action = GreedyPlayer(view.rules, 0).choose(view)
    told = [words.say("A greedy player would: {action}.", action=words.action(action))]
    best = plan(view)
    if best.steps:
        first, *steps = best.told_by(words, lambda step: words.action(step.action))
        told += [words.say("The best way as things lie: {way}", way=first), *steps]
    return [capital(line) for line in told]
