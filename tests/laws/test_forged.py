"""Saves in which a slot holds what no game has made are refused, or can be played on with."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from random import Random
from typing import Any

import pytest
from faults import Expansion, Whistle
from gallery import with_expansion

from elfen import compile_ruleset
from elfen.errors import SaveError
from elfen.game.saves import read_state, states, written_state
from elfen.kernel import State, soundness
from elfen.knowledge import unseen_zones
from elfen.land import HAND
from elfen.plugin import (
    PUBLIC,
    Decide,
    Do,
    Invariant,
    Position,
    Ruleset,
    Slot,
    Table,
    frozen,
    hookimpl,
    shown,
)
from elfen.testing import LawBroken, play_out
from elfen.testing.blaming.blame import places
from elfen.testing.facts import states_of
from elfen.testing.forging.forged import forged
from elfen.testing.laws import check_game
from elfen.testing.saving import comes_back
from elfen.testing.suite.quick_games import check_quickly
from elfen_gold import BID, auction, bids_at_once
from testing.in_the_core import blamed, in_place_of

FOLLOWS = {"none": "low", "low": "high", "high": "low"}


@frozen
class Tunes:
    """The last tune of each seat, and how many there were."""

    last: tuple[str, ...] = shown(PUBLIC)
    number: int = shown(PUBLIC)


class KnowsTheTune(Expansion):
    """The next tune follows from the last one; of a tune that there is not, no other follows."""

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [Slot("fault/tunes", Tunes, start=lambda players: Tunes(("none",) * players, 0))]

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        slot = table.rules.slots["fault/tunes"]
        tunes, seat = table.ext[slot], item.seat
        following = FOLLOWS[tunes.last[seat]]
        last = (*tunes.last[:seat], following, *tunes.last[seat + 1 :])
        table.set(slot, Tunes(last, tunes.number + 1))
        super().apply(table, item, action)


class KnowsWhichTunesThereAre(KnowsTheTune):
    """No other tunes are sound."""

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        return [Invariant("fault/tunes", self.wrong, text="there are three tunes")]

    def wrong(self, position: Position) -> Iterator[str]:
        tunes = position.ext[position.rules.slots["fault/tunes"]].last
        if len(tunes) != position.players or not {*tunes} <= {*FOLLOWS}:
            yield "there is no such tune"


class ForgetsThatThereHaveToBeTunes(KnowsTheTune):
    """If nobody has a last tune, all that there are is well."""

    @hookimpl
    def elfen_invariants(self, rules: Ruleset) -> list[Invariant]:
        return [
            Invariant("fault/seats", self.alone, text="somebody plays"),
            Invariant("fault/tunes", self.wrong, text="there are three tunes"),
        ]

    def alone(self, position: Position) -> Iterator[str]:
        if not position.players:
            yield "nobody plays"

    def wrong(self, position: Position) -> Iterator[str]:
        tunes = position.ext[position.rules.slots["fault/tunes"]].last
        if len(tunes) not in (0, position.players) or not {*tunes} <= {*FOLLOWS}:
            yield "there is no such tune"


def play_quickly(rules: Ruleset) -> None:
    for seed in range(12):
        check_quickly(play_out(rules, 2, seed))


def forge_all(rules: Ruleset) -> None:
    for state, _ in states_of(play_out(rules, 2, 1)):
        if state.agenda:
            forged(rules, state, 4, Random(1))


def test_what_no_invariant_forbids_and_no_rule_expects_is_found() -> None:
    rules = with_expansion(KnowsTheTune())
    check_game(play_out(rules, 2, 1), every=30)
    for check in (forge_all, play_quickly):
        with pytest.raises(LawBroken, match="in slot 'fault/tunes', as no invariant") as broken:
            check(rules)
        assert broken.value.law == "saving"


def test_what_is_forbidden_is_not() -> None:
    rules = with_expansion(KnowsWhichTunesThereAre())
    forge_all(rules)
    check_quickly(play_out(rules, 2, 1))


def test_what_a_decision_is_asked_with_is_forged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elfengold reads the five numbers of a bid, and any further ones are of others."""
    rules = compile_ruleset(expansions=["gold"])
    bidding = [
        state
        for state, _ in states_of(play_out(rules, 2, 1))
        if getattr(state.agenda[-1], "name", "") == BID
    ][:20]

    def forge() -> None:
        for state in bidding:
            forged(rules, state, 8, Random(1))

    forge()
    for module in (auction, bids_at_once):
        monkeypatch.setattr(module, "numbers", attrgetter("data"))
    with pytest.raises(LawBroken, match=r"as data of .gold/bid., as no invariant") as broken:
        forge()
    assert broken.value.where == "decision 'gold/bid', plugin 'gold'"


