"""Short cuts: taken where they hold and only there, and never another game than the long way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from elfen import Chance, Dealer, Decide, RuleFailed, Ruleset, State, compile_ruleset
from elfen.kernel import kernel as the_kernel
from elfen.kernel.played import Played
from elfen.land import (
    ARRIVAL,
    DISCARD,
    DRAW,
    HAND,
    LAID,
    MOVE,
    OPEN,
    OPEN_ROW,
    PILE,
    PLAN,
    PLAYED,
    SHOWN,
    TOP_CARD,
    TOWN_PIECE,
    TURN,
    DrawOpen,
    Move,
    Moving,
    Place,
    Stop,
)
from elfen.plugin import (
    PUBLIC,
    Action,
    ActionType,
    Base,
    Decision,
    Do,
    Draw,
    Phase,
    Position,
    Price,
    Reason,
    Remove,
    Restriction,
    SeatZone,
    ShortCut,
    Slot,
    Step,
    Table,
)
from elfen.testing import agreement, purity
from elfen.text.explanation import explain
from playing import at_once

from .tiny import (
    CARD,
    CHOOSE,
    PLAY,
    TINY,
    WAIT,
    Play,
    Wait,
    addon,
    compiled,
    manifest,
    plugin,
    refused_with,
    tiny,
)
from .tiny import HAND as TINY_HAND
from .tiny import PILE as PILE_OF_CARDS

#: Names of the rulesets to play, and how each is chosen.
RULESETS: dict[str, dict[str, Any]] = {
    "rio-grande": {"edition": "rio-grande"},
    "white-wind": {"edition": "white-wind"},
    "deluxe": {"edition": "deluxe"},
    "favor-small": {"expansions": ["favor"], "options": {"variant": "small"}},
    "favor-great": {"expansions": ["favor"], "options": {"variant": "great"}},
    "sea": {"expansions": ["sea"]},
    "gold": {"expansions": ["gold"]},
}
LAND_CUTS = (
    "land/discard",
    "land/draw-blind",
    "land/draw-open",
    "land/move",
    "land/place",
    "land/place-obstacle",
    "land/place-secret",
    "land/stop",
)


@cache
def rules_of(name: str) -> Ruleset:
    return compile_ruleset(**RULESETS[name])


def told(rules: Ruleset) -> dict[str, str]:
    """What `explain` says of each short cut, by name."""
    (section,) = [one for one in explain(rules).sections if one.title == "Short cuts"]
    return {item.name: item.details[-1] for item in section.items}


def taken(rules: Ruleset) -> set[str]:
    """The names of the short cuts that are taken, by `explain`."""
    return {name for name, said in told(rules).items() if said == "taken"}


def of_type(actions: Sequence[Action], numbers: random.Random) -> list[Action]:
    """One action of each type."""
    types: dict[type[Action], list[Action]] = {}
    for action in actions:
        types.setdefault(type(action), []).append(action)
    return [numbers.choice(alike) for alike in types.values()]


def decisions(rules: Ruleset, players: int, seed: int) -> Iterator[tuple[State, Dealer]]:
    """The states of a random game in which something is decided, with the dealer there."""
    numbers = random.Random(seed)
    state, dealer, *_ = rules.deal(rules.start(players), Dealer.seeded(seed))
    while isinstance(rules.pending(state), Decide):
        yield state, dealer
        action = numbers.choice(rules.legal_actions(state))
        state, dealer, *_ = rules.play(state, action, dealer)


# The same game, sooner ---------------------------------------------------------------------


def agrees(rules: Ruleset, players: int, seed: int) -> None:
    """Along a random game `advance`, `play` and `deal` lead where `trace` leads, move by move."""
    numbers = random.Random(seed)
    for state, dealer in decisions(rules, players, seed):
        for action in of_type(rules.legal_actions(state), numbers):
            after = rules.trace(state, action).state
            assert rules.advance(state, action) == after, action
            dealt(rules, after, dealer, rules.play(state, action, dealer))


def dealt(rules: Ruleset, state: State, dealer: Dealer, played: Played) -> None:
    """This is what comes of chance, one draw or roll after the other."""
    for chance, outcome in zip(played.chances, played.outcomes, strict=True):
        assert rules.pending(state) == chance
        assert rules.deal(state, dealer).state == played.state
        sampled, dealer = rules.sample(state, dealer)
        assert sampled == outcome
        state = rules.trace(state, outcome).state
    assert not isinstance(rules.pending(state), Chance)
    assert (played.state, played.dealer) == (state, dealer)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", RULESETS)
def test_an_action_leads_where_the_long_way_leads(name: str, players: int) -> None:
    for seed in (players, 10 + players):
        agrees(rules_of(name), players, seed)


@pytest.mark.parametrize("name", RULESETS)
def test_exactly_those_short_cuts_are_taken_that_explain_names(name: str) -> None:
    """As far as random games come to their actions, which is to most of them."""
    rules = rules_of(name)
    cuts = {one.entry.name: one.entry.of for one in rules.short_cuts}
    types = {one.entry.type: one.entry.name for one in rules.action_types}
    met: set[str] = set()
    found: set[str] = set()
    for seed in range(4):
        for state, _ in decisions(rules, 4, seed):
            actions = of_type(rules.legal_actions(state), random.Random(seed))
            for of, action in [(types[type(action)], action) for action in actions]:
                met.add(of)
                if of not in found and at_once(rules, state, action) is not None:
                    found.add(of)
    expected = {cuts[one] for one in taken(rules)}
    assert found == expected & met
    assert expected - met <= {"land/place-obstacle"}


def test_elfenland_takes_all_of_its_own() -> None:
    assert taken(rules_of("rio-grande")) == {*LAND_CUTS}


def test_a_stop_offers_the_next_seat_its_favor_or_lets_it_move_at_once() -> None:
    rules = rules_of("favor-small")
    asked = set()
    for seed in range(3):
        for state, _ in decisions(rules, 4, seed):
            for action in rules.legal_actions(state):
                if isinstance(action, Stop) and (after := at_once(rules, state, action)):
                    assert after == rules.trace(state, action).state
                    asked.add(after.agenda[-1].name)  # type: ignore[union-attr]
    assert asked == {"favor/use", MOVE}


@pytest.mark.parametrize("cards", [5, 8, 9, 13])
def test_every_portion_of_a_discard_is_cut_short(cards: int) -> None:
    rules = rules_of("rio-grande")
    builder = rules.build(players=2).at(MOVE, seat=0, round=1)
    state = builder.zone(
        HAND.of(0), {"dragon": min(cards, 8), "unicorn": max(cards - 8, 0)}
    ).state()
    state = rules.advance(state, open_to(rules, state, Stop))
    assert rules.pending(state) == rules.decide(DISCARD, 0, (cards - 4,))
    for action in rules.legal_actions(state):
        after = at_once(rules, state, action)
        assert after == rules.trace(state, action).state
        left = cards - 8
        assert rules.pending(after) == (
            rules.decide(DISCARD, 0, (left,)) if left > 0 else rules.decide(MOVE, 1, ())
        )


@pytest.mark.parametrize("due", [3, 6])
def test_a_discard_that_was_asked_with_more_data_is_cut_short_too(due: int) -> None:
    rules = rules_of("rio-grande")
    builder = rules.build(players=2).at(MOVE, seat=0, round=1)
    state = builder.zone(HAND.of(0), {"dragon": 8}).state()
    *later, _ = state.agenda
    state = evolve(state, agenda=(*later, rules.decide(DISCARD, 0, (due, "by-another-plugin"))))
    for action in rules.legal_actions(state):
        assert rules.advance(state, action) == rules.trace(state, action).state


def test_the_last_seat_to_discard_ends_the_round_the_long_way() -> None:
    rules = rules_of("rio-grande")
    builder = rules.build(players=2).at(MOVE, seat=1, round=1)
    state = builder.zone(HAND.of(1), {"dragon": 5}).state()
    state = rules.advance(state, open_to(rules, state, Stop))
    (action,) = rules.legal_actions(state)
    assert at_once(rules, state, action) is None
    assert rules.advance(state, action) == rules.trace(state, action).state


@pytest.mark.parametrize(
    ("held", "asked"),
    [
        ((1, 0, 0), (MOVE, 0, ())),
        ((1, 0, 2), (PLAN, 2, (1,))),
        ((2, 0, 0), (PLAN, 0, (2,))),
        ((1, 1, 0), (PLAN, 1, (0,))),
    ],
)
def test_who_has_nothing_to_lay_passes_and_the_counter_lies_without_a_table(
    held: tuple[int, ...],
    asked: tuple[str, int, tuple[int, ...]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = compile_ruleset(options={"land.obstacles": 0})
    builder = rules.build(players=3).at(PLAN, seat=0, round=1)
    for seat, counters in enumerate(held):
        builder.zone(SHOWN.of(seat), {"dragon": counters} if counters else {})
    state = builder.state()
    action = open_to(rules, state, Place)
    after = rules.trace(state, action).state
    assert rules.pending(after) == rules.decide(*asked)
    monkeypatch.setattr(Table, "lay", None)
    assert rules.advance(state, action) == after


def test_what_is_settled_waits_for_somebody() -> None:
    rules = rules_of("rio-grande")
    for state in (rules.start(3), at(rules, DRAW)):
        assert rules.settled(state) == state
    state = at(rules, MOVE)
    *later, asked = state.agenda
    arrival = rules.steps(ARRIVAL, 0, (0, state.boots[0]))
    due = evolve(state, agenda=(*later, asked, *arrival))
    assert rules.pending(due) == arrival[-1]
    assert rules.settled(due) == rules.settled(rules.settled(due))
    assert rules.pending(rules.settled(due)) == asked


def test_a_single_draw_before_a_decision_needs_no_table_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rules_of("rio-grande")
    state = at(rules, DRAW)
    due = rules.advance(state, open_to(rules, state, DrawOpen))
    dealer = Dealer.seeded(3)
    outcome, after = rules.sample(due, dealer)
    expected = rules.trace(due, outcome).state
    monkeypatch.setattr(the_kernel, "open_table", None)
    played = rules.deal(due, dealer)
    assert played == (expected, after, (outcome,), (rules.pending(due),))
    assert rules.dealt(due, dealer) == tuple(played)
    assert type(rules.dealt(due, dealer)) is tuple


@pytest.mark.parametrize(("row", "pile"), [(0, 1), (1, 0), (2, 0), (2, 1), (4, 3), (5, 3)])
def test_the_last_counters_are_drawn_as_on_the_long_way(row: int, pile: int) -> None:
    """What is asked next is dropped if there is nothing left to draw, and the row may shrink."""
    rules = rules_of("rio-grande")
    builder = rules.build(players=3).at(DRAW, seat=0, round=1)
    counters = rules.position(builder.state()).counts(PILE)
    builder.zone(SHOWN.of(2), {**counters, "dragon": counters["dragon"] - row - pile})
    state = builder.zone(OPEN, {"dragon": row} if row else {}).state()
    dealer = Dealer.seeded(1)
    for action in rules.legal_actions(state):
        after = rules.trace(state, action).state
        assert rules.advance(state, action) == after
        dealt(rules, after, dealer, rules.play(state, action, dealer))


def test_a_single_card_from_among_those_played_is_noted_in_the_ledger() -> None:
    def card_and_move(table: Table, item: Do) -> None:
        assert item.seat is not None
        table.ask(MOVE, item.seat)
        if table.size(PLAYED):
            table.draw("mine/card", item.seat)

    rules = land(
        elfen_steps=[Step("mine/go", card_and_move, of=TURN, replaces="land/moving")],
        elfen_chance=[Draw("mine/card", source=PLAYED, target=HAND)],
    )
    layout = rules.layout
    assert rules.changes[layout.index(PLAYED)][layout.index(HAND, 0)] is not None
    agrees(rules, 3, seed=1)


# Where others have a say ---------------------------------------------------------------------

SEEN = Slot("mine/seen", int, start=lambda players: 0, visibility=PUBLIC)


def see(table: Any, item: Any) -> None:
    table.set(SEEN, table.ext[SEEN] + 1)


def mine(**hooks: Any) -> SimpleNamespace:
    """A stranger's plugin for Elfenland, with a slot for its steps to count in."""
    about = manifest("mine", requires=("land",))
    return plugin(elfen_manifest=about, elfen_slots=[SEEN], **hooks)


