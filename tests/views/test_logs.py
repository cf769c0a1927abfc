"""The log as a seat may see it, and how it grows."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from elfen import Chance, Game, compile_ruleset
from elfen.declare.chance import Drawn, Rolled
from elfen.game import seen as views
from elfen.kernel.unseen_outcomes import DrawnUnseen, RolledUnseen
from elfen.land import KEEP, SECRET, KeepHidden, KeepSecret, Pass
from elfen.views.log import Entry, Log, SeenEntry

from . import dreams

RULES = compile_ruleset(expansions=[dreams])


def played(decisions: int, seed: int = 4, players: int = 3) -> list[Game]:
    """A game in which nobody lays counters, so that secret ones are left to keep."""
    numbers = random.Random(seed)
    games = [RULES.new_game(players, seed)]
    while len(games) <= decisions and not games[-1].is_over:
        actions = games[-1].legal_actions
        secret = [action for action in actions if isinstance(action, KeepSecret)]
        passing = [action for action in actions if isinstance(action, Pass)]
        games.append(games[-1].play(numbers.choice(secret or passing or actions)))
    return games


GAMES = played(400)
GAME = GAMES[-1]


def expected(entry: Entry, seat: int | None) -> object:
    """What a seat should see of an entry of this game."""
    if entry.chance is None:
        hidden = isinstance(entry.move, KeepSecret) and entry.seat != seat
        return KeepHidden() if hidden else entry.move
    own = entry.chance.seat == seat
    everyone = entry.chance.name in ("land/refill", "land/draw-shown")
    owners = entry.chance.name in ("land/deal", "land/draw-secret", "dreams/dream")
    if everyone or (owners and own):
        return entry.move
    return DrawnUnseen(len(entry.move.pieces)) if isinstance(entry.move, Drawn) else RolledUnseen()


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_every_line_is_there_and_says_what_the_seat_may_know(seat: int | None) -> None:
    log = GAME.view(seat).log
    assert [entry.seat for entry in log] == [entry.seat for entry in GAME.log]
    assert [entry.chance for entry in log] == [entry.chance for entry in GAME.log]
    assert [entry.move for entry in log] == [expected(entry, seat) for entry in GAME.log]
    kinds = {type(entry.move) for entry in log}
    assert {Drawn, DrawnUnseen, RolledUnseen, KeepHidden} <= kinds
    assert (Rolled in kinds) == (seat is not None)


def test_the_log_of_the_game_itself_says_which_chance_an_outcome_answers() -> None:
    for entry in GAME.log:
        assert (entry.chance is None) == (entry.seat is not None)
    names = {entry.chance.name for entry in GAME.log if isinstance(entry.chance, Chance)}
    assert names == {owned.entry.name for owned in RULES.chances} - {"land/start-player"}
    assert str(GAMES[0].log[0]).startswith("chance: drawn ")


def test_a_line_reads_as_who_and_what() -> None:
    item = Chance("land/deal", 2, (8,))
    assert str(SeenEntry(None, DrawnUnseen(8), item)) == "land/deal, seat 2: drawn 8"
    assert (
        str(SeenEntry(None, RolledUnseen(), Chance("dreams/weather"))) == "dreams/weather: rolled"
    )
    assert str(SeenEntry(1, KeepHidden())) == "seat 1: keep secret"


@pytest.mark.parametrize("seat", [0, None])
def test_every_line_has_a_notation_that_parses_back(seat: int | None) -> None:
    for entry in GAME.view(seat).log:
        assert RULES.notation.seen(str(entry.move)) == entry.move


def test_ones_own_secret_choice_is_seen_by_oneself_alone() -> None:
    situation = RULES.build(3).at(KEEP, seat=1, round=1).zone(SECRET.of(1), {"dragon": 2})
    after = RULES.game_from(situation.state()).play("keep secret dragon")
    assert [after.view(seat).log[0].move for seat in (0, 1, None)] == [
        KeepHidden(),
        KeepSecret("dragon"),
        KeepHidden(),
    ]


def counting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that gets every page that is read, by its `id`."""
    asked: list[int] = []
    read = views.Views._read

    def counted_read(self: Any, page: Any, *before: Any) -> Any:
        asked.append(id(page))
        return read(self, page, *before)

    monkeypatch.setattr(views.Views, "_read", counted_read)
    return asked


