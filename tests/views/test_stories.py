"""A game in words and round by round, as each seat can tell it."""

from __future__ import annotations

import pytest

from elfen import Chance, Game, PositionError, Ruleset, compile_ruleset
from elfen.bots import play, stock_players
from elfen.declare.events import (
    BootMoved,
    GameEnded,
    PiecesMoved,
    PiecesMovedUnseen,
    PutOnRoute,
    RoundBegan,
    TakenFromRoute,
    TownVisited,
)
from elfen.declare.kinds import Pieces
from elfen.declare.meanings import Means
from elfen.game.story import Round, heard, rounds, tell
from elfen.land import COUNTER, HAND, MOVE, TRAVEL_CARD, Move, Place, PlaceObstacle, PlaceSecret
from elfen.text.grammar import counted, listed, plural
from elfen.text.words import Words
from elfen.views.log import Entry

from . import dreams

DREAMS = compile_ruleset(expansions=[dreams])
WOODS = "feodor-lapphalya-woods"


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset("rio-grande")


# Words ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "noun", "words"),
    [
        (1, "dragon card", "a dragon card"),
        (1, "elfcycle", "an elfcycle"),
        (1, "obstacle", "an obstacle"),
        (1, "unicorn", "a unicorn"),
        (2, "raft", "2 rafts"),
        (0, "raft", "0 rafts"),
        (3, "letter of passage", "3 letters of passage"),
        (2, "witch", "2 witches"),
        (2, "ferry", "2 ferries"),
        (2, "day", "2 days"),
        (2, "box", "2 boxes"),
    ],
)
def test_things_are_counted_in_english(n: int, noun: str, words: str) -> None:
    assert counted(n, noun) == words


def test_things_are_listed_in_english() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert plural("card") == "cards"


def moved(pieces: str, *where: str | int | None) -> PiecesMoved:
    return PiecesMoved(Pieces.parse(pieces), *where)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            moved("dragon*2 raft", "land/stack", None, "land/hand", 1),
            "Seat 1 drew 2 dragon cards and a raft",
        ),
        (PiecesMovedUnseen(8, "land/stack", None, "land/hand", 2), "Seat 2 drew 8 travel cards"),
        (
            PiecesMovedUnseen(1, "land/pile", None, "land/secret", 0),
            "Seat 0 drew a transportation counter",
        ),
        (
            moved("unicorn*2", "land/hand", 1, "land/played", None),
            "Seat 1 played 2 unicorn cards",
        ),
        (
            moved("dragon", "land/open", None, "land/shown", 0),
            "Seat 0 took a dragon counter from the face-up counters",
        ),
        (
            moved("dragon", "land/shown", 0, "land/pile", None),
            "Seat 0 put a dragon counter into the pile",
        ),
        (
            moved("dragon", "land/pile", None, "land/open", None),
            "A dragon counter was drawn from the pile to the face-up counters",
        ),
        (
            moved("raft*3", "land/played", None, "land/stack", None),
            "3 rafts were moved from the played cards to the stack",
        ),
        (
            moved("raft", "land/hand", 0, "dreams/drawer", 0),
            "Seat 0 moved a raft from the hand to the drawer",
        ),
        (
            PiecesMovedUnseen(2, "land/hand", 0, "land/hand", 2),
            "Seat 0 gave seat 2 2 travel cards",
        ),
        (
            PutOnRoute("dragon", WOODS, "land/secret", 1),
            "Seat 1 laid a dragon counter on Feodor–Lapphálya (woods)",
        ),
        (
            PutOnRoute("dragon", WOODS, "land/pile", None),
            "A dragon counter was laid on Feodor–Lapphálya (woods)",
        ),
        (
            TakenFromRoute("obstacle", WOODS, "land/removed", None),
            "An obstacle was taken off Feodor–Lapphálya (woods)",
        ),
        (
            TakenFromRoute("dragon", WOODS, "land/shown", 1),
            "Seat 1 took a dragon counter off Feodor–Lapphálya (woods)",
        ),
        (BootMoved(0, "feodor", "beata", WOODS), "Seat 0 moved from Feodor to Beatá"),
        (BootMoved(0, "feodor", "beata", None), "Seat 0 was brought from Feodor to Beatá"),
        (TownVisited(1, "yttar"), "Seat 1 took the town piece of Yttar"),
        (RoundBegan(3), "Round 3 began"),
        (GameEnded("land/last-round"), "The game ended: the last round is over"),
        (dreams.Drummed("beata", 3), "The drum of Beatá was beaten 3 times"),
        (dreams.Dreamt(2, "sea"), "Seat 2 dreamt of the sea"),
        (dreams.Slept(2), "Seat 2 slept"),
    ],
    ids=str,
)
def test_every_event_has_words(event: object, words: str) -> None:
    assert DREAMS.describe(event) == words


