"""Bandits: cards are drawn out of hands, which those concerned see and others do not."""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import Any

import bandits
import pytest
from attrs import evolve
from bandits import AMBUSH, DEN, ROB

from elfen import Game, PositionError, Ruleset, RulesetError, State, compile_ruleset, determinize
from elfen.declare import MOST_SEATS
from elfen.game.story import tell
from elfen.kernel.table import open_table
from elfen.land import HAND
from elfen.plugin import Chance, Draw, Drawn, Pieces, RouteZone, hookimpl
from elfen.testing import check_game, check_rules, noninterference, play_out, sampling

HANDS = {0: {"giant-pig": 1}, 1: {"dragon": 2, "raft": 1}, 2: {"unicorn": 2}}


@cache
def with_(*others: str) -> Ruleset:
    return compile_ruleset(expansions=[bandits, *others])


def ambush(known: dict[str, int] | None = None) -> State:
    build = with_().build(players=3).at(AMBUSH, seat=0, round=2)
    for seat, cards in HANDS.items():
        build = build.zone(HAND.of(seat), cards)
    return build.known(HAND.of(1), known or {}).state()


@pytest.mark.alike(2)
@pytest.mark.parametrize(
    "others",
    [(), ("favor",), ("gold",), ("gold", "favor")],
    ids=lambda names: "+".join(names) or "alone",
)
def test_bandits_keep_the_laws(others: tuple[str, ...]) -> None:
    rules = with_(*others)
    check_rules(rules)
    game = play_out(rules, 3, seed=3)
    moves = [str(entry.move).split()[0] for entry in game.log]
    assert {"rob", "spare"} <= {*moves}
    check_game(game, every=25)


def robbed() -> Game:
    return with_().game_from(ambush(), seed=1).play("rob 1 2")


def test_robber_and_robbed_read_which_cards_it_was_and_others_how_many() -> None:
    game = robbed()
    (entry,) = [entry for entry in game.log if entry.chance and entry.chance.name == ROB]
    assert entry.chance == Chance(ROB, 0, (2, 1))
    drawn = str(entry.move).removeprefix("drawn ")
    told = [[*tell(game, seat)][1] for seat in (0, 1, 2, None)]
    assert told[0] == told[1] != told[2] == told[3]
    assert told[2] == "Seat 0 robbed seat 1 of 2 travel cards."
    assert told[0].startswith("Seat 0 robbed seat 1 of ")
    assert all(card.partition("*")[0] in told[0] for card in drawn.split())
    logs = [str(game.view(seat).log[1]) for seat in (0, 1, 2, None)]
    assert logs[0] == logs[1] == f"{ROB}, seat 0, from seat 1: drawn {drawn}"
    assert logs[2] == logs[3] == f"{ROB}, seat 0, from seat 1: drawn 2"
    assert game.view(2).log[1].to_data() == {
        "chance": {"name": ROB, "seat": 0, "source": 1},
        "move": "drawn 2",
    }


def test_a_toll_is_seen_by_who_pays_it_alone() -> None:
    game = with_().game_from(ambush(), seed=1).play("spare")
    told = {seat: [*tell(game, seat)][1] for seat in (0, 1, None)}
    assert (
        told[1] == told[None] == "Seat 0 lost a travel card from the hand to the den, drawn blind."
    )
    assert told[0] == "Seat 0 lost a giant pig card from the hand to the den, drawn blind."
    assert game.view(0).known.alone[0].zone == DEN.name
    assert game.view(1).known.alone == ()


def test_every_world_that_one_thinks_of_has_the_card_that_one_has_lost() -> None:
    rules = with_()
    state = rules.apply(rules.apply(ambush(), rules.parse("rob 1 1")), Drawn(Pieces.of(["raft"])))
    numbers = random.Random(1)
    hand = rules.layout.index(HAND, 0)

    def rafts(seat: int) -> set[int]:
        view = rules.observe(state, seat)
        worlds = [determinize(view, numbers) for _ in range(60)]
        return {rules.layout.pieces(HAND, w.zones[hand]).counts.get("raft", 0) for w in worlds}

    assert min(rafts(1)) == 1
    assert min(rafts(2)) == 0


