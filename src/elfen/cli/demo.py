"""`elfen demo`: narrate one game of greedy players, round by round."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from elfen.bots import play, stock_players
from elfen.cli.consoles import output
from elfen.cli.languages import Spoken
from elfen.cli.ruleset_options import chosen_rules, players_option, ruleset_options
from elfen.declare import Board, Over
from elfen.errors import Seat
from elfen.game import Hop, Journey, Round, Ruleset, rounds
from elfen.kernel import State
from elfen.text import Words, capital, places, say

BOT = "greedy"


@click.command(cls=Spoken)
@players_option(4)
@ruleset_options
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same game.")
def demo(
    players: int,
    edition: str | None,
    expansions: Sequence[str],
    options: Sequence[str],
    board: str | None,
    seed: int | None,
) -> None:
    """Play one game of greedy players and narrate it, round by round.

    Each round shows what was placed on which routes, and how everyone travelled. The cards
    paid are on the arrows; a town whose piece the player already had is in brackets.
    """
    rules = chosen_rules(edition, expansions, options, board)
    if seed is None:
        seed = secrets.randbelow(1 << 32)
    game = play(rules.new_game(players, seed), stock_players([BOT], rules, players, seed))
    console = output()
    text = "{players} {bot} players, {rules}, seed {seed}"
    words = Words(rules)
    heading = say(text, players=players, bot=say(BOT), rules=words.title(), seed=str(seed))
    console.print(heading)
    if of_board := words.of_board():
        console.print(of_board)
    for told in rounds(game):
        show_round(console, words, told)
    show_standings(console, rules, game.state)


def show_round(console: Console, words: Words, told: Round) -> None:
    """Print one round: first what was placed, then a line or more for each seat."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for seat, journey in told.journeys.items():
        table.add_row(words.seat(seat), way(words, journey))
    console.print()
    number = words.say("Round {round}", round=told.number)
    head = Text().append(number, "bold").append(": ")
    console.print(head.append_text(opening(words, told)))
    console.print(table)


def opening(words: Words, told: Round) -> Text:
    """Who began, and what was placed where."""
    text, board = Text(), words.board
    if told.first is not None:
        first = words.say("{seat} {seat:begin|begins}", seat=Seat(told.first))
        text.append(f"{capital(first)}.")
    for kind, routes in sorted(told.laid.items()):
        names = ", ".join(route_name(board, route) for route in routes)
        text.append(f" {words.say(kind)}:", "cyan").append(f" {names};")
    text.right_crop(1)
    return text.append(".")


def way(words: Words, journey: Journey) -> Text:
    """All town pieces so far, how many of them are new, and the journey with its costs."""
    board = words.board
    text = Text().append(f"{journey.pieces:>2}", "bold").append(f" +{journey.gained} ", "green")
    text.append(board.town(journey.start).name)
    for hop in journey.hops:
        text.append(f" –{paid(words, hop)}→ " if hop.paid else " → ", "cyan")
        name = board.town(hop.town).name
        text.append(name if hop.fresh else f"({name})", "" if hop.fresh else "dim")
    return text if journey.hops else text.append(f" ({words.say('stays')})", "dim")


def paid(words: Words, hop: Hop) -> str:
    """The pieces that were paid for a hop."""
    names = [(words.say(kind), n) for kind, n in hop.paid.items()]
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in names)


def route_name(board: Board, id: str) -> str:
    """The names of a route's ends."""
    return "–".join(board.town(town).name for town in board.route(id).ends)


def show_standings(console: Console, rules: Ruleset, state: State) -> None:
    """Print why the game is over, and each seat's rank and score, line by line."""
    over = rules.pending(state)
    assert isinstance(over, Over)
    words = Words(rules)
    console.print()
    console.print(Text().append(say("The end: "), "bold").append(words.ending(over.ending)))
    table = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(no_wrap=True, justify="right")
    table.add_column(ratio=1)
    standings = rules.standings(state)
    for row in standings:
        lines = ", ".join(words.score_line(line) for line in row.lines)
        ties = ", ".join(words.score_line(tie) for tie in row.ties)
        told = Text(lines).append(say("; if tied, {ties}", ties=ties) if ties else "", "dim")
        team = row.team.told_of(row.seat) if row.team else ""
        table.add_row(
            f"  {row.rank}.", f"{words.seat(row.seat)}{team}", Text(str(row.total), "bold"), told
        )
    console.print(table)
    for line in places(standings, words.seat, words.say):
        console.print(Text(f"    {line}"))
