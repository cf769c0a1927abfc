"""Quick games come to tables where three choices meet, and find what goes wrong there."""

from __future__ import annotations

from random import Random
from types import FunctionType
from typing import Any

import pytest
from attrs import evolve
from cuts import NotAskedInTheEnd
from faults import ActsWhenWatched, AsksTooOften, Expansion, LosesACard
from gallery import with_expansion
from leaks import CountsWhatLiesThere, LooksAtTheStack
from peeks import (
    AsksIfTheStackHasRafts,
    AsksUnlessAllAreAlike,
    AsksUnlessAllThatIsLeftIsAlike,
    LooksAtItsHand,
    PeeksIntoTheStack,
)

from elfen import Game, Ruleset, compile_ruleset
from elfen.bots import GreedyPlayer
from elfen.errors import IllegalAction, Reason
from elfen.game import undoing
from elfen.land import PILE, SHOWN
from elfen.plugin import Action, Decision, Do, Draw, Option, SetupStep, Table, hookimpl
from elfen.testing import LawBroken, play_out
from elfen.testing.agreeing.illegal_moves import NOWHERE, mutants
from elfen.testing.laws import check_bounds
from elfen.testing.secrecy.given import given_alike
from elfen.testing.secrecy.taking_back import taken_back_unlearned
from elfen.testing.suite import quick_games as quick
from elfen.testing.suite.conformance import plan
from elfen.testing.suite.pairwise import seldom
from elfen.testing.suite.tables import Table as Choice
from elfen.testing.suite.tables import at_random, in_pairs, settled
from elfen.testing.suite.trials import Effort
from elfen.views import View
from elfen_gold.travel import Travelling
from elfen_sea.bonus import KeepBonus

GOLD = compile_ruleset(expansions=["gold"])


def random_tables(players: int) -> list[Choice]:
    numbers = Effort().numbers("quick", Choice("land", (), players=players))
    return [at_random(Choice("land", (), players=players), numbers) for _ in range(60)]


@pytest.mark.parametrize("players", [2, 5, 6])
def test_options_come_together_in_threes(players: int) -> None:
    def meets(table: Choice) -> bool:
        small = table.board == "five-towns" and table.players == players
        return small and ("land.town_cards", True) in table.options

    assert any(map(meets, random_tables(players)))
    assert sum(map(meets, map(settled, in_pairs(Choice("land", ()))))) <= 1


def test_tables_at_random_are_compiled_as_they_are_named() -> None:
    for table in random_tables(4):
        for name, value in table.options:
            plugin, _, option = name.partition(".")
            assert table.rules.option_values[plugin, option] == value


def test_all_that_an_option_counts_is_now_and_then_of_one_sort() -> None:
    table, numbers = Choice("land", ("favor",), players=3), Random(1)
    found = {dict(at_random(table, numbers).options).get("favor.tiles") for _ in range(200)}
    assert found == {None, *seldom(Option("tiles", "4 4 3 3 3 3", "tiles"))}
    assert "0 0 20 0 0 0" in found
    assert not any(dict(one.options).get("favor.tiles") for one in in_pairs(table))


def test_a_variant_is_tried_about_as_often_as_the_usual_one() -> None:
    table, numbers = Choice("land", ("favor",), players=3), Random(1)
    rules = [at_random(table, numbers).rules for _ in range(100)]
    assert 35 < sum(one.option("favor.variant") == "great" for one in rules) < 65


@pytest.mark.parametrize("default", ["", "20", "a b", "3 or 4", "-1 2", 20, True])
def test_no_other_text_is_taken_for_numbers_of_pieces(default: Any) -> None:
    assert seldom(Option("some", default, "some")) == ()


def test_the_choices_of_an_option_are_all_that_there_are() -> None:
    assert seldom(Option("some", "1 2", "some", ("1 2", "2 1"))) == ()


