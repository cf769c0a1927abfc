"""What nobody would mean is asked about once, and `why` answers for all that may be meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from cli.screens import acting, played
from elfen import Game, Ruleset, State, compile_ruleset, plan
from elfen.land import HAND, MOVE, OBSTACLES, PLAN, SHOWN, TOWN_CARDS, Stop
from elfen.plugin import View


def warnings(game: Game) -> dict[str, list[str]]:
    """The names of all cautions about the legal actions of the seat that is due."""
    view: View = game.view(game.seat)
    found = {
        str(action): [one.name for one in view.cautions(action)] for action in view.legal_actions
    }
    return {action: names for action, names in found.items() if names}


def asked(rules: Ruleset, state: State, decision: str, *data: int | str) -> Game:
    """The state with another decision for seat 0 before it."""
    agenda = (*state.agenda, rules.decide(decision, 0, data))
    return rules.game_from(evolve(state, agenda=agenda), 1)


def an_auction() -> Game:
    rules = compile_ruleset(expansions=["gold"], options={"gold.witches": True})
    game = rules.new_game(2, seed=3)
    while game.pending.name != "gold/bid":
        game = game.play(game.legal_actions[0])
    return game


def test_elfenland_warns_of_a_way_left_and_of_cards_too_many() -> None:
    rules = compile_ruleset()
    build = rules.build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"raft": 2, "giant-pig": 1})
    build = build.lay("beata-elvenhold-plains", "giant-pig")
    game = rules.game_from(build.state())
    assert warnings(game) == {
        "move beata-elvenhold-plains giant-pig raft*2": ["land/pays-too-much"],
        "stop": ["land/way-left"],
    }
    home = build.visited(0, *[town.id for town in rules.board.towns if town.id != "elvenhold"])
    assert "stop" not in warnings(rules.game_from(home.state()))


def test_elfenland_warns_only_if_some_of_the_very_cards_played_would_be_enough() -> None:
    rules = compile_ruleset()
    build = rules.build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"raft": 3, "giant-pig": 1})
    view = rules.game_from(build.lay("beata-elvenhold-plains", "giant-pig").state()).view(0)
    told = {
        str(action): [one.text for one in view.cautions(action)]
        for action in view.legal_actions
        if "plains" in str(action)
    }
    assert told == {
        "move beata-elvenhold-plains giant-pig": [],
        "move beata-elvenhold-plains giant-pig raft*2": ["a giant pig card would be enough"],
        "move beata-elvenhold-plains raft*3": [],
    }


def test_elfenland_warns_of_a_single_town_in_reach_and_names_it() -> None:
    rules = compile_ruleset()
    build = rules.build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"raft": 1})
    view = rules.game_from(build.state()).view(0)
    assert [one.text for one in view.cautions(Stop())] == [
        "your cards still reach Rivinia, where a town piece waits for you"
    ]


def test_elfenland_warns_of_no_way_left_to_where_only_the_town_card_draws() -> None:
    rules = compile_ruleset(options={"town_cards": True})
    build = rules.build(2).at(MOVE, seat=0, round=4).zone(HAND.of(0), {"raft": 2})
    build = build.zone(TOWN_CARDS.of(0), {"virst": 1})
    there = [town.id for town in rules.board.towns if town.id not in ("elvenhold", "usselen")]
    build = build.visited(0, *there)
    view: View = rules.game_from(build.state()).view(0)
    assert plan(view).gain == 1
    assert view.cautions(Stop()) == ()


def test_elfengold_warns_of_bids_without_cover_and_of_gaining_nothing() -> None:
    assert warnings(an_auction()) == {"bid 13": ["gold/over-purse"]}
    rules = an_auction().rules
    moving = rules.build(2).at(MOVE, seat=0, round=1).state()
    assert warnings(asked(rules, moving, "gold/reward", 0)) == {
        "take earnings": ["gold/no-earnings"]
    }
    paid = asked(rules, moving, "gold/reward", 7).view(0)
    assert [paid.brings(action) for action in paid.legal_actions] == [
        "7 gold",
        "two travel cards, drawn one by one",
    ]
    flying = rules.build(2).at(MOVE, seat=0, round=1).zone(HAND.of(0), {"witch": 1})
    warned = warnings(rules.game_from(flying.visited(0, "virst").boot(0, "tichih").state()))
    assert [a for a, n in warned.items() if n == ["gold/flight-for-nothing"]] == [
        "fly elvenhold",
        "fly virst",
    ]


def test_favors_are_warned_of_where_they_help_no_more() -> None:
    rules = compile_ruleset(expansions=["favor"])
    slot = rules.slots["favor/tiles"]

    def view(favor: str, round: int) -> View:
        tiles = tuple(favor if town.id == "virst" else "" for town in rules.board.towns)
        build = rules.build(2).at(MOVE, seat=0, round=round).boot(0, "virst")
        state = build.slot(slot, slot.type(tiles)).state()
        return asked(rules, state, "favor/use", "virst").view(0)

    use = rules.parse("use favor")
    assert [one.name for one in view("card-aside", 4).cautions(use)] == ["favor/no-next-round"]
    assert [one.name for one in view("free-path", 4).cautions(use)] == ["favor/no-obstacle"]
    assert view("card-aside", 3).cautions(use) == ()
    assert view("free-path", 3).cautions(use) == ()
    assert view("two-cards", 4).cautions(use) == ()
    assert view("two-cards", 4).brings(use) == "draw two travel cards, which you can play at once"


@pytest.mark.parametrize(
    ("lying", "names"),
    [(["dragon"], ["favor/no-obstacle"]), (["dragon", "obstacle"], [])],
    ids=["a counter", "an obstacle"],
)
def test_a_free_path_is_warned_of_in_the_last_round_only_where_no_obstacle_lies(
    lying: list[str], names: list[str]
) -> None:
    rules = compile_ruleset(expansions=["favor"])
    slot = rules.slots["favor/tiles"]
    tiles = tuple("free-path" if town.id == "virst" else "" for town in rules.board.towns)
    build = rules.build(2).at(MOVE, seat=0, round=4).boot(0, "virst").slot(slot, slot.type(tiles))
    state = build.lay("beata-elvenhold-plains", *lying).state()
    view: View = asked(rules, state, "favor/use", "virst").view(0)
    assert [one.name for one in view.cautions(rules.parse("use favor"))] == names


def test_elfengold_does_not_warn_of_earnings_where_there_are_some() -> None:
    rules = compile_ruleset(expansions=["gold"])
    moving = rules.build(2).at(MOVE, seat=0, round=1).state()
    assert warnings(asked(rules, moving, "gold/reward", 1)) == {}


def test_elfensea_warns_of_a_bonus_counter_only_where_an_ordinary_one_of_its_kind_may_lie() -> None:
    rules = compile_ruleset(expansions=["sea"])
    held = next(z for z in rules.layout.seat_zones if z.name == "sea/bonus")
    build = rules.build(2).at(PLAN, seat=0, round=1)
    build = build.zone(held.of(0), {"dragon": 1, "unicorn": 1}).zone(SHOWN.of(0), {"dragon": 1})
    game = rules.game_from(build.state())
    placing = {str(a) for a in game.legal_actions if str(a).startswith("place bonus ")}
    warned = {action for action, names in warnings(game).items() if "bonus" in action}
    assert warned == {action for action in placing if action.startswith("place bonus dragon ")}
    assert warned < placing


def test_elfensea_warns_of_giving_up_a_bonus_counter_for_nothing() -> None:
    rules = compile_ruleset(expansions=["sea"])
    held = next(z for z in rules.layout.seat_zones if z.name == "sea/bonus")
    build = rules.build(2).at(PLAN, seat=0, round=1).zone(held.of(0), {"dragon": 1, "raft": 1})
    build = build.zone(SHOWN.of(0), {"dragon": 1})
    warned = warnings(rules.game_from(build.state()))
    placed = {name for action, names in warned.items() for name in names if "bonus" in action}
    assert placed == {"sea/ordinary-would-do"}
    everywhere = build.visited(0, *[t.id for t in rules.board.towns if t.id != rules.board.capital])
    assert warnings(rules.game_from(everywhere.state()))["trade bonus raft"] == [
        "sea/card-for-nothing"
    ]


def test_the_menu_asks_once(tmp_path: Path) -> None:
    lines = ["bid 13", "hand", "bid 13"]
    screen = played(an_auction(), ["human", "greedy"], acting(lines), tmp_path)
    warned = "Careful: you have 12 gold: if nobody bids more, you lose all of it, and do not get"
    assert " ".join(screen.out.getvalue().split()).count(warned) == 1
    assert "Choose it again if you mean it: bid 13" in screen.pages[1]
    assert "You bid 13." in screen.pages[-2]


def test_why_says_what_speaks_against_it_and_answers_for_all_that_is_meant(tmp_path: Path) -> None:
    lines = ["why bid 13", "why bid 14", "why bid"]
    pages = played(an_auction(), ["human", "greedy"], acting(lines), tmp_path).pages
    told = [" ".join(page.split()) for page in pages[1:]]
    assert told[0].startswith("bid 13: that is allowed, but you have 12 gold: if nobody bids more")
    assert told[1].startswith("bid 14: bid 13 at the most")
    assert told[2].startswith("bid may mean 13 actions, such as bid 1, bid 2, bid 3: say more")
    rules = compile_ruleset()
    build = rules.build(2).at(PLAN, seat=0, round=1).zone(SHOWN.of(0), {"dragon": 1})
    build = build.lay("strykhaven-virst-mountains", "dragon").zone(OBSTACLES.of(0), {"obstacle": 1})
    lines = ["why place dragon virst-stryk", "why place dragon virst", "why place unicorn l"]
    game = rules.game_from(build.state(), 1)
    pages = played(game, ["human", "greedy"], acting(lines), tmp_path).pages
    told = [" ".join(page.split()) for page in pages[1:]]
    assert "not suited to lake (Strykhaven–Virst)" in told[0]
    assert "a transportation counter lies on Strykhaven–Virst (mountains) already" in told[0]
    assert "place dragon elvenhold-virst-lake: a dragon counter is not suited to lake" in told[1]
    assert "place dragon lapphalya-virst-plains: that is allowed" in told[1]
    assert "'l' may mean " in told[2]


def test_why_knows_the_numbers_of_the_menu_and_says_once_what_holds_for_all(
    tmp_path: Path,
) -> None:
    lines = [
        "why 2",
        "why 9",
        "why take crads",
        "why draw",
        "why place pig lake",
        "why place dragon",
    ]
    lines += ["why discard raft*0", "place pig lake", "2"]
    pages = played(an_auction(), ["human", "greedy"], acting(lines), tmp_path).pages
    told = [" ".join(page.split()) for page in pages[1:]]
    assert told[0].startswith("no bid: that is allowed")
    assert told[1].startswith("choose a number from 1 to 2")
    assert told[2].startswith(
        "'take crads' is no action and no command here; you can bid or no bid"
    )
    assert told[3].startswith("'draw' is no action and no command here; you can bid or no bid")
    for of_all in (told[4], told[7]):
        assert of_all.startswith("'place pig lake' does not answer what seat 0 is asked: bid for a")
        assert of_all.count("does not answer") == 1
    assert told[5].startswith("'place dragon' is incomplete: place takes counter, route")
    assert told[6].startswith("'discard raft*0': 'raft*0': a count is from 1 to 999999")