def test_what_one_seat_does_in_a_row_is_one_sentence() -> None:
    words = Words(DREAMS)
    paid = moved("unicorn*2", "land/hand", 1, "land/played", None)
    went, took = BootMoved(1, "feodor", "beata", WOODS), TownVisited(1, "beata")
    assert words.events([paid, went]) == [
        "Seat 1 played 2 unicorn cards and moved from Feodor to Beatá"
    ]
    assert words.events([paid, went, took, TownVisited(0, "beata"), RoundBegan(2)]) == [
        "Seat 1 played 2 unicorn cards, moved from Feodor to Beatá and took the town piece of"
        " Beatá",
        "Seat 0 took the town piece of Beatá",
        "Round 2 began",
    ]


def test_what_is_swept_off_the_routes_is_told_at_once() -> None:
    swept = [
        TakenFromRoute("dragon", WOODS, "land/pile", None),
        TakenFromRoute("dragon", "dagamura-feodor-desert", "land/pile", None),
        TakenFromRoute("raft", WOODS, "land/stack", None),
    ]
    assert Words(DREAMS).events(swept) == [
        "2 dragon counters were taken off the routes",
        "A raft was taken off Feodor–Lapphálya (woods)",
    ]


def test_fields_of_events_are_told_by_the_names_of_what_they_name() -> None:
    words = Words(DREAMS)
    assert words.value("beata", means=Means.TOWN) == "Beatá"
    assert words.value(WOODS, means=Means.ROUTE) == "Feodor–Lapphálya (woods)"
    assert words.value("troll-wagon", means=COUNTER) == "troll wagon"
    for means in (None, Means.TOWN, Means.ROUTE, Means.PAYMENT, COUNTER):
        assert words.value("nothing-known", means=means) == "nothing-known"
    assert words.value(Pieces.of(["raft", "raft"])) == "2 rafts"
    assert words.value(Pieces.of(["troll-wagon"]), means=TRAVEL_CARD) == "a troll wagon card"
    assert words.value(Pieces.of(["troll-wagon"]), means=Means.PAYMENT) == "a troll wagon card"
    assert words.value(("beata", "feodor"), means=Means.TOWN) == "Beatá and Feodor"
    assert words.value("2", means=Means.SEAT) == "seat 2"
    assert words.value(Pieces()) == "nothing"
    assert words.value(3) == "3"
    assert words.value(3, "seat") == "seat 3"
    assert words.value(None, "other_seat") == "nobody"


# Telling -------------------------------------------------------------------------------


def journey(rules: Ruleset) -> Game:
    """Seat 1 of three plays two dragons and moves on."""
    situation = rules.build(3).at(MOVE, seat=1, round=2).boot(1, "feodor")
    situation.zone(HAND.of(1), {"dragon": 3}).lay("albaran-feodor-desert", "dragon", "obstacle")
    game = rules.game_from(situation.state())
    return game.play("move albaran-feodor-desert dragon*2").play("stop")


def test_a_move_is_told_with_what_it_costs_and_where_it_leads(rules: Ruleset) -> None:
    for seat in (0, 1, None):
        assert list(tell(journey(rules), seat)) == [
            "Seat 1 played 2 dragon cards, moved from Feodor to Al'Baran and took the town piece of"
            " Al'Baran.",
            "Seat 1: stop.",
        ]