def test_the_plan_has_quick_games_for_every_number_of_players() -> None:
    trials = [str(trial) for trial in plan("gold").trials if trial.what == "quick games"]
    for names in ("land+gold", "land+favor+gold"):
        found = {trial for trial in trials if trial.startswith(f"{names} ")}
        assert found == {f"{names} {n} players: quick games" for n in range(2, 7)}


@pytest.mark.parametrize("fault", [LosesACard, ActsWhenWatched, AsksTooOften, NotAskedInTheEnd])
def test_they_find_a_fault(fault: type[Expansion]) -> None:
    rules = with_expansion(fault())
    game = play_out(rules, 2, 0)
    with pytest.raises(LawBroken) as caught:
        quick.check_quickly(game)
    assert caught.value.law == fault.breaks
    assert [place.plugin for place in caught.value.places][:1] == ["fault"]


@pytest.mark.parametrize("reads", [True, False])
def test_what_answers_a_seat_reads_nothing_hidden_in_any_state(reads: bool) -> None:
    rules = with_expansion(LooksAtTheStack() if reads else CountsWhatLiesThere())
    game = play_out(rules, 2, 0)
    if not reads:
        quick.check_quickly(game)
        return
    with pytest.raises(LawBroken, match=r"noninterference: .* may not see, to answer"):
        quick.check_quickly(game)


@pytest.mark.alike(2)
@pytest.mark.parametrize("expansion", [PeeksIntoTheStack, LooksAtItsHand])
def test_a_move_may_look_at_what_is_hidden(expansion: type[Expansion]) -> None:
    games = [play_out(with_expansion(expansion()), 2, seed) for seed in range(4)]
    assert [*map(quick.check_quickly, games)] == [None] * len(games)


@pytest.mark.parametrize(
    "expansion", [AsksIfTheStackHasRafts, AsksUnlessAllAreAlike, AsksUnlessAllThatIsLeftIsAlike]
)
def test_what_is_hidden_where_a_move_looks_decides_nothing(expansion: type[Expansion]) -> None:
    games = [play_out(with_expansion(expansion()), 2, seed) for seed in range(4)]
    with pytest.raises(LawBroken, match=r"noninterference: .* depends on what") as caught:
        any(map(quick.check_quickly, games))
    assert caught.value.places[0].function == f"{expansion.__name__}.last_of_turn"


