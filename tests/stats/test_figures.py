"""What is counted of a game: every figure, against a slow twin; and faults that it notices."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from counted_again import Twin

from elfen import ElfenError, Game, Ruleset, compile_ruleset
from elfen.bots import line_up, play, simulate
from elfen.stats import Following, Sheet, Statistics, compare, sheet, statistics
from elfen.stats.noting import NotingTable

GAMES = [(), ("gold", "favor"), ("sea",), ("favor",)]


@cache
def compiled(*expansions: str) -> Ruleset:
    return compile_ruleset(expansions=expansions)


@cache
def played(*expansions: str) -> tuple[Game, Sheet]:
    """A game, and its sheet from following it while it was played."""
    rules = compiled(*expansions)
    following = Following()
    bots = line_up(["greedy", "random"], rules, 3, 4)
    return play(rules.new_game(3, 4), bots, following.see), following.kept()


def non_zero(counts: dict[str, int]) -> dict[str, int]:
    return {name: n for name, n in counts.items() if n}


def agree(found: Sheet, game: Game) -> bool:
    twin = Twin(game)
    values = {name: sorted(some) for name, some in found.values.items()}
    return non_zero(found.counts) == non_zero(twin.counts) and values == {
        name: sorted(some) for name, some in twin.values.items()
    }


@pytest.mark.parametrize("expansions", GAMES, ids=lambda names: "+".join(names) or "land")
def test_every_figure_is_what_the_slow_twin_counts(expansions: tuple[str, ...]) -> None:
    game, found = played(*expansions)
    assert agree(found, game)
    assert found.counts["length.decisions"] == game.steps
    declared = Statistics(compiled(*expansions), 3)
    declared.add(found)
    assert {*found.counts, *found.values} <= {*declared.names}


def test_a_game_that_was_saved_has_the_same_figures() -> None:
    game, found = played("gold", "favor")
    loaded = Game.from_json(game.to_json())
    assert sheet(loaded.history) == found


def _lose(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    """A fault: what one method of the table notes is lost."""
    method = getattr(NotingTable, name)

    def fault(patch: pytest.MonkeyPatch) -> None:
        def forgetful(table: Any, *given: Any) -> Any:
            kept = [len(one) for one in (table.flows, table.hops, table.taken, table.laid)]
            answer = method(table, *given)
            for one, n in zip(
                (table.flows, table.hops, table.taken, table.laid), kept, strict=True
            ):
                del one[n:]
            return answer

        patch.setattr(NotingTable, name, forgetful)

    return fault


@pytest.mark.parametrize("name", ["shift", "shift_one", "lay", "set_boot", "visit"])
def test_what_is_not_noted_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = played("gold", "favor")
    _lose(name)(monkeypatch)
    assert not agree(sheet(game.history), game)


def test_jobs_and_the_order_of_merging_change_nothing() -> None:
    rules = compiled()
    alone = statistics(rules, ["random"], 2, 6, seed=3)
    together = statistics(rules, ["random"], 2, 6, seed=3, jobs=2)
    assert [*together.rows] == [*alone.rows]
    records = [*simulate(rules, ["random"], 2, 6, seed=3, watch=Following)]
    late, early = Statistics(rules, 2), Statistics(rules, 2)
    for record in records:
        (early if record.index < 2 else late).add(pickle.loads(pickle.dumps(record.kept)))
    late.merge(early)
    assert [*late.rows] == [*alone.rows]
    assert alone.games == late.games == 6
    with pytest.raises(ElfenError, match="the same"):
        late.merge(Statistics(rules, 3))


def test_an_option_that_removes_a_thing_is_found_and_nothing_else_of_that_sort() -> None:
    with_them, without = compiled(), compile_ruleset(options={"land.obstacles": 0})
    found = {row.column.name: row for row in compare(with_them, without, ["random"], 4, 30, 1).rows}
    laid = found["pieces.laid.obstacle.obstacle"]
    assert (laid.before, laid.after, laid.clear) == (4, 0, True)
    assert laid.difference is not None
    assert (laid.difference.value, laid.difference.low, laid.difference.high) == (-4, -4, -4)
    assert found["actions.land/place-obstacle"].clear
    assert not found["length.rounds"].clear
    assert not any(found[f"seats.wins.{seat}"].clear for seat in range(4))