def land(**hooks: Any) -> Ruleset:
    return compile_ruleset(expansions=[mine(**hooks)])


def at(rules: Ruleset, decision: str) -> State:
    """Seat 0 is asked this, and can do what short cuts are for."""
    builder = rules.build(players=3).at(decision, seat=0, round=1)
    if decision == MOVE:
        builder.zone(HAND.of(0), {"dragon": 3}).boot(0, "feodor")
        builder.lay("feodor-lapphalya-woods", "dragon")
    if decision == PLAN:
        builder.zone(SHOWN.of(0), {"dragon": 2}).zone(SHOWN.of(1), {"dragon": 1})
    if decision == DRAW:
        builder.zone(OPEN, {"dragon": 5})
    return builder.state()


def open_to(rules: Ruleset, state: State, cls: type[Action]) -> Action:
    return next(action for action in rules.legal_actions(state) if isinstance(action, cls))


def step(name: str, of: str, **anchors: Any) -> dict[str, Any]:
    return {"elfen_steps": [Step(f"mine/{name}", see, of=of, **anchors)]}


#: A hook of a stranger's, which short cuts it closes, where to look, and what explain says.
SAYS: dict[str, tuple[dict[str, Any], tuple[str, ...], str, type[Action], str]] = {
    "arrival": (
        step("look", ARRIVAL, before="land/collect"),
        ("land/move",),
        MOVE,
        Move,
        "not taken: land/arrival is mine/look, land/collect",
    ),
    "town-piece": (
        step("look", TOWN_PIECE, after="land/take-piece"),
        ("land/move",),
        MOVE,
        Move,
        "not taken: land/town-piece is land/take-piece, mine/look",
    ),
    "laid": (
        step("look", LAID, before="land/next-turn"),
        ("land/place", "land/place-secret"),
        PLAN,
        Place,
        "not taken: land/laid is mine/look, land/next-turn",
    ),
    "open-row": (
        step("look", OPEN_ROW, before="land/refill-row"),
        ("land/draw-open",),
        DRAW,
        DrawOpen,
        "not taken: land/open-row is mine/look, land/refill-row",
    ),
    "turn": (
        step("look", TURN, before="land/hand-limit"),
        ("land/discard", "land/stop"),
        MOVE,
        Stop,
        "not taken: land/turn is land/moving, mine/look, land/hand-limit",
    ),
    "another-limit": (
        step("limit", TURN, replaces="land/hand-limit"),
        ("land/discard", "land/stop"),
        MOVE,
        Stop,
        "not taken: land/turn is land/moving, mine/limit",
    ),
    "another-collect": (
        step("collect", ARRIVAL, replaces="land/collect"),
        ("land/move",),
        MOVE,
        Move,
        "not taken: land/arrival is mine/collect",
    ),
    "another-refill": (
        step("refill", OPEN_ROW, replaces="land/refill-row"),
        ("land/draw-open",),
        DRAW,
        DrawOpen,
        "not taken: land/open-row is mine/refill",
    ),
}


