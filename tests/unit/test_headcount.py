"""How many can play: a range or a set of numbers, and what all plugins allow of it."""

from __future__ import annotations

import json
import pickle
from collections.abc import Set

import pytest
from attrs import evolve

from elfen import Game, Ruleset, RulesetError, SaveError, compile_ruleset
from elfen.declare.headcount import in_words, numbers_of
from elfen.game.saves.document import digest_of
from elfen.plugin import Manifest, hookimpl
from elfen.text.explanation import explain

from .tiny import addon, compiled, manifest, refusal, tiny


class Even:
    """Elfenland for an even number of players."""

    players: tuple[int, int] | Set[int] = frozenset({2, 4, 6})

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest(
            "even", rules_version=1, api=1, help="For pairs of players.", players=self.players
        )


def for_(players: tuple[int, int] | Set[int]) -> Ruleset:
    """Elfenland with a plugin for so many."""
    even = Even()
    even.players = players
    return compile_ruleset(expansions=[even])


@pytest.mark.parametrize(
    ("players", "numbers", "words"),
    [
        ((2, 6), [2, 3, 4, 5, 6], "2 to 6"),
        ((3, 3), [3], "3"),
        ({6, 2, 4}, [2, 4, 6], "2, 4 or 6"),
        ({4, 6}, [4, 6], "4 or 6"),
        ({3, 2}, [2, 3], "2 to 3"),
        (frozenset({5}), [5], "5"),
    ],
    ids=repr,
)
def test_a_range_or_a_set_as_numbers_and_in_words(
    players: tuple[int, int] | Set[int], numbers: list[int], words: str
) -> None:
    assert [*numbers_of(players)] == numbers
    assert in_words(numbers_of(players)) == words


def test_games_are_for_the_numbers_of_the_set_alone() -> None:
    rules = for_({2, 4, 6})
    assert rules.player_counts == (2, 4, 6)
    assert (rules.fewest_players, rules.most_players) == (2, 6)
    assert [rules.new_game(players, seed=1).players for players in (2, 4, 6)] == [2, 4, 6]
    for players in (1, 3, 5, 7):
        with pytest.raises(RulesetError) as caught:
            rules.start(players)
        assert str(caught.value) == f"{players} players: these rules are for 2, 4 or 6"


def test_a_range_is_as_it_was() -> None:
    rules = compile_ruleset()
    assert rules.player_counts == (2, 3, 4, 5, 6)
    with pytest.raises(RulesetError, match=r"^7 players: these rules are for 2 to 6$"):
        rules.start(7)


def test_numbers_of_several_plugins_are_those_that_all_allow() -> None:
    base = tiny(elfen_manifest=manifest(players=(1, 9)))
    even, three = addon("even", {"players": {2, 4, 6, 8}}), addon("three", {"players": {3, 6, 9}})
    few = addon("few", {"players": (1, 6)})
    assert compiled(even, base=base).player_counts == (2, 4, 6, 8)
    assert compiled(even, few, base=base).player_counts == (2, 4, 6)
    assert compiled(even, three, base=base).player_counts == (6,)


def test_who_would_do_with_more_than_there_can_be_goes_with_others_that_are_for_fewer() -> None:
    many = addon("many", {"players": (1, 99)})
    assert compiled(many).player_counts == (1, 2, 3)
    base = tiny(elfen_manifest=manifest(players=(1, 99)))
    assert "'tiny' is for 99 players; there can be 12 at most" in refusal(base=base)


def test_plugins_without_a_common_number_are_refused_with_what_each_is_for() -> None:
    base = tiny(elfen_manifest=manifest(players=(1, 9)))
    even, odd = addon("even", {"players": {2, 4}}), addon("odd", {"players": {3, 5}})
    assert refusal(even, odd, base=base) == (
        "no number of players suits all plugins: 'tiny' for 1 to 9, 'even' for 2 or 4, 'odd' for 3"
        " or 5; leave one of them out"
    )


def test_sets_are_other_rules_than_the_range_around_them() -> None:
    prints = {
        for_(one).fingerprint
        for one in ((2, 6), {2, 6}, {2, 4, 6}, {2, 3, 6}, {2, 3, 4, 5, 6}, (2, 5))
    }
    assert len(prints) == 5
    assert for_({2, 3, 4, 5, 6}).fingerprint == for_((2, 6)).fingerprint


def test_explain_and_validate_say_which_numbers_can_play() -> None:
    rules = for_({2, 4, 6})
    assert "players: 2, 4 or 6" in explain(rules).facts
    state = rules.start(4)
    assert rules.validate(state) == ()
    three = evolve(state, boots=state.boots[:3], visited=state.visited[:3])
    assert rules.validate(three)[0] == "3 boots: these rules are for 2, 4 or 6"


def test_games_are_saved_and_loaded_and_others_refused() -> None:
    even = Even()
    game = compile_ruleset(expansions=[even]).new_game(4, seed=1)
    assert Game.from_json(game.to_json(), plugins=[even]).state == game.state
    wrong = {**json.loads(game.to_json()), "players": 3}
    wrong["digest"] = digest_of(wrong)
    with pytest.raises(SaveError) as caught:
        Game.from_json(json.dumps(wrong), plugins=[even])
    assert "players: 3 players: these rules are for 2, 4 or 6" in str(caught.value)


def test_a_set_survives_pickling() -> None:
    assert pickle.loads(pickle.dumps(manifest(players={2, 4}))).players == {2, 4}
