"""Town cards: E3 distances, E6 what is hidden, scores and ties with them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from elfen import Board, Ruleset, RulesetError, compile_ruleset
from elfen.declare.chance import Drawn
from elfen.kernel.builder import Builder
from elfen.land import HAND, MOVE, TOWN_CARDS, TOWN_CARDS_SHOWN, TOWN_DECK
from elfen.plugin import Manifest, Route, Town, Towns, hookimpl
from playing import to_the_end

from .facts import FACTS, TOWNS, distances
from .situations import elfenland, game_from

TWELVE = sorted(FACTS["town_cards"]["rulebooks"] + FACTS["town_cards"]["rim"])
ALL_TOWNS = [town for town in TOWNS if town != "elvenhold"]
ON = {"town_cards": True}
TABLES = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


def last_stop(players: int = 2, **options: int | str) -> Builder:
    """The last move of the last round is due; nobody holds a town card yet."""
    rules = elfenland(**ON, **options)
    return rules.build(players).at(MOVE, (rules.most_rounds - 2) % players, rules.most_rounds)


def totals(situation: Builder, **options: int | str) -> list[int]:
    """What everyone has at the end."""
    game = game_from(situation, elfenland(**ON, **options)).play("stop")
    assert game.is_over
    return [row.total for row in sorted(game.standings, key=lambda row: row.seat)]


def ranks(situation: Builder, **options: int | str) -> list[int]:
    """The places in the end."""
    game = game_from(situation, elfenland(**ON, **options)).play("stop")
    assert game.is_over
    return [row.rank for row in sorted(game.standings, key=lambda row: row.seat)]


@TABLES
def test_rg_twelve_town_cards_are_shuffled_and_everyone_is_dealt_one(players: int) -> None:
    rules = elfenland(**ON)
    position = rules.position(rules.start(players))
    assert sorted(position.counts(TOWN_DECK)) == TWELVE
    assert set(position.counts(TOWN_DECK).values()) == {1}
    game = rules.new_game(players, seed=3)
    held = [game.position.counts(TOWN_CARDS.of(seat)) for seat in range(players)]
    assert [sum(cards.values()) for cards in held] == [1] * players
    assert len({card for cards in held for card in cards}) == players
    assert game.position.size(TOWN_DECK) == 12 - players


def test_rg_no_town_card_is_elvenhold_s() -> None:
    assert "elvenhold" not in TWELVE
    assert len(TWELVE) == len(set(TWELVE)) == 12


def test_rg_every_card_of_the_deck_is_as_likely() -> None:
    rules = elfenland(**ON)
    chances = {str(o.pieces): p for o, p in rules.outcomes(rules.start(3)) if isinstance(o, Drawn)}
    assert chances == dict.fromkeys(TWELVE, Fraction(1, 12))


def test_e06_a_town_card_is_seen_by_its_owner_and_the_rest_by_nobody() -> None:
    game = elfenland(**ON).new_game(3, seed=5)
    own = game.position.counts(TOWN_CARDS.of(0))
    assert game.view(0).counts(TOWN_CARDS) == own
    for seat in (1, 2, None):
        assert game.view(seat).holding(TOWN_CARDS, 0).pieces is None
        assert game.view(seat).holding(TOWN_CARDS, 0).size == 1
        assert game.view(seat).holding(TOWN_DECK).pieces is None
        (town,) = own
        assert f"drawn {town}" not in "\n".join(map(str, game.view(seat).log))


def test_rg_all_players_uncover_their_town_cards_when_the_game_ends() -> None:
    game = elfenland(**ON).new_game(3, seed=5)
    held = [game.position.counts(TOWN_CARDS.of(seat)) for seat in range(3)]
    game = to_the_end(game)
    assert [game.view(None).counts(TOWN_CARDS_SHOWN, seat) for seat in range(3)] == held
    assert [game.position.size(TOWN_CARDS.of(seat)) for seat in range(3)] == [0, 0, 0]
    assert game.view(None).holding(TOWN_DECK).pieces is None


def test_e03_the_distance_is_the_fewest_routes_of_any_kind() -> None:
    fewest = distances()
    for card in TWELVE:
        for town in TOWNS:
            situation = last_stop().boot(0, town).zone(TOWN_CARDS.of(0), {card: 1})
            state = situation.visited(0, *ALL_TOWNS[:17]).state()
            rows = elfenland(**ON).standings(state)
            total = next(row.total for row in rows if row.seat == 0)
            assert total == 17 - fewest[town, card], (town, card)


def test_e03_whatever_lies_on_the_routes() -> None:
    for laid in ((), ("unicorn",), ("unicorn", "obstacle")):
        situation = last_stop().boot(0, "throtmanni").zone(TOWN_CARDS.of(0), {"jaccaranda": 1})
        situation.visited(0, *ALL_TOWNS[:5])
        if laid:
            situation.lay("jaccaranda-throtmanni-mountains", *laid)
        assert totals(situation)[0] == 4


def test_rg_who_ends_in_his_town_loses_nothing() -> None:
    situation = last_stop().boot(0, "yttar").zone(TOWN_CARDS.of(0), {"yttar": 1})
    assert totals(situation.visited(0, *ALL_TOWNS[:9]))[0] == 9


def test_rg_the_score_is_told_line_by_line() -> None:
    situation = last_stop().boot(0, "throtmanni").zone(TOWN_CARDS.of(0), {"jaccaranda": 1})
    game = game_from(situation.visited(0, *ALL_TOWNS[:17]), elfenland(**ON)).play("stop")
    row = next(row for row in game.standings if row.seat == 0)
    assert [str(line) for line in row.lines] == [
        "town pieces: 17",
        "distance to the town card: -1 (Jaccaranda is 1 from Throtmanni)",
    ]


def test_e02_after_an_early_win_the_score_tells_that_town_cards_do_not_count() -> None:
    rules = elfenland(**ON, rounds=4, early_win="at-once")
    situation = rules.build(2).at(MOVE, 0, 1).boot(0, "elvenhold").zone(HAND.of(0), {"raft": 1})
    situation.visited(0, *[town for town in ALL_TOWNS if town != "rivinia"])
    situation.zone(TOWN_CARDS.of(0), {"yttar": 1}).zone(TOWN_CARDS.of(1), {"tichih": 1})
    game = game_from(situation, rules).play("move elvenhold-rivinia-river raft")
    told = "distance to the town card: 0 (town cards do not count after an early win)"
    assert [str(row.lines[1]) for row in game.standings] == [told, told]


def test_a_score_may_be_below_zero_and_no_lower_than_the_bound() -> None:
    furthest = max(n for (_, card), n in distances().items() if card in TWELVE)
    assert elfenland(**ON).score_bounds == (-furthest, 20)
    situation = last_stop().boot(0, "elvenhold").zone(TOWN_CARDS.of(0), {"yttar": 1})
    assert totals(situation)[0] == -distances()["elvenhold", "yttar"] < 0


def tied() -> Builder:
    """Seat 0 has 9 pieces and is 1 away, seat 1 has 10 and is 2 away and holds more cards."""
    situation = last_stop().boot(0, "throtmanni").zone(TOWN_CARDS.of(0), {"jaccaranda": 1})
    situation.boot(1, "feodor").zone(TOWN_CARDS.of(1), {"tichih": 1})
    situation.visited(0, *ALL_TOWNS[:9]).visited(1, *ALL_TOWNS[:10])
    return situation.zone(HAND.of(1), {"dragon": 2})


@pytest.mark.editions("rio-grande", "deluxe")
def test_rg_a_tie_goes_to_whoever_is_nearest_to_his_town() -> None:
    assert totals(tied()) == [8, 8]
    assert ranks(tied()) == [1, 2]


@pytest.mark.editions("white-wind")
def test_ww_a_tie_goes_to_most_cards_however_far_the_town() -> None:
    assert totals(tied()) == [8, 8]
    assert ranks(tied()) == [2, 1]


@pytest.mark.parametrize(("tie_break", "places"), [("nearest-town", [1, 2]), ("cards", [2, 1])])
def test_the_tie_break_is_an_option_of_its_own(tie_break: str, places: list[int]) -> None:
    rules = elfenland(town_cards=True, tie_break=tie_break)
    game = game_from(tied(), rules).play("stop")
    assert [row.rank for row in sorted(game.standings, key=lambda row: row.seat)] == places


def test_rg_then_most_cards_and_e04_then_the_victory_is_shared() -> None:
    situation = last_stop(3)
    for seat, cards in enumerate((1, 2, 2)):
        situation.boot(seat, "throtmanni").visited(seat, *ALL_TOWNS[:7])
        situation.zone(HAND.of(seat), {"dragon": cards})
    for seat, card in enumerate(("jaccaranda", "tichih", "wylhien")):
        situation.zone(TOWN_CARDS.of(seat), {card: 1})
    situation.boot(2, "jaccaranda")
    assert ranks(situation) == [3, 1, 1]


# Other boards ------------------------------------------------------------------------------

LINE = ("inn", "mill", "weir")


def line_of_towns(**extra: object) -> Board:
    """Three towns one after the other."""
    towns = tuple(Town(name, name.title(), 1, 1) for name in LINE)
    routes = (
        Route("inn-mill", ("inn", "mill"), "plains"),
        Route("mill-weir", ("mill", "weir"), "lake", water="pond"),
    )
    return Board("line", "inn", 9, 9, towns, routes, extra=extra)


def test_a_board_that_says_nothing_has_a_card_for_every_town_but_the_capital(edition: str) -> None:
    rules = compile_ruleset(edition, options=ON, board=line_of_towns())
    assert rules.position(rules.start(2)).counts(TOWN_DECK) == {"mill": 3, "weir": 3}
    assert to_the_end(rules.new_game(6, seed=1)).is_over


@pytest.mark.editions("rio-grande")
@pytest.mark.parametrize(("towns", "of_each"), [(1, 6), (2, 3), (3, 2), (5, 2), (6, 1), (7, 1)])
def test_with_fewer_card_towns_than_six_there_are_as_many_as_six_players_need(
    towns: int, of_each: int
) -> None:
    names = [f"t{n}" for n in range(8)]
    line = tuple(Route(f"r{n}", (names[n], names[n + 1]), "plains") for n in range(7))
    board = Board(
        "line",
        "t0",
        9,
        9,
        tuple(Town(name, name, n, 1) for n, name in enumerate(names)),
        line,
        extra={"land": {"town_cards": names[1 : towns + 1]}},
    )
    rules = compile_ruleset(options=ON, board=board)
    deck = rules.position(rules.start(2)).counts(TOWN_DECK)
    assert deck == dict.fromkeys(names[1 : towns + 1], of_each)
    game = to_the_end(rules.new_game(6, seed=1))
    assert sum(game.position.size(TOWN_CARDS_SHOWN.of(seat)) for seat in range(6)) == 6


def test_a_board_may_say_which_towns_have_cards(edition: str) -> None:
    board = line_of_towns(land={"town_cards": ["weir"]})
    rules = compile_ruleset(edition, options=ON, board=board)
    assert rules.position(rules.start(2)).counts(TOWN_DECK) == {"weir": 6}


@pytest.mark.parametrize("named", [["inn", "weir"], ["inn", "mill", "weir"]])
def test_where_boots_begin_elsewhere_the_capital_may_have_a_card_and_that_town_has_none(
    named: list[str], edition: str
) -> None:
    class Elsewhere:
        @hookimpl
        def elfen_manifest(self) -> Manifest:
            return Manifest("elsewhere", rules_version=1, api=1, requires=("land",), help="Mill")

        @hookimpl
        def elfen_towns(self, rules: Ruleset) -> Towns:
            return Towns(start="mill")

    board = line_of_towns(land={"town_cards": named})
    rules = compile_ruleset(edition, options=ON, board=board, expansions=[Elsewhere()])
    deck = rules.position(rules.start(2)).counts(TOWN_DECK)
    assert deck == {"inn": 3, "weir": 3}


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"town_cards": ["inn"]}, "town_cards: 'inn' is no town that has town pieces; there are"),
        ({"town_cards": ["moor"]}, "town_cards: 'moor' is no town that has town pieces"),
        ({"town_cards": ["mill", "mill"]}, "town_cards: 'mill' is there twice"),
        ({"town_cards": "mill"}, "town_cards: expected a list"),
        ({"boatmen": ["lagoon"]}, "boatmen: 'lagoon' is no lake; there are: pond"),
        ({"boatman": ["pond"]}, "extra: land: unknown keys: boatman"),
        (["pond"], "extra: land: expected a table"),
    ],
)
def test_what_a_board_cannot_mean_is_refused(extra: object, words: str) -> None:
    with pytest.raises(RulesetError) as caught:
        compile_ruleset("white-wind", board=line_of_towns(land=extra))
    assert words in str(caught.value)
    assert "board 'line'" in str(caught.value)


def test_town_cards_need_a_town() -> None:
    lonely = Board("lonely", "inn", 9, 9, (Town("inn", "Inn", 1, 1),), ())
    with pytest.raises(RulesetError, match="option town_cards: board 'lonely' has no town but"):
        compile_ruleset("white-wind", board=lonely)


def test_rg_variation_nobody_has_two_town_cards() -> None:
    rules, (one, two, *_) = elfenland(**ON), TWELVE
    dealt = rules.build(2).at(MOVE, 0, 1).zone(TOWN_CARDS.of(0), {one: 1})
    assert rules.validate(dealt.state()) == ()
    layout = rules.layout
    at, places = layout.index(TOWN_CARDS, 0), layout.places_of(TOWN_CARDS)
    deck = layout.index(TOWN_DECK)
    zones = [list(counts) for counts in dealt.state().zones]
    place = places[layout.kind_number[layout.kind(two, TOWN_CARDS.holds[0])]]
    zones[at][place] += 1
    zones[deck][place] -= 1
    forged = evolve(dealt.state(), zones=tuple(map(tuple, zones)))
    assert any("seat 0 has 2 town cards" in wrong for wrong in rules.validate(forged))


def test_rg_variation_a_card_shown_is_the_only_one() -> None:
    rules, (one, two, *_) = elfenland(**ON), TWELVE
    both = rules.build(2).at(MOVE, 0, 1).zone(TOWN_CARDS.of(0), {one: 1})
    wrong = rules.validate(both.zone(TOWN_CARDS_SHOWN.of(0), {two: 1}).draft())
    assert any("seat 0 has 2 town cards" in one for one in wrong)