@pytest.mark.parametrize("where", SAYS)
def test_a_step_of_somebody_else_closes_the_short_cut_and_runs(where: str) -> None:
    hooks, closed, decision, cls, said = SAYS[where]
    rules = land(**hooks)
    assert taken(rules) == {*LAND_CUTS} - {*closed}
    assert all(told(rules)[name] == said for name in closed)
    state = at(rules, decision)
    action = open_to(rules, state, cls)
    assert at_once(rules, state, action) is None
    after = rules.advance(state, action)
    assert after.ext[SEEN] == state.ext[SEEN] + 1
    assert after == rules.trace(state, action).state
    assert rules.play(state, action, Dealer.seeded(1)).state.ext[SEEN] == after.ext[SEEN]


def test_a_step_that_is_removed_closes_the_short_cut_and_does_not_run() -> None:
    rules = land(elfen_steps=[Remove("land/collect")])
    assert taken(rules) == {*LAND_CUTS} - {"land/move"}
    assert told(rules)["land/move"] == "not taken: land/arrival is empty"
    state = at(rules, MOVE)
    after = rules.advance(state, open_to(rules, state, Move))
    assert after.boots != state.boots
    assert after.visited == state.visited


def another_move(name: str, **anchors: Any) -> Callable[[Ruleset], list[ActionType[Any]]]:
    """Moves as a stranger does them: the boot stays where it is."""

    def actions(rules: Ruleset) -> list[ActionType[Any]]:
        types = {one.name: one for one in rules.once(Moving).types()}
        return [evolve(types["land/move"], name=name, apply=see_instead, **anchors)]

    def see_instead(table: Any, item: Decide, action: Any) -> None:
        see(table, item)

    return actions


