"""The numbering of actions, their factored form, and what an encoding says of itself."""

from __future__ import annotations

import random

import pytest

from elfen import ElfenError, NotationError, RulesetError, compile_ruleset
from elfen.encoding import encoding_of
from elfen.plugin import Action, frozen

from .test_observers import EVERY_RULES, RULES, games


@EVERY_RULES
def test_every_action_has_an_index_and_every_index_an_action(rules: object) -> None:
    numbering = encoding_of(rules, 2).numbering  # type: ignore[arg-type]
    actions = rules.actions  # type: ignore[attr-defined]
    assert numbering.indexes(actions) == [*range(len(actions))]
    assert [numbering.action(n) for n in range(len(numbering))] == [*actions]


@frozen(cache_hash=True)
class Sing(Action):
    verb = "sing"


def test_what_is_no_action_or_no_index_is_refused() -> None:
    numbering = encoding_of(RULES["land"], 2).numbering
    with pytest.raises(NotationError, match="is no action of these rules"):
        numbering.index(Sing())
    for wrong in (-1, len(numbering)):
        with pytest.raises(NotationError, match=f"no action {wrong}"):
            numbering.action(wrong)


@EVERY_RULES
def test_spelling_reaches_exactly_the_legal_actions(rules: object) -> None:
    encoding = encoding_of(rules, 3)  # type: ignore[arg-type]
    numbering, spelling = encoding.numbering, encoding.spelling
    for step, game in enumerate(games(rules, 3, seed=2)):  # type: ignore[arg-type]
        if step % 9:
            continue
        legal = numbering.indexes(game.legal_actions)
        reached, begun = [], [()]
        while begun:
            word = begun.pop()
            for letter in spelling.next(legal, word):
                longer = (*word, letter)
                index = spelling.index(longer)
                (reached.append(index) if index is not None else begun.append(longer))
        assert sorted(reached) == sorted(legal)


def test_words_are_short_and_none_begins_another() -> None:
    spelling = encoding_of(RULES["gold+favor"], 2).spelling
    words = {spelling.word(n) for n in range(len(RULES["gold+favor"].actions))}
    assert len(words) == len(RULES["gold+favor"].actions)
    assert not any(word[:n] in words for word in words for n in range(1, len(word)))
    assert spelling.size < 1500
    with pytest.raises(NotationError, match="a word of 9 letters"):
        spelling.index((0,) * 9)


def test_the_digest_is_that_of_the_ruleset_and_the_number_of_players() -> None:
    again = compile_ruleset()
    assert again is not RULES["land"]
    here = {encoding_of(rules, n).digest for rules in RULES.values() for n in (2, 3)}
    assert len(here) == 2 * len(RULES)
    assert encoding_of(again, 3).digest == encoding_of(RULES["land"], 3).digest
    assert encoding_of(again, 3).digest in encoding_of(again, 3).describe()


def test_a_number_of_players_or_a_seat_that_cannot_be_is_refused() -> None:
    with pytest.raises(RulesetError, match="7 players"):
        encoding_of(RULES["land"], 7)
    for seat in (3, -1, True):
        with pytest.raises(RulesetError, match="the seats are 0 to 2"):
            encoding_of(RULES["land"], 3).observer(seat)
    with pytest.raises(ElfenError, match="no field 'bot' of seat\\+0"):
        encoding_of(RULES["land"], 3).layout.field("bot", 0)


def test_random_actions_survive_the_way_to_their_index_and_back() -> None:
    numbers = random.Random(4)
    for rules in RULES.values():
        encoding = encoding_of(rules, 2)
        for action in numbers.sample(rules.actions, 40):
            index = encoding.numbering.index(rules.parse(str(action)))
            assert encoding.numbering.action(index) == action
            assert encoding.spelling.index(encoding.spelling.word(index)) == index
