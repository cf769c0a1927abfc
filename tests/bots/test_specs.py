"""Players by name, with settings, by import and as objects."""

from __future__ import annotations

from pathlib import Path

import pytest

from elfen import ElfenError, Ruleset, View, compile_ruleset
from elfen.bots import (
    IsmctsPlayer,
    PlannerPlayer,
    RandomPlayer,
    line_up,
    player,
    player_names,
    simulate,
    split_specs,
    stock_player,
)
from elfen.plugin import Action


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return compile_ruleset()


class Last:
    """Takes the last legal action; a bot in four lines."""

    def choose(self, view: View) -> Action:
        return view.legal_actions[-1]


class Nth:
    """Takes one of the legal actions, by its settings."""

    def __init__(
        self, rules: Ruleset, seed: object, n: int, share: float = 0.5, back: bool = False
    ) -> None:
        self.rules, self.seed, self.settings = rules, seed, (n, share, back)

    def choose(self, view: View) -> Action:
        return view.legal_actions[self.settings[0] % len(view.legal_actions)]


HERE = f"{__name__}:Nth"


def test_a_list_is_split_at_commas_but_not_within_settings() -> None:
    assert split_specs("planner, greedy") == ("planner", "greedy")
    assert split_specs("a,b:x=1,y=2,c") == ("a", "b:x=1,y=2", "c")
    assert split_specs("m:Bot,m:Bot:x=1,y=a b,m:Bot") == ("m:Bot", "m:Bot:x=1,y=a b", "m:Bot")
    assert split_specs("a,x=1") == ("a", "x=1")


def test_a_name_with_settings_makes_a_player(rules: Ruleset) -> None:
    assert isinstance(stock_player("planner", rules), PlannerPlayer)
    assert isinstance(player("ismcts:iterations=3,rollout=random", rules), IsmctsPlayer)


def test_settings_are_read_by_annotation_or_default(rules: Ruleset) -> None:
    made = player(f"{HERE}:n=3,share=0.25,back=yes", rules, 7)
    assert isinstance(made, Nth)
    assert (made.rules, made.seed, made.settings) == (rules, 7, (3, 0.25, True))


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("plannr", "no bot is called 'plannr'; did you mean 'planner'? there are: flat, greedy,"),
        ("planner:x=1", "'planner' has no setting 'x'; it has no settings"),
        ("ismcts:iteration=1", "'ismcts' has no setting 'iteration'; its settings are: iterations"),
        ("ismcts:iterations=many", "'ismcts': iterations has to be a whole number, not 'many'"),
        ("ismcts:iterations=0", "iterations= has to be a whole number from 1 on"),
        ("ismcts:trees=two", "trees='two' has to be one or many"),
        ("ismcts:rollout=slow", "no rollout is called 'slow'; there are: planner, light"),
        (
            "flat:rollout=planner",
            "rollout=planner is for ismcts; flat has light, random and greedy",
        ),
        ("ismcts:iterations=1,iterations=2", "write settings as name:key=value,key=value"),
        ("ismcts:iterations=1,,", "write settings as name:key=value,key=value"),
        (HERE, f"'{HERE}' needs a setting: {HERE}:n=..."),
        (f"{HERE}:n=1,back=maybe", "back has to be yes or no, not 'maybe'"),
        ("no_such_module:Bot", "bot 'no_such_module:Bot' cannot be imported"),
        (f"{__name__}:Nobody", "cannot be imported"),
        (f"{__name__}:HERE", "is no class and no function that makes a player"),
        ("builtins:object", "'builtins:object' is no player: it has no method `choose`"),
    ],
)
def test_a_wrong_player_is_one_line(spec: str, told: str, rules: Ruleset) -> None:
    with pytest.raises(ElfenError) as error:
        player(spec, rules)
    assert told in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) <= 300


def test_a_name_from_a_stranger_imports_nothing(rules: Ruleset) -> None:
    with pytest.raises(ElfenError, match="no bot is called 'antigravity:Bot'"):
        stock_player("antigravity:Bot", rules)


def test_modules_of_the_current_folder_are_found(
    rules: Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_timid_bots.py").write_text(
        "class Timid:\n    def choose(self, view):\n        return view.legal_actions[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    view = rules.new_game(players=2, seed=1).view(0)
    assert player("my_timid_bots:Timid", rules).choose(view) == view.legal_actions[0]


def test_an_object_plays_as_it_is_and_a_class_is_made_for_each_seat(rules: Ruleset) -> None:
    last = Last()
    seats = line_up([last, Last, "random"], rules, 3, seed=1)
    assert seats[0] is last
    assert isinstance(seats[1], Last)
    assert isinstance(seats[2], RandomPlayer)
    with pytest.raises(ElfenError, match="is no player"):
        player(7, rules)  # type: ignore[arg-type]


def test_games_of_objects_are_told_by_their_class(rules: Ruleset) -> None:
    (record,) = simulate(rules, players=[Last(), Last, HERE + ":n=0"], seed=3)
    assert record.bots == ("Last", "Last", HERE + ":n=0")


def test_games_need_to_be_told_who_plays(rules: Ruleset) -> None:
    with pytest.raises(ElfenError, match="say who plays"):
        simulate(rules, players=3)
    with pytest.raises(ElfenError, match="say who plays"):
        simulate(rules, ["random"], players=["random", "random"])


def test_the_names_are_those_that_come_with_elfen() -> None:
    assert {"flat", "greedy", "ismcts", "planner", "random"} <= set(player_names())


class Failing:
    def __init__(self) -> None:
        raise ZeroDivisionError("half a player")

    def choose(self, view: View) -> Action:
        return view.legal_actions[0]


class Leaving(Failing):
    def __init__(self) -> None:
        raise SystemExit(0)


def test_a_player_that_ends_the_program_when_it_is_made_cannot_be_made(rules: Ruleset) -> None:
    with pytest.raises(ElfenError, match=r"^bot 'Leaving' cannot be made: '0'$"):
        player(Leaving, rules)
    with pytest.raises(ElfenError, match="cannot be imported: '0'"):
        player("unit.leaving:Bot", rules)


def test_a_player_that_cannot_be_made_is_one_line(rules: Ruleset) -> None:
    with pytest.raises(ElfenError, match=r"^bot 'Failing' cannot be made: 'half a player'$"):
        player(Failing, rules)
