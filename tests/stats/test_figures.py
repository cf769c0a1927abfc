"""What is counted of a game: every figure, against a slow twin; and faults that it notices."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import repeat
from typing import Any

import pytest
from counted_again import Twin

from elfen import ElfenError, Game, Ruleset, compile_ruleset
from elfen.bots import line_up, play, simulate
from elfen.declare import Memo
from elfen.land.pieces import HAND, PILE, SHOWN, STACK
from elfen.stats import Following, Sheet, Statistics, compare, pairs, sheet, statistics
from elfen.stats.naming import Naming
from elfen.stats.noting import ROUTE, NotingTable, flow_of
from elfen.stats.replaying import tally
from elfen_minstrels import plugin

GAMES = [(), ("gold",), ("gold", "favor"), ("sea",), ("favor",), ("minstrels",)]
OUTSIDE = {"minstrels": plugin}


@cache
def compiled(*expansions: str) -> Ruleset:
    return compile_ruleset(expansions=[OUTSIDE.get(name, name) for name in expansions])


@cache
def played(*expansions: str) -> tuple[Game, Sheet]:
    """A game, and its sheet from following it while it was played."""
    rules = compiled(*expansions)
    following = Following()
    bots = line_up(["greedy", "random"], rules, 3, 4)
    return play(rules.new_game(3, 4), bots, following.see), following.kept()


@cache
def more_games(*expansions: str) -> tuple[tuple[Game, Sheet], ...]:
    """Games of random players, as `simulate` has them counted."""
    rules = compiled(*expansions)
    records = simulate(rules, ["random"], 4, 3, seed=7, watch=Kept)
    return tuple(record.kept for record in records)


class Kept(Following):
    """Keeps the game as well."""

    def see(self, game: Game) -> None:
        super().see(game)
        self.game = game

    def kept(self) -> Any:
        return self.game, super().kept()


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


@pytest.mark.parametrize("expansions", GAMES, ids=lambda names: "+".join(names) or "land")
def test_so_is_every_figure_of_random_games_one_after_another(expansions: tuple[str, ...]) -> None:
    games = more_games(*expansions)
    assert len({game.state for game, _ in games}) == 3
    for game, found in games:
        assert agree(found, game)


def test_a_game_that_was_saved_has_the_same_figures() -> None:
    game, found = played("gold", "favor")
    loaded = Game.from_json(game.to_json())
    assert sheet(loaded.history) == found


def _lose(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    """A fault: what one method of the table notes is lost."""
    method = getattr(NotingTable, name)
    notes = ("flows", "together", "hops", "taken", "laid", "events")

    def fault(patch: pytest.MonkeyPatch) -> None:
        def forgetful(table: Any, *given: Any) -> Any:
            kept = [deepcopy(getattr(table, one)) for one in notes]
            answer = method(table, *given)
            for one, before in zip(notes, kept, strict=True):
                setattr(table, one, before)
            return answer

        patch.setattr(NotingTable, name, forgetful)

    return fault


@pytest.mark.parametrize("name", ["shift", "shift_one", "lay", "set_boot", "visit", "emit"])
def test_what_is_not_noted_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, found = played("gold", "favor")
    assert agree(found, game)
    _lose(name)(monkeypatch)
    assert not agree(sheet(game.history), game)


@pytest.mark.parametrize("name", ["actions", "chances", "hops", "laid", "flows"])
def test_what_is_counted_under_no_name_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = played("gold", "favor")
    nothing: Any = ((), ()) if name == "actions" else ()
    naming = game.rules.once(Naming)
    monkeypatch.setattr(naming, name, Memo(lambda key: nothing))
    assert not agree(sheet(game.history), game)


def test_terms_and_lists_that_are_passed_over_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = played()
    with monkeypatch.context() as patch:
        patch.setattr(Naming, "terms", lambda *given: ())
        assert not agree(sheet(game.history), game)
    following = Following()
    for one in game.history[1:]:
        following.see(one)
    assert not agree(following.kept(), game)


def test_pieces_that_move_together_add_up_however_they_are_split() -> None:
    game, _ = played()
    rules, layout = game.rules, game.rules.layout
    hand, deck = layout.indexes(HAND)[1], layout.index(STACK)
    number = range(len(layout.kinds_of(HAND)))
    start = rules.start(3)
    pieces = [at for at in number if start.zones[deck][at] > 1][:2]
    counts = tuple(2 * (at in pieces) for at in number)
    together, alone = (NotingTable.on(rules, start, None) for _ in range(2))
    for _ in range(2):
        together.shift(deck, hand, tuple(n // 2 for n in counts))
    for at in pieces * 2:
        alone.shift_one(deck, hand, at)
    assert together.zones == alone.zones
    assert [*together.together.values()] == [counts]
    first = flow_of(deck, hand)
    assert Counter(alone.flows) == {first + at: n for at, n in enumerate(counts) if n}
    assert [*together.together] == [first]


@pytest.mark.parametrize("lost", [False, True])
def test_what_a_seat_gets_off_a_route_is_noted(lost: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = compiled()
    layout, route = rules.layout, rules.board.routes[0].id
    kind, target = layout.kinds_of(SHOWN)[0], layout.indexes(SHOWN)[1]
    if lost:
        _lose("take_off")(monkeypatch)
        _lose("sweep")(monkeypatch)
    table = NotingTable.on(rules, rules.start(3), None)
    got = []
    for take in (
        lambda: table.take_off(route, kind, SHOWN.of(1)),
        lambda: table.sweep(kind.group, SHOWN.of(1)),
    ):
        table.put(route, kind, PILE)
        take()
        got.append(table.together.get(flow_of(ROUTE, target)))
    ones = [tuple(n * (at == 0) for at in range(len(layout.kinds_of(SHOWN)))) for n in (1, 2)]
    assert got == ([None, None] if lost else ones)
    assert table.zones[target] == ones[1]


def test_a_field_that_has_no_hash_counts_for_nothing_and_others_do() -> None:
    assert tally([1, [2], 1, "a", {}]) == {1: 2, "a": 1}
    assert tally([1, (2,), 1]) == {1: 2, (2,): 1}


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


@pytest.mark.parametrize("wrong", [None, 5, [], [None], (5,)])
def test_what_are_no_positions_have_no_figures(wrong: Any) -> None:
    with pytest.raises(ElfenError):
        sheet(wrong)


@pytest.mark.parametrize("players", [0, 9, 10**9, 10**400, None, "x", 2.0])
def test_a_number_of_players_that_cannot_be_is_refused_at_once(players: Any) -> None:
    with pytest.raises(ElfenError):
        statistics(compile_ruleset(), players=players)


@pytest.mark.parametrize("wrong", [None, True, 5, "random", repeat("random"), [None]])
def test_bots_that_cannot_be_are_told_in_a_line(wrong: Any) -> None:
    rules = compiled()
    for ask in (
        lambda: statistics(rules, wrong, 2, 1),
        lambda: compare(rules, rules, wrong, 2, 1),
        lambda: pairs(rules, rules, wrong, 2, 1),
    ):
        with pytest.raises(ElfenError) as caught:
            ask()
        assert len(str(caught.value)) <= 300


@pytest.mark.parametrize("wrong", [None, "land", {}])
def test_what_is_no_ruleset_has_no_statistics(wrong: Any) -> None:
    for ask in (
        lambda: statistics(wrong, games=1),
        lambda: compare(wrong, compiled(), games=1),
        lambda: compare(compiled(), wrong, games=1),
        lambda: pairs(compiled(), wrong, games=1),
    ):
        with pytest.raises(ElfenError, match=r"^rules=.* has to be a Ruleset"):
            ask()


@pytest.mark.parametrize("wrong", ["nosuch", "nosuch=3", "", None, [], 5])
def test_a_figure_that_there_is_not_is_a_key_error_in_words(wrong: Any) -> None:
    found = statistics(compiled(), players=2, games=0)
    for ask in (found.__getitem__, found.row, found.columns.__getitem__):
        with pytest.raises(KeyError, match="is no figure of these rules") as caught:
            ask(wrong)
        assert isinstance(caught.value, ElfenError)
