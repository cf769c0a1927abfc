"""Cards are drawn (G1) and everyone has an income (G2)."""

from __future__ import annotations

from elfen import Dealer, Decide, Game, Ruleset, compile_ruleset
from elfen.declare.kinds import Pieces
from elfen.kernel.builder import Builder
from elfen.kernel.table import open_table
from elfen.land import HAND, PLAYED, STACK, TOP_CARD
from elfen.plugin import Manifest, Remove, Words, hookimpl
from elfen_gold.drafting import DRAW_CARD
from elfen_gold.pieces import GOLD_DECK, GOLD_PILE, GOLD_PLAYED, ROW
from elfen_gold.two_tiles import SHOW
from playing import asked, why_not

from .scenes import game_from, gold, on_until, played, purse, purses, quietly, written


def drawing(
    stack: dict[str, int],
    row: dict[str, int],
    gold_deck: int = 0,
    gold_pile: int = 0,
    discard: dict[str, int] | None = None,
    gold_discard: int = 0,
    rules: Ruleset | None = None,
) -> Builder:
    """Seat 1 of two draws first in round 2; all other cards are in seat 0's hand."""
    rules = rules or gold()
    scene = rules.build(2).at(DRAW_CARD, seat=1, round=2)
    rest = dict.fromkeys((kind.id for kind in rules.layout.kinds_of(STACK)), 9)
    for some in (stack, row, discard or {}):
        for kind, n in some.items():
            rest[kind] -= n
    scene = scene.zone(HAND.of(0), rest).zone(ROW, row).zone(PLAYED, discard or {})
    scene = scene.zone(GOLD_PILE, {"gold-card": gold_pile})
    if any(owned.entry.name == "gold/gold-cards" for owned in rules.stock):
        assert gold_deck + gold_pile + gold_discard == 7
    return scene.zone(GOLD_PLAYED, {"gold-card": gold_discard})


def sizes(game: Game) -> tuple[int, int, int, int]:
    """Gold cards in the deck, on the pile, on the discard; and open cards."""
    position = game.position
    zones = (GOLD_DECK, GOLD_PILE, GOLD_PLAYED, ROW)
    return tuple(position.size(zone) for zone in zones)  # type: ignore[return-value]


def test_g01_from_round_2_on_everyone_draws_three_cards_going_round() -> None:
    game = on_until(gold().new_game(3, seed=2), DRAW_CARD, round=2)
    seats = []
    before = [game.position.size(HAND.of(seat)) for seat in range(3)]
    while asked(game)[0] == DRAW_CARD:
        seats.append(asked(game)[1])
        card = next(a for a in written(game, "take card"))
        game = game.play(card)
    assert seats == [1, 2, 0] * 3
    assert [game.position.size(HAND.of(seat)) for seat in range(3)] == [n + 3 for n in before]


def test_g01_an_open_card_is_replaced_at_once() -> None:
    game = game_from(drawing({"dragon": 5}, {"raft": 2, "unicorn": 1}, gold_pile=7))
    assert written(game) == {"draw card", "take card raft", "take card unicorn", "take gold pile"}
    game = game.play("take card raft")
    assert game.position.counts(HAND.of(1)) == {"raft": 1}
    assert game.position.counts(ROW) == {"raft": 1, "unicorn": 1, "dragon": 1}


def test_g01_an_open_card_is_taken_only_if_it_is_there() -> None:
    game = game_from(drawing({"dragon": 1}, {"dragon": 2, "raft": 1}, gold_deck=7))
    reason = game.check("take card unicorn")
    assert reason is not None
    assert reason.text == "no unicorn card lies open; there are: dragon and raft"


def test_g01_everyone_draws_three_cards_a_round_and_may_draw_two_for_the_journey_s_end() -> None:
    rules = gold()
    draws = 6 * 4 * (3 + 2)
    assert rules.at_most(DRAW_CARD, 4) == draws + 7 * (draws + 1)
    assert rules.at_most(SHOW, 4) == 6 * 4


def test_g01_the_gold_pile_is_one_draw_and_brings_three_gold_a_card() -> None:
    scene = drawing({"dragon": 5}, {"raft": 3}, gold_deck=3, gold_pile=4)
    game = game_from(scene).play("take gold pile")
    assert purse(game, 1) == 12 + 3 * 4
    assert sizes(game) == (3, 0, 4, 3)
    assert asked(game) == (DRAW_CARD, 0)


def test_g01_without_a_gold_pile_it_cannot_be_taken() -> None:
    game = game_from(drawing({"dragon": 3}, {"raft": 3}, gold_deck=7))
    assert why_not(game, "take gold pile") == "there are no gold cards to take"


def test_g01_who_draws_a_gold_card_chooses_again_freely_also_the_pile_with_it() -> None:
    scene = drawing({}, {"raft": 3}, gold_deck=2, gold_pile=5, discard={})
    game = game_from(scene)
    game = game.play("draw card")
    assert asked(game) == (DRAW_CARD, 1)
    assert sizes(game) == (1, 6, 0, 3)
    assert {"draw card", "take card raft", "take gold pile"} == written(game)
    game = game.play("take gold pile")
    assert purse(game, 1) == 12 + 18
    assert asked(game) == (DRAW_CARD, 0)


def test_g01_a_gold_card_turned_up_for_the_row_goes_onto_the_pile_and_is_replaced() -> None:
    scene = drawing({"dragon": 1}, {"raft": 3}, gold_deck=7)
    for seed in range(6):
        game = gold().game_from(scene.state(), seed).play("take card raft")
        assert game.position.size(ROW) == 3
        assert sizes(game)[0] + sizes(game)[1] == 7
        if sizes(game)[1]:
            return
    raise AssertionError("no gold card was turned up in six games")


