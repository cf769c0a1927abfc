"""The set-up (G0), gold values (G14), what it does not go with (G15), and the preset (G16)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from elfen import Board, Ruleset, RulesetError, State, compile_ruleset
from elfen.declare.kinds import Pieces
from elfen.draw import board
from elfen.kernel.soundness import stock
from elfen.land import COUNTER, HAND, OPEN, STACK, TRAVEL_CARD, the_board
from elfen.plugin import Manifest, Towns, hookimpl
from elfen.testing import check_game, play_out
from elfen_gold.pieces import GOLD_DECK, PURSE, ROW
from elfen_gold.town_values import VALUES, Values

from .scenes import gold, on_until, purses

TILES = {
    "dragon": 4,
    "magic-cloud": 4,
    "unicorn": 5,
    "elfcycle": 8,
    "troll-wagon": 8,
    "giant-pig": 9,
    "gold": 2,
    "double": 2,
    "exchange": 2,
    "tree": 2,
    "sea-monster": 2,
}


def counted(group: str, **options: int | str) -> dict[str, int]:
    found = stock(gold(**options), 2)
    return {
        kind.partition(":")[2]: n for kind, n in found.items() if kind.startswith(f"{group}:") and n
    }


def test_there_are_48_tiles() -> None:
    assert counted(COUNTER.name) == TILES
    assert sum(TILES.values()) == 48


def test_g00_nobody_draws_counters_or_has_an_obstacle_as_in_elfenland() -> None:
    replaced = ("counters_secret", "counters_chosen", "open_row", "obstacles")
    assert [gold().option(f"land.{name}") for name in replaced] == [0, 0, 0, 0]


def test_there_are_63_cards_and_7_gold_cards() -> None:
    cards = counted(TRAVEL_CARD.name)
    assert len(cards) == 7
    assert set(cards.values()) == {9}
    assert counted("gold-card") == {"gold-card": 7}


def test_everyone_begins_with_five_cards_and_twelve_gold_and_three_cards_lie_open() -> None:
    game = gold().new_game(6, seed=1)
    assert [game.position.size(HAND.of(seat)) for seat in range(6)] == [5] * 6
    assert purses(game) == [12] * 6
    assert game.position.size(ROW) == 3
    assert game.position.size(STACK) == 63 - 6 * 5 - 3
    assert game.position.size(GOLD_DECK) == 7


@pytest.mark.parametrize("edition", ["rio-grande", "white-wind", "deluxe"])
def test_g00_from_the_edition_come_only_the_lakes(edition: str) -> None:
    rules = gold(edition)
    assert rules.most_rounds == 6
    assert not rules.option("town_cards")
    state = rules.new_game(3, seed=1).state
    assert rules.position(state).size(OPEN) == 0
    phases = [owned.entry.name for owned in rules.procedures["round"]]
    assert phases == [
        "gold/draw-cards",
        "gold/income",
        "gold/draw-tiles",
        "gold/auction",
        "land/plan",
        "land/move",
        "land/endings",
        "land/start-player",
        "land/keep",
        "land/clear",
    ]
    boot = rules.board.town_number["grangor"]
    state = evolve(state, boots=(boot, *state.boots[1:]))
    prices = [str(price) for price in rules.quote(state, 0, "grangor-yttar-lake")]
    assert prices == (["1 raft", "any 3"] if edition == "white-wind" else ["2 raft"])


def test_g00_of_elfenland_no_counters_are_drawn_and_no_obstacles_given_out() -> None:
    rules = gold()
    numbers = ("counters_secret", "counters_chosen", "open_row", "obstacles", "counters_kept")
    assert [rules.option(f"land.{name}") for name in numbers] == [0, 0, 0, 0, 2]


@pytest.mark.parametrize("option", ["gold_tiles", "double_transports", "exchanges"])
def test_there_are_two_of_a_spell_unless_fewer_are_wanted(option: str) -> None:
    assert gold().option(f"gold.{option}") == 2
    with pytest.raises(RulesetError, match=rf"{option}.*from 0 to 2"):
        gold(**{option: 3})


def test_g14_there_are_six_witches_if_any() -> None:
    cards = counted(TRAVEL_CARD.name)
    assert counted(TRAVEL_CARD.name, witches=True) == cards | {"witch": 6}


def test_in_round_1_nobody_draws_cards_or_has_an_income() -> None:
    game = gold().new_game(2, seed=1)
    assert game.pending.name == "gold/show-tile"  # type: ignore[union-attr]
    assert purses(game) == [12, 12]


def test_the_towns_are_worth_what_is_printed() -> None:
    rules = gold()
    values = rules.start(2).ext[VALUES].by_town
    by_name = {town.id: values[n] for n, town in enumerate(rules.board.towns)}
    assert by_name["albaran"] == 7
    assert by_name["kihromah"] == 6
    assert by_name["elvenhold"] == 0
    assert sorted(values) == [0, 2, 2, *[3] * 6, *[4] * 6, *[5] * 4, 6, 7]


def test_g14_values_dealt_at_random_are_the_same_ones_elsewhere() -> None:
    rules = gold(random_gold_values=True)
    games = [rules.new_game(2, seed=seed).state.ext[VALUES].by_town for seed in (1, 2)]
    fixed = gold().start(2).ext[VALUES].by_town
    assert games[0] != games[1]
    assert sorted(games[0]) == sorted(games[1]) == sorted(fixed)
    capital = rules.board.town_number[rules.board.capital]
    assert games[0][capital] == games[1][capital] == 0


def test_g14_every_value_is_dealt_by_what_is_left() -> None:
    rules = gold(random_gold_values=True)
    state = rules.start(2)
    odds = {str(outcome): p for outcome, p in rules.outcomes(state)}
    assert odds["rolled 3"] == odds["rolled 4"] == 3 * odds["rolled 2"] == 6 * odds["rolled 7"]


def test_a_board_says_what_its_towns_are_worth() -> None:
    own = the_board()
    values = {town.id: 1 for town in own.towns if town.id != own.capital}
    rich = Board(**fields(own), extra={**own.extra, "gold": {"values": values}})
    rules = compile_ruleset(expansions=["gold"], board=rich)
    assert sorted(rules.start(2).ext[VALUES].by_town) == [0, *[1] * 20]
    del values["beata"]
    with pytest.raises(RulesetError, match="not say what these towns are worth in gold: beata"):
        compile_ruleset(expansions=["gold"], board=rich)
    values.update(beata=1, atlantis=3)
    with pytest.raises(RulesetError, match="there is no town 'atlantis'"):
        compile_ruleset(expansions=["gold"], board=rich)


@pytest.mark.parametrize("random", [False, True])
def test_g14_towns_are_worth_what_was_dealt(random: bool) -> None:
    rules = gold(random_gold_values=random)
    state = rules.new_game(2, seed=1).state
    dealt = state.ext[VALUES].by_town
    at = {value: town for town, value in enumerate(dealt)}
    more = (*dealt[: at[2]], 3, *dealt[at[2] + 1 :])
    capital = dealt.index(0)
    of_the_capital = (*dealt[:capital], 1, *dealt[capital + 1 :])
    for wrong in (more, dealt[:-1], (*dealt, 0), (), of_the_capital):
        other = evolve(state, ext=state.ext.with_value(VALUES, Values(wrong)))
        assert "gold/values" in "".join(rules.validate(other)), wrong
    swapped = list(dealt)
    swapped[at[2]], swapped[at[3]] = 3, 2
    other = evolve(state, ext=state.ext.with_value(VALUES, Values(tuple(swapped))))
    assert (rules.validate(other) == ()) is random


@pytest.mark.parametrize(
    ("own", "wrong"),
    [
        ([], "nothing but values"),
        ({"values": []}, "nothing but values"),
        ({"values": {}, "prices": {}}, "nothing but values"),
        ({"values": {"beata": -1}}, "beata is worth -1, not 0 to 99"),
        ({"values": {"beata": 100}}, "beata is worth 100, not 0 to 99"),
        ({"values": {"beata": "7"}}, "beata is worth '7', not 0 to 99"),
        ({"values": {"beata": True}}, "beata is worth True, not 0 to 99"),
    ],
)
def test_a_board_cannot_say_that_a_town_is_worth_anything_else(own: Any, wrong: str) -> None:
    board = Board(**fields(the_board()), extra={"gold": own})
    with pytest.raises(RulesetError, match=wrong):
        compile_ruleset(expansions=["gold"], board=board)


class BeginsInFeodor:
    """A plugin by which boots begin in Feodor, where no town pieces lie then."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("feodor-first", rules_version=1, api=1, requires=("land",), help="Feodor.")

    @hookimpl
    def elfen_towns(self, rules: Ruleset) -> Towns:
        return Towns(start="feodor")