def test_an_action_that_works_otherwise_is_not_cut_short() -> None:
    rules = land(elfen_actions=another_move("mine/move", replaces="land/move"))
    assert taken(rules) == {*LAND_CUTS} - {"land/move"}
    assert told(rules)["land/move"] == "not taken: land/move works otherwise"
    state = at(rules, MOVE)
    after = rules.advance(state, open_to(rules, state, Move))
    assert after.ext[SEEN] == 1
    assert after.boots == state.boots


def test_who_replaces_an_action_may_bring_a_short_cut_for_it() -> None:
    def short_cuts(rules: Ruleset) -> list[ShortCut]:
        return [ShortCut("mine/move", of="mine/move", past={}, take=marked(7))]

    rules = land(
        elfen_actions=another_move("mine/move", replaces="land/move"), elfen_shortcuts=short_cuts
    )
    assert told(rules)["mine/move"] == "taken"
    state = at(rules, MOVE)
    assert rules.advance(state, open_to(rules, state, Move)).round == 7


def test_a_step_elsewhere_closes_nothing() -> None:
    assert taken(land(**step("rest", TOP_CARD))) == {*LAND_CUTS}


def test_a_short_cut_can_be_removed() -> None:
    rules = land(elfen_shortcuts=[Remove("land/move")])
    assert taken(rules) == {*LAND_CUTS} - {"land/move"}
    state = at(rules, MOVE)
    action = open_to(rules, state, Move)
    assert at_once(rules, state, action) is None
    assert rules.advance(state, action) == rules.trace(state, action).state


