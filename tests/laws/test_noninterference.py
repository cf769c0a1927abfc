"""The law of noninterference from inside: the worlds it tries, and what it says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import leaks
import pytest
from attrs import evolve
from faults import SMALL, TUNES, Expansion, Whistle

from elfen import Chance, Ruleset, compile_ruleset
from elfen.land import HAND, SECRET, PlaceSecret
from elfen.plugin import Action, Position, Reason
from elfen.testing import LawBroken, noninterference, play_out, states_of
from elfen.testing.secrecy import noninterference as law
from elfen.testing.secrecy.extremes import LEANINGS
from elfen.testing.secrecy.hidden_reads import hidden_reads
from elfen.testing.secrecy.public_forms import public_forms
from elfen.testing.secrecy.worlds import SWAPPED, all_worlds, another, extreme_world
from elfen.views.visibility import Sight
from unit import tiny


def with_expansion(*expansions: Expansion) -> Ruleset:
    return compile_ruleset(expansions=expansions, options={"rounds": 3}, board=SMALL)


RULES = compile_ruleset()
STATES = [state for state, _ in states_of(play_out(RULES, 3, seed=2))][5::12]


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_another_world_looks_the_same_and_is_another(seat: int | None) -> None:
    numbers = random.Random(1)
    others = 0
    for state in STATES:
        world = another(RULES, state, seat, numbers)
        assert RULES.validate(world) == ()
        assert RULES.observe(world, seat) == RULES.observe(state, seat)
        others += world != state
    assert others > len(STATES) / 2


@pytest.mark.parametrize("leaning", [*LEANINGS, SWAPPED])
@pytest.mark.parametrize("seat", [0, None])
def test_an_extreme_world_looks_the_same(seat: int | None, leaning: str) -> None:
    numbers = random.Random(1)
    for state in STATES:
        world = extreme_world(RULES, state, seat, numbers, leaning)
        assert RULES.validate(world) == ()
        assert RULES.observe(world, seat).to_json() == RULES.observe(state, seat).to_json()


def hands(leaning: str) -> list[dict[str, int]]:
    """What seat 1 holds of eight cards in a hundred extreme worlds."""
    builder = RULES.build(3).at("land/move", seat=0, round=1)
    builder = builder.zone(HAND.of(1), {"dragon": 4, "raft": 4})
    state, numbers = builder.state(), random.Random(1)
    worlds = [extreme_world(RULES, state, 0, numbers, leaning) for _ in range(100)]
    return [RULES.position(world).counts(HAND.of(1)) for world in worlds]


@pytest.mark.parametrize(
    ("leaning", "found"),
    [
        ("alike", lambda hand: len(hand) == 1),
        ("with", lambda hand: len(hand) == 1),
        ("without", lambda hand: "raft" not in hand),
        ("rare", lambda hand: len(hand) == 1),
        ("low", lambda hand: hand == {"dragon": 8}),
        ("high", lambda hand: hand == {"raft": 8}),
    ],
)
def test_extreme_worlds_have_extreme_hands(leaning: str, found: Any) -> None:
    assert sum(map(found, hands(leaning))) >= 10


def test_all_worlds_are_tried_where_there_are_few() -> None:
    rules = tiny.compiled(base=tiny.tiny(elfen_slots=[], elfen_actions=[tiny.WAIT]))
    game, numbers = rules.new_game(3, 1), random.Random(1)
    hidden = [
        tuple(rules.position(world).counts(tiny.HAND.of(seat)).keys() for seat in (1, 2))
        for world in all_worlds(rules, game.state, 0, numbers)
    ]
    assert {(min(one), min(two)) for one, two in hidden} == {*product(("blue", "red"), repeat=2)}
    assert len(hidden) == 4
    assert all_worlds(RULES, STATES[0], 0, numbers) == ()


def test_each_of_them_has_to_look_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tiny.compiled(base=tiny.tiny(elfen_slots=[], elfen_actions=[tiny.WAIT]))
    state = rules.new_game(3, 1).state
    noninterference(rules, state)
    monkeypatch.setattr(law, "all_worlds", lambda *asked: (evolve(state, round=2),))
    with pytest.raises(LawBroken, match="what seat 0 sees of the round depends on"):
        noninterference(rules, state)


def test_two_hands_are_swapped() -> None:
    builder = RULES.build(3).at("land/move", seat=0, round=1)
    builder = builder.zone(HAND.of(1), {"dragon": 4}).zone(HAND.of(2), {"raft": 4})
    state = builder.state()
    world = extreme_world(RULES, state, 0, random.Random(1), SWAPPED)
    assert RULES.position(world).counts(HAND.of(1)) == {"raft": 4}
    assert RULES.position(world).counts(HAND.of(2)) == {"dragon": 4}
    assert extreme_world(RULES, state, 1, random.Random(1), SWAPPED) == state


def test_another_world_has_other_hidden_slots() -> None:
    rules = with_expansion(leaks.NotesOnesOwnCards())
    noted = leaks.OwnNotes(("dragon", "raft"))
    state = rules.build(2).at("land/move", seat=0).slot(leaks.OWN_NOTES, noted).state()
    numbers = random.Random(1)
    values = {another(rules, state, 0, numbers).ext[leaks.OWN_NOTES] for _ in range(20)}
    assert values == {leaks.OwnNotes(("dragon", other)) for other in ("", "dragon")}


def all_broken(expansion: Expansion) -> Iterator[LawBroken]:
    rules = with_expansion(expansion)
    for seed in range(6):
        for state, _ in states_of(play_out(rules, 2, seed)):
            try:
                noninterference(rules, state)
            except LawBroken as broken:
                yield broken


def first_broken(expansion: Expansion) -> LawBroken:
    for broken in all_broken(expansion):
        return broken
    raise AssertionError("nothing was broken")


@pytest.mark.alike(4)
@pytest.mark.parametrize(
    ("leak", "words"),
    [
        (leaks.AsksOnlyWhoHoldsADragon(), ("sees of the agenda after", "Decide(")),
        (leaks.WritesItOnTheAgenda(), ("the agenda after", "data=('")),
        (leaks.NamesTheCard(), ("may \"put up one's sleeve", "let its public form say less")),
        (leaks.ListsWhatOthersAllow(), ("the list at decision 'land/move' of seat", "Whistle")),
        (leaks.ExplainsTooMuch(), ("the answer to", "dragons in the pile")),
        (leaks.ExplainsToPrograms(), ("the answer to", "dragons=")),
        (leaks.NeedsALoneDragon(), ("may 'whistle", "let its public form say less")),
        (
            leaks.DropsOneOfCardsAlikeUnasked(),
            ("whether 'fault/riddle' is asked after", "is asked"),
        ),
        (leaks.NotesACardInPublic(), ("sees of the slots after", "' or '")),
        (leaks.HidesWithoutSayingWhat(), ("'fault/weather' hides something; say with worlds=",)),
        (leaks.ImaginesWhatOneWouldSee(), ("worlds of slot 'fault/own'", "does not look like")),
        (leaks.SneezesLoudly(), ("an event after", "Sneezed(seat=", "times=0")),
        (leaks.ShowsByRolling(), ("the faces of fault/die",)),
        (leaks.CannotBeWritten(), ("cannot be told", "'fault/odd'", "no form in JSON")),
    ],
    ids=lambda one: type(one).__name__,
)
def test_it_says_what_is_let_out_and_to_whom(leak: Expansion, words: tuple[str, ...]) -> None:
    few = [*islice(all_broken(leak), 3)]  # a leak can be seen in two ways, which first is chance
    broken = next((one for one in few if all(word in one.message for word in words)), few[0])
    assert broken.law == "noninterference"
    assert all(word in broken.message for word in words), broken.message


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    ("leak", "where"),
    [
        (leaks.NotesACardInPublic(), "step 'fault/roll', plugin 'fault'"),
        (leaks.AsksOnlyWhoHoldsADragon(), "step 'fault/roll', plugin 'fault'"),
        (leaks.SneezesLoudly(), "event 'fault/sneezed', plugin 'fault'"),
        (leaks.ShowsByRolling(), "plugin 'fault'"),
        (leaks.NamesTheCard(), "action 'fault/sleeve', plugin 'fault'"),
        (leaks.ExplainsTooMuch(), "action 'fault/whistle', plugin 'fault'"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_it_says_who_is_to_blame(leak: Expansion, where: str) -> None:
    assert first_broken(leak).where == where


def test_it_catches_sight_that_shows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_full(self: Sight, action: Action, actor: int, seat: int | None) -> Action:
        return action

    monkeypatch.setattr(Sight, "action", in_full)
    situation = RULES.build(2).at("land/keep", seat=0, round=1)
    state = situation.zone(SECRET.of(0), {"dragon": 1, "unicorn": 1}).state()
    with pytest.raises(LawBroken, match=r"keep secret (dragon|unicorn)"):
        noninterference(RULES, state, breadth=None)


def test_it_catches_events_that_show_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    def whole(self: Sight, events: Any, seat: int | None) -> tuple[object, ...]:
        return tuple(events)

    monkeypatch.setattr(Sight, "events", whole)
    monkeypatch.setattr(Sight, "reveals", lambda self, event, seat: False)
    state = RULES.start(3)
    while RULES.pending(state) != Chance("land/deal", 1, (8,)):
        state = RULES.advance(state, RULES.outcomes(state)[0][0])
    with pytest.raises(LawBroken, match="an event after"):
        noninterference(RULES, state, breadth=None)


def test_a_secret_counter_that_is_laid_is_shown_and_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(
        state
        for state in [state for state, _ in states_of(play_out(RULES, 3, seed=2))]
        if any(isinstance(action, PlaceSecret) for action in RULES.legal_actions(state))
    )
    noninterference(RULES, state, breadth=None)
    monkeypatch.setattr(Sight, "reveals", lambda self, event, seat: False)
    with pytest.raises(LawBroken, match=r"may 'place secret .*' here, which .* sees as 'pl"):
        noninterference(RULES, state, breadth=None)


@pytest.mark.parametrize("leak", [leaks.HintsAtTheRaft(), leaks.HintsAtTheCard()])
def test_forms_that_hide_something_of_some_actions_only_are_found_without_games(
    leak: Expansion,
) -> None:
    with pytest.raises(LawBroken, match=r"public forms of .*raft.* hide the same") as caught:
        public_forms(with_expansion(leak))
    one, other = (run() for run in caught.value.runs)
    assert one != other


@pytest.mark.parametrize("plugin", [leaks.PutsCardsAway(), leaks.SaysTheSameOfAll()])
def test_forms_that_hide_the_same_of_all_actions_are_as_they_should_be(plugin: Expansion) -> None:
    public_forms(with_expansion(plugin))


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_outcomes_are_told_as_zones_declare(
    seat: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    public_forms(RULES)
    whole = Sight.outcome

    def in_full(self: Sight, item: Any, outcome: Any, whose: int | None) -> Any:
        return outcome if whose == seat else whole(self, item, outcome, whose)

    monkeypatch.setattr(Sight, "outcome", in_full)
    if seat == 0:
        public_forms(RULES)
    else:
        with pytest.raises(LawBroken, match="is told 'drawn"):
            public_forms(RULES)


def test_a_vow_that_is_said_aloud_is_found_though_both_could_be_made() -> None:
    broken = first_broken(leaks.VowsAloud())
    assert "do the same to all that" in broken.message
    assert broken.runs[0]() != broken.runs[1]()


@pytest.mark.parametrize(
    ("leak", "words"),
    [
        (leaks.LooksAtTheStack(), ("LooksAtTheStack.legal reads", "'land/stack' (", "leaks.py:")),
        (leaks.OffersByTheHand(), ("offered reads", "'land/hand' of seat", "the public may not")),
        (leaks.RollsByTheStack(), ("RollsByTheStack.faces reads", "'land/stack'")),
        (leaks.ReadsAnothersNotes(), ("ReadsAnothersNotes.legal reads 'cards' of", "'fault/own'")),
    ],
    ids=lambda one: type(one).__name__,
)
def test_who_reads_what_may_not_be_seen_is_named(leak: Expansion, words: tuple[str, ...]) -> None:
    broken = first_broken(leak)
    assert all(word in broken.message for word in words), broken.message


class SaysWhyByAnothersHand(Expansion):
    """A tune that nobody knows is refused in two ways: it depends on the hand of the next seat."""

    def domain(self) -> list[Whistle]:
        return [*TUNES, Whistle("unknown")]

    def check(self, position: Position, seat: int, action: Whistle) -> Reason | None:
        if action in TUNES:
            return None
        held = position.zones[position.rules.layout.index(HAND, (seat + 1) % position.players)]
        return Reason(
            "fault/whistle", "nobody knows it" if max(held) > 2 else "they do not know it"
        )


def test_a_check_may_not_read_what_its_seat_cannot_see_to_refuse_an_action() -> None:
    rules = with_expansion(SaysWhyByAnothersHand())
    states = (state for state, _ in states_of(play_out(rules, 2, seed=1)))
    moving = next(s for s in states if Whistle("high") in rules.legal_actions(s))
    with pytest.raises(LawBroken, match=r"SaysWhyByAnothersHand\.check reads what lies in"):
        hidden_reads(rules, moving, 3, random.Random(1))
