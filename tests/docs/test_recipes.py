"""The recipes keep the laws: whoever copies one begins with sound rules."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pages import run

import elfen
from elfen import Ruleset
from elfen.testing import LawBroken, check_state

PAGE = Path(__file__).parents[2] / "docs" / "how-to.md"
MOVES, EVERY = 20, 10

FAULTY = """
```python
from elfen.plugin import Action, ActionType, Reason, as_it_is, frozen


@frozen(cache_hash=True)
class Yawn(Action):
    verb = "yawn"


@hookimpl
def elfen_actions(rules):
    return [
        ActionType(
            "tired/yawn",
            type=Yawn,
            at=("land/draw",),
            legal=(Yawn(),),
            check=lambda position, seat, action: Reason("tired/yawn", "it is not late"),
            apply=lambda table, item, action: None,
            domain=lambda: (Yawn(),),
            public=as_it_is,
        )
    ]


rules = compiled("tired", elfen_actions)
```
"""


def rules_of(page: Path, directory: Path, monkeypatch: pytest.MonkeyPatch) -> list[Ruleset]:
    """All rules that a page compiles."""
    made: list[Ruleset] = []
    compile_ruleset = elfen.compile_ruleset

    def recording(*arguments: object, **more: object) -> Ruleset:
        made.append(compile_ruleset(*arguments, **more))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.chdir(directory)
    monkeypatch.setattr(elfen, "compile_ruleset", recording)
    assert run(page, directory) == []
    return made


def look_at_a_game(rules: Ruleset) -> None:
    """The laws of states, now and then along a random game."""
    numbers = random.Random(1)
    game = rules.new_game(players=2, seed=3)
    for move in range(MOVES):
        if game.is_over:
            return
        if move % EVERY == 0:
            check_state(rules, game.state, breadth=2)
        game = game.play(numbers.choice(game.legal_actions))


def test_every_recipe_keeps_the_laws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipes = rules_of(PAGE, tmp_path, monkeypatch)
    assert len(recipes) > 25
    for rules in recipes:
        look_at_a_game(rules)


def test_a_faulty_recipe_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = PAGE.read_text(encoding="utf-8")
    beginning = recipe[recipe.index("```python") : recipe.index("## Add a kind of card")]
    page = tmp_path / "page.md"
    page.write_text(beginning + FAULTY)
    (rules,) = rules_of(page, tmp_path, monkeypatch)
    with pytest.raises(LawBroken, match=r"yawn is listed at .*, but the check refuses it"):
        look_at_a_game(rules)
