"""One game in the arena: its players are clocked, and forfeit it by a fault of theirs."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter, process_time
from types import FrameType

from elfen.arena.meetings import Meeting
from elfen.arena.results import Forfeit, GameResult
from elfen.bots import Player, Spec, chosen, name_of, player
from elfen.declare import Over
from elfen.errors import ElfenError, IllegalAction, brief, saying
from elfen.game import Game, Ruleset


class _TimeIsUp(BaseException):
    """No `Exception`, so that a player does not catch it by mistake."""


def match(
    rules: Ruleset,
    players: Sequence[Spec],
    meeting: Meeting,
    series: int | str,
    limit: float | None = None,
) -> GameResult:
    """Play a game. With a `limit` a move may take so many seconds.

    A player that raises, chooses what is not legal, or takes longer forfeits. A move that takes too
    long is broken off where a thread can be (the main thread, not on Windows), and else noticed
    when it is made.
    """
    lineup = [players[index] for index in meeting.lineup]
    seats = [
        player(spec, rules, f"{meeting.seed}/{seat}/{meeting.rotation}")
        for seat, spec in enumerate(lineup)
    ]
    game = rules.new_game(len(seats), meeting.seed)
    spent, decisions = [0.0] * len(seats), [0] * len(seats)
    forfeit: Forfeit | None = None
    while not game.is_over and forfeit is None:
        seat = game.seat
        assert seat is not None
        if len(game.legal_actions) == 1:
            game = game.play(game.legal_actions[0])
            continue
        began = process_time()
        after = _moved(game, seats[seat], limit)
        spent[seat] += process_time() - began
        decisions[seat] += 1
        if isinstance(after, str):
            forfeit = Forfeit(seat, after)
        else:
            game = after
    ranks, scores = _ended(game, forfeit)
    over = game.pending
    return GameResult(
        series=series,
        deal=meeting.deal,
        rotation=meeting.rotation,
        seed=meeting.seed,
        ruleset=rules.fingerprint,
        players=tuple(name_of(spec) for spec in lineup),
        ranks=ranks,
        scores=scores,
        seconds=tuple(round(seconds, 4) for seconds in spent),
        decisions=tuple(decisions),
        rounds=game.state.round,
        ending=over.ending if isinstance(over, Over) else "forfeit",
        forfeit=forfeit,
    )


def _moved(game: Game, of: Player, limit: float | None) -> Game | str:
    """The game after a player's move, or why the player forfeits."""
    seat = game.seat
    assert seat is not None
    view = game.view(seat)
    late = f"a move took more than {limit:g} seconds" if limit else ""
    began = perf_counter()
    try:
        with _limited(limit):
            action = chosen(of, view)
    except _TimeIsUp:
        return late
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return f"{type(error).__name__}: {brief(saying(error))}"
    if limit and perf_counter() - began > limit:
        return late
    try:
        return game.play(action)
    except (IllegalAction, ElfenError, AttributeError, TypeError):
        return f"{brief(action)} is not a legal action"


def _ended(game: Game, forfeit: Forfeit | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rank and the score of each seat."""
    rows = sorted(game.rules.standings(game.state), key=lambda row: row.seat)
    scores = tuple(row.total for row in rows)
    if forfeit is None:
        return tuple(row.rank for row in rows), scores
    return tuple(len(rows) if row.seat == forfeit.seat else 1 for row in rows), scores


@contextmanager
def _limited(limit: float | None) -> Iterator[None]:
    """Raise `_TimeIsUp` inside after so many seconds, where the system can."""
    here = threading.current_thread() is threading.main_thread()
    if not limit or not here or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
