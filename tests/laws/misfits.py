"""Small expansions that are refused: most while a ruleset is compiled, some in the first game.

They are made like the faults of `faults`; `says` is a part of what whoever wrote one is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

from faults import DIE, SMALL, TUNES, Expansion, Whistle, score_line

from elfen.land import COUNTER, HAND, MOVE, PILE, TURN
from elfen.plugin import (
    PUBLIC,
    ActionType,
    Base,
    Board,
    Chance,
    CostTerm,
    Crossing,
    Do,
    Ending,
    Kind,
    Manifest,
    Need,
    Option,
    Phase,
    Position,
    Price,
    Ranking,
    Roll,
    Route,
    Ruleset,
    ScoreLine,
    Slot,
    Step,
    Stock,
    Surcharge,
    Table,
    Waive,
    as_it_is,
    frozen,
    hookimpl,
)


class Misfit(Expansion):
    """What all of these have in common."""

    breaks = "compiling"


def nothing(table: Table, item: Do) -> None:
    """A step that does nothing."""


# Names ---------------------------------------------------------------------------------


class MissesAnAnchor(Misfit):
    """A step comes after one that nobody adds."""

    says = "'land/hand-limits', which nobody adds"

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        return [Step("fault/roll", self.last_of_turn, of=TURN, after="land/hand-limits")]


class MisspellsAHook(Misfit):
    """A hook's name has a letter too few."""

    says = "elfen_invariant"

    @hookimpl
    def elfen_invariant(self, rules: Ruleset) -> list[Any]:
        return []


class AsksAHookTooMuch(Misfit):
    """A hook wants an argument that there is not."""

    says = "players"

    @hookimpl
    def elfen_endings(self, rules: Ruleset, players: int) -> list[Ending]:
        return []


class ReturnsTheWrongThing(Misfit):
    """A hook returns a step where phases are asked for."""

    says = "elfen_phases"

    @hookimpl
    def elfen_phases(self, rules: Ruleset) -> list[Any]:
        return [Step("fault/phase", nothing, of=TURN)]


class ReturnsOneAlone(Misfit):
    """A hook returns a phase where a list of phases is asked for."""

    says = "elfen_phases"

    @hookimpl
    def elfen_phases(self, rules: Ruleset) -> Any:
        return Phase("fault/phase", lambda table: None)


class TakesAnothersName(Misfit):
    """A line of the score, town pieces once more, is called as Elfenland's own."""

    says = "land/town-pieces"

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [
            ScoreLine(
                "land/town-pieces",
                lambda position, seat: position.pieces_taken(seat),
                lowest=lambda rules: 0,
                highest=lambda rules: rules.piece_towns.bit_count(),
                text="town pieces",
            )
        ]


class ReplacesNothing(Misfit):
    """An ending takes the place of one that there is not."""

    says = "land/final-round"

    @hookimpl
    def elfen_endings(self, rules: Ruleset) -> list[Ending]:
        return [
            Ending("fault/end", lambda position: True, text="over", replaces="land/final-round")
        ]


class GoesInCircles(Misfit):
    """Each of two steps comes after the other."""

    says = "fault/roll"

    @hookimpl
    def elfen_steps(self, rules: Ruleset) -> list[Step]:
        return [
            Step("fault/roll", self.last_of_turn, of=TURN, after="fault/tap"),
            Step("fault/tap", nothing, of=TURN, after="fault/roll"),
        ]


def by_seat(position: Position, results: Sequence[Any]) -> list[int]:
    """The lower the seat the better."""
    return [result.seat + 1 for result in results]


@hookimpl
def elfen_manifest() -> Manifest:
    """The manifest of a plugin beside the faulty one."""
    return Manifest("rival", rules_version=1, api=1, requires=("land",), help="another ranking")


@hookimpl
def elfen_ranking(rules: Ruleset) -> list[Ranking]:
    """Its ranking."""
    return [Ranking("rival/ranking", by_seat, text="by seat", replaces="core/ranking")]


RIVAL = SimpleNamespace(elfen_manifest=elfen_manifest, elfen_ranking=elfen_ranking)


class ReplacesWhatARivalReplaces(Misfit):
    """Two plugins say who wins, and nothing says which of them holds."""

    says = "rival"
    beside: ClassVar[tuple[object, ...]] = (RIVAL,)

    @hookimpl
    def elfen_ranking(self, rules: Ruleset) -> list[Ranking]:
        return [Ranking("fault/ranking", by_seat, text="by seat", replaces="core/ranking")]


class RequiresWhatIsNotChosen(Misfit):
    """It needs a plugin that nobody has chosen."""

    says = "rival"

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("fault", rules_version=1, api=1, requires=("land", "rival"), help="tunes")


class IsOfAnotherTime(Misfit):
    """It is made for a version of the plugins' world that is yet to come."""

    says = "interface 99"

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        return Manifest("fault", rules_version=1, api=99, requires=("land",), help="tunes")


class HasAnImpossibleDefault(Misfit):
    """An option is, unless one says otherwise, more than it may be."""

    says = "loudness"

    @hookimpl
    def elfen_manifest(self) -> Manifest:
        options = (Option("loudness", 11, "how loud one whistles", least=0, most=10),)
        return Manifest(
            "fault", rules_version=1, api=1, requires=("land",), help="tunes", options=options
        )


# Material ------------------------------------------------------------------------------


