"""Letters: two each; one stands in for one card of a step; an unused one is worth a point."""

from elfen.land import HAND
from elfen.plugin import (
    PUBLIC,
    Group,
    Invariant,
    Kind,
    Manifest,
    Offer,
    ScoreLine,
    SeatZone,
    Stock,
    TableZone,
    hookimpl,
)

GROUP = Group("letter", noun="letter")
LETTER = Kind("letter", GROUP, name="letter of passage")
USED = TableZone("letters/used", holds=(GROUP,), visibility=PUBLIC)
LETTERS = SeatZone("letters/letters", holds=(GROUP,), visibility=PUBLIC, pays_into=USED)


@hookimpl
def elfen_manifest():
    return Manifest(
        "letters", rules_version=1, api=1, requires=("land",), help="Letters stand in for cards."
    )


@hookimpl
def elfen_kinds(rules):
    return [LETTER]


@hookimpl
def elfen_zones(rules):
    return [LETTERS, USED]


@hookimpl
def elfen_components(rules):
    return [Stock("letters/two-each", (LETTER,), 2, LETTERS)]


@hookimpl
def elfen_invariants(rules):
    return [
        Invariant(
            "letters/two-at-most",
            lambda position: (
                f"seat {seat} has more than two letters"
                for seat in range(position.players)
                if position.size(LETTERS.of(seat)) > 2
            ),
            text="nobody has more than two letters",
        )
    ]


@hookimpl
def elfen_move_cost(rules):
    def one_card_less(crossing, prices):
        return [p.more(-1).plus(LETTERS, "letter") for p in prices if p.needs[0].zone is HAND]

    return [Offer("letters/stand-in", one_card_less, text="a letter stands in for a card")]


@hookimpl
def elfen_scoring(rules):
    return [
        ScoreLine(
            "letters/unused",
            lambda position, seat: position.size(LETTERS.of(seat)),
            lowest=lambda rules: 0,
            highest=lambda rules: 2,
            text="unused letters",
        )
    ]