def test_a_card_that_all_knew_may_be_the_one_that_went() -> None:
    rules = with_()
    state = rules.apply(ambush({"raft": 1}), rules.parse("rob 1 1"))
    assert rules.observe(state, 2).known.there
    sampling(rules, state)
    noninterference(rules, state, None)
    after = rules.apply(state, Drawn(Pieces.of(["dragon"])))
    assert rules.observe(after, 2).known.there == ()
    assert [str(one.pieces) for one in rules.observe(after, 0).known.alone] == ["raft"]


def test_a_pending_theft_is_saved_and_goes_on() -> None:
    rules = with_()
    state = rules.apply(ambush({"raft": 1}), rules.parse("rob 1 2"))
    state = rules.apply(state, Drawn(Pieces.of(["dragon"])))
    assert rules.pending(state) == Chance(ROB, 0, (1, 1))
    game = rules.game_from(state, seed=2)
    again = Game.from_json(game.to_json(), plugins=[bandits])
    assert again.state == game.state
    assert again.state.ledger.alone


# What cannot be ------------------------------------------------------------------------


def drawing(*args: Any, **kwargs: Any) -> State:
    rules = with_()
    table = rules.build(players=3).at(AMBUSH, seat=0, round=2)
    opened = open_table(rules, table.state())
    opened.draw(*args, **kwargs)
    return opened.freeze()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((ROB, 0, 1), "draws from a seat's zone; say with source= from whose"),
        ((ROB, 0, 1, 0), "from a zone of seat 0 into itself; name another seat as source="),
        ((ROB, None, 1, 1), "draws into a seat's zone; say for which seat"),
        (("land/deal", 0, 1, 1), "draws from the table; leave source= out"),
    ],
)
def test_a_draw_that_cannot_be_is_refused_in_words(args: tuple[Any, ...], words: str) -> None:
    with pytest.raises(RulesetError, match=words):
        drawing(*args)


def test_who_could_play_in_no_game_cannot_be_robbed() -> None:
    chance = with_().items.chance
    assert chance[ROB, 0, (1, MOST_SEATS - 1)].source == MOST_SEATS - 1
    with pytest.raises(RulesetError, match="say with source= from whose"):
        chance[ROB, 0, (1, MOST_SEATS)]


def test_who_does_not_play_cannot_be_robbed() -> None:
    with pytest.raises(PositionError, match="from seat 5: 3 play, from 0 on"):
        drawing(ROB, 0, 1, source=5)


def test_a_hand_of_too_few_cards_is_named_when_it_is_drawn_from() -> None:
    state = drawing(ROB, 0, 3, source=1)
    words = "bandits/rob is to draw 3 from a seat's land/hand, which has 0; draw no more"
    with pytest.raises(Exception, match=words):
        with_().game_from(state, seed=1)


def test_several_may_rob_one_hand_one_after_another() -> None:
    rules = with_()
    state = ambush()
    for robber, card in ((0, "dragon"), (2, "raft")):
        due = rules.chance(ROB, robber, (1, 1))
        state = evolve(state, agenda=(*state.agenda, due))
        state = rules.apply(state, Drawn(Pieces.of([card])))
    assert rules.position(state).counts(HAND.of(1)) == {"dragon": 1}
    assert [one.zone for one in rules.observe(state, 1).known.alone] == [HAND.name] * 2


def test_a_draw_from_nowhere_is_refused_when_it_is_declared() -> None:
    road = RouteZone("bandits/road", holds=(), at_most=1)
    wrong = ModuleType("bandits")
    vars(wrong).update(vars(bandits))
    vars(wrong)["elfen_chance"] = hookimpl(
        lambda rules: [Draw(ROB, source=road, target=HAND)]  # type: ignore[arg-type]
    )
    with pytest.raises(RulesetError, match="from a TableZone or SeatZone to one of these"):
        compile_ruleset(expansions=[wrong])


def test_a_draw_of_an_unsound_save_is_named() -> None:
    rules = with_()
    for data, words in (((1,), "say with source="), ((1, 5), "from seat 5, which does not play")):
        state = evolve(ambush(), agenda=(Chance(ROB, 0, data),))
        assert any(words in problem for problem in rules.validate(state)), data
