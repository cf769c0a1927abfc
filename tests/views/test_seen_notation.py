"""The notation of a redacted log: what is hidden has a notation of its own."""

from __future__ import annotations

import pytest
from attrs import frozen

from elfen import NotationError, Pieces, compile_ruleset
from elfen.declare.chance import Drawn, Rolled
from elfen.kernel.notation import Notation
from elfen.kernel.unseen_outcomes import DrawnUnseen, RolledUnseen
from elfen.land import Keep, KeepHidden, KeepSecret, Pass
from elfen.plugin import Action

NOTATION = compile_ruleset().notation


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("drawn 3", DrawnUnseen(3)),
        ("drawn  12", DrawnUnseen(12)),
        ("rolled", RolledUnseen()),
        ("drawn dragon", Drawn(Pieces.of(["dragon"]))),
        ("drawn dragon*2 raft", Drawn(Pieces.parse("dragon*2 raft"))),
        ("drawn -", Drawn(Pieces())),
        ("rolled 3", Rolled("3")),
        ("keep secret", KeepHidden()),
        ("keep secret dragon", KeepSecret("dragon")),
        ("keep dragon", Keep("dragon")),
        ("pass", Pass()),
    ],
)
def test_every_form_is_read(text: str, meant: object) -> None:
    assert NOTATION.seen(text) == meant
    assert NOTATION.seen(str(meant)) == meant


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("drawn", "no pieces are named"),
        ("drawn 3x", "has to be a number"),
        ("drawn " + "9" * 30, "has to be a number"),
        ("rolled 3 4", "is not an outcome"),
        ("keep secret dragon raft", "is too much"),
        ("", "is not an action"),
        ("fly", "is not an action: it has to begin with one of"),
        (None, "None is not a text"),
    ],
)
def test_what_means_nothing_is_one_clear_error(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told) as caught:
        NOTATION.seen(text)
    assert len(str(caught.value).splitlines()) == 1


def test_actions_and_outcomes_in_full_are_not_read_from_hidden_forms() -> None:
    with pytest.raises(NotationError, match="incomplete"):
        NOTATION.action("keep secret")
    with pytest.raises(NotationError, match="not an outcome"):
        NOTATION.outcome("rolled")


@frozen(cache_hash=True)
class Hum(Action):
    """Hum a tune."""

    verb = "hum"
    tune: str


@frozen(cache_hash=True)
class HumUnheard(Action):
    """What others hear of it."""

    verb = "hum softly"
    times: int


def test_a_public_form_may_have_a_verb_of_its_own() -> None:
    notation = Notation((Hum,), lambda: [HumUnheard])
    assert notation.seen("hum softly 3") == HumUnheard(3)
    assert notation.seen("hum low") == Hum("low")
    assert notation.verbs == ("hum",)


def test_public_forms_are_asked_for_once_and_only_if_there_is_need() -> None:
    asked: list[int] = []

    def public() -> list[type[Action]]:
        asked.append(1)
        return [HumUnheard]

    notation = Notation((Hum,), public)
    notation.action("hum low")
    notation.seen("drawn 3")
    assert asked == []
    notation.seen("hum low")
    notation.seen("hum softly 2")
    assert asked == [1]
