"""A tiny but complete game as a plugin, and ways to vary it: the base of faulty plugins.

Three towns in a triangle, five cards. In each of two rounds everyone is dealt a card and
then plays one or none. Most cards on the table win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from elfen import Ruleset, RulesetError, compile_ruleset
from elfen.plugin import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Action,
    ActionType,
    Base,
    Board,
    Decision,
    Draw,
    Ending,
    Group,
    Kind,
    Manifest,
    Option,
    Phase,
    Preset,
    Price,
    Reason,
    Route,
    ScoreLine,
    SeatZone,
    SetupStep,
    Slot,
    Step,
    Stock,
    Table,
    TableZone,
    Terrain,
    TieBreak,
    Town,
    as_it_is,
    frozen,
    hookimpl,
    shown,
)

CARD = Group("card", noun="card")
RED = Kind("red", CARD, name="red card")
BLUE = Kind("blue", CARD, name="blue card")
PILE = TableZone("tiny/pile", holds=(CARD,), visibility=HIDDEN)
SPENT = TableZone("tiny/spent", holds=(CARD,), visibility=PUBLIC)
HAND = SeatZone("tiny/hand", holds=(CARD,), visibility=OWNER, pays_into=SPENT)
PLAIN = Terrain("plain", name="plain")
TRIANGLE = Board(
    "triangle",
    "a",
    10,
    10,
    towns=(Town("a", "A", 1, 1), Town("b", "B", 9, 1), Town("c", "C", 5, 9)),
    routes=tuple(Route("-".join(ends), ends, "plain") for ends in (("a", "b"), ("b", "c"))),
)


@frozen
class TinyState:
    said: int = shown(PUBLIC)


SAID = Slot("tiny", TinyState, start=lambda players: TinyState(0))


@frozen(cache_hash=True)
class Play(Action):
    verb = "play"
    card: str


@frozen(cache_hash=True)
class Wait(Action):
    verb = "wait"


PLAY = ActionType(
    "tiny/play",
    type=Play,
    at=("tiny/choose",),
    legal=lambda position, seat: [Play(card) for card in position.counts(HAND.of(seat))],
    check=lambda position, seat, action: (
        None if action.card in position.counts(HAND.of(seat)) else Reason("tiny/play", "no card")
    ),
    apply=lambda table, item, action: table.move(
        table.rules.layout.kind(action.card, CARD), HAND.of(item.seat), SPENT
    ),
    domain=lambda: [Play("red"), Play("blue")],
    public=as_it_is,
)
WAIT = ActionType(
    "tiny/wait",
    type=Wait,
    at=("tiny/choose",),
    legal=lambda position, seat: [Wait()],
    check=lambda position, seat, action: None,
    apply=lambda table, item, action: None,
    domain=lambda: [Wait()],
    public=as_it_is,
)
CHOOSE = Decision("tiny/choose", text="play a card", at_most=lambda rules, players: 2 * players)
DEAL = Draw("tiny/deal", source=PILE, target=HAND)
STOCK = (Stock("tiny/reds", (RED,), 6, PILE), Stock("tiny/blues", (BLUE,), 6, PILE))
LAST_ROUND = Ending(
    "tiny/last-round",
    lambda position: position.round >= 2,
    text="two rounds are over",
    latest=lambda rules: 2,
)
CARDS = ScoreLine(
    "tiny/cards",
    lambda position, seat: position.size(HAND.of(seat)),
    lowest=lambda rules: 0,
    highest=lambda rules: 2,
    text="cards kept",
)


def deal(table: Table) -> None:
    for seat in reversed(table.seats_from(0)):
        table.draw("tiny/deal", seat)


def ask(table: Table) -> None:
    for seat in reversed(table.seats_from(0)):
        table.ask("tiny/choose", seat)


def end(table: Table) -> None:
    table.check_endings()


def actions(rules: Ruleset) -> list[ActionType[Any]]:
    cards = [Play(kind.id) for kind in rules.layout.kinds_in(CARD)]
    return [evolve(PLAY, domain=lambda: cards), WAIT]


def nothing(table: Table) -> None:
    """A step that does nothing."""


def tell(table: Table, item: object) -> None:
    """A step of a procedure that does nothing."""


def manifest(name: str = "tiny", **changes: Any) -> Manifest:
    return Manifest(name, **{"rules_version": 1, "api": 1, "help": "A tiny game.", **changes})


OPTIONS = (
    Option("cards", 1, "how many cards", choices=(1, 2, 3)),
    Option("open", False, "whether cards lie open"),
    Option("mood", "calm", "the mood"),
)
PRESETS = (Preset("plain", {}, "as it is"), Preset("long", {"cards": 2}, "more cards"))

TINY: dict[str, Any] = {
    "elfen_manifest": manifest(players=(1, 3), options=OPTIONS, presets=PRESETS),
    "elfen_board": TRIANGLE,
    "elfen_terrains": [PLAIN],
    "elfen_kinds": [RED, BLUE],
    "elfen_zones": [PILE, SPENT, HAND],
    "elfen_components": [*STOCK],
    "elfen_slots": [SAID],
    "elfen_move_cost": [
        Base("tiny/walk", lambda crossing: [Price.any(HAND, 1)], text="walk for a card")
    ],
    "elfen_setup": [SetupStep("tiny/begin", nothing)],
    "elfen_phases": [
        Phase("tiny/deal", deal),
        Phase("tiny/ask", ask),
        Phase("tiny/end", end),
    ],
    "elfen_steps": [Step("tiny/tell", tell, of="tiny/talk")],
    "elfen_chance": [DEAL],
    "elfen_decisions": [CHOOSE],
    "elfen_actions": actions,
    "elfen_endings": [LAST_ROUND],
    "elfen_scoring": [CARDS],
    "elfen_tie_breaks": [TieBreak("tiny/seat", lambda position, seat: -seat, text="seat")],
}


def plugin(**hooks: Any) -> SimpleNamespace:
    """A plugin object. A hook is given as a function, or as the value that it returns."""
    return SimpleNamespace(
        **{
            name: hookimpl(hook if callable(hook) else _giving(hook))
            for name, hook in hooks.items()
        }
    )


def _giving(result: object) -> Callable[[], Any]:
    return lambda: result


def tiny(**changes: Any) -> SimpleNamespace:
    """The tiny game with some hooks changed."""
    return plugin(**{**TINY, **changes})


def addon(name: str = "odd", about: dict[str, Any] | None = None, **hooks: Any) -> SimpleNamespace:
    """An expansion of the tiny game with these hooks; `about` changes its manifest."""
    described = manifest(name, **{"requires": ("tiny",), **(about or {})})
    return plugin(elfen_manifest=described, **hooks)


def compiled(*addons: Any, base: Any = None, **arguments: Any) -> Ruleset:
    """The tiny game (or another base) with these expansions."""
    return compile_ruleset(expansions=addons, base=base or tiny(), **arguments)


def refusal(*addons: Any, base: Any = None, **arguments: Any) -> str:
    """The message with which compiling this is refused: one line."""
    with pytest.raises(RulesetError) as caught:
        compiled(*addons, base=base, **arguments)
    message = str(caught.value)
    assert "\n" not in message
    return message


def refused_with(*words: str, odd: Any = None, base: Any = None, **arguments: Any) -> None:
    """Assert that compiling is refused with one line that contains all these words."""
    message = refusal(*(() if odd is None else (odd,)), base=base, **arguments)
    assert all(word in message for word in words), message


def names(owned: Sequence[Any]) -> list[str]:
    """The names of the entries of a compiled list."""
    return [one.entry.name for one in owned]


def walk(rules: Ruleset, players: int = 2, seed: int = 1) -> Iterator[tuple[str, ...]]:
    """The legal actions of a whole game in notation, always taking the first but every third."""
    game = rules.new_game(players, seed)
    step = 0
    while not game.is_over:
        yield tuple(str(action) for action in game.legal_actions)
        game = game.play(game.legal_actions[0 if step % 3 else -1])
        step += 1
