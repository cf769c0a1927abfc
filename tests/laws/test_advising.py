"""Advice that rests on more than the view and the action is found."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from itertools import count
from random import Random

import pytest
from faults import Expansion, Whistle
from gallery import with_expansion

from elfen import Game, Ruleset, State
from elfen.land import HAND
from elfen.plugin import Advice, Caution, View, hookimpl, is_farsighted
from elfen.testing import LawBroken, play_out, states_of
from elfen.testing.advising import advice_on, advised, advised_along, in_two_minds
from elfen.testing.suite.quick_games import check_quickly


class Worth:
    """What a tune is worth: a point for each card in the hand, and for each seat before this."""

    def __init__(self, rules: Ruleset) -> None:
        self.first: View | None = None

    def now(self, view: View, action: Whistle) -> float:
        """By the view."""
        return sum(view.counts(HAND).values()) + (view.seat or 0)

    def at_first(self, view: View, action: Whistle) -> float:
        """By the view that came first, whatever comes later."""
        self.first = self.first or view
        return self.now(self.first, action)


class Advises(Expansion):
    """Advice on tunes."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=rules.once(Worth).now)]


class AdvisesByTheFirstView(Advises):
    """All advice is on the view that came first."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=rules.once(Worth).at_first)]


class ThinksOnce(Worth):
    """What is thought of a view is kept, and with it how far one looked."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.last: tuple[View, bool] | None = None

    def kept(self, view: View, action: Whistle) -> float:
        """More, if somebody who thought of the view first looked beyond the round."""
        if self.last is None or self.last[0] is not view:
            self.last = view, is_farsighted()
        return self.now(view, action) + self.last[1]


class AdvisesAsTheFirstWhoLooked(Advises):
    """All who ask about one view are told what the first of them was told."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=rules.once(ThinksOnce).kept)]


class PrefersTheFirst(Worth):
    """What is said first about a view is remembered."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.asked: tuple[View, Whistle] | None = None

    def preferred(self, view: View, action: Whistle) -> float:
        """More for the action that was asked about first."""
        if self.asked is None or self.asked[0] is not view:
            self.asked = view, action
        return self.now(view, action) + (self.asked[1] == action)


class AdvisesWhatIsAskedFirst(Advises):
    """The action that is asked about first is the best."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=rules.once(PrefersTheFirst).preferred)]


class ThinksOfTheBoots(Worth):
    """What is thought of a view is kept as long as all boots stand where they did."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.last: tuple[object, float] | None = None

    def kept(self, view: View, action: Whistle) -> float:
        """What was thought last, if the boots stand there still."""
        if self.last is None or self.last[0] != view.table.boots:
            self.last = view.table.boots, view.counts(HAND).get("dragon", 0)
        return self.last[1]


class AdvisesByTheBoots(Advises):
    """Others' hands are not looked at, but the own hand of an earlier view is."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=rules.once(ThinksOfTheBoots).kept)]


class Stumbles(Advises):
    """The advice fails."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        def value(view: View, action: Whistle) -> float:
            raise LookupError("no idea")

        return [Advice("fault/tune", type=Whistle, value=value)]


class Outlook(Worth):
    """What tunes are worth, worked out for where the boots were in the first view that came."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.worth: dict[tuple[str, ...], float] = {}

    def looked_up(self, view: View, action: Whistle) -> float:
        """By where the boots are."""
        if not self.worth:
            self.worth[tuple(view.towns)] = 1.0
        return self.worth[tuple(view.towns)]


class Rafts:
    """What tunes are worth: a point for each raft in the hand, in the last view like this one."""

    def __init__(self, rules: Ruleset) -> None:
        self.like: object = None
        self.worth = 0.0

    def counted(self, view: View, action: Whistle) -> float:
        """Rafts are counted anew if another seat is asked, or something has happened on the map."""
        like = view.seat, view.agenda, view.table.routes, view.table.boots
        if like != self.like:
            self.like, self.worth = like, float(view.counts(HAND).get("raft", 0))
        return self.worth


class AdvisesByTheMap(Advises):
    """What is in the hand is forgotten only if the map is another one."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=rules.once(Rafts).counted)]


