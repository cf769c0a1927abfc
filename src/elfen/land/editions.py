"""The options of Elfenland, and the three editions as presets of them.

An edition is a column of one table. Every row is an option, and can also be set on its own in
any edition.
"""

from __future__ import annotations

from elfen.plugin import Option, OptionValue, Preset

#: The usual edition first.
EDITIONS = {
    "rio-grande": "the Rio Grande rulebook of 2000",
    "white-wind": "Alan R. Moon's own rules of 1998",
    "deluxe": "the big box of 2015",
}

# fmt: off
#: The value of each option in each edition, in the order of EDITIONS.
TABLE: dict[str, tuple[OptionValue, OptionValue, OptionValue]] = {
    # option            rio-grande        white-wind        deluxe
    "rounds":          (4,                4,                3),
    "start_player":    ("first",          "first",          "first"),
    "deal":            ("refill",         "eight-new",      "refill"),
    "hand_size":       (8,                8,                8),
    "hand_limit":      (4,                4,                4),
    "town_cards":      (False,            True,             False),
    "counters_secret": (1,                1,                1),
    "counters_chosen": (3,                3,                3),
    "open_row":        (5,                5,                5),
    "counters_kept":   (1,                1,                1),
    "counters_back":   ("end-of-round",   "after-planning", "end-of-round"),
    "obstacles":       (1,                1,                1),
    "caravan":         (3,                3,                3),
    "strict_caravan":  (False,            False,            False),
    "boatmen":         (False,            True,             False),
    "early_win":       ("any-round",      "round-3",        "any-round"),
    "tie_break":       ("nearest-town",   "cards",          "nearest-town"),
}
# fmt: on


def _option(
    name: str,
    help: str,
    choices: tuple[OptionValue, ...] = (),
    least: int | None = None,
    most: int | None = None,
    later: bool = False,
    **governs: tuple[str, ...],
) -> Option:
    """An option of the table; its default is that of the usual edition.

    `governs` has the names it governs, by the part of the hook's name after `elfen_`.
    """
    by_hook = {f"elfen_{part}": names for part, names in governs.items()}
    return Option(name, TABLE[name][0], help, choices, least, most, by_hook, later=later)


OPTIONS = (
    _option(
        "rounds",
        "how many rounds are played",
        (3, 4),
        endings=("land/all-pieces", "land/last-round"),
    ),
    _option(
        "start_player",
        "who starts the first round: seat 0, or a seat drawn at random",
        ("first", "random"),
        setup=("land/first-start-player",),
    ),
    _option(
        "deal",
        "each round hands are filled up to hand_size (refill), or everyone is dealt hand_size"
        " new cards on top of those kept (eight-new); if there are too few, it is fewer for"
        " everyone",
        ("refill", "eight-new"),
        phases=("land/deal",),
    ),
    _option(
        "hand_size",
        "how many travel cards are dealt, see deal",
        least=1,
        most=12,
        phases=("land/deal",),
    ),
    _option(
        "hand_limit",
        "the hand is cut to so many cards after moving",
        least=0,
        most=12,
        steps=("land/hand-limit",),
    ),
    _option(
        "town_cards",
        "everyone is dealt a secret town card; how far one ends from its town is subtracted",
    ),
    _option(
        "counters_secret",
        "counters drawn blind each round, kept secret",
        least=0,
        most=4,
        phases=("land/draw-secret",),
    ),
    _option(
        "counters_chosen",
        "counters chosen each round, laid open",
        least=0,
        most=6,
        phases=("land/draw",),
    ),
    _option(
        "open_row",
        "how many counters lie open to choose from",
        least=0,
        most=10,
        steps=("land/refill-row",),
    ),
    _option(
        "counters_kept",
        "counters kept for the next round",
        least=0,
        most=4,
        phases=("land/keep",),
        actions=("land/keep", "land/keep-secret"),
    ),
    _option(
        "counters_back",
        "all other counters go back when the planning phase ends, before anyone moves, or when"
        " the round is finished",
        ("after-planning", "end-of-round"),
    ),
    _option(
        "obstacles",
        "obstacles that everyone has for the whole game",
        least=0,
        most=4,
        components=("land/obstacles",),
    ),
    _option(
        "caravan",
        "how many cards of any kind make a caravan",
        least=2,
        most=4,
        move_cost=("land/caravan",),
    ),
    _option(
        "strict_caravan",
        "a caravan is only for who does not hold the right cards for the road",
        later=True,
        restrictions=("land/strict-caravan",),
    ),
    _option(
        "boatmen",
        "on lakes that have boatmen (Mare Nebulae) one raft is enough, and any three cards hire"
        " the boatmen",
        move_cost=("land/rafts", "land/boatmen"),
    ),
    _option(
        "early_win",
        "all town pieces win before the last round: at the end of any round, of round 3 alone,"
        " or never; or at once, as soon as somebody takes the last of his, in any round; in a game"
        " of three rounds it is never",
        ("any-round", "round-3", "never", "at-once"),
        endings=("land/all-pieces",),
    ),
    _option(
        "tie_break",
        "what decides between equal scores: the cards in hand, or, with town cards, who is"
        " nearest to his town, and then the cards",
        ("cards", "nearest-town"),
        tie_breaks=("land/nearest-town", "land/cards-in-hand"),
    ),
)

PRESETS = tuple(
    Preset(edition, {name: row[column] for name, row in TABLE.items()}, help=help)
    for column, (edition, help) in enumerate(EDITIONS.items())
)