# What only strangers do ----------------------------------------------------------------------


def test_a_move_that_was_asked_with_data_is_asked_again_without() -> None:
    asking = Step(
        "mine/go",
        lambda table, item: table.ask(MOVE, item.seat or 0, 7),
        of=TURN,
        replaces="land/moving",
    )
    rules = land(elfen_steps=[asking])
    state = at(rules, MOVE)
    state = evolve(state, agenda=(*state.agenda[:-1], Decide(MOVE, 0, (7,))))
    action = open_to(rules, state, Move)
    assert "land/move" in taken(rules)
    assert rules.advance(state, action) == rules.trace(state, action).state


def test_a_stop_within_the_turn_of_another_seat_leaves_him_his_hand_limit() -> None:
    rules = land()
    state = rules.build(players=3).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"dragon": 6}).state()
    state = evolve(state, agenda=(*state.agenda[:-1], Decide(MOVE, 1, ())))
    after = rules.advance(state, Stop())
    assert after == rules.trace(state, Stop()).state
    assert after.agenda[-1] == Decide("land/discard", 0, (2,))


def test_laying_a_counter_does_not_rest_on_what_was_checked_before() -> None:
    rules = land()
    state = at(rules, PLAN)
    action: Any = open_to(rules, state, Place)
    for n in range(4097):
        assert rules.check(state, Place(f"no-{n}", action.route)) is not None
    assert rules.advance(state, action) == rules.trace(state, action).state