class StumblesLater(Advises):
    """The advice fails on all views but the first."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        return [Advice("fault/tune", type=Whistle, value=rules.once(Outlook).looked_up)]


class LooksForTracks(Advises):
    """The advice fails as long as nobody has left the capital."""

    @hookimpl
    def elfen_advice(self, rules: Ruleset) -> list[Advice]:
        def value(view: View, action: Whistle) -> float:
            return float([town != view.start_town for town in view.towns].index(True))

        return [Advice("fault/tune", type=Whistle, value=value)]


class Warns(Expansion):
    """A caution about tunes in front of many, and what they bring."""

    @hookimpl
    def elfen_cautions(self, rules: Ruleset) -> list[Caution]:
        def many(view: View, action: Whistle) -> dict[str, object] | None:
            cards = sum(view.counts(HAND).values())
            return {"cards": cards} if cards else None

        return [
            Caution("fault/many", type=Whistle, text="you hold {cards} cards", warns=many),
        ]


class WarnsByTheFirstView(Expansion):
    """The caution is about the view that came first."""

    @hookimpl
    def elfen_cautions(self, rules: Ruleset) -> list[Caution]:
        worth = rules.once(Worth)

        def first(view: View, action: Whistle) -> dict[str, object]:
            return {"worth": worth.at_first(view, action)}

        return [Caution("fault/first", type=Whistle, text="it is worth {worth}", warns=first)]


class WarnsByTheState(Expansion):
    """The caution looks at what another seat holds, in the state of whoever asks."""

    @hookimpl
    def elfen_cautions(self, rules: Ruleset) -> list[Caution]:
        def peeking(view: View, action: Whistle) -> dict[str, object]:
            frame = inspect.currentframe()
            while frame is not None and "state" not in frame.f_locals:
                frame = frame.f_back
            assert frame is not None
            position = rules.position(frame.f_locals["state"])
            return {"cards": str(position.counts(HAND.of(1 - (view.seat or 0))))}

        return [Caution("fault/peek", type=Whistle, text="the other has {cards}", warns=peeking)]


class ForgetsAValue(Expansion):
    """The text names a value that is not given."""

    @hookimpl
    def elfen_cautions(self, rules: Ruleset) -> list[Caution]:
        return [
            Caution("fault/gap", type=Whistle, text="{nothing} is given", warns=lambda v, a: {})
        ]


def check(expansion: Expansion) -> None:
    """Ask for advice wherever there may be whistling in a game; it was asked before, at its end."""
    rules = with_expansion(expansion)
    states = whistling(rules)
    advice_on(rules, states[-1], [Whistle("high")])
    for state in states:
        advised(rules, state, None, Random(1))


def whistling(rules: Ruleset) -> list[State]:
    """The states of a game in which a tune may be whistled."""
    states = [state for state, _ in states_of(play_out(rules, 2, 1))][:-1]
    return [one for one in states if Whistle("high") in rules.legal_actions(one)]


def test_advice_that_depends_on_the_view_alone_is_fine() -> None:
    check(Advises())


def test_advice_that_remembers_an_earlier_view_is_found() -> None:
    with pytest.raises(LawBroken, match=r"advice 'fault/tune' on whistle \w+ .* afresh") as broken:
        check(AdvisesByTheFirstView())
    assert broken.value.where == "advice 'fault/tune', plugin 'fault'"


def test_advice_on_a_view_that_is_much_like_another_is_found() -> None:
    with pytest.raises(LawBroken, match=r"after advice on other views, but") as broken:
        check(AdvisesByTheMap())
    assert broken.value.where == "advice 'fault/tune', plugin 'fault'"


def test_advice_that_is_kept_while_views_are_much_alike_is_found_along_a_game() -> None:
    for right in (Advises(), AdvisesByTheFirstView()):  # the latter is always the same
        rules = with_expansion(right)
        advised_along(rules, whistling(rules))
    rules = with_expansion(AdvisesByTheBoots())
    with pytest.raises(LawBroken, match=r"after advice on a view much like it, but") as broken:
        advised_along(rules, whistling(rules))
    assert broken.value.where == "advice 'fault/tune', plugin 'fault'"


def test_advice_that_rests_on_how_far_another_looked_is_found() -> None:
    with pytest.raises(LawBroken, match=r"'fault/tune' .* looked at it otherwise before") as broken:
        check(AdvisesAsTheFirstWhoLooked())
    assert broken.value.where == "advice 'fault/tune', plugin 'fault'"


def test_advice_that_rests_on_which_action_was_asked_about_first_is_found() -> None:
    with pytest.raises(LawBroken, match=r"'fault/tune' on whistle .* compiled afresh"):
        check(AdvisesWhatIsAskedFirst())


def test_a_caution_that_answers_from_the_view_alone_is_fine() -> None:
    check(Warns())


def test_a_caution_that_remembers_an_earlier_view_is_found() -> None:
    with pytest.raises(LawBroken, match=r"caution 'fault/first' on whistle .* afresh") as broken:
        check(WarnsByTheFirstView())
    assert broken.value.where == "caution 'fault/first', plugin 'fault'"


def test_a_caution_that_knows_anothers_hand_is_found() -> None:
    with pytest.raises(LawBroken, match=r"caution 'fault/peek' .* the seat cannot tell from it"):
        check(WarnsByTheState())


def test_a_caution_that_does_not_fill_its_text_is_found() -> None:
    with pytest.raises(LawBroken, match=r"caution 'fault/gap' on whistle .*: 'nothing'"):
        check(ForgetsAValue())


def test_advice_that_fails_is_found() -> None:
    with pytest.raises(LawBroken, match="raised LookupError: no idea"):
        check(Stumbles())


def test_advice_that_fails_by_what_it_remembers_is_told_from_such_that_always_fails() -> None:
    rules = with_expansion(StumblesLater())
    first, *_, last = whistling(rules)
    advice_on(rules, first, [Whistle("high")])
    with pytest.raises(LawBroken, match=r"raised KeyError: .* afresh it does not") as broken:
        advice_on(rules, last, [Whistle("high")])
    assert broken.value.law == "purity"
    assert broken.value.where == "advice 'fault/tune', plugin 'fault'"


def test_of_most_states_no_advice_is_asked() -> None:
    rules = with_expansion(Stumbles())
    states = whistling(rules) * 4
    failed = 0
    for number, state in enumerate(states):
        try:
            advised(rules, state, 3, Random(number))
        except LawBroken:
            failed += 1
    assert 0 < failed < len(states) / 3


def test_what_takes_long_to_say_is_asked_of_fewer_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planners may take seconds with many pieces: that is no reason to ask nothing else."""
    rules = with_expansion(Advises())
    state = whistling(rules)[0]
    tunes = [Whistle("high"), Whistle("low")]
    assert [*advice_on(rules, state, tunes)] == tunes
    hours = count(0, 3600)
    monkeypatch.setattr("elfen.testing.patience.clock", lambda: next(hours))
    assert [*advice_on(rules, state, tunes)] == tunes[:1]
    in_two_minds(rules, state, tunes)
    with pytest.raises(LawBroken, match="looked at it otherwise before"):
        in_two_minds(with_expansion(AdvisesAsTheFirstWhoLooked()), state, tunes[:1])


def test_advice_that_fails_before_anything_has_happened_is_found_in_any_quick_game() -> None:
    with pytest.raises(LawBroken, match="raised ValueError") as broken:
        check_quickly(play_out(with_expansion(LooksForTracks()), 2, 1))
    assert broken.value.where == "advice 'fault/tune', plugin 'fault'"
    check_quickly(play_out(with_expansion(Advises()), 2, 1))


def test_advice_of_another_look_is_found_in_any_quick_game() -> None:
    rules = with_expansion(AdvisesAsTheFirstWhoLooked())
    with pytest.raises(LawBroken, match="looked at it otherwise before"):
        check_all_quickly(play_out(rules, 2, seed) for seed in range(1, 9))


def check_all_quickly(games: Iterable[Game]) -> None:
    for game in games:
        check_quickly(game)


def test_advice_of_an_earlier_round_is_found_in_any_quick_game() -> None:
    with pytest.raises(LawBroken, match="after all that was said before") as caught:
        check_quickly(play_out(with_expansion(AdvisesByTheFirstView()), 2, 1))
    assert "Worth.at_first" in [place.function for place in caught.value.places]