@pytest.mark.parametrize("options", [{}, {"counters_kept": 2}])
def test_what_is_drawn_may_not_be_taken_back(
    options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    why_not = undoing._why_not

    def forgets_chance(game: Game, seat: int) -> Reason | None:
        reason = why_not(game, seat)
        return None if reason is not None and reason.id == "core/undo-chance" else reason

    games = [play_out(compile_ruleset(options=options), 3, seed) for seed in range(4)]
    assert [*map(taken_back_unlearned, games)] == [None] * len(games)
    monkeypatch.setattr(undoing, "_why_not", forgets_chance)
    with pytest.raises(LawBroken, match=r"what seat \d may take back after .*, having seen the"):
        any(map(taken_back_unlearned, games))


def shows_the_list_to_all(game: Game, seat: int | None) -> View:
    return evolve(VIEW(game, seat), legal_actions=game.legal_actions)


def looks_at_the_action_first(game: Game, action: Action, seat: int | None = None) -> Game:
    reason = game.check(action)
    if reason is not None:
        raise IllegalAction(reason)
    return PLAY(game, action, seat)


VIEW, PLAY = Game.view, Game.play


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("view", shows_the_list_to_all, "the view for"),
        ("redacted", lambda game, seat: game.to_json(), "the document for"),
        ("play", looks_at_the_action_first, "why seat"),
    ],
)
def test_what_observers_are_given_tells_no_secrets(
    name: str, given: Any, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [play_out(compile_ruleset(), 3, seed) for seed in range(4)]
    assert [*map(given_alike, games)] == [None] * len(games)
    monkeypatch.setattr(Game, name, given)
    with pytest.raises(LawBroken, match=f"noninterference: {told} .* depends on what"):
        any(map(given_alike, games))


def test_that_the_core_reads_secrets_to_refuse_is_its_own_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A plugin whose rule tells a secret out of turn was asked too early."""
    code = looks_at_the_action_first.__code__
    here = {"co_filename": PLAY.__code__.co_filename, "co_qualname": "Game.play"}
    monkeypatch.setattr(Game, "play", FunctionType(code.replace(**here), globals(), None, (None,)))  # type: ignore[arg-type]
    games = [play_out(compile_ruleset(), 3, seed) for seed in range(4)]
    with pytest.raises(LawBroken, match="why seat") as caught:
        any(map(quick.check_quickly, games))
    places = caught.value.places
    assert {place.plugin for place in places} == {"core"}
    assert "Game.play" in [place.function for place in places]


def deals(table: Table) -> None:
    if table.players == 5:
        table.draw("fault/draw", 0, 100)


class DealsWithMany(Expansion):
    """The set-up deals a hundred counters to a table of five."""

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Draw]:  # type: ignore[override]
        return [Draw("fault/draw", source=PILE, target=SHOWN)]

    @hookimpl
    def elfen_setup(self, rules: Ruleset) -> list[SetupStep]:
        return [SetupStep("fault/deal", deals)]

    def last_of_turn(self, table: Table, item: Do) -> None:
        pass


def test_a_set_up_that_cannot_be_carried_out_is_told_by_its_law() -> None:
    rules = compile_ruleset(expansions=[DealsWithMany()])
    play_out(rules, 4, 1, stop=1)
    with pytest.raises(LawBroken, match=r"progress: 'fault/draw' wants 100 .* \[plugin 'fault'\]"):
        play_out(rules, 5, 1)


def test_who_declares_an_answer_that_is_passed_by_is_named() -> None:
    with pytest.raises(LawBroken, match="leads past decision") as caught:
        quick.check_quickly(play_out(with_expansion(NotAskedInTheEnd()), 2, 0))
    assert caught.value.places[0].function == "NotAskedInTheEnd.elfen_actions"


def test_actions_are_tried_with_as_many_pieces_of_an_unknown_kind() -> None:
    rules = compile_ruleset(expansions=["sea"])
    action = next(one for one in rules.actions if isinstance(one, KeepBonus))
    tried = [
        one.counters for one in mutants(rules, action, Random(1)) if isinstance(one, KeepBonus)
    ]
    assert any(len(one) == len(action.counters) and NOWHERE in one for one in tried)


def test_who_goes_by_advice_comes_further_than_anybody_at_random(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The fault: the last round is left out of how often somebody chooses after a journey."""
    decision = Travelling.decision

    def all_but_one(travelling: Travelling) -> Decision:
        return evolve(
            decision(travelling), at_most=lambda rules, players: (rules.most_rounds - 1) * players
        )

    check_bounds(play_out(GOLD, 2, 2, quick.as_advised(GOLD, 2)))
    monkeypatch.setattr(Travelling, "decision", all_but_one)
    rules = compile_ruleset(expansions=["gold"])
    check_bounds(play_out(rules, 2, 1))
    with pytest.raises(LawBroken, match=r"'gold/reward' was asked 1[12] times"):
        check_bounds(play_out(rules, 2, 2, quick.as_advised(rules, 2)))


def test_advice_that_fails_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(player: GreedyPlayer, view: View) -> Action:
        raise ValueError("no advice")

    monkeypatch.setattr(GreedyPlayer, "choose", fails)
    with pytest.raises(LawBroken) as broken:
        play_out(GOLD, 2, 2, quick.as_advised(GOLD, 2))
    assert broken.value.law == "progress"
    assert "going by advice at" in broken.value.message
    assert "raised ValueError: no advice" in broken.value.message