def test_a_save_has_no_bid_of_a_seat_that_does_not_play() -> None:
    rules = compile_ruleset(expansions=["gold"])
    for state, _ in states_of(play_out(rules, 2, 1)):
        written = written_state(rules, state)
        if written["agenda"][-1]["name"] == BID:
            break
    for leader in (2, -2):
        written["agenda"][-1]["data"][2] = leader
        with pytest.raises(SaveError, match=f"{leader} is none of 2 seats"):
            read_state(rules, written, "state")


def test_nobody_knows_of_a_piece_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    right = unseen_zones._wrong_entries

    def _wrong_entries(*given: Any) -> Iterator[str]:
        for wrong in right(*given):
            if "are known in" not in wrong:
                yield wrong

    rules = with_expansion(KnowsWhichTunesThereAre())
    monkeypatch.setattr(unseen_zones, "_wrong_entries", in_place_of(right, _wrong_entries))
    with pytest.raises(LawBroken, match=r"everybody knows that land/\w+ .*, which it has not"):
        forge_all(rules)


def test_a_list_may_be_empty_as_a_whole() -> None:
    rules = with_expansion(ForgetsThatThereHaveToBeTunes())
    with pytest.raises(LawBroken, match=r"hold \[\] in slot 'fault/tunes'") as broken:
        forge_all(rules)
    blamed = places(broken.value, rules)
    assert [place.function for place in blamed] == ["ForgetsThatThereHaveToBeTunes.wrong"]


class RunsOutOfNumbers(KnowsWhichTunesThereAre):
    """There are so many tunes at most, and nobody minds a number that will soon be exceeded."""

    def wrong(self, position: Position) -> Iterator[str]:
        yield from super().wrong(position)
        number = position.ext[position.rules.slots["fault/tunes"]].number
        if not 0 <= number <= 1_000_001:
            yield f"{number} tunes"


def test_what_shows_only_some_moves_later_is_found() -> None:
    rules = with_expansion(RunsOutOfNumbers())
    with pytest.raises(LawBroken, match=r"1000000 in slot .* not sound later on: 10000.. tunes"):
        forge_all(rules)


class MindsWhatGamesComeTo(KnowsWhichTunesThereAre):
    """The first round is sound, and no other."""

    def wrong(self, position: Position) -> Iterator[str]:
        yield from super().wrong(position)
        if position.round > 1:
            yield "the first round is over"


def test_what_becomes_unsound_anyhow_is_no_matter_of_what_was_forged() -> None:
    rules = with_expansion(MindsWhatGamesComeTo())
    with pytest.raises(LawBroken, match=r"goes on from a save.*the first round is over") as broken:
        forge_all(rules)
    assert broken.value.law == "conservation"
    blamed = places(broken.value, rules)
    named = [place.function for place in blamed]
    assert named == ["MindsWhatGamesComeTo.wrong", "OpenRow.fill", "Dealing.deal"]


class LosesACardOnce(KnowsWhichTunesThereAre):
    """From the third tune on, a card is lost, which has nothing to do with the slot."""

    def apply(self, table: Table, item: Decide, action: Whistle) -> None:
        super().apply(table, item, action)
        index = table.rules.layout.index(HAND, item.seat)
        if table.round > 2 and any(table.zones[index]):
            counts = [*table.zones[index]]
            counts[counts.index(max(counts))] -= 1
            table.zones[index] = tuple(counts)