def test_a_cost_term_may_read_all_of_the_rules_when_it_is_asked() -> None:
    def late(rules: Ruleset) -> list[Base]:
        return [Base("mine/late", lambda crossing: [Price.any(HAND, rules.most_rounds)], text="x")]

    rules = land(elfen_move_cost=late)
    assert rules.new_game(2, seed=1).legal_actions


def test_a_short_cut_that_breaks_down_is_blamed() -> None:
    def take(state: State, action: Action) -> State | None:
        raise KeyError("oops")

    broken = ShortCut("mine/stop", of="land/stop", past={}, take=take, before="land/stop")
    rules = land(elfen_shortcuts=[broken])
    with pytest.raises(RuleFailed, match="mine/stop"):
        rules.advance(at(rules, MOVE), Stop())


def test_explain_says_which_of_two_short_cuts_counts() -> None:
    cut = ShortCut(
        "mine/stop", of="land/stop", past={}, take=lambda state, action: None, before="land/stop"
    )
    rules = land(elfen_shortcuts=[cut])
    assert told(rules)["mine/stop"] == "taken"
    assert told(rules)["land/stop"] == "not taken: mine/stop is"


# Several, and none ---------------------------------------------------------------------------


def marked(round: int) -> Callable[[State, Action], State]:
    """A short cut that leads to a round that no game comes to, so that it is seen."""
    return lambda state, action: evolve(state, round=round)


def cut(name: str, round: int, past: Mapping[str, tuple[str, ...]] | None = None) -> ShortCut:
    return ShortCut(name, of="tiny/wait", past=past or {}, take=marked(round))


def waited(*short_cuts: ShortCut) -> int:
    """The round after waiting, with these short cuts."""
    rules = compiled(addon(elfen_shortcuts=[*short_cuts]))
    state = rules.deal(rules.start(2), Dealer.seeded(1)).state
    assert state.round == 1
    return rules.advance(state, Wait()).round


def test_of_several_short_cuts_the_first_that_holds_counts() -> None:
    wrong = {"tiny/talk": ("tiny/tell", "tiny/shout")}
    right = {"tiny/talk": ("tiny/tell",)}
    assert waited() == 1
    assert waited(cut("odd/a", 7), cut("odd/b", 8)) == 7
    assert waited(cut("odd/a", 7), evolve(cut("odd/b", 8), before="odd/a")) == 8
    assert waited(cut("odd/a", 7, wrong), cut("odd/b", 8, right)) == 8
    assert waited(cut("odd/a", 7, wrong)) == 1


def test_where_a_short_cut_gives_nothing_the_long_way_is_gone() -> None:
    nothing = ShortCut("odd/a", of="tiny/wait", past={}, take=lambda state, action: None)
    assert waited(nothing) == 1
    rules = compiled(addon(elfen_shortcuts=[nothing]))
    state, dealer, *_ = rules.deal(rules.start(2), Dealer.seeded(1))
    assert rules.advance(state, Wait()) == rules.trace(state, Wait()).state
    assert rules.play(state, Wait(), dealer).state == rules.trace(state, Wait()).state


