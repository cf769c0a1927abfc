"""The law of saving catches what does not come back from JSON as it was."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from attrs import evolve

import elfen
from elfen import Game, Ruleset
from elfen.game.saves import states
from elfen.game.saves.document import difference
from elfen.plugin import HIDDEN, Slot, hookimpl
from elfen.testing import STATE_LAWS, LawBroken, check_game, play_out, saved, saving
from elfen.testing.forging.refused import retyped

from .breaking import Hums

SHORT = {"rounds": 3}
SOUND: Slot[Any] = Slot(
    "hums/sound",
    bytes,
    start=lambda players: b"",
    visibility=HIDDEN,
    worlds=lambda seen, numbers: b"",
)


class KeepsBytes(Hums):
    """A tune is kept as bytes, which have no JSON."""

    @hookimpl
    def elfen_slots(self, rules: Ruleset) -> list[Slot[Any]]:
        return [SOUND]


def broken_laws(game: Game) -> set[str]:
    found = set()
    for law in STATE_LAWS:
        try:
            law(game.rules, game.state, 2)
        except LawBroken as broken:
            found.add(broken.law)
    return found


def test_a_slot_without_json_breaks_this_law_and_no_other() -> None:
    sound = elfen.compile_ruleset(expansions=[Hums()], options=SHORT)
    assert broken_laws(sound.new_game(2, seed=1)) == set()
    rules = elfen.compile_ruleset(expansions=[KeepsBytes()], options=SHORT)
    game = rules.new_game(2, seed=1)
    assert broken_laws(game) == {"saving"}
    with pytest.raises(LawBroken, match=r"saving: saving the game raised SaveError: .*hums/sound"):
        saved(game)


def test_a_reader_that_forgets_something_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = elfen.compile_ruleset(options=SHORT)
    state = rules.new_game(2, seed=1).state
    saving(rules, state)
    read = states.read
    law = sys.modules["elfen.testing.saving"]  # the package has a function of that name
    monkeypatch.setattr(law, "read_state", lambda *args: evolve(read(*args), round=2))
    with pytest.raises(LawBroken, match=r"saving: the state was .* when it is read again"):
        saving(rules, state)


def test_a_save_that_loads_as_another_game_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_out(elfen.compile_ruleset(options=SHORT), 2, seed=1)
    saved(game)
    monkeypatch.setattr(Game, "from_json", lambda text, rules: game.undo())
    with pytest.raises(LawBroken, match=r"saving: the state was"):
        saved(game)


def test_a_whole_game_is_held_to_it() -> None:
    game = play_out(elfen.compile_ruleset(expansions=[KeepsBytes()], options=SHORT), 2, seed=1)
    with pytest.raises(LawBroken) as caught:
        check_game(game, every=1000)
    assert caught.value.law == "saving"


def test_a_reader_that_takes_numbers_for_what_is_equal_to_them_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = play_out(elfen.compile_ruleset(options=SHORT), 2, 1)
    retyped(game)
    monkeypatch.setattr(
        "elfen.game.saves.loading.difference",
        lambda kept, now, where: None if kept == now else difference(kept, now, where),
    )

    def save_all() -> None:
        for steps in range(game.steps):
            retyped(game.at(steps))

    with pytest.raises(LawBroken, match=r"with .* instead of .* at state\..* is not refused"):
        save_all()