def test_g09_a_start_without_town_pieces_is_worth_its_gold_unless_it_is_the_capital() -> None:
    rules = compile_ruleset(expansions=["gold", BeginsInFeodor()])
    assert rules.start(2).ext[VALUES] == gold().start(2).ext[VALUES]
    own = the_board()
    values = {t.id: 1 for t in own.towns if t.id not in (own.capital, "feodor")}
    poor = Board(**fields(own), extra={**own.extra, "gold": {"values": values}})
    with pytest.raises(RulesetError, match="not say what these towns are worth in gold: feodor"):
        compile_ruleset(expansions=["gold", BeginsInFeodor()], board=poor)


@pytest.mark.parametrize("value", [0, 99])
def test_a_town_is_worth_anything_from_0_to_99(value: int) -> None:
    values = {town.id: value for town in the_board().towns}
    board = Board(**fields(the_board()), extra={"gold": {"values": values}})
    by_town = compile_ruleset(expansions=["gold"], board=board).start(2).ext[VALUES].by_town
    assert sorted(by_town) == [0, *[value] * 20]


def fields(board: Board) -> dict[str, Any]:
    names = ("name", "capital", "width", "height", "towns", "routes")
    return {name: getattr(board, name) for name in names}


class Sea:
    """A plugin by the name of Elfensea."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("sea", rules_version=1, api=1, help="Elfensea.")


def test_g15_it_does_not_go_with_elfensea_and_says_why() -> None:
    with pytest.raises(RulesetError, match="not for Elfensea"):
        compile_ruleset(expansions=["gold", Sea()])


def test_g16_the_preset_elfenroads_has_70_cards_and_42_counters() -> None:
    tiles = counted(COUNTER.name, preset="elfenroads")
    spells = ("gold", "double", "exchange")
    assert tiles == {kind: n for kind, n in TILES.items() if kind not in spells}
    assert sum(tiles.values()) == 42
    cards = counted(TRAVEL_CARD.name, preset="elfenroads")
    assert sum(cards.values()) + 7 == 70
    assert "reconstruction" in gold().options["gold", "preset"].help


@pytest.mark.alike(2)
@pytest.mark.parametrize(("preset", "tiles"), [("none", 48), ("elfenroads", 42)])
def test_the_tiles_are_conserved(preset: str, tiles: int) -> None:
    rules = gold(preset=preset)
    game = play_out(rules, 3, seed=4)
    check_game(game, every=200)
    assert tiles_in(rules, game.state) == tiles


def tiles_in(rules: Ruleset, state: State) -> int:
    kinds = rules.layout.numbers_in(COUNTER)
    lying = sum(number in kinds for contents in state.routes for number in contents)
    for index, counts in enumerate(state.zones):
        zone, _ = rules.layout.zone_at(index)
        lying += sum(counts) if COUNTER in zone.holds else 0
    return lying


def test_g13_a_picture_says_of_the_bank_only_that_it_has_more_than_enough() -> None:
    told = str(board(gold().new_game(2, seed=1).view(0)))
    assert "Bank: more than enough." in told
    assert "9999" not in told


def test_g13_purses_are_public_and_the_bank_never_runs_dry() -> None:
    rules = gold()
    game = on_until(rules.new_game(2, seed=3), "land/plan")
    assert game.view(1).holding(PURSE, 0).pieces == Pieces.parse("gold-coin*12")
    assert game.view(None).holding(PURSE, 1).pieces == Pieces.parse("gold-coin*12")
    # A turn's hand is at most a dozen cards, a step at most twice the dearest town; three draws
    # take at most all gold cards each.
    turn = 12 * 2 * 7 + 3 * 7 * 3 + 2
    assert stock(rules, 6)["coin:gold-coin"] > 6 * (12 + 6 * turn)