def test_a_line_for_every_line_of_the_log() -> None:
    game = play(DREAMS.new_game(3, 2), stock_players(["random"], DREAMS, 3, 2))
    for seat in (0, 2, None):
        told = list(tell(game, seat))
        assert len(told) == len(game.log)
        assert all(line.endswith(".") for line in told)
        assert [one.entry for one in heard(game, seat)] == list(game.view(seat).log)
    assert told[-1].endswith(". The game ended: the last round is over.")


def test_one_tells_only_what_one_has_seen() -> None:
    game = DREAMS.new_game(3, 2)
    for seat in (0, 1, 2, None):
        told = list(tell(game, seat))
        dealt = {
            other: line
            for other in range(3)
            for line, one in zip(told, heard(game, seat), strict=True)
            if one.entry.chance == Chance("land/deal", other, (8,))
        }
        for other, line in dealt.items():
            assert line.startswith(f"Seat {other} drew ")
            assert line.startswith(f"Seat {other} drew 8 travel cards.") == (other != seat)
        assert len(dealt) == 3
    told = list(tell(game, 1))
    assert "Chance, the weather: unseen. The drum of Beatá was beaten 3 times." in told
    assert "Chance for seat 0, a dream: unseen. Seat 0 slept." in told
    own = {
        f"Chance for seat 1, a dream: {dream}. Seat 1 dreamt of the {dream}."
        for dream in ("sea", "sky")
    }
    assert len(own.intersection(told)) == 1


def test_who_does_not_play_cannot_tell() -> None:
    with pytest.raises(PositionError, match="there is no seat 5"):
        next(tell(DREAMS.new_game(2, 1), 5))


# Round by round ------------------------------------------------------------------------


def told(rules: Ruleset, players: int, seed: int) -> tuple[list[Round], Game]:
    game = play(rules.new_game(players, seed), stock_players(["greedy"], rules, players, seed))
    return rounds(game), game


def test_the_rounds_are_those_of_the_game(rules: Ruleset) -> None:
    story, game = told(rules, 3, 4)
    assert [one.number for one in story] == [1, 2, 3, 4]
    assert [one.first for one in story] == [0, 1, 2, 0]

    def seats_of(*types: type) -> list[Entry]:
        return [entry for entry in game.log if isinstance(entry.move, types)]

    moves = [entry.move for entry in seats_of(Move)]
    hops = [(seat, hop) for one in story for seat, way in one.journeys.items() for hop in way.hops]
    assert [seat for seat, _ in hops] == [entry.seat for entry in seats_of(Move)]
    names = {card.id: card.name for card in rules.layout.kinds if card.group.name == "travel-card"}
    assert [hop.paid for _, hop in hops] == [
        {names[id]: n for id, n in move.cards.items} for move in moves if isinstance(move, Move)
    ]
    laid = [(route, kind) for one in story for kind, on in one.laid.items() for route in on]
    placed = [
        (move.route, "obstacle" if isinstance(move, PlaceObstacle) else move.counter)
        for entry in seats_of(Place, PlaceSecret, PlaceObstacle)
        if isinstance(move := entry.move, (Place, PlaceSecret, PlaceObstacle))
    ]
    assert sorted((route, kind.replace(" ", "-")) for route, kind in laid) == sorted(placed)


def test_town_pieces_add_up_round_by_round(rules: Ruleset) -> None:
    story, game = told(rules, 4, 9)
    for seat in range(4):
        so_far = 0
        for one in story:
            so_far += one.journeys[seat].gained
            assert one.journeys[seat].pieces == so_far
        assert so_far == game.state.visited[seat].bit_count()


def test_every_journey_goes_on_where_the_last_one_ended(rules: Ruleset) -> None:
    story, _ = told(rules, 4, 9)
    for seat in range(4):
        town = rules.board.capital
        for one in story:
            journey = one.journeys[seat]
            assert journey.start == town
            town = journey.hops[-1].town if journey.hops else town


def test_a_game_that_was_set_up_by_hand_is_told_from_there(rules: Ruleset) -> None:
    (only,) = rounds(journey(rules))
    assert only.number == 2
    assert [hop.paid for hop in only.journeys[1].hops] == [{"dragon": 2}]
    assert only.journeys[0].hops == []
