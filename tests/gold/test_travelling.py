"""Earnings (G9), gold or cards (G10), and witches (G14)."""

from __future__ import annotations

import pytest

from elfen import Game, compile_ruleset
from elfen.declare.kinds import Pieces
from elfen.land import ARRIVAL, COLLECT_STEP, HAND, PLAYED, SECRET, SHOWN
from elfen.plugin import (
    CostTerm,
    Crossing,
    Manifest,
    Price,
    Ruleset,
    Step,
    Surcharge,
    Words,
    hookimpl,
)
from elfen_gold.drafting import DRAW_CARD
from elfen_gold.town_values import VALUES
from elfen_gold.travel import REWARD
from playing import asked, payments, why_not

from .scenes import game_from, gold, played, purse, traveller, written

FERRY = "elvenhold-virst-lake"
WOODS = "feodor-lapphalya-woods"
DESERT = "dagamura-feodor-desert"
HOMEWARD = "elvenhold-lapphalya-plains"


def to_parundia() -> Game:
    scene = traveller("feodor", {"dragon": 4})
    for route in (
        "feodor-throtmanni-desert",
        "albaran-throtmanni-desert",
        "albaran-parundia-desert",
    ):
        scene = scene.lay(route, "dragon")
    return game_from(scene)


# Earnings -------------------------------------------------------------------------------


def test_g09_fourteen_gold_for_feodor_to_parundia() -> None:
    game = played(
        to_parundia(),
        "move feodor-throtmanni-desert dragon",
        "move albaran-throtmanni-desert dragon",
        "move albaran-parundia-desert dragon",
        "stop",
    )
    assert asked(game) == (REWARD, 0)
    assert game.pending.data == (14,)  # type: ignore[union-attr]
    assert purse(game, 0) == 12, "paid out after the move"
    assert purse(game.play("take earnings"), 0) == 26


def test_g09_eight_gold_for_feodor_to_dagamura_with_a_gold_tile() -> None:
    scene = traveller("feodor", {"dragon": 1}).lay(DESERT, "dragon", "gold")
    game = played(game_from(scene), f"move {DESERT} dragon", "stop", "take earnings")
    assert purse(game, 0) == 12 + 8


def test_g09_a_gold_tile_doubles_however_one_travels_and_every_time() -> None:
    scene = traveller("feodor", {"raft": 5, "dragon": 2}).lay(DESERT, "dragon", "gold")
    game = played(
        game_from(scene),
        f"move {DESERT} raft*3",
        f"move {DESERT} dragon",
        f"move {DESERT} dragon",
        "stop",
    )
    assert game.pending.data == (8 + 8 + 8,)  # type: ignore[union-attr]


def test_g09_every_visit_pays_elvenhold_nothing_and_the_start_town_when_reached_again() -> None:
    scene = traveller("elvenhold", {"elfcycle": 4}).lay("elvenhold-lapphalya-plains", "elfcycle")
    there, back = ["move elvenhold-lapphalya-plains elfcycle"] * 2
    game = played(game_from(scene), there, back, there, "stop")
    assert game.pending.data == (2 + 0 + 2,)  # type: ignore[union-attr]
    scene = traveller("lapphalya", {"elfcycle": 2}).lay("elvenhold-lapphalya-plains", "elfcycle")
    game = played(game_from(scene), there, back, "stop")
    assert game.pending.data == (0 + 2,)  # type: ignore[union-attr]


def test_g09_whatever_route_leads_to_a_town_it_pays() -> None:
    rules = gold()
    worth = dict(zip(rules.board.towns, rules.start(2).ext[VALUES].by_town, strict=True))
    for route in rules.board.routes:
        scene = traveller(route.ends[0], {"raft": 3})
        if rules.terrains[route.terrain].road:
            scene.lay(route.id, "troll-wagon")
        game = game_from(scene)
        game = game.play(next(a for a in game.legal_actions if f" {route.id} " in f"{a} "))
        to = rules.board.towns[game.state.boots[0]]
        assert to.id == route.ends[1]
        assert game.play("stop").pending.data == (worth[to],), route.id  # type: ignore[union-attr]