class StocksLessThanNothing(Misfit):
    """There are minus three more dragon counters."""

    says = "fault/dragons"

    @hookimpl
    def elfen_components(self, rules: Ruleset) -> list[Stock]:
        dragon = rules.layout.kind("dragon", COUNTER)
        return [Stock("fault/dragons", (dragon,), -3, PILE)]


class PutsPiecesWhereTheyDoNotBelong(Misfit):
    """A counter begins among the cards of a hand."""

    says = "land/hand"

    @hookimpl
    def elfen_components(self, rules: Ruleset) -> list[Stock]:
        return [Stock("fault/dragons", (rules.layout.kind("dragon", COUNTER),), 1, HAND)]


class MakesAKindTwice(Misfit):
    """A kind of counter is there already, and is another."""

    says = "dragon"

    @hookimpl
    def elfen_kinds(self, rules: Ruleset) -> list[Kind]:
        return [Kind("dragon", COUNTER, name="wyvern")]


LAVA = Board(
    "lava",
    SMALL.capital,
    SMALL.width,
    SMALL.height,
    SMALL.towns,
    tuple(Route(route.id, route.ends, "lava") for route in SMALL.routes),
)


class PlaysOnUnknownTerrain(Misfit):
    """It brings a board with a terrain that nobody knows."""

    says = "lava"
    own_board: ClassVar[bool] = True

    @hookimpl
    def elfen_board(self, rules: Ruleset) -> Board:
        return LAVA


@frozen
class Diary:
    """What was whistled, and it is not said who may read it."""

    tunes: tuple[str, ...] = ()


class HidesWhoMayLook(Misfit):
    """A field of a slot does not say who may see it."""

    says = "tunes"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [Slot("fault/diary", Diary, start=lambda players: Diary())]


class StartsWithAList(Misfit):
    """A slot begins with what can be changed."""

    says = "fault/tunes"

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [Slot("fault/tunes", list, start=lambda players: [], visibility=PUBLIC)]


# Actions -------------------------------------------------------------------------------


class AnswersNoQuestion(Misfit):
    """A tune is whistled at a decision that there is not."""

    says = "fault/concert"

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        return [
            ActionType(
                "fault/whistle",
                type=Whistle,
                at=("fault/concert",),
                legal=TUNES,
                check=self.check,
                apply=self.apply,
                domain=self.domain,
                public=as_it_is,
            )
        ]


class SoundsLikeAnother(Misfit):
    """Two types of action are written alike."""

    says = "whistle"

    @hookimpl
    def elfen_actions(self, rules: Ruleset) -> list[ActionType[Any]]:
        (one,) = super().elfen_actions(rules)
        return [
            ActionType(
                name,
                type=Whistle,
                at=(MOVE,),
                legal=one.legal,
                check=one.check,
                apply=one.apply,
                domain=one.domain,
                public=as_it_is,
            )
            for name in ("fault/whistle", "fault/whistle-again")
        ]


# Costs and scores ----------------------------------------------------------------------


class DependsOnTheWeather(Misfit):
    """A cost depends on something that costs cannot depend on."""

    says = "weather"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        depends_on: Any = ("weather",)
        return [Surcharge("fault/rain", "rain", lambda *_: 1, text="rain", depends_on=depends_on)]


class CrossesForNothing(Misfit):
    """A crossing that is paid for with an obstacle's surcharge alone, which then is waived."""

    says = "by 'fault/pass' a crossing can cost nothing"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        return [
            Base("fault/path", lambda crossing: [Price.any(HAND, 0)], text="a path"),
            Surcharge("fault/gate", "gate", lambda *_: 1, text="a gate"),
            Waive("fault/pass", "gate", lambda *_: (), text="a pass"),
        ]


class ScoresBetweenNoBounds(Misfit):
    """A line of the score has a highest figure below its lowest."""

    says = "fault/bonus"

    @hookimpl
    def elfen_scoring(self, rules: Ruleset) -> list[ScoreLine]:
        return [score_line("fault/bonus", lambda position, seat: 1, 2, 1)]


# Refused in play -----------------------------------------------------------------------


class PaysTheTraveller(Misfit):
    """One way to travel costs minus one dragon card."""

    breaks = "playing"
    says = "a price of -1 pieces of 'land/hand'"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        def ways(crossing: Crossing) -> list[Price]:
            return [Price.exactly(HAND, "dragon", -1)]

        return [Base("fault/gift", ways, text="a gift")]


class ChargesLessThanNothing(Misfit):
    """A surcharge gives five cards back."""

    breaks = "playing"
    says = "surcharge 'fault/rebate' is -5"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        return [Surcharge("fault/rebate", "rebate", lambda *_: -5, text="a rebate")]


class PaysForHelp(Misfit):
    """Whoever has an obstacle cleared away is paid a card for it."""

    breaks = "playing"
    says = "a price of -1 pieces of 'land/hand'"

    @hookimpl
    def elfen_move_cost(self, rules: Ruleset) -> list[CostTerm]:
        def fee(crossing: Crossing, price: Price) -> list[Need]:
            return [Need(HAND, -1)]

        return [Waive("fault/help", "obstacle", fee, text="help")]


class RollsAnotherDie(Misfit):
    """The die that is rolled is not declared."""

    breaks = "playing"
    says = "there is no draw or roll 'fault/die'"

    @hookimpl
    def elfen_chance(self, rules: Ruleset) -> list[Roll]:
        return []

    def faces(self, position: Position, item: Chance) -> Mapping[str, int]:
        raise AssertionError(DIE)


MISFITS: tuple[type[Misfit], ...] = tuple(Misfit.__subclasses__())