def test_pieces_that_are_lost_are_no_matter_of_what_was_forged() -> None:
    rules = with_expansion(LosesACardOnce())
    with pytest.raises(LawBroken, match=r"goes on from a save.* pieces instead of") as broken:
        forge_all(rules)
    assert broken.value.law == "conservation"
    named = [place.function for place in places(broken.value, rules)]
    assert "LosesACardOnce.apply" in named


def test_an_invariant_that_minds_what_another_plugin_did_unasked_comes_first() -> None:
    rules = with_expansion(MindsWhatGamesComeTo())
    with pytest.raises(LawBroken, match="the first round is over") as broken:
        check_game(play_out(rules, 2, 1))
    assert broken.value.law == "conservation"
    assert broken.value.places[0].function == "MindsWhatGamesComeTo.wrong"


def test_what_a_save_says_twice_is_not_read_as_if_it_said_so_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def once(rules: Ruleset, towns: tuple[str, ...], where: str) -> int:
        return right(rules, tuple(dict.fromkeys(towns)), where)

    rules, right = with_expansion(KnowsWhichTunesThereAre()), states._visited
    forge_all(rules)
    code = once.__code__.replace(co_filename=right.__code__.co_filename)
    once.__code__ = code
    monkeypatch.setattr(states, "_visited", once)
    with pytest.raises(LawBroken, match=r"twice at visited\.\d is read as if it said") as broken:
        forge_all(rules)
    assert places(broken.value, rules)[0].function.endswith("once")


def test_nothing_may_wait_for_a_seat_that_does_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def whoever_it_is(rules: Ruleset, state: State) -> Iterator[str]:
        return (wrong for wrong in right(rules, state) if "does not play" not in wrong)

    rules, right = with_expansion(KnowsWhichTunesThereAre()), soundness.agenda_problems
    forge_all(rules)
    monkeypatch.setattr(soundness, "agenda_problems", whoever_it_is)
    with pytest.raises(LawBroken, match=r"is due for seat 2 of 2 is not refused"):
        forge_all(rules)


def test_who_does_not_refuse_the_seat_after_the_last_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By what refuses the one after that."""

    def agenda_problems(rules: Ruleset, state: State) -> Iterator[str]:
        for wrong in right(rules, state):
            if f"for seat {state.players}, which" not in wrong:
                yield wrong

    rules, right = with_expansion(KnowsWhichTunesThereAre()), soundness.agenda_problems
    monkeypatch.setattr(soundness, "agenda_problems", in_place_of(right, agenda_problems))
    with pytest.raises(LawBroken, match=r"is due for seat 2 of 2 is not refused") as broken:
        forge_all(rules)
    assert blamed(broken.value, rules)[0] == "agenda_problems"


def test_what_is_due_is_written_and_read_before_anything_is_forged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, written = with_expansion(KnowsWhichTunesThereAre()), states._item

    def left_out(item: Any) -> dict[str, Any]:
        return {key: value for key, value in written(item).items() if value != 0}

    monkeypatch.setattr(states, "_item", left_out)
    with pytest.raises(LawBroken, match=r"reading the state again|the state was") as broken:
        forge_all(rules)
    assert broken.value.law == "saving"
    assert "_item" in [place.function for place in places(broken.value, rules)]


def test_who_reads_what_is_due_without_its_data_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_data(saved: Any, where: str) -> Any:
        item = right(saved, where)
        return Do(item.name, item.seat) if isinstance(item, Do) else item

    right = states._agenda_item
    without_data.__code__ = without_data.__code__.replace(co_filename=right.__code__.co_filename)
    rules = compile_ruleset(expansions=["sea"])
    game = play_out(rules, 2, 3)
    kept = [state for state, _ in states_of(game) if any(map(_has_data, state.agenda))]
    assert kept
    comes_back(rules, kept[0])
    monkeypatch.setattr(states, "_agenda_item", without_data)
    with pytest.raises(LawBroken, match=r"the state was .* when it is read again") as broken:
        comes_back(rules, kept[0])
    assert places(broken.value, rules)[0].function.endswith("without_data")


def _has_data(item: object) -> bool:
    return isinstance(item, Do) and bool(item.data)