def test_the_table_tells_what_a_journey_has_earned_and_what_towns_are_worth() -> None:
    def told(game: Game) -> str:
        return "\n".join(Words(game.rules).table_lines(game.view(1)))

    game = game_from(traveller("elvenhold", {"elfcycle": 4}).lay(HOMEWARD, "elfcycle"))
    assert game.view(1).slot("gold/journey") == {"earned": 0, "moved": False}
    assert "journey under way" not in told(game)
    assert "Feodor 4, " in told(game)
    game = game.play(f"move {HOMEWARD} elfcycle")
    assert "The journey under way has earned 2 gold so far." in told(game)
    game = game_from(traveller("lapphalya", {"elfcycle": 4}).lay(HOMEWARD, "elfcycle"))
    game = game.play(f"move {HOMEWARD} elfcycle")
    assert "The journey under way has earned no gold so far." in told(game)


@pytest.mark.parametrize(
    ("start", "route", "lying", "told"),
    [
        ("feodor", DESERT, ["dragon"], "The journey has earned 4 gold."),
        ("feodor", DESERT, ["dragon", "gold"], "The journey has earned 8 gold."),
        ("lapphalya", HOMEWARD, ["elfcycle"], "The journey has earned no gold."),
    ],
)
def test_whoever_chooses_between_gold_and_cards_is_told_what_the_journey_has_earned(
    start: str, route: str, lying: list[str], told: str
) -> None:
    scene = traveller(start, {lying[0]: 1}).lay(route, *lying)
    game = played(game_from(scene), f"move {route} {lying[0]}", "stop")
    assert told in Words(game.rules).pending(game.view(0))