def test_a_short_cut_is_taken_where_its_action_is_at_home_and_not_where_it_is_borrowed() -> None:
    rest = Decision("odd/rest", text="rest", at_most=lambda *given: 9, also=("tiny/wait",))
    odd = addon(elfen_decisions=[rest], elfen_shortcuts=[cut("odd/a", 7)])
    rules = compiled(odd, base=tiny(elfen_actions=[PLAY, evolve(WAIT, reusable=True)]))
    home = rules.deal(rules.start(2), Dealer.seeded(1)).state
    borrowed = evolve(home, agenda=(*home.agenda[:-1], rules.decide("odd/rest", 0, ())))
    assert rules.advance(home, Wait()).round == 7
    assert rules.advance(borrowed, Wait()).round == 1


def test_trace_always_goes_the_long_way_and_apply_checks_first() -> None:
    rules = compiled(addon(elfen_shortcuts=[cut("odd/a", 7)]))
    state, dealer, *_ = rules.deal(rules.start(2), Dealer.seeded(1))
    assert rules.apply(state, Wait()).round == 7
    assert rules.play(state, Wait(), dealer).state.round == 7
    assert rules.trace(state, Wait()).state.round == 1
    assert rules.check(state, Play("green")) is not None


def test_errors_name_the_plugin_and_what_there_is() -> None:
    odd = addon(elfen_shortcuts=[ShortCut("odd/cut", of="tiny/dance", past={}, take=marked(7))])
    refused_with(
        "plugin 'odd'", "short cut 'odd/cut'", "'tiny/dance'", "tiny/play, tiny/wait", odd=odd
    )
    odd = addon(elfen_shortcuts=[cut("odd/cut", 7, {"tiny/walk": ("tiny/tell",)})])
    refused_with(
        "plugin 'odd'", "short cut 'odd/cut'", "'tiny/walk'", "round, setup, tiny/talk", odd=odd
    )
    odd = addon(elfen_shortcuts=[WAIT])
    refused_with("plugin 'odd', elfen_shortcuts", "ShortCut or Remove", odd=odd)


def test_after_a_draw_for_one_seat_another_without_pieces_is_not_asked() -> None:
    shown = SeatZone("odd/shown", holds=(CARD,), visibility=PUBLIC)

    def show(table: Table) -> None:
        table.ask("tiny/choose", table.rules.option("cards") - 1)
        table.draw("odd/show", 0)

    odd = addon(
        elfen_zones=[shown],
        elfen_chance=[Draw("odd/show", source=PILE_OF_CARDS, target=shown)],
        elfen_decisions=[evolve(CHOOSE, name="odd/choose", replaces="tiny/choose", forced=Wait())],
        elfen_actions=[evolve(PLAY, name="odd/play", replaces="tiny/play", offered=shown)],
        elfen_phases=[Remove("tiny/deal"), Phase("odd/show", show, replaces="tiny/ask")],
    )
    first, second = (compiled(odd, options={"cards": n}).new_game(2, seed=1) for n in (1, 2))
    assert first.seat == 0
    assert second.is_over


# Lists and checks that are given the state itself -------------------------------------------