def test_a_view_at_every_turn_looks_at_each_page_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = counting(monkeypatch)
    games = played(60)
    for game in games:
        game.view(0)
        game.view(0)
    assert len(asked) == len(set(asked)) == len(games)
    games[-1].view(1)
    games[-1].view(None)
    assert len(asked) == len(games)  # what seat 1 alone may see was read with the rest


def test_branches_of_a_game_do_not_get_into_each_others_logs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    *_, fork = played(10)
    before = fork.view(0).log
    asked = counting(monkeypatch)
    for action in fork.legal_actions[:3]:
        for seed in range(3):
            after = fork.fork(seed).play(action)
            log = after.view(0).log
            assert log[: len(before)] == tuple(before)
            fresh = pickle.loads(pickle.dumps(after)).view(0).log
            assert log == fresh
    assert fork.view(0).log == before
    # a page more each, and those of the game that was pickled
    assert len(asked) == 9 * (1 + 12)


def test_forgetting_what_was_kept_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_MOST_KEPT", 3)
    for game, usual in zip(played(30), GAMES, strict=False):
        for seat in (0, 1, None):
            assert game.view(seat).log == usual.view(seat).log


def test_another_thread_may_forget_while_a_log_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """As another thread would, something looks at a branch, and all is forgotten."""
    monkeypatch.setattr(views, "_MOST_KEPT", 3)
    game, read = played(30)[-1], views.Views._read
    forgotten: list[bool] = []
    reads = 0

    def late(self: Any, *given: Any) -> Any:
        nonlocal reads
        reads += 1
        if reads == 20:
            branch = next(iter(game.history))
            branch = branch.play(branch.legal_actions[-1])
            kept = len(self._pages)
            branch.view(None)
            forgotten.append(len(self._pages) < kept)
        return read(self, *given)

    monkeypatch.setattr(views.Views, "_read", late)
    assert [game.view(seat).log for seat in (0, 1, 2, None)] == [
        GAMES[30].view(seat).log for seat in (0, 1, 2, None)
    ]
    assert forgotten == [True]


def test_a_log_is_an_immutable_sequence() -> None:
    log = GAME.view(0).log
    entries = tuple(log)
    assert len(log) == len(entries) == len(GAME.log)
    assert log[0] == entries[0]
    assert log[-1] == entries[-1]
    assert log[5:9] == entries[5:9]
    assert entries[7] in log
    assert log.index(entries[7]) == entries.index(entries[7])
    assert log == Log(entries)
    assert hash(log) == hash(Log(entries))
    assert log != Log(entries[:-1])
    assert log != Log([*entries[:-1], entries[0]])
    assert log != entries
    assert pickle.loads(pickle.dumps(log)) == log
    assert str(log).splitlines() == [str(entry) for entry in entries]
    assert repr(log) == f"<Log: {len(entries)} entries>"
    with pytest.raises(IndexError):
        log[len(entries)]
    with pytest.raises((AttributeError, TypeError)):
        log.more = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("known", [-1, 0, 1, 7, 8, 9, 50, 10**6])
def test_what_is_new_is_all_but_what_was_known(known: int) -> None:
    log = GAME.view(1).log
    assert log.since(known) == tuple(log)[max(known, 0) :]


def test_a_log_grows_without_changing() -> None:
    first, second = SeenEntry(0, KeepHidden()), SeenEntry(1, KeepHidden())
    log = Log()
    longer = log.plus([first]).plus([]).plus([second])
    assert (len(log), list(longer)) == (0, [first, second])
    assert longer.since(1) == (second,)


def test_a_long_log_is_let_go_of_and_pickled_without_going_deep() -> None:
    log = Log()
    for _ in range(100_000):
        log = log.plus([SeenEntry(0, KeepHidden())])
    assert len(pickle.loads(pickle.dumps(log))) == 100_000
    del log