class Tolls:
    """A plugin by which every piece on a route but the first costs one card more."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("tolls", rules_version=1, api=1, requires=("land",), help="Tolls.")

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        def extra(crossing: Crossing, price: Price) -> int:
            return max(0, len(crossing.contents) - 1)

        return [Surcharge("tolls/pieces", "toll", extra, text="a toll for more pieces than one")]


def test_no_plugin_makes_prices_depend_on_gold_tiles_and_spells() -> None:
    rules = compile_ruleset(expansions=["gold", Tolls()])

    def paid(*besides: str) -> set[str]:
        scene = traveller("feodor", {"dragon": 6}, rules=rules).lay(DESERT, "dragon", *besides)
        return payments(game_from(scene, rules), DESERT)

    assert paid("gold") == paid("double") == paid() == {"dragon", "dragon*3"}
    assert paid("tree") == {"dragon*3", "dragon*5"}, "one for the tree, and one for the toll"


def test_what_other_plugins_can_use_again() -> None:
    rules = gold(witches=True)
    entries = (*rules.action_types, *rules.decisions)
    assert {one.entry.name for one in entries if one.entry.reusable and one.plugin == "gold"} == {
        "gold/fly",
        "gold/reward",
        "gold/swap",
    }


def test_g09_the_next_journey_begins_at_nothing() -> None:
    scene = traveller("feodor", {"dragon": 1}).zone(HAND.of(1), {"dragon": 1}).boot(1, "feodor")
    game = played(game_from(scene.lay(DESERT, "dragon")), f"move {DESERT} dragon", "stop")
    game = played(game, "take earnings", f"move {DESERT} dragon", "stop")
    assert asked(game) == (REWARD, 1)
    assert game.pending.data == (4,)  # type: ignore[union-attr]


def test_g10_after_moving_one_takes_the_earnings_or_two_cards() -> None:
    scene = traveller("feodor", {"dragon": 1}).lay(DESERT, "dragon")
    game = played(game_from(scene), f"move {DESERT} dragon", "stop")
    assert written(game) == {"take earnings", "take cards"}
    game = game.play("take cards")
    assert purse(game, 0) == 12
    for _ in range(2):
        assert asked(game) == (DRAW_CARD, 0)
        game = game.play(next(iter(sorted(written(game, "take card")))))
    assert game.position.size(HAND.of(0)) == 2
    assert asked(game)[1] == 1


def test_g10_the_earnings_may_be_nothing_and_are_still_a_choice() -> None:
    scene = traveller("lapphalya", {"elfcycle": 1}).lay("elvenhold-lapphalya-plains", "elfcycle")
    game = played(game_from(scene), "move elvenhold-lapphalya-plains elfcycle", "stop")
    assert game.pending.data == (0,)  # type: ignore[union-attr]
    assert written(game) == {"take earnings", "take cards"}


def test_g10_who_did_not_move_draws_two_cards() -> None:
    game = game_from(traveller("feodor", {})).play("stop")
    assert asked(game) == (DRAW_CARD, 0)
    game = game.play(game.legal_actions[-1])
    assert asked(game) == (DRAW_CARD, 0)


def test_g10_who_did_not_move_draws_two_cards_though_the_one_before_did() -> None:
    game = game_from(traveller("feodor", {"dragon": 1}).lay(DESERT, "dragon"))
    game = played(game, f"move {DESERT} dragon", "stop", "take earnings", "stop")
    assert asked(game) == (DRAW_CARD, 1)


def test_g10_the_hand_limit_of_four_is_applied_after_the_draw() -> None:
    game = game_from(traveller("feodor", {"raft": 4})).play("stop")
    while asked(game)[0] == DRAW_CARD:
        assert game.position.size(HAND.of(0)) >= 4
        game = game.play(next(iter(sorted(written(game, "take card")))))
    assert asked(game) == ("land/discard", 0)
    assert game.position.size(HAND.of(0)) == 6
    assert {len(action.cards) for action in game.legal_actions} == {2}  # type: ignore[attr-defined]


# Witches --------------------------------------------------------------------------------


def witches(town: str, hand: dict[str, int], purse: int = 12):  # type: ignore[no-untyped-def]
    return traveller(town, hand, purse, gold(witches=True))


def test_g14_witches_are_six_of_69_cards_and_only_by_the_option() -> None:
    kinds = {kind.id for kind in gold().layout.kinds_of(HAND)}
    assert "witch" not in kinds
    assert not any(str(action).startswith("fly") for action in gold().actions)
    rules = gold(witches=True)
    begin = rules.build(2).draft()
    counts = {k.id: n for k, n in zip(rules.layout.kinds_of(HAND), begin.zones[0], strict=True)}
    assert counts["witch"] == 6
    assert sum(counts.values()) == 69


def test_g14_on_the_ferry_two_rafts_the_witch_and_one_gold() -> None:
    rules = gold(witches=True)
    scene = witches("elvenhold", {"raft": 3, "witch": 1}).lay(FERRY, "sea-monster")
    game = game_from(scene, rules)
    assert payments(game, FERRY) == {"raft*3", "gold-coin raft*2 witch"}
    price = rules.quote(game.state, 0, FERRY)[1]
    assert [line.text for line in price.lines] == ["by water", "a witch cancels the obstacle"]
    assert str(price) == "2 raft and 1 witch and 1 gold-coin"
    game = game.play(f"move {FERRY} gold-coin raft*2 witch")
    assert purse(game, 0) == 11, "paid at once"
    assert game.position.counts(PLAYED) == {"raft": 2, "witch": 1}


def test_g14_a_witch_cancels_a_tree_for_a_coin() -> None:
    scene = witches("feodor", {"dragon": 3, "witch": 1}).lay(WOODS, "dragon", "tree")
    game = game_from(scene, gold(witches=True))
    assert payments(game, WOODS) == {"dragon*3", "dragon*3 witch", "dragon*2 gold-coin witch"}


def test_g14_the_dearer_way_to_play_the_very_same_cards_is_not_offered() -> None:
    scene = witches("feodor", {"raft": 3, "witch": 1}).lay(WOODS, "dragon", "tree")
    game = game_from(scene, gold(witches=True))
    assert payments(game, WOODS) == {"raft*3 witch"}, "a caravan of four, without a coin"
    small = gold(witches=True, caravan=2)
    scene = traveller("feodor", {"dragon": 2, "witch": 1}, rules=small).lay(WOODS, "dragon", "tree")
    assert payments(game_from(scene, small), WOODS) == {"dragon*2 witch"}


def test_g14_without_an_obstacle_a_witch_is_just_a_card_of_a_caravan() -> None:
    scene = witches("feodor", {"raft": 2, "witch": 1}).lay(WOODS, "dragon")
    assert payments(game_from(scene, gold(witches=True)), WOODS) == {"raft*2 witch"}


def test_g14_a_witch_with_an_empty_purse_helps_only_in_a_caravan() -> None:
    scene = witches("feodor", {"dragon": 3, "witch": 1}, purse=0).lay(WOODS, "dragon", "tree")
    game = game_from(scene, gold(witches=True))
    assert payments(game, WOODS) == {"dragon*3", "dragon*3 witch"}
    assert why_not(game, f"move {WOODS} dragon*2 gold-coin witch") == (
        "you do not hold dragon*2 gold-coin witch"
    )
    assert written(game, "fly") == set()
    assert why_not(game, "fly virst") == "a flight costs 3 gold, you have 0"


class Porters:
    """A plugin that notes every arrival: the route, and the town where the boot came from."""

    def __init__(self) -> None:
        self.noted: list[tuple[int | str, ...]] = []

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("porters", rules_version=1, api=1, requires=("land",), help="Porters.")

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        return [
            Step(
                "porters/note",
                lambda table, item: self.noted.append(item.data),
                of=ARRIVAL,
                after=COLLECT_STEP,
            )
        ]


def test_g14_a_flight_is_an_arrival_by_no_route_which_plugins_know_as_minus_one() -> None:
    porters = Porters()
    rules = compile_ruleset(expansions=["gold", porters], options={"gold.witches": True})
    game = game_from(traveller("feodor", {"witch": 1}, 3, rules), rules).play("fly virst")
    assert asked(game) == ("land/move", 0)
    assert {*porters.noted} == {(-1, rules.board.town_number["feodor"])}


def test_g14_three_gold_fly_the_boot_from_feodor_to_virst_and_earn_nothing() -> None:
    game = game_from(witches("feodor", {"witch": 1}), gold(witches=True))
    game = game.play("fly virst")
    assert game.position.town(0) == "virst"
    assert game.position.has_visited(0, "virst"), "its piece is taken"
    assert purse(game, 0) == 9
    assert game.position.counts(PLAYED) == {"witch": 1}
    game = game.play("stop")
    assert asked(game) == (REWARD, 0), "it counts as having moved"
    assert game.pending.data == (0,)  # type: ignore[union-attr]


@pytest.mark.parametrize(("gold_held", "flies"), [(2, False), (3, True), (4, True)])
def test_g14_a_flight_takes_three_gold_and_no_more(gold_held: int, flies: bool) -> None:
    game = game_from(witches("feodor", {"witch": 1}, purse=gold_held), gold(witches=True))
    assert ("fly virst" in written(game)) == flies
    if flies:
        assert purse(game.play("fly virst"), 0) == gold_held - 3


def test_g14_a_flight_goes_to_any_other_place() -> None:
    game = game_from(witches("feodor", {"witch": 2}), gold(witches=True))
    towns = {town.id for town in game.rules.board.towns}
    assert written(game, "fly") == {f"fly {town}" for town in towns - {"feodor"}}
    assert why_not(game, "fly feodor") == "you are in Feodor already"
    assert why_not(game, "fly atlantis") == "no town is called 'atlantis'"
    game = game.play("fly elvenhold")
    assert game.position.pieces_taken(0) == 0


def test_g14_earnings_before_and_after_a_flight_are_kept() -> None:
    scene = witches("feodor", {"dragon": 2, "witch": 1}).lay(DESERT, "dragon", "gold")
    game = game_from(scene, gold(witches=True))
    game = played(game, f"move {DESERT} dragon", "fly feodor", f"move {DESERT} dragon", "stop")
    assert game.pending.data == (16,)  # type: ignore[union-attr]


def test_g14_witches_count_for_the_hand_limit_and_are_hidden() -> None:
    game = game_from(witches("feodor", {"witch": 5, "raft": 1}), gold(witches=True))
    assert game.view(1).holding(HAND, 0).pieces is None
    game = game.play("stop")
    while asked(game)[0] == DRAW_CARD:
        game = game.play(game.legal_actions[-1])
    assert asked(game) == ("land/discard", 0)
    assert any("witch" in action for action in written(game))


# Secrets --------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [1, None])
def test_secret_tiles_and_hands_are_hidden_and_purses_open(seat: int | None) -> None:
    scene = traveller("feodor", {"dragon": 2}).zone(SECRET.of(0), {"gold": 1})
    game = game_from(scene.zone(SHOWN.of(0), {"tree": 1}))
    view = game.view(seat)
    assert view.holding(SECRET, 0).pieces is None
    assert view.holding(SECRET, 0).size == 1
    assert view.holding(SHOWN, 0).pieces == Pieces.parse("tree")
    assert view.holding(HAND, 0).pieces is None


def test_g10_the_choice_comes_once_a_round_and_player() -> None:
    assert gold().at_most(REWARD, 4) == 6 * 4