class Asked:
    """The two actions of the tiny game, noting what their lists and checks are given."""

    def __init__(self, bare_play: bool, bare_wait: bool) -> None:
        self.lists: dict[str, object] = {}
        self.checks: dict[str, object] = {}
        self.rules = compiled(base=self.base(bare_play, bare_wait))
        self.state = self.rules.deal(self.rules.start(2), Dealer.seeded(1)).state

    def base(self, bare_play: bool, bare_wait: bool) -> SimpleNamespace:
        def actions(rules: Ruleset) -> list[ActionType[Any]]:
            hand = rules.layout.indexes(TINY_HAND)
            kinds = [kind.id for kind in rules.layout.kinds_of(TINY_HAND)]

            def held(fields: Any, seat: int) -> list[Play]:
                self.lists["play"] = fields
                return [Play(k) for k, n in zip(kinds, fields.zones[hand[seat]], strict=True) if n]

            def holds(fields: Any, seat: int, action: Play) -> Reason | None:
                self.checks["play"] = fields
                known = action.card in kinds
                if known and fields.zones[hand[seat]][kinds.index(action.card)]:
                    return None
                return Reason("tiny/play", "no card")

            def wait(fields: Any, seat: int) -> list[Wait]:
                self.lists["wait"] = fields
                return [Wait()]

            def may_wait(fields: Any, seat: int, action: Wait) -> Reason | None:
                self.checks["wait"] = fields
                return None

            cards = [Play(kind) for kind in kinds]
            return [
                evolve(PLAY, legal=held, check=holds, bare=bare_play, domain=lambda: cards),
                evolve(WAIT, legal=wait, check=may_wait, bare=bare_wait),
            ]

        return plugin(**TINY | {"elfen_actions": actions})

    def given(self) -> dict[str, type]:
        """What was given to each, after listing and checking everything."""
        actions = self.rules.legal_actions(self.state)
        assert [self.rules.check(self.state, action) for action in actions] == [None] * 2
        return {
            **{f"list {name}": type(fields) for name, fields in self.lists.items()},
            **{f"check {name}": type(fields) for name, fields in self.checks.items()},
        }


def test_where_all_are_bare_all_are_given_the_state_itself() -> None:
    asked = Asked(True, True)
    assert {*asked.given().values()} == {State}
    assert all(fields is asked.state for fields in asked.lists.values())
    assert all(fields is asked.state for fields in asked.checks.values())


def test_who_is_not_bare_is_given_a_position() -> None:
    given = Asked(False, False).given()
    assert len(given) == 4
    assert all(issubclass(cls, Position) for cls in given.values())
    given = Asked(True, False).given()
    assert given["check play"] is State
    assert issubclass(given["list wait"], Position)
    assert issubclass(given["check wait"], Position)


@pytest.mark.parametrize("bare_play", [False, True])
@pytest.mark.parametrize("bare_wait", [False, True])
def test_bare_or_not_the_game_is_the_same(bare_play: bool, bare_wait: bool) -> None:
    plain, other = Asked(False, False).rules, Asked(bare_play, bare_wait).rules
    for state, _ in decisions(plain, 3, seed=5):
        assert plain.legal_actions(state) == other.legal_actions(state)
        agreement(other, state)
        purity(other, state)


@pytest.mark.parametrize("cls", [Move, Place, DrawOpen])
def test_a_restriction_holds_for_bare_lists_and_checks_too(cls: type[Action]) -> None:
    types = [one.entry for one in rules_of("rio-grande").action_types if one.entry.type is cls]
    assert [one.bare for one in types] == [True]

    def forbids(position: Position, seat: int, action: Any) -> Reason | None:
        assert isinstance(position, Position)
        dragon = "dragon" in str(action)
        return Reason("mine/no", f"not in round {position.round}") if dragon else None

    rules = land(elfen_restrictions=[Restriction("mine/no", type=cls, forbids=forbids, text="no")])
    free = rules_of("rio-grande")
    refused = 0
    for state, _ in decisions(rules, 3, seed=2):
        plain = evolve(state, ext=free.start(3).ext)
        before = set(free.legal_actions(plain))
        now = set(rules.legal_actions(state))
        gone = {one for one in before if isinstance(one, cls) and "dragon" in str(one)}
        assert now == before - gone
        assert all(rules.check(state, action) is None for action in now)
        said = {str(rules.check(state, action)) for action in gone}
        assert said <= {f"not in round {state.round}"}
        refused += len(gone)
    assert refused
