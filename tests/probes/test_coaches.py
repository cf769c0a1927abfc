"""Coaches: journeys over several routes, and in several steps, are quoted, planned and told."""

from __future__ import annotations

from functools import cache

import coaches
import pytest
from coaches import Book, Express

from elfen import BoardError, Over, PositionError, Ruleset, State, compile_ruleset, plan
from elfen.bots import GreedyPlayer
from elfen.cli.playing.looks import Looks
from elfen.cli.playing.tables import journey
from elfen.game.story import rounds
from elfen.land import HAND, MOVE, Move
from elfen.testing import check_game, check_rules, check_state, play_out
from elfen.text.explanation import explain

FIRST, SECOND = "albaran-feodor-desert", "albaran-wylhien-desert"


@cache
def rules() -> Ruleset:
    return compile_ruleset(expansions=[coaches])


def in_feodor(cards: int = 3) -> State:
    """In Feodor, with two roads to Wylhien on which three rafts pay for nothing but a coach."""
    build = rules().build(2).at(MOVE, seat=0, round=1).boot(0, "feodor").visited(0, "feodor")
    build.zone(HAND.of(0), {"raft": cards}).lay(FIRST, "dragon").lay(SECOND, "dragon")
    return build.state()


def test_a_journey_is_quoted_in_all_by_its_routes() -> None:
    quote = rules().quote(in_feodor(), 0, (FIRST, SECOND))
    assert (quote.start, quote.end, quote.routes) == ("feodor", "wylhien", (FIRST, SECOND))
    assert quote.by == ("coaches/express", "coaches/book")
    assert quote.in_hand == (True, True)
    assert str(quote).splitlines() == [
        "Feodor to Wylhién (desert, desert):",
        "1. any 3 travel cards = the express 3 (in hand)",
        "2. any 3 travel cards = the mail coach 3 (in hand)",
    ]
    data = quote.to_data()
    assert data["routes"] == [FIRST, SECOND]
    assert [way["by"] for way in data["ways"]] == ["coaches/express", "coaches/book"]
    assert {line["plugin"] for way in data["ways"] for line in way["lines"]} == {"coaches"}
    assert rules().quote(in_feodor(2), 0, (FIRST, SECOND)).in_hand == (False, False)


def test_a_crossing_is_quoted_as_before() -> None:
    quote = rules().quote(in_feodor(), 0, FIRST)
    assert (quote.route, quote.routes, quote.by) == (FIRST, (FIRST,), ("",) * len(quote))
    assert all(way["by"] == "" for way in quote.to_data()["ways"])


def test_routes_of_a_journey_lead_on() -> None:
    with pytest.raises(PositionError, match="feodor-lapphalya-woods does not lead from Al'Baran"):
        rules().quote(in_feodor(), 0, (FIRST, "feodor-lapphalya-woods"))
    with pytest.raises(BoardError):
        rules().quote(in_feodor(), 0, (FIRST, "nowhere"))
    with pytest.raises(PositionError, match="one route at least"):
        rules().quote(in_feodor(), 0, ())


def test_a_view_has_the_journeys_that_are_sold() -> None:
    view = rules().game_from(in_feodor(), seed=1).view(0)
    assert [quote.routes for quote in view.journeys()] == [(FIRST, SECOND)]
    assert view.quote((FIRST, SECOND)) == view.journeys()[0]
    plain = compile_ruleset().new_game(2, 1)
    assert plain.view(0).journeys() == ()
    assert rules().game_from(in_feodor(), seed=1).view(None).journeys() == ()


@pytest.mark.parametrize(("cards", "gain"), [(2, 0), (3, 2), (4, 3)])
def test_a_plan_tries_journeys(cards: int, gain: int) -> None:
    found = plan(rules().observe(in_feodor(cards), 0))
    assert found.gain == gain
    assert found.complete
    at = in_feodor(cards)
    for action in found.actions:
        at = rules().apply(at, action)
    assert rules().results(at)[0].total == found.total
    if cards == 3:
        assert not any(isinstance(action, Move) for action in found.actions)


def test_where_not_all_can_be_tried_the_plan_says_so() -> None:
    assert not plan(rules().observe(in_feodor(4), 0), most=1).complete


def test_a_journey_paid_in_two_steps_is_planned_to_its_end() -> None:
    """Where the express is full, the mail coach is what is left."""
    state = in_feodor()
    after = rules().apply(state, rules().parse(f"book mail coach {FIRST} {SECOND} raft"))
    assert not isinstance(rules().pending(after), Over)
    assert [str(a) for a in rules().legal_actions(after)] == ["pay coachman raft*2"]
    there = rules().apply(after, rules().parse("pay coachman raft*2"))
    assert rules().position(there).town(0) == "wylhien"


def test_a_story_tells_what_a_journey_cost() -> None:
    game = rules().game_from(in_feodor(), seed=1)
    game = game.play(f"book mail coach {FIRST} {SECOND} raft").play("pay coachman raft*2")
    told = rounds(game)[-1].journeys[0]
    assert [(hop.town, hop.paid, hop.fresh) for hop in told.hops] == [
        ("albaran", {"raft": 3}, True),
        ("wylhien", {}, True),
    ]


def test_the_screen_shows_journeys_with_what_they_cost() -> None:
    view = rules().game_from(in_feodor(), seed=1).view(0)
    [quote] = view.journeys()
    assert journey(view, quote, Looks(view.rules)).plain == (
        "  » Al'Baran, Wylhién: any 3 travel cards or any 3 travel cards"
    )


def test_a_greedy_player_takes_the_coach() -> None:
    view = rules().game_from(in_feodor(), seed=1).view(0)
    assert isinstance(GreedyPlayer(rules(), seed=1).choose(view), (Express, Book))


def test_explain_says_that_plans_try_it() -> None:
    items = explain(rules()).section("Decisions").rows()
    told = {item.name: item.words for _, item in items}
    assert told["coaches/express"].endswith("; a journey, which a plan tries")
    assert told["coaches/rest"].endswith("; takes the boot elsewhere, which is not planned")


def test_it_keeps_the_laws() -> None:
    check_rules(rules())
    check_state(rules(), in_feodor(), breadth=None)
    game = play_out(rules(), 2, seed=5)
    check_game(game, every=max(1, len(game.log) // 6))