def test_g01_the_chance_of_a_gold_card_is_its_share_of_the_stack() -> None:
    rules = gold()
    state = drawing({"dragon": 3}, {"raft": 3}, gold_deck=1, gold_pile=6).state()
    after = rules.apply(state, rules.parse("draw card"))
    odds = {str(outcome): p for outcome, p in rules.outcomes(after)}
    assert (odds["rolled gold"].numerator, odds["rolled gold"].denominator) == (1, 4)


def test_g01_an_empty_stack_is_replaced_by_the_discard_when_a_card_is_needed() -> None:
    scene = drawing({}, {"raft": 3}, discard={"giant-pig": 2}, gold_discard=7)
    game = game_from(scene)
    game = game.play("draw card")
    position = game.position
    assert position.size(PLAYED) == position.size(GOLD_PLAYED) == 0
    assert position.size(GOLD_DECK) + position.size(GOLD_PILE) == 7


def test_g01_a_stack_of_one_kind_of_card_is_a_stack() -> None:
    game = game_from(drawing({"raft": 1}, {"giant-pig": 3}, gold_pile=7))
    assert "draw card" in written(game)


def test_g01_the_discard_stays_as_long_as_the_stack_has_a_card() -> None:
    game = game_from(drawing({"raft": 2}, {"raft": 3}, discard={"giant-pig": 2}, gold_pile=7))
    assert game.play("draw card").position.counts(PLAYED) == {"giant-pig": 2}


def test_g01_with_deck_and_discard_both_empty_that_choice_is_not_offered() -> None:
    game = game_from(drawing({}, {"raft": 2}, gold_pile=7))
    assert written(game) == {"take card raft", "take gold pile"}
    assert str(game.check("draw card")) == "the stack and the discard are empty"
    game = game.play("take card raft")
    assert game.position.counts(ROW) == {"raft": 1}, "the row stays short"
    game = game.play("take gold pile")  # now the discard has gold cards, which are turned up
    assert sizes(game) == (0, 7, 0, 1)


class NoGoldCards:
    """A plugin that leaves the gold cards in the box."""

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("poor", rules_version=1, api=1, requires=("land", "gold"), help="Poor.")

    @hookimpl
    def elfen_components(self, rules: Ruleset) -> list[Remove]:
        return [Remove("gold/gold-cards")]


def test_g01_with_nothing_to_take_the_draw_is_skipped() -> None:
    rules = compile_ruleset(expansions=["gold", NoGoldCards()])
    game = game_from(drawing({}, {"raft": 2}, rules=rules), rules)
    game = played(game, "take card raft", "take card raft")
    assert asked(game)[0] == "gold/show-tile", "the other four draws are skipped"


def test_a_short_row_is_filled_as_soon_as_it_can_be() -> None:
    scene = drawing({}, {"raft": 1}, gold_pile=7, discard={"dragon": 4})
    game = game_from(scene).play("take card raft")
    assert game.position.counts(ROW) == {"dragon": 3}


def top_card(rules: Ruleset, scene: Builder) -> Game:
    """The game after the procedure that readies the top card has run for seat 1."""
    table = open_table(rules, scene.state())
    item = table.agenda.pop()
    assert isinstance(item, Decide)
    table.ask(item.name, item.seat, *item.data)
    table.run(TOP_CARD, item.seat)
    step = table.agenda.pop()
    for owned in rules.procedures[TOP_CARD]:
        owned.entry.do(table, step)  # type: ignore[arg-type,call-arg]
    return Game.begin(rules, table.freeze(), Dealer.seeded("top"))


def test_others_draw_the_top_card_with_gold_cards_put_on_their_pile() -> None:
    rules = gold()
    game = top_card(rules, drawing({}, {"raft": 3}, gold_deck=7, discard={"dragon": 2}))
    assert sizes(game) == (0, 7, 0, 3)
    assert game.position.counts(STACK) == {"dragon": 2}
    assert asked(game) == (DRAW_CARD, 1)


def test_a_gold_card_that_is_turned_up_is_told_and_nothing_of_any_other_card() -> None:
    rules = gold()
    state = drawing({"dragon": 3}, {"raft": 3}, gold_deck=1, gold_pile=6).state()
    after = rules.apply(state, rules.parse("draw card"))
    words = Words(rules)
    told = {face: words.rolled("gold/top", face) for face in ("card", "gold")}
    assert {f"rolled {face}" for face in told} == {str(one) for one, _ in rules.outcomes(after)}
    assert told == {"card": "", "gold": "A gold card was turned up"}


def test_others_see_of_a_draw_only_that_it_was_no_gold_card() -> None:
    game = game_from(drawing({"dragon": 3}, {"raft": 3}, gold_pile=7)).play("draw card")
    assert str(game.view(1).log[-1]).endswith("drawn dragon")
    assert "dragon" not in str(game.view(0).log[-1])
    assert game.view(0).holding(HAND, 1).pieces is None
    assert game.view(1).holding(HAND, 1).pieces == Pieces.parse("dragon")


def test_g02_income_is_two_gold_from_the_second_round_on() -> None:
    rules = gold()
    game = on_until(rules.new_game(3, seed=2), DRAW_CARD, round=2)
    before = purses(game)
    while asked(game)[0] == DRAW_CARD:
        game = game.play(next(iter(sorted(written(game, "take card")))))
    assert asked(game) == ("gold/show-tile", 1)
    assert purses(game) == [coins + 2 for coins in before]


def test_the_cards_that_are_drawn_are_conserved() -> None:
    game = gold().new_game(2, seed=9)
    for _ in range(400):
        if game.is_over:
            break
        assert gold().validate(game.state) == ()
        game = quietly(game)
    assert game.is_over
